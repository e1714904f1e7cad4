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
# The page of the player's commands, in English and in the languages of the catalogues.
"$talon" config --player-manual en >"$work/talon-play.6"
manuals=
for catalogue in config/locale/talon-*.po; do
    language=${catalogue#config/locale/talon-}
    language=${language%.po}
    mkdir -p "$work/$language"
    "$talon" config --player-manual "$(echo "$language" | tr _ -)" >"$work/$language/talon-play.6"
    manuals="$manuals config/man/$language/talon-play.6"
done
# Each table stands between two comments of the page.
cp "$page" "$work/playing.md"
for table in commands achievements; do
    "$talon" config "--$table" >"$work/$table"
    [ "$(grep -cE "^<!-- (the $table: made by \./dev config|end of the $table) -->\$" "$page")" = 2 ] ||
        { echo "made: $page has lost the two comments of the $table" >&2; exit 1; }
    mv "$work/playing.md" "$work/before.md"
    awk -v table="$table" -v rows="$work/$table" '
        $0 == "<!-- end of the " table " -->" { inside = 0 }
        !inside
        index($0, "<!-- the " table ": made by") == 1 { inside = 1; while ((getline line <rows) > 0) print line }' \
        "$work/before.md" >"$work/playing.md"
done

for file in config/talon.conf.example config/man/talon.conf.5 config/man/talon-play.6 $manuals $page; do
    made=$work/${file##*/}
    case $file in config/man/*/*) made=$work/${file#config/man/} ;; esac
    if [ "$write" = --write ]; then
        mkdir -p "${file%/*}"
        cp "$made" "$file"
    elif ! cmp -s "$file" "$made"; then
        diff -u "$file" "$made" | sed -n '3,20p'
        echo "made: $file is not what $talon prints: ./dev config"
        bad=1
    fi
done
exit $bad
