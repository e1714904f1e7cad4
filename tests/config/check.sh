#!/bin/sh
# check.sh TALON: `talon serve --check` refuses what a start would refuse, and starts nothing.
set -eu
talon=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/credentials"
printf 'sesame\n' >"$work/credentials/good"
printf 'sesame\n' >"$work/credentials/open"
chmod 600 "$work/credentials/good"
chmod 644 "$work/credentials/open"
CREDENTIALS_DIRECTORY=$work/credentials
export CREDENTIALS_DIRECTORY
unset STATE_DIRECTORY

# look STATUS TEXT: of a network with the keys on standard input.
look() {
    { printf '[talon]\ndatabase = %s/none.db\n[irc net]\nhost = irc.test\n' "$work"; cat; } >"$work/conf"
    status=0
    said=$("$talon" serve --check --config "$work/conf" 2>&1) || status=$?
    case $status:$said in
    "$1:$2") ;;
    *) printf 'expected %s and "%s", got %s and "%s"\n' "$1" "$2" "$status" "$said" >&2; exit 1 ;;
    esac
    [ ! -e "$work/none.db" ]
}

look 0 "$work/conf: right" <<END
sasl_user = talon
sasl_password_file = good
END
look 2 'talon: [irc net] sasl_mechanism: not one of EXTERNAL, SCRAM-SHA-256, PLAIN' <<END
sasl_mechanism = CRAM
END
look 2 "talon: [irc net] $work/credentials/open: others than its owner may use this secret (chmod 600)" <<END
sasl_user = talon
sasl_password_file = $work/credentials/open
END
look 2 "talon: [irc net] $work/credentials/lost: No such file or directory" <<END
password_file = lost
END
look 2 'talon: [irc net] state_dir: no such folder' <<END
state_dir = $work/nowhere
END
look 2 "talon: [discord there] $work/nowhere: No such file or directory" <<END
[discord there]
token_file = $work/nowhere
END
