#!/usr/bin/env bash
# What is allocated: the cases of packed-data, each with limits, so that one that allocates more than before fails
# here; and the example of `weigh` itself, which has limits too.
source "$(dirname "$0")/common.sh"

run cargo bench -p weigh --bench announcement
run cargo bench -p packed-data --bench weigh
