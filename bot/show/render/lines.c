#include "lines.h"

#include <stdio.h>
#include <string.h>

#include "adapters/pages.h"
#include "bot/show/show_state.h"
#include "bot/show/speak.h"
#include "bot/table/clock.h"
#include "bot/table/output_lost.h"
#include "bot/table/seats/own_tables.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

bool place_has_boards(const struct place *place)
{
    return place->network->adapter->impl->caps.boards;
}

bool place_has_controls(const struct place *place)
{
    return place->network->adapter->impl->caps.controls;
}

struct message *place_line(struct place *place, enum urgency urgency)
{
    struct message *message = message_create(place->channel, NULL, urgency);
    if (message != NULL)
        message->mono = place->mono;
    else
        output_lost_line(place->table);
    return message;
}

void lines_name_table(struct message *message, const struct table *table,
                      const struct person *person)
{
    const struct place *place = place_on(table, person->network);
    enum whisper way = place->network->adapter->impl->caps.whisper;
    if (message == NULL || way != WHISPER_PRIVATE_MESSAGE || person->table_count < 2 ||
        own_tables_count(person) < 2)
        return;
    const struct language *own = person_language(person);
    const struct language *language = own != NULL ? own : place->language;
    if (place->kind == PLACE_PRIVATE)
        PHRASE(message, "{table}: ", arg_text("table", tr(language, N_("Our own table"))));
    else /* IRC services begin their notices with "[#channel]": clients show these in the channel's
          * window */
        PHRASE(message, "[{channel}] ", arg_text("channel", place->channel));
}

struct message *seat_line(struct table *table, unsigned seat)
{
    if (!seat_is_present(table, seat))
        return NULL;
    const struct person *person = table->seats[seat].person;
    const struct place *place = seat_place(table, seat);
    struct message *message = message_create(place->channel, person->id, URGENCY_HAND);
    if (message == NULL)
        output_lost_line(table);
    preferences_dress(message, &person->preferences, place->mono);
    if (message != NULL && message->way == WAY_ANY && table->seats[seat].talks)
        message->way = WAY_TALK;
    lines_name_table(message, table, person);
    return message;
}

/* True if the turn is that user's. */
static bool is_for_turn(const struct place *place, const char *user)
{
    const struct table *table = place->table;
    if (user == NULL || table->round == NULL || table->round->game.phase == PHASE_ROUND_OVER)
        return false;
    unsigned turn = table->round->game.turn;
    return seat_is_present(table, turn) && seat_place(table, turn) == place &&
           strcmp(table->seats[turn].person->id, user) == 0;
}

/* Says the line to the page with that id. Pages are users of a network of their own. */
static void say_on_page(const struct people *people, const char *id, const struct message *line)
{
    for (unsigned i = 0; i < network_count(people); i++) {
        struct network *network = network_at(people, i);
        struct message *copy = network->adapter != NULL && pages_have_seats(network->adapter)
                                   ? message_create(NULL, id, line->urgency)
                                   : NULL;
        if (copy == NULL)
            continue;
        PHRASE(copy, "{line}", arg_piece(copy, "line", line));
        speak_durable(network, copy);
    }
}

void seat_say(struct table *table, unsigned seat, struct message *line)
{
    const struct page_seat *page = NULL;
    while ((page = page_seat_next_open(table, seat, page)) != NULL)
        say_on_page(table->home.network->people, page->id, line);
    place_say(seat_place(table, seat), line);
}

void place_say(struct place *place, struct message *message)
{
    if (message != NULL && message->user == NULL && place->view.unsaid != NULL)
        lines_unsaid(place);
    if (message != NULL && message->replaces && is_for_turn(place, message->user))
        message->first = true;
    /* A message to a channel that is away is lost. When the channel is back, we announce the state
     * of the table. */
    if (!place->reachable)
        message_destroy(message);
    else
        speak_durable_at(place, message);
}

void lines_renamed(const struct person *person, const char *old)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (strcmp(old, person->name) != 0 && (table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE || table->seats[seat].waits)
            continue;                /* the channel was told that they left */
        char shown[PERSON_NAME_MAX]; /* "alice (2)" where another alice sits there, too */
        const char *label = table->seats[seat].label;
        bool labelled = label != NULL && strncmp(label, old, strlen(old)) == 0;
        snprintf(shown, sizeof(shown), "%s", labelled ? label : old);
        for (struct place *place = place_first(table); place != NULL; place = place->next) {
            struct message *line = place_line(place, URGENCY_TABLE);
            if (line != NULL) {
                PHRASE(line, tr(place->language, N_("{old} plays as {player} now.")),
                       arg_name("old", shown), arg_name("player", seat_name(table, seat)));
            }
            place_say(place, line);
        }
    }
}

void lines_keep_unsaid(struct place *place, struct message *message)
{
    if (place->view.unsaid == NULL)
        place->view.unsaid_at = table_now(place->table);
    message_destroy(place->view.unsaid);
    place->view.unsaid = NULL;
    if (!place->reachable) { /* as in place_say() */
        message_destroy(message);
        return;
    }
    place->view.unsaid =
        message != NULL ? message_trim(message) : NULL; /* message_trim() because there may be ten
                                                         * thousand tables with such a line */
    place->view.unsaid_about = SEAT_NONE;
}

struct message *lines_take_unsaid(struct place *place)
{
    struct message *message = place->view.unsaid;
    place->view.unsaid = NULL;
    return message;
}

void lines_drop(struct place *place)
{
    message_destroy(lines_take_unsaid(place));
}

/* True if the next player has just acted: we do not ring for a player after their own move. */
static bool turn_goes_on(const struct round *round)
{
    enum phase phase = round->game.phase;
    return phase == PHASE_DRAWN ||
           (round->seq > 0 && (phase == PHASE_TARGET || phase == PHASE_COLOUR));
}

/* Puts the next player's name first in the line, for clients that ring for the first name. */
static void name_first(const struct place *place, struct message *line)
{
    static const char *const asks[] = {
        [PHASE_TURN] = N_("{player}: {line} → your turn"),
        [PHASE_CHALLENGE] = N_("{player}: {line} → accept or challenge?"),
        [PHASE_TARGET] = N_("{player}: {line} → choose a player"),
        [PHASE_COLOUR] = N_("{player}: {line} → name the colour"),
    };
    const struct round *round = place->table->round;
    const char *pattern = tr(place->language, asks[round->game.phase]);
    const char *behind = strstr(pattern, "{line}");
    struct message *whole = message_create(NULL, NULL, URGENCY_INFO);
    if (whole != NULL) {
        PHRASE(whole, pattern, arg_mention("player", seat_name(place->table, round->game.turn)),
               arg_piece(whole, "line", line));
    }
    message_replace_text(line, whole);
    line->asks = (uint8_t)(behind != NULL ? strlen(behind) - strlen("{line}") : 0);
}

void lines_add_next(const struct place *place, struct message *line)
{
    const struct table *table = place->table;
    static const char *const asks[] = {
        [PHASE_TURN] = N_(" → {player}"),
        [PHASE_DRAWN] = N_(" → {player}: play it or keep it?"),
        [PHASE_CHALLENGE] = N_(" → {player}: accept or challenge?"),
        [PHASE_TARGET] = N_(" → {player}: choose a player"),
        [PHASE_COLOUR] = N_(" → {player}: name the colour"),
    };
    const struct game *game = &table->round->game;
    if (game->phase == PHASE_ROUND_OVER)
        return;
    const char *name = seat_name(table, game->turn);
    const char *words = asks[game->phase];
    /* With HR-6 (a drawn card must be played) we do not say if this card must be played. A "no"
     * would tell everybody that it is a wild +4, unlawful because of other cards in the hand. */
    if (game->phase == PHASE_DRAWN &&
        rules_switch(table->round->rules, SWITCH_FORCE_PLAY) != FORCE_OFF)
        words = N_(" → {player}: it can be played");
    bool first = place->network->adapter->impl->caps.first_name_rings;
    /* The line does not ring for the player if the whispered hand (in a quiet channel) or the table
     * message does so, nor if the player is elsewhere: the ring could then reach somebody else with
     * the same name. */
    bool named = place->quiet || place_has_boards(place) || seat_is_silent(table, game->turn) ||
                 seat_is_elsewhere(place, game->turn) ||
                 (first && (table->seats[game->turn].person == NULL || turn_goes_on(table->round)));
    if (first && !named)
        name_first(place, line);
    else {
        PHRASE(line, tr(place->language, words),
               named ? arg_name("player", name) : arg_mention("player", name));
    }
}

/* -- what is gathered -- */

/* " → {player}: play it or keep it?" */
enum { NEXT_ROOM = 64 };

bool lines_fit(const struct place *place, const struct message *line, const struct message *more)
{
    unsigned limit = place->network->adapter->impl->caps.line_limit;
    return limit == 0 || line->length + more->length + NEXT_ROOM <= limit;
}

struct message *lines_join(struct place *place, struct message *more, bool joined)
{
    struct message *line = lines_take_unsaid(place);
    if (line == NULL || more == NULL)
        return line == NULL ? more : line;
    if (!lines_fit(place, line, more)) {
        place_say(place, line);
        return more;
    }
    char last = line->length > 0 ? line->text[line->length - 1] : '.';
    bool blank = last == ' '; /* behind whole sentences */
    if (!joined && !blank)
        message_text(line, last == '.' || last == '!' ? " " : tr(place->language, N_("; ")));
    PHRASE(line, "{more}", arg_piece(line, "more", more));
    message_destroy(more);
    return line;
}

void lines_unsaid(struct place *place)
{
    struct table *table = place->table;
    struct message *line = lines_take_unsaid(place);
    if (line == NULL)
        return;
    if (table->round != NULL)
        lines_add_next(place, line);
    place_say(place, line);
    clock_arm(table); /* the timer was set to send this line */
}

uint64_t lines_unsaid_due(const struct place *place)
{
    return place->view.unsaid == NULL || place->quiet
               ? UINT64_MAX
               : place->view.unsaid_at + show_of(place->table->host)->lent.options->gather;
}

void lines_more(struct place *place, struct message *sentences)
{
    uint64_t at = place->view.unsaid_at;
    bool going = place->view.unsaid != NULL;
    lines_keep_unsaid(place, lines_join(place, sentences, false));
    if (going)
        place->view.unsaid_at = at;
}
