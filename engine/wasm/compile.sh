#!/bin/sh
# compile.sh CLANG WASM-LD FILE: the engine of the tree that is the working folder, as a module in FILE.
#
# All of it at once, so that it is optimised as one, and by paths below that folder, so that none of a
# machine gets into the bytes: two trees alike give one module. It imports nothing. The stack lies first:
# what overflows it ends the module instead of writing over a game.
set -eu
clang=$1
linker=$2
out=$3
exec "$clang" --target=wasm32 -std=c17 -Os -flto -ffreestanding -fno-builtin -nostdlib -nostdlibinc \
    -isystem engine/wasm/libc -I. -DNDEBUG -fvisibility=hidden -fuse-ld="$linker" \
    -Wl,--no-entry,--strip-all,--gc-sections,--export-dynamic,--stack-first,-z,stack-size=262144 \
    -o "$out" engine/*.c engine/move/*.c engine/rulesets/*.c engine/player/*.c engine/proof/*.c engine/wasm/*.c engine/wasm/libc/libc.c
