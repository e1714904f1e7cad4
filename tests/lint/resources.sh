#!/bin/sh
# resources.sh: checks that every row of tests/bounds.md names a test, and that these tests exist and run.
set -eu
table=tests/bounds.md
bad=0

fail() {
    printf 'resources: %s\n' "$*"
    bad=1
}

rows=$(awk -F'|' '/^\|/ && $2 !~ /^(---| what )/ { print $2 "|" $8 }' "$table")
[ "$(printf '%s\n' "$rows" | wc -l)" -ge 30 ] || fail "$table has lost its rows"

while IFS='|' read -r what tests; do
    [ -n "${tests# }" ] || fail "no test shows the bound of:$what"
    for test in $tests; do
        file=tests/${test%%:*}.c
        function=${test#*:}
        if [ ! -f "$file" ]; then
            fail "$test: there is no $file"
        elif ! grep -q "^static void $function(" "$file"; then
            fail "$test: there is no such test in $file"
        elif ! grep -v "^static void $function(" "$file" | grep -q "[^a-z_0-9]${function}[^a-z_0-9]"; then
            fail "$test: it is not run"
        fi
    done
done <<END
$rows
END
exit "$bad"
