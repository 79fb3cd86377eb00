/* SPDX-License-Identifier: MIT
 *
 * The quadrille program: one file a subcommand, and what they share.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

/* Exit statuses, a contract. */
enum cli_status {
    CLI_OK = 0,
    CLI_BAD = 1,     /* An input is bad, or a check, test or comparison failed. */
    CLI_USAGE = 2,   /* Wrong usage. */
    CLI_MISSING = 3, /* The device or an optional component is missing. */
};

#endif
