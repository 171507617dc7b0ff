#!/usr/bin/env bash
# The page of examples/tree-service in headless Chromium; its picture is left in target/tmp. Chromium and its driver are
# installed from Debian's packages where that can be done; where it cannot, this is skipped.
source "$(dirname "$0")/common.sh"

if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
    echo "Chromium is not installed: trying Debian's packages"
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium chromium-driver; } >/dev/null 2>&1; then
        echo "skipped: Chromium cannot be installed here"
        exit 0
    fi
fi

run cargo test -p tree-service --test browser -- --ignored --nocapture
ls -l "${CARGO_TARGET_DIR:-target}"/tmp/tree-service*.png
