#!/bin/sh
# alerts.sh SOURCE: checks that each alert rule has all that somebody on call needs, and a paragraph in
# docs/troubleshooting.md, and that each such paragraph has its rule.
set -eu
rules=$1/config/prometheus-talon.yml
page=$1/docs/troubleshooting.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Puts each rule on one line. A rule begins with "- alert:".
awk '/^ *- alert: /{if (rule) print rule; rule = ""; on = 1} /^  - name: /{if (rule) print rule; rule = ""; on = 0}
     on {gsub(/^ +/, ""); rule = rule $0 "|"} END {if (rule) print rule}' "$rules" >"$work/rules"
[ "$(wc -l <"$work/rules")" -ge 10 ] || { echo 'alerts.sh: hardly any rules were read'; exit 1; }
bad=0
while IFS= read -r rule; do
    name=$(printf '%s\n' "$rule" | sed -E 's/^- alert: ([A-Za-z]+).*/\1/')
    anchor=$(printf '%s\n' "$name" | tr '[:upper:]' '[:lower:]')
    for part in '|expr: ' '|for: [0-9]+[mh]|' '|labels: \{severity: (critical|warning)\}|' '|summary: "[^"]+"|' \
        "|runbook_url: file:///usr/share/doc/talon/docs/troubleshooting.md#$anchor|"; do
        printf '%s\n' "$rule" | grep -qE "$(printf '%s\n' "$part" | sed 's/|/[|]/; s/|$/[|]/')" ||
            { echo "alerts.sh: $name lacks $part"; bad=1; }
    done
    words=$(awk -v head="### $name" '$0 == head {on = 1; next} /^#/ {on = 0} on' "$page" | wc -w)
    [ "$words" -ge 20 ] || { echo "alerts.sh: $page has $words words about $name"; bad=1; }
    printf '%s\n' "$name" >>"$work/names"
done <"$work/rules"
sed -nE 's/^### (Talon[A-Z][A-Za-z]+)$/\1/p' "$page" | while read -r name; do
    grep -qx "$name" "$work/names" || echo "alerts.sh: no rule is called $name"
done >"$work/unknown"
cat "$work/unknown"
[ ! -s "$work/unknown" ] || bad=1
exit $bad
