#!/usr/bin/env bash
# Measures allocations: each case of packed-data has limits, and fails if it allocates more; so has the example of
# `weigh`.
source "$(dirname "$0")/common.sh"

# (With the packages of the examples, so that dependencies have the same features, and are built once.)
run cargo bench "${release_packages[@]}" --bench announcement --bench weigh
