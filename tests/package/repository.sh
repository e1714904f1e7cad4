#!/bin/sh
# repository.sh ROOT DEB [ARCHITECTURE EMULATOR]: tests `apt install talon` in the minimal Debian below ROOT, as root.
# config/apt.sh makes the repository from the package DEB, and signs it with a key of this test. The installed program
# must play. apt must refuse a list that was changed, and one that another key signed. ROOT keeps the package, and
# /srv/apt as a source of apt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$1
package=$2
shift 2
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT

fail() {
    printf 'installed: %s\n' "$*" >&2
    exit 1
}
say() { printf 'installed: %s\n' "$*"; }
emulated=
[ $# = 0 ] || emulated="--run $1 $2"
# shellcheck disable=SC2086 # options are words
inside() { sh "$here/../../config/in_root.sh" $emulated "$root" env LC_ALL=C.UTF-8 "$@"; }

for whose in releaser stranger; do
    gpg --batch --quiet --passphrase '' --quick-generate-key "$whose <$whose@example.net>" ed25519 sign 1d
done
apt=$root/srv/apt
publish() { # publish WHOSE
    rm -rf "$apt"
    sh "$here/../../config/apt.sh" "$apt" "$1@example.net" "$package"
}

publish releaser
mkdir -p "$root/etc/apt/keyrings"
cp "$apt/talon.asc" "$root/etc/apt/keyrings/talon.asc"
cat >"$root/etc/apt/sources.list.d/talon.sources" <<'END'
Types: deb
URIs: file:/srv/apt
Suites: bookworm
Components: main
Signed-By: /etc/apt/keyrings/talon.asc
END
update() { inside apt-get -o Dir::Etc::sourcelist=/dev/null --error-on=any update; }

say 'apt refuses a repository that another key has signed, and lists that were changed'
publish stranger
! update >"$root/tmp/refused" 2>&1 || fail 'apt takes what a stranger signed'
grep -q NO_PUBKEY "$root/tmp/refused" || fail "it was not the key that apt refused: $(cat "$root/tmp/refused")"
publish releaser
sed -i '/^SHA256:/,$s/^ [0-9a-f]\{4\}/ 0000/' "$apt"/dists/bookworm/InRelease
! update >"$root/tmp/refused" 2>&1 || fail 'apt takes a list that was changed after it was signed'
grep -q BADSIG "$root/tmp/refused" || fail "it was not the signature that apt refused: $(cat "$root/tmp/refused")"
publish releaser
printf '\n' >>"$apt/dists/bookworm/main/binary-$(dpkg-deb --field "$package" Architecture)/Packages"
rm "$apt"/dists/bookworm/main/*/Packages.gz
! update >"$root/tmp/refused" 2>&1 || fail 'apt takes packages that are not those of the signed list'

say 'apt install talon'
publish releaser
inside apt-get --error-on=any update
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
inside apt-get install --yes --no-install-recommends talon
rm "$root/usr/sbin/policy-rc.d"
# shellcheck disable=SC2016 # a field of dpkg's
[ "$(inside dpkg-query --show --showformat='${Version}' talon)" = "$(dpkg-deb --field "$package" Version)" ] ||
    fail 'another version was installed'

say 'it plays'
inside talon simulate --set flex --games 20 --seats normal,easy >"$root/tmp/played"
grep -q '20' "$root/tmp/played" || fail "no 20 rounds: $(cat "$root/tmp/played")"
echo quit | inside talon play --plain >"$root/tmp/played" 2>&1 || fail "talon play failed: $(cat "$root/tmp/played")"
grep -q 'cards each' "$root/tmp/played" || fail "talon play dealt no cards: $(cat "$root/tmp/played")"
rm -r "$root/root/.local" # the game, because the next user of this root begins one
