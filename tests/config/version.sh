#!/bin/sh
# version.sh TALON SOURCE: the program prints its version, which must be the newest of CHANGELOG.md, and its commit. The
# commit comes from git or from the source archive. Without both, the program says that it is not known.
set -eu
talon=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

said=$("$talon" --version)
number=$(printf '%s\n' "$said" |
    sed -nE 's/^talon ([0-9]+\.[0-9]+\.[0-9]+) \(([0-9a-f]{12}(\+changes)?|commit not known)\)$/\1/p')
[ -n "$number" ] || fail "talon --version: $said"
for text in "$said" "$(cat "$source/README.md")" "$(cat "$source/config/man/talon.1")" "$(cat "$source/config/debian/control")"; do
    printf '%s\n' "$text" | grep -q 'UNO is a trademark of Mattel\. *$\|UNO is a trademark of Mattel\. Talon is not affiliated' ||
        fail "the trademark is not named here: $text"
done
newest=$(sed -nE 's/^## ([0-9.]+).*/\1/p' "$source/CHANGELOG.md" | head -n 1)
[ "$newest" = "$number" ] || fail "CHANGELOG.md begins with $newest, the program is $number"

command -v git >/dev/null || exit 0
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset GIT_DIR GIT_WORK_TREE

# says TEXT FOLDER: expects that a build in that folder would print this commit.
says() {
    cmake -D SOURCE="$2" -D VERSION=1.2.3 -D OUT="$work/version.c" -P "$2/cmake/commit.cmake" >"$work/log" 2>&1 ||
        fail "$2: $(cat "$work/log")"
    grep -qF "version_text[] = \"1.2.3 ($1)\";" "$work/version.c" || fail "$2, not $1: $(cat "$work/version.c")"
}

# A small tree with the real script.
tree=$work/tree
mkdir -p "$tree/cmake" "$tree/bot"
cp "$source/cmake/commit.cmake" "$source/cmake/commit.txt" "$tree/cmake"
cp "$source/.gitattributes" "$tree"
echo 'int main(void);' >"$tree/bot/main.c"
cp -R "$tree" "$work/plain"
git -C "$tree" init --quiet
git -C "$tree" add .
git -C "$tree" -c user.name=ana -c user.email=ana@example.net commit --quiet --message=first
commit=$(git -C "$tree" rev-parse --short=12 HEAD)

says "$commit" "$tree"
echo 'a page' >"$tree/notes"
says "$commit" "$tree" # a file that is not part of the program changes nothing
echo 'int other(void);' >>"$tree/bot/main.c"
says "$commit+changes" "$tree"

mkdir "$work/archive" "$tree/inside"
git -C "$tree" archive HEAD | tar -x -C "$work/archive"
says "$commit" "$work/archive"
[ ! -s "$work/log" ] || fail "an archive is warned of: $(cat "$work/log")"
# A folder inside another project's work tree does not have that project's commit.
cp -R "$work/archive" "$tree/inside/talon"
git -C "$tree" -c user.name=ana -c user.email=ana@example.net commit --quiet --all --message=second
says "$commit" "$tree/inside/talon"

says 'commit not known' "$work/plain"
grep -q 'commit is not known' "$work/log" || fail 'nothing was said of a tree without a commit'
