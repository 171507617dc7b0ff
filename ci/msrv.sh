#!/usr/bin/env bash
# Each published crate with the oldest Rust that its Cargo.toml promises.
#
#   ci/msrv.sh         those that `cargo test` builds
#   ci/msrv.sh full    also the crates on large engines
source "$(dirname "$0")/common.sh"

# (Those that promise the same are checked at once, which compiles their dependencies once.)
declare -A crates
for crate in $(published_in "${1:-quick}"); do
    crates[$(promised_rust "$crate")]+=" -p $crate"
done
for msrv in "${!crates[@]}"; do
    need_toolchain "$msrv"
    # shellcheck disable=SC2086 # words
    run cargo "+$msrv" check ${crates[$msrv]} "$(features_in "${1:-quick}")"
done
