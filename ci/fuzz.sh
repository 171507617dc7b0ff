#!/usr/bin/env bash
# Fuzzing: every target of fuzz/, for SECONDS each, as many at a time as there are processors. The last line has the
# numbers of executions and of findings: inputs that crash, hang, leak or take too much memory.
#
#   ci/fuzz.sh SECONDS [TARGET...]   fuzzes, by default all targets
#   ci/fuzz.sh keep [TARGET...]      adds what runs have found to the corpora in fuzz/corpus/, which it minimises
#   ci/fuzz.sh coverage [TARGET...]  counts the functions of the crates that a target's program contains, and those that
#                                    its corpus in fuzz/corpus/ reaches; lists the others in target/fuzz/coverage/.
#                                    With all targets, also of what they attack together (see fuzz/attacked.txt); and
#                                    fails if no target reaches a function of that, and no reason is in
#                                    fuzz/unreached.txt
#
# Each run starts from fuzz/corpus/TARGET.tar.gz, what earlier runs found in this checkout, and the seeds of the target
# (fuzz/src/initial.rs). What it finds, the logs and the findings are in target/fuzz/. (The first two bytes of an input
# choose one of the cases of a target by its number; so `keep` after a change of the cases, since it drops inputs that
# add nothing.) With FUZZ_SANITIZER=address the targets are built with that sanitizer; with FUZZ_FEATURES=few they try
# fewer shapes in fewer layouts, and are built in a quarter of the time. With FUZZ_FEEDBACK=none they do not count their
# branches: a run changes the inputs that are there, at random, and learns nothing from what they reach. It tries many
# times as many in a second, because libFuzzer otherwise looks at the counters of all branches after each.
source "$(dirname "$0")/common.sh"

seconds=${1:-}
if ! [[ $seconds =~ ^([1-9][0-9]*|keep|coverage)$ ]]; then
    echo "usage: ci/fuzz.sh SECONDS|keep|coverage [TARGET...]" >&2
    exit 2
fi
shift
toolchain=${FUZZ_TOOLCHAIN:-nightly}
target_dir=${CARGO_TARGET_DIR:-target}
out=$target_dir/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')

# Measured: a quarter of libFuzzer's time goes to the entropic schedule and to names of functions in its log, another
# quarter to the search for shorter inputs with the same effect, and a third of the rest to counting how often a branch
# was taken. So all of these are off. AddressSanitizer watches the same paths in ci/sanitizers.sh, over far more inputs
# a second; here it is on only if FUZZ_SANITIZER asks for it.
sanitizer=${FUZZ_SANITIZER:-none}
features=${FUZZ_FEATURES:-}
feedback=${FUZZ_FEEDBACK:-branches}
case $seconds in
    keep) feedback=branches ;; # (What an input adds is seen by its branches.)
    coverage) sanitizer=none feedback=report ;;
esac
case $feedback in
    branches) build=$out/build-$sanitizer feedback_options=(-use_counters=0) ;;
    none) build=$out/build-$sanitizer-blind feedback_options=(-keep_seed=1 -len_control=0) ;;
    report) build=$out/build-report ;;
    *) echo "FUZZ_FEEDBACK is neither \`branches\` nor \`none\`" >&2 && exit 2 ;;
esac

# Prints the maximum bytes of an input. These targets need few bytes for much work.
max_len_of() {
    case $1 in
        builder | columns_round_trip | edits | round_trip) echo 40 ;;
        columns | steps) echo 200 ;;
        conditions | infer) echo 120 ;;
        lazy_steps | schema_text | streams) echo 300 ;;
        *) echo 72 ;;
    esac
}

need_toolchain "$toolchain"
export PATH="$PWD/target/tools/bin:$PATH"
command -v cargo-fuzz >/dev/null || run cargo install cargo-fuzz --locked --root target/tools

# Under a sanitizer, the addresses of locals do not show how much of the stack is used, so the backstop that compares
# them is off (crates/packed-data/src/wire/stack.rs).
[ "$sanitizer" = none ] || export RUSTFLAGS="${RUSTFLAGS:-} --cfg packed_data_no_backstop"
export ASAN_OPTIONS=detect_odr_violation=0

targets=${*:-$(cd fuzz && cargo fuzz list)}
# (All targets are built with the counter of steps, which one of them needs: a step costs one addition.)
build() {
    local -x RUSTFLAGS="${RUSTFLAGS:-} --cfg packed_data_steps"
    if [ "$feedback" = branches ]; then
        run cargo "+$toolchain" fuzz build --sanitizer "$sanitizer" --no-trace-compares --codegen-units 16 \
            --features "$features" --target-dir "$build" "$@"
    else
        [ "$sanitizer" = none ] || RUSTFLAGS+=" -Zsanitizer=$sanitizer"
        [ "$feedback" != report ] || RUSTFLAGS+=" -Cinstrument-coverage"
        run cargo "+$toolchain" build --manifest-path fuzz/Cargo.toml --release --target "$host" \
            --features "$features" --target-dir "$build" "${@/#/--bin=}"
    fi
}

# (Cargo-fuzz builds all targets or one.)
[ $# != 0 ] || build
for target in "$@"; do
    build "$target"
done

# Makes the seeds of a target.
seed() {
    FUZZ_SEEDS=$out/seeds/$1 "$build/$host/release/$1" >"$out/$1.log" 2>&1 || { tail -n 40 "$out/$1.log" && return 1; }
}

# Unpacks the corpus of a target that is in the repository.
unpack() {
    mkdir -p "$out/kept/$1" "$out/corpus/$1"
    [ ! -e "fuzz/corpus/$1.tar.gz" ] || tar -xzf "fuzz/corpus/$1.tar.gz" -C "$out/kept"
}

# Minimises all inputs of a target, those that are kept first, and writes its corpus. (An archive, since there are
# thousands of inputs of a few bytes; the same inputs make the same archive.)
keep() {
    local target=$1 merged=$out/merged
    rm -rf "${merged:?}/$target"
    mkdir -p "$merged/$target" fuzz/corpus
    seed "$target" || return 1
    unpack "$target"
    "$build/$host/release/$target" -merge=1 -use_counters=0 -max_len="$(max_len_of "$target")" -timeout=10 \
        "$merged/$target" "$out/kept/$target" "$out/corpus/$target" "$out/seeds/$target" >"$out/$target.log" 2>&1 ||
        { tail -n 40 "$out/$target.log" && return 1; }
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=a+r,u+w -C "$merged" -cf - "$target" |
        gzip -9n >"fuzz/corpus/$target.tar.gz"
    printf '%-18s %6s inputs, %8s bytes\n' "$target" "$(find "$merged/$target" -type f | wc -l)" \
        "$(wc -c <"fuzz/corpus/$target.tar.gz")"
}

# Prints for each function of the crates in the program of a target, one a line: how often the corpus reached it (as any
# type, in any layout), and its file and line.
reached() {
    local target=$1 program=$build/$host/release/$1 profile=$out/coverage/$1
    unpack "$target"
    # (Without feedback, libFuzzer says at the end that it has learned nothing, and fails.)
    LLVM_PROFILE_FILE=$profile.profraw "$program" -runs=0 -keep_seed=1 "$out/kept/$target" >"$out/$target.log" 2>&1 ||
        true
    "$llvm/llvm-profdata" merge --sparse "$profile.profraw" -o "$profile.profdata"
    "$llvm/llvm-cov" export --format=lcov --instr-profile="$profile.profdata" "$program" |
        awk -v root="$PWD/" -F '[:,]' '
            /^SF:/ { file = substr($2, length(root) + 1); counts = index($2, root "crates/") == 1 }
            /^FN:/ && counts { place[$3] = file ":" $2; if (!(place[$3] in most)) most[place[$3]] = 0 }
            /^FNDA:/ && counts && $2 + 0 > most[place[$3]] { most[place[$3]] = $2 + 0 }
            /^end_of_record/ { delete place }
            END { for (key in most) print most[key] "\t" key }'
    rm "$profile.profraw" "$profile.profdata"
}

# Adds the lines of `reached` up, and prints how many functions are reached; writes those that are not, with the text of
# their lines, to a file.
summarise() {
    awk -F '\t' -v name="$1" -v rest="$2" '
        !($2 in most) || $1 > most[$2] { most[$2] = $1 }
        END {
            printf "" >rest
            for (key in most) {
                all++
                if (most[key]) { some++; continue }
                split(key, place, ":")
                for (line = 0; line < place[2] && (getline text <place[1]) > 0; line++);
                close(place[1])
                gsub(/^ +| *{$/, "", text)
                print key ": " text | "LC_ALL=C sort -t: -k1,1 -k2,2n >>" rest
            }
            printf "%-18s %5d of %5d functions\n", name, some, all
        }'
}

# Does the same for each line of fuzz/attacked.txt: of its files, with what its targets reach together.
attacked() {
    local targets pattern
    while IFS= read -r line; do
        [[ $line =~ ^([a-z_ ]+):\ (.+)$ ]] || continue
        targets=${BASH_REMATCH[1]} pattern="^crates/(${BASH_REMATCH[2]}):"
        for target in $targets; do
            PATTERN=$pattern awk -F '\t' '$2 ~ ENVIRON["PATTERN"]' "$out/coverage/$target.tsv"
        done | summarise "$targets" "$out/coverage/attacked-${targets// /-}"
    done <fuzz/attacked.txt
    local -x LC_ALL=C
    comm -12 <(sort -u "$out"/coverage/attacked-*) <(sort "$out/coverage/together") | unexplained
}

# Takes lines of functions that no target reaches. Counts them by their reasons in fuzz/unreached.txt, and prints those
# that have none, and the patterns that are for no function; fails if there are any.
unexplained() {
    awk '
        FNR == NR && /^(#|$)/ { next }
        FNR == NR && /^[^ ]/ { reason[++reasons] = $0; next }
        FNR == NR {
            pattern[++patterns] = substr($0, 5)
            of[patterns] = reasons
            next
        }
        {
            # (Each pattern that fits is in use; the first one has the reason.)
            why = 0
            for (i = 1; i <= patterns; i++) {
                if ($0 !~ pattern[i]) continue
                used[i] = 1
                if (!why) why = of[i]
            }
            if (why) count[why]++
            else { print "no reason: " $0; status = 1 }
        }
        END {
            for (i = 1; i <= patterns; i++) if (!used[i]) { print "for no function: " pattern[i]; status = 1 }
            for (i = 1; i <= reasons; i++) printf "%5d %s\n", count[i], reason[i]
            exit status
        }' fuzz/unreached.txt -
}

if [ "$seconds" = coverage ]; then
    need_toolchain "$toolchain" llvm-tools
    llvm=$(rustc "+$toolchain" --print target-libdir)/../bin
    rm -rf "$out/coverage" && mkdir -p "$out/coverage"
    for target in $targets; do
        reached "$target" >"$out/coverage/$target.tsv"
        summarise "$target" "$out/coverage/$target" <"$out/coverage/$target.tsv"
    done
    cat "$out"/coverage/*.tsv | summarise together "$out/coverage/together"
    [ $# != 0 ] || attacked
    exit
fi

if [ "$seconds" = keep ]; then
    status=0
    for target in $targets; do
        keep "$target" || status=1
    done
    exit $status
fi

fuzz() {
    local target=$1
    seed "$target" || return 0 # (Its log has no number of executions.)
    unpack "$target"
    rm -rf "$out/artifacts/$target"
    mkdir -p "$out/artifacts/$target"
    local inputs=("$out/corpus/$target" "$out/kept/$target" "$out/seeds/$target")
    # (libFuzzer runs an empty input first.)
    [ "$feedback" = branches ] || local -x FUZZ_INPUTS=$(($(find "${inputs[@]}" -type f | wc -l) + 1))
    "$build/$host/release/$target" \
        -max_total_time="$seconds" -max_len="$(max_len_of "$target")" -timeout=10 -print_final_stats=1 \
        -entropic=0 -print_funcs=0 -reduce_inputs=0 "${feedback_options[@]}" \
        -artifact_prefix="$out/artifacts/$target/" "${inputs[@]}" \
        >"$out/$target.log" 2>&1 || true
}

for target in $targets; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done
    printf '\n$ fuzz %s\n' "$target"
    fuzz "$target" &
done
wait

executions=0 findings=0 status=0
echo
for target in $targets; do
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$target.log")
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$out/$target.log")
    found=$(find "$out/artifacts/$target" -type f ! -name 'slow-unit-*' | wc -l)
    printf '%-18s %10s executions %8s a second %4s findings\n' "$target" "${count:-no}" "${speed:-0}" "$found"
    if [ -z "$count" ] || [ "$found" != 0 ]; then
        status=1
        tail -n 40 "$out/$target.log"
    fi
    executions=$((executions + ${count:-0})) findings=$((findings + found))
done
echo "$executions executions, $findings findings"
exit $status
