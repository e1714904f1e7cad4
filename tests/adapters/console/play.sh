#!/bin/sh
# play.sh PROGRAM: `talon play` without a terminal: the level of its computer players, its language, and what it does
# with a match that is over.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# play_until TEXT COMMAND...: runs the command until it has said TEXT, then types $typed and tells it to quit.
play_until() {
    wanted=$1
    shift
    mkfifo "$folder/in"
    "$@" <"$folder/in" >"$folder/out" 2>&1 &
    exec 3>"$folder/in"
    while ! grep -qF "$wanted" "$folder/out"; do
        kill -0 $! 2>/dev/null || { printf 'not said: %s\n' "$wanted" >&2; cat "$folder/out" >&2; exit 1; }
        sleep 0.05
    done
    printf '%b\n' "${typed:-}quit" >&3
    exec 3>&-
    wait $!
    rm "$folder/in"
}

play_until 'Ada (computer, hard), Blaise (computer, hard)' \
    "$1" play --lang en --level difficile --bots 2 --db "$folder/a.db"
# A match that is over does not go on. The next start deals what it is told to, and the same seed the same cards.
hand() { sed -n 's/.*Your hand: //p' "$folder/out"; }
typed='stop\nstop\n' play_until 'Your hand:' "$1" play --lang en --bots 1 --seed ab --db "$folder/b.db"
first=$(hand)
play_until 'Your hand:' "$1" play --lang en --bots 1 --level easy --seed ab --db "$folder/b.db"
if ! grep -qF 'Ada (computer, easy)' "$folder/out" || [ "$(hand)" != "$first" ]; then
    printf 'not dealt anew (%s):\n' "$first" >&2
    cat "$folder/out" >&2
    exit 1
fi
play_until 'help lists the commands' env LC_ALL=C LANG=fr_CA.UTF-8 "$1" play --db "$folder/c.db"
play_until 'aide donne la liste' env LC_ALL= LC_MESSAGES=fr_FR.UTF-8 LANG=C "$1" play --db "$folder/d.db"

status=0
said=$("$1" play --level genius --db "$folder/e.db" 2>&1 </dev/null) || status=$?
case $status:$said in
"64:talon play: there is no level 'genius'"*) ;;
*) printf 'status %s: %s\n' "$status" "$said" >&2; exit 1 ;;
esac
status=0
said=$("$1" play --set flex --bots 16 --db "$folder/e.db" 2>&1 </dev/null) || status=$?
case $status:$said in
"64:talon play: --bots takes a number from 1 to 15, not '16'") ;;
*) printf 'status %s: %s\n' "$status" "$said" >&2; exit 1 ;;
esac
play_until 'Maryam (computer, normal)' "$1" play --lang en --bots 19 --db "$folder/f.db" # HR-21
play_until 'Maria (computer, normal)' "$1" play --lang en --set flex --bots 8 --db "$folder/g.db"
"$1" play --help | grep -q -- '--level LEVEL'
