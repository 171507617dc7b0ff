#!/usr/bin/env bash
# The documentation of the crates. For public items: all lints of rustdoc, as errors. For private items: the links work.
# (ci/test.sh runs the code in it; ci/book.sh checks the book.)
source "$(dirname "$0")/common.sh"

libraries=(--no-deps --all-features --workspace --exclude test-suite --exclude renamed --exclude strict)
RUSTDOCFLAGS="-D warnings" run cargo doc "${libraries[@]}"
# As a newcomer calls it, with the default features.
RUSTDOCFLAGS="-D warnings" run cargo doc --no-deps -p packed-data
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
    run cargo doc "${libraries[@]}" --document-private-items
