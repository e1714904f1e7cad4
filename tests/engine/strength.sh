#!/bin/sh
# strength.sh TALON SET: do the levels deserve their names? With fixed seeds, so that the answer is the same each time:
# `normal` wins 40 % of the rounds among random players, and `hard` 33 % of those of flex among `normal`, with 95 %
# confidence.
set -eu

talon=$1
set=$2

# The lower end of the first level's interval.
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
