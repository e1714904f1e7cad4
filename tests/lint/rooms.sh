#!/bin/sh
# rooms.sh BUILD: fails if an object calls a room above its own.
#
# It reads from the symbols which object defines a function and which one uses it. A room may use the rooms in the lines
# below its own, never those above or beside it. Inside a room, at most three objects may call each other in a circle.
# The lowest rooms pass the state of their room, and hardly ever the whole host.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The rooms, highest first. The longest matching folder is the room of an object.
cat >"$work/rooms" <<'END'
bot/
bot/cli/
bot/control/
bot/host/
bot/command/
bot/pages/
bot/show/
bot/table/
bot/people/
bot/text/
adapters/registry.c
adapters/files/
adapters/console/ adapters/discord/ adapters/irc/ adapters/terminal/ adapters/web/
adapters/curl/ adapters/lws/ adapters/picture/ adapters/adapter.c
adapters/tls/
storage/
base/ engine/
END

for folder in bot adapters storage engine base; do
    find "$build/$folder" -path '*/CMakeFiles/*.dir/*.o'
done | while read -r object; do
    source=${object#"$build"/}
    source=${source%%CMakeFiles/*}${source#*.dir/}
    [ ! -f "${source%.o}" ] || echo "$object" # else its source was deleted
done | xargs -r nm -P -A | awk -v build="$build/" '{
    source = substr($1, length(build) + 1)
    sub(/CMakeFiles\/[^\/]*\.dir\//, "", source)
    sub(/\.o:$/, "", source)
    print source, $2, $3
}' >"$work/symbols"
[ -s "$work/symbols" ] || { echo "rooms: no objects in $build"; exit 1; }

awk '
    function room_of(path,    room, found) {
        for (room in line) if (index(path, room) == 1 && length(room) > length(found)) found = room
        return found
    }
    # marks all objects that an object reaches inside its room
    function reach(from, at,    i) {
        for (i = 1; i <= degree[at]; i++)
            if (!((from, calls[at, i]) in reached)) {
                reached[from, calls[at, i]] = 1
                reach(from, calls[at, i])
            }
    }
    FILENAME == ARGV[1] { for (i = 1; i <= NF; i++) line[$i] = FNR; next }
    $3 ~ /^[TDBRVWC]$/ { giver[$2] = $1 }
    $3 == "U" { takes++; taker[takes] = $1; symbol[takes] = $2 }
    !($1 in room) { room[$1] = room_of($1); objects[++count] = $1 }
    END {
        for (i = 1; i <= takes; i++) {
            from = taker[i]
            to = giver[symbol[i]]
            if (to == "" || to == from) continue
            if (room[to] != room[from] && line[room[to]] <= line[room[from]])
                print from ": takes " symbol[i] " from " to
            if (room[to] == room[from] && !((from, to) in edge)) {
                edge[from, to] = 1
                calls[from, ++degree[from]] = to
            }
        }
        for (i = 1; i <= count; i++) reach(objects[i], objects[i])
        for (i = 1; i <= count; i++) {
            if (objects[i] in circled) continue
            size = 0
            members = ""
            for (k = 1; k <= count; k++) {
                other = objects[k]
                if (!((objects[i], other) in reached) || !((other, objects[i]) in reached)) continue
                size++
                circled[other] = 1
                members = members " " substr(other, length(room[other]) + 1)
            }
            if (size > 3)
                print room[objects[i]] ": a circle of " size ":" members
        }
    }' "$work/rooms" "$work/symbols" >"$work/breaches"

# How many lines with "struct host *" the headers of a room may have. Lower the number when one goes.
while read -r room most; do
    lines=$(find "$room" -name '*.h' -exec cat {} + | grep -c 'struct host \*' || true)
    [ "$lines" -le "$most" ] || echo "$room: $lines lines of its headers have struct host *, at most $most may"
done >>"$work/breaches" <<'END'
bot/command 5
bot/pages 1
bot/people 1
bot/show 1
bot/table 1
END

# These rooms keep what they need of the daemon in their own state, and look into no host.
grep -rn --include='*.c' 'host->' bot/people bot/show bot/table >>"$work/breaches" || true
cat "$work/breaches"
[ ! -s "$work/breaches" ]
