#!/bin/sh
# catalogues.sh [FOLDER]: checks that every catalogue has every text of the sources, with a well-formed translation that
# has the same {names}. FOLDER is for scratch files (build/lint).
set -eu
folder=${1:-build/lint}
if [ -e "$folder/CMakeLists.txt" ]; then
    echo "catalogues.sh: FOLDER takes scratch files, so it is not the tree itself: build/lint" >&2
    exit 2
fi
out=$folder/catalogues
mkdir -p "$out"
bad=0

sh config/locale/extract.sh "$out/talon.pot"

for catalogue in config/locale/talon-*.po; do
    name=$(basename "$catalogue" .po)
    msgfmt --check-format --check-domain --output-file=/dev/null "$catalogue" || bad=1
    # Merging with the sources shows which texts the catalogue lacks (they are untranslated then), and which only it has
    # (they are obsolete then).
    msgmerge --quiet --no-fuzzy-matching --no-wrap "$catalogue" "$out/talon.pot" >"$out/$name.po"
    msgfmt --check-format --output-file=/dev/null "$out/$name.po" || bad=1
    for what in untranslated only-fuzzy; do
        # blank lines separate the entries; the first is the header
        msgattrib --$what --no-obsolete --no-wrap "$out/$name.po" |
            awk 'BEGIN { RS = "" } NR > 1' >"$out/$name.$what"
        if [ -s "$out/$name.$what" ]; then
            cat "$out/$name.$what"
            echo "^ $catalogue: $what"
            bad=1
        fi
    done
    if msgattrib --only-obsolete --no-wrap "$out/$name.po" | grep '^#~ msgid "..*'; then
        echo "^ $catalogue: in no source"
        bad=1
    fi
    # text and translation must have the same {name} fields
    msgattrib --no-obsolete --no-wrap "$catalogue" | awk -v file="$catalogue" '
        function fields(text, set,   found, count) {
            count = 0
            while (match(text, /\{[a-z_0-9]+\}/)) {
                found = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                if (!((set, found) in has)) { has[set, found] = 1; list[set, ++count] = found }
            }
            return count
        }
        function judge(   i, a, b) {
            if (id != "" && str != "") {
                delete has; delete list
                a = fields(id, "id"); b = fields(str, "str")
                for (i = 1; i <= a; i++) if (!(("str", list["id", i]) in has)) fault(list["id", i] " is lost")
                for (i = 1; i <= b; i++) if (!(("id", list["str", i]) in has)) fault(list["str", i] " is invented")
            }
            id = str = ""; at = ""
        }
        function fault(what) { print file ": " what ": " id; bad = 1 }
        /^msgid /        { judge(); at = "id" }
        /^msgid_plural / { at = "id" }
        /^msgstr/        { at = "str" }
        /^#|^$|^msgctxt/ { if (at == "str") judge(); next }
        match($0, /".*"/) {
            text = substr($0, RSTART + 1, RLENGTH - 2)
            if (at == "id") id = id text; else str = str text
        }
        END { judge(); exit bad }' || bad=1
done
exit $bad
