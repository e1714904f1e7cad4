#!/bin/bash
# plays.sh: a match of the package that is installed, on an ngircd that is installed, where no systemd runs: a person plays
# until their turn, the daemon stops and starts again, and the match goes on with the same hand (player.sh).
set -eu
cd /talon
export TALON_PORT=16667 # others on this machine have the usual one
started=

say() { printf 'installed: %s\n' "$*"; }
finish() {
    status=$?
    # shellcheck disable=SC2086 # processes are words
    kill $started 2>/dev/null || true
    [ $status = 0 ] || tail -n 30 /talon/log >&2
}
trap finish EXIT

mkdir -p /run/ircd
cat >/talon/ngircd.conf <<END
[Global]
Name = irc.test
Info = a server
Listen = 127.0.0.1
Ports = $TALON_PORT
Password = sesame
MotdPhrase = "hello"
ServerUID = irc
ServerGID = irc
[Limits]
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
END
cat >/talon/talon.conf <<END
[talon]
database = /talon/talon.db
control_socket = /talon/control
[irc here]
host = 127.0.0.1
port = $TALON_PORT
tls = off
channels = #cards
password_file = irc-password
END
(umask 077 && printf 'sesame\n' >/talon/irc-password)
/usr/sbin/ngircd --nodaemon --config /talon/ngircd.conf >/talon/ngircd.log 2>&1 &
started=$!

serve() {
    talon serve --config /talon/talon.conf >>/talon/log 2>&1 &
    daemon=$!
    started="$started $daemon"
}
serve
say 'a match is begun, the daemon ended and started, and the match goes on'
./player.sh until-turn
talon ctl --socket /talon/control status
kill -TERM "$daemon"
wait "$daemon"
serve
./player.sh goes-on
kill -TERM "$daemon"
wait "$daemon"
talon check-db --db /talon/talon.db
