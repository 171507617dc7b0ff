# Sourced by the other scripts: strict mode, the root of the repository, and what several of them need.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Says what is done, then does it.
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

# Installs a toolchain, if it is missing, with components. Where rustup's directory cannot be written, one
# under target/ is used.
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
    run rustup toolchain install "$toolchain" --profile minimal --no-self-update ${components:+--component "$components"}
}

has_toolchain() {
    local toolchain=$1 component installed
    rustup run "$toolchain" rustc --version >/dev/null 2>&1 || return 1
    installed=$(rustup component list --installed --toolchain "$toolchain")
    for component in ${2//,/ }; do
        grep -q "^$component\(-\|$\)" <<<"$installed" || return 1
    done
}
