#!/bin/sh
# docs.sh CMAKE BUILD TALON SOURCE: checks that each link of an installed page leads to an installed file, and that
# pages, manuals and --help name only files that an installed Talon has.
set -eu
cmake=$1
build=$2
talon=$3
source=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

fail() {
    echo "docs.sh: $*"
    bad=1
}

DESTDIR=$work "$cmake" --install "$build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
doc=$(dirname "$(find "$work" -name talon.conf.example)")
for page in "$source"/README.md "$source"/SECURITY.md "$source"/CHANGELOG.md "$source"/docs/*.md; do
    name=${page#"$source/"}
    [ -f "$doc/$name" ] || { fail "$name is not installed"; continue; }
    folder=$(dirname "$doc/$name")
grep -oE '(\]\(|src=")[^)"#]+' "$doc/$name" | sed -E 's/^(\]\(|src=")//' >"$work/links" || true
    while read -r link; do
        case $link in
        http*) ;;
        *) [ -e "$folder/$link" ] || fail "$name links $link, which is not there" ;;
        esac
    done <"$work/links"
    # A line may name files of the source tree only if it says that it is about the sources.
    tree='(^|[^a-z/.-])(bot|base|engine|storage|adapters|tests|cmake|config)/[A-Za-z]'
    grep -nE "$tree" "$doc/$name" | grep -viE 'sources|\./dev|podman|github' && fail "$name names files of the sources"
done
# The page of the player's commands is there in each language, with the words of that language.
man=$(dirname "$(dirname "$(find "$work" -path '*/man1/talon.1')")")
for catalogue in "$source"/config/locale/talon-*.po; do
    language=${catalogue##*/talon-}
    language=${language%.po}
    page=$man/$language/man6/talon-play.6
    [ -f "$page" ] || { fail "man -L $language talon-play: no such page"; continue; }
    cmp -s "$page" "$man/man6/talon-play.6" && fail "$page is English"
done
# The program must know each command, key and subcommand that a page names. `!jion` is an example of a typing error, and
# pool_mode is a key of pgbouncer.
cat "$doc"/*.md "$doc"/docs/*.md >"$work/pages"
known() { # known KIND FILE: reports names on standard input that are not in FILE
    sort -u | grep -vxE 'jion|pool_mode' | while read -r name; do
        grep -qx -e "$name" "$2" || echo "docs.sh: a page names the $1 $name, which is not there"
    done
}
# shellcheck disable=SC2016 # these are the backticks of Markdown
"$talon" config --commands | grep -oE '`!?[a-z0-9-]+' | tr -d '`!' >"$work/commands"
sed -n '/^\[commands\]/,$ p' "$source"/config/locale/talon-*.words | tr -s ' ' '\n' >>"$work/commands"
"$talon" config | sed -nE 's/^;?([a-z_]+) =.*/\1/p' >"$work/keys"
"$talon" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p' >"$work/subcommands"
# shellcheck disable=SC2016 # these are the backticks of Markdown
{
    grep -oE '`![a-z]{3,}[` ]' "$work/pages" | tr -d '`! ' | known command "$work/commands"
    sed -nE 's/^ +([a-z_]+) = .*/\1/p; s/.*`([a-z_]+) = .*/\1/p' "$work/pages" | known key "$work/keys"
    grep -oE '(sudo |^ +)talon [a-z][a-z-]+' "$work/pages" | sed -E 's/.*talon ([a-z-]+).*/\1/' | known subcommand "$work/subcommands"
} >"$work/unknown"
cat "$work/unknown"
[ ! -s "$work/unknown" ] || bad=1

tree='(^|[^a-z/-])(bot|base|engine|storage|adapters|tests|cmake|config)/[A-Za-z]'
for page in "$source"/config/man/*.[1-8]; do
    grep -nE "^[^.].*$tree" "$page" && fail "$page names files of the sources"
done
for command in $("$talon" --help | sed -nE 's/^  ([a-z-]+) .*/\1/p'); do
    "$talon" "$command" --help | grep -nE "$tree" && fail "talon $command --help names files of the sources"
done
exit $bad
