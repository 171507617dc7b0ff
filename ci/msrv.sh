#!/usr/bin/env bash
# Each published crate with the oldest Rust that its Cargo.toml promises.
source "$(dirname "$0")/common.sh"

for crate in $(published); do
    msrv=$(promised_rust "$crate")
    need_toolchain "$msrv"
    run cargo "+$msrv" check -p "$crate" --all-features
done
