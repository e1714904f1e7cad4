#!/bin/sh
# module.sh TREE MADE CLANG WASM-LD MODULE NAME MOST PACKED: a copy of the tree in another place gives the same module, byte
# by byte. The module has no path of this machine, and is small: below MOST bytes, and PACKED bytes gzipped.
set -eu
tree=$1
made=$2
clang=$3
linker=$4
module=$5
name=$6
most=$7
most_packed=$8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$tree/engine" "$work/engine"
cp -R "$made" "$work/made"
(cd "$work" && sh engine/wasm/compile.sh "$clang" "$linker" "$work/module" made "$name")
cmp "$module" "$work/module"
if grep -aqF -e "$tree" -e "$work" -e /usr/ "$module"; then
    echo 'a path of this machine is in the module'
    exit 1
fi
size=$(wc -c <"$module")
packed=$(gzip -9c "$module" | wc -c)
echo "$size bytes, $packed gzipped"
[ "$size" -lt "$most" ] && [ "$packed" -lt "$most_packed" ]
