#!/usr/bin/env bash
# Dependencies: advisories, licences, duplicates, sources (deny.toml). `ci/deny.sh install` installs
# cargo-deny first, which takes minutes. Without it, licences and sources are checked here, and no more.
source "$(dirname "$0")/common.sh"

if ! command -v cargo-deny >/dev/null && [ "${1:-}" = install ]; then
    run cargo install cargo-deny --locked
fi
if command -v cargo-deny >/dev/null; then
    run cargo deny check
    exit
fi

echo "cargo-deny is not installed: advisories are not checked (\`ci/deny.sh install\`)"
status=0
sources=$(sed -n 's/^source = "\(.*\)"/\1/p' Cargo.lock | sort -u)
if [ "$sources" != "registry+https://github.com/rust-lang/crates.io-index" ]; then
    printf 'a source other than crates.io:\n%s\n' "$sources"
    status=1
fi

allowed=$(sed -n '/^allow = \[/,/^\]/ s/^ *"\(.*\)",/\1/p' deny.toml)
is_allowed() { grep -qxF "$1" <<<"$allowed"; }
# An alternative is enough of an OR; of an AND every part is needed, so each part stands in a line of its own.
while IFS='|' read -r package licence; do
    [ -n "$package" ] || continue
    while IFS= read -r part; do
        found=no
        while IFS= read -r alternative; do
            is_allowed "$alternative" && found=yes
        done < <(sed 's/ OR /\n/g; s,/,\n,g' <<<"$part")
        [ $found = yes ] || { echo "$package: licence not allowed: ${part:-none}" && status=1; }
    done < <(sed 's/ AND /\n/g' <<<"$licence" | tr -d '()')
done < <(cargo tree --workspace --all-features --target all --prefix none -f '{p}|{l}' | sed 's/ (\*)$//' | sort -u)
[ $status = 0 ] && echo "licences and sources: fine"
exit $status
