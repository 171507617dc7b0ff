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

if [ -n "$(ghc_lacks "${libraries[@]}")" ]; then
    install_packages "${packages[@]}" >&2 ||
        skip "GHC with ${libraries[*]} is missing and cannot be installed (${packages[*]})"
    [ -z "$(ghc_lacks "${libraries[@]}")" ] || skip "GHC does not find ${libraries[*]}"
fi

here=${CARGO_TARGET_DIR:-target}/interop
mkdir -p "$here"
run ghc -v0 -Wall -outputdir "$here" -o "$here/Interop" test-suite/haskell/Interop.hs
run cargo build -p test-suite --example interop
haskell=$here/Interop
rust=${CARGO_TARGET_DIR:-target}/debug/examples/interop

printf '\nwritten by Rust, read and written again by Haskell\n'
there_and_back "$here" "$haskell" "$rust" generate "$count" "$("$haskell" text)"
printf '\nwritten by Haskell, read and written again by Rust\n'
there_and_back "$here" "$rust" "$haskell" generate "$count"

versions=$(for library in "${libraries[@]}"; do ghc-pkg --simple-output latest "$library"; done | paste -sd' ')
types=$(cut -d' ' -f1 "$here/written" | sort -u | wc -l)
printf '\n%d values of each of %d types, each way, agreed: %s\n' "$count" "$types" "$versions"
