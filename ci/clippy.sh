#!/usr/bin/env bash
# Lints, as errors: everything, and the library without its default features. Two of the lints refuse an
# unsafe block without a SAFETY comment, and an unsafe function without a `# Safety` section.
source "$(dirname "$0")/common.sh"

need_component clippy
run cargo clippy --workspace --all-targets --all-features -- -D warnings
run cargo clippy -p packed-data --no-default-features -- -D warnings
