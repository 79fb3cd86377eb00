#!/bin/sh
# SPDX-License-Identifier: MIT
#
# skip.sh REASON   Stands for a test that cannot be built here.
echo "skipped: $1"
exit 77
