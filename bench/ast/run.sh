#!/usr/bin/env bash
# The syntax tree of a program of 9 MB, in Rust and in JavaScript: fetches the program and oxc-parser from the npm
# registry (versions and checksums are in js/package-lock.json), parses it, and measures.
#
#   bench/ast/run.sh             the figures
#   bench/ast/run.sh --quick     a program of 28 kB, on which the answers are compared; nothing is timed
# Without npm only the Rust part runs, on the file that the variable AST_FILE names.
source "$(dirname "$0")/../../ci/common.sh"

quick=()
name=typescript.js
[ "${1:-}" = --quick ] && quick=(--quick) name=_tsserver.js
target=$PWD/target
out=$target/ast
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$target/bench-ast}

if command -v npm >/dev/null && command -v node >/dev/null; then
    (cd js && run npm ci --silent --no-audit --no-fund && run npm run build --silent)
    (cd bench/ast/js && run npm ci --silent --no-audit --no-fund)
    AST_FILE=${AST_FILE:-bench/ast/js/node_modules/typescript-input/lib/$name}
fi
[ -n "${AST_FILE:-}" ] || skip "the syntax tree: no npm registry, and no AST_FILE"
run cargo run --release --manifest-path bench/ast/Cargo.toml -- "$AST_FILE" "${quick[@]}" --out "$out"
[ -d bench/ast/js/node_modules ] || skip "the syntax tree in JavaScript: no npm registry"

mkdir -p "$out/node_modules"
ln -sfn "$PWD/js" "$out/node_modules/packed-data"
cp bench/ast/js/tsconfig.json "$out"
echo '{ "type": "module" }' >"$out/package.json"
run bench/ast/js/node_modules/.bin/tsc -p "$out/tsconfig.json"
# (Trees nest deeply, and the visitors recur.)
run "${NODE:-node}" --stack-size=4000 bench/ast/js/measure.mjs "$out" "$AST_FILE" "${quick[@]}"
