#!/usr/bin/env bash
# The comparisons: their tests; that they build, their contestants agree, and a task of each table runs. Nobody looks at
# the figures.
source "$(dirname "$0")/common.sh"

run cargo test -p bench

run cargo build --release -p bench
bench=${CARGO_TARGET_DIR:-target}/release/bench
for selection in "table1 --only build" "formats --only read" "vectors --only decode" "scaling --only sum"; do
    # shellcheck disable=SC2086 # words
    run "$bench" $selection --quick | sed -n '1,2p;/^### Targets/,$p'
done
