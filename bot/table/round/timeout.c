#include "timeout.h"

#include <stddef.h>

#include "bot/table/allowance.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "bot/table/round/think.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/seat.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"
#include "storage/lease.h"

static void act_in_turn(struct table *table, struct action action)
{
    enum refusal refusal = round_act(table, &action);
    if (refusal == REFUSED_NOT)
        return;
    log_error(&table->log, "the rules refused the move of the clock: %s", refusal_name(refusal));
    if (action.kind != ACTION_TIMEOUT) /* the engine always accepts a timeout */
        act_in_turn(table, action_make(ACTION_TIMEOUT, table->round->game.turn));
}

static void thought_out(void *arg, const struct action *action)
{
    struct table *table = arg;
    bool fits = clock_thought_fits(table);
    table->thought = NULL;
    if (fits)
        act_in_turn(table, *action);
    else
        clock_arm(table);
}

/* Asks for a search for the computer player's move. Returns false if it cannot begin. */
static bool begin_thought(struct table *table, const struct player_impl *player,
                          const struct view *view, uint64_t seed)
{
    const struct question question = {.player = player,
                                      .rules = table->round->rules,
                                      .view = view,
                                      .memory = table->round->memory,
                                      .seed = seed,
                                      .nodes = table->tables->lent.options->search_nodes};
    table->thinks_in = table->round->id;
    table->thinks_on = table->round->seq;
    table->thought = thinker_ask(table->tables->thinker, &question, thought_out, table);
    return table->thought != NULL;
}

/* Restarts the turn's time for a computer player who has caught somebody in their own turn. */
static void take_time(struct table *table, unsigned seat)
{
    if (table->state == TABLE_ROUND && table->round->game.turn == seat)
        clock_restart(table);
}

static void computer_turn(struct table *table)
{
    struct round *round = table->round;
    unsigned turn = round->game.turn;
    const struct player_impl *player = seat_player(table, turn);
    uint64_t seed = round->lots[LOT_CHOICE] ^ round->seq;
    struct chance_seeded chance;
    struct view view;
    struct action action;
    if (computer_reaction_catch(
            table, turn, &action)) { /* catches first: its own move would end the chance */
        act_in_turn(table, action);
        take_time(table, turn);
        return;
    }
    view_of(round->rules, &round->game, turn, &view);
    if (player->searches && begin_thought(table, player, &view, seed))
        return;
    if (player->searches) /* the search could not begin; the loop never searches, so a simpler
                             player chooses */
        player = player_find("normal");
    chance_init_seed(&chance, seed);
    player->choose(round->rules, &view, &chance.base, NULL, &action);
    /* A computer player that keeps a person's seat never forgets UNO for them. */
    if (table->seats[turn].person != NULL && action.kind == ACTION_PLAY &&
        view.hand_count[turn] == 2u + action.more_count)
        action.uno = true;
    act_in_turn(table, action);
}

static void turn_ran_out(struct table *table)
{
    unsigned turn = table->round->game.turn;
    table_noted(table, NOTE_TURN_RAN_OUT, turn, 0);
    seat_away(table, turn, true);
    act_in_turn(table, action_make(ACTION_TIMEOUT, turn));
}

static void person_turn(struct table *table)
{
    unsigned turn = table->round->game.turn;
    if (table->stage == STAGE_FRESH) {
        table_noted(table, NOTE_TURN_WAITS, turn, 0);
    } else if (table->stage == STAGE_REMINDED) {
        table_hand(table, turn, HAND_WAITED);
    } else {
        turn_ran_out(table);
        return;
    }
    table->stage++;
    clock_arm(table);
}

/* Deals the next round only after `wait` milliseconds, because the hourly limit is reached
 * (allowance.h). */
static void put_off(struct table *table, uint64_t wait)
{
    table_noted(table, NOTE_DEALS_SPENT, SEAT_NONE, wait);
    table->turn_at = loop_now(table->tables->lent.loop) + wait;
    clock_arm(table);
}

/* If the store or the memory fails a deal: until the next try. */
enum { STORE_WAIT_MS = 1000 };

/* HR-20: the match waits until its players make teams again. Returns false if it has waited long
 * enough. */
static bool wait_for_partner(struct table *table)
{
    if (!seats_uneven(table) || table->stage != STAGE_FRESH)
        return false;
    table_noted(table, NOTE_DEAL_WAITS, SEAT_NONE, 0);
    table->stage = STAGE_REMINDED;
    table->turn_at = loop_now(table->tables->lent.loop);
    clock_arm(table);
    return true;
}

/* Deals the next round. If the database cannot give a number now, tries again a second later. */
static void deal_next(struct table *table)
{
    enum rules_error error = RULES_OK;
    uint64_t wait = allowance_wait(table);
    if (wait_for_partner(table))
        return;
    if (wait > 0) {
        put_off(table, wait);
        return;
    }
    if (round_deal(table, &error))
        return;
    if (error == RULES_OK && store_lacks_numbers(table->tables->lent.store)) {
        table->turn_at = loop_now(table->tables->lent.loop) + STORE_WAIT_MS;
        clock_arm(table);
        return;
    }
    log_error(&table->log, "the next round cannot be dealt: %s", rules_error_name(error));
    table_noted(table, NOTE_NO_DEAL, SEAT_NONE, error);
    table_stop(table);
}

/* Deals the first round of a table (autostart.h). */
static void start_by_itself(struct table *table)
{
    enum rules_error error = RULES_OK;
    uint64_t wait = allowance_wait(table);
    if (wait > 0) {
        table_noted(table, NOTE_DEALS_SPENT, SEAT_NONE, wait);
        autostart_put_off(table, wait);
    } else if (table_start(table, &error) == TABLE_OK) {
        return;
    } else if (error != RULES_OK) { /* a later try would be refused, too: people must act */
        table_noted(table, NOTE_NO_START, SEAT_NONE, error);
        autostart_stop(table);
        save_table(table);
    } else {
        autostart_put_off(table, STORE_WAIT_MS);
    }
    clock_arm(table);
}

/* Carries out what a computer player does out of turn, if it is due. Returns false if nothing is.
 */
static bool act_out_of_turn(struct table *table)
{
    struct computer_reaction next;
    if (table->state != TABLE_ROUND || !computer_reaction_next(table, &next) ||
        next.at > loop_now(table->tables->lent.loop))
        return false;
    enum refusal refusal = round_act(table, &next.action);
    if (refusal !=
        REFUSED_NOT) /* the clock is not set again: it stands still until somebody acts */
        log_error(&table->log, "the rules refused a move out of turn: %s", refusal_name(refusal));
    else
        take_time(table, next.action.seat);
    return true;
}

static void do_what_is_due(struct table *table)
{
    if (place_any_reachable(table) && pause_is_on(table)) {
        pause_over(table);
    } else if (watchers_due(table) <= loop_now(table->tables->lent.loop)) {
        watchers_is_due(table);
        clock_arm(table);
    } else if (presence_act(table)) {
        clock_arm(table);
    } else if (autostart_due(table) <= loop_now(table->tables->lent.loop)) {
        start_by_itself(table);
    } else if (!place_any_reachable(table) || seats_deserted(table) ||
               table->state == TABLE_LOBBY) {
        table_noted(table, NOTE_NOBODY_CAME, SEAT_NONE, 0);
        if (table->match_on)
            table_stop(table);
        table_close(table);
    } else if (table->state == TABLE_BETWEEN) {
        deal_next(table);
    } else if (act_out_of_turn(table)) {
        return;
    } else if (table->held != NULL) {
        round_act_held(table);
        clock_arm(table);
    } else if (seat_is_computer(table, table->round->game.turn)) {
        computer_turn(table);
    } else {
        person_turn(table);
    }
}

/* The table's clock acts. Tells the store which table is at work (store_at()): if its action
 * crashes the daemon, it would do so again after each start. */
void timeout_fire(struct timer *timer)
{
    struct table *table = (struct table *)((char *)timer - offsetof(struct table, timer));
    struct store *store = table->tables->lent.store;
    store_at(store, table->id);
    do_what_is_due(table);
    store_at(store, 0);
}
