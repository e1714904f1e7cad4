#include "table_message_controls.h"

#include "bot/show/controls.h"
#include "bot/show/seat_names.h"
#include "bot/table/pause.h"
#include "bot/table/seats/seat.h"
#include "bot/table/table.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* Where controls are added, and in which language. */
struct control_making {
    const struct table *table;
    const struct language *language;
    struct message *message;
};

static void add_button(const struct control_making *making, const char *label, const char *words)
{
    control_add(making->message, CONTROL_BUTTON, tr(making->language, label), words);
}

static void add_strong(const struct control_making *making, const char *label, const char *words,
                       bool off)
{
    struct control control = {.kind = CONTROL_BUTTON, .strong = !off, .off = off};
    control_label(&control, tr(making->language, label));
    control_say(&control, "%s", words);
    message_control(making->message, &control);
}

/* Adds the button to join. A private table has none, because nobody else can join it. */
static void add_join(const struct control_making *making)
{
    if (!table_is_private(making->table))
        add_button(making, N_("Join"), "join");
}

static void add_start(const struct control_making *making)
{
    const struct table *table = making->table;
    add_strong(making, table->match.over ? N_("Rematch") : N_("Start"), "start",
               seats_dealt(table) < 2);
}

/* Adds the button that catches that player. It betrays nothing: everybody sees who holds one card
 * and has not said UNO. */
static void add_catch(const struct control_making *making, unsigned seat)
{
    char word[SEAT_WORD_MAX];
    struct control control = {.kind = CONTROL_BUTTON};
    struct message *label = message_create(NULL, NULL, URGENCY_INFO);
    if (label == NULL)
        return;
    PHRASE(label, tr(making->language, N_("Catch {player}")),
           arg_text("player", seat_name(making->table, seat)));
    control_label(&control, label->text);
    message_destroy(label);
    control_say(&control, "catch %s", seat_word(making->table, seat, word));
    message_control(making->message, &control);
}

static void add_catches(const struct control_making *making, unsigned but)
{
    const struct game *game = &making->table->round->game;
    for (unsigned seat = 0; seat < game->players; seat++) {
        if ((game->exposed >> seat & 1) != 0 && seat != but)
            add_catch(making, seat);
    }
}

/* Called when a player has drawn a card: only keep and play can follow, and with two cards in hand
 * also UNO. The buttons are the same for every card, because only its owner may know it. */
static void add_drawn(const struct control_making *making)
{
    const struct game *game = &making->table->round->game;
    add_button(making, N_("Play it"), "play drawn");
    if (game->hand_count[game->turn] == 2)
        add_button(making, N_("Play it and UNO!"), "play drawn uno");
    add_button(making, N_("Keep"), "keep");
    add_catches(making, SEAT_NONE);
}

/* Adds the button that shows the proofs of the shuffles to the person who presses it. (On networks
 * with buttons rounds.c writes no lines with proofs.) At a terminal nobody needs a proof. */
static void add_fair(const struct control_making *making)
{
    if (!making->table->home.network->adapter->impl->caps.local)
        add_button(making, N_("Fair?"), "fair");
}

static void add_ways_out(const struct control_making *making)
{
    add_button(making, N_("Leave"), "leave");
    add_button(making, N_("Settings"), "settings");
}

static void add_round(const struct control_making *making)
{
    const struct game *game = &making->table->round->game;
    add_strong(making, N_("My hand"), "hand", false);
    if (game->phase == PHASE_DRAWN) {
        add_drawn(making);
        return;
    }
    if (game->phase == PHASE_CHALLENGE) {
        add_button(making, N_("Challenge"), "challenge");
        add_button(making, N_("Accept"), "accept");
    } else {
        add_button(making, N_("Draw"), "draw");
    }
    add_button(making, N_("UNO!"), "uno");
    add_catches(making, SEAT_NONE);
    if (seats_have_room(making->table))
        add_join(making); /* for the next round */
    add_ways_out(making);
}

static void add_lobby(const struct control_making *making)
{
    bool over = making->table->match.over;
    if (over) /* a rematch comes first: after a match most people want one */
        add_start(making);
    add_join(making);
    add_button(making, N_("Leave"), "leave");
    if (!over)
        add_start(making);
    add_button(making, N_("Settings"), "settings");
    add_fair(making);
}

void board_halts(const struct table *table, const struct language *language, struct message *board)
{
    const struct control_making making = {table, language, board};
    if (pause_is_on(table))
        add_button(&making, N_("Play on"), "resume");
    if (!vote_is_open(table))
        return;
    add_button(&making, N_("I agree"), "yes");
    add_button(&making, N_("I do not agree"), "no");
}

void board_controls(const struct table *table, const struct language *language,
                    struct message *board)
{
    const struct control_making making = {table, language, board};
    if (table->round != NULL) {
        add_round(&making);
    } else if (table->state == TABLE_BETWEEN) {
        add_join(&making);
        add_ways_out(&making);
        add_fair(&making);
    } else {
        add_lobby(&making);
    }
}

void seat_catches(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message)
{
    const struct control_making making = {table, language, message};
    if (table->round != NULL)
        add_catches(&making, seat);
}

void seat_controls(const struct table *table, unsigned seat, const struct language *language,
                   struct message *message)
{
    const struct control_making making = {table, language, message};
    board_halts(table, language, message);
    if (table->round == NULL && table->state != TABLE_BETWEEN)
        add_start(&making);
    if (seat < table->seat_count && !table->seats[seat].leaving)
        add_button(&making, N_("Leave"), "leave");
    add_button(&making, N_("Settings"), "settings");
}
