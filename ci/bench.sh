#!/usr/bin/env bash
# The benchmarks build, their contestants agree, and a task of each table runs; figures are not looked at.
source "$(dirname "$0")/common.sh"

run cargo build --release -p bench
target=${CARGO_TARGET_DIR:-target}/release
for selection in "table1 sum" "formats serialize" "vectors decode" "scaling sum"; do
    read -r table task <<<"$selection"
    run "$target/bench" "$table" --quick --only "$task" >/dev/null
done
