#!/usr/bin/env bash
# A first check of a change of the library: format, lints of the library, and small suites (the tables of the book,
# checks of bytes, constructors). Less than two minutes after the first time.
source "$(dirname "$0")/common.sh"

ci/format.sh
need_component clippy
run cargo clippy -p packed-data -p packed-data-cbor -p packed-data-derive -p packed-data-model -- -D warnings
# (Without `-p`, so that dependencies have the same features as for `cargo test`, and are built once.)
run cargo test --quiet --test rules
