#!/usr/bin/env bash
# Documentation: of the library, every public item; of its insides, that links lead somewhere. The book: links
# and contents, the page on the architecture against the code, and HTML if `mdbook` is installed. (Code in them is run
# by ci/test.sh.)
source "$(dirname "$0")/common.sh"

RUSTDOCFLAGS="-D warnings" run cargo doc --no-deps --all-features --workspace --exclude test-suite --exclude renamed --exclude strict
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
    run cargo doc --no-deps --all-features --workspace --exclude test-suite --exclude renamed --exclude strict --document-private-items

# Relative links of Markdown pages, and pages that the table of contents or the tests do not know.
echo
status=0
while IFS= read -r page; do
    while IFS= read -r link; do
        case $link in '' | http://* | https://* | mailto:*) continue ;; esac
        [ -e "$(dirname "$page")/$link" ] || { echo "$page: no such file: $link" && status=1; }
    done < <(grep -oE '\]\([^)# ]*' "$page" | cut -c3-)
done < <(find book/src ./*.md -name '*.md')
while IFS= read -r page; do
    [ "$page" = SUMMARY.md ] && continue
    grep -qF "($page)" book/src/SUMMARY.md || { echo "book/src/SUMMARY.md: page missing: $page" && status=1; }
    if grep -q '^```rust' "book/src/$page"; then
        grep -qF -e "\"$page\"" -e "/book/src/$page\"" test-suite/src/book.rs crates/packed-data-axum/src/lib.rs ||
            { echo "test-suite/src/book.rs: page missing: $page" && status=1; }
    fi
done < <(cd book/src && find . -name '*.md' | cut -c3-)
[ $status = 0 ] && echo "links of the book: fine"
ci/architecture.sh || status=1

if command -v mdbook >/dev/null; then
    run mdbook build book --dest-dir "$PWD/target/book"
fi
exit $status
