#!/usr/bin/env bash
# The tables of the last full run in book/src/proof.md: joins the outcomes of its parts, `target/ci/full.tsv` of each
# clone in which `.ci/run full [STEP...]` ran. The last line of a step counts; a step in none of the files keeps its
# row. Fails if a step has failed, or has never run.
#
#   ci/proof.sh [FILE...]   by default target/ci/full.tsv
source "$(dirname "$0")/common.sh"

page=book/src/proof.md
[ $# != 0 ] || set -- target/ci/full.tsv

# Prints the rows of the page as lines of such a file.
published_outcomes() {
    sed -n '/^| step |/,/^$/ s/^| *\([^|]*[^ |]\) *| *\(.*[^ |]\) *|$/\1\t\2/p' "$page" | sed 's/ *| */\t/g'
}

rows=$(cat <(published_outcomes) "$@" | awk -F '\t' -v steps="$(.ci/run steps)" '
    { rows[$1] = sprintf("| %s | %s | %s | %s | %s | %s |", $1, $2, $3, $4, $5, $6) }
    END {
        n = split(steps, step, "\n")
        for (i = 1; i <= n; i++) print (step[i] in rows) ? rows[step[i]] : "| " step[i] " | not run | | | | |"
    }')
# (Those of Miri have a table of their own.)
head=$'| step | outcome | seconds | date | commit | machine |\n|---|---|---:|---|---|---|'
all="$head"$'\n'$(grep -v '^| miri ' <<<"$rows") miri="$head"$'\n'$(grep '^| miri ' <<<"$rows")
awk -v all="$all" -v miri="$miri" '
    /^\| step \|/ { print tables++ ? miri : all; inside = 1 }
    /^$/ { inside = 0 }
    !inside
' "$page" >"$page.new"
mv "$page.new" "$page"
printf '%s\n\n%s\n' "$all" "$miri"
! grep -qE '^\| [^|]* \| (FAILED|not run)' <<<"$rows"
