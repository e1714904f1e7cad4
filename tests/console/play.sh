#!/bin/sh
# talon play without a terminal: the level of its computer players. $1 is the program.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

said=$(printf 'order\nquit\n' | "$1" play --lang en --level difficile --bots 2 --db "$folder/a.db")
case $said in
*'Ada (computer, hard), Blaise (computer, hard)'*) ;;
*) printf 'no hard players:\n%s\n' "$said" >&2; exit 1 ;;
esac
said=$(printf 'quit\n' | "$1" play --lang en --bots 1 --db "$folder/b.db")
case $said in
*'Ada (computer, normal)'*) ;;
*) printf 'no normal player:\n%s\n' "$said" >&2; exit 1 ;;
esac

status=0
said=$("$1" play --level genius --db "$folder/c.db" 2>&1 </dev/null) || status=$?
case $status:$said in
"2:talon play: there is no level 'genius'"*) ;;
*) printf 'status %s: %s\n' "$status" "$said" >&2; exit 1 ;;
esac
"$1" play --help | grep -q -- '--level LEVEL'
