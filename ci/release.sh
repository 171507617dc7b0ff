#!/usr/bin/env bash
# Checks that the published crates can be released: each package is complete, and builds; each crate builds for the
# machines that it promises; and no public item of the last release is removed or changed without a breaking version.
# (ci/msrv.sh checks the oldest Rust, ci/deny.sh the dependencies.) Uncommitted changes are packaged too.
#
#   ci/release.sh           all of it; installs cargo-semver-checks if it is missing, which takes minutes
#   ci/release.sh package   only the packages
#   ci/release.sh targets   only the machines
#   ci/release.sh semver    only the comparison with the last release
source "$(dirname "$0")/common.sh"

mapfile -t crates < <(published)
packages=()
for crate in "${crates[@]}"; do
    packages+=(-p "$crate")
done
target=${CARGO_TARGET_DIR:-target}

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
    # A file outside of the package is missing when the package is built.
    if tar -xzOf "$path" --wildcards "$name/src/*.rs" | grep -n 'include.*"\.\./\.\./'; then
        echo "$name: includes a file that is not in the package"
        status=1
    fi
    printf '%s: %s files, %s bytes\n' "$name" "$(wc -l <<<"$files")" "$(wc -c <"$path")"
    return $status
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
        targets
        semver
        ;;
    package | targets | semver) "$1" ;;
    *) echo "no such part: $1" && exit 1 ;;
esac
