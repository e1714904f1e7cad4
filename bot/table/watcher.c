#include "watcher.h"

#include "bot/table/tables_state.h"

/* Calls the same function of each watcher, in the order of the list. */
#define TELL(table, function, ...)                                                                 \
    do {                                                                                           \
        const struct table_watcher *const *at = (table)->tables->watchers;                         \
        for (; *at != NULL; at++)                                                                  \
            if ((*at)->function != NULL)                                                           \
                (*at)->function(__VA_ARGS__);                                                      \
    } while (false)

void table_changed(struct table *table)
{
    TELL(table, changed, table);
}

void table_noted(struct table *table, enum table_note_kind kind, unsigned seat, uint64_t n)
{
    watchers_noted(table, &(struct table_note){.kind = kind, .seat = seat, .n = (long)n});
}

void table_hand(struct table *table, unsigned seat, enum hand_note note)
{
    TELL(table, hand, table, seat, note);
}

void watchers_noted(struct table *table, const struct table_note *note)
{
    TELL(table, noted, table, note);
}

void watchers_voted(struct table *table, const struct vote_note *note)
{
    TELL(table, voted, table, note);
}

void watchers_dealt(struct table *table)
{
    TELL(table, dealt, table);
}

void watchers_acted(struct table *table, const struct game *before, const struct events *events)
{
    TELL(table, acted, table, before, events);
}

void watchers_repeated(struct table *table, const struct events *events)
{
    TELL(table, repeated, table, events);
}

char *watchers_round_over(struct table *table, const struct events *events,
                          const struct event *over)
{
    char *words = NULL;
    TELL(table, round_over, table, events, over, &words);
    return words;
}

void watchers_round_abandoned(struct table *table)
{
    TELL(table, round_abandoned, table);
}

void watchers_round_closed(struct table *table)
{
    TELL(table, round_closed, table);
}

void watchers_announced(struct place *place, bool told)
{
    TELL(place->table, announced, place, told);
}

void watchers_goes_on(struct place *place)
{
    TELL(place->table, goes_on, place);
}

void watchers_unreachable(struct place *place)
{
    TELL(place->table, unreachable, place);
}

void watchers_closes(struct table *table)
{
    TELL(table, closes, table);
}

void watchers_put_away(struct table *table)
{
    TELL(table, put_away, table);
}

void watchers_place_freed(struct place *place)
{
    TELL(place->table, place_freed, place);
}

uint64_t watchers_due(const struct table *table)
{
    uint64_t first = UINT64_MAX;
    const struct table_watcher *const *at = table->tables->watchers;
    for (; *at != NULL; at++) {
        uint64_t due = (*at)->due != NULL ? (*at)->due(table) : UINT64_MAX;
        first = due < first ? due : first;
    }
    return first;
}

void watchers_is_due(struct table *table)
{
    TELL(table, is_due, table);
}
