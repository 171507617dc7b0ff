#!/usr/bin/env bash
# All tests except those of the comparisons (ci/bench.sh) and of steps (ci/steps.sh). The test suite turns on every
# feature of the library, and examples/tree-service those of the web crate.
#
#   ci/test.sh          about six minutes; tries a part of the mutants of bytes
#   ci/test.sh full     then four suites again, optimised: all mutants, millions, refused or written back; hostile
#                       shapes in a small stack and little memory; and all pairs of layouts, converted
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in quick | full) ;; *) echo "usage: ci/test.sh [quick|full]" >&2 && exit 2 ;; esac

run cargo test
if [ "$mode" = full ]; then
    run cargo test --release --test mutants --test written_back --test small_machine --test convert -- --nocapture
fi
