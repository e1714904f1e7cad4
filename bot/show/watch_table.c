#include "watch_table.h"

#include <stdlib.h>

#include "bot/show/board.h"
#include "bot/show/due.h"
#include "bot/show/hand.h"
#include "bot/show/lines.h"
#include "bot/show/notes.h"
#include "bot/show/render.h"
#include "bot/show/rounds.h"

static void forget(struct table *table)
{
    due_forget(table);
    lines_drop(table);
    free(table->place.view.recent);
}

static void show_hand(struct table *table, unsigned seat, enum hand_note note)
{
    switch (note) {
    case HAND_CHANGED:
        hand_due(table, seat);
        break;
    case HAND_BACK:
        render_hand_news(table, seat, (struct cards){{0, 0}});
        break;
    case HAND_WAITED:
        render_hand(table, seat);
        break;
    case HAND_LEFT:
        hand_withdraw(table, seat);
        break;
    }
}

const struct table_watcher show_watcher = {
    .changed = board_due,
    .noted = note_tell,
    .voted = note_vote,
    .hand = show_hand,

    .dealt = rounds_dealt,
    .acted = rounds_acted,
    .repeated = render_recent,
    .round_over = rounds_over,
    .round_abandoned = rounds_abandoned,
    .round_closed = rounds_closed,

    .announced = rounds_announce,
    .unreachable = lines_drop,
    .closes = board_close,
    .freed = forget,

    .due = lines_unsaid_due,
    .is_due = lines_unsaid,
};
