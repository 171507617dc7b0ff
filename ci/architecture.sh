#!/usr/bin/env bash
# Compares book/src/architecture.md with the code: it has a row for each source file of each crate; each file that it
# names exists; and it has each numbered invariant, with the files that declare it. Each file that book/src/glossary.md
# names exists too. Called by ci/book.sh.
source "$(dirname "$0")/common.sh"

page=book/src/architecture.md
glossary=book/src/glossary.md
core=crates/packed-data/src
status=0
error() {
    echo "${2:-$page}: $1"
    status=1
}

# Prints `FOLDER FILE` for each row of a table whose first cell with a file name is that file; the folder is that of the
# heading above the table (### `crates/weigh/src`).
rows() {
    awk -F'|' '
        /^#/ { folder = match($0, /`[^`]+`/) && /^### / ? substr($0, RSTART + 1, RLENGTH - 2) : "" }
        folder != "" && /^\|/ {
            for (i = 2; i < NF; i++) if (match($i, /^ *`[^`]+\.rs` *$/)) {
                gsub(/[ `]/, "", $i)
                print folder "/" $i
                break
            }
        }
    ' "$page"
}

# Prints the code spans of a page that look like a path: with an extension of the repository, or a slash at the end.
# Blocks of code are left out.
paths() {
    awk '/^```/ { inside = !inside } !inside' "$1" | grep -oE '`[^` ]+`' | tr -d '`' |
        grep -E '^\.?[A-Za-z0-9_][A-Za-z0-9_./-]*(\.(rs|sh|md|toml)|/)$' | LC_ALL=C sort -u
}

# Prints `NUMBER FILE` for each invariant that is declared in documentation: "Invariant (K1)", "(invariant W2)".
declared() {
    grep -rnoE --include='*.rs' '//[/!].*[Ii]nvariant \(?[A-Z][0-9]+\b' crates/*/src |
        sed -E 's/^([^:]*):[0-9]+:.*[Ii]nvariant \(?([A-Z][0-9]+)$/\2 \1/' | LC_ALL=C sort -u
}

# Prints `NUMBER FILE` for each invariant of the page: **Invariant K1** (`packed/mod.rs`).
listed() {
    local number files file
    while IFS=' ' read -r number files; do
        for file in $files; do echo "$number $core/$file"; done
    done < <(sed -nE 's/^\*\*Invariant ([A-Z][0-9]+)\*\* \(([^)]*)\).*/\1 \2/p' "$page" | tr -d '`,') | LC_ALL=C sort -u
}

while IFS= read -r row; do
    error "no row for the file \`$row\`"
done < <(LC_ALL=C comm -23 <(find crates/*/src -name '*.rs' | LC_ALL=C sort) <(rows | LC_ALL=C sort -u))
while IFS= read -r row; do
    error "a row for the file \`$row\`, which does not exist"
done < <(LC_ALL=C comm -13 <(find crates/*/src -name '*.rs' | LC_ALL=C sort) <(rows | LC_ALL=C sort -u))
while IFS= read -r row; do
    error "two rows for the file \`$row\`"
done < <(rows | LC_ALL=C sort | uniq -d)

# (A path may also be relative to the folder of a table, or be the name of a file alone.)
while IFS= read -r path; do
    [ -e "$path" ] || [ -e "$core/$path" ] || grep -qF "/$path " <<<"$(rows | sed 's/$/ /')" ||
        error "no such file: \`$path\`"
done < <(paths "$page")
while IFS= read -r path; do
    [ -e "$path" ] || [ -e "$core/$path" ] || error "no such file: \`$path\`" "$glossary"
done < <(paths "$glossary")

while IFS=' ' read -r number file; do
    error "the invariant $number of $file is not listed (\`**Invariant $number** (\`${file#"$core"/}\`)\`)"
done < <(LC_ALL=C comm -23 <(declared) <(listed))
while IFS=' ' read -r number file; do
    error "the invariant $number is not declared in $file"
done < <(LC_ALL=C comm -13 <(declared) <(listed))

if [ $status = 0 ]; then
    echo "$page: $(rows | wc -l) files, $(listed | cut -d' ' -f1 | uniq | wc -l) invariants"
    echo "$glossary: $(paths "$glossary" | wc -l) files"
fi
exit $status
