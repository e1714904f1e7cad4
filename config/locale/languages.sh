#!/bin/sh
# languages.sh OUT TABLE...: writes to OUT the C of bot/text/words_table.h and bot/text/language.h from tables of words
# (talon-CODE.words). English comes first. A fault of a table is one line, and nothing is written.
set -eu
out=$1
shift
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -f "$here/languages.awk" "$@" >"$work/all"

# Lines of one kind, in order and once each, between the beginning and the end of an array.
array() { # array KIND DECLARATION END
    printf '\nconst %s = {\n' "$2"
    sed -n "s/^$1 //p" "$work/all" | LC_ALL=C sort -u
    printf '    %s,\n};\n' "$3"
}

{
    printf '/* Made by config/locale/languages.sh: do not change it here. */\n'
    printf '#include "bot/text/language_words.h"\n#include "bot/text/words_table.h"\n#include "engine/card.h"\n'
    printf '\nconst struct language languages[] = {\n'
    sed -n 's/^language //p' "$work/all"
    printf '};\nconst unsigned language_count = %s;\n' "$(grep -c '^language ' "$work/all")"
    printf 'const char language_codes[] = "%s";\n' \
        "$(sed -n 's/^language *{"\([^"]*\)".*/\1/p' "$work/all" | paste -sd, | sed 's/,/, /g')"
    array card 'struct word_row words_vocabulary[]' '{NULL, 0, 0, 0}'
    array level 'struct level_row words_levels[]' '{NULL, NULL}'
    array target 'char *const words_target_markers[]' NULL
    array courtesy 'char *const words_courtesies[]' NULL
    array power 'char *const words_proclamations[]' NULL
    array last-card 'char *const words_last_cards[]' NULL
    array word 'struct meaning_row language_meanings[]' '{NULL, NULL}'
    array command 'struct command_words language_commands[]' '{NULL, NULL, NULL}'
} >"$work/c"
cp "$work/c" "$out"
