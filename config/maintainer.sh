#!/bin/sh
# maintainer.sh: prints who makes the package of this tree, as "Name <address>". The first of these that is known:
# DEBFULLNAME and DEBEMAIL, as for Debian's own tools; the committer, from git or from the source archive; the user who
# builds here, at this machine's mail name. If nobody else could write to that address, it says that nobody is known.
set -eu
cd "$(dirname "$0")/.."

is_contact() { # is_contact TEXT
    case $1 in
    *?' <'?*@?*'>') return 0 ;;
    esac
    return 1
}

plain() { sed 's/[][,;:"()\\]//g'; }

here() {
    user=$(id -un)
    name=$(getent passwd "$user" | cut -d : -f 5 | cut -d , -f 1)
    host=$(cat /etc/mailname 2>/dev/null || hostname --fqdn 2>/dev/null || hostname)
    case $host in
    *.localdomain | *.localhost | *.local) ;;
    ?*.?*) printf '%s <%s@%s>\n' "${name:-$user}" "$user" "$host" | plain ;;
    esac
}

if [ -n "${DEBEMAIL:-}" ]; then
    maintainer="${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>"
elif [ -e .git ]; then
    maintainer=$(git log -1 --format='%cn <%ce>' | plain)
else
    maintainer=$(sed -n 2p cmake/commit.txt | plain)
fi
is_contact "$maintainer" || maintainer=$(here)
is_contact "$maintainer" || maintainer='Nobody who is known <nobody@talon.invalid>'
printf '%s\n' "$maintainer"
