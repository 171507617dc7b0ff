#!/usr/bin/env bash
# Packed data in timely dataflow, and its example. They are no default members of the workspace, because timely takes
# long to compile: `cargo test` at the root leaves them out. The example then runs in one process and in two, and its
# answer is compared with that of a loop.
source "$(dirname "$0")/common.sh"

run cargo test -p packed-data-timely -p dataflow

run cargo build --release -p dataflow
dataflow=${CARGO_TARGET_DIR:-target}/release/dataflow
run "$dataflow" -w 2 --check
"$dataflow" -n 2 -p 1 &
second=$!
trap 'kill $second 2>/dev/null || true' EXIT
run "$dataflow" -n 2 -p 0 --check
wait $second
