#!/usr/bin/env bash
# The page of `packed explore`: makes what the command embeds, and checks that it is current. The crates that read are
# compiled to WebAssembly; explorer/make/ puts the page together.
#
#   ci/explorer.sh          makes crates/packed-data-cli/explorer/, for a commit
#   ci/explorer.sh check    fails if a source has changed since it was made
#   ci/explorer.sh full     also runs the tests of explorer/; and where the compiler is the one that made the module,
#                           makes it again and compares the bytes
source "$(dirname "$0")/common.sh"

mode=${1:-make}
case $mode in
    make | check | full) ;;
    *) echo "usage: ci/explorer.sh [check|full]" >&2 && exit 2 ;;
esac
embedded=crates/packed-data-cli/explorer
target=wasm32-unknown-unknown

# Prints the hash of all sources of the page: explorer/, and the crates of this repository that it depends on.
sources() {
    local crates
    crates=$(cargo tree --locked --manifest-path explorer/Cargo.toml -p explorer --target $target -e normal \
        --prefix none --format '{p}' | sed -n "s,.*($PWD/\(crates/[a-z-]*\)).*,\1,p" | sort -u)
    {
        git ls-files explorer ':!explorer/tests' ':!explorer/*.mjs'
        for crate in $crates; do git ls-files "$crate/src" "$crate/Cargo.toml"; done
    } | sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1
}

# Makes the page in a folder. Cargo names what it compiles by the path of the manifest, and the names decide the order
# of functions in the module: so it is compiled through a link at one fixed path, and its bytes are the same from every
# checkout.
make_page() {
    local built=${CARGO_TARGET_DIR:-$PWD/target/explorer} link=/tmp/packed-data-explorer
    exec 9>"$link.lock"
    flock 9
    ln -sfn "$PWD" "$link"
    # (No path of a machine gets into the module.)
    export RUSTFLAGS="--remap-path-prefix=$link=. --remap-path-prefix=$PWD=."
    RUSTFLAGS+=" --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
    export CARGO_TARGET_DIR=$built
    run cargo build --locked --release --manifest-path "$link/explorer/Cargo.toml" --lib --target $target
    run cargo run --locked --release --manifest-path "$link/explorer/Cargo.toml" -p make -- \
        "$built/$target/release/explorer.wasm" explorer/page "$1"
    rm "$link"
}

case $mode in
    make)
        need_target $target
        make_page "$embedded"
        printf '%s\nsources %s\n' "$(rustc --version)" "$(sources)" >"$embedded/made"
        ls -l "$embedded"
        ;;
    check | full)
        now=$(sources)
        grep -qx "sources $now" "$embedded/made" || {
            echo "$embedded was made of other sources: run ci/explorer.sh, and commit what it makes" >&2
            exit 1
        }
        echo "$embedded was made of these sources"
        [ "$mode" = full ] || exit 0
        need_component clippy
        run cargo clippy --locked --manifest-path explorer/Cargo.toml --workspace --all-targets -- -D warnings
        run cargo test --locked --manifest-path explorer/Cargo.toml
        grep -qxF "$(rustc --version)" "$embedded/made" || skip "the module was made by another compiler than this"
        need_target $target || skip "no $target"
        work=$(mktemp -d)
        trap 'rm -r "$work"' EXIT
        make_page "$work"
        cmp "$work/module.wasm.gz" "$embedded/module.wasm.gz"
        cmp "$work/page.html" "$embedded/page.html"
        ;;
esac
