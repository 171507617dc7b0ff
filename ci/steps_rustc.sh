#!/bin/sh
# What cargo calls in the place of rustc for the crates of the workspace (RUSTC_WORKSPACE_WRAPPER), so that those alone
# are built with the counter of steps: see ci/steps.sh.
exec "$@" --cfg packed_data_steps
