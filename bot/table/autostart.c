#include "autostart.h"

#include <stdlib.h>
#include <string.h>

#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"
#include "bot/table/vote.h"
#include "bot/table/watcher.h"

enum { SECOND = 1000 };

bool autostart_read(const char *text, uint16_t *autostart)
{
    char *end = NULL;
    if (text == NULL)
        return false;
    if (strcmp(text, "off") == 0 || strcmp(text, "full") == 0) {
        *autostart = *text == 'o' ? AUTOSTART_OFF : AUTOSTART_FULL;
        return true;
    }
    unsigned long seconds = strtoul(text, &end, 10);
    if (*text < '1' || *text > '9' || *end != '\0' || seconds < AUTOSTART_MIN ||
        seconds > AUTOSTART_MAX)
        return false;
    *autostart = (uint16_t)seconds;
    return true;
}

static bool may_deal(const struct table *table)
{
    return table->autostart != AUTOSTART_OFF && !table->match_on && table->match.players == 0 &&
           !table_is_private(table) && seats_dealt(table) >= 2;
}

bool autostart_waits_for_partner(const struct table *table)
{
    return may_deal(table) && table->autostart != AUTOSTART_FULL && seats_uneven(table);
}

bool autostart_waits_for_seats(const struct table *table)
{
    return table->autostart == AUTOSTART_FULL && may_deal(table) && seats_have_room(table);
}

static void set_due(struct table *table, uint64_t wait)
{
    table->deals_at = clock_now() + (int64_t)wait;
    table->deal_due = loop_now(table->tables->lent.loop) + wait;
}

/* Returns true if the rules fit the players who sit there, and nobody else can sit down. */
static bool is_full(const struct table *table)
{
    return seats_fit(table, seats_staying(table)) && !seats_have_room(table);
}

void autostart_stop(struct table *table)
{
    table->deals_at = 0;
    table->deal_due = 0;
}

void autostart_count(struct table *table)
{
    autostart_stop(table);
    if (!may_deal(table) || seats_uneven(table))
        return;
    if (is_full(table))
        set_due(table, 0);
    else if (table->autostart != AUTOSTART_FULL)
        set_due(table, table->autostart * (uint64_t)SECOND);
}

void autostart_restore(struct table *table, int64_t deals_at)
{
    int64_t left = deals_at - clock_now();
    table->deal_held = true;
    autostart_count(table);
    if (deals_at == 0 || deals_at >= table->deals_at)
        return; /* nothing is left of the saved count, or it is longer than the whole one */
    table->deals_at = deals_at;
    table->deal_due = loop_now(table->tables->lent.loop) + (left > 0 ? (uint64_t)left : 0);
}

void autostart_put_off(struct table *table, uint64_t wait)
{
    if (may_deal(table))
        set_due(table, wait);
}

static bool is_held(const struct table *table)
{
    return !table->clock_runs || vote_is_open(table) || seats_deserted(table) ||
           seats_grace_due(table) != UINT64_MAX;
}

void autostart_check(struct table *table)
{
    bool held = is_held(table);
    if (held == table->deal_held)
        return;
    table->deal_held = held;
    if (table->deal_due == 0)
        return;
    if (!held && table->deal_due < loop_now(table->tables->lent.loop) + AUTOSTART_AGAIN * SECOND)
        set_due(table, AUTOSTART_AGAIN * SECOND);
    table_changed(table);
}

uint64_t autostart_due(const struct table *table)
{
    return table->deal_due == 0 || is_held(table) ? UINT64_MAX : table->deal_due;
}
