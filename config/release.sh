#!/bin/sh
# release.sh FOLDER [ARCHITECTURE=ROOT...]: makes a release in FOLDER:
#   - the archive of the sources of this commit
#   - for each architecture the Debian package built from it, a container image, and a list of what the image holds (image.sh)
#   - apt/, a repository of these packages (apt.sh)
#   - SHA256SUMS, and its signature
# The architectures are this machine's, and each other one that has a root with its cross compiler (./dev). Archive,
# packages, images and lists are made twice, in two folders, with different clocks, languages and umasks. They must be
# identical.
#
# If the commit has no tag such as v1.0.0, the version says so (version.sh). Everything else is as in a release.
# TALON_RELEASE_KEY names the secret gpg key that signs. Without it, a commit without a tag is signed by a new key that
# nobody keeps.
set -eu
cd "$(dirname "$0")/.."

refuse() {
    printf 'release: %s\n' "$*" >&2
    exit 1
}

# Refuse to release what no commit or version names.
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
    [ -n "${TALON_RELEASE_KEY:-}" ] || refuse "the commit is tagged $tag, and TALON_RELEASE_KEY names no key that signs"
done
[ -z "${TALON_RELEASE_KEY:-}" ] || gpg --batch --list-secret-keys "$TALON_RELEASE_KEY" >/dev/null 2>&1 ||
    refuse "gpg has no secret key $TALON_RELEASE_KEY (TALON_RELEASE_KEY)"

version=$(sh config/version.sh)
commit=$(git rev-parse HEAD) # both times, even if somebody commits meanwhile
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
rm -rf "$folder/once" "$folder/again" "$folder/from-debian" "$folder/apt" "$folder"/talon* "$folder/SHA256SUMS"*

# downloads ARCHITECTURE: prints the folder of the packages that images depend on. apt fetches them once, so that both
# builds use the same.
downloads() { echo "$folder/from-debian/$1"; } # downloads ARCHITECTURE

# From the archive only, without ccache.
make() { # make FOLDER [ARCHITECTURE=ROOT...]
    to=$1
    shift
    mkdir -p "$to"
    git archive --format=tar --prefix="talon-$version/" "$commit" | gzip -9n >"$to/talon-$version.tar.gz"
    tar -xzf "$to/talon-$version.tar.gz" -C "$to"
    CCACHE_DISABLE=1 TALON_PACKAGE_VERSION=$version sh "$to/talon-$version/config/package.sh" "$to/package"
    mv "$to"/package/talon_*.deb "$to"
    for cross; do
        there=${cross#*=}$to # the same path below the root
        rm -rf "$there"
        mkdir -p "$there"
        tar -xzf "$to/talon-$version.tar.gz" -C "$there"
        sh config/in_root.sh "${cross#*=}" env CCACHE_DISABLE=1 LC_ALL="${LC_ALL:-C}" TZ="${TZ:-UTC}" \
            TALON_PACKAGE_VERSION="$version" SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" \
            sh "$to/talon-$version/config/package.sh" "$to/package" "${cross%%=*}"
        mv "$there"/package/talon_*.deb "$to"
        rm -rf "$there"
    done
    for package in "$to"/talon_*.deb; do
        architecture=$(dpkg-deb --field "$package" Architecture)
        sh config/image.sh "$to/talon-$version-$architecture.oci.tar" "$to/talon-$version-$architecture.spdx.json" "$package" \
            "$(downloads "$architecture")"
    done
    rm -r "$to/package" "$to/talon-$version"
}
make "$folder/once" "$@"
(
    TZ=Pacific/Kiritimati LC_ALL=C.UTF-8
    export TZ LC_ALL
    umask 077
    make "$folder/again/in/another/place" "$@"
)

cd "$folder/once"
for made in talon-* talon_*; do
    cmp "$made" "$folder/again/in/another/place/$made" ||
        refuse "$made comes out differently each time: compare those in $folder, with diffoscope for one"
done
sha256sum talon-* talon_* >SHA256SUMS
cd - >/dev/null

# Signs at the end, when nothing changes any more. gpg starts an agent for each folder of keys, and the trap ends it.
if [ -z "${TALON_RELEASE_KEY:-}" ]; then
    GNUPGHOME=$(mktemp -d)
    export GNUPGHOME
    trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
    TALON_RELEASE_KEY='Trial of a release of Talon: trust nothing that this key signs'
    gpg --batch --quiet --passphrase '' --quick-generate-key "$TALON_RELEASE_KEY" ed25519 sign 1d
fi
gpg --batch --quiet --local-user "$TALON_RELEASE_KEY" --armor --detach-sign --output "$folder/once/SHA256SUMS.asc" \
    "$folder/once/SHA256SUMS"
sh config/apt.sh "$folder/once/apt" "$TALON_RELEASE_KEY" "$folder"/once/talon_*.deb
mv "$folder"/once/* "$folder"
rm -r "$folder/once" "$folder/again" "$folder/from-debian"
