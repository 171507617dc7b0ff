#!/usr/bin/env bash
# Checks that the published crates can be released: each package is complete, and builds; cargo would upload them, and
# nothing else; each crate builds for the machines that it promises; docs.rs would show which feature an item needs; the
# public interface is the one in ci/api/; and no public item of the last release is removed or changed without a
# breaking version. (ci/msrv.sh checks the oldest Rust, ci/deny.sh the dependencies.) Uncommitted changes are packaged
# too.
#
#   ci/release.sh             all of it; installs cargo-public-api and cargo-semver-checks if they are missing, which
#                             takes minutes
#   ci/release.sh package     only the packages
#   ci/release.sh publish     only what would be uploaded, and in which order
#   ci/release.sh targets     only the machines
#   ci/release.sh docs        only the pages of docs.rs
#   ci/release.sh api         only the comparison with ci/api/
#   ci/release.sh api write   writes ci/api/ anew: after a change that is meant
#   ci/release.sh semver      only the comparison with the last release
#
# The pages come from rustdoc of the toolchain RELEASE_TOOLCHAIN, by default nightly. The interface comes from a nightly
# of one day: how rustdoc writes it down changes (`Self` or the type, where `std` has a trait).
source "$(dirname "$0")/common.sh"

mapfile -t crates < <(published)
packages=()
for crate in "${crates[@]}"; do
    packages+=(-p "$crate")
done
target=${CARGO_TARGET_DIR:-target}
toolchain=${RELEASE_TOOLCHAIN:-nightly}
api_toolchain=nightly-2026-10-30
# (Its own, so that it has no pages of other builds.)
rustdoc_target=$target/release-docs

# Packages all crates in one call, so that a crate finds the others although none is on crates.io, and builds each
# from its package. Then looks into the packages.
package() {
    rm -rf "$target/package"
    run cargo package --allow-dirty --all-features "${packages[@]}"
    local status=0 crate
    for crate in "${crates[@]}"; do
        is_complete "$crate" || status=1
    done
    [ $status = 0 ] && echo "packages: complete"
    return $status
}

# Checks the files and the metadata of a package. (The manifest in it has everything that the workspace's adds.)
is_complete() {
    local crate=$1 status=0 name path key files manifest
    name=$crate-$(version_of "$crate")
    path=$target/package/$name.crate
    files=$(tar -tzf "$path")
    for file in Cargo.toml README.md LICENSE-APACHE LICENSE-MIT src/lib.rs; do
        grep -qxF "$name/$file" <<<"$files" || { echo "$name: file missing: $file" && status=1; }
    done
    manifest=$(tar -xzOf "$path" "$name/Cargo.toml")
    for key in description documentation readme keywords categories license repository rust-version; do
        grep -q "^$key = " <<<"$manifest" || { echo "$name: not in its Cargo.toml: $key" && status=1; }
    done
    grep -A 1 -F '[package.metadata.docs.rs]' <<<"$manifest" | grep -qx 'all-features = true' ||
        { echo "$name: docs.rs would not build it with all features" && status=1; }
    # (They are links in the repository. A copy may be a file with the path of the link.)
    for file in LICENSE-APACHE LICENSE-MIT; do
        tar -xzOf "$path" "$name/$file" 2>/dev/null | cmp -s - "$file" ||
            { echo "$name: not as in the repository: $file" && status=1; }
    done
    # The documentation or a test may include a file outside of the package, although the package can be built.
    while IFS=: read -r source included; do
        grep -qxF "$(realpath -ms --relative-to=. "$(dirname "$source")/$included")" <<<"$files" ||
            { echo "$source: includes a file that is not in the package: $included" && status=1; }
    done < <(included_in "$path")
    printf '%s: %s files, %s bytes\n' "$name" "$(wc -l <<<"$files")" "$(wc -c <"$path")"
    return $status
}

# Prints for each `include_str!("...")` or `include_bytes!("...")` in a package its file, a colon, and what is included.
included_in() {
    tar -xzf "$1" --wildcards '*/src/*.rs' --to-command='sed -nE "s,.*include_(str|bytes)!\(\"([^\"]*)\"\).*,\2,p" |
        sed "s,^,$TAR_FILENAME:,"'
}

# Shows what `cargo package` does not: what `cargo publish --workspace` would upload, which is all of crates/ and
# nothing else, and in which order, each crate after those that it depends on. Cargo also asks crates.io whether it has
# this version. (That is a warning only: it has it between two releases.) `package` has built the packages.
publish() {
    local log=$target/publish.log
    run cargo publish --workspace --dry-run --no-verify --allow-dirty --all-features 2>&1 | tee "$log"
    diff <(sed -nE 's/^ +Uploading ([^ ]+) v.*/\1/p' "$log" | LC_ALL=C sort) <(published | LC_ALL=C sort) || {
        echo "publish: what cargo would upload (\`<\`) is not what crates/ has (\`>\`)"
        return 1
    }
}

# Calls rustdoc of nightly for the libraries of the published crates, with all features, and RUSTDOCFLAGS.
rustdoc() {
    need_toolchain "$toolchain"
    run cargo "+$toolchain" doc --lib --no-deps --all-features --target-dir "$rustdoc_target" "${packages[@]}"
}

# Builds the pages as docs.rs does. Each feature labels an item, at least; so the crate asks for labels
# (`#![cfg_attr(docsrs, feature(doc_cfg))]`), and the feature guards the item itself.
docs() {
    local crate feature status=0 labelled=0
    rm -rf "$rustdoc_target/doc"
    RUSTDOCFLAGS="--cfg docsrs" rustdoc
    for crate in "${crates[@]}"; do
        while read -r feature; do
            if grep -rqE --include='*.html' "Available on [^.]*<code>$feature</code>" \
                "$rustdoc_target/doc/${crate//-/_}"; then
                labelled=$((labelled + 1))
            else
                echo "$crate: no page says that an item needs the feature $feature"
                status=1
            fi
        done < <(features_with_items "$crate")
    done
    [ $status = 0 ] && echo "docs: $labelled features label the items that need them"
    return $status
}

# Prints the features of a crate, but those that add no item of its own to the documentation.
features_with_items() {
    sed -nE '/^\[features\]/,/^$/ s/^([a-z][a-z0-9_-]*) *=.*/\1/p' "crates/$1/Cargo.toml" | while read -r feature; do
        case $1/$feature in
            */default | packed-data-cli/* | packed-data-columns/std | packed-data-schema/regex-1) ;;
            *) echo "$feature" ;;
        esac
    done
}

# Compares the public items of each library, as cargo-public-api lists them, with ci/api/<crate>.txt; with `write` as an
# argument writes these files. Left out are implementations that every type has, those of traits that the compiler keeps
# to itself, and items that are hidden from the documentation. (A path into a private module of another crate, from
# which that one exports the item elsewhere, is how rustdoc names it.)
api() {
    local crate status=0 out=$rustdoc_target/api toolchain=$api_toolchain
    export PATH="$PWD/target/tools/bin:$PATH"
    command -v cargo-public-api >/dev/null || run cargo install cargo-public-api --locked --root target/tools
    RUSTDOCFLAGS="-Z unstable-options --output-format json" rustdoc
    [ "${1:-}" = write ] && out=ci/api
    rm -rf "$out"
    mkdir -p "$out"
    for crate in "${crates[@]}"; do
        cargo public-api --omit blanket-impls --color never \
            --rustdoc-json "$rustdoc_target/doc/${crate//-/_}.json" |
            grep -vE '^impl.* core::marker::(Freeze|UnsafeUnpin) for ' >"$out/$crate.txt"
    done
    diff -r -U 0 ci/api "$out" || {
        echo "the public interface is another than in ci/api/: if that is meant, run \`ci/release.sh api write\`"
        return 1
    }
    echo "api: $(cat ci/api/*.txt | wc -l) lines"
}

# The crates that promise to be `no_std`, for a machine without an operating system and for WebAssembly; and
# packed-data with `std` for WebAssembly.
targets() {
    local no_std machine
    no_std=$(no_std_features)
    for machine in thumbv7em-none-eabi wasm32-unknown-unknown; do
        need_target "$machine"
        run cargo check --target "$machine" -p packed-data-cbor -p packed-data-model --all-features
        run cargo check --target "$machine" -p packed-data --no-default-features
        run cargo check --target "$machine" -p packed-data --no-default-features --features "$no_std"
        run cargo check --target "$machine" -p packed-data-schema -p packed-data-columns --no-default-features \
            --features packed-data-schema/regex-1
    done
    run cargo check --target wasm32-unknown-unknown -p packed-data --features "$no_std"
}

# Compares the public items of each library with those of the last tag. (A derive macro has none to compare; golden
# expansions test the code that it emits.)
semver() {
    local tag crate version compared=()
    tag=$(git describe --tags --abbrev=0 2>/dev/null) || true
    if [ -z "$tag" ]; then
        # Before the first release nothing can break. A missing tag is accepted only for version 0.1.0, because a clone
        # may lack the tags.
        for crate in "${crates[@]}"; do
            version=$(version_of "$crate")
            [ "$version" = 0.1.0 ] || { echo "$crate $version: there is no tag to compare it with" && return 1; }
        done
        echo "no tag: the next release is the first, and there is nothing to compare it with"
        return
    fi
    for crate in "${crates[@]}"; do
        if grep -qx 'proc-macro = true' "crates/$crate/Cargo.toml"; then
            echo "$crate: a derive macro, not compared"
        elif git cat-file -e "$tag:crates/$crate/Cargo.toml" 2>/dev/null; then
            compared+=(-p "$crate")
        else
            echo "$crate: not in $tag, so its next release is its first"
        fi
    done
    [ ${#compared[@]} != 0 ] || return 0
    export PATH="$PWD/target/tools/bin:$PATH"
    command -v cargo-semver-checks >/dev/null || run cargo install cargo-semver-checks --locked --root target/tools
    run cargo semver-checks --baseline-rev "$tag" "${compared[@]}"
}

case ${1:-all} in
    all)
        package
        publish
        targets
        docs
        api
        semver
        ;;
    package | publish | targets | docs | semver) "$1" ;;
    api) api "${2:-}" ;;
    *) echo "no such part: $1" && exit 1 ;;
esac
