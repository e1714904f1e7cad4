#!/bin/sh
# check.sh TALON EXAMPLE: `talon serve --check` reports all that a start would refuse, each with its line, and starts
# nothing. It never prints a secret.
set -eu
talon=$1
example=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
printf 'sesame\n' >"$work/good"
printf 'sesame\n' >"$work/open"
mkdir "$work/elsewhere"
printf 'sesame\n' >"$work/elsewhere/closed"
chmod 600 "$work/good" "$work/elsewhere/closed"
chmod 644 "$work/open"
unset STATE_DIRECTORY CREDENTIALS_DIRECTORY

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# look STATUS [OPTION]: checks the configuration on standard input, and expects that status. says() reads the output.
look() {
    cat >"$work/conf"
    expected=$1
    shift
    status=0
    "$talon" serve --check "$@" --config "$work/conf" >"$work/said" 2>&1 || status=$?
    sed -i "s|^$work/conf:||" "$work/said"
    [ "$status" = "$expected" ] || fail "expected $expected, got $status: $(cat "$work/said")"
    [ ! -e "$work/none.db" ] || fail "a database was made"
    ! grep -q 'sesame\|hunter22' "$work/said" || fail "a secret was told: $(cat "$work/said")"
}

# says TEXT: fails unless a line of the output begins with TEXT.
says() {
    while IFS= read -r line; do
        case $line in "$1"*) return 0 ;; esac
    done <"$work/said"
    fail "expected \"$1\" in: $(cat "$work/said")"
}

look 0 <<END
[talon]
database = $work/none.db
[irc net]
host = irc.test
channels = #cards
sasl_user = talon
sasl_password_file = good
[irc six]
host = ::1
END
says ' no mistakes'
says ' space: 10000 tables (tables_max) take '
! grep -q keep_results "$work/said" || fail "told of a key that is not set: $(cat "$work/said")"
look 0 <<END
[talon]
database = $work/none.db
keep_results = 30
[irc net]
host = irc.test
END
says ' keep_results = 30: !link and !unlink move the scores of the last 30 days; older scores stay with their player'

# Keys for several processes are refused if the database is a file.
look 78 <<END
[talon]
database = $work/none.db
process = north
lease_life = 1500
lease_renew = 500
[irc net]
host = irc.test
END
for line in '3: process' '4: lease_life' '5: lease_renew'; do
    says "$line: several processes need a PostgreSQL server (database = postgresql://...)"
done

# server STATUS LINE...: checks a [talon] section with these lines and a PostgreSQL database. Nothing connects to it.
server() {
    expected=$1
    shift
    {
        printf '[talon]\ndatabase = postgresql://talon@db.test/talon\n'
        printf '%s\n' "$@" '[irc net]' 'host = irc.test'
    } >"$work/server"
    look "$expected" <"$work/server"
}
printf '[talon]\ndatabase = postgresql://talon@db.test/talon\n[irc net]\nhost = irc.test\n' >"$work/conf"
if ! "$talon" serve --check --config "$work/conf" 2>&1 | grep -q "built without"; then
    server 0
    server 0 'process = north' 'lease_life = 600' # lease_renew follows lease_life
    server 0 'process = north' 'lease_life = 1500' 'lease_renew = 500'
    server 0 'lease_renew = 1000'
    server 78 'process = north' 'lease_life = 1499' 'lease_renew = 500'
    says '5: lease_renew = 500: must be at most a third of lease_life (1499)'
    server 78 'process = north' 'lease_renew = 600'
    says '4: lease_renew = 600: must be at most a third of lease_life (1500)'
fi

# An address without a password is for this machine only, unless http_open allows more.
for where in 0.0.0.0:9467 192.0.2.1:9467 '[::]:9467'; do
    look 78 <<END
[talon]
database = $work/none.db
http = $where
[irc net]
host = irc.test
END
    says "3: http = $where: other machines can reach this address"
done
for where in 0.0.0.0:9467 127.0.0.1:9467 '[::1]:9467' localhost:9467 "unix:$work/http"; do
    look 0 <<END
[talon]
database = $work/none.db
http = $where
http_open = $([ "$where" = 0.0.0.0:9467 ] && echo on || echo off)
[irc net]
host = irc.test
END
done
for where in 9467 127.0.0.1 127.0.0.1:0 127.0.0.1:70000 ::1:9467 unix:run/http example.net:9467 127.0.0.1:9467x; do
    look 78 <<END
[talon]
database = $work/none.db
http = $where
[irc net]
host = irc.test
END
    says "3: http = $where: must be HOST:PORT"
done

# The example lacks only one thing: the name of a server.
sed "s|^;database = .*|database = $work/none.db|" "$example" >"$work/example"
look 78 <"$work/example"
says "$(grep -n '^host = irc.example.net' "$example" | cut -d: -f1): [irc example] host: irc.example.net is only an example"
says ' mistakes: 1'
sed 's|^host = .*|host = irc.test|' "$work/example" >"$work/edited"
look 0 <"$work/edited"

# A password in place of a file name, in each of its forms, and every other mistake at once.
look 78 <<END
[talon]
database = $work/nowhere/none.db
turn_limit = 90
langage = fr

[irc net]
host = irc.test:6697
nick = two words
channels = #cards, cards:hunter22
port = 70000
sasl_user = talon
sasl_password_file = hunter22
state_dir = $work/nowhere
tls_ca = $work/nowhere

[irc other]
host = irc.example.net
password_file = /hunter22
sasl_mechanism = CRAM

[irc third]
host = irc.test
sasl_user = talon
sasl_password_file = $work/open

[discord there]
token_file = MTE4NzY1NDMyMTA5ODc2NTQzMg.GabcDE.hunter22
shards = none
board = old
END
says "2: database = $work/nowhere/none.db: its folder $work/nowhere does not exist: mkdir -p"
says '3: turn_reminder, turn_whisper and turn_limit must grow in this order (60, 90, 90)'
says '4: unknown key "langage" in [talon]; did you mean "language"?'
says '7: [irc net] host: contains a port: write host = irc.test and port = 6697'
says '8: [irc net] nick: cannot be a nick'
says '9: [irc net] channels: "cards" does not begin with # or another sign of a channel: #cards?'
says '10: port = 70000: must be 1 to 65535'
says "12: [irc net] sasl_password_file: there is no such file in $work"
says '13: [irc net] state_dir: there is no such folder'
says '14: [irc net] tls_ca: no such file'
says "17: [irc other] host: irc.example.net is only an example"
says '18: [irc other] password_file: there is no such file in that folder'
says '19: sasl_mechanism = CRAM: must be EXTERNAL, SCRAM-SHA-256 or PLAIN'
says "24: [irc third] sasl_password_file: others may use $work/open (mode 644): chmod 600"
says "27: [discord there] token_file: there is no such file in $work"
says '28: shards = none: must be 1 to 10000 shards, or auto'
says '29: board = old: must be new or edit'
says ' mistakes: 17'

# A start does not print the password either.
status=0
"$talon" serve --config "$work/conf" >"$work/said" 2>&1 || status=$?
[ "$status" = 78 ] || fail "a start of that ended with $status"
! grep -q hunter22 "$work/said" || fail "a start told a secret"
grep -q "^error: $work/conf:10: port = 70000" "$work/said" || fail "a start said: $(cat "$work/said")"

# Values that look right but cannot work. Each message has the key, the reason and the remedy.
printf 'Bot sesame\n' >"$work/bot"
printf 'sesame and more\n' >"$work/blanks"
printf '"sesame"\n' >"$work/quoted"
printf 'sesame\n' >"$work/token"
chmod 600 "$work/bot" "$work/blanks" "$work/quoted" "$work/token"
touch "$work/file"
discord=
! "$talon" config 2>/dev/null | grep -q '^;*\[discord' || discord=yes
look 78 <<END
[talon]
database = $work/none.db
language = "fr"
backup = $work/file
control_socket = $work/nowhere/control
http = unix:$work/nowhere/http
[irc net]
host = irc.test
nick = "talon"
port = 6667
ignore = *!*@pest.test bob
admins = alice *!*@staff.test
[irc twin]
host = IRC.test
nick = 'talon'
port = 6697
tls = off
[irc dots]
host = dots.test
nick = ta.lon
ignore = user@host.test
realname = “Talon”
END
says '3: language = "fr": has quotes, which would become part of it: remove them'
says "4: backup = $work/file: $work/file is not a folder"
says "5: control_socket = $work/nowhere/control: its folder $work/nowhere does not exist: mkdir -p"
says "6: http = unix:$work/nowhere/http: its folder $work/nowhere does not exist: mkdir -p"
says '9: nick = "talon": has quotes'
says '10: [irc net] port: 6667 is for plain text: port = 6697, or tls = off'
says '11: [irc net] ignore: "bob" is not a mask of nick!user@host, and fits nobody: bob!*@*?'
says '12: admins = alice *!*@staff.test: has a mask: only names of accounts belong here'
says "15: nick = 'talon': has quotes"
says '16: [irc twin] port: 6697 is for TLS: tls = on, or port = 6667'
says '20: [irc dots] nick: cannot be a nick: use letters, digits and'
says '21: [irc dots] ignore: "user@host.test" is not a mask of nick!user@host, and fits nobody: *!user@host.test?'
says '22: realname = “Talon”: has quotes'
look 78 <<END
[talon]
database = $work/none.db
[irc net]
host = irc.test
[irc twin]
host = IRC.test
port = 6697
END
says '5: [irc twin] nick: [irc net] has the same host and nick: choose another nick, or remove one section'
look 0 <<END
[talon]
database = $work/none.db
backup = $work/copies
[irc net]
host = irc.test
ignore = bob!*@* bob* *@pest.test bob!user@host.test
[irc other]
host = irc.test
nick = other[]
[irc bouncer]
host = irc.test
sasl_user = talon/third
sasl_password_file = good
END
[ ! -e "$work/copies" ] || fail "a folder was made"
if [ -n "$discord" ]; then
    look 78 <<END
[talon]
database = $work/none.db
[discord a]
token_file = bot
admins = 123 alice
[discord b]
token_file = blanks
[discord c]
token_file = quoted
[discord d]
token_file = token
[discord e]
token_file = token
END
    says '4: [discord a] token_file: remove "Bot" before the token in its file'
    says '5: [discord a] admins: "alice" is not a user id: ids are digits'
    says '7: [discord b] token_file: the file must hold the token only'
    says '9: [discord c] token_file: remove the quotes around the token in its file'
    says '13: [discord e] token_file: [discord d] is the same bot: remove one section'
fi
if "$talon" config 2>/dev/null | grep -q '^;*\[web'; then
    for where in 127.0.0.1:9467 0.0.0.0:9467 "unix:$work/web"; do
        look 78 <<END
[talon]
database = $work/none.db
http = $([ "$where" = "unix:$work/web" ] && echo "$where" || echo 127.0.0.1:9467)
[irc net]
host = irc.test
[web]
listen = $where
url = https://talon.test
END
        says '7: [web] listen: http already listens there: give each its own address'
    done
    look 78 <<END
[talon]
database = $work/none.db
[irc net]
host = irc.test
[web]
listen = unix:$work/nowhere/web
url = https://talon.test
END
    says "6: [web] listen: its folder $work/nowhere does not exist: mkdir -p"
fi

# The address of a PostgreSQL server.
database() {
    look 78 <<END
[talon]
database = $1
[irc net]
host = irc.test
END
    says "2: database: $2"
}
database 'host=db.test dbname=talon password=hunter22' 'this is not a path: write a server as postgresql://USER@HOST/NAME'
database 'mysql://talon:hunter22@db.test/talon' 'this is neither a path nor the address of a server'
if "$talon" serve --check --config "$work/server" 2>&1 | grep -q ' no mistakes'; then
    at=postgresql://talon@db.test/talon
    database "$at?sslmode=verify_full" 'sslmode must be disable, allow, prefer, require, verify-ca or verify-full'
    database "$at?sslmode=verify-full&sslrootcert=$work/nowhere" 'cannot read the file of sslrootcert'
    HOME=$work database "$at?sslmode=verify-full" 'sslmode verifies the server, but no authorities are given'
fi

look 78 <<END
[talon]
database = $work/none.db
END
says ' no network is configured'

rm -f "$work/conf"
status=0
said=$("$talon" serve --check --config "$work/conf" 2>&1) || status=$?
[ "$status" = 78 ] || fail "no file: $status"
case $said in "$work/conf: No such file or directory"*) ;; *) fail "no file: $said" ;; esac

# --any-network: status 1 if no network is named. Mistakes are left for the start to report.
any() {
    status=0
    "$talon" serve --any-network --config "$work/conf" >"$work/said" 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "any network: expected $1, got $status: $(cat "$work/said")"
}
any 1
printf '[talon]\nlanguage = fr\n;[irc net]\n' >"$work/conf"
any 1
says "$work/conf names no network yet"
printf '[irc net]\nhost = irc.test\n' >"$work/conf"
any 0
printf '[irc net\n' >"$work/conf"
any 0
[ ! -s "$work/said" ] || fail "any network said: $(cat "$work/said")"
rm -f "$work/conf"

# --unit checks as the service's user. systemd reads credentials for that user. All other files must be readable for it,
# and it may write only where the unit allows.
[ "$(id -u)" = 0 ] || exit 0
look 0 --unit <<END
[irc net]
host = irc.test
sasl_user = talon
sasl_password_file = good
END
look 78 --unit <<END
[talon]
database = $work/none.db
[irc net]
host = irc.test
password_file = good
sasl_user = talon
sasl_password_file = $work/elsewhere/closed
[irc cert]
host = cert.test
tls_client_cert = $work/elsewhere/closed
tls_client_key = good
END
says "2: database = $work/none.db: the service may write below /var/lib/talon only"
says "7: [irc net] sasl_password_file: the service's user may not read $work/elsewhere/closed (owner root, mode 600): put it into $work and write sasl_password_file = closed"
says "10: [irc cert] tls_client_cert: the service's user may not read $work/elsewhere/closed"
says ' mistakes: 3'

# Folders that systemd makes, and others that nobody makes.
look 0 --unit <<END
[talon]
backup = /var/lib/talon/backup
control_socket = /run/talon/control
http = unix:/run/talon/http
[irc net]
host = irc.test
END
look 78 --unit <<END
[talon]
backup = $work/copies
http = unix:$work/http
[irc net]
host = irc.test
END
says "2: backup = $work/copies: the service may write below /var/lib/talon only"
says "3: http = unix:$work/http: the service may write below /var/lib/talon only"

# A folder for backups that the user cannot write to.
mkdir "$work/roots" "$work/theirs"
chmod 777 "$work/theirs"
printf '[talon]\ndatabase = %s\nbackup = %s\n[irc net]\nhost = irc.test\n' \
    "$work/theirs/none.db" "$work/roots" >"$work/conf"
if setpriv --reuid 65534 --clear-groups "$talon" --version >/dev/null 2>&1; then
    status=0
    setpriv --reuid 65534 --clear-groups "$talon" serve --check --config "$work/conf" >"$work/said" 2>&1 || status=$?
    [ "$status" = 78 ] || fail "closed folder: $status"
    says "$work/conf:3: backup = $work/roots: cannot write to its folder $work/roots"
fi

# The configuration itself may be closed, too, because systemd gives it to the unit.
look 0 --unit <<END
[irc net]
host = irc.test
password_file = $work/good
END
chmod 600 "$work/conf"
"$talon" serve --check --unit --config "$work/conf" >"$work/said" 2>&1 || fail "closed: $(cat "$work/said")"
chmod 644 "$work/conf"
ln -s good "$work/link"
touch "$work/a:b"
look 78 --unit <<END
[irc net]
host = irc.test
password_file = link
END
says "3: [irc net] password_file: $work/link is a link"
says " the service cannot start while a file in $work/ has a colon"
