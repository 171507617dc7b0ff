#!/usr/bin/env bash
# Validation by schema in times of typed validation, in instructions: the program in crates/packed-data-schema/benches
# validates each value once in each way under callgrind, which counts: on a busy machine the same as on an idle one.
# Prints the instructions by type, by schema, and their ratio. (Not a step of .ci/run.)
source "$(dirname "$0")/common.sh"

command -v valgrind >/dev/null || skip "no valgrind"
out=${CARGO_TARGET_DIR:-target}/schema_speed
rm -rf "$out"
mkdir -p "$out"
program=$(cargo bench --quiet -p packed-data-schema --bench validate --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
valgrind --quiet --tool=callgrind --callgrind-out-file="$out/counts" --dump-before=validate::typed \
    --dump-after=validate::typed --dump-after=validate::by_schema "$program" count >"$out/cases"

# Of each case there are three parts: what comes before it, by type, by schema.
instructions() { sed -n 's/^totals: //p' "$out/counts.$1"; }
part=1
while read -r name layout _; do
    typed=$(instructions $((part + 1)))
    by_schema=$(instructions $((part + 2)))
    part=$((part + 3))
    awk -v name="$name" -v layout="$layout" -v typed="$typed" -v by_schema="$by_schema" \
        'BEGIN { printf "%-10s %-8s %12d %12d %6.1f\n", name, layout, typed, by_schema, by_schema / typed }'
done <"$out/cases"
