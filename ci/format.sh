#!/usr/bin/env bash
# The style of the code (rustfmt.toml), in all workspaces; and the width of what rustfmt leaves alone: comments of
# Rust code and all lines of scripts and of Haskell are at most 120 columns wide.
source "$(dirname "$0")/common.sh"

# Prints the lines that are too wide, and fails if there are any. Exempt are lines with a URL or a row of a table, lines
# without a space to wrap at, and files that a program writes: golden expansions and the code of schema compilers.
widths() {
    local file files=()
    while IFS= read -r file; do
        case $file in */golden/* | */generated/*) continue ;; esac
        [ -f "$file" ] && files+=("$file")
    done < <(git ls-files --cached --others --exclude-standard -- '*.rs' '*.sh' '*.hs' .ci/run)
    # (Bytes that continue a character of UTF-8 take no column.)
    LC_ALL=C awk '
        FILENAME ~ /\.rs$/ && !/^ *\/\// { next }
        {
            line = $0
            gsub(/[\200-\277]/, "", line)
            if (length(line) <= 120) next
            text = line
            sub(/^ *(\/\/[\/!]?|#|--)? */, "", text)
            if (text !~ / / || (FILENAME ~ /\.rs$/ && text ~ /^\|/) || line ~ /https?:\/\//) next
            print FILENAME ":" FNR ": " length(line) " columns, more than 120"
            failed = 1
        }
        END { exit failed }
    ' "${files[@]}"
}

need_component rustfmt
run cargo fmt --all --check
for workspace in bench bench/ast examples/sql explorer fuzz python test-suite/exports; do
    run cargo fmt --manifest-path "$workspace/Cargo.toml" --all --check
done
run widths
