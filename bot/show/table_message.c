#include "table_message.h"

#include "bot/show/button_wording.h"
#include "bot/show/dirty_places.h"
#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/show/show_state.h"
#include "bot/show/table_message_controls.h"
#include "bot/show/table_snapshot.h"
#include "bot/table/pause.h"
#include "bot/table/seats/seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"

/* -- words -- */

static void write_totals(const struct place *place, struct message *board)
{
    const struct table *table = place->table;
    if (!snapshot_has_totals(table))
        return;
    message_text(board, "\n");
    render_totals(table, place->language, board);
}

/* True if the opener has the first seat. The lobby names the opener first, so it need not say who
 * opened the table. */
static bool is_first(const struct table *table)
{
    return seat_of(table, table->opener) == 0;
}

static void write_lobby(const struct place *place, struct message *board)
{
    const struct table *table = place->table;
    render_rules(table, place->language, board);
    message_text(board, "\n");
    render_seats(place, board);
    if (seats_dealt(table) < 2) {
        message_text(board, "\n");
        message_text(board, tr(place->language,
                               place->kind == PLACE_PRIVATE
                                   ? N_("It takes two: Settings seats computer players.")
                                   : N_("It takes two: Join takes a seat, Settings seats computer "
                                        "players.")));
    }
    render_teams(place, place->language, "\n", board);
    render_autostart(table, place->language, "\n", board);
    if (table->opener != NULL && !is_first(table) && place->kind != PLACE_PRIVATE) {
        message_text(board, "\n");
        PHRASE(board, tr(place->language, N_("Opened by {player}.")),
               arg_name("player", table->opener->name));
    }
    write_totals(place, board);
}

/* Returns the seat whose player must act and gets a ring. SEAT_NONE: nobody, for example because a
 * computer player acts. */
static unsigned to_call(const struct table *table)
{
    unsigned turn = table->round != NULL ? table->round->game.turn : SEAT_NONE;
    return turn != SEAT_NONE && seat_is_present(table, turn) && !table->seats[turn].away
               ? turn
               : SEAT_NONE;
}

static void write_turn(const struct place *place, struct message *board)
{
    const struct table *table = place->table;
    unsigned turn = table->round->game.turn;
    bool call = to_call(table) != SEAT_NONE && seat_place(table, turn) == place;
    if (call)
        message_call(board, table->seats[turn].person->id);
    PHRASE(board, tr(place->language, N_("Turn: {player}")),
           call ? arg_mention("player", seat_name(table, turn))
                : arg_strong("player", seat_name(table, turn)));
}

static void write_round(const struct place *place, struct message *board)
{
    const struct table *table = place->table;
    const struct game *game = &table->round->game;
    PHRASE(board, tr(place->language, N_("On top {top}; draw pile {n}; {direction}")),
           arg_top("top", &(struct top_said){table, place->language}),
           arg_number("n", game->pile_count),
           arg_text("direction", game->direction > 0
                                     ? tr(place->language, N_("clockwise"))
                                     : tr(place->language, N_("counter-clockwise"))));
    if (game->pending > 0) {
        PHRASE(board,
               trn(place->language, "; {n} card to draw", "; {n} cards to draw", game->pending),
               arg_number("n", game->pending));
    }
    message_text(board, "\n");
    write_turn(place, board);
    message_text(board, "\n");
    render_order(place, place->language, board);
    render_teams(place, place->language, "\n", board);
    write_totals(place, board);
    snapshot_make(place, board);
}

static void write_between(const struct place *place, struct message *board)
{
    if (!seats_uneven(place->table)) {
        message_text(board, tr(place->language, N_("The next round is dealt soon.")));
        message_text(board, "\n");
    }
    render_seats(place, board);
    render_teams(place, place->language, "\n", board);
    write_totals(place, board);
}

/* The reason why the table waits comes first. */
static void write_halt(const struct place *place, struct message *board)
{
    if (!pause_is_on(place->table))
        return;
    PHRASE(board, tr(place->language, button_wording(place->network, pause_words)),
           arg_text("p", network_prefix(place->network)));
    message_text(board, "\n");
}

/* -- when -- */

static void (*const views[])(const struct place *place, struct message *board) = {
    [TABLE_LOBBY] = write_lobby,
    [TABLE_ROUND] = write_round,
    [TABLE_BETWEEN] = write_between,
};

/* FNV-1a over everything that the message shows. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t hash_of(const struct message *board)
{
    uint64_t hash = hash_bytes(UINT64_C(14695981039346656037), board->text, board->length);
    hash = hash_bytes(hash, &board->stamp, sizeof(board->stamp));
    hash = hash_bytes(hash, &board->mono, sizeof(board->mono));
    for (unsigned i = 0; i < board->control_count; i++)
        hash = hash_bytes(hash, &board->controls[i], sizeof(board->controls[i]));
    return hash != 0 ? hash : 1;
}

static struct message *board_line(struct place *place)
{
    struct message *board = place_line(place, URGENCY_TABLE);
    if (board != NULL)
        board->purpose = PURPOSE_BOARD;
    return board;
}

/* Decides if the message comes below all other lines, and if it rings. Both happen when the turn
 * passes to another person who has not just given a command and has not turned calls off, unless
 * the channel wants the message in one place. table_message_renew() brings it below in any case. */
static void ring(struct place *place, struct message *board)
{
    const struct table *table = place->table;
    struct view_state *view = &place->view;
    unsigned seat = to_call(table);
    bool begins = table->round != NULL && view->rung_in != table->round->id;
    if (begins) {
        view->rung_in = table->round->id;
        view->rung = SEAT_NONE;
    }
    bool comes = seat != SEAT_NONE && seat != view->rung && seat + 1 != view->pressed &&
                 seat_place(table, seat) == place;
    if (seat != SEAT_NONE)
        view->rung = (uint8_t)seat;
    board->board = place->board;
    board->rings = comes && !seat_is_silent(table, seat) && place->board != BOARD_STAYS;
    board->below = board->rings || view->table_message_renew;
    view->table_message_renew = false;
}

/* The title names the opener and the set of rules, because these need no language. */
static void name_table(const struct table *table, struct message *board)
{
    char title[128];
    const char *opener = table->opener != NULL ? table->opener->name : NULL;
    snprintf(title, sizeof(title), "%s%s%s", opener != NULL ? opener : "",
             opener != NULL ? " · " : "", ruleset_name(table->set));
    message_title(board, title);
}

static void say(struct place *place)
{
    struct table *table = place->table;
    enum table_state state = table->round != NULL            ? TABLE_ROUND
                             : table->state == TABLE_BETWEEN ? TABLE_BETWEEN
                                                             : TABLE_LOBBY;
    struct message *board = board_line(place);
    place->view.table_message_due = false;
    if (board == NULL)
        return;
    name_table(table, board);
    board->stamp = table_stamp(table);
    write_halt(place, board);
    if (place_has_controls(place))
        board_halts(table, place->language, board);
    if (state != TABLE_ROUND)
        ending_show(place, board);
    views[state](place, board);
    if (place_has_controls(place))
        board_controls(table, place->language, board);
    uint64_t hash = hash_of(board);
    if (hash == place->view.board_hash || board->failed) {
        message_destroy(board);
        return;
    }
    place->view.board_hash = hash;
    ring(place, board);
    place_say(place, board);
}

static void board_due_at(struct place *place)
{
    if (!place_has_boards(place))
        return;
    place->view.table_message_due = true;
    dirty_places_add(place);
}

void table_message_due(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        board_due_at(place);
}

void table_message_renew(struct place *place)
{
    place->view.board_hash = 0;
    place->view.table_message_renew = true;
    board_due_at(place);
}

void table_message_stands(struct place *place)
{
    const struct table *table = place->table;
    place->view.rung_in = table->round != NULL ? table->round->id : 0;
    place->view.rung = (uint8_t)to_call(table);
    place->view.table_message_due = false;
}

void table_message_pressed(struct table *table, unsigned seat)
{
    struct place *place = seat_place(table, seat);
    if (!place_has_boards(place))
        return;
    place->view.pressed = (uint8_t)(seat + 1);
    dirty_places_add(place);
}

void table_message_close(struct place *place)
{
    struct message *board = place_has_boards(place) ? board_line(place) : NULL;
    if (board == NULL)
        return;
    message_text(board, tr(place->language, N_("The table is closed.")));
    place_say(place, board);
}

void table_messages_flush(struct show *show)
{
    while (show->dirty != NULL) {
        struct place *place = show->dirty;
        struct view_state *view = &place->view;
        show->dirty = view->shows_next;
        view->shows = false;
        if (place->reachable) { /* an unreachable place gets all of it with the announcement */
            hands_flush(place);
            if (view->table_message_due)
                say(place);
        }
        view->pressed = 0;
    }
}
