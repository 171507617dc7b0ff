#!/usr/bin/env bash
# Tests the page of examples/tree-service in headless Chromium; leaves a picture of it in target/tmp. Chromium and its
# driver are installed from Debian's packages if they are missing; where that fails, the step is skipped.
source "$(dirname "$0")/common.sh"

if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
    echo "Chromium is not installed: trying Debian's packages"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y chromium chromium-driver; } >/dev/null 2>&1 ||
        skip "Chromium cannot be installed here"
fi

run cargo test -p tree-service --test service browser:: -- --ignored --nocapture
ls -l "${CARGO_TARGET_DIR:-target}"/tmp/tree-service*.png
