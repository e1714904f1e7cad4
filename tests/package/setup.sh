#!/bin/bash
# setup.sh: answers `talon setup` for the unit at a terminal, as root. inside.sh checks the files that it writes.
set -u
work=$(mktemp -d)
mkfifo "$work/keys"
: >"$work/shown"

fail() {
    printf 'setup: %s; shown:\n' "$*" >&2
    cat "$work/shown" >&2
    exit 1
}

# await WORDS COMMAND...: waits until the command succeeds, for a minute at most.
await() {
    local words=$1 tries
    shift
    for ((tries = 0; tries < 600; tries++)); do
        "$@" && return
        sleep 0.1
    done
    fail "not within a minute: $words"
}
shows() { tail -c "+$seen" "$work/shown" | grep -qF -e "$1"; }
hides() { # true while the terminal hides what is typed
    local terminal
    terminal=$(readlink "/proc/$(pidof talon)/fd/0") && stty -F "$terminal" -a | grep -q -e ' -echo '
}
answer() { # answer QUESTION WORDS
    await "$1" shows "$1"
    [[ $1 != *'hidden while'* ]] || await 'what is typed is hidden' hides
    seen=$(($(wc -c <"$work/shown") + 1))
    printf '%s\n' "$2" >&3
}

seen=1
script --quiet --return --flush --command 'talon setup --no-trial' "$work/typescript" <"$work/keys" >"$work/shown" 2>&1 &
exec 3>"$work/keys"
answer 'Replace it' yes
answer 'irc or discord [irc]: ' irc
answer 'irc.libera.chat: ' 127.0.0.1
answer 'on or off [on]: ' off
answer 'Port [6667]: ' 6667
answer 'Nick of the bot [talon]: ' ''
answer 'only by invitation): ' '#cards'
answer 'services account (Enter: none): ' talon
answer '[irc]: ' here
answer '(hidden while you type): ' hunter22
answer 'every table (Enter: none): ' ''
wait $! || fail "its status is $?"
seen=1
shows 'Next: systemctl enable talon && systemctl restart talon' || fail 'it does not say how to go on'
! shows hunter22 || fail 'it shows the password'
rm -r "$work"
