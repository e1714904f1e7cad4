#include "round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "bot/people/nick.h"
#include "bot/table/allowance.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/round/cut.h"
#include "bot/table/rules_share.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"
#include "bot/table/vote.h"
#include "bot/table/watcher.h"
#include "engine/move/check.h"
#include "engine/notation.h"
#include "storage/lease.h"

static const char *const outcomes[] = {"won", "blocked", "limit", "deserted"};

/* Makes a secret: 32 random bytes. If host_options.seed is set, they depend only on it and on
 * `number`. */
static void draw_secret(const struct tables *tables, uint64_t number, uint8_t secret[FAIR_SIZE])
{
    const char *seed = tables->lent.options->seed;
    if (seed != NULL ? !hash_secret_seeded(seed, number, secret) : !hash_secret(secret))
        log_fatal(tables->lent.log, "no randomness from the system, nothing may be dealt: ending");
}

void round_new_chain(struct table *table)
{
    uint8_t root[FAIR_SIZE];
    draw_secret(table->tables, table->tables->secrets++, root);
    fair_chain_begin(&table->chain, root, FAIR_CHAIN);
    fair_chain_look_ahead(&table->chain); /* the channel is shown the end of the chain next; if
                                             computing it fails here, the deal tries again */
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place->chain_begins = true;
}

/* -- setup -- */

static void write_identity(const struct seat *seat, char identity[SETUP_IDENTITY])
{
    const struct person *person = seat->person;
    identity[0] = '\0';
    if (person != NULL)
        setup_identity(person->network->name, person->key, person->verified, identity);
}

static void setup_of(const struct table *table, const struct switches *switches,
                     struct setup *setup)
{
    *setup = (struct setup){.version = 3,
                            .set = table->set,
                            .switches = *switches,
                            .rules_version = RULES_VERSION,
                            .players = (uint8_t)seats_dealt(table),
                            .dealer = table->match.dealer,
                            .round = round_number(table)};
    for (unsigned i = 0; i < setup->players; i++) {
        snprintf(setup->seats[i].name, PERSON_NAME_MAX, "%s", seat_name(table, i));
        setup->seats[i].player = table->seats[i].person == NULL ? table->seats[i].player : NULL;
    }
    for (unsigned i = 0; table->cuts != NULL && i < table->cuts->count; i++)
        setup->cuts[setup->cut_count++] = table->cuts->at[i].said;
}

/* Collects everything that the deal depends on, and writes what is kept of it. */
static bool make_setup(const struct table *table, const struct switches *switches,
                       struct setup *setup, struct setup_kept *kept)
{
    setup_of(table, switches, setup);
    kept->shuffle = table->chain.used + 1U;
    for (unsigned i = 0; i < setup->players; i++)
        write_identity(&table->seats[i], kept->identity[i]);
    return fair_chain_secret(&table->chain, 0, kept->end) &&
           setup_write(setup, kept->text, sizeof(kept->text)) &&
           fair_told(kept->text, kept->who, kept->told);
}

/* -- deal -- */

static void journal_deal(struct table *table, const struct setup *dealt,
                         const struct setup_kept *kept)
{
    char setup[SETUP_MAX];
    struct round *round = table->round;
    if (!setup_keep(dealt, kept, setup, sizeof(setup)))
        log_fatal(&table->log, "a setup has no room for its seats: ending");
    struct store_round row = {.id = round->id,
                              .table = table->id,
                              .network = table->home.network->name,
                              .channel = table->home.channel,
                              .set = ruleset_name(table->set),
                              .setup = setup,
                              .rules_version = RULES_VERSION,
                              .started_at = clock_now(),
                              .deal_hash = game_hash(round->rules, &round->game)};
    memcpy(row.secret, round->secret, sizeof(row.secret));
    fair_commitment(round->secret, row.commitment);
    store_begin_round(table->tables->lent.store, &row);
    count_add(COUNT_ROUNDS);
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

/* Takes the next secret of the chain for the round. Returns false if hashing fails. */
static bool begin_shuffle(const struct table *table, struct round *round)
{
    round->shuffle = (uint16_t)(table->chain.used + 1);
    return fair_chain_secret(&table->chain, round->shuffle, round->secret) &&
           fair_lots(round->secret, round->lots);
}

bool round_deal(struct table *table, enum rules_error *rules_error)
{
    struct tables *tables = table->tables;
    struct events events;
    struct chance_fair chance;
    struct setup setup;
    struct setup_kept kept = {.shuffle = 0};
    struct switches switches = table->switches;
    uint8_t seed[FAIR_SIZE];
    seats_sweep(table);
    for (unsigned i = 0; i < table->seat_count; i++)
        table->seats[i].waited = false;
    const unsigned players = seats_dealt(table);
    while (table->match.players < players) {
        if (!match_add_seat(&table->match))
            return false;
    }
    setup_settle(table->set, RULES_VERSION, &switches);
    const struct rules *rules =
        rules_share_get(&tables->rules, table->set, &switches, players, RULES_VERSION, rules_error);
    if (rules == NULL)
        return false;
    *rules_error = rules_deal(&rules->switches, players);
    if (*rules_error != RULES_OK) {
        rules_share_put(&tables->rules, rules);
        return false;
    }
    int64_t id = store_new_round_id(tables->lent.store);
    struct round *round = id >= 0 ? calloc(1, sizeof(*round)) : NULL;
    if (round == NULL || !fair_chain_look_ahead(&table->chain) ||
        !make_setup(table, &switches, &setup, &kept) || !begin_shuffle(table, round) ||
        !fair_seed(round->secret, setup.cuts, setup.cut_count, seed)) {
        free(round);
        rules_share_put(&tables->rules, rules);
        return false;
    }
    round->id = id;
    round->rules = rules;
    table->chain.used++;
    cuts_free(table);
    fair_init(&chance, seed);
    game_deal(rules, &round->game, players, table->match.dealer, &chance.base, &events);
    round->chance = fair_mark(&chance);
    facts_begin(&round->facts, &round->game);
    table->round = round;
    round_remember(table);
    table->state = TABLE_ROUND;
    table->match.dealer = round->game.dealer;
    if (table->match_begins)
        forget_end(table);
    journal_deal(table, &setup, &kept);
    allowance_take(table);
    log_info(&table->log, "dealt a round round=%" PRId64 " players=%u", round->id, players);
    watchers_dealt(table);
    table->match_begins = false;
    round_tell(table, NULL, &events); /* the deal may end the round */
    seats_wait_for_gone(table);
    clock_restart(table);
    return true;
}

void round_free(struct table *table)
{
    if (table->round == NULL)
        return;
    rules_share_put(&table->tables->rules, table->round->rules);
    free(table->round->memory);
    free(table->round);
    free(table->held);
    table->round = NULL;
    table->held = NULL;
}

/* -- the end -- */

/* The seats of people, as bits. */
static uint32_t seats_of_people(const struct table *table)
{
    uint32_t people = 0;
    for (unsigned i = 0; i < table->round->game.players; i++) {
        const struct seat *seat = &table->seats[i];
        people |= (uint32_t)(seat->person != NULL && !seat->given) << i;
    }
    return people;
}

/* The seats of people, as bits; of the partners of a team (HR-20) only the one with the lower
 * number. */
static uint32_t sides_of_people(const struct table *table)
{
    const struct game *game = &table->round->game;
    uint32_t sides = seats_of_people(table);
    for (unsigned i = 0; i < game->players; i++) {
        const unsigned partner = game_partner(table->round->rules, game->players, i);
        if (partner != SEAT_NONE && partner > i && (sides >> partner & 1) != 0)
            sides = (sides | 1U << i) & ~(1U << partner);
    }
    return sides;
}

bool round_counts(const struct table *table)
{
    const struct game *game = &table->round->game;
    const uint32_t sides = sides_of_people(table);
    return (sides & (sides - 1)) != 0 && game->winner != SEAT_NONE &&
           game->phase == PHASE_ROUND_OVER;
}

static void store_results(struct table *table, const char *outcome, int32_t points, bool match_over)
{
    const struct game *game = &table->round->game;
    struct store_result results[PLAYERS_MAX];
    uint8_t places[PLAYERS_MAX];
    char marks[PLAYERS_MAX][FAIR_HEX];
    const struct rules *rules = table->round->rules;
    const uint32_t people = seats_of_people(table);
    const uint32_t winners = game_winners(rules, game);
    match_places(rules, game, places);
    for (unsigned i = 0; i < game->players; i++) {
        const struct seat *seat = &table->seats[i];
        results[i] =
            (struct store_result){.seat = i,
                                  .points = (winners >> i & 1) != 0 ? points : 0,
                                  .won = (winners >> i & 1) != 0,
                                  .match_over = match_over,
                                  .match_won = match_over && (table->match.winners >> i & 1) != 0};
        if ((people >> i & 1) == 0)
            continue;
        /* HR-20: what a team does says too little about one of its players to rate them. */
        results[i].place = rules_switch(rules, SWITCH_TEAMS) ? 0 : places[i];
        facts_result(&table->round->facts, rules, game, &results[i]);
        facts_deeds(&table->round->facts, rules, game, people, &results[i]);
        results[i].deeds.rounds = table->match.rounds; /* counts this round by now */
        nick_mark_of(seat->person, marks[i]);
        results[i].who = (struct store_identity){.network = seat->person->network->name,
                                                 .account = seat->person->key,
                                                 .name = seat->person->name,
                                                 .verified = seat->person->verified,
                                                 .mark = marks[i]};
    }
    struct store_round_end end = {.round = table->round->id,
                                  .ended_at = clock_now(),
                                  .outcome = outcome,
                                  .counts = round_counts(table),
                                  .results = results,
                                  .result_count = game->players};
    store_end_round(table->tables->lent.store, &end);
}

bool round_bond(const struct table *table, unsigned *number, uint8_t bond[FAIR_SIZE])
{
    const struct round *round = table->round;
    if (round != NULL && round->shuffle == 0)
        return false;
    *number = round != NULL ? round->shuffle - 1U : table->chain.used;
    return fair_chain_secret(&table->chain, *number, bond);
}

unsigned round_number(const struct table *table)
{
    return table->match.rounds + 1U;
}

void round_close(struct table *table)
{
    if (table->round != NULL) {
        /* match.rounds counts a won round already. A round that was stopped has no words. */
        bool counted = table->last.words != NULL && table->round->game.winner != SEAT_NONE;
        table->last.number = counted ? table->match.rounds : round_number(table);
        table->last.id = table->round->id;
        table->last.shuffle = table->round->shuffle;
        memcpy(table->last.secret, table->round->secret, FAIR_SIZE);
    }
    round_free(table);
    seats_sweep(table);
    table->match_on =
        table->match_on && !table->match.over && seats_people(table) > 0 && seats_dealt(table) >= 2;
    table->state = table->match_on ? TABLE_BETWEEN : TABLE_LOBBY;
    if (table->chain.used == table->chain.length)
        round_new_chain(table);
    pause_check(table);
    if (!table->match_on) { /* !stop was meant for the match that is over, not for the next one */
        table->stop_until = 0;
        vote_match_over(table);
    }
}

static const struct event *event_find(const struct events *events, enum event_kind kind)
{
    const struct event *at = &events->at[events->count - 1];
    while (at > events->at && at->kind != kind)
        at--;
    return at;
}

/* Keeps the words about the round's end with the table. So nothing is lost if the daemon crashes
 * before they are sent. */
static void remember_end(struct table *table, char *words)
{
    forget_end(table);
    table->last.words = words;
    if (words ==
        NULL) /* ends the process, as save_table() does, because half of the state would be kept */
        log_fatal(&table->log, "out of memory for how the round ended: ending");
}

/* Closes the round. Everybody may see its secret now, which commits the table to the next one. */
static void close_round(struct table *table)
{
    round_close(table);
    watchers_round_closed(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place->chain_begins = false;
}

void round_abandon(struct table *table, const char *outcome)
{
    store_results(table, outcome, 0, false);
    watchers_round_abandoned(table);
    forget_end(table);
    close_round(table);
}

/* Ends a round that counts. Its results, the table's next state and the messages about both go into
 * one batch. */
static void finish_round(struct table *table, const struct events *events)
{
    const struct round *round = table->round;
    const struct event *over = event_find(events, EVENT_ROUND_OVER);
    match_add_round(&table->match, round->rules, &round->game);
    store_results(table, outcomes[over->detail], over->points, table->match.over);
    /* save_table() stores these words. */
    remember_end(table, watchers_round_over(table, events, over));
    close_round(table);
    save_table(table);
}

void round_tell(struct table *table, const struct game *before, const struct events *events)
{
    if (table->round->game.phase == PHASE_ROUND_OVER)
        finish_round(table, events);
    else
        watchers_acted(table, before, events);
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

/* keeps a legal turn action for later, so that slow readers have time to catch somebody. */
static enum refusal hold_action(struct table *table, const struct action *action)
{
    struct game copy = table->round->game;
    struct chance_fair chance;
    fair_resume(&chance, &table->round->chance);
    enum refusal refusal = game_apply(table->round->rules, &copy, action, &chance.base, NULL);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (!keep_held(table, action))
        return REFUSED_MALFORMED;
    clock_arm(table);
    table_noted(table, NOTE_MOVE_WAITS, action->seat, 0);
    return REFUSED_NOT;
}

/* Drops the moves that wait, because the turn that they were for is over. */
static void void_held(struct table *table)
{
    for (unsigned i = 0; table->held != NULL && i < table->held->count; i++)
        table_noted(table, NOTE_MOVE_VOID, table->held->at[i].seat, 0);
    free(table->held);
    table->held = NULL;
}

void round_act_held(struct table *table)
{
    struct held *held = table->held;
    table->held = NULL;
    for (unsigned i = 0; i < held->count && table->round != NULL; i++) {
        enum refusal refusal = round_act(table, &held->at[i]);
        if (refusal != REFUSED_NOT) /* what others did meanwhile has made it illegal */
            table_noted(table, NOTE_MOVE_REFUSED, held->at[i].seat, refusal);
    }
    free(held);
}

/* a play, a pass, or a draw that is not forced. */
static bool is_turn_action(const struct game *game, const struct action *action)
{
    return action->kind == ACTION_PLAY || action->kind == ACTION_PASS ||
           (action->kind == ACTION_DRAW && game->pending == 0);
}

/* Returns true if an action changed the turn or what it asks for. Then moves and questions that
 * waited are void. */
static bool turn_moved(const struct game *before, const struct game *after)
{
    return before->turn != after->turn || before->phase != after->phase ||
           before->turn_actions != after->turn_actions;
}

/* returns true if the action makes a seat that can be caught. A play ends all earlier
 * chances to catch, so every seat that can be caught after a play counts. After any other action,
 * such as a swap of hands, only a seat counts that could not be caught before. */
static bool exposes_seat(const struct game *before, const struct action *action,
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
    bool more = rules_switch(round->rules, SWITCH_MULTI_PLAY) != MULTI_OFF;
    unsigned cards = game->hand_count[action->seat];
    return action->kind == ACTION_UNO && events->count == 1 && events->at[0].kind == EVENT_UNO &&
           before->exposed == game->exposed && cards != 1 && !(turn && (cards == 2 || more));
}

bool round_is_word(const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        unsigned kind = events->at[i].kind;
        if (kind != EVENT_UNO && kind != EVENT_CAUGHT && kind != EVENT_FALSE_UNO &&
            kind != EVENT_DREW && kind != EVENT_RESHUFFLED)
            return false;
        if (kind == EVENT_DREW && events->at[i].detail != DRAW_CAUGHT &&
            events->at[i].detail != DRAW_FALSE)
            return false;
    }
    return true;
}

static void journal_action(struct table *table, const struct action *action, uint64_t hash)
{
    struct round *round = table->round;
    char text[ACTION_TEXT];
    action_format(round->rules, action, text);
    struct store_action row = {
        .round = round->id, .seq = ++round->seq, .at = clock_now(), .text = text, .hash = hash};
    store_append(table->tables->lent.store, &row);
}

enum refusal round_act(struct table *table, const struct action *action)
{
    struct round *round = table->round;
    struct events events;
    if (round == NULL)
        return REFUSED_ROUND_OVER;
    if (clock_in_grace(table) && is_turn_action(&round->game, action))
        return hold_action(table, action);
    const struct game before = round->game;
    struct chance_fair chance;
    fair_resume(&chance, &round->chance);
    enum refusal refusal = game_apply(round->rules, &round->game, action, &chance.base, &events);
    if (refusal != REFUSED_NOT) {
        count_refusal(refusal);
        return refusal;
    }
    count_add(COUNT_MOVES);
    round->chance = fair_mark(&chance);
    facts_note(&round->facts, round->rules, before.guilty, action, &round->game, &events);
    if (round->memory != NULL)
        memory_note(round->memory, round->rules, &before, action, &round->game);
    uint64_t hash = game_hash(round->rules, &round->game);
    /* A call of UNO that changes nothing is not journaled. */
    if (action->kind != ACTION_UNO || hash != game_hash(round->rules, &before))
        journal_action(table, action, hash);
    if (round_is_idle_call(round, &before, action, &events)) {
        table_noted(table, NOTE_UNO_IDLE, action->seat, 0);
        return REFUSED_NOT;
    }
    bool moved = turn_moved(&before, &round->game);
    table_changed(table);
    if (moved) {
        void_held(table);
        if (seats_forget_asks(table))
            save_table(table);
    }
    if (exposes_seat(&before, action, &round->game))
        table->exposed_at = loop_now(table->tables->lent.loop);
    round_tell(table, &before, &events);
    if (moved)
        clock_restart(table);
    else
        clock_arm(table);
    return REFUSED_NOT;
}

uint64_t table_stamp(const struct table *table)
{
    const struct round *round = table->round;
    return round != NULL ? (uint64_t)round->id << 16 | round->game.turn_actions : 0;
}
