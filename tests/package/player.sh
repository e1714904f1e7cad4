#!/bin/bash
# player.sh until-turn|goes-on: a person on the ngircd of inside.sh or plays.sh. until-turn leaves a connection open, which
# goes-on uses after talon's restart.
set -u
lines=/talon/lines
words=/talon/words

fail() {
    printf 'player: %s; heard:\n' "$*" >&2
    tail -n 30 "$lines" >&2
    exit 1
}

# await WORDS PATTERN [FROM]: waits for a line that matches, from line FROM on, for a minute at most.
await() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        found=$(tail -n "+${3:-1}" "$lines" | grep -E -m 1 -e "$2") && return
        sleep 0.1
    done
    fail "not within a minute: $1"
}
speak() { printf '%s\r\n' "$*" >"$words"; }
next() { echo $(($(wc -l <"$lines") + 1)); }

# Asks for the hand. Leaves out what the bot may say around it.
ask_hand() {
    local from
    from=$(next)
    speak 'PRIVMSG #cards :!hand'
    await 'a hand' '^:talon.* (NOTICE|PRIVMSG) ana :.*Your hand' "$from"
    hand=$(grep -oE 'Your hand.*' <<<"$found")
}

# Runs on after this script ends. It sends what comes through the pipe, writes down what it hears, and answers PING.
connection() {
    exec 3<>"/dev/tcp/127.0.0.1/${TALON_PORT:-6667}" 4<>"$words"
    cat <&4 >&3 &
    while IFS= read -r line <&3; do
        line=${line%$'\r'}
        printf '%s\n' "$line" >>"$lines"
        [[ $line != PING* ]] || printf 'PONG %s\r\n' "${line#PING }" >&3
    done
}

until_turn() {
    mkfifo "$words"
    : >"$lines"
    setsid "$0" connection </dev/null >/dev/null 2>&1 &
    speak 'PASS sesame'
    speak 'NICK ana'
    speak 'USER ana 0 * :Ana'
    await 'a welcome' ' 001 ana '
    speak 'JOIN #cards'
    await 'talon in the channel' '( 353 .*[ @:]talon\b|^:talon![^ ]* JOIN)'
    speak 'PRIVMSG #cards :!uno'
    await 'a table' '^:talon.* PRIVMSG #cards '
    speak 'PRIVMSG #cards :!bots 2'
    speak 'PRIVMSG #cards :!start'
    await 'a turn' '^:talon.* ana :.*Your turn'
    ask_hand
    printf '%s\n' "$hand" >/talon/hand
}

# A nick without an account gets its seat back by its seat word. It has the same hand, and can play.
goes_on() {
    local from
    await 'talon gone' '^:talon![^ ]* QUIT'
    from=$(grep -nE '^:talon![^ ]* QUIT' "$lines" | tail -n 1 | cut -d: -f1)
    await 'the table again' 'The table goes on where it was' "$from"
    await 'a seat word' 'Your seat word is'
    speak "PRIVMSG talon :!seat $(grep -oE 'seat word is [^. ]+' <<<"$found" | sed 's/.* //')"
    ask_hand
    [ "$hand" = "$(cat /talon/hand)" ] || fail "the hand was '$(cat /talon/hand)', and is '$hand'"
    from=$(next)
    speak 'PRIVMSG #cards :!draw'
    await 'a drawn card' '^:talon.* PRIVMSG #cards :.*draws' "$from"
}

case ${1:-} in
connection) connection ;;
until-turn) until_turn ;;
goes-on) goes_on ;;
*) fail "which? until-turn or goes-on" ;;
esac
