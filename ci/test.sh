#!/usr/bin/env bash
# All tests except those of the comparisons (ci/bench.sh) and of steps (ci/steps.sh). The test suite turns on every
# feature of the library, and examples/tree-service those of the web crate.
#
#   ci/test.sh          about ten minutes; tries a part of the mutants of bytes, and fewer layouts in some suites
#   ci/test.sh optimised
#                       in half an hour, the suites of which a debug build runs only a part: all mutants, millions,
#                       refused or written back; hostile shapes in a small stack and little memory; all pairs of
#                       layouts, converted; all shapes in all layouts; more random values, and longer lists; a million
#                       hostile texts of schemas; every byte of damaged files; work on many cores
#   ci/test.sh strings  in more than half an hour, optimised, all strings of up to three bytes for small shapes
#   ci/test.sh full     all of these
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    quick | optimised | strings | full) ;;
    *) echo "usage: ci/test.sh [quick|optimised|strings|full]" >&2 && exit 2 ;;
esac

# Returns whether a part is to run.
is_in() {
    [ "$mode" = full ] || [ "$mode" = "$1" ]
}

# Runs optimised tests of the suite, all of them even if one fails, and shows what they print.
optimised() {
    run cargo test --profile checks --no-fail-fast "$@" --nocapture
}

if is_in quick; then
    run cargo test
fi
if is_in optimised; then
    parts=(bytes cbor commands depth evolution files http layouts parallel reading rules schemas streams types writing)
    optimised "${parts[@]/#/--test=}" -- --skip exhaustive::
    # (A level of nesting takes more stack with `opt-level = 1`.)
    run cargo test --release -p test-suite --test small_machine
fi
if is_in strings; then
    optimised --test=bytes -- exhaustive::
fi
