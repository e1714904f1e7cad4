#!/bin/sh
# extract.sh FILE [site [SCRIPT...]]: writes the template of the catalogues, with every text of the sources, to FILE.
# `site`: only the texts of the pages' scripts, or of these scripts. The keywords are those of bot/text/language.h and
# adapters/web/site/words.js.
set -eu
out=$1
all=${2:-all}
rm -f "$out"
[ $# -lt 2 ] || shift
shift
if [ "$all" != site ]; then
    find bot adapters -name '*.[ch]' | sort |
        xgettext --files-from=- --language=C --from-code=UTF-8 --keyword= --keyword=N_ --keyword=tr:2 \
            --keyword=trn:2,3 --keyword=NP_:1,2 --no-location --sort-output --output="$out"
    join=--join-existing
fi
[ $# -gt 0 ] || set -- '*.js'
for name; do
    find adapters/web/site -name "$name"
done | sort |
    xgettext --files-from=- --language=JavaScript --from-code=UTF-8 --keyword= --keyword=tr:1 --keyword=trn:1,2 \
        --no-location --sort-output ${join:+"$join"} --output="$out"
[ -s "$out" ] || { echo 'no texts found in the sources' >&2; exit 1; }
# Drop dates, so that a catalogue changes only when its texts do.
sed -i '/^"POT-Creation-Date:/d; /^"Report-Msgid-Bugs-To:/d' "$out"
