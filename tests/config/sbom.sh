#!/bin/sh
# sbom.sh SOURCE: tests the list of a release's packages (config/sbom.sh) with three small packages. It must be JSON,
# name each package once with the checksum of its file, and link dependencies only to packages that are there.
# config/apt.sh must keep older packages.
set -eu
source=$1
work=$(mktemp -d)
GNUPGHOME=$work/keys
export GNUPGHOME
trap 'gpgconf --kill gpg-agent; rm -rf "$work"' EXIT
for program in python3 gpg dpkg-scanpackages; do
    command -v $program >/dev/null || { echo "skipped: no $program" && exit 77; }
done

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
package() { # package NAME VERSION FIELDS
    mkdir -p "$work/$1/DEBIAN" "$work/root/usr/share/doc/$1"
    printf 'Package: %s\nVersion: %s\nArchitecture: amd64\nMaintainer: Ana "A" <ana@example.net>\nDescription: x\n%b' "$1" "$2" "$3" \
        >"$work/$1/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$work/$1" "$work/$1_$2_amd64.deb" >/dev/null
}
package talon 1.0.0 'Depends: libone1 (>= 1), absent | virtual, libone1\n'
package libone1 '1:2+b1' 'Source: one (1:2)\nHomepage: https://example.org/\n'
package two 3 'Provides: virtual (= 1)\nDepends: libone1, talon\n'
cat >"$work/root/usr/share/doc/two/copyright" <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Files: *
License: Expat
END

export SOURCE_DATE_EPOCH=1000000000
sh "$source/config/sbom.sh" "$work/talon_1.0.0_amd64.deb" "$work/root" "$work/libone1_1:2+b1_amd64.deb" "$work/two_3_amd64.deb" >"$work/said"
python3 - "$work" <<'END'
import hashlib, json, sys
work = sys.argv[1]
said = json.load(open(work + '/said'))
assert said['spdxVersion'] == 'SPDX-2.3' and said['creationInfo']['created'] == '2001-09-09T01:46:40Z', said
found = {p['name']: p for p in said['packages']}
assert list(found) == ['talon', 'libone1', 'two'], list(found)
for name, file in ('talon', 'talon_1.0.0_amd64.deb'), ('libone1', 'libone1_1:2+b1_amd64.deb'), ('two', 'two_3_amd64.deb'):
    sum = hashlib.sha256(open(work + '/' + file, 'rb').read()).hexdigest()
    assert found[name]['checksums'][0]['checksumValue'] == sum and found[name]['packageFileName'] == file, found[name]
assert found['talon']['licenseDeclared'] == 'MIT' and found['talon']['supplier'] == 'Organization: Ana "A"', found['talon']
one = found['libone1']
assert one['sourceInfo'] == 'built from source package one (1:2)' and one['homepage'] == 'https://example.org/', one
assert one['externalRefs'][0]['referenceLocator'] == 'pkg:deb/debian/libone1@1%3A2%2Bb1?arch=amd64', one
assert found['two']['licenseComments'] == 'Names in debian/copyright: Expat', found['two']
ids = {p['SPDXID']: p['name'] for p in said['packages']}
needs = [(ids[r['spdxElementId']], ids[r['relatedSpdxElement']]) for r in said['relationships'] if r['relationshipType'] == 'DEPENDS_ON']
assert needs == [('talon', 'libone1'), ('talon', 'two'), ('two', 'libone1'), ('two', 'talon')], needs
END

mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key 'ana <ana@example.net>' ed25519 sign 1d
package talon 1.0.1 ''
sh "$source/config/apt.sh" "$work/apt" ana@example.net "$work/talon_1.0.0_amd64.deb"
sh "$source/config/apt.sh" "$work/apt" ana@example.net "$work/talon_1.0.1_amd64.deb"
cd "$work/apt/dists"/*
[ "$(grep '^Version:' main/binary-amd64/Packages | sort | paste -s -d ' ')" = 'Version: 1.0.0 Version: 1.0.1' ] ||
    fail "these packages are listed: $(cat main/binary-amd64/Packages)"
sed -n 's/^ \([0-9a-f]\{64\}\) [0-9]* \(.*\)/\1  \2/p' Release | sha256sum --check --quiet || fail 'sums are wrong'
[ "$(grep -c '^ ' Release)" = 2 ] || fail "these lists are signed: $(cat Release)"
gpg --dearmor <../../talon.asc >"$work/key"
gpgv --quiet --keyring "$work/key" Release.gpg Release 2>/dev/null || fail 'Release is not signed by talon.asc'
gpgv --quiet --keyring "$work/key" InRelease 2>/dev/null || fail 'InRelease is not signed by talon.asc'
