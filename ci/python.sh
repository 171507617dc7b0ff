#!/usr/bin/env bash
# The Python package in python/: a wheel, built and installed in a fresh virtual environment; its tests, and those of
# the README's code, with pyarrow, polars, DuckDB and the command, once more with Python's debug allocator; pyright in
# strict mode; the stub compared with the module; every shape of the Rust test suite in each layout, written by the
# library, read and packed again by the package, with the verdicts on changed bytes.
#
#   ci/python.sh         a few changes of each shape
#   ci/python.sh full    hundreds
# What needs Python 3.10 with venv and PyPI is skipped without them.
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    quick) changes=20 ;;
    full) changes=500 ;;
    *) echo "usage: ci/python.sh [quick|full]" >&2 && exit 2 ;;
esac

python=
for name in python3 python3.13 python3.12 python3.11 python3.10; do
    if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        python=$name && break
    fi
done
[ -n "$python" ] || skip "Python: no interpreter of version 3.10 or later with venv"

work=$PWD/target/python
rm -rf "$work"
mkdir -p "$work"
run "$python" -m venv "$work/venv"
bin=$work/venv/bin
run "$bin/pip" install --quiet --disable-pip-version-check maturin pytest pyright mypy pyarrow polars duckdb ||
    skip "Python: no PyPI"

target=${CARGO_TARGET_DIR:-$PWD/target}
need_component clippy
CARGO_TARGET_DIR=$target run cargo clippy --manifest-path python/Cargo.toml --all-targets -- -D warnings
CARGO_TARGET_DIR=$target run "$bin/maturin" build --manifest-path python/Cargo.toml --release --locked --quiet \
    --out "$work/wheels"
run "$bin/pip" install --quiet --disable-pip-version-check --no-deps "$work"/wheels/packed_data-*.whl

PYTHON=$work/shapes.jsonl CHANGES=$changes CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/exports} \
    run cargo test --manifest-path test-suite/exports/Cargo.toml --test python
# (Not in python/, where the package would be found without its compiled part.)
cp -r python/tests "$work/tests"
cp python/README.md "$work"
CARGO_TARGET_DIR=$target run cargo build -p packed-data-cli
case $target in /*) ;; *) target=$PWD/$target ;; esac
export PACKED=$target/debug/packed PACKED_SHAPES=$work/shapes.jsonl
(cd "$work" && run "$bin/python" -m pytest -q --no-header -p no:cacheprovider tests)
# (It fills what is freed, and looks for writes beyond what was allocated. What it costs in memory is no leak.)
(cd "$work" && PYTHONMALLOC=debug PYTHONDEVMODE=1 run "$bin/python" -m pytest -q --no-header -p no:cacheprovider tests)
(cd "$work" && run "$bin/stubtest" packed_data._native --concise \
    --allowlist "$OLDPWD/python/tests/stub_differences.txt")
run "$bin/pyright" --pythonpath "$bin/python" --project python
