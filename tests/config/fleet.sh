#!/bin/sh
# fleet.sh TALON FOLDER: the example configurations of a fleet are valid as they are, two of them can run on one
# machine, and the unit for several processes differs from that for one only as it must.
set -eu
talon=$1
folder=$2
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
bad=0

tell() {
    printf '%s\n' "$*" >&2
    bad=1
}

printf 'sesame\n' >"$work/database-password"
chmod 600 "$work/database-password"
for each in "$folder"/fleet/*.conf; do
    cp "$each" "$work/talon.conf"
    said=$("$talon" serve --check --config "$work/talon.conf" 2>&1) || tell "$each: $said"
    case $said in *'built without PostgreSQL'*) echo "skipped: $said" && exit 77 ;; esac
done

own() { grep -hE '^[a-z_]+ =' "$folder/fleet/$1.conf" | sort; }
own north >"$work/north"
own south >"$work/south"
[ "$(comm -23 "$work/north" "$work/south" | cut -d' ' -f1 | tr '\n' ' ')" = 'http process ' ] ||
    tell "north and south differ otherwise than in http and process"

sed -e 's,/etc/talon,&-%i,' -e 's,/run/talon,&-%i,' -e 's,/var/lib/talon,&-%i,' -e 's,^Description=.*,& (%i),' \
    -e 's,^StateDirectory=talon$,&-%i,' -e 's,^RuntimeDirectory=talon$,&-%i,' "$folder/talon.service" >"$work/unit"
sed -n '/^\[Unit\]/,$p' "$folder/fleet/talon@.service" >"$work/own"
diff "$work/unit" "$work/own" >&2 || tell "$folder/fleet/talon@.service is not $folder/talon.service with %i"
exit $bad
