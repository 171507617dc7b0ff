#!/usr/bin/env bash
# The documentation of the crates: of the libraries, every public item; of their insides, that links lead somewhere. (Its
# code is run by ci/test.sh; the book is checked by ci/book.sh.)
source "$(dirname "$0")/common.sh"

RUSTDOCFLAGS="-D warnings" run cargo doc --no-deps --all-features --workspace --exclude test-suite --exclude renamed --exclude strict
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
    run cargo doc --no-deps --all-features --workspace --exclude test-suite --exclude renamed --exclude strict --document-private-items
