#!/usr/bin/env bash
# The core tests under Miri, which detects undefined behaviour, with strict provenance, under both models of borrowing:
# a few on this machine under each; of a full run all on this machine under Tree Borrows, and on others under Stacked
# Borrows. (The machine makes no difference to borrowing, and Tree Borrows takes twice the time.)
#
#   ci/miri.sh                     a few minutes: the documentation's examples, threads, weigh's allocator
#   ci/miri.sh full [MACHINE [PART...]]
#                                  everything that Miri can run, which takes hours: for this machine (`here`), for a
#                                  32-bit one (`i686`) and for a big-endian one (`s390x`), by default for all three; or
#                                  some parts of it
#   ci/miri.sh parts MACHINE       prints the names of the parts: the documentation's examples, weigh, each suite
source "$(dirname "$0")/common.sh"

# Prints the names of the parts for a machine. (What weigh counts depends on no machine. The suite `steps` has no tests
# without its counter, which has no unsafe code.)
parts() {
    echo examples
    [ "$1" != here ] || echo weigh
    suites | grep -vx steps
}

toolchain=${MIRI_TOOLCHAIN:-nightly}
mode=${1:-quick}
machines=(here i686 s390x)
[ $# -lt 2 ] || machines=("$2")
case "$mode $# ${machines[*]}" in
    "quick "[01]" "*) ;;
    "full 1 "*) ;;
    "full "*" here" | "full "*" i686" | "full "*" s390x") ;;
    "parts 2 here" | "parts 2 i686" | "parts 2 s390x") parts "$2" && exit ;;
    *) echo "usage: ci/miri.sh [quick | full [here|i686|s390x [PART...]] | parts here|i686|s390x]" >&2 && exit 2 ;;
esac
wanted=("${@:3}")
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

# The queues of rayon convert integers to pointers, leave their last nodes to the end of the process, and are not valid
# under Stacked Borrows.
parallel() {
    MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-permissive-provenance -Zmiri-ignore-leaks" \
        miri "$@" -p test-suite --test parallel -- small_values
}

# Runs the tests of a quick run under a model of borrowing, given as a flag. (Of weigh only the tests that concern its
# unsafe code, and under one model only.)
quick_under() {
    miri -p test-suite --test threads
    if [ -n "$1" ]; then
        parallel
    else
        miri -p weigh --lib -- counting
        miri -p weigh --test allocator
    fi
}

# Runs the tests of a suite in as many processes as there are processors, since Miri runs one thread at a time. What
# they print is shown when all have ended.
suite() {
    local log status=0 all=() some=() processes=() count i n
    mapfile -t all < <(cargo "+$toolchain" miri test -q "${@:2}" -p test-suite --test "$1" -- --list --format terse |
        sed -n 's/: test$//p')
    [ ${#all[@]} != 0 ] || return 1
    log=$(mktemp -d "$out/suite.$1.XXXX")
    count=$(nproc)
    for ((i = 0; i < count && i < ${#all[@]}; i++)); do
        some=()
        for ((n = i; n < ${#all[@]}; n += count)); do
            some+=("${all[n]}")
        done
        cargo "+$toolchain" miri test "${@:2}" -p test-suite --test "$1" -- --exact "${some[@]}" >"$log/$i" 2>&1 &
        processes+=($!)
    done
    for i in "${processes[@]}"; do
        wait "$i" || status=1
    done
    cat "$log"/*
    rm -r "$log"
    return $status
}

# Runs the parts that are wanted, by default all, on a machine.
on_machine() {
    local machine=$1 part options=() parts=("${wanted[@]}")
    [ "$machine" = here ] || options=(--target "$machine-unknown-linux-gnu")
    [ ${#parts[@]} != 0 ] || mapfile -t parts < <(parts "$machine")
    for part in "${parts[@]}"; do
        case $part in
            examples) examples "${options[@]}" ;;
            weigh) miri -p weigh --lib --test allocator --test assertions ;;
            parallel) parallel "${options[@]}" ;; # (always under Tree Borrows)
            *) suite "$part" "${options[@]}" ;;
        esac
    done
}

# Runs the tests under a model of borrowing. Miri forgets the borrows that have ended at intervals, by default after
# 10,000 steps. Three tests with long lists took 96 s so under Stacked Borrows, and 73 s for every 100,000 steps. Under
# Tree Borrows they took 148 s and 224 s, and 102 s for every 500; but at 1,000 half the time of a test with much
# memory, such as `mutants`, goes to looking for such borrows.
under() {
    local interval=100000
    [ -z "$1" ] || interval=10000
    export MIRIFLAGS="$flags -Zmiri-provenance-gc=$interval $1"
    printf '\nMIRIFLAGS="%s"\n' "$MIRIFLAGS"
    if [ "$mode" = quick ]; then
        quick_under "$1"
        return
    fi
    # (This machine is tried under Tree Borrows, the others under Stacked Borrows, which needs no flag.)
    local machine
    for machine in "${machines[@]}"; do
        case $machine:$1 in here:-* | i686: | s390x:) on_machine "$machine" ;; esac
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
rm -rf "$out"/suite.*
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
