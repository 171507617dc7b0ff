#!/usr/bin/env bash
# The numbered invariants that unsafe code rests on. "Invariant (C1)" in a comment states one. Each is stated once in a
# crate; each number that a SAFETY comment or a `# Safety` section cites is stated; each that is stated is cited. No
# SAFETY comment only refers to one above it, since code moves. (Clippy checks that there is a SAFETY comment before
# each unsafe block and a `# Safety` section for each unsafe function, private ones too: ci/clippy.sh.) And each file of
# a program or library with unsafe code has a row in the table of the audit, book/src/audit.md.
#
#   ci/safety.sh             checks
#   ci/safety.sh invariants  prints where each is stated, and how often it is cited
source "$(dirname "$0")/common.sh"

status=0
for crate in crates/*/; do
    mapfile -t files < <(find "${crate}src" -name '*.rs' | sort)
    awk -v crate="$(basename "$crate")" -v print_all="${1:-}" '
        function wrong(place, text) { print place ": " text; failed = 1 }
        function cite(text, place, is_reason) {
            while (match(text, /(^|[^A-Za-z0-9_`])[A-Z][0-9]+($|[^A-Za-z0-9_`])/)) {
                name = substr(text, RSTART, RLENGTH)
                gsub(/[^A-Z0-9]/, "", name)
                count[name]++
                if (is_reason && !(name in cited)) cited[name] = place
                text = substr(text, RSTART + RLENGTH - 1)
            }
        }
        { place = FILENAME ":" FNR }
        # A `# Safety` section and a SAFETY comment end where the comment lines end.
        !/^ *\/\// { in_safety = 0; next }
        match($0, /Invariant \([A-Z][0-9]+\)/) {
            name = substr($0, RSTART + 11, RLENGTH - 12)
            if (name in stated) wrong(place, "invariant " name " is stated a second time, after " stated[name])
            stated[name] = place
            next
        }
        /\/\/ SAFETY:/ { in_safety = 1 }
        /\/\/[\/!] # Safety/ { in_safety = 1 }
        /\/\/ SAFETY: (as|the same as) (above|before)/ { wrong(place, "the reason is not given") }
        { cite($0, place, in_safety) }
        END {
            for (name in cited) if (!(name in stated)) wrong(cited[name], "invariant " name " is not stated in " crate)
            for (name in stated) if (!count[name]) wrong(stated[name], "invariant " name " is not cited")
            if (print_all == "invariants")
                for (name in stated) printf "%-4s %4d  %s\n", name, count[name], stated[name] | "sort"
            exit failed
        }
    ' "${files[@]}" || status=1
done
# Files of Rust with unsafe code (not in a comment or a text), and those that have rows; tests apart.
tests='(^|/)(tests|fuzz|test-suite)/'
audited=$(git ls-files -- '*.rs' | grep -vE "$tests" |
    xargs grep -lE '^([^"/]|"[^"]*")*\bunsafe( (fn|impl|trait|extern)\b| *\{|$)' | sort)
rows=$(sed -n 's/^| `\([^`]*\.rs\)` .*/\1/p' book/src/audit.md | grep -vE "$tests" | sort)
differences=$(comm -3 <(echo "$rows") <(echo "$audited") | sed '
    s/^\t\(.*\)/\1: has unsafe code, and no row in the table of book\/src\/audit.md/
    t
    s/$/: has a row in the table of book\/src\/audit.md, and no unsafe code/')
if [ -n "$differences" ]; then
    echo "$differences"
    status=1
fi
[ $status = 0 ] && echo "each invariant that is cited is stated once, and each that is stated is cited; all is audited"
exit $status
