#!/bin/sh
# twin.sh TREE MADE CLANG WASM-LD FILE NAME: compiles a module of pages from a copy of the tree in another place.
set -eu
tree=$1
made=$2
clang=$3
linker=$4
out=$5
name=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$tree/engine" "$work/engine"
cp -R "$made" "$work/made"
(cd "$work" && sh engine/wasm/compile.sh "$clang" "$linker" "$work/module" made "$name")
if grep -aqF "$work" "$work/module"; then
    echo 'a path of this machine is in the module'
    exit 1
fi
cp "$work/module" "$out"
