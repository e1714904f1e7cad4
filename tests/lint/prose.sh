#!/bin/sh
# prose.sh [--show]: checks that pages and commits are in plain English: the length of sentences, forbidden shapes
# (prose.awk), links between pages, the size of the README, the subjects of commits. --show prints the sentences that it
# finds.
set -u
# The rule for subjects is newer than this commit, so only later ones are checked.
base=d6e51d46
bad=0
show=0
[ "${1:-}" != --show ] || show=1

lines=$(wc -l <README.md)
words=$(wc -w <README.md)
if [ "$lines" -gt 140 ] || [ "$words" -gt 1000 ]; then
    echo "README.md: $lines lines and $words words (140 and 1,000 at most)"
    bad=1
fi
# shellcheck disable=SC2046 # names without blanks
awk -v show="$show" -f tests/lint/prose.awk README.md $(find docs -name '*.md' | sort) || bad=1
# The README links to every page of docs/.
for page in docs/*.md; do
    grep -qF "]($page" README.md || { echo "README.md: no link to $page"; bad=1; }
done

# Every link of a page leads to a file of the tree. After a # it names a heading of that file.
# shellcheck disable=SC2046 # names without blanks
broken=$(awk '
    # returns the anchor of a heading: lower case, no signs, - for blanks
    function anchor(text) {
        gsub(/\]\([^)]*\)/, "", text)
        text = tolower(text)
        gsub(/[][`!"#$%&()*+,.\/:;<=>?@\\^{|}~\047]/, "", text)
        gsub(/ /, "-", text)
        return text
    }
    FNR == 1 { fenced = 0; folder = FILENAME; if (!sub(/\/[^\/]*$/, "", folder)) folder = "." }
    /^ *(```|~~~)/ { fenced = !fenced; next }
    fenced || /^    / { next }
    /^#+ / {
        text = $0
        sub(/^#+ +/, "", text)
        name = anchor(text)
        if ((FILENAME, name) in headings) name = name "-" ++again[FILENAME, name]
        headings[FILENAME, name] = 1
    }
    {
        gsub(/`[^`]*`/, "")
        while (match($0, /\]\([^) ]+|(src|href)="[^"]+/)) {
            link = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            sub(/^\]\(|^(src|href)="/, "", link)
            if (link ~ /^(https?|mailto):/) continue
            links[++count] = link
            places[count] = FILENAME ":" FNR
            folders[count] = folder
            sources[count] = FILENAME
        }
    }
    END {
        for (i = 1; i <= count; i++) {
            file = links[i]
            name = ""
            if (at = index(file, "#")) { name = substr(file, at + 1); file = substr(file, 1, at - 1) }
            path = file == "" ? sources[i] : folders[i] "/" file
            while (sub(/(^|\/)\.\//, "/", path)) sub(/^\//, "", path)
            while (match(path, /[^\/.][^\/]*\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
            print places[i], path, (name == "" ? "-" : ((path, name) in headings) ? "-" : name), links[i]
        }
    }' $(find . \( -path './build*' -o -path ./.git \) -prune -o -type f -name '*.md' -print | sed 's,^\./,,') |
    while read -r place path name link; do
        if [ ! -e "$path" ]; then
            echo "$place: $link: there is no $path"
        elif [ "$name" != - ]; then
            echo "$place: $link: $path has no heading #$name"
        fi
    done)
if [ -n "$broken" ]; then
    echo "$broken"
    bad=1
fi

# The program must print each log line that the first column of docs/troubleshooting.md quotes.
if [ -e docs/troubleshooting.md ]; then
    said=$(mktemp)
    find adapters base bot storage \( -name '*.c' -o -name '*.h' \) -exec cat {} + | tr '\n' ' ' | sed 's/" *"//g' >"$said"
    # shellcheck disable=SC2016 # these are the backticks of Markdown
    unsaid=$(sed -n 's/^| *\([^|]*\)|.*/\1/p' docs/troubleshooting.md | grep -oE '`[^`]* [^`]*`' | tr -d '`' |
        grep -vE '^(systemctl|talon) ' | while read -r line; do
        grep -qF -e "$line" "$said" || echo "docs/troubleshooting.md: the program does not say: $line"
    done)
    rm "$said"
    if [ -n "$unsaid" ]; then
        echo "$unsaid"
        bad=1
    fi
fi

# A subject is "area: imperative". A source archive has no commits to check.
if git merge-base --is-ancestor "$base" HEAD 2>/dev/null; then
    git log --no-merges --format=%s "$base..HEAD" | awk '
        length($0) > 72 { print "commit: over 72 characters: " $0; bad = 1 }
        !/^[A-Za-z0-9_.\/-]+(, [A-Za-z0-9_.\/-]+)*: [^ ]/ { print "commit: not \"area: imperative\": " $0; bad = 1; next }
        {
            verb = $0
            sub(/^[^:]*: /, "", verb)
            sub(/[ ,].*/, "", verb)
            if (verb ~ /^(an?|the|one|no|now|what|who|it|its|of|is|are|was|in|on|at)$/ ||
                (verb ~ /(ed|ing)$/ && verb !~ /^(embed|feed|need|seed|shed|speed|bring|string|ping)$/)) {
                print "commit: begins with \"" verb "\", which is no imperative: " $0
                bad = 1
            }
        }
        END { exit bad }' || bad=1
fi
exit $bad
