# said.awk -v header=FILE LIST TYPED CATALOGUES: writes C for said.sh. A text that a catalogue lacks is a fault.

function quoted(   at) {
    at = index($0, "\"")
    return substr($0, at, length($0) - at + 1)
}

FNR == 1 { part++ }

# LIST: kind, which, "text"
part == 1 && /^[a-z]/ {
    kind[++rows] = $1
    which[rows] = $2
    english[rows] = quoted()
    next
}
part == 1 { next }

# TYPED: cut or start, then the words
part == 2 {
    for (i = 2; i <= NF; i++) typed[$1] = typed[$1] "\"" $i "\", "
    next
}

# CATALOGUES
function finish() {
    if (id != "" && id != "\"\"") {
        text[language, id] = form[0]
        if (plural != "") {
            text[language, plural] = forms > 1 ? form[1] : form[0]
            for (i = 2; i < forms; i++) {
                text[language, plural, i] = form[i]
                if (i > most[language]) most[language] = i
            }
        }
    }
    id = plural = at = ""
    forms = 0
}
/^CATALOGUE / { finish(); language++; name[language] = $2; next }
/^msgid /        { finish(); at = "id"; id = quoted(); next }
/^msgid_plural / { at = "plural"; plural = quoted(); next }
/^msgstr/        { at = "form"; form[forms++] = quoted(); next }
/^"/ && at == "id"     { id = substr(id, 1, length(id) - 1) substr($0, 2) }
/^"/ && at == "plural" { plural = substr(plural, 1, length(plural) - 1) substr($0, 2) }
/^"/ && at == "form"   { form[forms - 1] = substr(form[forms - 1], 1, length(form[forms - 1]) - 1) substr($0, 2) }

# A proof reads blanks where a line may not break (U+00A0, U+202F) as blanks.
function plain(said) {
    gsub(/\302\240|\342\200\257/, " ", said)
    return said
}

# The texts of one row in all languages. A language with more than two plural forms has a column for each further one.
function columns(row,   said, n, i) {
    said = english[row]
    for (n = 1; n <= language; n++) {
        if (!((n, english[row]) in text) || text[n, english[row]] == "\"\"") {
            print name[n] ": lacks what a proof reads: " english[row] >"/dev/stderr"
            bad = 1
        }
        said = said ", " plain(text[n, english[row]])
        for (i = 2; i <= most[n]; i++)
            said = said ", " plain((n, english[row], i) in text ? text[n, english[row], i] : text[n, english[row]])
    }
    return said
}

function table(of, head, form, tail,   row) {
    print "\n" head
    for (row = 1; row <= rows; row++) if (kind[row] == of) printf form "\n", which[row], columns(row)
    print tail
}

END {
    finish()
    for (n = 1; n <= language; n++) count += most[n] > 1 ? most[n] : 1
    print "/* Made by config/locale/said.sh: do not change it here. */"
    print "#include \"engine/array_size.h\"\n#include \"engine/proof/said.h\""
    table("words", "const char *const said_words[SAID_COUNT][SAID_LANGUAGES] = {", "    [%s] = {%s},", "};")
    table("kind", "const char *const said_kinds[KIND_COUNT][SAID_LANGUAGES] = {", "    [%s] = {%s},", "};")
    table("initial", "const char *const said_initials[COLOUR_COUNT][SAID_LANGUAGES] = {", "    [%s] = {%s},", "};")
    table("beginning", "const char *const said_beginnings[COLOUR_COUNT][SAID_LANGUAGES] = {", "    [%s] = {%s},", "};")
    table("level", "const struct said_level said_levels[SAID_LEVELS] = {", "    {\"%s\", {%s}},", "};")
    table("advice", "const char *const said_advice[SAID_LANGUAGES] =", "    /* %s */ {%s}", ";")
    table("switch", "const struct said_switch said_switches[] = {", "    {%s, {%s}},", "};")
    print "const unsigned said_switch_count = ARRAY_SIZE(said_switches);"
    print "\nconst char *const said_cuts[] = {" typed["cut"] "0};"
    print "const char *const said_starts[] = {" typed["start"] "0};"
    print "/* Made by config/locale/said.sh: do not change it here. */\nenum { SAID_LANGUAGES = " count + 1 " };" >header
    exit bad
}
