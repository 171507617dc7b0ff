#!/usr/bin/env bash
# What unsafe code does to memory and between threads, on the machine itself, where far more can be run than under
# Miri: tests under AddressSanitizer, ThreadSanitizer and Valgrind.
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
        # `small_machine` limits addresses, of which a sanitizer takes terabytes.
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

# Tests under a sanitizer, with assertions and overflow checks as in a debug build; but its frames are large, so they
# are optimised. Naming the target keeps the flags from build scripts and macros. The addresses of locals do not tell
# how much of the stack is used (a sanitizer may keep locals elsewhere), so the backstop that compares them is off.
sanitize() {
    local sanitizer=$1
    shift
    printf '\n==== %s sanitizer\n' "$sanitizer"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 RUSTFLAGS="-Zsanitizer=$sanitizer --cfg packed_data_no_backstop" CARGO_TARGET_DIR="$target/$sanitizer-sanitizer" \
        run cargo "+$toolchain" test --target "$host" -p test-suite "$@"
}

sanitize address "${address[@]}"
# The standard library must be instrumented too, or what it orders between threads is not seen.
sanitize thread -Zbuild-std "${thread[@]}"

printf '\n==== Valgrind\n'
if ! command -v valgrind >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    run apt-get update && run apt-get install --yes --no-install-recommends valgrind || true
fi
if command -v valgrind >/dev/null; then
    # The target's name as Cargo has it in the name of the variable that tells how to run its programs.
    name=$(tr 'a-z-' 'A-Z_' <<<"$host")
    export "CARGO_TARGET_${name}_RUNNER=valgrind --quiet --error-exitcode=1 --leak-check=no"
    CARGO_PROFILE_DEV_OPT_LEVEL=1 run cargo test --target "$host" -p test-suite "${memcheck[@]}"
else
    echo "Valgrind is not installed and cannot be: its tests were not run"
fi
