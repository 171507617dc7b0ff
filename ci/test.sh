#!/usr/bin/env bash
# All tests: with the default features (the command of the README), then with all of them.
source "$(dirname "$0")/common.sh"

run cargo test --workspace
run cargo test --workspace --all-features
