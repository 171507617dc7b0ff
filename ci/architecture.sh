#!/usr/bin/env bash
# Compares book/src/architecture.md with the code: each file that it names exists, and it has each numbered invariant,
# with the file that declares it. Each file that book/src/glossary.md names exists too. The versions of formats in
# POLICIES.md are those of the code. The first line of each source file is a sentence about the file. Called by
# ci/book.sh.
#
#   ci/architecture.sh                    checks
#   ci/architecture.sh files [FOLDER]     prints each source file, or those in FOLDER, with its first sentence
source "$(dirname "$0")/common.sh"

page=book/src/architecture.md
glossary=book/src/glossary.md
policies=POLICIES.md
core=crates/packed-data/src
status=0
error() {
    echo "${2:-$page}: $1"
    status=1
}

# Prints the source files of the crates, or those in a folder, which may be relative to the core's.
sources() {
    local folder=${1:-}
    [ -z "$folder" ] || [ -e "$folder" ] || folder=$core/$folder
    find ${folder:-crates/*/src} -name '*.rs' -printf '%h\t%p\n' | LC_ALL=C sort | cut -f2
}

# Prints `FILE<tab>SENTENCE` for each source file of stdin: the first sentence of its first line, without the brackets
# of links. The sentence is empty if the line has none.
sentences() {
    xargs awk '
        FNR == 1 {
            sentence = ""
            if (sub(/^\/\/! /, "") && match($0, /\.($| [^a-z0-9])/)) sentence = substr($0, 1, RSTART)
            gsub(/\]\([^)]*\)|\[|\]/, "", sentence)
            print FILENAME "\t" sentence
            nextfile
        }
    '
}

# Prints sentences of files below the name of their folder.
listing() {
    awk -F'\t' '
        {
            folder = $1
            sub(/\/[^\/]*$/, "", folder)
            if (folder != last) print (last == "" ? "" : "\n") folder
            last = folder
            printf "  %-22s %s\n", substr($1, length(folder) + 2), $2
        }
    '
}

if [ "${1:-}" = files ]; then
    sources "${2:-}" | sentences | listing
    exit
fi

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

# Prints `NUMBER FILE` for each invariant of the page's tables: | K1 | `packed/mod.rs` |.
listed() {
    sed -nE "s,^\\| ([A-Z][0-9]+) \\| \`([^\`]*)\` \\|.*,\\1 $core/\\2,p" "$page" | LC_ALL=C sort -u
}

# Prints `FILE VERSION` for each file whose constant is the version of a format.
format_versions() {
    grep -rE --include='*.rs' '^(pub\(crate\) )?const (VERSION|MARKER): .*;$' crates/*/src |
        sed -nE 's/^([^:]*):.*[^0-9]([0-9]+)[^0-9]*;$/\1 \2/p' | LC_ALL=C sort -u
}

# Prints the same of the table of formats: | file | 1, bytes 12 to 15 | `crates/.../magic.rs` | ... |.
listed_versions() {
    local version files
    sed -nE 's/^\| [^|]* \| ([0-9]+), [^|]* \| (`crates[^|]*) \|.*/\1 \2/p' "$policies" |
        while read -r version files; do
            grep -oE 'crates/[^`]*' <<<"$files" | sed "s/$/ $version/"
        done | LC_ALL=C sort -u
}

all=$(sources | sentences)
while IFS=$'\t' read -r file sentence; do
    [ -n "$sentence" ] || error "the first line is no sentence about the file: \`//! ... .\`" "$file"
done <<<"$all"

# (A path may also be relative to a folder of sources.)
while IFS= read -r path; do
    [ -e "$path" ] || [ -e "$core/$path" ] || grep -qF "/$path	" <<<"$all" ||
        error "no such file: \`$path\`"
done < <(paths "$page")
while IFS= read -r path; do
    [ -e "$path" ] || [ -e "$core/$path" ] || error "no such file: \`$path\`" "$glossary"
done < <(paths "$glossary")

diff <(format_versions) <(listed_versions) ||
    error "the table of formats has other versions (\`>\`) than the code (\`<\`)" "$policies"

while IFS=' ' read -r number file; do
    error "the invariant $number of $file has no row: \`| $number | ${file#"$core"/} |\`"
done < <(LC_ALL=C comm -23 <(declared) <(listed))
while IFS=' ' read -r number file; do
    error "the invariant $number is not declared in $file"
done < <(LC_ALL=C comm -13 <(declared) <(listed))

if [ $status = 0 ]; then
    echo "$page: $(listed | cut -d' ' -f1 | uniq | wc -l) invariants; $(wc -l <<<"$all") source files"
    echo "$glossary: $(paths "$glossary" | wc -l) files"
    echo "$policies: versions in $(format_versions | wc -l) files"
fi
exit $status
