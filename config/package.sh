#!/bin/sh
# package.sh FOLDER: a Debian package of this tree, as FOLDER/talon_VERSION_ARCHITECTURE.deb; looked over by lintian.
#
# In a work tree of git that is no release (a tag vVERSION), the version says the commit and is below the release's, so
# that each newer build, and then the release, is an upgrade. TALON_PACKAGE_VERSION says another one.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
source=$folder/talon

number=$(sed -nE 's/^project\(talon VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
version=$number
commit=
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y cmake/commit.txt)}
if [ -e .git ]; then
    commit=$(git rev-parse HEAD)
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    changes=$(git status --porcelain)
    if [ -n "$changes" ] || ! git describe --exact-match --tags --match "v$number" >/dev/null 2>&1; then
        version=$number~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).$(git rev-parse --short=12 HEAD)
        [ -z "$changes" ] || version=$version+changes
    fi
fi
version=${TALON_PACKAGE_VERSION:-$version}
export SOURCE_DATE_EPOCH

# The sources as a source archive has them, with this folder's debian/ on top.
rm -rf "$source" "$folder"/talon_* "$folder"/talon-*
mkdir -p "$source"
if [ -e .git ]; then
    git ls-files -z --cached --others --exclude-standard
else
    find . -path ./build -prune -o -type f -print0
fi | tar -c --null --ignore-failed-read -T - | tar -x --no-same-owner -C "$source"
cp -R config/debian "$source/debian"
[ -z "$commit" ] || printf '%s\n' "$commit" >"$source/cmake/commit.txt"
{
    printf 'talon (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * /usr/share/doc/talon/CHANGELOG.md says what changed.\n\n'
    printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' config/debian/control)" \
        "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >"$source/debian/changelog"

cd "$source"
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage --build=binary --unsigned-changes --unsigned-source
cd ..
rm -rf "$source"
lintian --allow-root --fail-on error,warning --info talon_*.changes
