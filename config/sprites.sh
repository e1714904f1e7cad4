#!/bin/sh
# sprites.sh FOLDER: compiles the program that draws the cards of the pages, for this machine:
# FOLDER/bot/text/talon_sprites. A build for another processor needs it (adapters/web/CMakeLists.txt, TALON_SPRITES).
set -eu
folder=$1
cd "$(dirname "$0")/.."
unset CC CFLAGS CPPFLAGS LDFLAGS
[ -f "$folder/build.ninja" ] || cmake -S . -B "$folder" -G Ninja -DTALON_TESTS=OFF -DTALON_IRC=OFF -DTALON_DISCORD=OFF \
    -DTALON_WEB=OFF -DTALON_IMAGES=OFF -DTALON_CURSES=OFF -DTALON_POSTGRESQL=OFF
ninja -C "$folder" talon_sprites
