#!/usr/bin/env bash
# All tests (the command of the README; the test suite turns on every feature of the library), those of the optional
# half of the web crate; and, optimised, those that try millions of mutants, and hostile shapes in a small stack and little
# memory.
source "$(dirname "$0")/common.sh"

run cargo test --workspace
run cargo test -p packed-data-axum --all-features
run cargo test --release -p test-suite --test mutants --test small_machine -- --nocapture
