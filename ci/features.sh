#!/usr/bin/env bash
# The library with no feature, with each one alone, and with all that do not need `std`; without `std` also for a
# machine that has none, and there the crates of schemas and columns too. If that target cannot be installed, they are
# checked without `std` for this machine, and the step counts as skipped. Features that bring another crate are
# checked each alone only if the argument is `full`: every one compiles its crate again.
source "$(dirname "$0")/common.sh"

need_component clippy
bare_target=thumbv7em-none-eabi

check() {
    run cargo clippy --quiet -p packed-data --no-default-features "$@" -- -D warnings
}

check_others() {
    run cargo clippy --quiet -p packed-data-schema -p packed-data-columns --no-default-features "$@" -- -D warnings
}

check
while read -r feature needs; do
    case $needs in
        *dep:packed-data*) ;;
        *dep:*) [ "${1:-quick}" = full ] || continue ;;
    esac
    check --features "$feature"
done < <(declared_features)
no_std=$(no_std_features)
check --features "$no_std"

if need_target "$bare_target"; then
    check --target "$bare_target"
    check --target "$bare_target" --features "$no_std"
    check_others --target "$bare_target"
    check_others --target "$bare_target" --features packed-data-schema/regex-1
else
    check_others
    skip "$bare_target cannot be installed; the crates were checked without \`std\` for this machine only"
fi
