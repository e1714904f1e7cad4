#!/bin/sh
# older.sh: package.sh moves earlier packages into older/ (docs/install.md, "Upgrade"), and leaves one new package
# beside it. dpkg-buildpackage and lintian are faked, because only the folder matters here.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
# shellcheck disable=SC2016 # the stand-in reads its own environment
printf '#!/bin/sh\necho "$TALON_PACKAGE_VERSION" >"../talon_${TALON_PACKAGE_VERSION}_any.deb"\n' >"$folder/bin/dpkg-buildpackage"
printf '#!/bin/sh\n' >"$folder/bin/lintian"
chmod +x "$folder/bin/dpkg-buildpackage" "$folder/bin/lintian"
for version in 1 2 3; do
    PATH=$folder/bin:$PATH TALON_PACKAGE_VERSION=$version sh config/package.sh "$folder/package"
done
found=$(cd "$folder/package" && find . -type f -exec grep -H . {} + | sort | tr '\n' ' ')
wanted='./older/talon_1_any.deb:1 ./older/talon_2_any.deb:2 ./talon_3_any.deb:3 '
[ "$found" = "$wanted" ] || {
    echo "older.sh: found $found, not $wanted"
    exit 1
}
