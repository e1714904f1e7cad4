#!/bin/bash
# completion.sh TALON COMPLETION: checks what Tab offers in bash.
set -u
PATH=$(dirname "$1"):$PATH
# shellcheck source=/dev/null
source "$2" || exit 1
bad=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir backups
touch back.db

offers() { # offers "WORDS" WORD...: the last word is being typed
    local expected=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _talon
    local got
    got=$(printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ' ')
    [ "$got" = "$expected" ] || { echo "$*: offers '$got', not '$expected'"; bad=1; }
}

offers 'scenario' talon sce
while read -r command; do
    offers "$command" talon "$command"
done < <(talon --help | sed -nE 's/^  ([a-z-]+) .*/\1/p')
offers '--help --version' talon --
offers '--any-network' talon serve --a
offers 'back.db backups' talon serve --config b
offers 'de en es fr it pt-BR' talon play --lang ''
offers 'pt-BR' talon play --lang p
offers 'hard' talon play --level h
offers 'hyper' talon simulate --set h
offers 'back.db backups' talon backup --db ba
offers 'back.db backups' talon backup --db back.db ba
offers 'back.db backups' talon scenario b
offers 'status' talon ctl st
offers 'back.db backups' talon ctl --socket b
offers '--person' talon export --p
offers '--config' talon export --c
offers 'back.db backups' talon verify --config b
offers '' talon check-db b
offers '' talon play --bots b
offers '' talon nonsense b
exit $bad
