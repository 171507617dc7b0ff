#!/usr/bin/env bash
# Measures allocations: each case of packed-data has limits, and fails if it allocates more; so has the example of
# `weigh`.
source "$(dirname "$0")/common.sh"

# (Without `-p`, so that dependencies have the same features as for the examples, and are built once.)
run cargo bench --bench announcement --bench weigh
