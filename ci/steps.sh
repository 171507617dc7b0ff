#!/usr/bin/env bash
# Tests that count steps of work (crates/packed-data/src/wire/steps.rs), and assert that work is linear in the bytes, or
# `n log n` where the keys of maps are not in order. Only the crates of the workspace are built with the counter; the
# others are shared with other builds (and have the same features as there, since no package is selected).
#
#   ci/steps.sh         small inputs
#   ci/steps.sh full    optimised, also with inputs that are three or four times as large; prints the most that each
#                       operation took for a byte, on which input, and the limit
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    quick) profile=() options=() ;;
    full) profile=(--profile checks) options=(-- --nocapture) ;;
    *) echo "usage: ci/steps.sh [quick|full]" >&2 && exit 2 ;;
esac

RUSTC_WORKSPACE_WRAPPER="$PWD/ci/steps_rustc.sh" run cargo test "${profile[@]}" --test steps "${options[@]}"
