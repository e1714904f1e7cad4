#!/bin/sh
# borders.sh BUILD: fails if an object includes a header that its folder may not include.
#
# It reads the dependencies that ninja has stored, so it also sees a header that another header includes. For each
# object the row with the longest matching folder counts.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Folder or file | parts of the tree that it may include | Debian packages whose headers it may include. (All may
# include libc.)
cat >"$work/table" <<'END'
engine/             | engine/                                     |
base/           | base/                                   | libuv1-dev libutf8proc-dev
storage/            | storage/ base/                          | libuv1-dev libsqlite3-dev uthash-dev
storage/postgresql/ | storage/ base/                          | libuv1-dev libpq-dev
adapters/           | adapters/adapter.h adapters/registry.h base/ | libuv1-dev
adapters/console/   | adapters/adapter.h adapters/registry.h adapters/console/ base/ | libuv1-dev libutf8proc-dev
adapters/terminal/  | adapters/adapter.h adapters/registry.h adapters/terminal/ base/ | libuv1-dev libutf8proc-dev
adapters/terminal/screen.c | adapters/terminal/ base/ | libncurses-dev libutf8proc-dev
adapters/terminal/terminfo.c | adapters/terminal/ | libncurses-dev
adapters/tls/       | adapters/tls/ base/ | libssl-dev
adapters/curl/      | adapters/curl/ adapters/tls/ base/ | libuv1-dev libcurl4-openssl-dev uthash-dev
adapters/picture/   | adapters/picture/ base/ | libcairo2-dev
adapters/picture/picture_name | adapters/picture/ base/art/ base/message.h | libcairo2-dev libpango1.0-dev libglib2.0-dev libharfbuzz-dev
adapters/picture/png.c | adapters/picture/ base/array.h | zlib1g-dev
adapters/lws/       | adapters/lws/ adapters/tls/ base/ | libuv1-dev libwebsockets-dev libssl-dev libcap-dev
adapters/irc/       | adapters/adapter.h adapters/registry.h adapters/irc/ adapters/curl/ base/ | libuv1-dev libutf8proc-dev libcurl4-openssl-dev libssl-dev libgsasl-dev uthash-dev
adapters/discord/   | adapters/adapter.h adapters/registry.h adapters/discord/ adapters/curl/ adapters/lws/ adapters/picture/picture.h adapters/picture/emoji.h base/ | libuv1-dev libcjson-dev libwebsockets-dev libssl-dev libcap-dev uthash-dev
adapters/web/       | adapters/adapter.h adapters/pages.h adapters/registry.h adapters/web/ adapters/lws/ adapters/picture/picture.h adapters/picture/poster.h base/ | libuv1-dev libwebsockets-dev libssl-dev libcap-dev libutf8proc-dev uthash-dev
adapters/files/     | adapters/adapter.h adapters/pages.h adapters/files/ adapters/web/asset.h base/ | libuv1-dev uthash-dev
adapters/files/names.c | adapters/files/ base/ | libssl-dev
adapters/web/body.c | adapters/web/ base/ | zlib1g-dev
adapters/web/said.c | adapters/web/ base/ | libcjson-dev
bot/                | bot/cli/cli.h base/                     | libuv1-dev
bot/text/           | bot/text/ base/ engine/                 |
bot/people/         | bot/host_options.h bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/rating.h adapters/adapter.h | libuv1-dev uthash-dev
bot/people/code.c   | bot/people/                                 | libssl-dev
bot/people/hash.c   | bot/people/                                 | libssl-dev
bot/people/bridge_note.c | bot/host_options.h bot/people/ base/ storage/store.h storage/lease.h adapters/adapter.h adapters/pages.h | libuv1-dev
bot/people/fields.c | bot/people/                                 | libcjson-dev
bot/people/letter.c | bot/host_options.h bot/people/ base/ storage/store.h storage/lease.h adapters/adapter.h | libuv1-dev libcjson-dev
bot/table/          | bot/lent.h bot/host_options.h bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/lease.h storage/rating.h storage/export/export_person.h storage/forget.h adapters/adapter.h adapters/pages.h | libuv1-dev libcjson-dev uthash-dev
bot/table/round/fair.c    | bot/table/round/fair.h bot/people/hash.h engine/ base/array.h | libssl-dev
bot/show/           | bot/host.h bot/lent.h bot/host_options.h bot/show/ bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/rating.h storage/achievement.h adapters/adapter.h adapters/pages.h | libuv1-dev uthash-dev
bot/pages/          | bot/host.h bot/lent.h bot/host_options.h bot/pages/ bot/show/ bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/web_query.h storage/rating.h storage/achievement.h adapters/adapter.h adapters/pages.h | libuv1-dev libcjson-dev uthash-dev
bot/command/        | bot/host.h bot/lent.h bot/host_options.h bot/command/ bot/pages/ bot/show/ bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/lease.h storage/rating.h storage/web_query.h storage/forget.h adapters/adapter.h adapters/pages.h | libuv1-dev uthash-dev
bot/host/           | bot/host.h bot/lent.h bot/host_options.h bot/host/ bot/command/ bot/pages/ bot/show/ bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/lease.h storage/rating.h storage/check/backups.h storage/check/copy.h adapters/adapter.h adapters/pages.h | libuv1-dev uthash-dev
bot/control/        | bot/host.h bot/host_options.h bot/control/ bot/host/ bot/command/ bot/show/ bot/table/ bot/people/ bot/text/ base/ engine/ storage/store.h storage/query.h storage/lease.h storage/rating.h storage/check/backups.h storage/check/copy.h adapters/adapter.h | libuv1-dev libcjson-dev uthash-dev
bot/cli/            | bot/ base/ engine/ storage/store.h storage/query.h storage/lease.h storage/rating.h storage/check/backups.h storage/check/copy.h storage/export/export.h storage/export/export_person.h storage/forget.h storage/export/import.h storage/owner.h storage/check/prove.h storage/postgresql/postgresql.h storage/sqlite/sqlite.h storage/check/board_check.h adapters/adapter.h adapters/registry.h adapters/files/files.h | libuv1-dev libinih-dev libcjson-dev uthash-dev
END

# The rules are pure, so they may not call these functions of libc.
impure='malloc|calloc|realloc|free|aligned_alloc|strdup|fopen|open|read|write|printf|puts|fputs'
impure="$impure|fprintf|time|clock|clock_gettime|gettimeofday|rand|random|getrandom|getenv|exit|abort"

# ccache with a base directory notes paths relative to the folder of the build. This prefix is removed.
up=$(printf '%s/' "$build" | sed 's|[^/][^/]*|..|g')
ninja -C "$build" -t deps | awk -v root="$PWD/" -v up="$up" '
    # a line "object: #deps N, ...", and indented below it the source and all that it includes
    /^[^ ].*: #deps/ { object = 1; next }
    /^$/             { object = 0; next }
    object {
        path = $1
        if (substr(path, 1, length(root)) == root) path = substr(path, length(root) + 1)
        if (index(path, up) == 1) path = substr(path, length(up) + 1)
        # what the build makes is like a part of the tree
        if (match(path, /(^|\/)made\//)) path = substr(path, RSTART + RLENGTH)
        if (object == 1) { source = path; object = 2; next }
        print source, path
    }' | sort -u >"$work/pairs"
[ -s "$work/pairs" ] || { echo "borders: no dependencies noted in $build"; exit 1; }

# The Debian package of each system header. Every folder may use libc, the kernel's and the compiler's headers.
awk '$2 ~ /^\// { print $2 }' "$work/pairs" | sort -u >"$work/headers"
xargs -r dpkg-query -S <"$work/headers" 2>/dev/null |
    sed -n 's/^\([^:,]*\)[^/]*: \(.*\)$/\2 \1/p' >"$work/owners"

awk '
    FILENAME == ARGV[1] {
        split($0, part, "|")
        gsub(/[ \t]/, "", part[1])
        rows++; name[rows] = part[1]; trees[rows] = part[2]; packages[rows] = part[3]
        next
    }
    FILENAME == ARGV[2] { owner[$1] = $2; next }
    {
        row = 0
        for (i = 1; i <= rows; i++)
            if (index($1, name[i]) == 1 && (!row || length(name[i]) > length(name[row]))) row = i
        if (!row) {
            if ($1 !~ /^(tests|build)\// && !said[$1]++) { print $1 ": no row in the table of borders"; bad = 1 }
            next
        }
        judged++
        if ($2 ~ /^\//) {
            package = owner[$2]
            if (package ~ /^(libc6-dev|linux-libc-dev|libgcc-[0-9]+-dev|libclang-common-[0-9]+-dev)$/) next
            count = split(packages[row], allowed, " ")
            for (i = 1; i <= count; i++) if (allowed[i] == package) next
            print $1 ": may not include " $2 " (" (package ? package : "of no package") ")"
        } else {
            home = $2
            sub(/[^\/]*$/, "", home)
            if ($2 ~ /^bot\/.*_state\.h$/ && index($1, home) != 1) {
                print $1 ": may not include " $2 " (what its room keeps is that room\047s)"
                bad = 1
                next
            }
            count = split(trees[row], allowed, " ")
            for (i = 1; i <= count; i++) if (index($2, allowed[i]) == 1) next
            print $1 ": may not include " $2
        }
        bad = 1
    }
    END {
        if (!judged) { print "borders: nothing was judged"; bad = 1 }
        exit bad
    }' "$work/table" "$work/owners" "$work/pairs"

# A library may link only what its folder may include. Otherwise the linker would accept a symbol that comes in through
# another library. (Exceptions: adapters/CMakeLists.txt joins the networks into the registry, and bot/cli links what its
# commands need.)
find base engine storage adapters bot -name CMakeLists.txt | while read -r list; do
    sed 's/#.*//' "$list" | tr '\n' ' ' | tr ')' '\n' | sed "s|^|${list%CMakeLists.txt} |"
    echo
done >"$work/lists"
awk '
    FILENAME == ARGV[1] {
        split($0, part, "|")
        gsub(/[ \t]/, "", part[1])
        trees[part[1]] = part[2]
        next
    }
    match($0, /add_library\(talon_[a-z_]+/) { folder[substr($0, RSTART + 12, RLENGTH - 12)] = $1; next }
    match($0, /target_link_libraries\(talon_[a-z_]+ /) {
        library = substr($0, RSTART + 22, RLENGTH - 23)
        rest = substr($0, RSTART + RLENGTH)
        count = split(rest, word, " ")
        for (i = 1; i <= count; i++)
            if (word[i] ~ /^talon_/) { links++; from[links] = library; to[links] = word[i]; at[links] = $1 }
    }
    END {
        for (i = 1; i <= links; i++) {
            mine = folder[from[i]]
            theirs = folder[to[i]]
            if (mine == "" || theirs == "" || mine == theirs || mine == "bot/" || mine == "adapters/") continue
            judged++
            row = ""
            for (name in trees) if (index(mine, name) == 1 && length(name) > length(row)) row = name
            good = 0
            many = split(trees[row], tree, " ")
            for (k = 1; k <= many; k++) if (index(tree[k], theirs) == 1 || index(theirs, tree[k]) == 1) good = 1
            if (!good) { print at[i] "CMakeLists.txt: " from[i] " may not link " to[i]; bad = 1 }
        }
        if (!judged) { print "borders: no links were judged"; bad = 1 }
        exit bad
    }' "$work/table" "$work/lists"

if nm -u "$build/engine/libtalon_engine.a" "$build/engine/libtalon_proof.a" | grep -wE "U ($impure)"; then
    echo 'engine/: the rules may not call these (no I/O, no clock, no chance, no allocation)'
    exit 1
fi

# The program has the networks of its registry, and not the double that tests use.
nm "$build/talon" >"$work/symbols"
if ! grep -q ' console_adapter$' "$work/symbols" || grep -E ' script_[a-z_]*adapter$' "$work/symbols"; then
    echo 'talon: the adapter of the tests is in the program (or the program could not be read)'
    exit 1
fi
