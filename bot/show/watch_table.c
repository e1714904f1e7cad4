#include "watch_table.h"

#include <stdlib.h>

#include "bot/show/dirty_places.h"
#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/rounds.h"
#include "bot/show/table_message.h"
#include "bot/show/table_notes.h"
#include "bot/show/table_snapshot.h"

static void forget_place(struct place *place)
{
    dirty_places_forget(place);
    lines_drop(place);
    ending_forget(place);
    free(place->view.recent);
}

static void close_boards(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        table_message_close(place);
}

static uint64_t due(const struct table *table)
{
    uint64_t first = UINT64_MAX;
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (lines_unsaid_due(place) < first)
            first = lines_unsaid_due(place);
    }
    return first;
}

static void say_what_is_due(struct table *table)
{
    uint64_t now = table_now(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (lines_unsaid_due(place) <= now)
            lines_unsaid(place);
    }
}

static void show_hand(struct table *table, unsigned seat, enum hand_note note)
{
    switch (note) {
    case HAND_CHANGED:
        hand_due(table, seat);
        break;
    case HAND_BACK:
        render_hand_news(table, seat, cards_none());
        break;
    case HAND_WAITED:
        render_hand(table, seat);
        break;
    case HAND_LEFT:
        hand_withdraw(table, seat);
        break;
    }
}

static void round_over(struct table *table, const struct events *events, const struct event *over,
                       char **words)
{
    *words = rounds_over(table, events, over);
}

const struct table_watcher show_watcher = {
    .changed = table_message_due,
    .noted = table_notes_tell,
    .voted = table_notes_vote,
    .hand = show_hand,

    .dealt = rounds_dealt,
    .acted = rounds_acted,
    .repeated = rounds_repeated,
    .round_over = round_over,
    .round_abandoned = rounds_abandoned,
    .round_closed = rounds_closed,

    .announced = rounds_announce,
    .goes_on = table_message_stands,
    .unreachable = lines_drop,
    .closes = close_boards,
    .place_freed = forget_place,

    .due = due,
    .is_due = say_what_is_due,
};
