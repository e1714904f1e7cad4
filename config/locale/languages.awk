# languages.awk: reads tables of words (docs/translating.md) and writes one line for each row of the C (languages.sh):
# "card     {"rouge", 5, SENSE_COLOUR, COLOUR_RED},". A fault is one line on standard error.

# What the keys of [cards] mean: sense and value, twice where a word has two meanings.
BEGIN {
    split("red green blue yellow purple orange", colours)
    split("zero one two three four five six seven eight nine ten", numbers)
    split("skip reverse draw plus wild hyper skull web minion targeted all flip", traits)
    for (i = 1; i in colours; i++) means[colours[i]] = "SENSE_COLOUR COLOUR_" toupper(colours[i])
    for (i = 1; i in numbers; i++) means[numbers[i]] = (i <= 10 ? "SENSE_NUMBER " : "SENSE_TEN ") (i - 1)
    for (i = 1; i in traits; i++) means[traits[i]] = "SENSE_TRAIT TRAIT_" toupper(traits[i])
    means["two"] = means["two"] " SENSE_TRAIT TRAIT_TWO"
    means["four"] = means["four"] " SENSE_TRAIT TRAIT_FOUR"
    means["flip"] = means["flip"] " SENSE_ICON 0"
    means["icon"] = "SENSE_ICON 0"
    means["flex"] = "SENSE_FLEX 0"
    means["normal"] = "SENSE_NORMAL 0"
    means["side"] = "SENSE_SIDE 0"
    means["and"] = "SENSE_SEPARATOR 0"
    means["filler"] = "SENSE_FILLER 0"
    means["targeted-wild"] = "SENSE_TRAIT TRAIT_WILD|TRAIT_TARGETED"
    means["all-wild"] = "SENSE_TRAIT TRAIT_WILD|TRAIT_ALL"
    means["four-wild"] = "SENSE_TRAIT TRAIT_WILD|TRAIT_TARGETED|TRAIT_FOUR"
    means["flip-wild"] = "SENSE_TRAIT TRAIT_WILD|TRAIT_ALL|TRAIT_FLIP"

    # The keys that each language needs; English is the first, and has signs for "plus" and the like.
    need["cards"] = "red green blue yellow purple orange zero one two three four five six seven eight nine ten " \
        "skip reverse draw wild hyper skull web minion targeted all flip normal and filler"
    need["play"] = "target courtesy last-card power"
    need["levels"] = "easy normal hard random"
    need["language"] = "name called discord"
}

function fault(what) {
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    bad = 1
}

function quoted(text) { return "\"" text "\"" }

# A word, or a beginning of one, names one colour and one number, in all languages together.
function check_card(text, sense, value) {
    if (sense !~ /COLOUR|NUMBER|TEN/) return
    sub(/.*_/, "", sense)
    if (((sense, text) in names_one) && names_one[sense, text] != value)
        fault(text " is " value ", and in " named_in[sense, text] " " names_one[sense, text])
    names_one[sense, text] = value
    named_in[sense, text] = FILENAME
}

# Writes a row for a word of a card, and for each beginning of it from a hyphen on.
function add_card(word, sense, value,   least, length_now) {
    least = index(word, "-")
    if (least > 0 && least < 3) fault("a beginning of " word " needs two letters before the hyphen")
    sub(/-/, "", word)
    if (least == 0) least = length(word) + 1
    if (length(word) > 31) fault(word " is longer than 31 letters")
    for (length_now = least - 1; length_now <= length(word); length_now++) {
        check_card(substr(word, 1, length_now), sense, value)
        printf "card     {\"%s\", %d, %s, %s},\n", substr(word, 1, length_now), length_now, sense, value
    }
}

function add_cards(key,   n, i, parts) {
    n = split(means[key], parts, " ")
    if (n == 0) fault("[cards] knows no " key)
    for (at = 2; at <= NF; at++) {
        for (i = 1; i < n; i += 2) add_card($at, parts[i], parts[i + 1])
    }
}

# A word stands for one command, in all languages together.
function add_command(command, word) {
    sub(/^[?]/, "", word)
    if (length(word) > 23) fault(word " is longer than 23 letters")
    if ((word in stands) && stands[word] != command)
        fault(word " is a word for " command ", and in " where[word] " for " stands[word])
    if (!(word in stands)) where[word] = FILENAME
    stands[word] = command
}

# The words behind the key, with blanks between.
function rest(   text) {
    text = $0
    sub(/^[^ ]+ +/, "", text)
    return NF > 1 ? text : ""
}

function finish(   of, keys, n, i) {
    if (code == "") return
    for (of in need) {
        n = split(need[of], keys, " ")
        for (i = 1; i <= n; i++)
            if (!((code, of, keys[i]) in seen)) {
                print file ": [" of "] lacks " keys[i] >"/dev/stderr"
                bad = 1
            }
    }
    for (i = 1; i <= commands; i++)
        if (!((code, "commands", names[i]) in seen)) {
            print file ": [commands] lacks " names[i] >"/dev/stderr"
            bad = 1
        }
    printf "language     {\"%s\", \"%s\", %s, \"%s\", \"%s\"},\n", code, name,
        code == "en" ? "NULL" : quoted("talon-" domain), called, discord
}

FNR == 1 {
    finish()
    file = FILENAME
    domain = FILENAME
    sub(/.*talon-/, "", domain)
    sub(/\.words$/, "", domain)
    code = domain
    sub(/_/, "-", code)
    section = name = called = discord = ""
    if (NR == 1 && code != "en") fault("English comes first")
}
/^#/ || /^ *$/ { next }
/^\[[a-z]+\]$/ {
    section = substr($0, 2, length($0) - 2)
    next
}
section == "" { fault("a line before the first [section]"); next }
NF < 2 && (section != "commands" || code != "en") { fault("no words behind " $1) }
(code, section, $1) in seen { fault("[" section "] has " $1 " twice") }
{ seen[code, section, $1] = 1; key = $1 }
section != "language" && code != "en" && /[A-Z]|[^ -~]/ { fault("words are written in small letters without accents") }

section == "language" && key == "name" { name = rest(); next }
section == "language" && key == "called" { called = rest(); next }
section == "language" && key == "discord" { discord = rest(); next }
section == "cards" {
    add_cards(key)
    if (code == "en" && means[key] ~ /COLOUR/) letters[$2] = key
    next
}
section == "initials" {
    if (!(key in means) || means[key] !~ /COLOUR/) fault("[initials] are of colours, not of " key)
    split(means[key], meant, " ")
    for (i = 2; i <= NF; i++) {
        if (length($i) != 1) fault("[initials] are one letter, not " $i)
        if (!($i in letters)) printf "card     {\"%s\", 1, SENSE_INITIAL, %s},\n", $i, meant[2]
        else if (letters[$i] != key) fault($i " is " letters[$i] " to those who read English")
    }
    next
}
section == "play" && need["play"] ~ "(^| )" key "( |$)" {
    for (i = 2; i <= NF; i++) {
        word = $i
        if (key != "target") gsub(/_/, "", word)
        print key "     \"" word "\","
    }
    next
}
section == "levels" && need["levels"] ~ "(^| )" key "( |$)" {
    for (i = 2; i <= NF; i++) {
        word = $i
        gsub(/_/, " ", word)
        print "level     {\"" word "\", \"" key "\"},"
    }
    next
}
section == "words" {
    for (i = 2; i <= NF; i++) {
        word = $i
        gsub(/_/, " ", word)
        print "word     {\"" key "\", \"" word "\"},"
    }
    next
}
section == "commands" {
    if (code == "en") names[++commands] = key
    else if (!(("en", section, key) in seen)) fault("no command is " key)
    add_command(key, key)
    for (i = 2; i <= NF; i++) add_command(key, $i)
    print "command     {\"" code "\", \"" key "\", \"" rest() "\"},"
    next
}
{ fault("no such line in [" section "]: " key) }
END {
    if (!bad) finish()
    exit bad
}
