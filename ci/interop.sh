#!/usr/bin/env bash
# Random values in both directions between this library and Debian's packages of the Haskell libraries `binary`,
# `cereal` and `store`: each side reads what the other wrote, and writes it again in the same bytes. A thousand values
# of each type, each way. If GHC is missing and cannot be installed, the step is skipped.
#
#   ci/interop.sh          1000 of each type
#   ci/interop.sh COUNT
source "$(dirname "$0")/common.sh"

count=${1:-1000}
packages=(ghc libghc-store-dev libghc-cereal-dev)
libraries=(binary cereal store)

has_libraries() {
    local library
    command -v ghc >/dev/null || return 1
    for library in "${libraries[@]}"; do
        ghc-pkg --simple-output list "$library" 2>/dev/null | grep -q . || return 1
    done
}

# Uses root or `sudo -n`, which never asks for a password.
install_packages() {
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    command -v apt-get >/dev/null || return 1
    command -v "${root[0]:-apt-get}" >/dev/null || return 1
    run "${root[@]}" apt-get -qq update && run "${root[@]}" apt-get -qq install -y "${packages[@]}"
}

if ! has_libraries; then
    install_packages >&2 || skip "GHC with ${libraries[*]} is missing and cannot be installed (${packages[*]})"
    has_libraries || skip "GHC does not find ${libraries[*]}"
fi

here=${CARGO_TARGET_DIR:-target}/interop
mkdir -p "$here"
run ghc -v0 -Wall -outputdir "$here" -o "$here/Interop" test-suite/haskell/Interop.hs
run cargo build -p test-suite --example interop
haskell=$here/Interop
rust=${CARGO_TARGET_DIR:-target}/debug/examples/interop

# `there_and_back NAME WRITER... -- READER`: what the writer writes, the reader reads and writes again.
there_and_back() {
    local name=$1 reader=$2
    shift 2
    printf '\n%s\n' "$name"
    "$@" >"$here/written"
    "$reader" echo <"$here/written" >"$here/echoed"
    cmp "$here/written" "$here/echoed"
}

there_and_back "written by Rust, read and written again by Haskell" \
    "$haskell" "$rust" generate "$count" "$("$haskell" text)"
there_and_back "written by Haskell, read and written again by Rust" \
    "$rust" "$haskell" generate "$count"

versions=$(for library in "${libraries[@]}"; do ghc-pkg --simple-output latest "$library"; done | paste -sd' ')
types=$(cut -d' ' -f1 "$here/written" | sort -u | wc -l)
printf '\n%d values of each of %d types, each way, agreed: %s\n' "$count" "$types" "$versions"
