#!/bin/sh
# ids.sh ROOT: every rule of engine/RULES.md is named by a test, and every section that the sources cite is there.
set -eu
root=${1:-.}
ids='\b(R|H|S|W|M|F|HR|X)-[0-9]+\b'
rules=$(grep -oE "$ids" "$root/engine/RULES.md" | sort -u)
tests=$(grep -rhoE --include='*.c' --include='*.scn' "$ids" "$root/tests" | sort -u)
status=0
for id in $rules; do
    if ! printf '%s\n' "$tests" | grep -qx -e "$id"; then
        echo "no test names $id"
        status=1
    fi
done
cited=$(grep -rhoE --include='*.[ch]' 'RULES\.md [0-9]+(\.[0-9]+)?' "$root/bot" "$root/engine" "$root/tests" | sort -u | cut -d ' ' -f 2)
for section in $cited; do
    if ! grep -qE "^(## )?${section}[. ]" "$root/engine/RULES.md"; then
        echo "engine/RULES.md has no section $section, which a source cites"
        status=1
    fi
done
[ -n "$rules" ] || { echo "engine/RULES.md names no rule"; status=1; }
exit $status
