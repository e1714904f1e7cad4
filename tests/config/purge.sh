#!/bin/sh
# purge.sh POSTRM TALON: what purging the package removes, what it leaves, and what it says about that.
set -eu
postrm=$1
talon=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "purge.sh: $*" >&2; exit 1; }

# An empty database of talon.
printf '{"talon":"export","format":1,"tables":0,"rounds":0,"persons":0}\n{"end":1}\n' >"$work/lines"
"$talon" import --db "$work/made.db" <"$work/lines" >/dev/null

# fill BACKUP: makes a root in which systemd has run talon, with this folder for backups.
fill() {
    rm -rf "$work/root"
    state=$work/root/var/lib/private/talon
    mkdir -p "$state/copies" "$state/empty" "$work/root/etc/talon" "$work/root/mnt/copies"
    ln -s private/talon "$work/root/var/lib/talon"
    printf '[talon]\nbackup = %s\n' "$1" >"$work/root/etc/talon/talon.conf"
    echo hunter22 >"$work/root/etc/talon/password"
    for name in talon.db talon.db.v9 talon.db.before-restore; do cp "$work/made.db" "$state/$name"; done
    touch "$state/talon.db-lock" "$state/talon.db-wal" "$state/notes"
    ln -s ../../../../../precious "$state/link"
    echo precious >"$work/precious"
}

purge() {
    DPKG_ROOT=$work/root sh "$postrm" purge >"$work/said" || fail "it failed: $(cat "$work/said")"
    [ ! -e "$work/root/etc/talon" ] || fail 'the configuration stays'
    [ "$(cat "$work/precious")" = precious ] || fail 'a link was followed'
}

fill /var/lib/talon/copies
purge
[ ! -s "$work/said" ] || fail "without backups it said $(cat "$work/said")"
[ -z "$(find "$work/root/var/lib" -name '*talon*')" ] || fail "it left $(find "$work/root/var/lib")"

fill /var/lib/talon/copies
cp "$work/made.db" "$state/copies/talon-2026-01-02.db"
cp "$work/made.db" "$state/before the move"
purge
left=$(cd "$state" && find . -mindepth 1 | sort | tr '\n' ' ')
[ "$left" = './before the move ./copies ./copies/talon-2026-01-02.db ' ] || fail "it left $left"
grep -qF "$state/before the move" "$work/said" || fail "no word of a backup: $(cat "$work/said")"
grep -qF "$state/copies/talon-2026-01-02.db" "$work/said" || fail "no word of a backup: $(cat "$work/said")"
cmp -s "$work/made.db" "$state/copies/talon-2026-01-02.db" || fail 'a backup was changed'

fill /mnt/copies
touch "$work/root/mnt/copies/talon-2026-01-02.db"
purge
grep -q '/mnt/copies' "$work/said" || fail "no word of the folder: $(cat "$work/said")"
[ -e "$work/root/mnt/copies/talon-2026-01-02.db" ] || fail 'a backup is gone'

# Removing the package without purging leaves everything.
fill /mnt/copies
DPKG_ROOT=$work/root sh "$postrm" remove
[ -s "$state/talon.db" ] || fail 'removing took the database away'
