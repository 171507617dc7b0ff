#!/usr/bin/env bash
# Lints, as errors: the main workspace, the library without its default features, and the fuzz targets. (ci/bench.sh
# does the same for bench/.) Two of the lints refuse an unsafe block without a SAFETY comment, and an unsafe function
# without a `# Safety` section.
#
#   ci/clippy.sh         what `cargo test` builds
#   ci/clippy.sh full    also the crates on large engines
source "$(dirname "$0")/common.sh"

need_component clippy
mode=${1:-quick}
members=()
[ "$mode" = quick ] || members=(--workspace)
run cargo clippy "${members[@]}" --all-targets "$(features_in "$mode")" -- -D warnings
run cargo clippy -p packed-data --no-default-features -- -D warnings
# (In the same target directory, and without debug information as there: so most dependencies were checked for the main
# workspace.)
CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_DEV_INCREMENTAL=false \
    run cargo clippy --manifest-path fuzz/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}" --all-targets -- \
    -D warnings
