# SPDX-License-Identifier: MIT
#
# Short names for what is done often; meson does the work. `make help` lists them.

BUILD = build
FUZZ_SECONDS = 600
# What meson setup is given when BUILD is made, as in MESON_OPTIONS=--prefix=/usr
MESON_OPTIONS =

PROGRAM = $(BUILD)/src/cli/quadrille
SOURCES = find include src tests fuzz bench examples tools -path tests/data -prune \
	-o -name '*.[ch]' -print

all: $(BUILD)/build.ninja ## Build everything in build/
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@command -v meson >/dev/null || { echo 'meson is missing: run tools/setup' >&2; exit 1; }
	@meson setup $(BUILD) $(MESON_OPTIONS)

demo: ## Install what the demo needs, build, and draw a picture
	@tools/setup demo
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@ninja -C $(BUILD) src/cli/quadrille
	@mkdir -p out
	@$(PROGRAM) draw --fragment examples/demo.tgsi --size 512x512 -o out/demo.png
	@echo 'The picture lies in out/demo.png'

test: all ## Run the tests of the build in build/
	@meson test -C $(BUILD) --no-rebuild --print-errorlogs

check: ## Install what the tests need, and run all of tools/check
	@tools/setup check
	@tools/check

fuzz: ## Run each fuzzer for FUZZ_SECONDS (600)
	@tools/setup check
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/check fuzz

oracle: ## Ask LLVM about random RDNA instructions, and the interpreter about translations, for long
	@tools/setup check
	@$(MAKE) --no-print-directory all
	@nice $(BUILD)/tests/rdna/test-rdna-oracle -n 20000000
	@nice $(BUILD)/tests/rdna/asm/test-rdna-asm-round-trip -n 20000000
	@nice $(BUILD)/tests/rdna/lower/test-rdna-lower-random -n 100000
	@nice $(BUILD)/tests/rdna/lower/test-rdna-lower-rows -d vulkan -n 4
	@nice $(BUILD)/tests/rdna/lower/test-rdna-lower-memory -d vulkan

bench: all ## Measure translation and drawing
	@meson test -C $(BUILD) --no-rebuild --benchmark --verbose

coverage: ## Say how much of the sources the tests run
	@tools/coverage

format: ## Bring the sources into form
	@$(SOURCES) | xargs clang-format -i

format-check: ## Ask whether the sources are in form
	@tests/tree/format.sh .

install: all ## Install, to DESTDIR if it is set
	@meson install -C $(BUILD) --no-rebuild

clean: ## Remove what was built, and the demo's picture
	@rm -rf $(BUILD) build-check out

help: ## Show this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

.PHONY: all demo test check fuzz oracle bench coverage format format-check install clean help
