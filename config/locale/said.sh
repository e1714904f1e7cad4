#!/bin/sh
# said.sh OUT.c OUT.h LIST TABLE-EN CATALOGUE...: writes the C of engine/proof/said.h: the sentences of LIST
# (engine/proof/said.list) in English and as each catalogue has them, and from the tables of words beside the
# catalogues what people type to cut.
set -eu
c=$1
h=$2
list=$3
english=$4
shift 4
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for po; do
    printf 'CATALOGUE %s\n' "$po"
    msgcat --no-wrap "$po"
done >"$work/catalogues"
printf 'cut cut\nstart start\n' >"$work/typed"
for table in "$english" "$@"; do
    sed -n '/^\[commands\]/,$ { /^cut /p; /^start /p; }' "${table%.*}.words" >>"$work/typed"
done
awk -v header="$work/h" -f "$here/said.awk" "$list" "$work/typed" "$work/catalogues" >"$work/c"
cp "$work/c" "$c"
cp "$work/h" "$h"
