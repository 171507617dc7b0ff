#!/usr/bin/env bash
# Mutation tests of the code that checks bytes: it is changed in one place at a time (cargo-mutants,
# .cargo/mutants.toml), and for each change a test must fail. Takes an hour or two. A mutant that exceeds the time limit
# counts as killed. Those that live must be listed, with the reason, in ci/mutants.md.
#
#   ci/mutants.sh                        all mutants
#   ci/mutants.sh --shard 0/20           every twentieth
#   ci/mutants.sh --re varint.rs         those whose name contains this; or other arguments of cargo-mutants
#
# The outcome of each is in target/mutants/mutants.out/.
source "$(dirname "$0")/common.sh"

wanted=90 # percent killed
list=ci/mutants.md

export PATH="$PWD/target/tools/bin:$PATH"
command -v cargo-mutants >/dev/null || run cargo install cargo-mutants --locked --root target/tools

# Each mutant is built; without debug information that takes half the time. cargo-mutants copies the tree, and the copy
# has its own target directory.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=1
unset CARGO_TARGET_DIR
# Some mutants would allocate without end.
ulimit -v $((12 << 20))

# The tests must pass without a mutant first. (For this run, cargo-mutants would look for the tests in packed-data.)
mapfile -t tests < <(sed -n 's/^ *"\(--test=.*\)",/\1/p' .cargo/mutants.toml)
run cargo test --quiet -p test-suite "${tests[@]}"

out=target/mutants
mkdir -p "$out"
status=0
run cargo mutants -p packed-data --baseline skip --timeout 60 --no-shuffle --colors never -o "$out" "$@" || status=$?
# 2: some live; 3: some exceeded the time limit. Any other status is an error.
case $status in 0 | 2 | 3) ;; *) exit $status ;; esac

count() {
    wc -l <"$out/mutants.out/$1.txt"
}
lived=$(count missed) killed=$(($(count caught) + $(count timeout)))
((killed + lived)) || { echo "no mutant was built" && exit 1; }
percent=$((100 * killed / (killed + lived)))
printf '\n%s killed (%s by the time limit), %s live, %s not built: %s %%\n' \
    "$killed" "$(count timeout)" "$lived" "$(count unviable)" "$percent"

# The list has mutants without their line, which changes; in its table, `|` is written `\|`.
status=0
listed=$(sed -n 's/^| `\([^`]*\)` |.*/\1/p' "$list" | sed 's/\\|/|/g')
while IFS= read -r mutant; do
    grep -qxF "$mutant" <<<"$listed" || { echo "lives, and is not in $list: $mutant" && status=1; }
done < <(sed 's,^crates/packed-data/src/,,; s/:[0-9]*:[0-9]*: /: /' "$out/mutants.out/missed.txt")
((percent >= wanted)) || { echo "expected at least $wanted %" && status=1; }
exit $status
