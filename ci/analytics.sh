#!/usr/bin/env bash
# Packed data as Arrow: the tests of the crate, of the command's feature `arrow`, and of SQL over packed files. They are
# no part of `cargo test`, because Arrow, Parquet and DataFusion take long to compile. Then the command writes Parquet
# and Arrow files, in less memory than the input has bytes, and DuckDB and pyarrow (from PyPI) find the same answers in
# them as a loop over views.
#
#   ci/analytics.sh                    1,000,000 records
#   ci/analytics.sh figures [ROUNDS]   10,000,000 records; then measures the figures in book/src/analytics.md
source "$(dirname "$0")/common.sh"

mode=${1:-test} rounds=${2:-9}
case $mode in test | figures) ;; *) echo "usage: ci/analytics.sh [figures [ROUNDS]]" >&2 && exit 2 ;; esac
target=${CARGO_TARGET_DIR:-target}
sql=examples/sql/Cargo.toml

if [ "$mode" = test ]; then
    run cargo test -p packed-data-arrow
    run cargo test -p packed-data-cli --features arrow --test commands columns::
    # (One build of DataFusion, optimised, also for the figures.)
    run cargo test --release --manifest-path "$sql"
    run cargo clippy --release --manifest-path "$sql" --all-targets -- -D warnings
fi

run cargo build --release -p packed-data-cli --features arrow
run cargo build --release --manifest-path "$sql"
packed=$target/release/packed
built=${CARGO_TARGET_DIR:-examples/sql/target}/release

folder=$target/analytics/data
rm -rf "$folder"
run "$built/figures" write "$folder" "$([ "$mode" = figures ] && echo 10000000 || echo 1000000)"
for to in parquet arrow; do
    run "$packed" convert "$folder/indexed.packed" "$folder/indexed.$to"
    run "$packed" convert "$folder/orders.packed" "$folder/orders.$to"
done
PATH=$(realpath "$built"):$PATH run "$packed" sql "$folder/indexed.packed" \
    "SELECT side, count(*), avg(price) FROM indexed WHERE quantity > 500 GROUP BY side ORDER BY side"

# The records once more, in an address space that is smaller than they are. (The command itself takes some of it.)
if [ "$mode" = test ]; then
    run "$built/figures" write "$folder/large" 6000000
    size=$(stat -c %s "$folder/large/indexed.packed")
    (
        ulimit -v $((size / 1024 * 3 / 4))
        run "$packed" convert "$folder/large/indexed.packed" "$folder/large/indexed.parquet"
        run "$packed" convert "$folder/large/indexed.packed" "$folder/large/indexed.arrow"
    )
    rm -r "$folder/large"
fi

python=$target/analytics/bin/python
if ! "$python" -c "import duckdb, pyarrow" 2>/dev/null; then
    python3 -m venv "$target/analytics" && run "$target/analytics/bin/pip" install --quiet duckdb pyarrow ||
        skip "DuckDB and pyarrow cannot be installed"
fi
run "$python" -c "import duckdb, pyarrow; print('duckdb', duckdb.__version__, 'pyarrow', pyarrow.__version__)"
run "$python" examples/sql/read.py "$folder"

if [ "$mode" = figures ]; then
    run "$built/figures" measure "$folder" "$python" "$rounds"
fi
rm -r "$folder"
