#include "pause.h"

#include "bot/table/clock.h"
#include "bot/table/saved/save.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

void pause_restore(struct table *table, int64_t until)
{
    int64_t left = until - clock_now();
    int64_t limit = (int64_t)table->tables->lent.options->pause_limit;
    uint64_t time = left <= 0 ? 0 : (uint64_t)(left < limit ? left : limit);
    table->paused_until = until;
    table->pause_ends = loop_now(table->tables->lent.loop) + time;
}

static void set_pause(struct table *table, int64_t until)
{
    pause_restore(table, until);
    save_table(table);
    table_changed(table);
    clock_set_here(table);
}

static void note_pause(struct table *table, enum table_note_kind kind)
{
    table_noted(table, kind, SEAT_NONE, table->tables->lent.options->pause_limit);
}

void pause_begin(struct table *table)
{
    set_pause(table, clock_now() + (int64_t)table->tables->lent.options->pause_limit);
    note_pause(table, NOTE_PAUSE_BEGINS);
}

void pause_end(struct table *table)
{
    set_pause(table, 0);
    if (table->round != NULL)
        table_noted(table, NOTE_PAUSE_OVER, table->round->game.turn, 0);
}

void pause_over(struct table *table)
{
    note_pause(table, NOTE_PAUSE_TOO_LONG);
    pause_end(table);
}

void pause_check(struct table *table)
{
    if (table->match_on || !pause_is_on(table))
        return;
    table->paused_until = 0;
    clock_set_here(table);
}

void pause_again(struct place *place)
{
    const struct table_note note = {.kind = NOTE_PAUSED, .seat = SEAT_NONE, .place = place};
    if (pause_is_on(place->table))
        watchers_noted(place->table, &note);
}
