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
# What reads and writes bytes, and computes sizes. (Of the test suite, the suites for each layout; where nothing is
# emulated, all suites of values.)
packages=(packed-data packed-data-cbor packed-data-columns packed-data-file packed-data-model packed-data-schema
    packed-data-store)

missing=()
for machine in "${machines[@]}"; do
    target=$machine-unknown-linux-gnu libraries=/usr/$machine-linux-gnu
    variable=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$target")
    programs=("$machine-linux-gnu-gcc") debian=("gcc-$machine-linux-gnu")
    suites=(cbor layouts) skipped=()
    case $machine in
        i686)
            debian+=(libc6-dev-i386-cross)
            suites+=(bincode bytes evolution reading rules streams types writing)
            loader=$libraries/lib/ld-linux.so.2
            export "${variable}_RUSTFLAGS=-Clink-arg=-Wl,-I,$loader,-rpath,$libraries/lib"
            ;;
        s390x)
            programs+=(qemu-s390x) debian+=(libc6-dev-s390x-cross qemu-user)
            # These start themselves as another process, which QEMU cannot.
            skipped=(--skip a_file_that_cannot_be_created_is_not_there --skip a_value_is_the_old_one_or_the_new_one
                --skip records_that_were_synced_are_not_lost)
            export "${variable}_RUNNER=qemu-s390x -L $libraries"
            ;;
        *) echo "usage: ci/machines.sh [i686|s390x ...]" >&2 && exit 2 ;;
    esac
    export "${variable}_LINKER=$machine-linux-gnu-gcc"
    # (`type` fails if one of the programs is missing.)
    if ! type "${programs[@]}" >/dev/null 2>&1 || [ ! -e "$libraries/lib/libc.so.6" ]; then
        install_packages "${debian[@]}" || { missing+=("$machine") && continue; }
    fi
    need_target "$target"
    # (Examples in the documentation are compiled once, for the machine itself: ci/test.sh.)
    run cargo test --target "$target" "${packages[@]/#/-p=}" --all-features --lib --tests -- "${skipped[@]}"
    run cargo test --target "$target" -p test-suite "${suites[@]/#/--test=}"
done
[ ${#missing[@]} = 0 ] || skip "no cross compiler can be installed for: ${missing[*]}"
