#!/bin/sh
# in_root.sh [--run ARCHITECTURE EMULATOR] ROOT COMMAND...: runs a command in the Debian below ROOT, as root. Its mounts
# and processes have namespaces of their own, and end with it.
#
# --run: programs of another architecture (arm64, armhf) run there, too, by EMULATOR, a static qemu-user program. A user
# namespace holds the kernel's table of emulators, so the table of this machine does not change.
set -eu
run=
emulator=
if [ "$1" = --run ]; then
    run=$2
    emulator=$3
    shift 3
fi
root=$1
shift

# The first bytes of ELF files of this architecture, and a mask of the bits that count (the kernel's binfmt-misc.rst).
case $run in
'') ;;
arm64) class='\x02' machine='\xb7' ;;
armhf) class='\x01' machine='\x28' ;;
*) echo "in_root.sh: no emulator is known for $run" >&2; exit 2 ;;
esac
format=
if [ -n "$run" ]; then
    nothing='\x00\x00\x00\x00\x00\x00\x00\x00'
    all='\xff\xff\xff\xff\xff\xff\xff\xff'
    format=":$run:M::\\x7fELF$class\\x01\\x01\\x00$nothing\\x02\\x00$machine\\x00:${all%????}\\x00$all\\xfe\\xff\\xff\\xff:$emulator:F"
fi

# shellcheck disable=SC2016 # expanded in there
inside='
    root=$0 go=$1 format=$2
    shift 2
    [ -z "$go" ] || read -r go <"$go"
    mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev/shm" &&
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" || exit
    if [ -n "$format" ]; then
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc &&
            printf %s "$format" >/proc/sys/fs/binfmt_misc/register || exit
    fi
    exec env -i HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive ${CI:+CI="$CI"} \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"'
[ -n "$run" ] || exec unshare --mount --pid --fork --kill-child sh -c "$inside" "$root" '' '' "$@"

# The command waits until the namespace has all users of this machine.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkfifo "$work/go"
unshare --user --mount --pid --fork --kill-child sh -c "$inside" "$root" "$work/go" "$format" "$@" <&0 &
first=$!
trap 'kill "$first" 2>/dev/null' INT TERM
until [ "$(readlink "/proc/$first/ns/user")" != "$(readlink /proc/self/ns/user)" ]; do
    kill -0 "$first" || exit
done
echo 0 0 65536 >"/proc/$first/uid_map"
echo 0 0 65536 >"/proc/$first/gid_map"
echo go >"$work/go"
wait "$first"
