#!/bin/sh
# scenario_errors.sh TALON: an error in a file is reported with file and line, and gives exit status 2. A case that
# fails gives status 1. The other files still run.
set -eu
talon=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect STATUS TEXT: runs `talon scenario` with the file on standard input, and expects that status and output.
expect() {
    cat >"$work/case.scn"
    status=0
    "$talon" scenario "$work/case.scn" >"$work/out" 2>&1 || status=$?
    if [ "$status" != "$1" ] || ! grep -qF -- "$2" "$work/out"; then
        echo "expected status $1 and '$2', got status $status and:"
        cat "$work/out"
        failures=$((failures + 1))
    fi
}

position='set classic
players 3
hand P1 B1 R3
discard B5'

expect 0 '1 passed, 0 failed' <<END
scenario X
$position
do P1 play B1 uno
expect turn P2
END
expect 1 "FAIL X $work/case.scn:6: expected turn P2, got P1" <<END
scenario X
$position
expect turn P2
END
expect 1 "case.scn:6: expected refuse P1 play B1, got accepted" <<END
scenario X
$position
refuse P1 play B1
END
expect 1 "case.scn:6: expected do P1 play R3 to be accepted, got no_match" <<END
scenario X
$position
do P1 play R3
END
expect 2 "case.scn:2: unknown directive 'sett'" <<END
scenario X
sett classic
$position
END
expect 2 "case.scn:2: unknown set 'classics'" <<END
scenario X
set classics
players 2
END
expect 2 "case.scn:6: unknown switch 'stck'" <<END
scenario X
$position
option stck any
END
expect 2 "case.scn:6: unknown value of the switch 'stack'" <<END
scenario X
$position
option stack on
END
expect 2 "case.scn:6: unknown card 'B77'" <<END
scenario X
$position
pile B77
END
expect 2 "case.scn:6: unknown player 'P4'" <<END
scenario X
$position
do P4 draw
END
expect 2 "case.scn:6: more W4 than the deck holds" <<END
scenario X
$position
pile W4 W4 W4 W4 W4
END
expect 2 "case.scn:6: the colour in force is not that of the top" <<END
scenario X
$position
colour red
END
expect 2 "case.scn:4: a wild on top needs a colour in force" <<END
scenario X
set classic
players 2
discard W
END
expect 2 "case.scn:7: the id X stands twice" <<END
scenario X
$position
expect turn P1
scenario X
$position
END
expect 2 "case.scn:1: the table cannot be dealt: players" <<END
scenario X
set flex
players 9
discard R1^
END
expect 0 "PASS X" <<END
scenario X
set flex
players 9
expect start refused
END
expect 1 "expected start refused, got a table that can be dealt" <<END
scenario X
set flex
players 8
expect start refused
END
expect 2 "case.scn:6: unknown expectation 'trun'" <<END
scenario X
$position
expect trun P1
END
expect 2 "case.scn:7: behind the first step: 'hand'" <<END
scenario X
$position
expect turn P1
hand P2 R1
END
expect 2 "case.scn:6: unknown player in 'P1 catch P4'" <<END
scenario X
$position
refuse P1 catch P4
END
# A contradiction is reported at the line where it appears.
expect 2 "case.scn:4: more B1 than the deck holds" <<END
scenario X
set classic
players 2
hand P2 B1 B1 B1
hand P1 R1
discard B5
END
expect 2 "case.scn:4: Hyper Speed is not the colour in force" <<END
scenario X
set hyper
players 2
hyper red
discard B5
END
expect 2 "case.scn:5: a round that is dealt (turned) has no other position" <<END
scenario X
set flex
players 2
turned B5^
power P1 red
END
expect 2 "case.scn:4: a hand is larger than the deal" <<END
scenario X
set classic
players 2
hand P1 B1 B2 B3 B4 B5 B6 B7 B8
turned B5
END
expect 2 "case.scn:5: more B0 than the deck holds" <<END
scenario X
set classic
players 2
hand P1 B0
turned B0
END
expect 2 "case.scn:4: cards are turned after the first discard was settled" <<END
scenario X
set classic
players 2
turned B0 B1
END
expect 2 "case.scn:5: dealer and dealer-draw contradict each other" <<END
scenario X
set skull
players 2
dealer P1
dealer-draw B0 B1
discard B5
END
expect 2 "case.scn:4: more B0 than the deck holds" <<END
scenario X
set skull
players 2
dealer-draw B0 B0
discard B5
END
expect 2 "case.scn:4: no card can start the discard pile" <<END
scenario X
set skull
players 2
turned W4
pile W4 W4
END
# A value may contain blanks. A table is refused if a number is too high. mercy contradicts only a deal, not a given
# hand.
expect 0 "PASS X" <<END
scenario X
$position
option uno_penalty   progressive  2,2
option mercy 3
expect turn P1
END
expect 0 "PASS X" <<END
scenario X
set classic
players 2
option hand_size 16
expect start refused
END
expect 2 "case.scn:4: unknown value of the switch 'hand_size'" <<END
scenario X
set classic
players 2
option hand_size 16
discard B5
END
expect 2 "case.scn:1: the table cannot be dealt: mercy" <<END
scenario X
set classic
players 2
option mercy 3
turned B5
END
expect 2 "case.scn:6: unknown action in 'P1 fly'" <<END
scenario X
$position
do P1 fly
END
expect 2 "case.scn:2: unknown set 'none'" <<END
$(printf '\357\273\277')scenario X
set none
END

# A folder with two files below it, one of them with an error. Files that do not end in .scn are ignored.
mkdir -p "$work/folder/below"
printf 'scenario A\n%s\nexpect turn P1\n' "$position" >"$work/folder/below/a.scn"
printf 'scenario B\nset nothing\nplayers 2\n' >"$work/folder/b.scn"
printf 'scenario C\nset nothing\nplayers 2\n' >"$work/folder/no.txt"
status=0
"$talon" scenario "$work/folder" >"$work/out" 2>"$work/err" || status=$?
if [ "$status" != 2 ] || ! grep -q '^PASS A$' "$work/out" || ! grep -q 'b.scn:2:' "$work/err" ||
    grep -q 'no.txt' "$work/err"; then
    echo "a folder: status $status"
    cat "$work/out" "$work/err"
    failures=$((failures + 1))
fi
status=0
"$talon" scenario "$work/none.scn" >/dev/null 2>&1 || status=$?
[ "$status" = 2 ] || failures=$((failures + 1))

[ "$failures" = 0 ]
