#!/usr/bin/env bash
# The modules of each crate: none imports from a floor above its own, and none import each other in a circle, except in
# the typed core of packed-data. Imports are read from the source: trees of `use`, and paths in code, that begin with
# `crate`, `super` or the name of the crate. A name that the root re-exports counts as the module that it comes from.
# The root, which imports everything, is ignored; so is all code after `#[cfg(test)]`. And the root of packed-data has
# few public names, and the traits that every layout implements have few functions.
# Of programs of tests and benchmarks that have several files: each file is a module. Otherwise its tests do not run.
#
#   ci/modules.sh            checks, and prints each crate's modules by floor
#   ci/modules.sh imports    prints which module imports which, in which file
source "$(dirname "$0")/common.sh"

# The floors of packed-data, the lowest first. A module may import from its own floor and from those below it.
floors=(
    "wire"
    "shape layout packable cursor view build"
    "packed fingerprint with"
    "transform impls inspect fold stream cbor testing parallel error types __private"
)
# The typed core: the number of the only floor whose modules may import each other in a circle. The lowest is 0.
core=1
# The most public names in the root of packed-data: those that most programs name. Others are in its modules.
most_names=45
# The most functions in the supertraits of `Layout`: the steps that each layout takes in its own way. Whatever follows
# from others of them is a function above the traits.
most_steps=60

# Prints the tokens of Rust source files that matter here, one a line: names, `::`, braces and a few more; between them
# `FILE name`, and `MOD name` ... `END` for a module within a file. Comments, strings and tests are left out.
tokens() {
    awk '
        FNR == 1 { print "FILE " FILENAME; text = comment = test = is_test = 0 }
        test { next }
        /^#\[cfg\(test\)\]/ { is_test = 1; next }
        is_test && /^mod [a-z_0-9]+ \{$/ { test = 1; next }
        { is_test = 0 }
        {
            line = $0
            out = ""
            while (line != "") {
                if (comment) {
                    if (!match(line, /\*\//)) break
                    comment = 0
                } else if (text) {
                    # (A string of several lines ends at the first quotation mark without a backslash.)
                    if (!match(line, /^([^"\\]|\\.)*"/)) break
                    text = 0
                } else if (match(line, /^\/\//)) {
                    break
                } else if (match(line, /^\/\*/)) {
                    comment = 1
                } else if (match(line, /^r#+"[^#]*"#+/) || match(line, /^"([^"\\]|\\.)*"/) ||
                    match(line, /^\047([^\047\\]|\\[^\047]*|\\\047)\047/)) {
                    # A whole string or character.
                } else if (match(line, /^"/)) {
                    text = 1
                } else if (match(line, /^[A-Za-z_][A-Za-z0-9_]*/) || match(line, /^::/) || match(line, /^[{}*,;!]/)) {
                    out = out substr(line, 1, RLENGTH) "\n"
                } else {
                    match(line, /^./)
                    if ($0 !~ /^ *\/\// && substr(line, 1, 1) !~ /[ \t]/) out = out ".\n"
                }
                line = substr(line, RSTART + RLENGTH)
            }
            if ($0 ~ /^(pub(\([a-z]*\))? )?mod [a-z_0-9]+ \{$/) print "MOD " $(NF - 1)
            else if ($0 ~ /^\}/) print "END"
            printf "%s", out
        }
    ' "$@"
}

# Prints what the modules of a crate import, from its tokens, the root's first: `from to file`, each a path with `/`.
imports() {
    local crate=$1
    awk -v crate="$crate" -v lib="${crate//-/_}" '
        function parent(path) { sub(/\/?[^\/]*$/, "", path); return path }
        function is_name(t) { return t ~ /^[A-Za-z_]/ }

        # Reads the tree of paths that begins at token `i`, within the module `path`; returns the token after it.
        function tree(i, path,    name) {
            while (1) {
                if (token[i] == "{") {
                    for (i++; i <= count && token[i] != "}";) {
                        i = tree(i, path)
                        if (token[i] == ",") i++
                        else if (token[i] != "}") break
                    }
                    return i + 1
                }
                name = token[i]
                if (name == "super") path = parent(path)
                else if (is_name(name) && name != "self") path = (path == "" ? "" : path "/") name
                if (token[i + 1] != "::" || !(is_name(token[i + 2]) || token[i + 2] ~ /^[{*]$/)) break
                i += 2
            }
            if (token[i + 1] == "as") { leaf(path, token[i + 2]); return i + 3 }
            if (token[i + 1] != "!") leaf(path, name)
            return i + 1
        }

        function leaf(path, name,    first, rest) {
            first = path
            sub(/\/.*/, "", first)
            if (module == "" && file ~ /\/lib\.rs$/) {
                if (first in is_module) exported[name] = path
                return
            }
            if (first in exported && !(first in is_module)) path = exported[first]
            else if (!(first in is_module)) {
                if (first == "" || first in root) return
                print file ": in which module is `" path "`?" >"/dev/stderr"
                status = 1
                return
            }
            print module, path, file
        }

        function file_ends(    i) {
            for (i = 1; i <= count; i++) {
                if (token[i] == "MOD" && module == "") root[token[i + 1]] = 1
                if (token[i] == "MOD") { outer = module; module = module (module == "" ? "" : "/") token[++i] }
                else if (token[i] == "END") { if (outer != "-") module = outer; outer = "-" }
                else if (token[i] == "super" && token[i + 1] == "::") i = tree(i, module) - 1
                else if ((token[i] == "crate" || token[i] == lib) && token[i + 1] == "::") i = tree(i + 2, "") - 1
                else if (module == "" && token[i] == "use" && token[i + 1] in is_module) i = tree(i + 1, "") - 1
                else if (module == "" && token[i] ~ /^(fn|struct|enum|trait|type|const|static|mod|macro_rules)$/) {
                    root[token[token[i + 1] == "!" ? i + 3 : i + 1]] = 1
                }
            }
        }

        BEGIN {
            while ((getline line <ARGV[1]) > 0) is_module[line] = 1
            ARGV[1] = ""
            outer = "-"
        }
        $1 == "FILE" {
            file_ends()
            split("", token)
            count = 0
            file = module = $2
            sub(/.*\/src\//, "", module)
            sub(/(^|\/)(mod|lib)?\.rs$/, "", module)
            sub(/\.rs$/, "", module)
            next
        }
        $1 == "MOD" { token[++count] = "MOD"; token[++count] = $2; next }
        { token[++count] = $1 }
        END { file_ends(); exit status }
    ' <(modules "crates/$crate/src") -
}

# Prints the modules of a directory.
modules() {
    local path
    for path in "$1"/*; do
        path=${path##*/}
        case $path in
            lib.rs | mod.rs | main.rs | bin | *.md) ;;
            *) echo "${path%.rs}" ;;
        esac
    done
}

# Prints the imports below a folder, or of the whole crate if it is empty, as pairs of modules in that folder.
within() {
    awk -v folder="$1" '
        {
            from = $1
            to = $2
            if (folder != "") {
                if (index(from, folder "/") != 1 || index(to, folder "/") != 1) next
                from = substr(from, length(folder) + 2)
                to = substr(to, length(folder) + 2)
            }
            sub(/\/.*/, "", from)
            sub(/\/.*/, "", to)
            if (from != "" && to != "" && from != to) print from, to, $3
        }
    ' | LC_ALL=C sort -u
}

# Checks imports (`from to file`, on stdin) between modules; the file `list` has their names, one a line. If floors are
# given, one an argument, each module must be on one of them, and only floor `core` may have circles. Otherwise there
# may be no circle, and the floors are computed. Prints the floors.
check() {
    local list=$1 core=$2
    shift 2
    awk -v list="$list" -v core="$core" -v given="$(printf '%s\n' "$@")" '
        function fail(message) { print "error: " message; status = 1 }

        # Returns the floor of a module: one above the highest that it imports.
        function height(m,    k, highest) {
            if (m in floor) return floor[m]
            floor[m] = highest = 0
            for (k = 1; k <= n; k++)
                if ((m, name[k]) in edge && height(name[k]) >= highest) highest = floor[name[k]] + 1
            return floor[m] = highest
        }

        { edge[$1, $2] = edge[$1, $2] == "" ? $3 : edge[$1, $2] ", " $3 }
        END {
            while ((getline line <list) > 0) if (line != "") { name[++n] = line; exists[line] = 1 }
            for (pair in edge) {
                split(pair, part, SUBSEP)
                if (!(part[2] in exists)) fail(edge[pair] " imports `" part[2] "`, which does not exist")
                reach[pair] = 1
            }
            for (k = 1; k <= n; k++) for (i = 1; i <= n; i++) if ((name[i], name[k]) in reach)
                for (j = 1; j <= n; j++) if ((name[k], name[j]) in reach) reach[name[i], name[j]] = 1

            if (given != "") {
                floors = split(given, row, "\n")
                for (f = 1; f <= floors; f++) {
                    size = split(row[f], part, " ")
                    for (i = 1; i <= size; i++) {
                        floor[part[i]] = f - 1
                        if (!(part[i] in exists)) fail("the module `" part[i] "` of floor " f - 1 " does not exist")
                    }
                }
                for (i = 1; i <= n; i++) if (!(name[i] in floor)) fail("the module `" name[i] "` is on no floor")
                for (pair in edge) {
                    split(pair, part, SUBSEP)
                    if (floor[part[2]] > floor[part[1]])
                        fail("`" part[1] "` imports `" part[2] "` from a floor above its own: " edge[pair])
                }
            }

            for (i = 1; i <= n; i++) {
                if (name[i] in counted || !((name[i], name[i]) in reach)) continue
                circle = ""
                size = is_core = 0
                for (j = 1; j <= n; j++) if ((name[i], name[j]) in reach && (name[j], name[i]) in reach) {
                    counted[name[j]] = 1
                    circle = circle " " name[j]
                    size++
                    is_core += given != "" && floor[name[j]] == core
                }
                if (is_core == size && size <= 6) continue
                fail(size " modules import each other in a circle" (is_core == size ? ", more than 6:" : ":") circle)
                for (pair in edge) {
                    split(pair, part, SUBSEP)
                    if (index(circle " ", " " part[1] " ") && index(circle " ", " " part[2] " "))
                        print "  " part[1] " -> " part[2] ": " edge[pair]
                }
            }
            if (status) exit status
            if (given == "") for (i = 1; i <= n; i++) height(name[i])
            for (i = 1; i <= n; i++) {
                shown[floor[name[i]]] = shown[floor[name[i]]] " " name[i]
                if (floor[name[i]] > top) top = floor[name[i]]
            }
            for (f = top; f >= 0; f--) if (f in shown) printf "%7d:%s\n", f, shown[f]
        }
    '
}

# Prints the public names in the root of packed-data, one a line: modules, re-exports and macros, with all features, as
# rustdoc lists them.
names() {
    awk '
        /^#\[doc\(hidden\)\]/ { hidden = 1; next }
        /^#\[macro_export\]/ { if (!hidden) print "a macro of " FILENAME; hidden = 0; next }
        FILENAME !~ /\/lib\.rs$/ { hidden = 0; next }
        /^#/ { next }
        /^pub use / { use = ""; reading = 1 }
        reading { use = use $0 }
        reading && /;$/ {
            gsub(/^pub use |[a-z_]+::|[{}; ]/, "", use)
            n = split(use, name, ",")
            for (i = 1; i <= n; i++) if (!hidden && name[i] != "") print name[i]
            reading = 0
        }
        /^pub mod / && !hidden { sub(/;/, "", $3); print $3 }
        !reading { hidden = 0 }
    ' "$@"
}

# Prints the functions of the supertraits of `Layout`, one a line, and fails unless it finds each of these traits.
steps() {
    local layout=$1 traits name
    traits=$(sed -n 's/^pub unsafe trait Layout: \(.*\) {$/\1/p' "$layout/mod.rs")
    [ -n "$traits" ] || { echo "error: which are the supertraits of \`Layout\`?" >&2 && return 1; }
    for name in ${traits//+/ }; do
        awk -v name="$name" '
            $0 ~ "^pub trait " name "[:< {]" { found = inside = 1; next }
            /^}/ { inside = 0 }
            inside && match($0, /^    ((const|unsafe) )*fn [a-z_0-9]+/) {
                step = substr($0, 1, RLENGTH)
                sub(/.* /, "", step)
                print name "::" step
            }
            END { if (!found) { print "error: where is the trait `" name "`?" >"/dev/stderr"; exit 1 } }
        ' "$layout"/*.rs || return 1
    done
}

# Prints the files of such programs that no `mod` and no `path` names.
unused() {
    local main folder file name
    while IFS= read -r main; do
        folder=${main%/main.rs}
        while IFS= read -r file; do
            name=${file%/mod.rs}
            name=$(basename "$name" .rs)
            grep -rqE --include='*.rs' -e "^ *(pub(\([a-z]+\))? )?mod $name;" \
                -e "path = \"([^\"]*/)?$name(/mod)?\.rs\"" "$folder" || echo "$file: no module of $main"
        done < <(find "$folder" -name '*.rs' ! -path "$main" | LC_ALL=C sort)
    done < <(find crates examples test-suite bench -path '*/target' -prune -o \
        -regex '.*/\(tests\|benches\)/[a-z_]+/main\.rs' -print | LC_ALL=C sort)
}

status=0
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for manifest in crates/*/Cargo.toml; do
    crate=${manifest%/Cargo.toml}
    crate=${crate##*/}
    src=crates/$crate/src
    mapfile -t files < <(find "$src" -name '*.rs' ! -path "$src/lib.rs" | LC_ALL=C sort)
    tokens "$src/lib.rs" "${files[@]}" | imports "$crate" >"$work/imports" || status=1
    if [ "${1:-}" = imports ]; then
        sed "s/^/$crate: /" "$work/imports"
        continue
    fi
    echo "$crate"
    modules "$src" >"$work/modules"
    if [ "$crate" != packed-data ]; then
        within "" <"$work/imports" | check "$work/modules" - || status=1
        continue
    fi
    within "" <"$work/imports" | check "$work/modules" $core "${floors[@]}" || status=1
    names "$src/lib.rs" "${files[@]}" >"$work/names"
    count=$(wc -l <"$work/names")
    echo "$crate: $count names in the root"
    if [ "$count" -gt $most_names ] || grep -F '*' "$work/names"; then
        echo "error: more than $most_names names in the root of $crate"
        status=1
    fi
    steps "$src/layout" >"$work/steps" || status=1
    count=$(wc -l <"$work/steps")
    echo "$crate: $count functions in the supertraits of \`Layout\`"
    if [ "$count" -gt $most_steps ]; then
        echo "error: more than $most_steps functions in the supertraits of \`Layout\`"
        status=1
    fi
    echo "$crate/src/wire"
    modules "$src/wire" >"$work/modules"
    within wire <"$work/imports" | check "$work/modules" - || status=1
done
unused >"$work/unused"
if [ -s "$work/unused" ]; then cat "$work/unused" && status=1; fi
exit $status
