#include "render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/clock.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/reflex.h"
#include "bot/seat.h"
#include "bot/table.h"

/* One channel line under construction. */
struct telling {
    struct table *table;
    const struct language *language;
    const struct rules *rules;
    struct message *line;
    bool any; /* something stands on the line */
    const struct events *events;
    unsigned at;     /* event being told */
    unsigned joined; /* events told together with the one before */
};

static void part(struct telling *telling)
{
    if (telling->any)
        message_text(telling->line, tr(telling->language, N_("; ")));
    telling->any = true;
}

static const char *name_of(const struct telling *telling, unsigned seat)
{
    return seat_name(telling->table, seat);
}

static const struct event *next_event(const struct telling *telling)
{
    unsigned next = telling->at + 1;
    return next < telling->events->count ? &telling->events->at[next] : NULL;
}

/* A pattern with {player}, and where the event has them {other} and {n}. */
static void plain(struct telling *telling, const char *pattern, const struct event *event)
{
    part(telling);
    PHRASE(telling->line, tr(telling->language, pattern),
           arg_name("player", event->seat != SEAT_NONE ? name_of(telling, event->seat) : ""),
           arg_name("other", event->other != SEAT_NONE ? name_of(telling, event->other) : ""),
           arg_number("n", event->count));
}

static void counted(struct telling *telling, const char *one, const char *many,
                    const struct event *event)
{
    part(telling);
    PHRASE(telling->line, trn(telling->language, one, many, event->count),
           arg_name("player", name_of(telling, event->seat)), arg_number("n", event->count));
}

static void with_card(struct telling *telling, const char *pattern, const struct event *event)
{
    const struct card *card = &telling->rules->deck.face[event->face];
    char label[LABEL_MAX];
    part(telling);
    PHRASE(
        telling->line, tr(telling->language, pattern),
        arg_name("player", event->seat != SEAT_NONE ? name_of(telling, event->seat) : ""),
        arg_tinted("card", card_tint(card), card_label(telling->language, card, MARK_NONE, label)),
        arg_tinted("colour", (enum tint)event->colour,
                   colour_word(telling->language, event->colour)));
}

static void with_colour(struct telling *telling, const char *pattern, const struct event *event)
{
    part(telling);
    PHRASE(telling->line, tr(telling->language, pattern),
           arg_name("player", event->seat != SEAT_NONE ? name_of(telling, event->seat) : ""),
           arg_tinted("colour", (enum tint)event->colour,
                      colour_word(telling->language, event->colour)));
}

static void tell_played(struct telling *telling, const struct event *event)
{
    bool wild = kind_is_wild(telling->rules->deck.face[event->face].kind);
    bool names = wild && event->colour != COLOUR_NONE &&
                 telling->table->round->game.phase != PHASE_ROUND_OVER;
    if (event->flex)
        with_card(telling,
                  names ? N_("{player} plays {card} by its flex side and names {colour}")
                        : N_("{player} plays {card} by its flex side"),
                  event);
    else
        with_card(telling,
                  names ? N_("{player} plays {card} and names {colour}")
                        : N_("{player} plays {card}"),
                  event);
}

/* "draws 2 and loses the turn" is one sentence. */
static void tell_drew(struct telling *telling, const struct event *event)
{
    const struct event *next = next_event(telling);
    if (next != NULL && next->kind == EVENT_LOST_TURN && next->seat == event->seat) {
        telling->joined = 1;
        counted(telling,
                NP_("{player} draws {n} card and loses the turn",
                    "{player} draws {n} cards and loses the turn"),
                event);
    } else {
        counted(telling, NP_("{player} draws {n} card", "{player} draws {n} cards"), event);
    }
}

static void tell_shown(struct telling *telling, const struct event *event)
{
    if (event->other == SEAT_NONE) {
        struct message *cards =
            render_cards_piece(telling->language, telling->rules, event->cards, NULL);
        part(telling);
        PHRASE(telling->line, tr(telling->language, N_("{player} shows {cards}")),
               arg_name("player", name_of(telling, event->seat)),
               arg_piece(telling->line, "cards", cards));
        message_destroy(cards);
    } else {
        plain(telling, N_("{player} shows the hand to {other}"), event);
    }
}

void render_round_over(struct table *table, struct message *message, const struct event *over)
{
    const struct language *language = table->language;
    static const char *const nobody[] = {
        [ROUND_WON] = N_("The round is over."),
        [ROUND_BLOCKED] = N_("Nobody can play or draw: the round is void."),
        [ROUND_LIMIT] = N_("The round has gone on too long and is void."),
        [ROUND_DESERTED] = N_("Only one player is left: the round ends without points."),
    };
    if (over->seat == SEAT_NONE)
        message_text(message, tr(language, nobody[over->detail]));
    else
        PHRASE(message,
               trn(language, "{player} wins the round and {n} point!",
                   "{player} wins the round and {n} points!", (unsigned long)over->points),
               arg_strong("player", seat_name(table, over->seat)), arg_number("n", over->points));
}

static void tell_dealer_draw(struct telling *telling, const struct event *event)
{
    with_card(telling, N_("{player} draws {card} for the deal"), event);
}

static void tell_turned(struct telling *telling, const struct event *event)
{
    static const char *const words[] = {
        N_("first card {card}"), N_("{card} is turned up and does not count"), /* */
        N_("{card} is turned up and goes back into the draw pile"),            /* */
    };
    with_card(telling, words[event->count], event);
}

static void tell(struct telling *telling, const struct event *event)
{
    switch ((enum event_kind)event->kind) {
    case EVENT_DEALER_DRAW:
        tell_dealer_draw(telling, event);
        break;
    case EVENT_DEALT:
        counted(telling, NP_("{player} deals {n} card each", "{player} deals {n} cards each"),
                event);
        break;
    case EVENT_TURNED:
        tell_turned(telling, event);
        break;
    case EVENT_PLAYED:
        tell_played(telling, event);
        break;
    case EVENT_DREW:
        tell_drew(telling, event);
        break;
    case EVENT_KEPT:
        plain(telling, N_("{player} keeps the card"), event);
        break;
    case EVENT_PASSED:
        plain(telling, N_("{player} passes"), event);
        break;
    case EVENT_LOST_TURN:
        plain(telling, N_("{player} loses the turn"), event);
        break;
    case EVENT_REVERSED:
        plain(telling, event->count != 0 ? N_("clockwise now") : N_("counter-clockwise now"),
              event);
        break;
    case EVENT_COLOUR:
        with_colour(telling, N_("{player} names {colour}"), event);
        break;
    case EVENT_UNO:
        plain(telling, N_("{player} says UNO!"), event);
        break;
    case EVENT_CAUGHT:
        plain(telling, N_("{other} catches {player} without UNO"), event);
        break;
    case EVENT_FALSE_UNO:
        plain(telling, N_("{player} calls UNO for nothing"), event);
        break;
    case EVENT_CHALLENGED:
        plain(telling,
              event->count != 0 ? N_("{player} challenges {other}, who was bluffing")
                                : N_("{player} challenges {other}, who played by the rules"),
              event);
        break;
    case EVENT_ACCEPTED:
        plain(telling, N_("{player} accepts"), event);
        break;
    case EVENT_SHOWN:
        tell_shown(telling, event);
        break;
    case EVENT_RESHUFFLED:
        plain(telling, N_("the discard pile becomes a new draw pile ({n})"), event);
        break;
    case EVENT_PENDING:
        counted(telling, NP_("{n} card to draw for {player}", "{n} cards to draw for {player}"),
                event);
        break;
    case EVENT_HYPER:
        with_colour(telling,
                    event->colour == COLOUR_NONE ? N_("Hyperspeed ends")
                                                 : N_("Hyperspeed on {colour}"),
                    event);
        break;
    case EVENT_POWER:
        plain(telling, event->count != 0 ? N_("{player}'s power ✓") : N_("{player}'s power ✗"),
              event);
        break;
    case EVENT_POWER_RESET:
        plain(telling, N_("all powers ✓ again"), event);
        break;
    case EVENT_TARGETED:
        plain(telling, N_("{player} chooses {other}"), event);
        break;
    case EVENT_SWAPPED:
        plain(telling, N_("{player} swaps hands with {other}"), event);
        break;
    case EVENT_ROTATED:
        plain(telling, N_("all hands move on by one seat"), event);
        break;
    case EVENT_OUT:
        plain(telling, N_("{player} holds too many cards and is out"), event);
        break;
    case EVENT_PLACE:
        plain(telling, N_("{player} reaches place {n}"), event);
        break;
    case EVENT_LEFT:
        plain(telling, N_("{player} leaves the table; the hand goes into the draw pile"), event);
        break;
    case EVENT_PROCLAIMED:
        plain(telling, N_("{player} speaks the words of power"), event);
        break;
    case EVENT_ROUND_OVER:
        if (telling->any && event->seat == SEAT_NONE)
            message_text(telling->line,
                         tr(telling->language, N_(". "))); /* a sentence of its own */
        else
            part(telling);
        render_round_over(telling->table, telling->line, event);
        break;
    }
}

/* "→ bob", with what is asked when it is more than a turn. */
static void add_next(const struct table *table, struct message *line)
{
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
    /* HR-6: whether it must be played would tell a wild +4 that is unlawful from other cards. */
    if (game->phase == PHASE_DRAWN &&
        rules_switch(table->round->rules, SWITCH_FORCE_PLAY) != FORCE_OFF)
        words = N_(" → {player}: it can be played");
    /* In a quiet channel the whispered hand calls the player, and with controls the board. */
    bool called = table->quiet || table_has_controls(table) || seat_is_silent(table, game->turn);
    PHRASE(line, tr(table->language, words),
           called ? arg_name("player", name) : arg_mention("player", name));
}

/* -- in private -- */

static void whisper_shown(struct table *table, const struct event *event)
{
    struct message *line = seat_line(table, event->other);
    const struct language *language = seat_language(table, event->other);
    if (line == NULL)
        return;
    struct message *cards = render_cards_piece(language, table->round->rules, event->cards, NULL);
    PHRASE(line, tr(language, N_("{player}'s hand: {cards}")),
           arg_name("player", seat_name(table, event->seat)), arg_piece(line, "cards", cards));
    message_destroy(cards);
    table_say(table, line);
}

/* Whether the action leaves the turn or what is asked as it was: then nobody is called. */
bool render_is_word(const struct events *events)
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

/* What a seat drew, of whatever it was for. */
static struct cards drawn_by(const struct events *events, unsigned seat)
{
    struct cards cards = {{0, 0}};
    for (unsigned i = 0; i < events->count; i++)
        if (events->at[i].kind == EVENT_DREW && events->at[i].seat == seat)
            cards = cards_or(cards, events->at[i].cards);
    return cards;
}

/* The hand comes at the deal, at each own turn, with what was drawn, and after hands moved; with
 * controls a drawn card that is to be decided on is in the hand that is there already. */
static void whisper_hands(struct table *table, const struct events *events)
{
    const struct game *game = &table->round->game;
    bool controls = table_has_controls(table);
    bool over = game->phase == PHASE_ROUND_OVER;
    bool goes_on = !controls && render_is_word(events); /* their turn goes on as it was */
    bool all = false;
    for (unsigned i = 0; i < events->count; i++) {
        unsigned kind = events->at[i].kind;
        all = all || kind == EVENT_DEALT || kind == EVENT_SWAPPED || kind == EVENT_ROTATED;
    }
    for (unsigned seat = 0; seat < game->players; seat++) {
        struct cards drawn = drawn_by(events, seat);
        bool any = !cards_empty(drawn);
        bool asked = seat == game->turn && !goes_on && !(controls && game->phase == PHASE_DRAWN);
        if (over ? any && controls : any || all || asked)
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

/* -- what is gathered -- */

/* "; {player} says UNO! → {player}: play it or keep it?" */
enum { NEXT_ROOM = 64, RECENT_MOST = 400 };

static bool fits(const struct table *table, const struct message *line, const struct message *more)
{
    unsigned limit = table->network->adapter->impl->caps.line_limit;
    return limit == 0 || line->length + more->length + NEXT_ROOM <= limit;
}

/* Takes `more` over and gives the line to go on with; what does not fit is said. */
static struct message *join(struct table *table, struct message *more)
{
    struct message *line = table_unsaid(table);
    if (line == NULL || more == NULL)
        return line == NULL ? more : line;
    if (!fits(table, line, more)) {
        table_say(table, line);
        return more;
    }
    char last = line->length > 0 ? line->text[line->length - 1] : '.';
    message_text(line, last == '.' || last == '!' ? " " : tr(table->language, N_("; ")));
    PHRASE(line, "{more}", arg_piece(line, "more", more));
    message_destroy(more);
    return line;
}

void render_unsaid(struct table *table)
{
    struct message *line = table_unsaid(table);
    if (line == NULL)
        return;
    if (table->round != NULL)
        add_next(table, line);
    table_say(table, line);
    clock_arm(table); /* it was set for this, and what it wakes for next is later */
}

uint64_t render_unsaid_due(const struct table *table)
{
    return table->unsaid == NULL || table->quiet ? UINT64_MAX
                                                 : table->unsaid_at + table->host->options.gather;
}

void render_more(struct table *table, struct message *sentences)
{
    uint64_t at = table->unsaid_at;
    bool going = table->unsaid != NULL;
    table_keep_unsaid(table, join(table, sentences));
    if (going)
        table->unsaid_at = at;
}

/* Whether who acts next is who has just acted. */
static bool turn_goes_on(const struct game *game)
{
    return game->phase == PHASE_DRAWN || game->phase == PHASE_TARGET || game->phase == PHASE_COLOUR;
}

/* A person who plays, not one whose seat a computer player keeps. */
static bool is_person(const struct table *table, unsigned seat)
{
    return seat < table->seat_count && !seat_is_computer(table, seat);
}

/* Done by computer players to computer players. */
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

/* Nobody may have to act on what it tells before the line ends. */
static bool waits(const struct table *table, const struct events *events)
{
    const struct game *game = &table->round->game;
    const struct adapter_caps *caps = &table->network->adapter->impl->caps;
    bool word = render_is_word(events);
    if (game->phase == PHASE_ROUND_OVER)
        return false;
    if (table->quiet)
        return word || turn_goes_on(game);
    if (table->host->options.gather == 0 || caps->local || caps->controls || word ||
        game->exposed != 0 || rules_switch(table->round->rules, SWITCH_JUMP_IN) != JUMP_IN_OFF)
        return false;
    return game->phase == PHASE_DRAWN ||
           (seat_is_computer(table, game->turn) && !concerns_people(table, events));
}

static struct message *tell_all(struct table *table, const struct events *events)
{
    struct telling telling = {.table = table,
                              .language = table->language,
                              .rules = table->round->rules,
                              .line = table_line(table, URGENCY_TABLE),
                              .events = events};
    if (telling.line == NULL)
        return NULL;
    for (telling.at = 0; telling.at < events->count; telling.at += 1 + telling.joined) {
        telling.joined = 0;
        tell(&telling, &events->at[telling.at]);
    }
    return telling.line;
}

/* Words belong to the move before them; a person's move begins anew. */
static void note_recent(struct table *table, const struct events *events,
                        const struct message *line)
{
    struct round *round = table->round;
    unsigned seat = events->at[0].seat;
    size_t length = round->recent != NULL ? strlen(round->recent) : 0;
    if (round->seq == 0 || line->failed) /* the deal */
        return;
    bool begins = length == 0 || length + line->length > RECENT_MOST ||
                  (!render_is_word(events) && is_person(table, seat));
    size_t size = (begins ? 0 : length + 2) + line->length + 1;
    char *recent = malloc(size);
    if (recent != NULL)
        snprintf(recent, size, "%s%s%s", begins ? "" : round->recent, begins ? "" : "; ",
                 line->text);
    free(round->recent);
    round->recent = recent;
}

void render_recent(struct table *table, const struct events *events)
{
    struct message *line = events->count > 0 ? tell_all(table, events) : NULL;
    if (line != NULL)
        note_recent(table, events, line);
    message_destroy(line);
}

void render_events(struct table *table, const struct events *events)
{
    struct message *line = events->count > 0 ? tell_all(table, events) : NULL;
    bool going = table->unsaid != NULL;
    uint64_t began = table->unsaid_at;
    if (line == NULL)
        return;
    note_recent(table, events, line);
    line = join(table, line);
    if (table->round->game.phase == PHASE_ROUND_OVER || waits(table, events)) {
        table_keep_unsaid(table, line); /* how the round ended goes on with the totals */
        if (going)
            table->unsaid_at = began;
    } else {
        if (!render_is_word(events) || (going && !table->quiet))
            add_next(table, line);
        table_say(table, line);
    }
    whispers(table, events);
}

const char *refusal_words(enum refusal refusal)
{
    static const char *const words[REFUSED_COUNT] = {
        [REFUSED_ROUND_OVER] = N_("No round is running."),
        [REFUSED_NOT_SEATED] = N_("You are not in this round."),
        [REFUSED_NO_SUCH_CARD] = N_("There is no such card in this deck."),
        [REFUSED_NOT_HELD] = N_("You do not hold that card."),
        [REFUSED_NOT_YOUR_TURN] = N_("It is not your turn."),
        [REFUSED_PHASE] = N_("That is not what is asked now: {p}hand shows what is."),
        [REFUSED_ONLY_DRAWN] = N_("You may play the card you drew and no other, or {p}keep it."),
        [REFUSED_NO_MATCH] = N_("That card does not match."),
        [REFUSED_NO_FLEX] = N_("Its flex side cannot be used now."),
        [REFUSED_COLOUR_NEEDED] = N_("Which colour?"),
        [REFUSED_COLOUR_UNKNOWN] = N_("This deck does not have that colour."),
        [REFUSED_TARGET_NEEDED] = N_("Which player?"),
        [REFUSED_TARGET] = N_("You cannot choose that player."),
        [REFUSED_PROCLAIM] =
            N_("Speak the words first: By the power of Grayskull, I have the power!"),
        [REFUSED_UNLAWFUL_WD4] =
            N_("You hold a card that matches: this wild +4 may not be played."),
        [REFUSED_LAST_CARD] = N_("That card may not be the last one."),
        [REFUSED_PENDING] = N_("Answer the pending cards with a draw card, or {p}draw them."),
        [REFUSED_MUST_PLAY] = N_("You hold a card that must be played."),
        [REFUSED_CAN_DRAW] = N_("Nobody passes without a card: {p}draw one first."),
        [REFUSED_NOT_EXPOSED] = N_("There is nobody to catch."),
        [REFUSED_MULTI] = N_("Those cards cannot be played together."),
        [REFUSED_MALFORMED] = N_("That is not possible."),
        [REFUSED_NOTHING_TO_DRAW] = N_("There is nothing to draw: {p}pass."),
    };
    return words[refusal];
}

const char *rules_words(enum rules_error error)
{
    static const char *const words[] = {
        [RULES_OK] = N_("I am out of memory."),
        [RULES_PLAYERS] = N_("These rules are not for so many players."),
        [RULES_HAND_TOO_LARGE] = N_("The deck is too small for so many players and cards."),
        [RULES_BLUFF_CONFLICT] =
            N_("Where a wild +4 cannot be a bluff there is nothing to challenge: {p}set no_bluff "
               "off or {p}set no_challenge off first."),
        [RULES_DEFLECT_ALONE] = N_("Cards to draw can be passed on only where they add up: {p}set "
                                   "stack any first."),
        [RULES_PLAY_TO_LAST_SCORED] = N_("Places are played out only where one round is the match: "
                                         "{p}set score single_round first."),
        [RULES_MERCY] = N_("Who is dealt so many cards would be out at once: {p}set mercy takes "
                           "more than {p}set hand_size."),
        [RULES_VALUE] = N_("That number is too high or too low: {p}set NAME shows what it may be."),
    };
    return words[error];
}
