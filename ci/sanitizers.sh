#!/usr/bin/env bash
# Tests under AddressSanitizer, ThreadSanitizer and Valgrind, which detect wrong uses of memory and data races. They run
# on the machine itself, so far more tests can be run than under Miri. Without Valgrind, its part is skipped.
#
#   ci/sanitizers.sh          a few minutes
#   ci/sanitizers.sh full     all tests under AddressSanitizer, more of them under the others
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    quick)
        address=(--test mutants --test hostile --test depth --test threads)
        thread=(--test threads)
        memcheck=(--test hostile --test constructors --test threads)
        ;;
    full)
        # `small_machine` limits the address space, of which a sanitizer takes terabytes.
        address=()
        for path in test-suite/tests/*.rs; do
            case $path in */small_machine.rs) ;; *) address+=(--test "$(basename "$path" .rs)") ;; esac
        done
        thread=(--test threads --test round_trip --test mutants)
        memcheck=(--test hostile --test constructors --test threads --test several --test library_types --test mutants)
        ;;
    *)
        echo "usage: ci/sanitizers.sh [quick|full]" >&2
        exit 2
        ;;
esac

toolchain=${SANITIZER_TOOLCHAIN:-nightly}
need_toolchain "$toolchain" rust-src
host=$(rustc "+$toolchain" -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}

# Runs tests under a sanitizer, with assertions and overflow checks as in a debug build, but optimised, because a
# sanitizer makes frames large. Naming the target keeps the flags from build scripts and macros. The addresses of locals
# do not show how much of the stack is used (a sanitizer may keep locals elsewhere), so the backstop that compares them
# is off.
sanitize() {
    local sanitizer=$1
    shift
    printf '\n==== %s sanitizer\n' "$sanitizer"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_TARGET_DIR="$target/$sanitizer-sanitizer" \
        RUSTFLAGS="-Zsanitizer=$sanitizer --cfg packed_data_no_backstop" \
        run cargo "+$toolchain" test --target "$host" -p test-suite "$@"
}

sanitize address "${address[@]}"
# The standard library must be instrumented too, otherwise its synchronisation of threads is not seen.
sanitize thread -Zbuild-std "${thread[@]}"

printf '\n==== Valgrind\n'
if ! command -v valgrind >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    run apt-get update && run apt-get install --yes --no-install-recommends valgrind || true
fi
if command -v valgrind >/dev/null; then
    # Cargo runs the programs of the target with the command in this variable.
    name=$(tr 'a-z-' 'A-Z_' <<<"$host")
    export "CARGO_TARGET_${name}_RUNNER=valgrind --quiet --error-exitcode=1 --leak-check=no"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 run cargo test --target "$host" -p test-suite "${memcheck[@]}"
else
    skip "Valgrind is missing and cannot be installed"
fi
