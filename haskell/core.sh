#!/usr/bin/env bash
# Checks the Core of bench/Tasks.hs: the loops that read a tree are functions of unboxed arguments with unboxed results,
# and allocate nothing. GHC writes Core after all optimisations (-ddump-prep); there, each allocation is a `let`.
set -euo pipefail
cd "$(dirname "$0")"
out=${1:-dist-core}
mkdir -p "$out"
mapfile -t extensions < <(awk '/default-extensions:/ { on = 1; next } on && NF == 0 { exit } on { print "-X" $1 }' \
    packed-data-cursor.cabal)
ghc -v0 -O2 -XHaskell2010 -dynamic-too "${extensions[@]}" -isrc -ibench -outputdir "$out" bench/Tasks.hs \
    -ddump-prep -dsuppress-all -dsuppress-uniques -ddump-to-file -dumpdir "$out/" -fforce-recomp
dump=$(find "$out" -path '*bench/Tasks.dump-prep' | head -1)
python3 bench/core.py "$dump"
