#!/bin/sh
# inside.sh: tests the package on a machine with systemd, as root. root.sh makes such a machine, with /talon/older.deb,
# /talon/talon.deb and an installed ngircd.
set -eu
cd /talon

fail() {
    printf 'installed: %s\n' "$*" >&2
    exit 1
}
say() { printf 'installed: %s\n' "$*"; }

# await WORDS COMMAND...: waits until the command succeeds, for a minute at most.
await() {
    words=$1
    shift
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "not within a minute: $words"
        sleep 0.1
    done
}
state() { systemctl show --property="$1" --value talon.service; }
is() { [ "$(state "$1")" = "$2" ]; }
installed() { dpkg-query --show --showformat='${Version}' talon; }
# console-getty fails, because there is no console here.
nothing_failed() {
    failed=$(systemctl list-units --failed --plain --no-legend | grep -v '^console-getty' || true)
    [ -z "$failed" ] || fail "failed units: $failed"
}
# Lists all files, except in places where every program writes.
everything() { find / -xdev \( -path /talon -o -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp \
    -o -path /var/log -o -path /var/cache -o -path /var/lib/dpkg -o -path /var/lib/systemd \) -prune -o -print | sort; }

cat >/etc/ngircd/ngircd.conf <<'END_NGIRCD'
[Global]
Name = irc.test
Info = a server
Listen = 127.0.0.1
Password = sesame
ServerGID = irc
ServerUID = irc
MotdPhrase = "hello"
[Limits]
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
END_NGIRCD
systemctl restart ngircd
mkdir -p /var/lib/private # systemd makes it for units with DynamicUser
everything >/tmp/before

say 'a new package waits for its configuration, and nothing has failed'
dpkg --install older.deb
[ "$(installed)" = 0.0.1 ] || fail "installed is $(installed)"
systemctl --quiet is-enabled talon || fail 'the unit is not enabled'
await 'the unit waits' is ActiveState inactive
nothing_failed
systemctl start talon
await 'it waits again' is ActiveState inactive
nothing_failed
logged() { journalctl --unit=talon | grep -q -e "$1"; }
await 'the log says what it waits for' logged 'names no network yet'
[ "$(dpkg-query --show --showformat='${Conffiles}' talon | awk '{ print $1 }')" = /etc/talon/talon.conf ] ||
    fail 'the configuration is not one to dpkg'

say 'a wrong configuration is told, and not tried again'
printf '[irc here]\nhost = 127.0.0.1\nprot = 6667\n' >>/etc/talon/talon.conf
! systemctl start talon 2>/dev/null || fail 'it started with a wrong configuration'
is ExecMainStatus 78 || fail "the status of a wrong configuration is $(state ExecMainStatus)"
is ActiveState failed || fail "with a wrong configuration it is $(state ActiveState)"
systemctl reset-failed talon

say 'talon setup writes one for the unit, which starts with it'
mode() { stat -c %U:%a "$1"; }
./setup.sh
[ "$(mode /etc/talon) $(mode /etc/talon/talon.conf)" = 'root:755 root:644' ] || fail 'the unit may not read what setup wrote'
[ "$(mode /etc/talon/here-password)" = root:600 ] || fail 'others may read the secret that setup wrote'
talon serve --check --unit --config /etc/talon/talon.conf || fail 'what setup wrote is no configuration for the unit'
systemctl restart talon
is ActiveState active || fail "with what setup wrote it is $(state ActiveState)"
! journalctl --unit=talon | grep -q hunter22 || fail 'the log has the password'
systemctl stop talon
mv /etc/talon/talon.conf.before-setup /etc/talon/talon.conf
rm /etc/talon/here-password

say 'a right one starts, with a secret that root alone may read'
sed -i 's/^prot = .*/tls = off\nchannels = #cards\npassword_file = irc-password/' /etc/talon/talon.conf
(umask 077 && printf 'sesame\n' >/etc/talon/irc-password)
talon serve --check --config /etc/talon/talon.conf
systemctl start talon
is ActiveState active || fail "with a right configuration it is $(state ActiveState)"
[ "$(stat -c %a /var/lib/talon/)" = 700 ] || fail 'others may look into its folder'
[ "$(stat -c %a /var/lib/talon/talon.db)" = 600 ] || fail 'others may read the database'
before=$(state MainPID)
[ "$(stat -c %u "/proc/$before")" != 0 ] || fail 'it runs as root'

say 'what is reloaded holds in the same process, and a wrong file changes nothing'
await 'talon is in its channel' logged '#cards\] joined'
echo 'colour = off' >>/etc/talon/talon.conf
! systemctl reload talon 2>/dev/null || fail 'a reload with a wrong file succeeds'
is ActiveState active || fail 'a wrong file ended it'
await 'a wrong file is told' logged 'nothing changed'
sed -i '$d; s/^channels = .*/& #second/' /etc/talon/talon.conf
systemctl reload talon
await 'the new channel is taken over' logged '#second\] joined'
[ "$(state MainPID)" = "$before" ] || fail 'a reload made another process of it'
urgent() { journalctl --unit=talon --priority=err | grep -q -e "$1"; }
urgent 'nothing changed' || fail 'what is wrong is no error to the journal'
! urgent joined || fail 'everything is an error to the journal'

say 'a match is begun, the package upgraded, and the match goes on'
./player.sh until-turn
dpkg --install talon.deb
[ "$(installed)" != 0.0.1 ] || fail 'it was not upgraded'
await 'the new one runs' is ActiveState active
[ "$(state MainPID)" != "$before" ] || fail 'the old program runs on'
grep -q '^\[irc here\]' /etc/talon/talon.conf || fail 'the configuration was replaced'
./player.sh goes-on
nothing_failed

say 'what is removed runs no more and leaves what it kept'
dpkg --remove talon
! pidof talon >/dev/null || fail 'it still runs'
for kept in /var/lib/talon/talon.db /etc/talon/talon.conf /etc/talon/irc-password; do
    [ -s $kept ] || fail "$kept is gone"
done
nothing_failed
dpkg --install talon.deb
await 'it runs again' is ActiveState active

say 'what is purged leaves nothing but backups, and says where they are'
talon backup /var/lib/talon/kept.db
dpkg --purge talon >/tmp/purged
grep -q '/var/lib/private/talon/kept.db' /tmp/purged || fail "no word of the backup: $(cat /tmp/purged)"
[ -s /var/lib/private/talon/kept.db ] || fail 'the backup is gone'
rm -r /var/lib/talon /var/lib/private/talon
! pidof talon >/dev/null || fail 'it still runs'
everything >/tmp/after
diff /tmp/before /tmp/after || fail 'that is what is left, or gone'
nothing_failed
