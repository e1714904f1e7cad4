#!/bin/sh
# Everything `./dev lint` checks, from the root of the tree. Goes on after a find, so that one run
# names them all.
# shellcheck disable=SC2086 # $files is words
set -u
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
out=build/lint
# for find: what is ours
files='( -path ./build* -o -path ./.git ) -prune -o -type f'
mkdir -p $out
failed=

check() { # check NAME COMMAND...
    name=$1
    shift
    printf 'lint: %s\n' "$name" >&2
    if ! "$@" >"$out/$name.log" 2>&1 </dev/null; then
        tail -n 80 "$out/$name.log" >&2
        failed="$failed $name"
    fi
}

build() { # build NAME COMPILER ARGS...
    folder=$out/$1
    compiler=$2
    shift 2
    cmake -S . -B "$folder" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DTALON_WERROR=ON "$@" &&
        ninja -C "$folder" -k 0
}

# without NAME OPTION LIBRARIES: the program without an adapter must not carry its libraries either
without() {
    build "$1" gcc -DTALON_TESTS=OFF "$2" || return 1
    [ -x "$out/$1/talon" ] && ! readelf -d "$out/$1/talon" | grep -E "NEEDED.*($3)"
}

tidy() {
    find . $files -name '*.c' -print | sed 's|^\./||' | while read -r file; do
        grep -qF "$PWD/$file\"" $out/clang/compile_commands.json && printf '%s\n' "$file"
    done | xargs -r -n 4 -P "$jobs" clang-tidy-14 --quiet -p $out/clang --warnings-as-errors='*'
}

static() {
    cppcheck --project=$out/gcc/compile_commands.json --cppcheck-build-dir="$(mktemp -d)" \
        --quiet -j "$jobs" --enable=warning,performance,portability --inline-suppr --std=c11 \
        --library=posix --library=sqlite3 --library=openssl \
        --suppress=missingIncludeSystem --suppress=ctuuninitvar --suppress='*:*/build/*' --suppress='strtokCalled:*tests/*' \
        --suppress='readdirCalled:*tests/*' --suppress='getpwuidCalled:*cli/play.c' \
        --error-exitcode=1
}

format() {
    find . $files -name '*.[ch]' -print0 | xargs -r -0 clang-format-14 --dry-run -Werror
}

scripts() {
    find . $files -name '*.sh' -print0 | xargs -r -0 shellcheck dev .ci/run
}

check gcc build gcc gcc
# with the assertions: clang-tidy reads them
check clang build clang clang-14 -DCMAKE_BUILD_TYPE=Debug
check without-irc without no-irc -DTALON_IRC=OFF libgsasl
check without-discord without no-discord -DTALON_DISCORD=OFF libwebsockets
check without-images without no-images -DTALON_IMAGES=OFF libcairo
check borders sh tests/lint/borders.sh $out/gcc
check catalogues sh tests/lint/catalogues.sh $out
check words sh tests/lint/words.sh
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
