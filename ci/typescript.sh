#!/usr/bin/env bash
# The export to TypeScript, and the npm package `packed-data` in js/ that its modules import: `tsc --strict` on all of
# them, the tests of the package, what `npm pack` puts into it, the example of its README; and every shape of the test
# suite, written by the library, read by the modules and compared by value, with changed bytes, of which verdict, place
# and message are compared.
#
#   ci/typescript.sh package the package in js/ alone: its types, its tests, its files
#   ci/typescript.sh         a few changes of each shape, in Node
#   ci/typescript.sh full    more than 100,000 cases, in Node and in headless Chromium
# What needs npm and node is skipped without them.
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    package | quick) changes=40 ;;
    full) changes=1500 ;;
    *) echo "usage: ci/typescript.sh [package|quick|full]" >&2 && exit 2 ;;
esac
for tool in npm node; do
    command -v "$tool" >/dev/null || skip "TypeScript: no $tool"
done

# (Not in a list of commands with `||`: the shell would go on after a failure.)
pushd js >/dev/null
run npm ci --silent --no-audit --no-fund || skip "TypeScript: no npm registry"
run npm test --silent
# The package has the code, its types, the licences and the README, and nothing else.
files=$(npm pack --dry-run --json 2>/dev/null | node -e '
    const [{ files }] = JSON.parse(require("fs").readFileSync(0));
    const others = files.map((of) => of.path).filter((path) => !/^dist\/[a-z0-9]+\.(js|d\.ts)$/.test(path));
    console.log(others.sort().join(" "));')
[ "$files" = "LICENSE-APACHE LICENSE-MIT README.md package.json" ] || {
    echo "npm pack has other files than expected: $files"
    exit 1
}
popd >/dev/null
[ "$mode" != package ] || exit 0

run cargo build -p packed-data-cli
run node js/test/readme.mjs "${CARGO_TARGET_DIR:-target}/debug" "$PWD/target/readme"

work=$PWD/target/typescript
rm -rf "$work"
mkdir -p "$work/node_modules"
ln -s "$PWD/js" "$work/node_modules/packed-data"
target=${CARGO_TARGET_DIR:-$PWD/target/exports}
CARGO_TARGET_DIR=$target TYPESCRIPT=$work CHANGES=$changes \
    run cargo test --manifest-path test-suite/exports/Cargo.toml --test typescript
cp test-suite/exports/typescript/{tsconfig,package}.json "$work"
run js/node_modules/.bin/tsc -p "$work/tsconfig.json"
run node test-suite/exports/typescript/compare.mjs "$work"

[ "$mode" = full ] || exit 0
if ! command -v chromium >/dev/null; then
    echo "Chromium is not installed: trying Debian's packages"
    DEBIAN_FRONTEND=noninteractive install_packages chromium >/dev/null || skip "Chromium cannot be installed here"
fi
run node test-suite/exports/typescript/browser.mjs "$work"
