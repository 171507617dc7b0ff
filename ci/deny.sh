#!/usr/bin/env bash
# The dependencies of all workspaces: advisories, licences, duplicates, sources (deny.toml). And DEPENDENCIES.md has a
# row for each crate that a published crate depends on, with its repository, the features that bring it in, and its
# licence.
#
#   ci/deny.sh           uses cargo-deny if it is installed; otherwise checks licences and sources only, and ends with
#                        the status of a skipped step (77)
#   ci/deny.sh install   installs cargo-deny first, which takes minutes
source "$(dirname "$0")/common.sh"

workspaces=(. bench bench/ast examples/sql explorer fuzz python test-suite/exports)

# Prints `name|repository|licence|crates` for each crate that published crates depend on: the crates as in the table,
# with their features.
direct() {
    local crate name repository licence features
    for crate in $(published); do
        # (Crates of this workspace have a path after the version.)
        cargo tree -p "$crate" --depth 1 --edges normal,build --all-features --target all --prefix none \
            -f '{p}|{r}|{l}' | sed -nE 's/^([^ ]+) v[^ |()]+( \(proc-macro\))?\|/\1|/p' |
            while IFS='|' read -r name repository licence; do
                features=$(sed -nE '/^\[features\]/,/^$/ s/^([a-z][a-z0-9_-]*) *=.*"dep:'"$name"'".*/`\1`/p' \
                    "crates/$crate/Cargo.toml" | paste -sd , | sed 's/,/, /g')
                repository=${repository%.git}
                echo "$name|${repository%/}|$licence|\`$crate\`${features:+ ($features)}"
            done
    done | LC_ALL=C sort -u | awk -F'|' '
        { key = $1 "|" $2 "|" $3 }
        key == last { crates = crates ", " $4; next }
        last { print last "|" crates }
        { last = key; crates = $4 }
        END { print last "|" crates }
    '
}

# Prints the same of the rows of the table in which no column is empty.
listed() {
    local text='([^ |][^|]*)'
    sed -nE "s/^\| \[\`([^\`]+)\`\]\(([^)]*)\) \| $text \| $text \| $text \| $text \|\$/\1|\2|\6|\3/p" \
        DEPENDENCIES.md | LC_ALL=C sort
}

diff <(listed) <(direct) || {
    echo "DEPENDENCIES.md: rows (\`<\`) that differ from the manifests (\`>\`)"
    exit 1
}
echo "DEPENDENCIES.md: $(listed | wc -l) dependencies"

export PATH="$PWD/target/tools/bin:$PATH"
if ! command -v cargo-deny >/dev/null && [ "${1:-}" = install ]; then
    run cargo install cargo-deny --locked --root target/tools
fi
if command -v cargo-deny >/dev/null; then
    for workspace in "${workspaces[@]}"; do
        run cargo deny --config deny.toml --manifest-path "$workspace/Cargo.toml" check bans licenses sources
    done
    # (A copy that was fetched once, or put there, is used where the advisories cannot be fetched.)
    databases=${CARGO_HOME:-$HOME/.cargo}/advisory-dbs offline=()
    if ! run cargo deny --config deny.toml fetch db; then
        compgen -G "$databases/advisory-db-*/crates" >/dev/null || skip "the advisories cannot be fetched"
        offline=(--offline)
    fi
    for workspace in "${workspaces[@]}"; do
        run cargo deny "${offline[@]}" --config deny.toml --manifest-path "$workspace/Cargo.toml" check advisories
    done
    printf '\nadvisories of %s\n' "$(git -C "$databases"/advisory-db-* log -1 --format=%cs)"
    exit
fi

status=0
for workspace in "${workspaces[@]}"; do
    sources=$(sed -n 's/^source = "\(.*\)"/\1/p' "$workspace/Cargo.lock" | sort -u)
    if [ "$sources" != "registry+https://github.com/rust-lang/crates.io-index" ]; then
        printf '%s: a source other than crates.io:\n%s\n' "$workspace/Cargo.lock" "$sources"
        status=1
    fi
done

allowed=$(sed -n '/^allow = \[/,/^\]/ s/^ *"\(.*\)",/\1/p' deny.toml)
is_allowed() { grep -qxF "$1" <<<"$allowed"; }
# Prints `package|licence` for each dependency.
dependencies() {
    for workspace in "${workspaces[@]}"; do
        cargo tree --manifest-path "$workspace/Cargo.toml" --workspace --all-features --target all \
            --prefix none -f '{p}|{l}'
    done | sed 's/ (\*)$//' | sort -u
}
# Each part of an AND must be allowed, and one alternative of an OR. So each part is on a line of its own.
while IFS='|' read -r package licence; do
    [ -n "$package" ] || continue
    while IFS= read -r part; do
        found=no
        while IFS= read -r alternative; do
            is_allowed "$alternative" && found=yes
        done < <(sed 's/ OR /\n/g; s, */ *,\n,g' <<<"$part")
        [ $found = yes ] || { echo "$package: licence not allowed: ${part:-none}" && status=1; }
    done < <(sed 's/ AND /\n/g' <<<"$licence" | tr -d '()')
done < <(dependencies)
[ $status = 0 ] || exit $status
echo "licences and sources: allowed"
skip "cargo-deny is not installed, so advisories and duplicates are not checked (\`ci/deny.sh install\`)"
