# prose.awk PAGE...: checks the sentences of Markdown pages. It names the shapes that plain English does without. Of
# each page it prints how long the sentences are: the median may be 18 words, and at most 8 % may have over 35.
# Headings, code, tables, HTML and the targets of links are left out. Code inside a sentence counts as one word.
# "allow: SHAPE" in an HTML comment on the line before a paragraph allows that shape in the paragraph.

function fault(where, what) { print where ": " what; bad = 1 }

# A shape is a pattern of a sentence in lower case, between spaces, and what to write in its place.
function shape(pattern, better) { shapes[++shape_count] = pattern; advice[shape_count] = better }

BEGIN {
    shape(" who(so)?ever[ ,.]", "name the people: \"everyone\", \"people who\", \"you\"")
    shape(" (for|of|to|by|with|from|than|and|or|is|but) who (is|are|has|have|was|can|may|plays?|sits?|wants?|opened|said) ",
        "\"who is\" as a noun: name the people")
    shape(" (for|of|to|by|with|from|than) what (is|are|was|has|can|may) ", "\"what is\" as a noun: name the thing")
    shape(" but for ", "\"except\", or a sentence of its own")
    shape(" save for ", "\"except\"")
    shape(" so long[ ,.]", "name the time")
    shape(" (so|as|that) many[ ,.]", "name the number")
    shape(" anew[ ,.]", "\"again\"")
    shape(" likewise[ ,.]", "say it again in full, or make a table")
    shape(" the same (where|(holds|goes) for) ", "say it again in full, or make a table")
    shape(" there (is|are) none[ ,.]", "say what is missing")
    shape(" none of (it|that|this)[ ,.]", "name the thing")
    shape(" (thereof|therein|thereby|hereby|whence|whither|wherein|whereby|thence|hence|lest|ere|of old)[ ,.]", "an everyday word")
    shape(" should (it|they|one) [a-z]+ [a-z ]*,", "\"if it\"")
    shape(" (what|if|when|where|that|than|as|how|which|whom) one (is|has|may|can|could|must|gets?|likes?|asks?|types?|chooses?|says?|wants?|plays?|will|would) ",
        "\"you\"")
    shape(" one's ", "\"your\"")
    shape(" in vain[ ,.]", "say what fails")
    shape(" for good[ ,.]", "\"for ever\", \"permanently\"")
}

# true for "by root alone", but not for "play alone" or "leave it alone"
function only_alone(text,   at, before) {
    while ((at = match(text, / alone[ ,.;:]/)) > 0) {
        before = substr(text, 1, at - 1)
        text = substr(text, at + 6)
        if (text ~ /^ (at|with|against) /) continue
        if (before !~ /(^| )(play|plays|played|playing|stand|stands|leave|leaves|left|run|runs|alone|be|is|are|you)( it| them| you)?$/) return 1
    }
    return 0
}

function sentence(text, end,   low, i, count, words) {
    gsub(/[*_]+/, "", text)
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    count = split(text, words, /[ \t]+/)
    if (count < 2) return
    sizes[++sentence_count] = count
    low = tolower(text)
    gsub(/[()";:]/, " ", low)
    low = " " low " "
    for (i = 1; i <= shape_count; i++) {
        if (match(low, shapes[i]) && allowed != substr(low, RSTART + 1, RLENGTH - 2))
            fault(page ":" block_line, "\"" substr(low, RSTART + 1, RLENGTH - 2) "\" (" advice[i] "): " text)
    }
    if (allowed != "alone" && only_alone(low)) fault(page ":" block_line, "\"alone\" (\"only\"): " text)
    if (text ~ /^(Who|What) / && end != "?") fault(page ":" block_line, "a clause as a noun: " text)
    if (show) printf "%s:%d: %d: %s\n", page, block_line, count, text
}

# A block is a paragraph or one item of a list. A sentence ends at . ! ? before a space, or with the block.
function block(   text, part, end, rest) {
    text = gathered
    gathered = ""
    if (text == "") return
    gsub(/!\[[^]]*\]\([^)]*\)/, "", text)
    while (match(text, /\[[^]]*\]\([^)]*\)/)) { # [words](target)
        part = substr(text, RSTART + 1, RLENGTH - 2)
        sub(/\]\(.*/, "", part)
        text = substr(text, 1, RSTART - 1) part substr(text, RSTART + RLENGTH)
    }
    gsub(/``[^`]+``/, "CODE", text)
    gsub(/`[^`]+`/, "CODE", text)
    gsub(/<[a-z\/][^>]*>/, "", text)
    while (match(text, /[.!?][")]?[ \t]+/)) {
        end = substr(text, RSTART, 1)
        rest = substr(text, RSTART + RLENGTH)
        sentence(substr(text, 1, RSTART - 1), end)
        text = rest
    }
    end = substr(text, length(text), 1)
    sub(/[.!?:]$/, "", text)
    sentence(text, end)
    allowed = ""
}

function page_end(   i, j, size, long, median) {
    block()
    if (page == "" || sentence_count == 0) return
    for (i = 2; i <= sentence_count; i++) { # a page has a few hundred at most
        size = sizes[i]
        for (j = i - 1; j > 0 && sizes[j] > size; j--) sizes[j + 1] = sizes[j]
        sizes[j + 1] = size
    }
    median = sizes[int((sentence_count + 1) / 2)]
    long = 0
    for (i = 1; i <= sentence_count; i++) if (sizes[i] > 35) long++
    printf "%s: %d sentences, median %d words, %d over 35\n", page, sentence_count, median, long
    if (median > 18) fault(page, "the median sentence has " median " words (18 at most)")
    if (long * 100 > sentence_count * 8) fault(page, long " of " sentence_count " sentences have more than 35 words (8 % at most)")
}

FNR == 1 {
    page_end()
    page = FILENAME
    sentence_count = fenced = html = 0
    blank = 1
    list = 0
}
/^ *(```|~~~)/ { block(); fenced = !fenced; next }
fenced { next }
/^<!-- allow: / { block(); allowed = $0; sub(/^<!-- allow: /, "", allowed); sub(/ *-->.*/, "", allowed); next }
/^ *<!--/ { block(); html = !/-->/; next }
html { html = !/-->/; next }
/^[ \t]*$/ { block(); blank = 1; next }
/^    / && blank && !list { next } # indented code; the next line of it comes here again, because `blank` stays set
/^(#|\||<|---)/ { block(); list = 0; next }
/^ *([-*]|[0-9]+\.) / { block(); list = 1; blank = 0; block_line = FNR; gathered = $0; sub(/^ *([-*]|[0-9]+\.) +/, "", gathered); next }
{
    if (blank && $0 !~ /^ /) list = 0
    if (gathered == "") block_line = FNR
    blank = 0
    gathered = gathered (gathered == "" ? "" : " ") $0
}
END { page_end(); exit bad }
