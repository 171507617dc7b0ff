#!/usr/bin/env bash
# The time that GHC takes at -O1 for a module with one type of 8, 16 and 40 constructors (or as many as are given), with
# Eq, Show and mkPacked; all that is made for it is exported. The library is built first, as for users.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 8 16 40
fields=("Int Type" "Char [Type]" "Type Type" "Text Double" "(Maybe Int) Type Bool" "Int")
runghc Setup.hs configure -v0 --builddir=dist-compile
runghc Setup.hs build -v0 --builddir=dist-compile
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for count; do
    {
        echo '{-# LANGUAGE DataKinds, FlexibleContexts, FlexibleInstances, MultiParamTypeClasses, TemplateHaskell #-}'
        echo '{-# LANGUAGE TypeFamilies, UndecidableInstances #-}'
        printf 'module Type where\nimport Data.Text (Text)\nimport PackedData\nimport PackedData.TH\ndata Type\n'
        for ((i = 0; i < count; i++)); do
            printf '  %s C%d %s\n' "$([ $i = 0 ] && echo = || echo '|')" $i "${fields[i % 6]}"
        done
        printf "  deriving (Eq, Show)\nmkPacked ''Type\n"
    } >"$work/Type.hs"
    TIMEFORMAT="$count constructors: %U s"
    time ghc -v0 -O1 -fforce-recomp -package-db dist-compile/package.conf.inplace -outputdir "$work" -c "$work/Type.hs"
done
