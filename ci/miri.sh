#!/usr/bin/env bash
# The core tests under Miri, which detects undefined behaviour: under Stacked Borrows and under Tree Borrows, with
# strict provenance.
#
#   ci/miri.sh                     a few minutes: the documentation's examples, threads, weigh's allocator
#   ci/miri.sh full [MACHINE]      everything that Miri can run: hours; for this machine (`here`), for a 32-bit one
#                                  (`i686`) and for a big-endian one (`s390x`), by default for all three
source "$(dirname "$0")/common.sh"

toolchain=${MIRI_TOOLCHAIN:-nightly}
mode=${1:-quick}
machines=("${@:2}")
case "$mode ${machines[*]}" in
    "quick ") ;;
    "full ") machines=(here i686 s390x) ;;
    "full here" | "full i686" | "full s390x") ;;
    *) echo "usage: ci/miri.sh [quick | full [here|i686|s390x]]" >&2 && exit 2 ;;
esac
need_toolchain "$toolchain" miri,rust-src
run cargo "+$toolchain" miri setup

# Tests read files of the repository.
flags="-Zmiri-strict-provenance -Zmiri-disable-isolation"

miri() {
    run cargo "+$toolchain" miri test "$@"
}

# The documentation's examples use every part of the library once. (One is left out, because it builds a million cells.)
examples() {
    miri "$@" -p packed-data -p packed-data-cbor --doc -- --skip build/fields.rs
}

# Prints the options for all tests of the suite but `parallel`.
all_but_parallel() {
    suites | grep -vx parallel | sed 's/^/--test=/'
}

# The queues of rayon convert integers to pointers, leave their last nodes to the end of the process, and are not valid
# under Stacked Borrows.
parallel() {
    MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-permissive-provenance -Zmiri-ignore-leaks" \
        miri "$@" -p test-suite --test parallel -- small_values
}

# Runs the tests under a model of borrowing, given as a flag. (In a quick run, only the tests of weigh that concern its
# unsafe code, and under one model only.)
under() {
    export MIRIFLAGS="$flags $1"
    printf '\nMIRIFLAGS="%s"\n' "$MIRIFLAGS"
    if [ "$mode" = quick ]; then
        miri -p test-suite --test threads
        if [ -n "$1" ]; then
            parallel
        else
            miri -p weigh --lib -- counting
            miri -p weigh --test allocator
        fi
        return
    fi
    for machine in "${machines[@]}"; do
        local options=()
        if [ "$machine" = here ]; then
            miri -p weigh --lib --test allocator --test assertions
        else
            options=(--target "$machine-unknown-linux-gnu")
        fi
        examples "${options[@]}"
        # shellcheck disable=SC2046 # words
        miri "${options[@]}" -p test-suite $(all_but_parallel)
        [ -z "$1" ] || parallel "${options[@]}"
    done
}

# The rest of the quick run does not depend on the model.
examples_here() {
    export MIRIFLAGS="$flags"
    examples
}

# Miri runs one thread at a time: these run side by side, and what each prints is shown when it ends.
out=${CARGO_TARGET_DIR:-target}/miri-logs
mkdir -p "$out"
under "" >"$out/stacked" 2>&1 &
under -Zmiri-tree-borrows >"$out/tree" 2>&1 &
if [ "$mode" = quick ]; then
    examples_here >"$out/examples" 2>&1 &
else
    : >"$out/examples" &
fi
status=0
for job in stacked tree examples; do
    wait -n || status=1
done
cat "$out"/{stacked,tree,examples}
exit $status
