#!/usr/bin/env bash
# The crates for databases: their tests start the real thing, kill writers in their commits, and fill disks.
source "$(dirname "$0")/common.sh"

run cargo test -p packed-data-store -p packed-data-redb -p packed-data-heed
