#!/usr/bin/env bash
# The five examples; 2 GB through `stream`, in less than 64 MiB (which takes a second); and how `json` reports bad
# input: one line on stderr, status 1, no file left behind.
source "$(dirname "$0")/common.sh"

for example in json tree multi_layout mutual stream; do
    run cargo run --release --example "$example"
done
run cargo run --release --example stream -- --megabytes 2048 --through plain

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$scratch/empty.json"
echo '{"a": [1, 2' >"$scratch/malformed.json"
mkdir "$scratch/unreadable.json"
json=$(realpath "${CARGO_TARGET_DIR:-target}/release/examples/json")
for input in missing empty malformed unreadable; do
    status=0
    (cd "$scratch" && "$json" "$scratch/$input.json") >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
    lines=$(wc -l <"$scratch/stderr")
    echo "json, $input input: status $status: $(cat "$scratch/stderr")"
    [ "$status" = 1 ] && [ "$lines" = 1 ] || { echo "expected status 1 and one line on stderr" && exit 1; }
done
left=$(find "$scratch" -type f ! -name '*.json' ! -name stdout ! -name stderr)
[ -z "$left" ] || { echo "left behind: $left" && exit 1; }
