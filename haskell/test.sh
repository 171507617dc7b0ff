#!/usr/bin/env bash
# Builds the library and runs its tests, with GHC and the packages of the distribution only: nothing is downloaded. With
# `bench`, runs the benchmark instead; what follows is passed on.
set -euo pipefail
cd "$(dirname "$0")"
setup() { runghc Setup.hs "$@"; }
if [ "${1:-}" = bench ]; then
    setup configure --builddir=dist-bench --enable-benchmarks --enable-optimization=2
    setup build --builddir=dist-bench
    exec dist-bench/build/tasks/tasks "${@:2}"
fi
setup configure --builddir=dist --enable-tests --ghc-options=-O0
setup build --builddir=dist
dist/build/spec/spec "$@"
if command -v python3 >/dev/null; then python3 test/doc.py; fi
