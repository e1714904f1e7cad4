#!/bin/sh
# languages.sh TREE: the tables of words of the tree are taken, and a table with a fault is refused with one line that
# names it.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
locale=config/locale
bad=0

# make TABLE: the C of English, French and one more table.
make() {
    sh $locale/languages.sh "$work/c" $locale/talon-en.words $locale/talon-fr.words "$1" 2>"$work/said"
}

# refuses WORDS SED: German, changed by a script of sed, is refused in these words.
refuses() {
    sed "$2" $locale/talon-de.words >"$work/talon-de.words"
    rm -f "$work/c"
    if make "$work/talon-de.words"; then
        echo "taken, but it should say: $1"
        bad=1
    elif ! grep -qF "$1" "$work/said" || [ -e "$work/c" ]; then
        echo "instead of '$1' it says:"
        cat "$work/said"
        bad=1
    fi
}

make $locale/talon-de.words || { cat "$work/said"; exit 1; }
grep -q '"Deutsch"' "$work/c"
grep -q '{"rot", 3, SENSE_COLOUR, COLOUR_RED}' "$work/c"
refuses '[cards] lacks red' '/^red /d'
refuses '[commands] lacks draw' '/^draw /d'
refuses 'spielen is a word for draw, and in' 's/^draw .*/draw spielen/'
refuses 'no command is drag' 's/^draw /drag /'
refuses '[cards] knows no rot' 's/^red /rot /'
refuses '[cards] has red twice' 's/^green /red /'
refuses 'g is green to those who read English' 's/^purple    l$/purple    g/'
refuses 'words are written in small letters without accents' 's/^green .*/green grün/'
refuses 'needs two letters before the hyphen' 's/^green .*/green g-run/'
refuses 'ver is COLOUR_RED, and in' 's/^red .*/red ver-melho/'
refuses 'six is 7, and in' 's/^seven .*/seven six/'
refuses 'no words behind red' 's/^red .*/red/'
exit $bad
