#!/usr/bin/env bash
# What a change costs, in instructions: builds the cases of bench/instructions with the library of the revision BASE and
# with that of this checkout, and counts both under callgrind: on a busy machine the same as on an idle one. Prints the
# cases, the geometric mean of the ratios, and the greatest. (Not a step of .ci/run.)
#
#   ci/instructions.sh [BASE [CASES]]
#
# BASE is by default where the branch left `main`; on `main`, the last tag, or the last commit. CASES is a regular
# expression for the names of cases (`awk`), by default all.
source "$(dirname "$0")/common.sh"

command -v valgrind >/dev/null || skip "no valgrind"
here=$PWD
out=$(realpath -m "${CARGO_TARGET_DIR:-target}")/instructions
base=${1:-}
if [ -z "$base" ]; then
    base=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
    if [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git describe --tags --abbrev=0 2>/dev/null || echo HEAD)
    fi
fi
base=$(git rev-parse --short --verify "$base^{commit}")
filter=${2:-.}

# The library of that revision. (With the times of now, because cargo compiles what is newer than its last build.)
tree=$out/$base
if [ ! -d "$tree" ]; then
    rm -rf "$tree.part"
    mkdir -p "$tree.part"
    git archive "$base" Cargo.toml crates | tar -x -m -C "$tree.part"
    mv "$tree.part" "$tree"
fi

# `build CHECKOUT FOLDER`: the program of this checkout with the library of CHECKOUT, as a workspace in FOLDER. (One
# unit of code generation: how a crate is divided into several also changes the counts.)
build() {
    local features=
    [ -e "$1/crates/packed-data/src/types.rs" ] || features='"names-in-root"'
    [ ! -e "$1/crates/packed-data/src/packed/owned_views.rs" ] || features='"owned-views"'
    mkdir -p "$2"
    cp bench/Cargo.lock "$2"
    cat >"$2/Cargo.toml" <<EOF
[package]
name = "instructions"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "instructions"
path = "$here/bench/instructions/src/main.rs"

[dependencies]
packed-data = { path = "$1/crates/packed-data" }

[features]
default = [$features]
names-in-root = []
owned-views = []

[profile.release]
codegen-units = 1
incremental = false

[workspace]
EOF
    cargo build --quiet --release --manifest-path "$2/Cargo.toml" --target-dir "$2/target"
}

# `count FOLDER CASE`: the instructions of the program in FOLDER for a case.
count() {
    local text
    text=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null '--toggle-collect=instructions::counted*' \
        "$1/target/release/instructions" "$2" 2>&1) || { echo "$text" >&2 && return 1; }
    sed -n 's/.*Collected : //p' <<<"$text"
}

# (Paths of one length: the alignment of the stack depends on it.)
build "$tree" "$out/old"
build "$here" "$out/new"
echo "instructions before ($base) and after:"
"$out/new/target/release/instructions" | awk -v filter="$filter" '$0 ~ filter' | while read -r name; do
    before=$(count "$out/old" "$name")
    after=$(count "$out/new" "$name")
    echo "$name $before $after"
done | awk '
    { ratio = $3 / $2; printf "%-30s %12d %12d %8.3f\n", $1, $2, $3, ratio; fflush() }
    { sum += log(ratio); if (ratio > greatest) { greatest = ratio; worst = $1 } }
    END { printf "%d cases: geometric mean %.3f, greatest %.3f (%s)\n", NR, exp(sum / NR), greatest, worst }'
