#!/bin/sh
# Checks the shape of the tree: what stands at its top, the number of sources in a folder, and that a struct's name has
# one meaning.
set -eu
bad=0
product='adapters base bot engine storage'

# What git tracks at the top: these names, and names with a dot in front.
top='CHANGELOG.md|CMakeLists.txt|CMakePresets.json|CODE_OF_CONDUCT.md|CONTRIBUTING.md|LICENSE|README.md|SECURITY.md'
top="$top|adapters|base|bot|cmake|config|dev|docs|engine|storage|tests"
stray=$(git ls-files 2>/dev/null | sed 's|/.*||' | sort -u | grep -vxE "[.].*|$top" || true)
if [ -n "$stray" ]; then
    printf '%s\n^ not at the top of the tree: which folder is it for?\n' "$stray"
    bad=1
fi

# Counts the *.c and *.h of each folder of the product, without its subfolders. DESIGN.md allows 40.
# shellcheck disable=SC2086 # folders are words
full=$(find $product -name '*.[ch]' | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 40 { print $2 ": " $1 " sources (over 40: which belong together?)" }')
if [ -n "$full" ]; then
    printf '%s\n' "$full"
    bad=1
fi

# Names of structs that several files of the product define with different meanings. There may be as many as today, but
# no more. If you remove one, lower this number. The goal is 10.
tags_max=4
# shellcheck disable=SC2086 # folders are words
tags=$(grep -rE --include='*.[ch]' '^struct [a-z_0-9]+ \{$' $product | sed 's/^\([^:]*\):struct \([a-z_0-9]*\) {$/\2 \1/' | sort -u |
    awk '{ count[$1]++; files[$1] = files[$1] " " $2 } END { for (tag in count) if (count[tag] > 1) print "struct " tag ":" files[tag] }' | sort)
many=$(printf '%s' "$tags" | grep -c . || true)
if [ "$many" -gt $tags_max ]; then
    printf '%s\n^ %s names of structs are defined in several files, and %s may be\n' "$tags" "$many" "$tags_max"
    bad=1
elif [ "$many" -lt "$tags_max" ]; then
    echo "shape.sh: only $many names of structs are defined in several files: tags_max can be lowered to that" # only a hint
fi

# Functions of a header that nobody calls: their names appear only in the header and the definition.
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
