#!/bin/sh
# The shape of the tree: how many sources a folder has, and whether a struct's name has one meaning.
set -eu
bad=0
product='adapters base bot engine storage'

# Counted are the *.c and *.h that lie in the folder itself, of the product (DESIGN.md: no folder has more than 40).
# shellcheck disable=SC2086 # folders are words
full=$(find $product -name '*.[ch]' | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 40 { print $2 ": " $1 " sources (over 40: which belong together?)" }')
if [ -n "$full" ]; then
    printf '%s\n' "$full"
    bad=1
fi

# Tags of structs that several files of the product define, each with a meaning of its own. There may be as many as there are
# today and no more: who brings the number down lowers it here. The goal is 10.
tags_max=4
# shellcheck disable=SC2086 # folders are words
tags=$(grep -rE --include='*.[ch]' '^struct [a-z_0-9]+ \{$' $product | sed 's/^\([^:]*\):struct \([a-z_0-9]*\) {$/\2 \1/' | sort -u |
    awk '{ count[$1]++; files[$1] = files[$1] " " $2 } END { for (tag in count) if (count[tag] > 1) print "struct " tag ":" files[tag] }' | sort)
many=$(printf '%s' "$tags" | grep -c . || true)
if [ "$many" -gt $tags_max ]; then
    printf '%s\n^ %s names of structs are defined in several files, and %s may be\n' "$tags" "$many" "$tags_max"
    bad=1
elif [ "$many" -lt "$tags_max" ]; then
    echo "shape.sh: only $many names of structs are defined in several files: tags_max can be lowered to that" # no failure
fi

# Functions that a header offers and nobody calls: their names stand in the header and the definition only.
# shellcheck disable=SC2086 # folders are words
dead=$({
    find $product -name '*.h' -exec sed -n '/^static\|^typedef/d; s/^[a-z].*[ *]\([a-z][a-z0-9_]*\)(.*/@\1/p' {} +
    find $product tests -name '*.[ch]' -exec cat {} + | grep -oE '[a-z][a-z0-9_]+'
} | awk '/^@/ { offered[substr($0, 2)] = 1; next } { count[$0]++ } END { for (name in offered) if (count[name] == 2) print name }')
if [ -n "$dead" ]; then
    printf '%s\n^ called by nobody\n' "$dead"
    bad=1
fi
exit $bad
