#include "table_json.h"

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/live_shown.h"
#include "bot/pages/moves.h"
#include "bot/pages/round_json.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "storage/web_query.h"

#define SECOND UINT64_C(1000)

static const char *const states[] = {
    [TABLE_LOBBY] = "lobby", [TABLE_ROUND] = "round", [TABLE_BETWEEN] = "between"};

static const char *state_of(const struct table *table)
{
    return states[table->round != NULL            ? TABLE_ROUND
                  : table->state == TABLE_BETWEEN ? TABLE_BETWEEN
                                                  : TABLE_LOBBY];
}

void table_json_head(struct json *json, struct cJSON *at, const struct table *table)
{
    json_number(json, at, "table", table->id);
    json_channel(json, at, table->home.network->people, table->home.network->name,
                 table->home.channel);
    json_text(json, at, "set", ruleset_name(table->set));
    json_text(json, at, "state", state_of(table));
    json_flag(json, at, "guests", live_seats_strangers(table));
}

/* One document as it is made. */
struct showing {
    const struct table *table;
    const struct table_json_facts *facts;
    struct cJSON *at;
    struct view view; /* what a spectator sees; set if the table has a round */
    bool hides;       /* somebody does */
};

static bool is_hidden(const struct showing *s, unsigned seat)
{
    return s->facts->seats != NULL && s->facts->seats[seat].hidden;
}

static void add_round_of_seat(struct json *json, cJSON *at, const struct showing *s, unsigned seat)
{
    const struct round *round = s->table->round;
    bool plays = round != NULL && seat_in_round(s->table, seat);
    if (round != NULL && seat < round->game.players && round->game.place[seat] > 0) /* HR-16 */
        json_number(json, at, "place", round->game.place[seat]);
    if (!plays) {
        json_null(json, at, "cards");
        return;
    }
    json_number(json, at, "cards", s->view.hand_count[seat]);
    json_flag(json, at, "uno", (s->view.announced >> seat & 1) != 0);
    json_flag(json, at, "exposed", (s->view.exposed >> seat & 1) != 0);
    if (s->table->round->rules->power_cards > 0)
        json_text(json, at, "power", (s->view.power_red >> seat & 1) != 0 ? "red" : "green");
}

/* HR-20: nothing is added without teams. */
static void add_partner(struct json *json, cJSON *at, const struct showing *s, unsigned seat)
{
    const struct round *round = s->table->round;
    const unsigned players = round != NULL ? round->game.players : 0;
    const unsigned partner =
        seat < players ? game_partner(round->rules, players, seat) : (unsigned)SEAT_NONE;
    if (partner != SEAT_NONE)
        json_number(json, at, "partner", partner);
}

static void add_seat(struct json *json, cJSON *list, const struct showing *s, unsigned seat)
{
    const struct seat *held = &s->table->seats[seat];
    const struct match *match = &s->table->match;
    cJSON *at = json_object(json, list, NULL);
    json_number(json, at, "seat", seat);
    json_text(json, at, "name",
              is_hidden(s, seat) ? tr(s->table->home.language, round_hidden_name)
                                 : seat_name(s->table, seat));
    json_known(json, at, "player", s->facts->seats != NULL ? s->facts->seats[seat].person : 0);
    json_text(json, at, "computer",
              held->person == NULL && held->player != NULL ? held->player->name : NULL);
    json_flag(json, at, "away", held->away);
    json_number(json, at, "points", seat < match->players ? match->total[seat] : 0);
    add_partner(json, at, s, seat);
    add_round_of_seat(json, at, s, seat);
}

static void add_colour(struct json *json, cJSON *at, const char *key, unsigned colour)
{
    json_text(json, at, key, colour != COLOUR_NONE ? colour_name(colour) : NULL);
}

/* Adds the bond of the shuffles (s0), the public end of the chain of secrets. Spectators need it
 * before the deal, to check the round later. */
static void add_bond(struct json *json, cJSON *at, const struct table *table)
{
    char token[FAIR_TOKEN];
    uint8_t end[FAIR_SIZE];
    if (fair_chain_secret(&table->chain, 0, end))
        json_text(json, at, "bond", fair_token(0, end, token));
    else
        json_null(json, at, "bond");
}

/* Adds what lies on the pile, as everybody sees it. */
static void add_pile(struct json *json, cJSON *at, const struct rules *rules,
                     const struct view *view)
{
    char card[CARD_TEXT];
    json_number(json, at, "direction", view->direction);
    json_text(json, at, "top", face_format(&rules->deck.face[view->top_face], card));
    add_colour(json, at, "colour", view->colour);
}

void table_json_pile(struct json *json, struct cJSON *at, const struct table *table)
{
    struct view view;
    if (table->round == NULL) {
        json_null(json, at, "play");
        return;
    }
    view_of(table->round->rules, &table->round->game, SEAT_NONE, &view);
    add_pile(json, json_object(json, at, "play"), table->round->rules, &view);
}

static void add_play(struct json *json, const struct showing *s)
{
    const struct round *round = s->table->round;
    if (round == NULL) {
        json_null(json, s->at, "play");
        return;
    }
    cJSON *at = json_object(json, s->at, "play");
    json_number(json, at, "round", round->id);
    json_number(json, at, "number", round_number(s->table));
    json_number(json, at, "move", round->seq);
    json_text(json, at, "phase", phase_name(s->view.phase));
    if (s->view.turn != SEAT_NONE)
        json_number(json, at, "turn", s->view.turn);
    else
        json_null(json, at, "turn");
    add_pile(json, at, round->rules, &s->view);
    add_colour(json, at, "hyper", s->view.hyper);
    json_number(json, at, "pile", s->view.pile_count);
    json_number(json, at, "discard", s->view.discard_count);
    json_number(json, at, "pending", s->view.pending);
    if (s->view.phase == PHASE_CHALLENGE)
        json_number(json, at, "offender", s->view.offender);
    moves_json_target(json, at, round->rules);
}

static void add_lines(struct json *json, const struct showing *s)
{
    cJSON *lines = json_list(json, s->at, "lines");
    for (unsigned i = 0; i < s->facts->line_count && !s->hides; i++)
        json_text(json, lines, NULL, s->facts->lines[i]);
}

/* Adds when the table deals its first round by itself: "full", or the seconds after the last player
 * sat down; null if it does not. */
static void add_autostart(struct json *json, cJSON *at, const struct table *table)
{
    if (table->autostart == AUTOSTART_OFF || table->match.players > 0 || table_is_private(table))
        json_null(json, at, "autostart");
    else if (table->autostart == AUTOSTART_FULL)
        json_text(json, at, "autostart", "full");
    else
        json_number(json, at, "autostart", table->autostart);
}

/* HR-20: nothing is added while the players make teams, or play without. */
static void add_uneven(struct json *json, cJSON *at, const struct table *table)
{
    if (table->round == NULL && seats_uneven(table))
        json_flag(json, at, "uneven", true);
}

/* Adds the time that is left: for the player who must act, or until a deal. `at` tells
 * readers of a stored document how old it is. */
static void add_clock(struct json *json, const struct showing *s)
{
    const struct table *table = s->table;
    cJSON *at = json_object(json, s->at, "clock");
    uint64_t has = 0;
    uint64_t left = 0;
    bool turn = table->round != NULL && table->clock_runs && clock_turn(table, &has, &left);
    bool deal = clock_deal(table, &has, &left);
    uint64_t now = table_now(table);
    uint64_t due = autostart_due(table);
    bool start = due != UINT64_MAX;
    if (start) {
        uint64_t whole = table->autostart != AUTOSTART_FULL ? table->autostart * SECOND : 0;
        left = due > now ? due - now : 0;
        has = whole > left ? whole - left : 0;
    }
    json_number(json, at, "at", clock_now());
    json_text(json, at, "for", turn ? "turn" : deal ? "deal" : start ? "start" : NULL);
    if (turn || deal || start) {
        json_number(json, at, "left", (int64_t)left);
        json_number(json, at, "whole", (int64_t)(has + left));
    } else {
        json_null(json, at, "left");
        json_null(json, at, "whole");
    }
    json_flag(json, at, "paused", pause_is_on(table));
}

void table_json(struct json *json, struct cJSON *at, const struct table *table,
                const struct table_json_facts *facts)
{
    struct showing s = {.table = table, .facts = facts, .at = at};
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++)
        s.hides = s.hides || is_hidden(&s, i);
    if (table->round != NULL)
        view_of(table->round->rules, &table->round->game, SEAT_NONE, &s.view);
    table_json_head(json, at, table);
    json_number(json, at, "seq", facts->seq);
    json_text(json, at, "language", table->home.language->code);
    cJSON *seats = json_list(json, at, "seats");
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++)
        add_seat(json, seats, &s, i);
    add_bond(json, at, table);
    add_play(json, &s);
    add_autostart(json, at, table);
    add_uneven(json, at, table);
    add_clock(json, &s);
    json_known(json, at, "last_round", table->last.id);
    moves_json(json, at, table, facts->reader);
    add_lines(json, &s);
}
