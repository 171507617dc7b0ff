#!/usr/bin/env bash
# Tests under AddressSanitizer, ThreadSanitizer and Valgrind, which detect wrong uses of memory and data races. They run
# on the machine itself, so far more tests can be run than under Miri. Without Valgrind, its part is skipped.
#
#   ci/sanitizers.sh          a few minutes
#   ci/sanitizers.sh full [address|thread|memcheck]
#                             all tests under AddressSanitizer, more of them under the others; or one of the three
#                             (memcheck is Valgrind's)
source "$(dirname "$0")/common.sh"

mode=${1:-quick} only=${2:-}
case "$mode $only" in
    "quick " | "full " | "full address" | "full thread" | "full memcheck") ;;
    *) echo "usage: ci/sanitizers.sh [quick | full [address|thread|memcheck]]" >&2 && exit 2 ;;
esac

# For each tool: programs of tests that are run as a whole, and suites of `bytes`, `rules` and `types`.
if [ "$mode" = quick ]; then
    address=(depth threads) address_part=(hostile mutants)
    thread=(threads) thread_part=()
    memcheck=(threads) memcheck_part=(hostile constructors)
else
    # `small_machine` limits the address space, of which a sanitizer takes terabytes.
    mapfile -t address < <(suites | grep -vx small_machine)
    address_part=()
    thread=(threads) thread_part=(round_trip mutants)
    memcheck=(threads) memcheck_part=(hostile constructors several library_types mutants)
fi

# Returns whether a tool is to be used.
is_used() {
    [ -z "$only" ] || [ "$only" = "$1" ]
}

toolchain=${SANITIZER_TOOLCHAIN:-nightly}
need_toolchain "$toolchain" rust-src
host=$(rustc "+$toolchain" -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}

# `each PROGRAMS SUITES COMMAND...`: runs the command for programs (the name of an array), and for suites (another).
each() {
    local -n programs=$1 parts=$2
    shift 2
    "$@" "${programs[@]/#/--test=}"
    [ ${#parts[@]} = 0 ] || "$@" --test bytes --test rules --test types -- "${parts[@]/%/::}"
}

# Runs tests under a sanitizer, with assertions and overflow checks as in a debug build, but optimised, because a
# sanitizer makes frames large. Naming the target keeps the flags from build scripts and macros. The addresses of locals
# do not show how much of the stack is used (a sanitizer may keep locals elsewhere), so the backstop that compares them
# is off, and the stack of tests is eight times as large.
sanitize() {
    local sanitizer=$1
    shift
    printf '\n==== %s sanitizer\n' "$sanitizer"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_LTO=off CARGO_TARGET_DIR="$target/$sanitizer-sanitizer" \
        RUSTFLAGS="-Zsanitizer=$sanitizer --cfg packed_data_no_backstop" RUST_MIN_STACK=$((16 << 20)) \
        run cargo "+$toolchain" test --no-fail-fast --target "$host" -p test-suite "$@"
}

if is_used address; then
    each address address_part sanitize address
fi
if is_used thread; then
    # The standard library must be instrumented too, otherwise its synchronisation of threads is not seen.
    each thread thread_part sanitize thread -Zbuild-std
fi
if is_used memcheck; then
    printf '\n==== Valgrind\n'
    if ! command -v valgrind >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        run apt-get update && run apt-get install --yes --no-install-recommends valgrind || true
    fi
    command -v valgrind >/dev/null || skip "Valgrind is missing and cannot be installed"
    # Cargo runs the programs of the target with the command in this variable.
    name=$(tr 'a-z-' 'A-Z_' <<<"$host")
    export "CARGO_TARGET_${name}_RUNNER=valgrind --quiet --error-exitcode=1 --leak-check=no"
    export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_LTO=off
    each memcheck memcheck_part run cargo test --target "$host" -p test-suite
fi
