#!/usr/bin/env bash
# What is allocated: the cases of packed-data, each with limits, so that one that allocates more than before fails
# here; and the example of `weigh` itself, which has limits too.
source "$(dirname "$0")/common.sh"

# (Without `-p`, so that dependencies have the same features as for the examples, and are built once.)
run cargo bench --bench announcement --bench weigh
