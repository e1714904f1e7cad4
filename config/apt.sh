#!/bin/sh
# apt.sh FOLDER KEY DEB...: adds Debian packages to FOLDER, a repository that any web server can offer to apt, and signs
# its lists. KEY names a secret key of gpg. FOLDER/talon.asc is its public half. Packages that are already there stay.
set -eu
folder=$1
key=$2
shift 2
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release) # the Debian whose libraries these packages need
lists=$folder/dists/$suite

mkdir -p "$folder/pool"
cp "$@" "$folder/pool"
rm -rf "$lists"
architectures=$(for deb in "$folder"/pool/*.deb; do dpkg-deb --field "$deb" Architecture; done | sort -u | paste -s -d ' ')
for architecture in $architectures; do
    list=$lists/main/binary-$architecture
    mkdir -p "$list"
    (cd "$folder" && dpkg-scanpackages --multiversion --arch "$architecture" pool 2>/dev/null) >"$list/Packages"
    gzip -9n <"$list/Packages" >"$list/Packages.gz"
done

{
    printf '%s\n' 'Origin: Talon' 'Label: Talon' "Suite: $suite" "Codename: $suite" \
        "Date: $(LC_ALL=C date -u -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")" \
        "Architectures: $architectures" 'Components: main' 'Description: card games in chat channels' 'SHA256:'
    (cd "$lists" && find main -type f | LC_ALL=C sort | while read -r file; do
        printf ' %s %s %s\n' "$(sha256sum <"$file" | cut -d ' ' -f 1)" "$(stat -c %s "$file")" "$file"
    done)
} >"$lists/Release"
sign() { gpg --batch --yes --quiet --local-user "$key" --armor "$@"; }
sign --clearsign --output "$lists/InRelease" "$lists/Release"
sign --detach-sign --output "$lists/Release.gpg" "$lists/Release"
gpg --batch --yes --quiet --armor --export-options export-minimal --output "$folder/talon.asc" --export "$key"
[ -s "$folder/talon.asc" ]
