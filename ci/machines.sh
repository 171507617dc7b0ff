#!/usr/bin/env bash
# Tests on machines of other kinds: i686, whose addresses have 32 bits, on the processor itself (x86-64 only); and
# s390x, whose integers are big-endian, emulated by QEMU. (Miri runs both too, hundreds of times slower, so ci/miri.sh
# leaves out the crates that read bytes by a schema.) Installs the standard libraries, and Debian's cross compilers; a
# part that it cannot install is skipped.
#
#   ci/machines.sh [i686|s390x ...]   by default both
source "$(dirname "$0")/common.sh"

machines=("$@")
[ $# != 0 ] || machines=(i686 s390x)
# What reads and writes bytes, and computes sizes; the suites for each layout and each type.
packages=(packed-data packed-data-cbor packed-data-columns packed-data-file packed-data-model packed-data-schema
    packed-data-store)
suites=(bytes cbor layouts types)

missing=()
for machine in "${machines[@]}"; do
    case $machine in i686 | s390x) ;; *) echo "usage: ci/machines.sh [i686|s390x ...]" >&2 && exit 2 ;; esac
    target=$machine-unknown-linux-gnu
    libraries=/usr/$machine-linux-gnu
    case $machine in
        i686) packages_of_debian=(gcc-i686-linux-gnu libc6-dev-i386-cross) emulator=true ;;
        s390x) packages_of_debian=(gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user) emulator=qemu-s390x ;;
    esac
    if ! command -v "$machine-linux-gnu-gcc" >/dev/null || ! command -v "$emulator" >/dev/null ||
        [ ! -e "$libraries/lib/libc.so.6" ]; then
        install_packages "${packages_of_debian[@]}" || { missing+=("$machine") && continue; }
    fi
    need_target "$target"

    name=$(tr 'a-z-' 'A-Z_' <<<"$target")
    export "CARGO_TARGET_${name}_LINKER=$machine-linux-gnu-gcc"
    if [ "$machine" = i686 ]; then
        loader=$libraries/lib/ld-linux.so.2
        export "CARGO_TARGET_${name}_RUSTFLAGS=-Clink-arg=-Wl,-I,$loader,-rpath,$libraries/lib"
    else
        export "CARGO_TARGET_${name}_RUNNER=$emulator -L $libraries"
    fi
    # (Examples in the documentation are compiled once, for the machine itself: ci/test.sh.)
    run cargo test --target "$target" "${packages[@]/#/-p=}" --all-features --lib --tests
    run cargo test --target "$target" -p test-suite "${suites[@]/#/--test=}"
done
[ ${#missing[@]} = 0 ] || skip "no cross compiler can be installed for: ${missing[*]}"
