#!/usr/bin/env bash
# The documentation of the crates. For public items: all lints of rustdoc, as errors. For private items: the links work.
# (ci/test.sh runs the code in it; ci/book.sh checks the book.)
#
#   ci/docs.sh         of the crates that `cargo test` builds
#   ci/docs.sh full    also of the crates on large engines
source "$(dirname "$0")/common.sh"

libraries=(--no-deps "$(features_in "${1:-quick}")")
if [ "${1:-quick}" = full ]; then
    libraries+=(--workspace --exclude test-suite --exclude renamed --exclude strict)
else
    for crate in $(published_in quick); do libraries+=(-p "$crate"); done
fi
RUSTDOCFLAGS="-D warnings" run cargo doc "${libraries[@]}"
# As a newcomer calls it, with the default features.
RUSTDOCFLAGS="-D warnings" run cargo doc --no-deps -p packed-data
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
    run cargo doc "${libraries[@]}" --document-private-items
