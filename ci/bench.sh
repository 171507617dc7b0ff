#!/usr/bin/env bash
# The comparisons, a workspace of their own: lints, documentation, tests; one task of each table, in which all
# contestants must agree; the tasks on files; and the bench of allocations. No time is checked here.
source "$(dirname "$0")/common.sh"

here=(--manifest-path bench/Cargo.toml)
need_component clippy
run cargo clippy "${here[@]}" --workspace --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" run cargo doc "${here[@]}" --no-deps --document-private-items
run cargo test "${here[@]}"

for selection in "table1 --only build" "formats --only read" "vectors --only decode" "scaling --only sum" \
    "build-cost --only time"; do
    # shellcheck disable=SC2086 # words
    run cargo run --release "${here[@]}" -- $selection --quick | sed -n '1,2p;/^### Targets/,$p'
done

# Files of records beside those of other libraries: every contestant has to give the right answer.
run cargo run --release "${here[@]}" -p files -- --quick

# The limits on what packed-data allocates are checked here too; the cases of the other libraries must succeed.
run cargo bench --manifest-path bench/peers/Cargo.toml --bench weigh

# A syntax tree of a small program, in Rust and in JavaScript: the answers have to agree. Without an npm registry it is
# skipped, after all else.
run cargo clippy --manifest-path bench/ast/Cargo.toml --release --all-targets -- -D warnings
run bench/ast/run.sh --quick
