# Sourced by the other scripts: strict mode, the root of the repository as the current directory, and shared functions.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Ends the script with the status of a step of which a part cannot be done here, because a tool is missing; `.ci/run`
# shows it as skipped. Call it after all else has succeeded.
skip() {
    echo "skipped: $*"
    exit 77
}

# Prints a command, then runs it.
run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

# Installs components of the active toolchain that are missing.
need_component() {
    local installed component
    installed=$(rustup component list --installed)
    for component in "$@"; do
        grep -q "^$component\(-\|$\)" <<<"$installed" || run rustup component add "$component"
    done
}

# Installs a toolchain with components, if they are missing. If rustup's directory is not writable, one under target/ is
# used.
need_toolchain() {
    local toolchain=$1 components=${2:-}
    local home=${RUSTUP_HOME:-$HOME/.rustup}
    if has_toolchain "$toolchain" "$components"; then
        return
    fi
    if [ ! -w "$home" ]; then
        export RUSTUP_HOME="$PWD/target/rustup"
        mkdir -p "$RUSTUP_HOME"
        has_toolchain "$toolchain" "$components" && return
    fi
    run rustup toolchain install "$toolchain" --profile minimal --no-self-update \
        ${components:+--component "$components"}
}

has_toolchain() {
    local toolchain=$1 component installed
    rustup run "$toolchain" rustc --version >/dev/null 2>&1 || return 1
    installed=$(rustup component list --installed --toolchain "$toolchain")
    for component in ${2//,/ }; do
        grep -q "^$component\(-\|$\)" <<<"$installed" || return 1
    done
}

# What ci/examples.sh and ci/weigh.sh build, optimised: given together, because the features of dependencies depend on
# the packages.
# shellcheck disable=SC2034 # used by the scripts that source this file
release_packages=(-p examples -p stream-example -p weigh -p packed-data)

# Prints the names of the programs of tests of the test suite, one a line.
suites() {
    local path
    for path in test-suite/tests/*.rs test-suite/tests/*/main.rs; do
        basename "${path%/main.rs}" .rs
    done
}

# Prints the names of the crates that are published, one a line.
published() {
    local manifest
    for manifest in crates/*/Cargo.toml; do
        basename "${manifest%/Cargo.toml}"
    done
}

# Prints the names of the published crates; in quick mode, of those that `cargo test` builds.
published_in() {
    [ "$1" = full ] && published && return
    sed -n '/^default-members/,/^]/ s,^ *"crates/\(.*\)"\,,\1,p' Cargo.toml
}

# Prints which features of the published crates cargo is to turn on: all; in quick mode all but the Arrow of the
# command, which takes long to compile.
features_in() {
    local crate
    [ "$1" = full ] && echo --all-features && return
    for crate in $(published_in quick); do
        sed -n '/^\[features\]/,/^$/ s,^\([a-z][a-z0-9_-]*\) *=.*,'"$crate"'/\1,p' "crates/$crate/Cargo.toml"
    done | grep -v '^packed-data-cli/arrow$' | paste -sd , | sed 's/^/--features=/'
}

# Prints the value of a key of a published crate's manifest that may be taken from the workspace: a version.
inherited() {
    local crate=$1 key=$2 manifest=crates/$1/Cargo.toml
    grep -q "^$key.workspace = true" "$manifest" && manifest=Cargo.toml
    sed -n "s/^$key = \"\(.*\)\"/\1/p" "$manifest" | grep -m 1 . || {
        echo "$crate: \`$key\` is neither in its Cargo.toml nor in that of the workspace" >&2
        return 1
    }
}

# Prints the oldest Rust that a published crate promises.
promised_rust() { inherited "$1" rust-version; }

# Prints the version of a published crate.
version_of() { inherited "$1" version; }

# Prints the features of packed-data that do not need `std`, separated by commas.
no_std_features() {
    declared_features | while read -r feature brings; do
        case "$feature $brings" in std\ * | *'"std"'*) ;; *) printf '%s\n' "$feature" ;; esac
    done | paste -sd ,
}

# Prints `name [...]` for each feature of packed-data, one a line.
declared_features() {
    sed -n '/^\[features\]/,/^$/ s/^\([a-z][a-z0-9_-]*\) *= */\1 /p' crates/packed-data/Cargo.toml
}

# Installs the standard library of a target, if it is missing. Fails if that is not possible.
need_target() {
    rustup target list --installed | grep -qx "$1" || run rustup target add "$1"
}

# Installs packages of Debian, as root or by `sudo -n`, which never asks for a password. Fails if that is not possible.
install_packages() {
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    command -v apt-get >/dev/null || return 1
    command -v "${root[0]:-apt-get}" >/dev/null || return 1
    run "${root[@]}" apt-get -qq update && run "${root[@]}" apt-get -qq install -y "$@"
}

# Prints those of the libraries that GHC does not find, one a line; `ghc` if there is no GHC.
ghc_lacks() {
    local library
    command -v ghc >/dev/null || { echo ghc && return; }
    for library in "$@"; do
        ghc-pkg --simple-output list "$library" 2>/dev/null | grep -q . || echo "$library"
    done
}

# `there_and_back FOLDER READER WRITER...`: what the command WRITER prints, READER reads and prints again, with the same
# bytes. They are in FOLDER/written.
there_and_back() {
    local folder=$1 reader=$2
    shift 2
    "$@" >"$folder/written"
    "$reader" echo <"$folder/written" >"$folder/echoed"
    cmp "$folder/written" "$folder/echoed"
}
