#!/bin/sh
# simulate.sh TALON: the same seed gives the same rounds, with any number of threads. JSON has its keys. Wrong arguments
# give one line.
set -eu
talon=$1
once() {
    "$talon" simulate --set flex --players 3 --games 300 --seats random,normal --seed "$1" --json
}
a=$(once c0ffee | sed 's/"seconds.*moves_per_game/moves_per_game/')
b=$(once C0FFEE | sed 's/"seconds.*moves_per_game/moves_per_game/')
c=$(once c0ffef | sed 's/"seconds.*moves_per_game/moves_per_game/')
[ "$a" = "$b" ] && [ "$a" != "$c" ]
for key in games_per_second moves_per_second moves_per_game wins; do
    once 1 | grep -q "\"$key\":"
done
threads() {
    "$talon" simulate --set web --games 999 --seats normal,easy,random --seed 7 --json --jobs "$1" |
        sed 's/"seconds.*moves_per_game/moves_per_game/'
}
[ "$(threads 1)" = "$(threads 2)" ] && [ "$(threads 1)" = "$(threads 5)" ]
for key in wilson95 without_winner by_round_limit; do
    threads 1 | grep -q "\"$key\":"
done
# rounds that end by the limit are counted as such
limited=$("$talon" simulate --games 100 --players 10 --option round_limit=500 --option hand_size=9 \
    --option play_to_last=on --json | sed 's/.*"by_round_limit"://; s/}//')
[ "$limited" -gt 0 ]
# a round that ends at the deal has no moves, but counts
"$talon" simulate --set minion --players 2 --games 200 --option mercy=8 --json |
    grep -q '"without_winner":0'
refused() {
    status=0
    lines=$("$talon" simulate "$@" 2>&1 >/dev/null | wc -l) || true
    "$talon" simulate "$@" >/dev/null 2>&1 || status=$?
    if [ "$status" != 64 ] || [ "$lines" != 1 ]; then
        echo "not refused with one line: $*"
        exit 1
    fi
}
refused --set nothing
refused --players 11
refused --players 0
refused --games 0
refused --games -5
refused --jobs 0
refused --nodes few
refused --seed xyz
refused --seed
refused --seats random,nobody
refused --seats random,random,random --players 2
refused --option stack
refused --option stack=on
refused --option stak=any
refused --option deflect=on
refused --loud
