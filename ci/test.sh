#!/usr/bin/env bash
# All tests (the command of the README; the test suite turns on every feature of the library, and the service those of
# the web crate) but those of the comparisons, see bench.sh; and, optimised, those that try millions of mutants, and
# hostile shapes in a small stack and little memory.
source "$(dirname "$0")/common.sh"

run cargo test
run cargo test --release -p test-suite --test mutants --test small_machine -- --nocapture
