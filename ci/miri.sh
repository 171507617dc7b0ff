#!/usr/bin/env bash
# The core tests under Miri, which sees undefined behaviour: under Stacked Borrows and under Tree Borrows, with
# strict provenance, and on a machine of 32 bits and on a big-endian one.
#
#   ci/miri.sh          a few minutes
#   ci/miri.sh full     everything that Miri can run
source "$(dirname "$0")/common.sh"

toolchain=${MIRI_TOOLCHAIN:-nightly}
mode=${1:-quick}
need_toolchain "$toolchain" miri,rust-src
run cargo "+$toolchain" miri setup

# A machine of 32 bits, and one that puts the highest byte first.
others=(i686-unknown-linux-gnu s390x-unknown-linux-gnu)
# Tests read files of the repository.
flags="-Zmiri-strict-provenance -Zmiri-disable-isolation"

miri() {
    run cargo "+$toolchain" miri test "$@"
}

# The documentation's examples touch every part of the library once. (One builds a million cells: left out.)
examples() {
    miri "$@" -p packed-data --doc -- --skip build/fields.rs
}

for model in "" -Zmiri-tree-borrows; do
    export MIRIFLAGS="$flags $model"
    printf '\nMIRIFLAGS="%s"\n' "$MIRIFLAGS"
    case $mode in
        quick)
            miri -p test-suite --test threads --test constructors --test library_types
            miri -p weigh --lib --test allocator --test assertions
            ;;
        full)
            for target in "" "${others[@]}"; do
                examples ${target:+--target "$target"}
                miri ${target:+--target "$target"} -p test-suite --tests
            done
            ;;
        *)
            echo "usage: ci/miri.sh [quick|full]" >&2
            exit 2
            ;;
    esac
done

# The rest of the quick run does not depend on the model of borrowing, but on sizes and on the order of bytes.
if [ "$mode" = quick ]; then
    export MIRIFLAGS="$flags"
    for target in "" "${others[@]}"; do
        examples ${target:+--target "$target"}
    done
fi
