#!/usr/bin/env bash
# The library with no feature, with each one alone, and with all but `std`; without `std` also for a machine
# that has none.
source "$(dirname "$0")/common.sh"

need_component clippy
# `name = [...]` of each feature, one a line.
declared=$(sed -n '/^\[features\]/,/^$/ s/^\([a-z][a-z0-9_-]*\) *= */\1 /p' crates/packed-data/Cargo.toml)
bare_target=thumbv7em-none-eabi

check() {
    run cargo clippy --quiet -p packed-data --no-default-features "$@" -- -D warnings
}

check
no_std=
while read -r feature brings; do
    check --features "$feature"
    # One that brings `std` along is none for a bare machine.
    case "$feature $brings" in std\ * | *'"std"'*) ;; *) no_std+=",$feature" ;; esac
done <<<"$declared"
check --features "${no_std#,}"

if rustup target list --installed | grep -qx "$bare_target" || run rustup target add "$bare_target"; then
    check --target "$bare_target"
    check --target "$bare_target" --features "${no_std#,}"
else
    echo "cannot install $bare_target: the library was checked without \`std\` for this machine only"
fi
