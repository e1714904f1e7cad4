#!/bin/sh
# image.sh IMAGE SBOM DEB WORK: makes IMAGE, an archive for `podman load` and `docker load`, of the Debian package DEB
# and the packages that it depends on. SBOM gets a list of these (SPDX, sbom.sh). apt fetches the packages from Debian.
# They are only unpacked, and none of their scripts run, so this needs neither root nor that processor. The image has no
# shell.
#
# WORK keeps what apt downloads. The same packages give the same bytes.
set -eu
umask 022
image=$1
sbom=$2
deb=$(realpath "$3")
mkdir -p "$4"
work=$(cd "$4" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
architecture=$(dpkg-deb --field "$deb" Architecture)
version=$(dpkg-deb --field "$deb" Version)
: "${SOURCE_DATE_EPOCH:=$(date +%s)}"
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

# Runs apt for that architecture, with lists of its own, as if nothing were installed. It uses this machine's Debian
# mirrors.
foreign_apt() {
    apt-get -o Dir::State="$work" -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" \
        -o Dir::Cache="$work" -o Dir::Cache::archives="$work/debs" -o Dir::Etc::sourcelist="$work/sources.list" \
        -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null -o APT::Architecture="$architecture" \
        -o APT::Architectures="$architecture" -o APT::Sandbox::User= -o Debug::NoLocking=1 "$@"
}
if [ ! -f "$work/complete" ]; then
    mkdir -p "$work/lists/partial" "$work/debs/partial"
    : >"$work/status"
    # shellcheck disable=SC2016 # apt's own variables
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Component: main' \
        'Origin: Debian' | sort -u >"$work/sources.list"
    foreign_apt update
    # base-files and base-passwd name the system and its users. tzdata is for `timezone`. netbase names protocols.
    foreign_apt install --yes --no-install-recommends --download-only "$deb" base-files base-passwd netbase tzdata
    touch "$work/complete"
fi

rm -rf "$work/root" "$work/oci"
mkdir -p "$work/root/usr/bin" "$work/root/usr/sbin" "$work/root/usr/lib" "$work/root/usr/lib64" "$work/oci/blobs/sha256"
cd "$work/root"
ln -s usr/bin bin
ln -s usr/sbin sbin
ln -s usr/lib lib
ln -s usr/lib64 lib64
mkdir -p var/lib/dpkg/status.d
for package in "$work"/debs/*.deb "$deb"; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --preserve-permissions --no-same-owner --keep-directory-symlink -f -
    dpkg-deb --field "$package" >"var/lib/dpkg/status.d/$(dpkg-deb --field "$package" Package)" # for scanners of images
done

# Does what the packages' scripts would do, as far as Talon needs it.
cp usr/share/base-passwd/passwd.master etc/passwd
cp usr/share/base-passwd/group.master etc/group
printf '%s: files\n' passwd group services protocols >etc/nsswitch.conf
echo 'hosts: files dns' >>etc/nsswitch.conf
LC_ALL=C sh -c 'cat usr/share/ca-certificates/mozilla/*.crt' >etc/ssl/certs/ca-certificates.crt
ln -sf /etc/ssl/certs/ca-certificates.crt usr/lib/ssl/cert.pem

# Removes texts for people, except licences, and translations, except Talon's.
sh "$here/sbom.sh" "$deb" "$work/root" "$work"/debs/*.deb >"$work/sbom"
find usr/share/doc ! -type d ! -name copyright ! -type l -delete
find usr/share/locale ! -type d ! -name 'talon-*' -delete
rm -rf usr/share/man usr/share/lintian usr/share/bash-completion etc/talon boot home media mnt opt srv
find usr/share/doc usr/share/locale -depth -type d -empty -delete

# Makes one layer. Talon's two folders belong to its user.
mkdir -p "$work/own/etc/talon" "$work/own/var/lib/talon"
chmod 700 "$work/own/etc/talon" "$work/own/var/lib/talon"
user=$(sed -n 's/^USER //p' "$here/Containerfile")
layer() { tar --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --numeric-owner "$@"; }
layer --owner=0 --group=0 -cf "$work/layer.tar" -C "$work/root" .
layer --owner="${user%:*}" --group="${user#*:}" -rf "$work/layer.tar" -C "$work/own" ./etc/talon ./var/lib/talon

# Moves a file to its place in an OCI layout, which is named by its checksum. Sets $sum and $size.
blob() { # blob FILE
    sum=$(sha256sum <"$1" | cut -d ' ' -f 1)
    size=$(stat -c %s "$1")
    mv "$1" "$work/oci/blobs/sha256/$sum"
}
described() { printf '"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%s' "$1" "$sum" "$size"; }
step() { sed -n "s/^$1 //p" "$here/Containerfile" | tail -n 1; } # prints a value of the last stage; lists are JSON
processor=$(printf %s "$architecture" | sed s/armhf/arm/) # its name in OCI
unpacked=$(sha256sum <"$work/layer.tar" | cut -d ' ' -f 1)
gzip -9n "$work/layer.tar"
blob "$work/layer.tar.gz"
layer=$(described layer.v1.tar+gzip)
layer_file=blobs/sha256/$sum
# shellcheck disable=SC2016 # sed's
volumes=$(step VOLUME | sed 's/\[/{/; s/\]/}/; s/"\(,\|}\)/":{}\1/g')
labels=$(printf '"org.opencontainers.image.%s":"%s",' title Talon version "$version" licenses MIT \
    description 'Card games in IRC and Discord channels')
printf '{"created":"%s","architecture":"%s","os":"linux","config":{"User":"%s","Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Entrypoint":%s,"Cmd":%s,"Volumes":%s,"StopSignal":"%s","Healthcheck":{"Test":%s,"Interval":30000000000,"Timeout":10000000000,"StartPeriod":60000000000},"Labels":{%s}},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created":"%s","created_by":"config/image.sh"}]}' \
    "$created" "$processor" "$user" "$(step ENTRYPOINT)" "$(step CMD)" "$volumes" \
    "$(step STOPSIGNAL)" "$(step HEALTHCHECK | sed 's/.*CMD \[/["CMD", /')" "${labels%,}" "$unpacked" "$created" >"$work/config"
blob "$work/config"
config=$(described config.v1+json)
config_file=blobs/sha256/$sum
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{%s},"layers":[{%s}]}' \
    "$config" "$layer" >"$work/manifest"
blob "$work/manifest"

# The name of the image once it is loaded. Older versions of docker read only manifest.json.
name=localhost/talon:$(printf %s "$version" | tr -c 'A-Za-z0-9_.-' -)
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{%s,"platform":{"architecture":"%s","os":"linux"},"annotations":{"org.opencontainers.image.ref.name":"%s","io.containerd.image.name":"%s"}}]}' \
    "$(described manifest.v1+json)" "$processor" "$name" "$name" >"$work/oci/index.json"
printf '{"imageLayoutVersion":"1.0.0"}' >"$work/oci/oci-layout"
printf '[{"Config":"%s","RepoTags":["%s"],"Layers":["%s"]}]' "$config_file" "$name" "$layer_file" >"$work/oci/manifest.json"
cd - >/dev/null
layer --owner=0 --group=0 --mode=u=rwX,go=rX -cf "$image" -C "$work/oci" oci-layout index.json manifest.json blobs
mv "$work/sbom" "$sbom"
rm -rf "$work/root" "$work/own" "$work/oci"
