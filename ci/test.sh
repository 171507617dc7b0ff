#!/usr/bin/env bash
# All tests: with the default features (the command of the README), then with all of them; and, optimised, those that
# try millions of mutants, and hostile shapes in a small stack and little memory.
source "$(dirname "$0")/common.sh"

run cargo test --workspace
run cargo test --workspace --all-features
run cargo test --release -p test-suite --test mutants --test small_machine -- --nocapture
