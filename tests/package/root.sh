#!/bin/sh
# root.sh ROOT DEB: tests the Debian package in the minimal Debian below ROOT, under a systemd of its own, as root.
# ./dev has filled ROOT from its archive. This script installs what the package depends on, and inside.sh does the test.
#
# Status 3: no systemd can be started on this machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$1
package=$2
cgroup=
init=

no_systemd() {
    printf 'installed: %s\n' "$*" >&2
    exit 3
}

# Ends everything inside: all processes end with the first one. Removes the cgroup.
finish() {
    [ -n "$cgroup" ] || return 0
    cat "$cgroup/cgroup.procs" "$cgroup/init.scope/cgroup.procs" 2>/dev/null | xargs -r kill -KILL
    [ -z "$init" ] || wait "$init" 2>/dev/null || true
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null && break
        sleep 0.2
    done
}
trap finish EXIT
trap 'exit 130' INT TERM

environment() { # environment COMMAND...: runs it with the variables of the inside
    env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Installs the package and all that it needs from a repository, then systemd and ngircd, and starts nothing. Then it
# purges the package itself.
mkdir "$root/talon"
cp "$package" "$root/talon/talon.deb"
cp "$here/inside.sh" "$here/player.sh" "$here/setup.sh" "$root/talon/"
sh "$here/repository.sh" "$root" "$package"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
sh "$here/../../config/in_root.sh" "$root" sh -euc 'apt-get install --yes --no-install-recommends systemd-sysv ngircd
    dpkg --purge talon'
rm "$root/usr/sbin/policy-rc.d"

# Makes an older version of the same package.
dpkg-deb --raw-extract "$package" "$root/talon/older"
sed -i 's/^Version: .*/Version: 0.0.1/' "$root/talon/older/DEBIAN/control"
dpkg-deb --build "$root/talon/older" "$root/talon/older.deb" >/dev/null
rm -r "$root/talon/older"

# systemd needs a cgroup of its own.
hierarchy=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
[ -n "$hierarchy" ] || no_systemd 'this machine has no cgroup2'
mkdir "$hierarchy/talon-installed.$$" 2>/dev/null || no_systemd "no cgroup can be made below $hierarchy"
cgroup=$hierarchy/talon-installed.$$
ln -sf /dev/null "$root/etc/systemd/system/console-getty.service"
: >"$root/talon/console"

# systemd gets namespaces of its own, except for users. Its network has only the loopback. It needs pivot_root instead
# of chroot, because PrivateUsers= fails in a chroot. Its mounts are shared, or the mounts that systemd makes for
# credentials would not arrive.
# shellcheck disable=SC2016 # expanded in there
environment sh -euc '
    echo $$ >"$1/cgroup.procs"
    exec unshare --mount --pid --cgroup --ipc --uts --net --fork --kill-child sh -euc '\''
        mount --make-rprivate /
        mount --bind "$0" "$0"
        mount -t proc proc "$0/proc"
        mount -t sysfs -o ro sysfs "$0/sys"
        mount -t cgroup2 cgroup2 "$0/sys/fs/cgroup"
        mount -t tmpfs -o mode=755 tmpfs "$0/run"
        mount -t tmpfs tmpfs "$0/tmp"
        mount -t tmpfs -o mode=755 tmpfs "$0/dev"
        for device in null zero full random urandom tty; do
            touch "$0/dev/$device"
            mount --bind "/dev/$device" "$0/dev/$device"
        done
        touch "$0/dev/console"
        mount --bind "$0/talon/console" "$0/dev/console"
        mkdir "$0/dev/pts" "$0/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
        ln -s pts/ptmx "$0/dev/ptmx"
        mount -t tmpfs tmpfs "$0/dev/shm"
        mkdir "$0/talon/outside"
        cd "$0"
        pivot_root . talon/outside
        exec chroot . sh -c "umount -l /talon/outside; mount --make-rshared /; exec env container=talon /sbin/init --show-status=0"'\'' "$0"' \
    "$root" "$cgroup" &
init=$!

# Runs a command beside the first process inside.
inside() { # inside COMMAND...
    read -r first 2>/dev/null <"$cgroup/init.scope/cgroup.procs" || return 1
    environment nsenter --target "$first" --mount --pid --cgroup --ipc --uts --net --root --wd "$@"
}

tries=0
until inside systemctl --quiet is-active multi-user.target 2>/dev/null; do
    tries=$((tries + 1))
    kill -0 "$init" 2>/dev/null || no_systemd 'a systemd ended as soon as it was started'
    [ $tries -lt 600 ] || no_systemd "a systemd came to nothing within a minute: $(cat "$root/talon/console")"
    sleep 0.1
done
inside sh /talon/inside.sh || {
    inside journalctl --no-pager --lines=60 >&2 || true
    exit 1
}
