#!/usr/bin/env bash
# The examples (but `exchange`, which ci/haskell.sh runs, and `dataflow`, which ci/dataflow.sh runs); 2 GB through
# `stream`, in less than 64 MiB (which takes a second); how `json` reports bad input: one line on stderr, status 1, no
# file left behind; and the lines of the README with the command `packed`.
source "$(dirname "$0")/common.sh"

# (Built at once, so that no core waits, and of these packages only: with all members, what the test suite needs would
# be optimised too. A second package cannot be given to `cargo run`.)
examples=(json tree multi_layout mutual stream)
run cargo build --release "${release_packages[@]}" "${examples[@]/#/--example=}"
built=$(realpath "${CARGO_TARGET_DIR:-target}/release/examples")
for example in "${examples[@]}"; do
    run "$built/$example"
done
run "$built/stream" --megabytes 2048 --through plain

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$scratch/empty.json"
echo '{"a": [1, 2' >"$scratch/malformed.json"
mkdir "$scratch/unreadable.json"
for input in missing empty malformed unreadable; do
    status=0
    (cd "$scratch" && "$built/json" "$scratch/$input.json") >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
    lines=$(wc -l <"$scratch/stderr")
    echo "json, $input input: status $status: $(cat "$scratch/stderr")"
    [ "$status" = 1 ] && [ "$lines" = 1 ] || { echo "expected status 1 and one line on stderr" && exit 1; }
done
left=$(find "$scratch" -type f ! -name '*.json' ! -name stdout ! -name stderr)
[ -z "$left" ] || { echo "left behind: $left" && exit 1; }

# The README's lines, word by word. (With the command as the tests have built it: the lines are the same when it is
# optimised. `cargo build` would build it and what it needs once more, because without tests some dependencies have
# fewer features.)
run cargo test --no-run --test commands
packed=$(realpath "${CARGO_TARGET_DIR:-target}/debug/packed")
mkdir "$scratch/readme"
ln -s "$PWD/examples" "$scratch/readme/examples"
lines=$(grep '^packed ' README.md)
[ -n "$lines" ] || { echo "the README has no line with \`packed\`" && exit 1; }
while read -r line; do
    printf '\n$ %s\n' "$line"
    case $line in
        *' --to '* | 'packed '[!e]*)
            (cd "$scratch/readme" && PATH="$(dirname "$packed"):$PATH" bash -c "$line") </dev/null
            ;;
        'packed explore '*) # (It serves a page until Ctrl-C.)
            status=0
            (cd "$scratch/readme" && PATH="$(dirname "$packed"):$PATH" timeout --preserve-status --kill-after=5 \
                --signal=INT 3 bash -c "$line") </dev/null >"$scratch/stdout" || status=$?
            cat "$scratch/stdout"
            grep -q '^http://127\.0\.0\.1:' "$scratch/stdout"
            [ $status = 130 ] || { echo "status $status" && exit 1; }
            ;;
        *) echo "another command: $line" && exit 1 ;;
    esac
done <<<"$lines"
