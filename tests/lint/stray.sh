#!/bin/sh
# stray.sh: tests that shape.sh refuses a file that has no place at the top of the tree, once git tracks it.
set -eu
lint=$PWD/tests/lint/shape.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
git init --quiet
mkdir adapters base bot engine storage tests
touch .gitignore README.md README.md.old base/buf.c dev
git add .gitignore README.md base dev
sh "$lint" >/dev/null || { echo "stray.sh: shape.sh refuses what belongs there"; exit 1; }
git add .
! said=$(sh "$lint") || { echo "stray.sh: shape.sh accepts a stray file"; exit 1; }
[ "$(printf '%s\n' "$said" | head -n 1)" = README.md.old ] || { echo "stray.sh: shape.sh said: $said"; exit 1; }
