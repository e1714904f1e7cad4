#!/bin/sh
# words.sh CATALOGUE TABLE MORE: writes a catalogue's texts for the pages' scripts as JSON: {"text": "translation",
# "one": ["form", "form"]}. TABLE gets the texts of the scripts that tables and seats load. MORE gets those of the other
# scripts, so that the page of a table stays small. JSON has the same escapes as a catalogue.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The scripts that live.js and seat.js import, directly or through other scripts.
scripts='live.js seat.js'
new=$scripts
while [ -n "$new" ]; do
    # shellcheck disable=SC2086 # one word a script
    imported=$(cd adapters/web/site && sed -n 's/.*from "\.\/\([a-z_]*\.js\)".*/\1/p' $new | sort -u)
    new=
    for script in $imported; do
        case " $scripts " in *" $script "*) ;; *) new="$new $script" ;; esac
    done
    scripts=$scripts$new
done

# pick [SCRIPT...]: prints the translated texts of the scripts, one to a line.
pick() {
    sh config/locale/extract.sh "$work/site.pot" site "$@"
    msgmerge --quiet --no-fuzzy-matching --no-wrap "$catalogue" "$work/site.pot" |
        msgattrib --translated --no-obsolete --no-wrap | awk '
        function end(   value) {
            if (id != "" && id != "\"\"") {
                value = plural ? "[" forms "]" : text
                print id ":" value
            }
            id = ""; forms = ""; text = ""; plural = 0
        }
        /^msgid /        { end(); at = "id"; sub(/^msgid /, ""); id = $0; next }
        /^msgid_plural / { at = ""; plural = 1; next }
        /^msgstr\[/      { at = ""; sub(/^msgstr\[[0-9]\] /, ""); forms = forms (forms == "" ? "" : ",") $0; next }
        /^msgstr /       { at = "text"; sub(/^msgstr /, ""); text = $0; next }
        /^"/ && at == "id"   { id = substr(id, 1, length(id) - 1) substr($0, 2) }
        /^"/ && at == "text" { text = substr(text, 1, length(text) - 1) substr($0, 2) }
        END { end() }'
}

# Makes one JSON object of the lines.
object() {
    awk 'BEGIN { print "{" } { printf "%s%s", (NR > 1 ? ",\n" : ""), $0 } END { print "\n}" }'
}

catalogue=$1
# shellcheck disable=SC2086 # one word a script
pick $scripts >"$work/table"
pick >"$work/all"
object <"$work/table" >"$2"
grep -vxFf "$work/table" "$work/all" | object >"$3"
