#!/usr/bin/env bash
# Each published crate with the oldest Rust that its Cargo.toml promises.
#
#   ci/msrv.sh         those that `cargo test` builds
#   ci/msrv.sh full    also the crates on large engines
source "$(dirname "$0")/common.sh"

for crate in $(published_in "${1:-quick}"); do
    msrv=$(promised_rust "$crate")
    need_toolchain "$msrv"
    run cargo "+$msrv" check -p "$crate" --all-features
done
