#!/bin/sh
# Checks that some words and paths do not appear in the tree.
set -u
bad=0

deny() { # deny WHY PATTERN GREP-ARGS...
    why=$1
    pattern=$2
    shift 2
    # except in this file, which has to name them
    if grep -rnEI "$@" --exclude-dir='build*' --exclude-dir=.git --exclude=.git --exclude=words.sh \
        -e "$pattern" .; then
        echo "^ $why"
        bad=1
    fi
}

deny 'promises later work' '\b(TODO|FIXME|XXX|HACK)\b|not implemented' --include='*.[ch]' \
    --include='*.sh' --include='*.cmake' --include=CMakeLists.txt --include=dev --include=run
deny 'a path of one machine' '(^|[^A-Za-z0-9_.$}])/(work|root|home)/'
deny 'what a merge left behind' '^(<<<<<<<|>>>>>>>) '
deny 'a test that cannot fail' 'assert_true\( *(1|true) *\)' --include='*.c'
deny 'a bound is called _MAX or _MIN' '\b[A-Z][A-Z0-9_]*_(MOST|LEAST)\b' --include='*.[ch]'

long=$(find . \( -path './build*' -o -path ./.git \) -prune -o -type f -name '*.[ch]' -exec wc -l {} + |
    awk '$2 != "total" && $1 > 600 { print $2 ": " $1 " lines (over 600: two subjects?)" }')
if [ -n "$long" ]; then
    echo "$long"
    bad=1
fi

# The first two commands of the README must stay these.
first=$(grep -oE '\./dev [a-z]+' README.md | head -n 2 | tr '\n' ' ')
if [ "$first" != './dev play ./dev test ' ]; then
    echo "README.md: its first two commands are '$first', not ./dev play and ./dev test"
    bad=1
fi
# Files that comments and pages name must exist, and so must the functions that bot/README.md follows, and those that the
# map of CONTRIBUTING.md finds in a file. (servers.c cites
# other programs; in test_proto.c "b.c" is a line of IRC.)
gone=$(grep -rhE --include='*.[ch]' --include='*.md' --exclude=servers.c --exclude=test_proto.c \
    '[a-z]\.[ch]\b' adapters base bot engine storage tests ./*.md | grep -v '^ *# *include' |
    grep -oE '\b[a-z][a-z0-9_]*\.[ch]\b' | sort -u | while read -r name; do
    [ -n "$(find adapters base bot engine storage tests -name "$name")" ] || echo "$name"
done)
# shellcheck disable=SC2016 # these are the backticks of Markdown
gone="$gone$(grep -oE '`[a-z_]+\(\)`' bot/README.md | tr -d '`()' | sort -u | while read -r name; do
    grep -rqE --include='*.[ch]' "^[a-z].*[ *]$name\(" adapters base bot engine storage || echo " $name()"
done)"
# shellcheck disable=SC2016
gone="$gone$(grep -ohE '`[a-z_]+\(\)` in `[^`]+\.[ch]`' CONTRIBUTING.md bot/README.md | tr -d '`()' | while read -r name _ file; do
    grep -qE "^[a-z].*[ *]$name\(" "$file" || echo " $name() in $file"
done)"
if [ -n "$gone" ]; then
    echo "named in a comment, bot/README.md or CONTRIBUTING.md, and not in the tree: $gone"
    bad=1
fi
exit $bad
