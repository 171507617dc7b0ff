#!/usr/bin/env bash
# The Haskell package in haskell/: builds it; exchanges random values with Rust in all layouts, both ways; compares what
# both say of changed bytes; runs its own tests, its checks (the tables of the book, the vectors of the paper's library,
# hostile bytes beside memory that nothing may read, laws, the paper's figures and web server, files that must not
# compile, optimised functions for each layout) and the program of the book's chapter in both languages. If GHC or a
# library is missing, the step is skipped.
#
#   ci/haskell.sh           not optimised, few values: about a minute
#   ci/haskell.sh full      optimised, 1000 values of each type, more hostile bytes; also haskell/test.sh (with the
#                           examples of the documentation), haskell/core.sh and the commands of the chapter, with
#                           cabal, and the checks of hostile bytes under valgrind, if it is installed; installs GHC and
#                           the libraries if they are missing. Then, in a new root of each of Debian 12, 13 and the next
#                           release with what haskell/README.md says to install: the tests, and the commands of the
#                           chapter (their Rust halves run outside)
#   UPDATE=1 ci/haskell.sh  also writes the expected messages of the files that must not compile
source "$(dirname "$0")/common.sh"

mode=${1:-quick}
case $mode in
    quick) optimise=-O0 count=50 changes=1 own_tests=(--qc-max-success=5 --skip "a million cells") ;;
    full) optimise=-O1 count=1000 changes=2 own_tests=() ;;
    *) echo "usage: ci/haskell.sh [full]" >&2 && exit 2 ;;
esac

packages=(ghc cabal-install)
libraries=(QuickCheck aeson bytestring containers hspec http-types mmap network process scientific text time vector wai)
libraries+=(warp)
for library in "${libraries[@]}"; do
    case $library in
        QuickCheck) packages+=(libghc-quickcheck2-dev) ;;
        bytestring | containers | process | text | time) ;; # (GHC has them.)
        *) packages+=("libghc-$library-dev") ;;
    esac
done

[ -z "$(ghc_lacks "${libraries[@]}")" ] || [ $mode = quick ] || install_packages "${packages[@]}" >&2 || true
absent=$(ghc_lacks "${libraries[@]}" | paste -sd' ')
[ -z "$absent" ] || skip "missing: $absent (apt-get install ${packages[*]})"

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
here=$target/haskell$optimise
mkdir -p "$here"
rust=$target/debug/examples
folders=-ihaskell/src:haskell/interop:haskell/examples:haskell/checks:haskell/test
# (The language and extensions of the library are in its description. Here all programs share its objects.)
extensions=$(awk '/default-extensions:/ { on = 1; next } on && NF == 0 { exit } on { print "-X" $1 }' haskell/*.cabal)
# shellcheck disable=SC2206 # words
ghc=(ghc -v0 "$optimise" -j2 -Wall -Werror -XHaskell2010 $extensions -XQualifiedDo "$folders" -outputdir "$here")

# Builds the program whose module has this name.
program() {
    run "${ghc[@]}" -threaded -Wno-name-shadowing -main-is "$2" -o "$here/$2.exe" "haskell/$1/$2.hs"
}

# `exchange NAME READER WRITER`: values there and back, with their number.
exchange() {
    there_and_back "$here" "$2" "$3" generate "$count"
    printf '%s: %d values of %d types agreed\n' "$1" "$(wc -l <"$here/written")" \
        "$(cut -d' ' -f1 "$here/written" | sort -u | wc -l)"
}

# Compares what both sides say of changed bytes: what was expected, what was found, at which byte, in which field. (In a
# list of numbers, Haskell's path goes on to the element.)
same_verdicts() {
    "$here/Interop.exe" change "$changes" <"$here/written" >"$here/changed"
    "$here/Interop.exe" verdicts <"$here/changed" >"$here/said"
    "$rust/haskell" verdicts <"$here/changed" | paste -d '|' - "$here/said" "$here/changed" | awk -F '|' '
        { same = $2; sub(/( >| in) \[[0-9]+\]$/, "", same) }
        $1 != "valid" { refused++ }
        $1 != $2 && $1 != same { print "Rust says:    " $1 "\nHaskell says: " $2 "\nof: " $3; differ++ }
        END {
            printf "%d changed inputs, of which %d are refused: %d verdicts differ\n", NR, refused, differ
            exit differ > 0 || refused < NR / 2
        }'
}

# Prints for each message of the compiler on stdin its place and its first sentence, without repetitions, into a file of
# the folder that is named for the module.
first_sentences() {
    awk -v to="$1/" '
        function done() {
            if (text != "" && !((out, text) in seen)) printf "%s", text >out
            seen[out, text] = 1
            text = ""
        }
        /^[^ ]*\/[A-Za-z]+\.hs:[0-9]/ {
            done()
            sub(/^.*\//, "")
            out = to substr($0, 1, index($0, ".") - 1)
            bullets = 0
            on = 1
        }
        /^ *• / && ++bullets == 2 { on = 0 }
        /^ *[0-9]* *\|/ { on = 0 }
        /^ *\.\.\.plus [0-9]/ { next } # (the number of instances)
        on && NF { text = text $0 "\n" }
        END { done() }
    '
}

# Compares what the compiler says about each file of haskell/checks/refused with the message that is expected.
refused() {
    local file name messages=$here/refused status=0 files=0
    rm -rf "$messages" && mkdir "$messages"
    # (One run, which goes on after each file.)
    { "${ghc[@]}" -w -fkeep-going -no-link haskell/checks/refused/*.hs 2>&1 || true; } | first_sentences "$messages"
    for file in haskell/checks/refused/*.hs; do
        name=$(basename "$file" .hs)
        [ -s "$messages/$name" ] || { echo "$file compiles, but must not" && status=1 && continue; }
        [ -z "${UPDATE:-}" ] || cp "$messages/$name" "${file%.hs}.expected"
        diff -u "${file%.hs}.expected" "$messages/$name" || { echo "$file: another message" && status=1; }
        files=$((files + 1))
    done
    echo "$files files are refused"
    return $status
}

# (With the features that the tests have, so that nothing is compiled again.)
run cargo build --example haskell --example exchange
program interop Interop
program checks Tests
program examples Exchange
program test Main

# (In a folder of its own, as it is optimised in both modes.)
printf '\noptimised functions\n'
optimised=$target/haskell-optimised
mkdir -p "$optimised"
run "${ghc[@]}" -O1 -outputdir "$optimised" -main-is Optimised -o "$optimised/Optimised.exe" haskell/checks/Optimised.hs
"$optimised/Optimised.exe"

printf '\nexports\n'
command -v python3 >/dev/null && python3 haskell/test/exports.py

printf '\nvalues there and back\n'
diff <("$here/Interop.exe" types) <("$rust/haskell" types) || { echo "the two sides have other types" && exit 1; }
exchange "from Rust to Haskell and back" "$here/Interop.exe" "$rust/haskell"
exchange "from Haskell to Rust and back" "$rust/haskell" "$here/Interop.exe"

printf '\nwhat is wrong with changed bytes\n'
same_verdicts

# (Each of the two has one thread.)
PACKED_DATA_TESTS=$mode "$here/Tests.exe" >"$here/checks.log" 2>&1 &
checks=$!
run "$here/Main.exe" "${own_tests[@]}"
printf '\n$ %s\n' "$here/Tests.exe"
wait $checks || { cat "$here/checks.log" && exit 1; }
tail -n 3 "$here/checks.log"

printf '\nfiles that must not compile\n'
refused

printf '\none program in both languages, on one file\n'
"$here/Exchange.exe" pack "$here/tree.bin" 15
"$rust/exchange" sum "$here/tree.bin" | tee "$here/sum"
grep -q 'sums them to 536887296$' "$here/sum"
"$rust/exchange" pack "$here/tree.bin" 15
"$here/Exchange.exe" sum "$here/tree.bin" | tee "$here/sum"
grep -q 'sums them to 536887296$' "$here/sum"

# The Haskell code of the chapter is that of the program.
chapter=book/src/from-haskell.md
while IFS= read -r line; do
    grep -qF -- "$line" haskell/examples/Exchange.hs || { echo "$chapter: not in Exchange.hs: $line" && exit 1; }
done < <(sed -n '/^```haskell/,/^```$/p' "$chapter" | sed 's/^ *//' | grep -v -e '^```' -e '^--' -e '^$')
echo "the code of $chapter is that of the program"

# `in_root SUITE`: haskell/test.sh, and what the chapter says, in a new root of this release of Debian, with the
# packages that haskell/README.md names. (`unshare` gives the mounts an end.)
in_root() {
    local root=$here/root-$1 packages
    packages=$(sed -n '/^sudo apt-get install/,/[^\\]$/p' haskell/README.md | tr -d '\\' |
        sed 's/sudo apt-get install//' | xargs)
    rm -rf "$root"
    # (A mirror may be older than its own date of expiry.)
    run mmdebstrap --quiet --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
        --include="${packages// /,},python3" "$1" "$root"
    mkdir "$root/project"
    git ls-files -z haskell book/src LICENSE-MIT LICENSE-APACHE | xargs -0 tar -c | tar -x -C "$root/project"
    "$rust/exchange" pack "$root/project/rust.bin" 15
    run unshare --mount bash -euc '
        mount -t proc proc "$1/proc"
        exec chroot "$1" bash -euc "
            cd /project/haskell
            ghc --version
            LANG=C.UTF-8 ./test.sh --qc-max-success=5 --skip cells >/test.log || { tail -n 50 /test.log; exit 1; }
            tail -n 4 /test.log
            cabal check
            cabal --config-file=offline.config run -v0 exchange -- pack ../tree.bin 15
            cabal --config-file=offline.config run -v0 exchange -- sum ../rust.bin"' - "$root"
    "$rust/exchange" sum "$root/project/tree.bin"
    rm -rf "$root"
}

# As in the README and in the chapter.
if [ $mode = full ]; then
    if command -v valgrind >/dev/null; then
        PACKED_DATA_TESTS=quick run valgrind --quiet --error-exitcode=99 "$here/Tests.exe" -m "hostile bytes"
    fi
    run haskell/test.sh
    run haskell/core.sh
    cd haskell
    run cabal --config-file=offline.config test checks
    run cabal --config-file=offline.config run -v0 exchange -- sum "$here/tree.bin"
    cd ..
    command -v mmdebstrap >/dev/null || install_packages mmdebstrap >&2 || true
    command -v mmdebstrap >/dev/null || skip "no mmdebstrap, so no other compilers"
    for suite in bookworm trixie forky; do
        printf '\nGHC of Debian %s\n' "$suite"
        in_root "$suite"
    done
fi
