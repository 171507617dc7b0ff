#!/usr/bin/env bash
# The book and the other Markdown pages: links to files, the table of contents, whether the code of each page is tested,
# and ci/architecture.sh. Then makes the book as HTML in target/book, and checks that each link within the book leads to
# a file and a heading that exist.
#
#   ci/book.sh           makes the HTML if mdbook is installed; otherwise ends with the status of a skipped step (77)
#   ci/book.sh install   installs mdbook first if it is missing, which takes a minute and a half
source "$(dirname "$0")/common.sh"

# Any version 0.5 suffices; this one is installed.
mdbook_version=0.5.4

# Checks the relative links of Markdown pages.
pages() {
    local status=0 page link
    while IFS= read -r page; do
        while IFS= read -r link; do
            case $link in '' | http://* | https://* | mailto:*) continue ;; esac
            [ -e "$(dirname "$page")/$link" ] || { echo "$page: no such file: $link" && status=1; }
        done < <(grep -oE '\]\([^)# ]*' "$page" | cut -c3-)
    done < <(find book/src ./*.md crates examples -name '*.md')
    return $status
}

# Checks that the table of contents has each page, and the tests each page with Rust code.
contents() {
    local status=0 page
    while IFS= read -r page; do
        [ "$page" = SUMMARY.md ] && continue
        grep -qF "($page)" book/src/SUMMARY.md || { echo "book/src/SUMMARY.md: page missing: $page" && status=1; }
        if grep -q '^```rust' "book/src/$page"; then
            grep -qF -e "\"$page\"" -e "/book/src/$page\"" test-suite/src/book.rs examples/tree-service/src/lib.rs ||
                { echo "test-suite/src/book.rs: page missing: $page" && status=1; }
        fi
    done < <(cd book/src && find . -name '*.md' | cut -c3-)
    return $status
}

# Prints for HTML files, one a line: `page FILE`, `id FILE#ID` for each definition, `link FILE TARGET` for each link.
references() {
    local page
    (cd "$1" && find . -type f | sed 's,^\./,page ,')
    # (The links of 404.html begin at the root of the site.)
    (cd "$1" && find . -name '*.html' ! -name 404.html | cut -c3-) | while IFS= read -r page; do
        grep -oE ' (id|href|src)="[^"]*"' "$1/$page" | sed -E "
            s/&amp;/\&/g
            s,^ id=\"(.*)\",id $page#\1,
            t
            s,^ [a-z]+=\"(.*)\",link $page \1,"
    done
}

# Checks the links of HTML files to each other.
rendered() {
    references "$1" | sort -u | awk '
        # Returns a path without `.` and `..`.
        function plain(path,    part, n, i, depth, out, kept) {
            n = split(path, part, "/")
            for (i = 1; i <= n; i++) {
                if (part[i] == "..") depth--
                else if (part[i] != "." && part[i] != "") kept[++depth] = part[i]
            }
            for (i = 1; i <= depth; i++) out = out (i > 1 ? "/" : "") kept[i]
            return out
        }
        $1 == "page" || $1 == "id" { exists[$2] = 1 }
        $1 == "link" && $3 !~ /^([a-z]+:|$)/ {
            folder = $2
            if (!sub(/[^\/]*$/, "", folder)) folder = ""
            hash = index($3, "#")
            file = hash ? substr($3, 1, hash - 1) : $3
            id = hash ? substr($3, hash) : ""
            file = file == "" ? $2 : plain(folder file)
            from[++n] = $2
            link[n] = $3
            to[n] = id == "#" ? file : file id
            files[n] = file
        }
        END {
            for (i = 1; i <= n; i++) if (!(files[i] in exists) || !(to[i] in exists)) {
                print from[i] ": leads nowhere: " link[i]
                status = 1
            }
            print n " links within the book: " (status ? "some lead nowhere" : "fine")
            exit status
        }
    '
}

status=0
pages || status=1
contents || status=1
[ $status = 0 ] && echo "links and contents of the pages: fine"
ci/architecture.sh || status=1

export PATH="$PWD/target/tools/bin:$PATH"
if ! mdbook --version 2>/dev/null | grep -q '^mdbook v0\.5\.'; then
    if [ "${1:-}" != install ]; then
        [ $status = 0 ] || exit $status
        skip "mdbook 0.5 is not installed, so the book is not made (\`ci/book.sh install\`)"
    fi
    # (Not optimised, it is built in a third of the time, and makes this book in seconds.)
    run cargo install mdbook --version "$mdbook_version" --locked --debug --no-default-features --features search \
        --root target/tools
fi
run mdbook build book --dest-dir "$PWD/target/book"
rendered target/book || status=1
exit $status
