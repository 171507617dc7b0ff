#!/usr/bin/env bash
# The published crates with the oldest Rust that Cargo.toml promises.
source "$(dirname "$0")/common.sh"

msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
need_toolchain "$msrv"
run cargo "+$msrv" check -p packed-data -p packed-data-axum -p packed-data-cbor -p weigh --all-features
