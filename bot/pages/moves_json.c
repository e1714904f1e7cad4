/* The last moves and the end of a round, in documents. */
#include <assert.h>

#include "base/array.h"
#include "bot/pages/json.h"
#include "bot/pages/moves_state.h"
#include "bot/table/table.h"
#include "engine/notation.h"

/* The names that adapters/web/site/engine.js has, too (EVENTS). */
static const char *const kinds[] = {
    [EVENT_DEALER_DRAW] = "dealer-draw",
    [EVENT_DEALT] = "dealt",
    [EVENT_TURNED] = "turned",
    [EVENT_PLAYED] = "played",
    [EVENT_DREW] = "drew",
    [EVENT_KEPT] = "kept",
    [EVENT_PASSED] = "passed",
    [EVENT_LOST_TURN] = "lost-turn",
    [EVENT_REVERSED] = "reversed",
    [EVENT_COLOUR] = "colour",
    [EVENT_UNO] = "uno",
    [EVENT_CAUGHT] = "caught",
    [EVENT_FALSE_UNO] = "false-uno",
    [EVENT_CHALLENGED] = "challenged",
    [EVENT_ACCEPTED] = "accepted",
    [EVENT_SHOWN] = "shown",
    [EVENT_RESHUFFLED] = "reshuffled",
    [EVENT_PENDING] = "pending",
    [EVENT_HYPER] = "hyper",
    [EVENT_POWER] = "power",
    [EVENT_POWER_RESET] = "power-reset",
    [EVENT_TARGETED] = "targeted",
    [EVENT_SWAPPED] = "swapped",
    [EVENT_ROTATED] = "rotated",
    [EVENT_OUT] = "out",
    [EVENT_PLACE] = "place",
    [EVENT_LEFT] = "left",
    [EVENT_PROCLAIMED] = "proclaimed",
    [EVENT_ROUND_OVER] = "round-over",
};
static_assert(ARRAY_SIZE(kinds) == EVENT_ROUND_OVER + 1, "each kind has a name");

static const char *const outcomes[] = {[ROUND_WON] = "won",
                                       [ROUND_BLOCKED] = "blocked",
                                       [ROUND_LIMIT] = "limit",
                                       [ROUND_DESERTED] = "deserted"};

/* One document as it is made. */
struct telling {
    struct json *json;
    const struct kept_moves *moves;
    unsigned reader; /* a seat of the round, or SEAT_NONE */
};

static const char *face_code(const struct telling *telling, unsigned face, char text[CARD_TEXT])
{
    return face_format(&telling->moves->rules->deck.face[face], text);
}

static void add_cards(const struct telling *telling, struct cJSON *at, struct cards cards)
{
    char text[CARD_TEXT];
    struct cJSON *list = json_list(telling->json, at, "cards");
    for (; !cards_empty(cards); cards_remove(&cards, cards_first(cards))) {
        unsigned face = telling->moves->rules->deck.face_of[cards_first(cards)];
        json_text(telling->json, list, NULL, face_code(telling, face, text));
    }
}

/* The present number of a seat; SEAT_NONE: nobody, or it is gone. */
static unsigned seat_now(const struct telling *telling, unsigned seat)
{
    return seat < PLAYERS_MAX ? telling->moves->now[seat] : SEAT_NONE;
}

static bool names_nobody(const struct telling *telling, const struct event *event)
{
    return (event->seat != SEAT_NONE && seat_now(telling, event->seat) == SEAT_NONE) ||
           (event->other != SEAT_NONE && seat_now(telling, event->other) == SEAT_NONE);
}

static void add_seat(const struct telling *telling, struct cJSON *at, const char *key,
                     unsigned seat)
{
    if (seat != SEAT_NONE)
        json_number(telling->json, at, key, seat_now(telling, seat));
}

static void add_count(const struct telling *telling, struct cJSON *at, const char *key, int64_t n)
{
    if (n != 0)
        json_number(telling->json, at, key, n);
}

/* What an event does not have is left out: a document with ten moves goes to every onlooker. */
static void add_event(const struct telling *telling, struct cJSON *list, const struct event *event)
{
    char text[CARD_TEXT];
    struct cards cards = view_event_cards(event, telling->reader);
    struct cJSON *at = json_object(telling->json, list, NULL);
    json_text(telling->json, at, "kind", kinds[event->kind]);
    add_seat(telling, at, "seat", event->seat);
    add_seat(telling, at, "other", event->other);
    if (event->face != FACE_NONE)
        json_text(telling->json, at, "card", face_code(telling, event->face, text));
    if (event->colour != COLOUR_NONE)
        json_text(telling->json, at, "colour", colour_name(event->colour));
    add_count(telling, at, "count", event->count);
    add_count(telling, at, "detail", event->detail);
    if (event->flex)
        json_flag(telling->json, at, "flex", true);
    add_count(telling, at, "points", event->points);
    if (!cards_empty(cards))
        add_cards(telling, at, cards);
}

static void add_move(const struct telling *telling, struct cJSON *list,
                     const struct kept_move *move)
{
    struct cJSON *at = json_object(telling->json, list, NULL);
    json_number(telling->json, at, "move", move->move);
    struct cJSON *events = json_list(telling->json, at, "events");
    for (unsigned i = 0; i < move->count; i++) {
        if (!names_nobody(telling, &move->at[i]))
            add_event(telling, events, &move->at[i]);
    }
}

/* -- the end of a round -- */

void moves_json_target(struct json *json, struct cJSON *at, const struct rules *rules)
{
    unsigned score = rules_switch(rules, SWITCH_SCORE);
    json_known(json, at, "target",
               score != SCORE_SINGLE_ROUND ? rules_switch(rules, SWITCH_TARGET) : 0);
    json_flag(json, at, "lowest", score == SCORE_LOWEST);
}

static void add_row(const struct telling *telling, struct cJSON *list, unsigned seat)
{
    const struct kept_end *end = &telling->moves->end;
    if (seat_now(telling, seat) == SEAT_NONE)
        return;
    struct cJSON *at = json_object(telling->json, list, NULL);
    json_number(telling->json, at, "seat", seat_now(telling, seat));
    add_cards(telling, at, end->hand[seat]);
    json_number(telling->json, at, "worth", hand_points(telling->moves->rules, end->hand[seat]));
    json_number(telling->json, at, "gained", end->gained[seat]);
    json_number(telling->json, at, "total", end->total[seat]);
    json_flag(telling->json, at, "match_won", (end->winners >> seat & 1) != 0);
}

static void add_end(const struct telling *telling, struct cJSON *document)
{
    const struct kept_end *end = &telling->moves->end;
    struct cJSON *at = json_object(telling->json, document, "end");
    json_number(telling->json, at, "round", end->round);
    json_text(telling->json, at, "outcome", outcomes[end->detail]);
    if (seat_now(telling, end->winner) != SEAT_NONE)
        json_number(telling->json, at, "winner", seat_now(telling, end->winner));
    else
        json_null(telling->json, at, "winner");
    if (seat_now(telling, end->partner) != SEAT_NONE)
        json_number(telling->json, at, "partner", seat_now(telling, end->partner));
    json_number(telling->json, at, "points", end->points);
    moves_json_target(telling->json, at, telling->moves->rules);
    json_flag(telling->json, at, "match_over", end->match_over);
    struct cJSON *list = json_list(telling->json, at, "seats");
    for (unsigned i = 0; i < end->players; i++)
        add_row(telling, list, i);
}

/* Finds the seat of the round that is seat `now` at the table. */
static unsigned reader_of(const struct kept_moves *moves, unsigned now)
{
    for (unsigned i = 0; now != SEAT_NONE && i < PLAYERS_MAX; i++) {
        if (moves->now[i] == now)
            return i;
    }
    return SEAT_NONE;
}

void moves_json(struct json *json, struct cJSON *at, const struct table *table, unsigned seat)
{
    struct telling telling = {.json = json, .moves = moves_find(table), .reader = SEAT_NONE};
    struct cJSON *list = json_list(json, at, "moves");
    bool any = telling.moves != NULL && telling.moves->rules != NULL;
    if (any)
        telling.reader = reader_of(telling.moves, seat);
    for (unsigned i = 0; any && i < telling.moves->count; i++)
        add_move(&telling, list, telling.moves->move[i]);
    if (any && telling.moves->end.round != 0)
        add_end(&telling, at);
    else
        json_null(json, at, "end");
}
