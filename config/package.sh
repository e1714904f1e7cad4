#!/bin/sh
# package.sh FOLDER [ARCHITECTURE]: makes a Debian package of this tree, FOLDER/talon_VERSION_ARCHITECTURE.deb. lintian
# checks it. An architecture other than this machine's needs Debian's cross compiler (./dev cross).
#
# Its version comes from version.sh, or from TALON_PACKAGE_VERSION. maintainer.sh names the maintainer.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
source=$folder/talon
here=$(dpkg --print-architecture)
architecture=${2:-$here}
cross=
[ "$architecture" = "$here" ] || cross="--host-arch=$architecture --build-profiles=cross"

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y cmake/commit.txt)}
commit=
if [ -e .git ]; then
    commit=$(git log -1 --format='%H%n%cn <%ce>')
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
fi
version=${TALON_PACKAGE_VERSION:-$(sh config/version.sh)}
export SOURCE_DATE_EPOCH
maintainer=$(sh config/maintainer.sh)
export maintainer

# Keep older packages, so that an operator can go back to one (docs/install.md).
mkdir -p "$folder/older"
for package in "$folder"/talon_*.deb; do
    [ ! -e "$package" ] || mv "$package" "$folder/older"
done

# The files of a source archive, with this folder's debian/ added.
rm -rf "$source" "$folder"/talon_* "$folder"/talon-*
mkdir -p "$source"
if [ -e .git ]; then
    git ls-files -z --cached --others --exclude-standard
else
    find . -path ./build -prune -o -type f -print0
fi | tar -c --null --ignore-failed-read -T - | tar -x --no-same-owner -C "$source"
cp -R config/debian "$source/debian"
awk '{ print } /^Priority:/ { print "Maintainer: " ENVIRON["maintainer"] }' config/debian/control >"$source/debian/control"
[ -z "$commit" ] || printf '%s\n' "$commit" >"$source/cmake/commit.txt"
{
    printf 'talon (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * /usr/share/doc/talon/CHANGELOG.md says what changed.\n\n'
    printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >"$source/debian/changelog"

cd "$source"
# shellcheck disable=SC2086 # options are words
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage $cross --build=binary --unsigned-changes \
    --unsigned-source
cd ..
rm -rf "$source"
lintian --allow-root --fail-on error,warning --info talon_*.changes
