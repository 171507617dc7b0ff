#!/usr/bin/env bash
# The workspace with the oldest Rust that Cargo.toml promises.
source "$(dirname "$0")/common.sh"

msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
need_toolchain "$msrv"
run cargo "+$msrv" check --workspace --all-features
