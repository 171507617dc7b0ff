#!/usr/bin/env bash
# All tests (the command of the README; the test suite turns on every feature of the library, and the service those of
# the web crate) but those of the comparisons, see bench.sh.
#
#   ci/test.sh          about five minutes
#   ci/test.sh full     also those that try millions of mutants, optimised; and hostile shapes in a small stack and little
#                       memory, optimised
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in quick | full) ;; *) echo "usage: ci/test.sh [quick|full]" >&2 && exit 2 ;; esac

run cargo test
if [ "$mode" = full ]; then
    run cargo test --release --test mutants --test small_machine -- --nocapture
fi
