#!/bin/sh
# strength.sh TALON: are the levels worth their names? With fixed seeds, so the answer is the same every
# time: `normal` wins 40 % of each set among random players, `hard` 33 % of flex
# among `normal`, with 95 % confidence.
set -eu

talon=$1

# The lower end of the first level's interval.
least() { # least SIMULATE-ARGUMENTS...
    "$talon" simulate --players 4 --jobs 2 --json "$@" | sed 's/.*"wilson95":\[\[\([0-9.]*\),.*/\1/'
}

for set in classic hyper skull web flex minion; do
    least=$(least --set "$set" --games 100000 --seats normal,random --seed 5)
    echo "$set: normal wins at least $least of the rounds among random players"
    awk -v least="$least" 'BEGIN { exit !(least >= 0.40 && least < 1) }'
done
least=$(least --set flex --games 500 --seats hard,normal --nodes 8000 --seed 5)
echo "flex: hard wins at least $least of the rounds among normal ones"
awk -v least="$least" 'BEGIN { exit !(least >= 0.33 && least < 1) }'
