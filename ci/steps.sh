#!/usr/bin/env bash
# Counts steps of work (packed-data/src/steps.rs): tests which assert that work is linear in the bytes, or `n log n`
# where CBOR keys come unordered. The cfg changes every crate, hence a target directory of its own.
source "$(dirname "$0")/common.sh"

suites=(steps_cbor)

tests=()
for suite in "${suites[@]}"; do tests+=(--test "$suite"); done
RUSTFLAGS="${RUSTFLAGS:-} --cfg packed_data_steps" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/steps" \
    run cargo test -p test-suite "${tests[@]}"
