#!/bin/sh
# release.sh SOURCE: tests what ./dev release refuses, in a small git tree, and which versions it gives. ./dev release
# itself tests that its output is always the same.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v git >/dev/null || { echo 'skipped: no git' && exit 77; }
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset GIT_DIR GIT_WORK_TREE TALON_RELEASE_KEY
tree=$work/tree

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
commit() { git -C "$tree" -c user.name=ana -c user.email=ana@example.net commit --quiet --allow-empty "$@"; }

# refused WORDS: expects a refusal with these words, and no output.
refused() {
    ! sh "$tree/config/release.sh" "$work/out" >"$work/said" 2>&1 || fail "not refused: $1"
    grep -qF "release: $1" "$work/said" || fail "not \"$1\", but: $(cat "$work/said")"
    [ ! -e "$work/out" ] || fail "refused, and made all the same: $1"
}
is_version() { # is_version PATTERN
    said=$(sh "$tree/config/version.sh")
    printf '%s\n' "$said" | grep -qE "^$1\$" || fail "the version is $said, not $1"
}

mkdir -p "$tree/config"
cp "$source/config/release.sh" "$source/config/version.sh" "$tree/config"
printf 'project(talon VERSION 1.2.0 LANGUAGES C)\n' >"$tree/CMakeLists.txt"
printf '# What changed\n\n## 1.2.0 (not released yet)\n\n## 1.1.0\n' >"$tree/CHANGELOG.md"
refused 'this is no work tree of git'
is_version '1\.2\.0'
git -C "$tree" init --quiet
git -C "$tree" add .
commit --message=first
is_version '1\.2\.0~git[0-9]{14}\.[0-9a-f]{12}'

echo more >>"$tree/CHANGELOG.md"
echo new >"$tree/new"
refused 'the tree is not clean: commit these'
grep -q '^?? new$' "$work/said" || fail "it does not say which: $(cat "$work/said")"
is_version '1\.2\.0~git[0-9]{14}\.[0-9a-f]{12}\+changes'
git -C "$tree" checkout --quiet .
rm "$tree/new"

git -C "$tree" tag v1.2.0
is_version '1\.2\.0'
refused 'the commit is tagged v1.2.0, and CHANGELOG.md says "1.2.0 (not released yet)"'
sed -i 's/1\.2\.0 .*/1.3.0/' "$tree/CHANGELOG.md"
commit --all --message=second
refused 'CMakeLists.txt says version 1.2.0, and CHANGELOG.md begins with "1.3.0"'
sed -i 's/VERSION 1\.2\.0/VERSION 1.3.0/' "$tree/CMakeLists.txt"
commit --all --message=third
git -C "$tree" tag v1.3.0
refused 'the commit is tagged v1.3.0, and TALON_RELEASE_KEY names no key that signs'
TALON_RELEASE_KEY=nobody@talon.invalid
export TALON_RELEASE_KEY
refused 'gpg has no secret key nobody@talon.invalid (TALON_RELEASE_KEY)'
git -C "$tree" tag v2.0.0
refused 'the commit is tagged v2.0.0, and CMakeLists.txt says version 1.3.0'
