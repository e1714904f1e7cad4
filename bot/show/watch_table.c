#include "watch_table.h"

#include <stdlib.h>

#include "bot/show/board.h"
#include "bot/show/lines.h"
#include "bot/show/notes.h"
#include "bot/show/render.h"
#include "bot/show/rounds.h"

static void forget(struct table *table)
{
    board_forget(table);
    lines_drop(table);
    free(table->place.view.recent);
}

const struct table_watcher show_watcher = {
    .changed = board_due,
    .noted = note_tell,

    .dealt = rounds_dealt,
    .acted = rounds_acted,
    .repeated = render_recent,
    .round_over = rounds_over,
    .round_abandoned = rounds_abandoned,
    .round_closed = rounds_closed,

    .announced = render_announce,
    .unreachable = lines_drop,
    .closes = board_close,
    .freed = forget,

    .due = render_unsaid_due,
    .is_due = render_unsaid,
};
