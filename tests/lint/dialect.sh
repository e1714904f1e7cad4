#!/bin/sh
# Checks rules of our C dialect that clang-tidy and clang-format do not check.
set -u
bad=0
folders='adapters base bot engine storage tests'
# shellcheck disable=SC2086 # folders are words
sources() { find $folders -name '*.[ch]' | sort; }
[ -n "$(sources)" ] || { echo 'dialect.sh: there are no sources here'; exit 1; }

deny() { # deny WHY PATTERN
    # shellcheck disable=SC2086 # folders are words
    if grep -rnE --include='*.[ch]' --exclude=array.h --exclude=array_size.h -e "$2" $folders; then
        echo "^ $1"
        bad=1
    fi
}

deny 'write sizeof(x)' '\bsizeof +[A-Za-z_*&]'
deny 'write ARRAY_SIZE(x): base/array.h, engine/array_size.h' \
    'sizeof\(([^()]+)\) / sizeof\((\*\1|\1\[0\]|\(\1\)\[0\])\)'

# A character must be compared with '\0'. `!*x` is right only for a bool or a number. The declarations tell which it is.
# shellcheck disable=SC2016 # awk's
sources | xargs awk '
    { folder = FILENAME; sub(/\/[^\/]*$/, "", folder) }
    {
        rest = $0
        while (match(rest, /(char|bool|unsigned|int|size_t|double|struct [a-z_]+) \*+[a-z_]+|char [a-z_]+\[/)) {
            found = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            name = found
            gsub(/.*[ *]|\[/, "", name)
            if (found ~ /^char/ && found !~ /\*\*/) text[folder, name] = 1
            else other[FILENAME, name] = 1
        }
        rest = $0
        while (match(rest, /!\*[a-z_.>-]+|(\(|&& |\|\| )\*[a-z_.>-]+( &&| \|\|| \?|\)$|\) \{$)/)) {
            found = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            name = found
            gsub(/^[^*]*\*|[^a-z_]*$/, "", name)
            gsub(/.*[^a-z_]/, "", name)
            if ($0 ~ /switch \(/) continue
            where[++uses] = FILENAME ":" FNR ": " $0
            of[uses] = folder SUBSEP name
            in_file[uses] = FILENAME SUBSEP name
        }
    }
    END {
        for (i = 1; i <= uses; i++)
            if (of[i] in text && !(in_file[i] in other)) { print where[i]; bad = 1 }
        exit bad
    }' || { printf '%s\n' "^ compare a text's character: *x == '\0', *x != '\0'"; bad=1; }
# A body of more than one line has braces. clang-tidy counts the `else` as a line of the body before it, so its limit is
# three lines, and this check finds the bodies of two.
# shellcheck disable=SC2016 # awk's
sources | xargs awk '
    FNR == 1 { comment = depth = body = 0 }
    {
        line = $0
        gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
        gsub(/\047([^\047\\]|\\.)*\047/, "0", line)
        if (comment) {
            if (line !~ /\*\//) next
            sub(/.*\*\//, "", line)
            comment = 0
        }
        gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, "", line)
        if (sub(/\/\*.*/, "", line)) comment = 1
        sub(/[ \t]+$/, "", line)
        if (line == "" || line ~ /^#/ || line ~ /\\$/) next
        if (body) {
            body = 0
            if (line !~ /;$/ && line !~ /^ *\{/) { print FILENAME ":" FNR ": " $0; bad = 1 }
        }
        if (!depth && line ~ /^ *(\} )?else$/) { body = 1; next }
        if (!depth && line !~ /^ *((\} )?else )?(if|for|while) \(/) next
        rest = line
        depth += gsub(/\(/, "", rest) - gsub(/\)/, "", rest)
        if (!depth && line ~ /\)$/) body = 1
    }
    END { exit bad }' || { echo '^ put braces around a body of more than one line'; bad=1; }
exit $bad
