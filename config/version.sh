#!/bin/sh
# version.sh: prints the version of this tree in Debian's form. A commit that is tagged v1.0.0 has "1.0.0". Other
# commits have a lower version with their date, so that each newer build, and then the release, is an upgrade.
# "+changes" at the end: the tree differs from the commit.
set -eu
cd "$(dirname "$0")/.."
number=$(sed -nE 's/^project\(talon VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
version=$number
if above=$(git rev-parse --show-cdup 2>/dev/null) && [ -z "$above" ]; then
    changes=$(git status --porcelain)
    if [ -n "$changes" ] || ! git describe --exact-match --tags --match "v$number" >/dev/null 2>&1; then
        version=$number~git$(date -u -d "@$(git log -1 --format=%ct)" +%Y%m%d%H%M%S).$(git rev-parse --short=12 HEAD)
        [ -z "$changes" ] || version=$version+changes
    fi
fi
printf '%s\n' "$version"
