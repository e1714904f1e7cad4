#!/bin/sh
# extract.sh FILE: writes a catalogue's template, every text of the sources, to FILE. The keywords are
# those of bot/text/language.h.
set -eu
find bot adapters -name '*.[ch]' | sort |
    xgettext --files-from=- --language=C --from-code=UTF-8 --keyword= --keyword=N_ --keyword=tr:2 \
        --keyword=trn:2,3 --keyword=NP_:1,2 --no-location --sort-output --output="$1"
[ -s "$1" ] || { echo 'no texts found in the sources' >&2; exit 1; }
# No dates: a catalogue changes when its texts do.
sed -i '/^"POT-Creation-Date:/d; /^"Report-Msgid-Bugs-To:/d' "$1"
