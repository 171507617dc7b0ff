#!/usr/bin/env bash
# Tests the pages of `packed explore` and of examples/tree-service in headless Chromium; leaves pictures of them in
# target/tmp. Chromium and its driver are installed from Debian's packages if they are missing; where that fails, the
# step is skipped. That of `packed explore` needs node.
source "$(dirname "$0")/common.sh"

if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
    echo "Chromium is not installed: trying Debian's packages"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y chromium chromium-driver; } >/dev/null 2>&1 ||
        skip "Chromium cannot be installed here"
fi

run cargo test -p tree-service --test service browser:: -- --ignored --nocapture
target=${CARGO_TARGET_DIR:-target}
ls -l "$target"/tmp/tree-service*.png

command -v node >/dev/null || skip "the page of packed explore: no node"
run cargo build --release -p packed-data-cli
run node explorer/browser.mjs "$target/release/packed" examples/json/shop.json "$target/tmp"
ls -l "$target"/tmp/explorer-*.png
