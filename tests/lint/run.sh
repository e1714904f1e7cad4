#!/bin/sh
# Runs all checks of `./dev lint`, from the root of the tree. It goes on after a failure, so one run names all of them.
# clang-tidy skips files that it found clean and that have not changed since.
# shellcheck disable=SC2086 # $files is words
set -u
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
out=build/lint
# arguments of find that choose our own files
files='( -path ./build* -o -path ./.git ) -prune -o -type f'
mkdir -p $out
failed=
# In .ci/run the plain build is new, so it is the one with GCC's warnings as errors. It builds only the product. The
# tests are compiled like this once, in the fresh root (`./dev fresh make`).
gcc=$out/gcc
targets=
if [ -n "${CI:-}" ]; then
    gcc=build
    targets='adapters/all base/all bot/all config/locale/all engine/all engine/wasm/all storage/all'
fi

check() { # check NAME COMMAND...
    name=$1
    shift
    printf 'lint: %s\n' "$name" >&2
    if ! "$@" >"$out/$name.log" 2>&1 </dev/null; then
        grep -E '^FAILED|error:|warning:' "$out/$name.log" | head -n 40 >&2 # the errors, because a build goes on after them
        tail -n 40 "$out/$name.log" >&2
        failed="$failed $name"
    fi
}

build() { # build FOLDER COMPILER ARGS...
    folder=$1
    compiler=$2
    shift 2
    cmake -S . -B "$folder" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DTALON_WERROR=ON "$@" &&
        ninja -C "$folder" -k 0 $targets
}

# without LIBRARIES OPTIONS: a program built without an adapter must not link its libraries. All these builds share one
# folder, because they share most objects. They are not optimised: that is faster, but GCC then cannot see truncation.
without() {
    libraries=$1
    shift
    build $out/without gcc -DCMAKE_BUILD_TYPE=Plain -DCMAKE_C_FLAGS=-Wno-format-truncation -DTALON_TESTS=OFF "$@" || return 1
    ! readelf -d $out/without/talon | grep -E "NEEDED.*($libraries)"
}

# Lists a file once if several targets compile it with the same flags. Skips files whose command matches NOT.
once() { # once BUILD FOLDER [NOT]
    mkdir -p "$2"
    awk -v not="${3:-^$}" 'BEGIN { RS = "}"; print "[" }
        /"command"/ && $0 !~ not {
            text = $0
            sub(/^[^{]*/, "", text)
            sub(/"command": "[^ ]*ccache /, "\"command\": \"", text)
            how = text
            gsub(/ -o [^ ]+|"output": "[^"]*"/, "", how)
            if (!seen[how]++) printf "%s%s}", many++ ? ",\n" : "", text
        }
        END { print "\n]" }' "$1/compile_commands.json" >"$2/compile_commands.json"
}

# Prints the sources that differ from the commit before, and new ones.
changed() { { git diff --name-only HEAD~1 -- '*.c' && git ls-files --others --exclude-standard -- '*.c'; } 2>/dev/null || true; }

# Runs clang-tidy, whose checks include Clang's warnings, in a build of its own. It checks a file again when its object
# in GCC's build has changed (a header, a flag) or .clang-tidy has. Changed files come first. Assertions are on, because
# the analyzer reads them. (phony: a file that does not compile has no object.)
tidy() {
    cmake -S . -B $out/clang -G Ninja -DCMAKE_C_COMPILER=clang-14 -DCMAKE_BUILD_TYPE=Debug -DTALON_TESTS=ON &&
        ninja -C $out/clang talon_said || return 1 # a header that the build makes
    once $out/clang $out/tidy
    changed >$out/tidy/changed
    sed -n 's/.*"file": "\(.*\)".*/\1/p' $out/tidy/compile_commands.json | sort -u >$out/tidy/sources
    {
        printf '%s\n' "builddir = $out/tidy" 'rule tidy' \
            "  command = clang-tidy-14 --quiet -p $out/tidy --warnings-as-errors='*' \$in && touch \$out"
        ninja -C $gcc -t deps | awk -v root="$PWD/" -v out="$out" -v gcc="$gcc" '
            function tidy(source) {
                if (source in done || !(source in sources)) return
                done[source] = 1
                print "build " out "/tidy/" source ".ok: tidy " source " | .clang-tidy" objects[source]
            }
            FILENAME == out "/tidy/changed" { first[++changed] = $0; next }
            FILENAME == out "/tidy/sources" {
                if (substr($0, 1, length(root)) == root) $0 = substr($0, length(root) + 1)
                # files that the build makes are not ours
                if ($0 !~ /^(\/|build\/)/) sources[$0] = 1
                next
            }
            /^[^ ].*: #deps.*\(VALID\)/ { object = gcc "/" substr($1, 1, length($1) - 1); next }
            object != "" {
                if (substr($1, 1, length(root)) == root) $1 = substr($1, length(root) + 1)
                sub(/^(\.\.\/)+/, "", $1) # a ccache with a base directory notes the path like this
                objects[$1] = objects[$1] " " object
                print "build " object ": phony"
                object = ""
            }
            END {
                for (i = 1; i <= changed; i++) tidy(first[i])
                for (source in sources) tidy(source)
            }' $out/tidy/changed $out/tidy/sources -
    } >$out/tidy/build.ninja
    ninja -f $out/tidy/build.ninja -k 0 -j "$jobs"
}

# Leaves out the tests: the sanitizers check those while they run.
static() {
    once $gcc $out/cppcheck /tests/
    mkdir -p $out/cppcheck/seen
    cppcheck --project=$out/cppcheck/compile_commands.json --cppcheck-build-dir=$out/cppcheck/seen \
        --quiet -j "$jobs" --enable=warning,performance,portability --inline-suppr --std=c11 \
        --library=posix --library=sqlite3 --library=openssl \
        --suppress=missingIncludeSystem --suppress=ctuuninitvar --suppress='*:*/build/*' --suppress='getpwuidCalled:*cli/play.c' \
        --suppress='getpwuidCalled:*storage/owner.c' --suppress='readdirCalled:*storage/check/backups.c' \
        --error-exitcode=1
}

format() {
    find . $files -name '*.[ch]' -print0 | xargs -r -0 -n 50 -P "$jobs" clang-format-14 --dry-run -Werror
}

scripts() {
    find . $files -name '*.sh' -print0 | xargs -r -0 shellcheck dev .ci/run
}

manuals() {
    ! find config/man -type f -exec groff -Kutf8 -man -ww -rSTYLECHECK=3 -Tutf8 -z {} + 2>&1 | grep .
}

check gcc build $gcc gcc -DTALON_TESTS=ON
check without-discord without libwebsockets -DTALON_DISCORD=OFF -DTALON_WEB=OFF -DTALON_IRC=ON -DTALON_IMAGES=ON
# IRC shows no pictures, so this build can also leave those out, and the terminal's table
check without-irc without 'libgsasl|libcairo|libncursesw' -DTALON_DISCORD=ON -DTALON_WEB=ON -DTALON_IRC=OFF \
    -DTALON_IMAGES=OFF -DTALON_CURSES=OFF
check borders sh tests/lint/borders.sh $gcc
check rooms sh tests/lint/rooms.sh $gcc
check catalogues sh tests/lint/catalogues.sh $out
check manuals manuals
check made sh tests/lint/made.sh $gcc/talon
check words sh tests/lint/words.sh
check shape sh tests/lint/shape.sh
check dialect sh tests/lint/dialect.sh
check prose sh tests/lint/prose.sh
check ids sh tests/lint/ids.sh .
check resources sh tests/lint/resources.sh
check format format
check scripts scripts
check clang-tidy tidy
check cppcheck static

if [ -n "$failed" ]; then
    printf 'lint: failed:%s (all they said is in %s)\n' "$failed" "$out" >&2
    exit 1
fi
printf 'lint: clean\n' >&2
