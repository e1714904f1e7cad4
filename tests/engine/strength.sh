#!/bin/sh
# strength.sh TALON: does a search beat rules of thumb? With 95 % confidence, against three of them,
# more than the quarter that is chance.
set -eu
line=$("$1" simulate --set flex --players 4 --games 800 --seats hard,normal --nodes 8000 --jobs 2 \
    --seed 5 --json)
least=$(printf '%s\n' "$line" | sed 's/.*"wilson95":\[\[\([0-9.]*\),.*/\1/')
echo "hard wins at least $least of the rounds"
awk -v least="$least" 'BEGIN { exit !(least > 0.25 && least < 1) }'
