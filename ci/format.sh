#!/usr/bin/env bash
# The style of the code (rustfmt.toml), in all three workspaces.
source "$(dirname "$0")/common.sh"

need_component rustfmt
run cargo fmt --all --check
for workspace in bench fuzz; do
    run cargo fmt --manifest-path "$workspace/Cargo.toml" --all --check
done
