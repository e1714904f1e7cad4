#!/bin/sh
# compile.sh CLANG WASM-LD FILE MADE [proof]: compiles the engine of the current folder to the WebAssembly module FILE. MADE
# is the folder of engine/proof/said_table.c, which the build makes. With `proof` the module also judges logs, and has the
# sentences of every language.
#
# One command compiles all files, so that they are optimised as a whole. Paths are relative, so the bytes do not depend
# on the machine: the same tree always gives the same module. The module has no imports. Its stack comes first in
# memory, so an overflow stops the module instead of writing over a game.
set -eu
clang=$1
linker=$2
out=$3
made=$4
pages=engine/wasm/page.c
[ "${5:-}" != proof ] || pages="$pages engine/wasm/page_proof.c"
# shellcheck disable=SC2086 # one word a file
exec "$clang" --target=wasm32 -std=c17 -Os -flto -ffreestanding -fno-builtin -nostdlib -nostdlibinc \
    -isystem engine/wasm/libc -I. -I"$made" -DNDEBUG -fvisibility=hidden -fuse-ld="$linker" \
    -Wl,--no-entry,--strip-all,--gc-sections,--export-dynamic,--stack-first,-z,stack-size=262144 \
    -o "$out" engine/*.c engine/move/*.c engine/rulesets/*.c engine/player/*.c engine/proof/*.c "$made"/engine/proof/*.c $pages engine/wasm/libc/libc.c
