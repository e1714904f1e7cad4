#include "render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/show/render/lines.h"
#include "bot/show/show_state.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"

/* -- in private -- */

static void whisper_shown(struct table *table, const struct event *event)
{
    struct message *line = seat_line(table, event->other);
    const struct language *language = seat_language(table, event->other);
    if (line == NULL)
        return;
    const struct cards_said cards = {language, table->round->rules, event->cards, NULL};
    PHRASE(line, tr(language, N_("{player}'s hand: {cards}")),
           arg_name("player", seat_name(table, event->seat)), arg_cards("cards", &cards));
    seat_say(table, event->other, line);
}

static bool has_kind(const struct events *events, enum event_kind kind)
{
    for (unsigned i = 0; i < events->count; i++) {
        if (events->at[i].kind == kind)
            return true;
    }
    return false;
}

/* Returns the cards that a seat drew, for any reason. */
static struct cards drawn_by(const struct events *events, unsigned seat)
{
    struct cards cards = cards_none();
    for (unsigned i = 0; i < events->count; i++) {
        if (events->at[i].kind == EVENT_DREW && events->at[i].seat == seat)
            cards = cards_or(cards, events->at[i].cards);
    }
    return cards;
}

/* Whispers hands: to everybody at the deal and after hands moved, to a player who drew cards, and
 * to the player of each turn. Where the network keeps hands up to date, a player who must decide on
 * a drawn card gets no second whisper: the hand shows it. */
static void whisper_hands(struct table *table, const struct events *events)
{
    const struct game *game = &table->round->game;
    bool over = game->phase == PHASE_ROUND_OVER;
    bool word = round_is_word(events);
    bool all = has_kind(events, EVENT_DEALT) || has_kind(events, EVENT_SWAPPED) ||
               has_kind(events, EVENT_ROTATED);
    bool draws = has_kind(events, EVENT_DREW);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (!all && !draws && seat != game->turn)
            continue;
        bool kept = place_has_boards(seat_place(table, seat));
        bool goes_on = !kept && word; /* their turn continues unchanged */
        struct cards drawn = drawn_by(events, seat);
        bool any = !cards_empty(drawn);
        bool asked = seat == game->turn && !goes_on && !(kept && game->phase == PHASE_DRAWN);
        if (over ? any && kept : any || all || asked)
            render_hand_news(table, seat, drawn);
    }
}

static void whispers(struct table *table, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->at[i];
        if (event->kind == EVENT_SHOWN && event->other != SEAT_NONE)
            whisper_shown(table, event);
    }
    whisper_hands(table, events);
}

/* -- the channel's line -- */

enum { RECENT_MAX = 400 };

/* True if the player who has just acted must act again. */
static bool turn_goes_on(const struct game *game)
{
    return game->phase == PHASE_DRAWN || game->phase == PHASE_TARGET || game->phase == PHASE_COLOUR;
}

/* True if a person plays in the seat. A seat that a computer player keeps for a person does not
 * count. */
static bool is_person(const struct table *table, unsigned seat)
{
    return seat < table->seat_count && !seat_is_computer(table, seat);
}

/* True if the action was done by a person or to one; also for a deal, and when all hands move. */
static bool concerns_people(const struct table *table, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->at[i];
        if (event->kind == EVENT_DEALT || event->kind == EVENT_ROTATED ||
            is_person(table, event->seat) || is_person(table, event->other))
            return true;
    }
    return false;
}

/* True if the line can wait for more moves, because nobody may have to act on what it tells so
 * far. */
static bool line_waits(const struct place *place, const struct events *events)
{
    const struct table *table = place->table;
    const struct game *game = &table->round->game;
    const struct adapter_caps *caps = &place->network->adapter->impl->caps;
    bool word = round_is_word(events);
    if (game->phase == PHASE_ROUND_OVER)
        return false;
    if (place->quiet)
        return word || turn_goes_on(game);
    if (show_of(table->host)->lent.options->gather == 0 || caps->local || caps->boards || word ||
        game->exposed != 0 || rules_switch(table->round->rules, SWITCH_JUMP_IN) != JUMP_IN_OFF)
        return false;
    return game->phase == PHASE_DRAWN ||
           (seat_is_computer(table, game->turn) && !concerns_people(table, events));
}

/* True if this action begins a new list of last moves: there is no list yet, or a person has moved.
 * Spoken words begin none, because they belong to the move before them. */
static bool begins_anew(const struct place *place, const struct events *events)
{
    return place->view.recent == NULL ||
           (!round_is_word(events) && is_person(place->table, events->at[0].seat));
}

static bool is_deal(const struct place *place, const struct events *events)
{
    return events->count == 0 || place->table->round->seq == 0;
}

/* Sets the list of last moves to `before` and the line. Without a line (memory is out) it drops the
 * list, because the older moves would mislead. */
static void keep_recent(struct view_state *view, const char *before, const struct message *line)
{
    bool good = line != NULL && !line->failed;
    size_t length = strlen(before);
    char *recent = good ? malloc(length + line->length + 1) : NULL;
    if (recent != NULL) {
        memcpy(recent, before, length);
        memcpy(recent + length, line->text, line->length + 1);
    }
    free(view->recent);
    view->recent = recent;
}

void render_recent(struct place *place, const struct events *events)
{
    struct view_state *view = &place->view;
    if (is_deal(place, events))
        return;
    bool begins = begins_anew(place, events);
    struct flow flow = {.about = begins ? SEAT_NONE : view->recent_about};
    struct message *line = render_told(place, events, &flow);
    size_t length = begins ? 0 : strlen(view->recent);
    if (line != NULL && length + line->length > RECENT_MAX && flow.joined) {
        message_destroy(line);
        flow.about = SEAT_NONE;
        line = render_told(place, events, &flow);
    }
    char before[RECENT_MAX + sizeof("; ")] = "";
    if (!begins && line != NULL && length + line->length <= RECENT_MAX)
        snprintf(before, sizeof(before), "%s%s", view->recent, flow.joined ? "" : "; ");
    keep_recent(view, before, line);
    message_destroy(line);
    view->recent_about = (uint8_t)flow.about;
    view->mover = events->at[0].seat;
}

/* Returns the gathered line with what an action did behind it, or a new line if that does not fit.
 * Sets `about` to the seat of the last clause. */
static struct message *go_on(struct place *place, const struct events *events, unsigned *about)
{
    const struct view_state *view = &place->view;
    struct flow flow = {.about = view->unsaid != NULL ? view->unsaid_about : SEAT_NONE};
    struct message *line = render_told(place, events, &flow);
    if (line != NULL && flow.joined && !lines_fit(place, view->unsaid, line)) {
        message_destroy(line);
        flow.about = SEAT_NONE;
        line = render_told(place, events, &flow);
    }
    *about = flow.about;
    return line != NULL ? lines_join(place, line, flow.joined) : NULL;
}

static void tell_events(struct place *place, const struct events *events)
{
    const struct table *table = place->table;
    struct view_state *view = &place->view;
    bool going = view->unsaid != NULL;
    bool both = !going && begins_anew(place, events); /* the line and the list of last moves get the
                                                       * same text */
    uint64_t began = view->unsaid_at;
    unsigned about;
    struct message *line = go_on(place, events, &about);
    if (line == NULL)
        return;
    if (!both) {
        render_recent(place, events);
    } else if (!is_deal(place, events)) {
        keep_recent(view, "", line);
        view->recent_about = (uint8_t)about;
        view->mover = events->at[0].seat;
    }
    if (table->round->game.phase == PHASE_ROUND_OVER || line_waits(place, events)) {
        lines_keep_unsaid(place, line); /* keep the line, because the totals must follow the end of
                                         * the round */
        view->unsaid_about = (uint8_t)about;
        if (going)
            view->unsaid_at = began;
    } else {
        if (!round_is_word(events) || (going && !place->quiet))
            lines_add_next(place, line);
        place_say(place, line);
    }
}

void render_events(struct table *table, const struct events *events)
{
    if (events->count == 0)
        return;
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        tell_events(place, events);
    whispers(table, events);
}
