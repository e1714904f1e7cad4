#!/bin/sh
# compile.sh CLANG WASM-LD FILE: compiles the engine of the current folder to the WebAssembly module FILE.
#
# One command compiles all files, so that they are optimised as a whole. Paths are relative, so the bytes do not depend
# on the machine: the same tree always gives the same module. The module has no imports. Its stack comes first in
# memory, so an overflow stops the module instead of writing over a game.
set -eu
clang=$1
linker=$2
out=$3
exec "$clang" --target=wasm32 -std=c17 -Os -flto -ffreestanding -fno-builtin -nostdlib -nostdlibinc \
    -isystem engine/wasm/libc -I. -DNDEBUG -fvisibility=hidden -fuse-ld="$linker" \
    -Wl,--no-entry,--strip-all,--gc-sections,--export-dynamic,--stack-first,-z,stack-size=262144 \
    -o "$out" engine/*.c engine/move/*.c engine/rulesets/*.c engine/player/*.c engine/proof/*.c engine/wasm/*.c engine/wasm/libc/libc.c
