#!/bin/sh
# module.sh TREE CLANG WASM-LD MODULE: a copy of the tree in another place gives the same module, byte by byte. The
# module has no path of this machine, and is small.
set -eu
tree=$1
clang=$2
linker=$3
module=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$tree/engine" "$work/engine"
(cd "$work" && sh engine/wasm/compile.sh "$clang" "$linker" "$work/module")
cmp "$module" "$work/module"
if grep -aqF -e "$tree" -e "$work" -e /usr/ "$module"; then
    echo 'a path of this machine is in the module'
    exit 1
fi
size=$(wc -c <"$module")
packed=$(gzip -9c "$module" | wc -c)
echo "$size bytes, $packed gzipped"
[ "$size" -lt 130000 ] && [ "$packed" -lt 52000 ]
