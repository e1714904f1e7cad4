#include "round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "bot/board.h"
#include "bot/clock.h"
#include "bot/grace.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/pause.h"
#include "bot/render.h"
#include "bot/rules_share.h"
#include "bot/save.h"
#include "bot/seat.h"
#include "bot/vote.h"
#include "engine/notation.h"

static const char *const outcomes[] = {"won", "blocked", "limit", "deserted"};

void round_new_secret(struct table *table)
{
    struct host *host = table->host;
    bool ok = host->options.seed != NULL
                  ? fair_secret_seeded(host->options.seed, host->secrets++, table->secret)
                  : fair_secret(table->secret);
    if (!ok)
        abort(); /* no randomness from the system: nothing may be dealt */
}

/* -- setup text -- */

bool round_setup(const struct table *table, const struct rules *rules, char *setup, size_t size)
{
    struct buf buf;
    buf_init(&buf, setup, size);
    bool ok = buf_printf(&buf, "talon-round 1\nset %s\nrules %u\nplayers %u\ndealer %u\n",
                         ruleset_name(table->set), (unsigned)RULES_VERSION, table->seat_count,
                         table->match.dealer);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[64];
        if (switches_format(&rules->switches, id, value, sizeof(value)) == 0)
            return false;
        ok = ok && buf_printf(&buf, "switch %s %s\n", switch_info(id)->name, value);
    }
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person != NULL)
            ok = ok && buf_printf(&buf, "seat %u %" PRId64 " %s %s %s\n", i, seat->joined_at,
                                  seat->person->verified ? "account" : "nick",
                                  seat->person->network->name, seat->person->key);
        else
            ok = ok && buf_printf(&buf, "seat %u %" PRId64 " computer %s %s\n", i, seat->joined_at,
                                  seat->player->name, seat->bot_name);
    }
    return ok;
}

/* A whole number behind a key. */
static bool read_number(const char *value, unsigned *number)
{
    char *end = NULL;
    unsigned long read = strtoul(value, &end, 10);
    *number = (unsigned)read;
    return *value >= '0' && *value <= '9' && *end == '\0' && read <= UINT16_MAX;
}

/* One line, parted into its key and the rest; parts it further. */
static bool read_line(const char *key, char *value, struct round_setup *out)
{
    if (strcmp(key, "switch") == 0) { /* most of them: start-up reads many thousands */
        char *blank = strchr(value, ' ');
        if (blank == NULL || out->set == NULL)
            return false;
        *blank = '\0';
        enum switch_id id = switch_find(value);
        return id != SWITCH_COUNT && switches_parse(&out->switches, id, blank + 1);
    }
    if (strcmp(key, "seat") == 0)
        return true; /* hashed into the seed; the table knows its seats */
    if (strcmp(key, "set") == 0) {
        out->set = ruleset_find(value);
        if (out->set != NULL) /* a switch that is younger than the text has its default */
            ruleset_defaults(out->set, &out->switches);
        return out->set != NULL;
    }
    if (strcmp(key, "rules") == 0)
        return read_number(value, &out->rules_version) && out->rules_version > 0;
    if (strcmp(key, "players") == 0)
        return read_number(value, &out->players) && out->players <= PLAYERS_MAX;
    if (strcmp(key, "dealer") == 0)
        return read_number(value, &out->dealer);
    return strcmp(key, "talon-round") == 0 && strcmp(value, "1") == 0;
}

bool round_setup_read(const char *setup, struct round_setup *out)
{
    char line[512];
    *out = (struct round_setup){.dealer = SEAT_NONE};
    while (*setup != '\0') {
        size_t length = strcspn(setup, "\n");
        if (length >= sizeof(line))
            return false;
        memcpy(line, setup, length);
        line[length] = '\0';
        char *blank = strchr(line, ' ');
        if (blank == NULL)
            return false;
        *blank = '\0';
        if (!read_line(line, blank + 1, out))
            return false;
        setup += length + (setup[length] == '\n');
    }
    return out->set != NULL && out->players >= 2 &&
           (out->dealer == SEAT_NONE || out->dealer < out->players);
}

/* -- deal -- */

static void journal_deal(struct table *table, const char *setup)
{
    struct round *round = table->round;
    struct store_round row = {.id = round->id,
                              .table = table->id,
                              .network = table->network->name,
                              .channel = table->channel,
                              .set = ruleset_name(table->set),
                              .setup = setup,
                              .rules_version = RULES_VERSION,
                              .started_at = clock_now(),
                              .deal_hash = game_hash(round->rules, &round->game)};
    memcpy(row.secret, round->secret, sizeof(row.secret));
    fair_commitment(round->secret, row.commitment);
    store_begin_round(table->host->store, &row);
    save_table(table);
}

void round_remember(struct table *table)
{
    struct round *round = table->round;
    bool wanted = false;
    for (unsigned i = 0; i < table->seat_count; i++)
        wanted |= table->seats[i].player != NULL && table->seats[i].player->searches;
    if (wanted)
        round->memory = malloc(sizeof(*round->memory));
    if (round->memory != NULL)
        memory_begin(round->memory, &round->game);
}

static void forget_end(struct table *table)
{
    free(table->last.words);
    table->last.words = NULL;
}

bool round_deal(struct table *table, enum rules_error *rules_error)
{
    struct host *host = table->host;
    struct events events;
    char setup[SETUP_MAX];
    uint8_t seed[FAIR_SIZE];
    seats_sweep(table);
    for (unsigned i = 0; i < table->seat_count; i++)
        table->seats[i].waited = false;
    while (table->match.players < table->seat_count)
        if (!match_add_seat(&table->match))
            return false;
    const struct rules *rules =
        rules_share_get(&host->rules, table->set, &table->switches, table->seat_count, rules_error);
    if (rules == NULL)
        return false;
    struct round *round = calloc(1, sizeof(*round));
    if (round == NULL || !round_setup(table, rules, setup, sizeof(setup)) ||
        !fair_seed(table->secret, setup, seed)) {
        free(round);
        rules_share_put(&host->rules, rules);
        return false;
    }
    round->id = host->next_round++;
    round->rules = rules;
    memcpy(round->secret, table->secret, sizeof(round->secret));
    fair_init(&round->chance, seed);
    game_deal(rules, &round->game, table->seat_count, table->match.dealer, &round->chance.base,
              &events);
    table->round = round;
    round_remember(table);
    table->state = TABLE_ROUND;
    table->match.dealer = round->game.dealer;
    if (table->match_begins)
        forget_end(table);
    journal_deal(table, setup);
    log_info(&table->log, "round %" PRId64 " dealt to %u", round->id, table->seat_count);
    if (table->match_begins)
        render_changes(table);
    table->match_begins = false;
    round_tell(table, &events); /* the deal may be the end */
    grace_look(table);
    clock_restart(table);
    return true;
}

void round_free(struct table *table)
{
    if (table->round == NULL)
        return;
    rules_share_put(&table->host->rules, table->round->rules);
    free(table->round->memory);
    free(table->round->recent);
    free(table->round);
    free(table->held);
    table->round = NULL;
    table->held = NULL;
}

/* -- the end -- */

static void store_results(struct table *table, const char *outcome, int32_t points, bool match_over)
{
    const struct game *game = &table->round->game;
    struct store_result results[PLAYERS_MAX];
    char marks[PLAYERS_MAX][FAIR_HEX];
    unsigned people = 0;
    for (unsigned i = 0; i < game->players; i++) {
        const struct seat *seat = &table->seats[i];
        results[i] =
            (struct store_result){.seat = i,
                                  .points = i == game->winner ? points : 0,
                                  .won = i == game->winner,
                                  .match_over = match_over,
                                  .match_won = match_over && (table->match.winners >> i & 1) != 0};
        if (seat->person == NULL)
            continue;
        people++;
        people_mark(seat->person, marks[i]);
        results[i].who = (struct store_identity){.network = seat->person->network->name,
                                                 .account = seat->person->key,
                                                 .name = seat->person->name,
                                                 .verified = seat->person->verified,
                                                 .mark = marks[i]};
    }
    struct store_round_end end = {.round = table->round->id,
                                  .ended_at = clock_now(),
                                  .outcome = outcome,
                                  .counts = people >= 2 && game->winner != SEAT_NONE &&
                                            game->phase == PHASE_ROUND_OVER,
                                  .results = results,
                                  .result_count = game->players};
    store_end_round(table->host->store, &end);
}

void round_tell_secret(struct table *table)
{
    const struct language *language = table->language;
    char secret[FAIR_SHORT];
    char next[FAIR_SHORT];
    uint8_t commitment[FAIR_SIZE];
    if (!fair_commitment(table->secret, commitment))
        return;
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    fair_short(commitment, next);
    fair_short(table->last.secret, secret);
    if (table->last.id == 0)
        PHRASE(line, tr(language, N_("Commitment of the next shuffle: {hex} ({p}fair)")),
               arg_text("hex", next), arg_text("p", network_prefix(table->network)));
    else
        PHRASE(line,
               tr(language, N_("Round {round}: secret {secret}; next commitment {next} ({p}fair)")),
               arg_number("round", (long)table->last.number), arg_text("secret", secret),
               arg_text("next", next), arg_text("p", network_prefix(table->network)));
    if (table->match.over && !table_has_controls(table))
        PHRASE(line, tr(language, N_(". {p}start deals a rematch.")),
               arg_text("p", network_prefix(table->network)));
    render_more(table, line);
}

unsigned round_number(const struct table *table)
{
    return table->match.rounds + 1U;
}

void round_close(struct table *table)
{
    if (table->round != NULL) {
        /* One that counts has been added to the match. */
        table->last.number = table->last.words != NULL ? table->match.rounds : round_number(table);
        table->last.id = table->round->id;
        memcpy(table->last.secret, table->round->secret, FAIR_SIZE);
    }
    round_free(table);
    round_new_secret(table);
    seats_sweep(table);
    table->match_on =
        table->match_on && !table->match.over && table_people(table) > 0 && table->seat_count >= 2;
    table->state = table->match_on ? TABLE_BETWEEN : TABLE_LOBBY;
    pause_check(table);
    if (!table->match_on) { /* who wanted this one to end did not mean the next */
        table->stop_until = 0;
        vote_check(table);
    }
}

void round_abandon(struct table *table, const char *outcome)
{
    store_results(table, outcome, 0, false);
    hands_due(table);
    forget_end(table);
    round_close(table);
    round_tell_secret(table);
    render_unsaid(table);
}

static void tell_match(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    render_totals(table, table->language, line);
    render_more(table, line);
}

static const struct event *event_find(const struct events *events, enum event_kind kind)
{
    const struct event *at = &events->at[events->count - 1];
    while (at > events->at && at->kind != kind)
        at--;
    return at;
}

/* Kept with the table, so that a crash before the words were said loses nothing: the move that
 * ended it, too, if there was one. */
static void remember_end(struct table *table, const struct event *over)
{
    const char *recent = table->round->recent;
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line != NULL && recent != NULL)
        message_text(line, recent);
    else if (line != NULL)
        render_round_over(table, line, over);
    forget_end(table);
    table->last.words = line != NULL && !line->failed ? strdup(line->text) : NULL;
    message_destroy(line);
    if (table->last.words == NULL) {
        log_error(&table->log, "out of memory for how the round ended: ending");
        abort(); /* as save_table() does: half of it would be kept */
    }
}

/* The round is over: results and the table's next state in one batch, then the words. */
static void finish_round(struct table *table, const struct events *events)
{
    hands_due(table);
    const struct round *round = table->round;
    const struct event *over = event_find(events, EVENT_ROUND_OVER);
    match_add_round(&table->match, round->rules, &round->game);
    store_results(table, outcomes[over->detail], over->points, table->match.over);
    render_events(table, events);
    if (table->match.rounds > 1 || !table->match.over)
        tell_match(table);
    remember_end(table, over);
    round_close(table);
    round_tell_secret(table);
    render_unsaid(table);
    save_table(table);
}

void round_tell(struct table *table, const struct events *events)
{
    if (table->round->game.phase == PHASE_ROUND_OVER)
        finish_round(table, events);
    else
        render_events(table, events);
}

bool round_in_grace(const struct table *table)
{
    uint64_t grace = table->host->options.uno_grace;
    return grace > 0 && table->round->game.exposed != 0 &&
           loop_now(table->host->loop) < table->exposed_at + grace;
}

static void tell(struct table *table, unsigned seat, const char *pattern)
{
    struct message *line = seat_line(table, seat);
    if (line == NULL)
        return;
    PHRASE(line, tr(seat_language(table, seat), pattern),
           arg_text("p", network_prefix(table->network)));
    table_say(table, line);
}

static bool keep_held(struct table *table, const struct action *action)
{
    unsigned at = 0;
    if (table->held == NULL)
        table->held = calloc(1, sizeof(*table->held));
    if (table->held == NULL)
        return false;
    while (at < table->held->count && table->held->at[at].seat != action->seat)
        at++;
    table->held->at[at] = *action;
    if (at == table->held->count)
        table->held->count++;
    return true;
}

/* the next turn action waits, so that slow readers can catch. */
static enum refusal hold(struct table *table, const struct action *action)
{
    struct game copy = table->round->game;
    struct chance_fair chance = table->round->chance;
    enum refusal refusal = game_apply(table->round->rules, &copy, action, &chance.base, NULL);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (!keep_held(table, action))
        return REFUSED_MALFORMED;
    clock_arm(table);
    tell(table, action->seat,
         N_("The next move waits a moment, so that a missing UNO can be caught."));
    return REFUSED_NOT;
}

/* A move of a turn that is over is no move of the next one. */
static void void_held(struct table *table)
{
    for (unsigned i = 0; table->held != NULL && i < table->held->count; i++)
        tell(table, table->held->at[i].seat, N_("That turn is over: your move does not count."));
    free(table->held);
    table->held = NULL;
}

void round_act_held(struct table *table)
{
    struct held *held = table->held;
    table->held = NULL;
    for (unsigned i = 0; i < held->count && table->round != NULL; i++) {
        enum refusal refusal = round_act(table, &held->at[i]);
        if (refusal != REFUSED_NOT) /* it was overtaken */
            tell(table, held->at[i].seat, refusal_words(refusal));
    }
    free(held);
}

/* R-28; a forced draw is none. */
static bool is_turn_action(const struct game *game, const struct action *action)
{
    return action->kind == ACTION_PLAY || action->kind == ACTION_PASS ||
           (action->kind == ACTION_DRAW && game->pending == 0);
}

/* The turn went on: what was said towards the old one is over. */
static bool turn_moved(const struct game *before, const struct game *after)
{
    return before->turn != after->turn || before->phase != after->phase ||
           before->turn_actions != after->turn_actions;
}

/* a play closes the windows before it, a swapped hand may open one without a play. */
static bool exposes(const struct game *before, const struct action *action,
                    const struct game *after)
{
    return action->kind == ACTION_PLAY ? after->exposed != 0
                                       : (after->exposed & ~before->exposed) != 0;
}

bool round_is_idle_call(const struct round *round, const struct game *before,
                        const struct action *action, const struct events *events)
{
    const struct game *game = &round->game;
    bool turn = game->turn == action->seat;
    bool more = rules_switch(round->rules, SWITCH_MULTI_PLAY) != MULTI_OFF ||
                rules_switch(round->rules, SWITCH_SEVEN_ZERO) != 0;
    unsigned cards = game->hand_count[action->seat];
    return action->kind == ACTION_UNO && events->count == 1 && events->at[0].kind == EVENT_UNO &&
           before->exposed == game->exposed && cards != 1 && !(turn && (cards == 2 || more));
}

static void journal_action(struct table *table, const struct action *action, uint64_t hash)
{
    struct round *round = table->round;
    char text[ACTION_TEXT];
    action_format(round->rules, action, text);
    struct store_action row = {
        .round = round->id, .seq = ++round->seq, .at = clock_now(), .text = text, .hash = hash};
    store_append(table->host->store, &row);
}

enum refusal round_act(struct table *table, const struct action *action)
{
    struct round *round = table->round;
    struct events events;
    if (round == NULL)
        return REFUSED_ROUND_OVER;
    if (round_in_grace(table) && is_turn_action(&round->game, action))
        return hold(table, action);
    const struct game before = round->game;
    enum refusal refusal =
        game_apply(round->rules, &round->game, action, &round->chance.base, &events);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (round->memory != NULL)
        memory_note(round->memory, round->rules, &before, action, &round->game);
    uint64_t hash = game_hash(round->rules, &round->game);
    if (action->kind != ACTION_UNO || hash != game_hash(round->rules, &before))
        journal_action(table, action, hash); /* a call that changes nothing is only said */
    if (round_is_idle_call(round, &before, action, &events)) {
        tell(table, action->seat,
             N_("That UNO has no effect: say it as you play your last card but one ({p}play CARD "
                "uno)."));
        return REFUSED_NOT;
    }
    bool moved = turn_moved(&before, &round->game);
    board_due(table);
    hands_moved(table, &before);
    if (moved) {
        void_held(table);
        seats_forget_asks(table);
    }
    if (exposes(&before, action, &round->game))
        table->exposed_at = loop_now(table->host->loop);
    round_tell(table, &events);
    if (moved)
        clock_restart(table);
    else
        clock_arm(table);
    return REFUSED_NOT;
}
