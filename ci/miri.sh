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

# Tests read files of the repository.
flags="-Zmiri-strict-provenance -Zmiri-disable-isolation"

miri() {
    run cargo "+$toolchain" miri test "$@"
}

core() {
    miri "$@" -p packed-data --lib
    miri "$@" -p test-suite --test constructors --test several --test library_types
}

case $mode in
    quick)
        MIRIFLAGS="$flags" core
        MIRIFLAGS="$flags -Zmiri-tree-borrows" core
        MIRIFLAGS="$flags" miri --target i686-unknown-linux-gnu -p test-suite --test several
        MIRIFLAGS="$flags" miri --target s390x-unknown-linux-gnu -p test-suite --test several
        ;;
    full)
        for model in "" -Zmiri-tree-borrows; do
            for target in "" i686-unknown-linux-gnu s390x-unknown-linux-gnu; do
                MIRIFLAGS="$flags $model" miri ${target:+--target "$target"} -p packed-data --lib
                MIRIFLAGS="$flags $model" miri ${target:+--target "$target"} -p test-suite --tests
            done
        done
        ;;
    *)
        echo "usage: ci/miri.sh [quick|full]" >&2
        exit 2
        ;;
esac
