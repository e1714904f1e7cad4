#include "clock.h"

#include "bot/table/autostart.h"
#include "bot/table/pause.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/think.h"
#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

#define NEVER  UINT64_MAX
#define SECOND UINT64_C(1000)

static bool turn_of_computer(const struct table *table)
{
    return seat_is_computer(table, table->round->game.turn);
}

void clock_forget_thought(struct table *table)
{
    if (table->thought != NULL)
        thinker_cancel(table->tables->thinker, table->thought);
    table->thought = NULL;
}

bool clock_thought_fits(const struct table *table)
{
    return table->state == TABLE_ROUND && turn_of_computer(table) &&
           table->round->id == table->thinks_in && table->round->seq == table->thinks_on &&
           !seats_deserted(table) && table->clock_runs && !*table->tables->lent.stopping &&
           !*table->tables->lent.trouble;
}

bool clock_in_grace(const struct table *table)
{
    uint64_t grace = table->tables->lent.options->uno_grace;
    return grace > 0 && table->round->game.exposed != 0 &&
           loop_now(table->tables->lent.loop) < table->exposed_at + grace;
}

/* Returns NEVER for a time of 0 milliseconds. */
static uint64_t time_after(uint64_t from, uint64_t time)
{
    return time > 0 ? from + time : NEVER;
}

/* Returns after how many milliseconds of a person's turn that stage ends; NEVER if it does not. */
static uint64_t stage_time(const struct table *table, unsigned stage)
{
    const struct host_options *options = table->tables->lent.options;
    const uint64_t ends[] = {options->turn_reminder, options->turn_whisper, options->turn_limit};
    if (options->turn_limit == 0 || (table->turn_limit == 0 && stage == STAGE_WHISPERED))
        return NEVER;
    if (table->turn_limit == TURN_LIMIT_DEFAULT || table->turn_limit == 0)
        return ends[stage];
    /* The channel has its own limit: the reminders come after the same fractions of it. */
    return table->turn_limit * SECOND * ends[stage] / options->turn_limit;
}

/* Returns the loop_now() at which the present stage of a person's turn ends. */
static uint64_t stage_due(const struct table *table)
{
    uint64_t time = stage_time(table, table->stage);
    return time != NEVER ? table->turn_at + time : NEVER;
}

bool clock_turn(const struct table *table, uint64_t *has, uint64_t *left)
{
    uint64_t now = loop_now(table->tables->lent.loop);
    uint64_t time = stage_time(table, STAGE_WHISPERED);
    *has = now - table->turn_at;
    *left = time == NEVER || turn_of_computer(table) ? NEVER : time > *has ? time - *has : 0;
    return *left != NEVER;
}

bool clock_deal(const struct table *table, uint64_t *has, uint64_t *left)
{
    uint64_t pause = table->tables->lent.options->round_pause;
    if (table->round != NULL || table->state != TABLE_BETWEEN || !table->clock_runs ||
        seats_uneven(table))
        return false;
    uint64_t now = loop_now(table->tables->lent.loop);
    uint64_t due = table->turn_at + pause; /* the hourly limit may put `turn_at` into the future */
    *has = now > table->turn_at ? now - table->turn_at : 0;
    *left = due > now ? due - now : 0;
    return true;
}

/* Returns the loop_now() at which the table acts for the seat whose turn it is. */
static uint64_t turn_due(const struct table *table)
{
    const uint64_t grace_end = table->exposed_at + table->tables->lent.options->uno_grace;
    if (table->held != NULL)
        return clock_in_grace(table) ? grace_end : loop_now(table->tables->lent.loop);
    if (table->thought != NULL)
        return NEVER; /* the search runs; thought_out() (timeout.c) acts when it ends */
    if (turn_of_computer(table))
        return table->turn_at + computer_reaction_turn_delay(table);
    return stage_due(table);
}

static uint64_t sooner(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

/* Returns the loop_now() at which the next round of the match is dealt. HR-20: if its players make
 * no teams, the match waits for a partner like a lobby (timeout.c). */
static uint64_t deal_due(const struct table *table)
{
    const struct host_options *options = table->tables->lent.options;
    if (seats_uneven(table) && table->stage != STAGE_FRESH)
        return time_after(table->turn_at, options->lobby_idle);
    return table->turn_at + options->round_pause;
}

/* Returns the loop_now() at which the table acts next by itself. Each call starts the times for an
 * idle lobby and for a deserted table again, but not the other times. */
static uint64_t next_due(const struct table *table)
{
    const struct host_options *options = table->tables->lent.options;
    uint64_t now = loop_now(table->tables->lent.loop);
    uint64_t absence = sooner(seats_grace_due(table), watchers_due(table));
    struct computer_reaction reflex;
    if (table->state == TABLE_LOBBY && !table->damaged) {
        uint64_t deal = autostart_due(table);
        return sooner(absence, deal != NEVER ? deal : time_after(now, options->lobby_idle));
    }
    if (!place_any_reachable(table) || seats_deserted(table))
        return sooner(absence, time_after(now, options->away_close));
    if (table->state == TABLE_BETWEEN)
        return sooner(absence, deal_due(table));
    uint64_t at = sooner(absence, turn_due(table));
    return computer_reaction_next(table, &reflex) ? sooner(reflex.at, at) : at;
}

void clock_restart(struct table *table)
{
    table->stage = STAGE_FRESH;
    table->turn_at = loop_now(table->tables->lent.loop);
    clock_arm(table);
}

void clock_resume(struct table *table)
{
    table->exposed_at = loop_now(table->tables->lent.loop);
    clock_restart(table);
}

void clock_arm(struct table *table)
{
    uint64_t now = loop_now(table->tables->lent.loop);
    timer_stop(&table->timer);
    autostart_check(table);
    if (table->thought != NULL && !clock_thought_fits(table))
        clock_forget_thought(table);
    bool paused = place_any_reachable(table) && pause_is_on(table);
    if ((place_any_reachable(table) && !table->clock_runs && !paused) ||
        *table->tables->lent.stopping || *table->tables->lent.trouble)
        return;
    uint64_t at = paused ? table->pause_ends : next_due(table);
    if (at != NEVER)
        timer_set(&table->timer, at > now ? at - now : 0);
}

void clock_set_here(struct table *table)
{
    bool runs = place_any_reachable(table) && table->split_until == 0 && !pause_is_on(table);
    if (table->clock_runs ==
        runs) { /* the timer is still needed: unseen tables close, and pauses end */
        clock_arm(table);
        return;
    }
    table->clock_runs = runs;
    clock_resume(table);
}
