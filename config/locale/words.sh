#!/bin/sh
# words.sh CATALOGUE TABLE MORE: writes a catalogue's texts for the pages' scripts as JSON: {"text": "translation",
# "one": ["form", "form"]}. TABLE gets the texts of the scripts that tables and seats load. MORE gets those of the other
# scripts, so that the page of a table stays small. JSON has the same escapes as a catalogue. TABLE
# begins with the plural rule of the catalogue, as the key "": digit n is the form for the number n. The last digit is that
# of all higher numbers. A text of 200 digits repeats its second half.
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
                if (value != id) print id ":" value
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

# The plural rule. The shell computes the expression of the catalogue, which has the signs of C.
rule() {
    form=$(sed -n 's/^"Plural-Forms: nplurals=[0-9]*; *plural=\(.*\);\\n"$/\1/p' "$catalogue")
    case $form in
    '' | *[!n0-9' '\(\)=!\<\>\&\|?:%]*)
        echo "$catalogue: no header Plural-Forms that can be read" >&2
        return 1
        ;;
    esac
    digits=
    n=0
    while [ $n -lt 200 ]; do
        # shellcheck disable=SC2004 # its text is the expression, not a number
        digits=$digits$(($form))
        n=$((n + 1))
    done
    # digits that repeat the last one are not needed
    printf '"":"%s"\n' "$digits" | awk -F'"' '{
        text = $4
        short = text
        while (length(short) > 1 && substr(short, length(short)) == substr(short, length(short) - 1, 1))
            short = substr(short, 1, length(short) - 1)
        print "\"\":\"" (length(short) < 100 ? short : text) "\""
    }'
}

catalogue=$1
rule >"$work/rule"
# shellcheck disable=SC2086 # one word a script
pick $scripts >"$work/table"
pick >"$work/all"
cat "$work/rule" "$work/table" | object >"$2"
grep -vxFf "$work/table" "$work/all" | object >"$3"
