#!/bin/sh
# man.sh TALON FOLDER: talon(1) has every command and every option of the program, and groff has no complaint about it.
set -eu
talon=$1
folder=$2
page=$folder/man/talon.1
bad=0

tell() {
    printf '%s\n' "$*" >&2
    bad=1
}

# The text of the page, without fonts and with - for \-.
text=$(sed 's/\\f.//g; s/\\-/-/g; s/^\.[A-Z]* *//; s/"//g' "$page")
has() {
    printf '%s\n' "$text" | grep -qE -e "(^|[^a-z-])$1([^a-z-]|$)"
}

commands=$("$talon" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p')
[ -n "$commands" ] || tell 'talon --help names no commands'
for command in $commands; do
    printf '%s\n' "$text" | grep -q "^talon $command\b" || tell "$page: no section for talon $command"
    for option in $("$talon" "$command" --help | grep -oE -e '--[a-z][a-z-]*' | sort -u); do
        has "$option" || tell "$page: talon $command: no word of $option"
    done
done

if command -v groff >/dev/null; then
    for each in "$folder"/man/*.[1-8] "$folder"/man/*/*.[1-8]; do
        said=$(groff -man -ww -z -Tutf8 -K utf8 "$each" 2>&1) || tell "$each: groff fails"
        [ -z "$said" ] || tell "$each: $said"
    done
fi
exit $bad
