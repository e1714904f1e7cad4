#include "watch_table.h"

#include "bot/show/board.h"
#include "bot/show/notes.h"

const struct table_watcher show_watcher = {
    .changed = board_due,
    .noted = note_tell,
};
