#!/bin/sh
# container.sh ROOT CONTAINERFILE DEB: does the steps of the Containerfile's last stage in the minimal Debian below ROOT
# container.sh ROOT IMAGE.tar:         unpacks the image of a release (config/image.sh) into the folder ROOT
#
# Both run as root. The container must be healthy, not run as root, and end in order. No container engine is needed.
set -eu
root=$1
file=$2
package=${3:-}
started=
environment=
user=
health=
entry=
command=

say() { printf 'installed: %s\n' "$*"; }
fail() {
    say "$*" >&2
    [ ! -f "$root/container.log" ] || tail -n 30 "$root/container.log" >&2
    exit 1
}
# Prints the process of the container: the first one of its namespace, the last child below $started.
first() {
    last=$started
    while next=$(cat "/proc/$last/task/$last/children" 2>/dev/null) && [ -n "$next" ]; do
        last=${next%% *}
    done
    echo "$last"
}
finish() { [ -z "$started" ] || kill -KILL "$(first)" 2>/dev/null || true; }
trap finish EXIT
trap 'exit 130' INT TERM

# Runs a command in the container as a user, given by numbers ("" for root), with the variables of ENV. Returns its
# status.
inside() { # inside USER COMMAND...
    who=$1
    shift
    # shellcheck disable=SC2016,SC2086 # expanded in there; variables are words
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive $environment \
        unshare --mount --pid --fork --kill-child sh -euc '
            mount -t proc proc "$0/proc"
            who=$1
            shift
            exec chroot ${who:+--userspec="$who"} "$0" "$@"' "$root" "$who" "$@"
}
words() { printf '%s\n' "$1" | tr -d '[]",'; } # the words of a JSON list

# Puts each step of the last stage on one line.
take_steps() {
    awk '/^#/ { next } { line = line $0 } /\\$/ { sub(/\\$/, "", line); next }
     line != "" { if (line ~ /^FROM /) all = ""; else all = all line "\n"; line = "" } END { printf "%s", all }' \
        "$file" >"$root/steps"
    while read -r step rest <&3; do
        case $step in
        COPY) cp "$package" "$root${rest##* }" ;; # the result of the first stage
        RUN) inside '' sh -euc "$rest" ;;
        ENV) environment="$environment $rest" ;;
        USER) user=$rest ;;
        HEALTHCHECK) health=$(words "${rest##*CMD }") ;;
        ENTRYPOINT) entry=$(words "$rest") ;;
        CMD) command=$(words "$rest") ;;
        VOLUME | STOPSIGNAL) ;;
        *) fail "a step of the Containerfile that this test does not know: $step" ;;
        esac
    done 3<"$root/steps"
}

# Prints the path of the file that PLACE in FILE names first, by its checksum. Fails if its bytes have another checksum.
blob() { # blob PLACE FILE
    sum=$(sed -n 's/.*"'"$1"'":[[{]*{*"mediaType":"[^"]*","digest":"sha256:\([0-9a-f]*\)".*/\1/p' "$2")
    [ "$(sha256sum <"$root/oci/blobs/sha256/$sum" | cut -d ' ' -f 1)" = "$sum" ] || fail "the image has no right $1"
    printf '%s\n' "$root/oci/blobs/sha256/$sum"
}
# Unpacks the image as container engines do: the files that the layout names, the layer with its owners, and devices.
take_image() {
    rm -rf --one-file-system "$root"
    mkdir -p "$root/oci"
    tar -xf "$file" -C "$root/oci"
    manifest=$(blob manifests "$root/oci/index.json")
    config=$(blob config "$manifest")
    layer=$(blob layers "$manifest")
    [ "$(gzip -dc "$layer" | sha256sum | cut -d ' ' -f 1)" = "$(sed -n 's/.*"diff_ids":\["sha256:\([0-9a-f]*\)".*/\1/p' "$config")" ] ||
        fail 'the layer is not the one that its configuration names'
    tar -xzpf "$layer" --numeric-owner -C "$root"
    said() { sed -n 's/.*"'"$1"'":\(\[[^]]*\]\|"[^"]*"\).*/\1/p' "$config"; }
    user=$(words "$(said User)")
    health=$(words "$(said Test)")
    health=${health#CMD }
    entry=$(words "$(said Entrypoint)")
    command=$(words "$(said Cmd)")
    environment=$(words "$(said Env)")
    mknod -m 666 "$root/dev/null" c 1 3
    mknod -m 666 "$root/dev/urandom" c 1 9
}
case $file in
*.tar) take_image ;;
*) take_steps ;;
esac
for found in "$user" "$health" "$entry" "$command"; do
    [ -n "$found" ] || fail 'the Containerfile lacks a step'
done

say 'a container waits for its configuration with a clear word'
status=0
# shellcheck disable=SC2086 # words
inside "$user" $entry $command >"$root/container.log" 2>&1 || status=$?
[ $status = 78 ] || fail "without a configuration its status is $status"

say 'with one it is healthy, not of root, and ends in order'
printf '[irc here]\nhost = 127.0.0.1\nport = 1\ntls = off\n' >"$root/etc/talon/talon.conf"
# shellcheck disable=SC2086 # words
inside "$user" $entry $command >"$root/container.log" 2>&1 &
started=$!
tries=0
# shellcheck disable=SC2086 # words
until inside "$user" $health >"$root/health" 2>&1; do
    tries=$((tries + 1))
    kill -0 $started 2>/dev/null || fail 'it ended by itself'
    [ $tries -lt 300 ] || fail "it is not healthy within half a minute: $(cat "$root/health")"
    sleep 0.1
done
first=$(first)
[ "$(stat -c %u:%g "/proc/$first")" = "$user" ] || fail "it runs as $(stat -c %u:%g "/proc/$first")"
[ "$(stat -c %u:%a "$root/var/lib/talon/talon.db")" = "${user%:*}:600" ] || fail 'the database is not its own'
kill -TERM "$first"
status=0
wait $started || status=$?
started=
[ $status = 0 ] || fail "it ended with status $status"
# shellcheck disable=SC2086 # words
! inside "$user" $health >/dev/null 2>&1 || fail 'it is healthy when it is gone'
