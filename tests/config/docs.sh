#!/bin/sh
# docs.sh CMAKE BUILD TALON SOURCE: the README, the man pages and the help of an installed talon name files that are there.
set -eu
cmake=$1
build=$2
talon=$3
source=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

"$cmake" -D SOURCE="$source" -D OUT="$work/made" -P "$source/cmake/docs.cmake"
grep -q "docs.cmake" "$build/cmake_install.cmake" || { echo 'docs.sh: the installation does not write these pages'; bad=1; }
# What is installed into the folder of the pages, by its name there.
mkdir "$work/doc"
cp "$work/made"/* "$work/doc"
cp -r "$source/config/fleet" "$source/config/pictures" "$source/tests/fair/verify.py" "$source/config/talon.conf.example" "$source/storage/export/export.h" \
    "$source/storage/export/export_person.h" \
    "$source/config/grafana-talon.json" "$source/config/nginx-talon.conf" "$source/config/Caddyfile-talon" \
    "$source/CHANGELOG.md" "$source/SECURITY.md" "$source/LICENSE" "$work/doc"
for file in fleet pictures verify.py talon.conf.example grafana-talon.json nginx-talon.conf Caddyfile-talon CHANGELOG.md \
    SECURITY.md LICENSE README.md FAIR.md CONTROL.md API.md export.h export_person.h; do
    grep -q "[/\"]$file\"" "$build/cmake_install.cmake" || { echo "docs.sh: $file is not installed"; bad=1; }
done

for page in README.md FAIR.md CONTROL.md API.md; do
    links=$(grep -oE '(\]\(|src=")[^)"#]+' "$work/doc/$page" | sed -E 's/^(\]\(|src=")//') || links=
    for link in $links; do
        case $link in
        http*) ;;
        *) [ -e "$work/doc/$link" ] || { echo "docs.sh: $page links $link, which is not there"; bad=1; } ;;
        esac
    done
done
tree='(^|[^a-z/-])(base|bot|engine|storage|adapters|tests|cmake|docs)/[A-Za-z]'
grep -nE "$tree" "$work/doc/README.md" && { echo 'docs.sh: README.md names files of the sources'; bad=1; }
for page in "$source"/config/man/*.[1-8]; do
    grep -nE "^[^.].*$tree" "$page" && { echo "docs.sh: $page names files of the sources"; bad=1; }
done
for command in $("$talon" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p'); do
    "$talon" "$command" --help | grep -nE "$tree" && { echo "docs.sh: talon $command --help names files of the sources"; bad=1; }
done
exit $bad
