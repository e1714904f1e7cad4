#!/bin/sh
# dev.sh ROOT: ./dev installs all packages of the default build, and waits while another program holds apt's lock.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cp "$root/dev" "$work/dev"
bad=0

tell() {
    printf '%s\n' "$*" >&2
    bad=1
}

fake() { # fake NAME: makes a program of that name from standard input
    { printf '#!/bin/sh\n' && cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# A machine with nothing installed, used by root. The first `times` calls of apt-get find a lock.
fake dpkg-query </dev/null
printf 'echo 0\n' | fake id
printf 'exit 0\n' | fake sleep
fake apt-get <<END
printf '%s\n' "\$*" >>'$work/asked'
[ \$(wc -l <'$work/asked') -gt \$(cat '$work/times') ] || {
    echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)' >&2
    exit 100
}
echo 'E: no such package' >&2
exit 100
END

try() { # try TIMES: runs ./dev build, and records its calls of apt-get
    printf '%s\n' "$1" >"$work/times"
    : >"$work/asked"
    ! (cd "$work" && PATH=$work/bin:$PATH CI=true sh ./dev build) >"$work/said" 2>&1 ||
        tell 'a machine without packages builds'
    grep -q 'no such package' "$work/said" || tell "the reason is not told: $(cat "$work/said")"
}

try 0
[ "$(wc -l <"$work/asked")" = 2 ] || tell "asked so often: $(cat "$work/asked")"
grep -q -e '-o DPkg::Lock::Timeout=300 install .* libpango1.0-dev' "$work/asked" ||
    tell "no patience, or no pictures: $(cat "$work/asked")"
grep -q -e ' update$' "$work/asked" || tell 'the lists are not refreshed'

try 3
[ "$(wc -l <"$work/asked")" = 5 ] || tell "a lock is not waited for: $(cat "$work/asked")"
exit $bad
