#!/bin/sh
# words.sh CATALOGUE FILE: what the web pages' scripts say, of a catalogue, as JSON: {"text": "translation", "one":
# ["form", "form"]}. Escapes of a catalogue are those of JSON.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh config/locale/extract.sh "$work/site.pot" site
msgmerge --quiet --no-fuzzy-matching --no-wrap "$1" "$work/site.pot" |
    msgattrib --translated --no-obsolete --no-wrap | awk '
        function end(   value) {
            if (id != "" && id != "\"\"") {
                value = plural ? "[" forms "]" : text
                printf "%s%s:%s", many++ ? ",\n" : "{\n", id, value
            }
            id = ""; forms = ""; text = ""; plural = 0
        }
        /^msgid /        { end(); at = "id"; sub(/^msgid /, ""); id = $0; next }
        /^msgid_plural / { at = ""; plural = 1; next }
        /^msgstr\[/      { at = ""; sub(/^msgstr\[[0-9]\] /, ""); forms = forms (forms == "" ? "" : ",") $0; next }
        /^msgstr /       { at = "text"; sub(/^msgstr /, ""); text = $0; next }
        /^"/ && at == "id"   { id = substr(id, 1, length(id) - 1) substr($0, 2) }
        /^"/ && at == "text" { text = substr(text, 1, length(text) - 1) substr($0, 2) }
        END { end(); print "\n}" }' >"$2"
