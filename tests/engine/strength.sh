#!/bin/sh
# strength.sh TALON SET: the levels deserve their names. `normal` wins at least 40 % of the rounds against random
# players, and `hard` 33 % of those against `normal` (only in flex), with 95 % confidence. The seeds are fixed, so the
# result is always the same.
set -eu

talon=$1
set=$2

# Prints the lower end of the confidence interval of the first level.
least() { # least SIMULATE-ARGUMENTS...
    "$talon" simulate --players 4 --jobs 2 --json "$@" | sed 's/.*"wilson95":\[\[\([0-9.]*\),.*/\1/'
}

least=$(least --set "$set" --games 100000 --seats normal,random --seed 5)
echo "$set: normal wins at least $least of the rounds among random players"
awk -v least="$least" 'BEGIN { exit !(least >= 0.40 && least < 1) }'
[ "$set" = flex ] || exit 0
least=$(least --set flex --games 500 --seats hard,normal --nodes 8000 --seed 5)
echo "flex: hard wins at least $least of the rounds among normal ones"
awk -v least="$least" 'BEGIN { exit !(least >= 0.33 && least < 1) }'
