#include "watcher.h"

#include "bot/table/table.h"

void table_changed(struct table *table)
{
    table->host->watcher->changed(table);
}

void table_noted(struct table *table, enum table_note_kind kind, unsigned seat, uint64_t n)
{
    table->host->watcher->noted(table,
                                &(struct table_note){.kind = kind, .seat = seat, .n = (long)n});
}

void table_hand(struct table *table, unsigned seat, enum hand_note note)
{
    table->host->watcher->hand(table, seat, note);
}
