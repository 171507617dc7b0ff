#!/bin/sh
# Cargo calls this instead of rustc for the crates of the workspace (RUSTC_WORKSPACE_WRAPPER), so that only those are
# built with the counter of steps: see ci/steps.sh.
exec "$@" --cfg packed_data_steps
