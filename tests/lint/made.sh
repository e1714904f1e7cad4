#!/bin/sh
# made.sh TALON [--write]: checks that the files which `./dev config` makes agree with the program's tables. --write
# makes these files.
set -eu
talon=$1
write=${2:-}
page=docs/playing.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

"$talon" config >"$work/talon.conf.example"
for network in irc discord web; do
    grep -q "^;*\[${network}[] ]" "$work/talon.conf.example" || { echo "made: $talon is built without $network" >&2; exit 1; }
done
"$talon" config --manual >"$work/talon.conf.5"
"$talon" config --commands >"$work/commands"
# The table of commands stands between two comments of the page.
[ "$(grep -cE '^<!-- (the commands: made by \./dev config|end of the commands) -->$' "$page")" = 2 ] ||
    { echo "made: $page has lost its two comments" >&2; exit 1; }
awk -v commands="$work/commands" '
    /^<!-- end of the commands -->$/ { inside = 0 }
    !inside
    /^<!-- the commands: made by/ { inside = 1; while ((getline line <commands) > 0) print line }' "$page" >"$work/playing.md"

for file in config/talon.conf.example config/man/talon.conf.5 $page; do
    if [ "$write" = --write ]; then
        cp "$work/${file##*/}" "$file"
    elif ! cmp -s "$file" "$work/${file##*/}"; then
        diff -u "$file" "$work/${file##*/}" | sed -n '3,20p'
        echo "made: $file is not what $talon prints: ./dev config"
        bad=1
    fi
done
exit $bad
