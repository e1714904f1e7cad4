#!/bin/sh
# release.sh FOLDER: the archive of the sources at this commit, and the Debian package that is built from it, with their
# sums. Both are made twice, in two folders, by another clock, language and umask, and must be the same to the byte.
#
# A commit that is not tagged v0.1.0 gets a version that says so (version.sh), and all the rest is as it will be.
set -eu
cd "$(dirname "$0")/.."

refuse() {
    printf 'release: %s\n' "$*" >&2
    exit 1
}

# Of whom this would be a release.
above=$(git rev-parse --show-cdup 2>/dev/null) || refuse 'this is no work tree of git, so nothing says which commit it is'
[ -z "$above" ] || refuse 'this folder lies in the work tree of something else'
changes=$(git status --porcelain)
[ -z "$changes" ] || refuse "the tree is not clean: commit these, or take them away
$changes"
number=$(sed -nE 's/^project\(talon VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
newest=$(sed -nE 's/^## (.*)/\1/p' CHANGELOG.md | head -n 1)
[ "${newest%% *}" = "$number" ] ||
    refuse "CMakeLists.txt says version $number, and CHANGELOG.md begins with \"$newest\""
for tag in $(git tag --points-at HEAD --list 'v*'); do
    [ "$tag" = "v$number" ] || refuse "the commit is tagged $tag, and CMakeLists.txt says version $number"
    case $newest in
    *'not released'*) refuse "the commit is tagged $tag, and CHANGELOG.md says \"$newest\"" ;;
    esac
done

version=$(sh config/version.sh)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$1"
folder=$(cd "$1" && pwd)
rm -rf "$folder/once" "$folder/again" "$folder"/talon-* "$folder"/talon_* "$folder/SHA256SUMS"

# From the archive alone, and nothing from a cache.
make() { # make FOLDER
    mkdir -p "$1"
    git archive --format=tar --prefix="talon-$version/" HEAD | gzip -9n >"$1/talon-$version.tar.gz"
    tar -xzf "$1/talon-$version.tar.gz" -C "$1"
    CCACHE_DISABLE=1 TALON_PACKAGE_VERSION=$version sh "$1/talon-$version/config/package.sh" "$1/package"
    mv "$1"/package/talon_*.deb "$1"
    rm -r "$1/package" "$1/talon-$version"
}
make "$folder/once"
(
    TZ=Pacific/Kiritimati LC_ALL=C.UTF-8
    export TZ LC_ALL
    umask 077
    make "$folder/again/in/another/place"
)

cd "$folder/once"
for made in talon-* talon_*; do
    cmp "$made" "$folder/again/in/another/place/$made" ||
        refuse "$made comes out differently each time: compare those in $folder, with diffoscope for one"
done
sha256sum talon-* talon_* >SHA256SUMS
mv ./* "$folder"
rm -r "$folder/once" "$folder/again"
