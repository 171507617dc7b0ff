#!/usr/bin/env bash
# Validation by schema in times of typed validation, in instructions: the program crates/packed-data-schema/benches runs
# each once under callgrind, which counts the instructions of each function with all that it calls. The counts are the
# same on a busy machine as on an idle one. (Not a step of .ci/run.)
source "$(dirname "$0")/common.sh"

command -v valgrind >/dev/null || skip "no valgrind"
out=${CARGO_TARGET_DIR:-target}/schema_speed
mkdir -p "$out"
program=$(cargo bench --quiet -p packed-data-schema --bench validate --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*validate[^"]*\)".*/\1/p' | tail -n 1)
run valgrind --quiet --tool=callgrind --callgrind-out-file="$out/callgrind" "$program" count
callgrind_annotate --inclusive=yes --threshold=100 --show-percs=no "$out/callgrind" |
    sed -n 's/^ *\([0-9,]*\) .*validate::\(typed\|by_schema\)<\(.*\)>.*/\1 \2 \3/p' | tr -d , |
    awk '{ counts[$2, $3] = $1 }
        $2 == "typed" { names[++last] = $3 }
        END { for (at = 1; at <= last; at++) {
            typed = counts["typed", names[at]]
            printf "%12d %12d %6.1f times  %s\n", typed, counts["by_schema", names[at]],
                counts["by_schema", names[at]] / typed, names[at] } }'
