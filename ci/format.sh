#!/usr/bin/env bash
# The style of the code: rustfmt.toml.
source "$(dirname "$0")/common.sh"

need_component rustfmt
run cargo fmt --all --check
