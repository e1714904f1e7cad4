#include "clock.h"

#include <stddef.h>

#include "bot/language.h"
#include "bot/render.h"
#include "bot/table.h"

/* Stages of a person's turn. */
enum { STAGE_FRESH, STAGE_REMINDED, STAGE_WHISPERED };

static bool turn_of_computer(const struct table *table)
{
    const struct seat *seat = &table->seats[table->round->game.turn];
    return seat->person == NULL || seat->away;
}

static void act(struct table *table, struct action action)
{
    enum refusal refusal = table_act(table, &action);
    if (refusal != REFUSED_NOT)
        log_error(&table->log, "the clock's own action was refused: %s", refusal_name(refusal));
}

static void computer_turn(struct table *table)
{
    struct round *round = table->round;
    unsigned turn = round->game.turn;
    const struct player_impl *player = table->seats[turn].player;
    struct chance_seeded chance;
    struct view view;
    if (player == NULL)
        player = player_find("greedy"); /* keeps the seat of a person who is away */
    view_of(round->rules, &round->game, turn, &view);
    if (view.legal.catchable != 0) {
        struct action catch_it = action_make(ACTION_CATCH, turn);
        catch_it.target = (uint8_t)__builtin_ctz(view.legal.catchable);
        act(table, catch_it);
        return;
    }
    chance_init_seed(&chance, (uint64_t)round->id << 20 ^ round->seq);
    act(table, player->choose(round->rules, &view, &chance.base));
}

static void remind(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, N_("{player}, it is your turn.")),
           arg_mention("player", seat_name(table, table->round->game.turn)));
    table_say(table, line);
}

static void turn_ran_out(struct table *table)
{
    unsigned turn = table->round->game.turn;
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line != NULL) {
        PHRASE(line,
               tr(table->language,
                  N_("{player} took too long: a computer player keeps the seat until {p}back.")),
               arg_name("player", seat_name(table, turn)), arg_text("p", table_prefix(table)));
        table_say(table, line);
    }
    table_away(table, turn, true);
    act(table, action_make(ACTION_TIMEOUT, turn));
}

static void person_turn(struct table *table)
{
    if (table->stage == STAGE_FRESH) {
        remind(table);
    } else if (table->stage == STAGE_REMINDED) {
        render_hand(table, table->round->game.turn);
    } else {
        turn_ran_out(table);
        return;
    }
    table->stage++;
    clock_arm(table);
}

static void deal_next(struct table *table)
{
    enum rules_error error = RULES_OK;
    if (table_deal(table, &error))
        return;
    log_error(&table->log, "the next round cannot be dealt: %s", rules_error_name(error));
    table_stop(table);
}

static void say_closed(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line,
           tr(table->language, N_("Nobody came: the table is closed. {p}uno opens it again.")),
           arg_text("p", table_prefix(table)));
    table_say(table, line);
}

static void fire(struct timer *timer)
{
    struct table *table = (struct table *)((char *)timer - offsetof(struct table, timer));
    if (table_is_deserted(table) || table->state == TABLE_LOBBY) {
        say_closed(table);
        if (table->match_on)
            table_stop(table);
        table_close(table);
    } else if (table->state == TABLE_BETWEEN) {
        deal_next(table);
    } else if (table->holding) {
        table->holding = false;
        table_act(table, &table->held); /* may be refused now: it was overtaken */
    } else if (turn_of_computer(table)) {
        computer_turn(table);
    } else {
        person_turn(table);
    }
}

void clock_init(struct table *table)
{
    timer_init(table->host->loop, &table->timer, fire);
}

/* Milliseconds from one stage of a person's turn to the next, 0: the clock is off. */
static uint64_t stage_time(const struct table *table)
{
    const struct host_options *options = &table->host->options;
    if (options->turn_limit == 0)
        return 0;
    switch (table->stage) {
    case STAGE_FRESH:
        return options->turn_reminder;
    case STAGE_REMINDED:
        return options->turn_whisper - options->turn_reminder;
    default:
        return options->turn_limit - options->turn_whisper;
    }
}

static uint64_t grace_left(const struct table *table)
{
    uint64_t end = table->exposed_at + table->host->options.uno_grace;
    uint64_t now = loop_now(table->host->loop);
    return end > now ? end - now : 1;
}

/* What happens in the next turn of the loop when its time is 0; elsewhere 0 means never. */
static bool at_once(const struct table *table)
{
    return table->state == TABLE_BETWEEN ||
           (table->state == TABLE_ROUND && !table_is_deserted(table) && turn_of_computer(table));
}

void clock_arm(struct table *table)
{
    const struct host_options *options = &table->host->options;
    uint64_t time = 0;
    timer_stop(&table->timer);
    if (!table->here || table->host->stopping || table->host->trouble)
        return;
    if (table->state == TABLE_LOBBY)
        time = options->lobby_idle;
    else if (table_is_deserted(table))
        time = options->away_close;
    else if (table->state == TABLE_BETWEEN)
        time = options->round_pause;
    else if (table->holding)
        time = grace_left(table);
    else if (turn_of_computer(table))
        time = options->bot_delay;
    else
        time = stage_time(table);
    if (time > 0 || at_once(table))
        timer_set(&table->timer, time);
}
