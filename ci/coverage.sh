#!/usr/bin/env bash
# Branch coverage of the code that decides which bytes are valid: the checker, the shapes and the layouts. A branch
# counts as taken if it is taken for any type and layout. Prints the branches that no test takes; fails below 95 %.
source "$(dirname "$0")/common.sh"

wanted=95 # percent
toolchain=${COVERAGE_TOOLCHAIN:-nightly}
# All suites but the one that limits memory: parts of values are checked in parallel, values are compared with their
# memory, and bincode's numbers are read, each in a suite of its own.
mapfile -t tests < <(suites | grep -vx small_machine)

need_toolchain "$toolchain" llvm-tools
export PATH="$PWD/target/tools/bin:$PATH"
command -v cargo-llvm-cov >/dev/null || run cargo install cargo-llvm-cov --locked --root target/tools

report=${CARGO_TARGET_DIR:-target}/coverage.lcov
# A separate command: together with the tests, the report covers only the package of the tests.
run cargo "+$toolchain" llvm-cov clean --profraw-only
run cargo "+$toolchain" llvm-cov --branch --no-report -p test-suite "${tests[@]/#/--test=}"
run cargo "+$toolchain" llvm-cov report --branch --lcov --output-path "$report"

# `BRDA:line,block,branch,times` of each file, whose path is in `SF:`. Not counted: lines of a `const fn` of which no
# branch was taken, since it is the compiler that evaluates most of them.
awk -F'[:,]' -v wanted="$wanted" '
    # Notes the lines of a file that are in a `const fn`: up to the brace that has its indentation.
    function find_constants(path,    line, number, end) {
        while ((getline line < path) > 0) {
            number++
            if (!end && line ~ /^ *(pub(\([^)]*\))? )?const (unsafe )?fn /) {
                end = line
                sub(/[^ ].*/, "}", end)
            }
            if (end) constant[file, number] = 1
            if (line == end) end = ""
        }
        close(path)
    }
    /^SF:/ {
        file = path = substr($0, 4)
        sub(/.*\/packed-data\/src\//, "", file)
        counts = file ~ /^(wire\/(checker|varint)\.rs|packed\/validate\.rs|shape\/.*|layout\/.*)$/
        if (counts) find_constants(path)
    }
    /^BRDA:/ && counts {
        of[++count] = file
        at[count] = $2
        branch[count] = $4
        times[count] = $5 + 0
        on_line[file, $2] += times[count]
    }
    END {
        for (i = 1; i <= count; i++) {
            file = of[i]
            if (constant[file, at[i]] && !on_line[file, at[i]]) continue
            all[file]++
            if (times[i]) taken[file]++
            else printf "%s:%s: branch %s is not taken\n", file, at[i], branch[i]
        }
        print ""
        for (file in all) {
            printf "%-20s %3d of %3d branches\n", file, taken[file], all[file] | "sort"
            sum += all[file]
            sum_taken += taken[file]
        }
        close("sort")
        if (!sum) { print "no branch was found"; exit 1 }
        printf "%-20s %3d of %3d branches, %.1f %%\n", "all", sum_taken, sum, 100 * sum_taken / sum
        if (100 * sum_taken < wanted * sum) { printf "expected at least %d %%\n", wanted; exit 1 }
    }
' "$report"
