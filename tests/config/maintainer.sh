#!/bin/sh
# maintainer.sh SOURCE: tests whom the package names as maintainer: from git, from a source archive, and without both.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DEBEMAIL DEBFULLNAME GIT_DIR GIT_WORK_TREE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# says TEXT FOLDER: expects this maintainer for the tree in FOLDER, on a machine named $machine.
says() {
    said=$(PATH="$work/bin:$PATH" sh "$2/config/maintainer.sh")
    [ "$said" = "$1" ] || fail "$2, on $machine: '$said', not '$1'"
}

# Fakes the name of the machine. The user stays the real one.
mkdir "$work/bin"
machine=vm
cat >"$work/bin/hostname" <<'END'
#!/bin/sh
echo "$machine"
END
cat >"$work/bin/cat" <<'END'
#!/bin/sh
[ "$*" != /etc/mailname ] || exit 1
exec /bin/cat "$@"
END
chmod +x "$work/bin/hostname" "$work/bin/cat"
export machine

tree=$work/tree
mkdir -p "$tree/config" "$tree/cmake"
cp "$source/config/maintainer.sh" "$tree/config"
cp "$source/cmake/commit.txt" "$tree/cmake"
user=$(id -un)
name=$(getent passwd "$user" | cut -d : -f 5 | cut -d , -f 1)

says 'Nobody who is known <nobody@talon.invalid>' "$tree"
machine=build.localdomain
says 'Nobody who is known <nobody@talon.invalid>' "$tree"
machine=build.example.org
says "${name:-$user} <$user@build.example.org>" "$tree"
printf '%s\n' 0123456789ab 'Ana B. <ana@example.net>' >"$tree/cmake/commit.txt"
says 'Ana B. <ana@example.net>' "$tree"
export DEBEMAIL=eve@example.net
says 'eve@example.net <eve@example.net>' "$tree"
export DEBFULLNAME='Eve E.'
says 'Eve E. <eve@example.net>' "$tree"
unset DEBEMAIL

command -v git >/dev/null || exit 0
git -C "$tree" init --quiet
git -C "$tree" add .
git -C "$tree" -c user.name='Bo [x]' -c user.email=bo@example.net commit --quiet --message=first
says 'Bo x <bo@example.net>' "$tree"
