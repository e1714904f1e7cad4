#include "hand.h"

#include <stdio.h>
#include <string.h>

#include "bot/show/controls.h"
#include "bot/show/dirty_places.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "engine/notation.h"

/* One hand while we write it. */
struct hand {
    const struct table *table;
    unsigned seat;
    const struct language *language;
    const struct rules *rules;
    struct message *message;
    struct view view;
    enum refusal lacks;
    bool turn;
    bool faces; /* the network shows cards as pictures, and not their labels with the marks */
};

enum refusal hand_lacks(const struct table *table, unsigned seat)
{
    const struct round *round = table->round;
    const struct action *ask = table->seats[seat].ask;
    if (round == NULL || ask == NULL)
        return REFUSED_NOT;
    struct game copy = round->game;
    struct chance_fair chance;
    fair_resume(&chance, &round->chance);
    return game_apply(round->rules, &copy, ask, &chance.base, NULL);
}

static struct hand hand_of(const struct table *table, unsigned seat,
                           const struct language *language, struct message *message)
{
    struct hand hand = {.table = table,
                        .seat = seat,
                        .language = language,
                        .rules = table->round->rules,
                        .message = message,
                        .lacks = hand_lacks(table, seat)};
    view_of(hand.rules, &table->round->game, seat, &hand.view);
    hand.turn = hand.view.turn == seat;
    return hand;
}

/* S-2; read in every language. */
static const char proclamation[] = N_("By the power of Grayskull, I have the power!");

/* -- words -- */

/* Returns the words for what the player must do besides an ordinary move, such as choose a colour;
 * "" if there is nothing. */
static const char *asked(const struct hand *hand)
{
    const struct legal *legal = &hand->view.legal;
    bool plays = !cards_empty(legal->normal) || !cards_empty(legal->flex);
    if (legal->challenge) {
        return N_("Do you accept the wild +4 (4 cards), or challenge it (6 cards if it was no "
                  "bluff)?");
    }
    if (legal->target)
        return N_("Choose a player.");
    if (legal->colour)
        return N_("Name the colour.");
    if (legal->jump_in)
        return N_("You may jump in.");
    if (hand->turn && hand->view.phase == PHASE_DRAWN) { /* HR-6 */
        return legal->keep ? N_("Do you play the card, or keep it?")
                           : N_("The card must be played.");
    }
    if (legal->pass)
        return N_("There is nothing to draw: pass.");
    if (legal->draw && plays && hand->view.pending > 0)
        return N_("Answer with a draw card, or draw.");
    if (!hand->turn)
        return "";
    if (plays)
        return hand->faces ? "" : N_("What is marked * can be played.");
    return legal->draw ? N_("Nothing fits: draw.") : "";
}

/* Returns the question for a play that lacks something. */
static const char *lacking(enum refusal lacks)
{
    switch (lacks) {
    case REFUSED_COLOUR_NEEDED:
        return N_("{card}: which colour?");
    case REFUSED_TARGET_NEEDED:
        return N_("{card}: which player?");
    case REFUSED_PROCLAIM:
        return N_("{card}: speak the words: {words}");
    default:
        return "";
    }
}

/* Adds a blank behind text that is already there. */
static void add_blank(struct hand *hand)
{
    if (!message_empty(hand->message))
        message_text(hand->message, " ");
}

static void write_asked(struct hand *hand)
{
    const char *words = lacking(hand->lacks);
    if (hand->table->seats[hand->seat].away) {
        add_blank(hand);
        message_text(
            hand->message,
            tr(hand->language, N_("A computer player keeps your seat until you are back.")));
        return;
    }
    if (*words != '\0') {
        const struct action *ask = hand->table->seats[hand->seat].ask;
        const struct card *card = &hand->rules->deck.face[ask->face];
        char label[LABEL_MAX];
        add_blank(hand);
        PHRASE(hand->message, tr(hand->language, words),
               arg_card("card", card_tint(card), label,
                        card_shown(hand->language, hand->rules, card, MARK_NONE, label)),
               arg_strong("words", tr(hand->language, proclamation)));
        return;
    }
    words = asked(hand);
    if (*words != '\0') {
        add_blank(hand);
        message_text(hand->message, tr(hand->language, words));
    }
}

/* Shows the top card only to a player who can act now. For a player who waits, the next move of
 * another player would make it untrue. */
static void write_top(struct hand *hand)
{
    PHRASE(hand->message,
           tr(hand->language, hand->turn                 ? N_("Your turn on {top}.")
                              : hand->view.legal.jump_in ? N_("On top {top}.")
                                                         : N_("Your hand; it is not your turn.")),
           arg_top("top", &(struct top_said){hand->table, hand->language}));
    if (hand->turn && hand->view.pending > 0) {
        PHRASE(hand->message,
               trn(hand->language, " {n} card to draw.", " {n} cards to draw.", hand->view.pending),
               arg_number("n", hand->view.pending));
    }
    write_asked(hand);
}

/* Writes the other players, from the next seat on. */
static void write_others(struct hand *hand)
{
    const struct view *view = &hand->view;
    struct message *others = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 1; others != NULL && i < view->players; i++) {
        unsigned step = view->direction > 0 ? i : view->players - i;
        unsigned seat = (hand->seat + step) % view->players;
        if (!seat_in_round(hand->table, seat))
            continue;
        bool first = message_empty(others);
        message_text(others, first ? "" : ", ");
        PHRASE(others,
               first ? trn(hand->language, "{player} {n} card", "{player} {n} cards",
                           view->hand_count[seat])
                     : "{player} {n}",
               arg_name("player", seat_name(hand->table, seat)),
               arg_number("n", view->hand_count[seat]));
    }
    PHRASE(hand->message, tr(hand->language, N_("The others: {seats}")),
           arg_piece(hand->message, "seats", others));
    message_destroy(others);
}

static void write_words(struct hand *hand)
{
    write_top(hand);
    message_text(hand->message, "\n");
    cards_say_rows(hand->message, hand->language, hand->rules, hand->view.hand, &hand->view.legal);
    if (hand->rules->power_cards > 0) {
        message_text(hand->message, (hand->view.power_red >> hand->seat & 1) != 0
                                        ? tr(hand->language, N_(" — power ✗"))
                                        : tr(hand->language, N_(" — power ✓")));
    }
    if (hand->turn) {
        message_text(hand->message, "\n");
        write_others(hand);
    }
}

/* -- controls -- */

static void add_colours(struct hand *hand)
{
    for (unsigned i = 0; i < sizeof(hand->rules->colours); i++) {
        unsigned colour = hand->rules->colours[i];
        struct control control = {.kind = CONTROL_BUTTON, .tint = (uint8_t)colour};
        control_label(&control, colour_word(hand->language, colour));
        control_say(&control, "colour %s", colour_name(colour));
        message_control(hand->message, &control);
    }
}

static void add_targets(struct hand *hand)
{
    char word[SEAT_WORD_MAX];
    control_add(hand->message, CONTROL_MENU, tr(hand->language, N_("Which player?")), "");
    for (unsigned seat = 0; seat < hand->view.players; seat++) {
        if ((hand->view.legal.targets >> seat & 1) == 0)
            continue;
        struct control control = {.kind = CONTROL_CHOICE};
        control_label(&control, seat_name(hand->table, seat));
        control_say(&control, "target %s", seat_word(hand->table, seat, word));
        message_control(hand->message, &control);
    }
}

/* Adds the controls with which the player answers a question: of an unfinished play (which colour,
 * which player), or of the round's phase. */
static void add_asked(struct hand *hand)
{
    const struct legal *legal = &hand->view.legal;
    if (hand->lacks == REFUSED_COLOUR_NEEDED || legal->colour)
        add_colours(hand);
    if (hand->lacks == REFUSED_TARGET_NEEDED || legal->target)
        add_targets(hand);
    if (hand->lacks == REFUSED_PROCLAIM) {
        struct control control = {.kind = CONTROL_WORDS, .strong = true};
        control_label(&control, tr(hand->language, N_("Speak the words")));
        control_say(&control, "%s", tr(hand->language, proclamation));
        message_control(hand->message, &control);
    }
}

/* Adds a button for each way to play the card that was drawn. */
static void add_drawn(struct hand *hand)
{
    struct plays plays = {.language = hand->language, .rules = hand->rules, .view = &hand->view};
    struct control control;
    while (plays_next(&plays, &control)) {
        struct message *label = message_create(NULL, NULL, URGENCY_INFO);
        if (label == NULL)
            return;
        PHRASE(label, tr(hand->language, N_("Play {card}")), arg_text("card", control.label));
        control_label(&control, label->text);
        message_destroy(label);
        control.kind = CONTROL_BUTTON;
        control.strong = true;
        message_control(hand->message, &control);
    }
}

static void add_plays(struct hand *hand)
{
    struct plays plays = {.language = hand->language, .rules = hand->rules, .view = &hand->view};
    struct control control;
    bool any = false;
    if (hand->turn && hand->view.phase == PHASE_DRAWN) {
        add_drawn(hand);
        return;
    }
    while (plays_next(&plays, &control)) {
        if (!any)
            control_add(hand->message, CONTROL_MENU, tr(hand->language, N_("Play a card")), "");
        any = true;
        message_control(hand->message, &control);
    }
}

static void add_button(struct hand *hand, bool there, const char *label, const char *words,
                       bool strong)
{
    struct control control = {.kind = CONTROL_BUTTON, .strong = strong};
    if (!there)
        return;
    control_label(&control, tr(hand->language, label));
    control_say(&control, "%s", words);
    message_control(hand->message, &control);
}

/* True if a play waits for its answer. */
static bool waits(const struct hand *hand)
{
    return hand->lacks != REFUSED_NOT && *lacking(hand->lacks) != '\0';
}

/* Adds the controls that neither play a card nor complete a play. */
static void add_answers(struct hand *hand)
{
    const struct view *view = &hand->view;
    const struct legal *legal = &view->legal;
    bool plays = !cards_empty(legal->normal) || !cards_empty(legal->flex);
    bool exposed = (view->exposed >> hand->seat & 1) != 0;
    add_button(hand, legal->draw, N_("Draw"), "draw", !plays);
    add_button(hand, legal->keep, N_("Keep"), "keep", false);
    add_button(hand, legal->pass, N_("Pass"), "keep", true);
    add_button(hand, legal->challenge, N_("Challenge"), "challenge", false);
    add_button(hand, legal->accept, N_("Accept"), "accept", false);
    bool last_but_one = hand->turn && plays && view->hand_count[hand->seat] == 2;
    add_button(hand, exposed || last_but_one, N_("UNO!"), "uno", exposed);
}

static void add_controls(struct hand *hand)
{
    add_button(hand, hand->table->seats[hand->seat].away, N_("I am back"), "back", true);
    add_asked(hand);
    if (waits(hand)) {
        add_button(hand, true, N_("Another card"), "hand back", false);
        return;
    }
    add_plays(hand);
    add_answers(hand);
}

/* -- pieces for who draws the cards -- */

void hand_asks(const struct table *table, unsigned seat, const struct language *language,
               struct message *words, struct message *choices)
{
    struct hand hand = hand_of(table, seat, language, words);
    hand.faces = true;
    write_asked(&hand);
    hand.message = choices;
    add_asked(&hand);
    if (waits(&hand))
        add_button(&hand, true, N_("Another card"), "hand back", false);
}

void hand_answers(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message)
{
    struct hand hand = hand_of(table, seat, language, message);
    add_button(&hand, table->seats[seat].away, N_("I am back"), "back", true);
    if (!waits(&hand))
        add_answers(&hand);
}

/* -- saying it -- */

static struct message *hand_line(struct table *table, unsigned seat)
{
    struct message *message = seat_line(table, seat);
    if (message == NULL)
        return NULL;
    message->purpose = PURPOSE_HAND;
    message->replaces = true;
    message->stamp = table_stamp(table);
    return message;
}

static void say_words(struct table *table, unsigned seat, const char *words)
{
    struct message *message = hand_line(table, seat);
    if (message == NULL)
        return;
    message_text(message, tr(seat_language(table, seat), words));
    place_say(seat_place(table, seat), message);
}

static void say_hand(struct table *table, unsigned seat)
{
    struct hand hand = hand_of(table, seat, seat_language(table, seat), hand_line(table, seat));
    if (hand.message == NULL)
        return;
    write_words(&hand);
    if (place_has_controls(seat_place(table, seat)))
        add_controls(&hand);
    place_say(seat_place(table, seat), hand.message);
}

static void say(struct table *table, unsigned seat)
{
    table->seats[seat].hand_due = false;
    if (table->round == NULL)
        say_words(table, seat, N_("The round is over."));
    else if (seat_in_round(table, seat))
        say_hand(table, seat);
    else
        say_words(table, seat, N_("You are out of this round."));
}

/* -- when -- */

void hand_due(struct table *table, unsigned seat)
{
    struct place *place = seat_place(table, seat);
    if (!place_has_boards(place) || table->seats[seat].person == NULL)
        return;
    table->seats[seat].hand_due = true;
    dirty_places_add(place);
}

void hands_due(struct table *table)
{
    for (unsigned seat = 0; table->round != NULL && seat < table->round->game.players; seat++)
        hand_due(table, seat);
}

/* HR-3 */
static bool may_jump(const struct rules *rules, const struct game *game, unsigned seat)
{
    struct legal legal;
    if (rules_switch(rules, SWITCH_JUMP_IN) == JUMP_IN_OFF)
        return false;
    game_legal(rules, game, seat, &legal);
    return legal.jump_in;
}

static bool same_counts(const struct game *a, const struct game *b)
{
    return memcmp(a->hand_count, b->hand_count, sizeof(a->hand_count)) == 0;
}

void hands_moved(struct table *table, const struct game *before)
{
    const struct game *game = &table->round->game;
    const struct rules *rules = table->round->rules;
    bool moved = before->turn != game->turn || before->phase != game->phase ||
                 before->turn_actions != game->turn_actions || !same_counts(before, game);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (!place_has_boards(seat_place(table, seat)))
            continue;
        bool cards = !cards_equal(before->hand[seat], game->hand[seat]);
        bool concerned = seat == before->turn || seat == game->turn ||
                         may_jump(rules, game, seat) || may_jump(rules, before, seat);
        bool caught = ((before->exposed ^ game->exposed) >> seat & 1) != 0;
        if (cards || caught || (moved && concerned))
            hand_due(table, seat);
    }
}

void hand_answer(struct table *table, unsigned seat)
{
    if (seat_in_round(table, seat) && place_has_boards(seat_place(table, seat)))
        say(table, seat);
}

void hand_withdraw(struct table *table, unsigned seat)
{
    if (seat_in_round(table, seat) && place_has_boards(seat_place(table, seat)))
        say_words(table, seat, N_("You have left the table."));
}

void hands_flush(struct place *place)
{
    struct table *table = place->table;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (!table->seats[seat].hand_due || seat_place(table, seat) != place)
            continue;
        if (seat_in_round(table, seat) && page_seat_alone(table, seat))
            table->seats[seat].hand_due = false; /* they see it there */
        else
            say(table, seat);
    }
}
