#!/usr/bin/env bash
# Soak tests: a file of records is appended to and read, while its writer is killed and its disk is full; the service
# of examples/tree-service is under load, and killed; a dataflow of two processes counts, and one of them is killed.
# Nothing that was acknowledged may be lost, and no memory may grow. Before that, each must find mistakes that are made
# on purpose: to acknowledge too early, and to leave something out.
#
#   ci/soak.sh MINUTES                  all three, side by side if there are processors
#   ci/soak.sh MINUTES files|service|dataflow ...
#
# Each prints a line of figures at the end, and its seed at the beginning; SEED in the environment sets it. Each is
# bounded: 4 GiB of address space for a process, 256 MB for a file, and five minutes more than the time. Everything is
# on the loopback address, and in the folder for temporary files.
source "$(dirname "$0")/common.sh"

minutes=${1:-}
[[ $minutes =~ ^[0-9]+(\.[0-9]+)?$ ]] || {
    echo "usage: ci/soak.sh MINUTES [files|service|dataflow ...]" >&2
    exit 2
}
shift
kinds=("$@")
[ $# != 0 ] || kinds=(files service dataflow)
for kind in "${kinds[@]}"; do
    case $kind in files | service | dataflow) ;; *) echo "ci/soak.sh: no such test: $kind" >&2 && exit 2 ;; esac
done

# (With the same features as below.)
run cargo test --release -p soak -p tree-service --bin soak
run cargo build --release -p soak -p tree-service
soak=${CARGO_TARGET_DIR:-target}/release/soak

# Where it is allowed, what is mounted is seen by these processes only, and goes with them.
alone=()
unshare -rm true 2>/dev/null && alone=(unshare -rm)

soak() {
    local limit=$1
    shift
    (
        ulimit -v $((4 << 20)) -f $((256 << 10))
        exec nice "${alone[@]}" timeout --kill-after=10 "$limit" "$soak" "$@" ${SEED:+--seed "$SEED"}
    )
}

for kind in "${kinds[@]}"; do
    for fault in early drop; do
        printf '\n%s with a mistake, which must be found: %s\n' "$kind" "$fault"
        status=0
        soak 120 "$kind" --minutes 1 --fault "$fault" || status=$?
        # (124 is that of timeout.)
        [ $status = 1 ] || { echo "$kind: the mistake '$fault' was not found: status $status" && exit 1; }
    done
done

printf '\n%s minutes, seed %s: %s\n' "$minutes" "${SEED:-by chance}" "${kinds[*]}"
limit=$(awk "BEGIN { print int($minutes * 60) + 300 }")
status=0 running=()
trap 'kill "${running[@]}" 2>/dev/null || true' EXIT
for kind in "${kinds[@]}"; do
    soak "$limit" "$kind" --minutes "$minutes" &
    running+=($!)
    [ "$(nproc)" -gt 1 ] || { wait $! || status=1; }
done
for process in "${running[@]}"; do
    wait "$process" || status=1
done
exit $status
