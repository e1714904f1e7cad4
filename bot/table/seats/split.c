#include "split.h"

#include <stdlib.h>

#include "bot/table/clock.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

struct split_watch {
    struct timer timer; /* first member, so that a cast finds the watch */
    struct tables *tables;
    uint64_t
        due; /* loop_now() when the first wait of any table is over; UINT64_MAX: no table waits */
};

static bool is_missed(const struct seat *seat)
{
    return seat->split && seat->person != NULL && !seat->leaving && !seat->away;
}

static bool anybody_missed(const struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (is_missed(&table->seats[i]))
            return true;
    }
    return false;
}

static void set_due(struct split_watch *watch, uint64_t due)
{
    uint64_t now = loop_now(watch->tables->lent.loop);
    watch->due = due;
    timer_stop(&watch->timer);
    if (due != UINT64_MAX)
        timer_set(&watch->timer, due > now ? due - now : 0);
}

/* Sets the timer to the end of the wait that ends first. */
static void arm_timer(struct split_watch *watch)
{
    const struct table *table = NULL;
    const struct table *next = NULL;
    uint64_t first = UINT64_MAX;
    HASH_ITER(hh, watch->tables->by_id, table, next)
    {
        if (table->split_until > 0 && table->split_until < first)
            first = table->split_until;
    }
    set_due(watch, first);
}

static void wait_for(struct table *table)
{
    struct split_watch *watch = table->tables->splits;
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place->words_asked = false;
    table->split_until =
        loop_now(table->tables->lent.loop) + table->tables->lent.options->split_wait;
    clock_set_here(table);
    if (table->split_until <
        watch->due) /* otherwise the timer fires earlier, and is then set again */
        set_due(watch, table->split_until);
    table_noted(table, NOTE_SPLIT_BEGINS, SEAT_NONE, table->tables->lent.options->split_wait);
}

static void go_on(struct table *table, enum table_note_kind kind)
{
    for (unsigned i = 0; i < table->seat_count; i++)
        table->seats[i].split = false;
    table->split_until = 0;
    if (table->match_on)
        table_noted(table, kind, SEAT_NONE, 0);
    seats_wait_for_gone(table);
    save_table(table);
    clock_set_here(table);
}

static void on_timer(struct timer *timer)
{
    struct split_watch *watch = (struct split_watch *)timer;
    struct table *table = NULL;
    struct table *next = NULL;
    uint64_t now = loop_now(watch->tables->lent.loop);
    HASH_ITER(hh, watch->tables->by_id, table, next)
    {
        if (table->split_until > 0 && table->split_until <= now)
            go_on(table, NOTE_SPLIT_TOO_LONG);
    }
    arm_timer(watch);
}

struct split_watch *split_create(struct tables *tables)
{
    struct split_watch *watch = calloc(1, sizeof(*watch));
    if (watch == NULL)
        return NULL;
    watch->tables = tables;
    watch->due = UINT64_MAX;
    timer_init(tables->lent.loop, &watch->timer, on_timer);
    return watch;
}

static void free_watch(struct timer *timer)
{
    free(timer);
}

void split_destroy(struct split_watch *watch)
{
    if (watch != NULL)
        timer_finish(&watch->timer, free_watch);
}

static void miss_seat(struct table *table, struct seat *seat)
{
    bool first = table->split_until == 0;
    seat->split = true;
    save_table(table);
    if (!first || !is_missed(seat))
        return;
    wait_for(table);
}

void split_gone(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (table->tables->lent.options->split_wait > 0 && seat != SEAT_NONE && table->match_on &&
            !table->seats[seat].split)
            miss_seat(table, &table->seats[seat]);
    }
}

void split_back(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE || !table->seats[seat].split)
            continue;
        table->seats[seat].split = false;
        save_table(table);
        split_check(table);
    }
}

void split_check(struct table *table)
{
    if (table->split_until > 0 && (!table->match_on || !anybody_missed(table)))
        go_on(table, NOTE_SPLIT_OVER);
}

void split_again(struct table *table)
{
    if (table->split_until == 0 && table->match_on && table->tables->lent.options->split_wait > 0 &&
        anybody_missed(table))
        wait_for(table);
}
