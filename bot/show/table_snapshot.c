#include "table_snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"

_Static_assert((int)SNAPSHOT_SEATS >= (int)PLAYERS_MAX && (int)SNAPSHOT_LABEL >= (int)LABEL_MAX,
               "a table can be drawn whole");

bool snapshot_has_totals(const struct table *table)
{
    return table->match.rounds > 0 && table->match.players <= table->seat_count;
}

/* -- a table in play -- */

/* HR-20: the team of a seat in words. */
static void show_team(const struct place *place, unsigned seat, char team[SNAPSHOT_TEAM])
{
    const struct round *round = place->table->round;
    const unsigned partner = game_partner(round->rules, round->game.players, seat);
    struct message *words = partner != SEAT_NONE ? message_create(NULL, NULL, URGENCY_INFO) : NULL;
    if (words == NULL)
        return;
    PHRASE(words, tr(place->language, N_("team {n}")),
           arg_number("n", 1 + (long)(seat < partner ? seat : partner)));
    facts_words(team, SNAPSHOT_TEAM, words->text);
    message_destroy(words);
}

static void show_seats(const struct place *place, struct snapshot *snapshot, unsigned moved)
{
    const struct table *table = place->table;
    const struct game *game = &table->round->game;
    unsigned step = game->direction > 0 ? 1 : game->players - 1U;
    for (unsigned i = 0, seat = game->turn; i < game->players; i++) {
        unsigned at = snapshot->count;
        if (seat_in_round(table, seat)) {
            facts_words(snapshot->seats[at].name, SNAPSHOT_NAME, seat_name(table, seat));
            snapshot->seats[at].cards = game->hand_count[seat];
            snapshot->seats[at].uno =
                game->hand_count[seat] == 1 && (game->exposed >> seat & 1) == 0;
            snapshot->seats[at].away = table->seats[seat].away;
            snapshot->seats[at].computer = table->seats[seat].person == NULL;
            snapshot->seats[at].total = snapshot->totals ? table->match.total[seat] : 0;
            show_team(place, seat, snapshot->seats[at].team);
            snapshot->count++;
            if (seat == moved)
                snapshot->moved = snapshot->count;
        }
        seat = (seat + step) % game->players;
    }
}

/* Returns how many cards the player who must act may have to draw: those that were added up (HR-1),
 * or the four of a wild +4 that they have not answered yet. */
static unsigned due(const struct game *game)
{
    enum { WILD_FOUR = 4 };
    return game->pending > 0 ? game->pending : game->phase == PHASE_CHALLENGE ? WILD_FOUR : 0;
}

static const char *asks_of(const struct round *round)
{
    return round->game.phase == PHASE_CHALLENGE ? N_("answers") : N_("turn");
}

/* Copies the end of the last moves, from the last move that fits whole. */
static void show_moves(const struct place *place, struct snapshot *snapshot)
{
    const char *recent = place->view.recent != NULL ? place->view.recent : "";
    size_t length = strlen(recent);
    const char *from = recent;
    while (length >= SNAPSHOT_WORDS && (from = strstr(from, "; ")) != NULL) {
        from += 2;
        length = strlen(from);
    }
    facts_words(snapshot->moves, SNAPSHOT_WORDS, from != NULL ? from : recent);
}

void snapshot_make(const struct place *place, struct message *board)
{
    const struct table *table = place->table;
    const struct round *round = table->round;
    const struct game *game = &round->game;
    const struct card *top = &round->rules->deck.face[game->top_face];
    struct snapshot *snapshot = message_snapshot(board);
    if (snapshot == NULL)
        return;
    bool coloured = game->colour != COLOUR_NONE;
    snapshot->tint = (uint8_t)card_tint(top);
    snapshot->colour = coloured ? game->colour : TINT_WILD;
    snapshot->clockwise = game->direction > 0;
    snapshot->pile = game->pile_count;
    snapshot->pending = (uint16_t)due(game);
    snapshot->round = round_number(table);
    snapshot->totals = snapshot_has_totals(table);
    snapshot->card = card_shown(place->language, round->rules, top, MARK_NONE, snapshot->top);
    facts_words(snapshot->colour_word, SNAPSHOT_LABEL,
                coloured ? colour_word(place->language, game->colour) : "");
    snapshot->letters = coloured ? colour_letters(place->language, round->rules, game->colour) : 0;
    facts_words(snapshot->asks, SNAPSHOT_LABEL, tr(place->language, asks_of(round)));
    show_moves(place, snapshot);
    show_seats(place, snapshot, place->view.recent != NULL ? place->view.mover : SEAT_NONE);
}

/* -- the end of a round -- */

/* Whether `seat` comes before `other` at the end of a round: the winner first, then the partner who
 * wins with it (HR-20), then the best total. */
static bool comes_before(const struct table *table, const struct event *over, unsigned seat,
                         unsigned other)
{
    const int32_t *total = table->match.total;
    const bool lowest = rules_switch(table->round->rules, SWITCH_SCORE) == SCORE_LOWEST;
    if (other == over->seat || seat == over->seat)
        return seat == over->seat;
    if (other == over->other || seat == over->other)
        return seat == over->other;
    return lowest ? total[seat] < total[other] : total[seat] > total[other];
}

/* Returns the seats that were dealt in, in that order. */
static unsigned order_seats(const struct table *table, const struct event *over,
                            unsigned order[PLAYERS_MAX])
{
    const struct round *round = table->round;
    unsigned count = 0;
    for (unsigned seat = 0; seat < round->game.players; seat++) {
        unsigned at = count;
        if (!seat_in_round(table, seat))
            continue;
        for (; at > 0 && comes_before(table, over, seat, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = seat;
        count++;
    }
    return count;
}

static void draw_hand(const struct place *place, struct ending *ending, unsigned at, unsigned seat)
{
    const struct round *round = place->table->round;
    struct cards hand = round->game.hand[seat];
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand))) {
        const struct card *card = rules_card(round->rules, cards_first(hand));
        unsigned n = ending->seats[at].cards++;
        if (n >= ENDING_CARDS)
            continue;
        struct drawn_card *drawn = &ending->seats[at].hand[n];
        drawn->tint = (uint8_t)card_tint(card);
        drawn->card = card_shown(place->language, round->rules, card, MARK_NONE, drawn->label);
    }
}

/* The figures of a seat: the points of its hand, those that the winner gains, and the total. */
static void draw_seat(const struct place *place, struct ending *ending, unsigned seat, bool won)
{
    const struct table *table = place->table;
    const struct rules *rules = table->round->rules;
    unsigned score = rules_switch(rules, SWITCH_SCORE);
    unsigned at = ending->count++;
    facts_words(ending->seats[at].name, SNAPSHOT_NAME, seat_name(table, seat));
    ending->seats[at].won = won;
    snprintf(ending->seats[at].left, ENDING_FIGURE, "%s%u", won && *ending->gained ? "+" : "",
             won && *ending->gained ? (unsigned)table->match.gained[seat]
                                    : hand_points(rules, table->round->game.hand[seat]));
    if (score != SCORE_SINGLE_ROUND)
        snprintf(ending->seats[at].total, ENDING_FIGURE, "%d", (int)table->match.total[seat]);
    draw_hand(place, ending, at, seat);
}

static void draw_top(const struct place *place, struct ending *ending)
{
    const struct round *round = place->table->round;
    const struct game *game = &round->game;
    const struct card *top = &round->rules->deck.face[game->top_face];
    bool coloured = game->colour != COLOUR_NONE;
    ending->top.tint = (uint8_t)card_tint(top);
    ending->top.card = card_shown(place->language, round->rules, top, MARK_NONE, ending->top.label);
    ending->colour = coloured ? game->colour : TINT_WILD;
    ending->clockwise = game->direction > 0;
    facts_words(ending->colour_word, SNAPSHOT_LABEL,
                coloured ? colour_word(place->language, game->colour) : "");
    ending->letters = coloured ? colour_letters(place->language, round->rules, game->colour) : 0;
}

/* Writes a phrase of the catalogue into a field of the picture. */
static void write_field(char *field, size_t size, struct message *words)
{
    if (words != NULL)
        facts_words(field, size, words->text);
    message_destroy(words);
}

static void draw_words(const struct place *place, struct ending *ending, const struct event *over)
{
    const struct table *table = place->table;
    const struct language *language = place->language;
    const struct rules *rules = table->round->rules;
    bool points = rules_switch(rules, SWITCH_SCORE) != SCORE_LOWEST;
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    struct message *note = message_create(NULL, NULL, URGENCY_INFO);
    struct message *head = message_create(NULL, NULL, URGENCY_INFO);
    if (title != NULL && note != NULL && head != NULL) {
        PHRASE(title,
               tr(language, over->other == SEAT_NONE ? N_("{player} wins") : N_("{player} win")),
               arg_team("player",
                        &(struct team_said){table, language, over->seat, over->other, false}));
        PHRASE(note, tr(language, N_("round {n}, {set}")), arg_number("n", table->match.rounds),
               arg_text("set", ruleset_name(table->set)));
        PHRASE(head, tr(language, N_("of {n}")),
               arg_number("n", rules_switch(rules, SWITCH_TARGET)));
        if (points)
            snprintf(ending->gained, ENDING_FIGURE, "+%d", (int)over->points);
    }
    write_field(ending->title, SNAPSHOT_WORDS, title);
    write_field(ending->note, SNAPSHOT_WORDS, note);
    write_field(ending->total_head, SNAPSHOT_LABEL, head);
    if (rules_switch(rules, SWITCH_SCORE) == SCORE_SINGLE_ROUND)
        ending->total_head[0] = '\0';
    facts_words(ending->unit, SNAPSHOT_LABEL,
                trn(language, "point", "points", (unsigned long)over->points));
    facts_words(ending->left_head, SNAPSHOT_LABEL, tr(language, N_("hand")));
    facts_words(ending->none, SNAPSHOT_LABEL, tr(language, N_("no card left")));
}

/* Adds who won. In the channel where the winner plays the name is a mention. */
static void write_winner(struct place *place, struct message *words, const struct event *over)
{
    struct table *table = place->table;
    unsigned seat = over->seat;
    const unsigned long n = (unsigned long)over->points;
    bool here = seat_is_present(table, seat) && seat_place(table, seat) == place;
    PHRASE(words,
           over->other == SEAT_NONE
               ? trn(place->language, "{player} wins round {round} and {n} point.",
                     "{player} wins round {round} and {n} points.", n)
               : trn(place->language, "{player} win round {round} and {n} point each.",
                     "{player} win round {round} and {n} points each.", n),
           arg_team("player", &(struct team_said){table, place->language, seat, over->other, here}),
           arg_number("round", table->match.rounds), arg_number("n", over->points));
    if (here) {
        message_call(words, table->seats[seat].person->id);
        words->rings = false; /* the end of a round calls nobody */
    }
}

/* "Left in hand: Grace [W+4] (50), Boris [R 3]  [G 6] (9)." */
static void write_hands(const struct place *place, struct message *words,
                        const unsigned order[PLAYERS_MAX], unsigned count)
{
    const struct round *round = place->table->round;
    struct message *hands = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; hands != NULL && i < count; i++) {
        const struct cards hand = round->game.hand[order[i]];
        if (cards_empty(hand))
            continue;
        message_text(hands, message_empty(hands) ? "" : tr(place->language, N_(", ")));
        PHRASE(hands, "{player} {cards} ({n})",
               arg_name("player", seat_name(place->table, order[i])),
               arg_cards("cards", &(struct cards_said){place->language, round->rules, hand, NULL}),
               arg_number("n", hand_points(round->rules, hand)));
    }
    if (hands != NULL && !message_empty(hands)) {
        message_text(words, "\n");
        PHRASE(words, tr(place->language, N_("Left in hand: {hands}.")),
               arg_piece(words, "hands", hands));
    }
    message_destroy(hands);
}

void ending_keep(struct place *place, const struct event *over)
{
    unsigned order[PLAYERS_MAX];
    ending_forget(place);
    if (!place_has_boards(place) || over->seat == SEAT_NONE)
        return;
    struct message *words = message_create(NULL, NULL, URGENCY_TABLE);
    struct ending *ending = words != NULL ? message_ending(words) : NULL;
    if (ending == NULL) {
        message_destroy(words);
        return;
    }
    unsigned count = order_seats(place->table, over, order);
    draw_words(place, ending, over);
    draw_top(place, ending);
    for (unsigned i = 0; i < count; i++)
        draw_seat(place, ending, order[i], order[i] == over->seat || order[i] == over->other);
    write_winner(place, words, over);
    write_hands(place, words, order, count);
    place->view.ended = words;
}

void ending_show(const struct place *place, struct message *board)
{
    const struct message *ended = place->view.ended;
    struct ending *ending = ended != NULL && !ended->failed ? message_ending(board) : NULL;
    if (ending == NULL)
        return;
    *ending = *ended->ending;
    PHRASE(board, "{ended}", arg_piece(board, "ended", ended));
    message_text(board, "\n");
    if (ended->calls != NULL) {
        message_call(board, ended->calls);
        board->rings = false;
    }
}

void ending_forget(struct place *place)
{
    message_destroy(place->view.ended);
    place->view.ended = NULL;
}
