#include "render.h"

#include <string.h>

#include "base/array.h"
#include "bot/show/render/lines.h"
#include "bot/table/autostart.h"
#include "bot/table/seats/seats.h"
#include "bot/table/setup.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"

enum { SECOND = 1000 };

static const struct card *top_face(const struct table *table)
{
    const struct round *round = table->round;
    return &round->rules->deck.face[round->game.top_face];
}

static void say_top(struct message *message, const void *of)
{
    const struct top_said *said = of;
    const struct round *round = said->table->round;
    const struct card *top = top_face(said->table);
    card_say(message, said->language, round->rules, top, MARK_NONE);
    if (kind_is_wild(top->kind) && round->game.colour != COLOUR_NONE) {
        message_text(message, " ");
        colour_say(message, said->language, round->rules, round->game.colour);
    }
}

struct arg arg_top(const char *place, const struct top_said *said)
{
    return arg_written(place, say_top, said);
}

static void add_cards(struct message *line, const char *pattern, const struct language *language,
                      const struct rules *rules, struct cards cards)
{
    PHRASE(line, pattern, arg_cards("cards", &(struct cards_said){language, rules, cards, NULL}));
}

void render_playable(const struct table *table, unsigned seat, const struct language *language,
                     const char *why, struct message *line)
{
    struct view view;
    const struct rules *rules = table->round->rules;
    view_of(rules, &table->round->game, seat, &view);
    struct cards normal = view.legal.normal;
    struct cards flex = cards_without(view.legal.flex, normal);
    PHRASE(line, tr(language, why),
           arg_text("p", network_prefix(seat_place(table, seat)->network)));
    if (cards_empty(normal) && cards_empty(flex)) {
        PHRASE(line,
               tr(language, view.turn != seat ? N_(" It is not your turn. {player} is to move.")
                            : view.legal.draw
                                ? N_(" None of your cards can be played now: {p}draw.")
                                : N_(" None of your cards can be played now.")),
               arg_text("p", network_prefix(seat_place(table, seat)->network)),
               arg_name("player", seat_name(table, view.turn)));
    }
    if (!cards_empty(normal))
        add_cards(line, tr(language, N_(" You can play: {cards}")), language, rules, normal);
    if (!cards_empty(normal) && !cards_empty(flex))
        message_text(line, ".");
    if (!cards_empty(flex)) {
        add_cards(line, tr(language, N_(" By the flex side (add the word flex): {cards}")),
                  language, rules, flex);
    }
}

/* Returns what the player of the turn must do; NULL if it is only a move, or if HR-6 hides it
 * (lines_add_next()). */
static const char *asked(const struct round *round)
{
    static const char *const words[] = {
        [PHASE_DRAWN] = N_(": play it or keep it?"),
        [PHASE_CHALLENGE] = N_(": accept or challenge?"),
        [PHASE_TARGET] = N_(": choose a player"),
        [PHASE_COLOUR] = N_(": name the colour"),
    };
    enum phase phase = round->game.phase;
    bool untold =
        phase == PHASE_DRAWN && rules_switch(round->rules, SWITCH_FORCE_PLAY) != FORCE_OFF;
    return phase < ARRAY_SIZE(words) && words[phase] != NULL && !untold ? words[phase] : NULL;
}

void render_autostart(const struct table *table, const struct language *language,
                      const char *before, struct message *message)
{
    if (table->autostart == AUTOSTART_OFF || table_is_private(table) || table->match.players > 0)
        return;
    message_text(message, before);
    PHRASE(message,
           tr(language, table->autostart == AUTOSTART_FULL
                            ? N_("The round starts when the table is full.")
                            : N_("The round starts {n} s after the last one sat down.")),
           arg_number("n", table->autostart));
}

void render_count(const struct table *table, const struct language *language, const char *before,
                  struct message *message)
{
    uint64_t now = table_now(table);
    uint64_t due = autostart_due(table);
    if (due == UINT64_MAX || due <= now)
        return;
    message_text(message, before);
    PHRASE(message, tr(language, N_("The round starts in {n} s.")),
           arg_number("n", (long)((due - now + SECOND - 1) / SECOND)));
}

void render_table(const struct place *place, const struct language *language,
                  struct message *message)
{
    const struct table *table = place->table;
    if (table->round == NULL) {
        struct message *seats = message_create(NULL, NULL, URGENCY_INFO);
        if (seats != NULL)
            render_order(place, language, seats);
        PHRASE(message, tr(language, N_("No round is running. Seats: {seats}")),
               arg_piece(message, "seats", seats));
        message_destroy(seats);
        render_teams(place, language, ". ", message);
        render_count(table, language, " ", message);
        return;
    }
    const struct game *game = &table->round->game;
    struct message *seats = message_create(NULL, NULL, URGENCY_INFO);
    if (seats != NULL)
        render_order(place, language, seats);
    PHRASE(message, tr(language, N_("On top {top}; draw pile {n}; {direction}: {seats}")),
           arg_top("top", &(struct top_said){table, language}), arg_number("n", game->pile_count),
           arg_text("direction", game->direction > 0 ? tr(language, N_("clockwise"))
                                                     : tr(language, N_("counter-clockwise"))),
           arg_piece(message, "seats", seats));
    message_destroy(seats);
    if (asked(table->round) != NULL) {
        PHRASE(message, "; {player}", arg_name("player", seat_name(table, game->turn)));
        message_text(message, tr(language, asked(table->round)));
    }
    if (game->pending > 0) {
        PHRASE(message, trn(language, "; {n} card to draw", "; {n} cards to draw", game->pending),
               arg_number("n", game->pending));
    }
    render_teams(place, language, ". ", message);
}

const char *render_level(const struct language *language, const char *level)
{
    static const char *const names[] = {N_("random"), N_("easy"), N_("normal"), N_("hard")};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strcmp(names[i], level) == 0)
            return tr(language, names[i]);
    }
    return level;
}

static void add_seat(const struct place *place, const struct language *language,
                     struct message *message, unsigned seat, bool turn)
{
    const struct table *table = place->table;
    const char *name = seat_name(table, seat);
    const struct round *round = seat_in_round(table, seat) ? table->round : NULL;
    if (turn)
        message_text(message, "→ ");
    message_add(message, turn ? STYLE_STRONG : STYLE_NAME, TINT_WILD, name, strlen(name));
    if (round != NULL) { /* a board with table messages names the unit once: "({n} cards)" */
        PHRASE(message,
               turn && place_has_boards(place)
                   ? trn(language, " ({n} card)", " ({n} cards)", round->game.hand_count[seat])
                   : " ({n})",
               arg_number("n", round->game.hand_count[seat]));
    }
    if (round != NULL && round->rules->power_cards > 0)
        message_text(message, (round->game.power_red >> seat & 1) != 0 ? "✗" : "✓");
    if (table->seats[seat].away || table->seats[seat].gone_at != 0)
        message_text(message, tr(language, N_(" (away)")));
    else if (table->seats[seat].person == NULL) {
        PHRASE(message, tr(language, N_(" (computer, {level})")),
               arg_text("level", render_level(language, table->seats[seat].player->name)));
    }
}

/* Lists the names in playing order. `waiting`: lists the seats, too, that we keep for somebody who
 * is gone (seat.waits). */
static void list_seats(const struct place *place, const struct language *language,
                       struct message *message, bool waiting)
{
    const struct table *table = place->table;
    unsigned count = table->seat_count;
    unsigned first = table->round != NULL ? table->round->game.turn : 0;
    unsigned step = table->round != NULL && table->round->game.direction < 0 ? count - 1 : 1;
    bool any = false;
    for (unsigned i = 0, seat = first; i < count; i++, seat = (seat + step) % count) {
        if (table->seats[seat].leaving || (table->seats[seat].waits && !waiting))
            continue;
        if (any)
            message_text(message, ", ");
        any = true;
        add_seat(place, language, message, seat, table->round != NULL && seat == first);
    }
    if (!any)
        message_text(message, tr(language, N_("nobody yet")));
}

void render_order(const struct place *place, const struct language *language,
                  struct message *message)
{
    list_seats(place, language, message, true);
}

/* Leaves out seats that wait: a reader of the channel's log was told that these players left
 * (NOTE_SEAT_WAITS). */
void render_seats(const struct place *place, struct message *message)
{
    struct message *seats = message_create(NULL, NULL, URGENCY_INFO);
    if (seats != NULL)
        list_seats(place, place->language, seats, false);
    PHRASE(message, tr(place->language, N_("At the table: {seats}")),
           arg_piece(message, "seats", seats));
    message_destroy(seats);
}

void render_totals(const struct table *table, const struct language *language,
                   struct message *message)
{
    const struct match *match = &table->match;
    struct message *totals = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; i < match->players && i < table->seat_count; i++) {
        if (totals == NULL)
            break;
        if (i > 0)
            message_text(totals, ", ");
        PHRASE(totals, "{player} {n}", arg_name("player", seat_name(table, i)),
               arg_number("n", match->total[i]));
    }
    PHRASE(message, tr(language, N_("Totals: {totals}.")), arg_piece(message, "totals", totals));
    message_destroy(totals);
    if (!match->over)
        return;
    for (unsigned i = 0; i < match->players && i < table->seat_count; i++) {
        if ((match->winners >> i & 1) != 0) {
            PHRASE(message, tr(language, N_(" {player} wins the match!")),
                   arg_strong("player", seat_name(table, i)));
        }
    }
}

bool render_ends_newest(const struct place *place)
{
    const struct table *table = place->table;
    return table->last.words != NULL && (table->round == NULL || place->view.recent == NULL);
}

static void write_opening(const struct place *place, struct message *line)
{
    const struct table *table = place->table;
    const struct language *language = place->language;
    struct message *seats = message_create(NULL, NULL, URGENCY_INFO);
    if (seats != NULL)
        render_order(place, language, seats);
    PHRASE(line,
           tr(language, N_("A table is open here ({set}). {p}join takes a seat, {p}bots N adds "
                           "computer players, {p}start deals. Seats: {seats}")),
           arg_strong("set", ruleset_name(table->set)),
           arg_text("p", network_prefix(place->network)), arg_piece(line, "seats", seats));
    message_destroy(seats);
}

/* Returns the length of the player's name at the beginning of the text. A blank, a punctuation mark
 * or the end must follow it. 0: no name stands there. */
static size_t name_at(const struct table *table, const char *text)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const char *name = seat_name(table, seat);
        size_t length = strlen(name);
        if (strncmp(text, name, length) == 0 && strchr(" ,;.:!", text[length]) != NULL)
            return length;
    }
    return 0;
}

/* Returns words that were kept as plain text, with the players' names as names, so that they ring
 * for nobody. NULL: memory is out. */
static struct message *kept_words(const struct table *table, const char *words)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    while (piece != NULL && *words != '\0') {
        size_t length = name_at(table, words);
        if (length > 0)
            message_add(piece, STYLE_NAME, TINT_WILD, words, length);
        size_t rest = strcspn(words + length, " ");
        rest += strspn(words + length + rest, " ");
        if (rest > 0)
            message_add(piece, STYLE_PLAIN, TINT_WILD, words + length, rest);
        words += length + rest;
    }
    return piece;
}

static void write_kept(const struct table *table, struct message *line, const char *pattern,
                       const char *words)
{
    struct message *piece = kept_words(table, words);
    PHRASE(line, pattern, arg_piece(line, "words", piece));
    message_destroy(piece);
    message_text(line, " ");
}

struct message *render_state(struct place *place)
{
    const struct table *table = place->table;
    const struct language *language = place->language;
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return NULL;
    bool board = place_has_boards(place); /* which says the rest */
    if (place->untold && table->round == NULL && !board) {
        write_opening(place, line);
        return line;
    }
    message_text(line, tr(language, N_("The table goes on where it was. ")));
    if (place->round_void) {
        message_text(line,
                     tr(language, N_("The running round could not be rebuilt and is void; the "
                                     "scores stand. ")));
    }
    if (render_ends_newest(place))
        write_kept(table, line, tr(language, N_("The last round: {words}")), table->last.words);
    bool totals =
        table->match_on ? table->match.rounds > 0 : table->match.over && table->match.rounds > 1;
    if (totals && !board) {
        render_totals(table, language, line);
        message_text(line, " ");
    }
    if (table->round != NULL && place->view.recent != NULL) {
        const char *words = place->view.recent;
        bool whole = *words != '\0' && words[strlen(words) - 1] == '!'; /* "... and says UNO!" */
        write_kept(table, line,
                   tr(language, whole ? N_("Last move: {words}") : N_("Last move: {words}.")),
                   words);
    }
    if (!board)
        render_table(place, language, line);
    return line;
}

struct message *render_changes_in(const struct table *table, const struct language *language)
{
    struct switches sheet;
    struct switches switches = table->switches;
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    ruleset_defaults(table->set, &sheet);
    setup_settle(table->set, RULES_VERSION, &switches);
    for (unsigned id = 0; piece != NULL && id < SWITCH_COUNT; id++) {
        if (sheet.value[id] == switches.value[id])
            continue;
        if (!message_empty(piece))
            message_text(piece, tr(language, N_("; ")));
        switch_says(piece, language, &switches, id);
    }
    return piece;
}

void render_rules(const struct table *table, const struct language *language,
                  struct message *message)
{
    struct message *changes = render_changes_in(table, language);
    PHRASE(message,
           tr(language, changes != NULL && message_empty(changes)
                            ? N_("Rules: {set}, as on its sheet.")
                            : N_("Rules: {set}, but {changes}.")),
           arg_strong("set", ruleset_name(table->set)), arg_piece(message, "changes", changes));
    message_destroy(changes);
}

void render_changes(struct place *place)
{
    const struct table *table = place->table;
    struct message *changes = render_changes_in(table, place->language);
    struct message *line =
        changes != NULL && !message_empty(changes) ? place_line(place, URGENCY_TABLE) : NULL;
    if (line != NULL) {
        PHRASE(line, tr(place->language, N_("Played by the sheet of {set}, but: {changes}.")),
               arg_strong("set", ruleset_name(table->set)), arg_piece(line, "changes", changes));
        lines_more(place, line);
    }
    message_destroy(changes);
}
