#include "handlers.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seat.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/refusals.h"
#include "bot/text/words_memory.h"

/* Makes a move. A player who was away counts as back. */
static enum refusal act(struct command_context *context, const struct action *action)
{
    struct table *table = context->table;
    if (table->seats[context->seat].away && seat_in_round(table, context->seat))
        seat_away(table, context->seat, false); /* somebody who plays is back */
    enum refusal refusal = round_act(table, action);
    context->moved = refusal == REFUSED_NOT && action->kind != ACTION_CATCH;
    return refusal;
}

/* Returns a pattern that says why a move was refused. If the move came out of order, it says what
 * the player must do first. */
static const char *refusal_here(const struct command_context *context, enum refusal refusal)
{
    static const char *const asked[] = {
        [PHASE_TURN] = N_("It is your turn: {p}play a card or {p}draw one."),
        [PHASE_DRAWN] = N_("You have drawn: {p}play that card or {p}keep it."),
        [PHASE_CHALLENGE] = N_("The wild +4 comes first: {p}accept or {p}challenge."),
        [PHASE_TARGET] = N_("The choice of a player comes first: {p}target NAME"),
        [PHASE_COLOUR] = N_("The colour comes first: {p}colour COLOUR"),
    };
    const struct round *round = context->table->round;
    if (refusal != REFUSED_PHASE || round == NULL || round->game.turn != context->seat)
        return refusal_words(refusal);
    enum phase phase = round->game.phase;
    bool untold = /* HR-6 forces this play, so the hand asks no question */
        phase == PHASE_DRAWN && rules_switch(round->rules, SWITCH_FORCE_PLAY) != FORCE_OFF;
    bool known = phase < ARRAY_SIZE(asked) && asked[phase] != NULL;
    return known && !untold ? asked[phase] : refusal_words(refusal);
}

static void act_or_tell(struct command_context *context, enum action_kind kind)
{
    struct action action = action_make(kind, context->seat);
    enum refusal refusal = act(context, &action);
    if (refusal != REFUSED_NOT)
        context_tell(context, refusal_here(context, refusal));
}

/* -- a play, and what it may lack -- */

/* Says the pattern: {colours} stands for the deck's colours, {colour} for one of them. */
static void tell_colours(struct command_context *context, const char *pattern)
{
    const struct rules *rules = context->table->round->rules;
    char colours[128];
    struct buf buf;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    buf_init(&buf, colours, sizeof(colours));
    for (unsigned i = 0; i < sizeof(rules->colours); i++) {
        buf_printf(&buf, "%s%s", i > 0 ? ", " : "",
                   colour_word(context->language, rules->colours[i]));
    }
    PHRASE(message, tr(context->language, pattern), arg_text("p", network_prefix(context->network)),
           arg_text("colours", colours),
           arg_text("colour", colour_word(context->language, rules->colours[0])));
    context_say(context, message);
}

/* Keeps a play that lacks only a colour, a player or the words of S-3, until the player gives that.
 * Returns false if it lacks something else. */
static bool asks(struct command_context *context, const struct action *play, enum refusal refusal)
{
    const char *question = refusal == REFUSED_COLOUR_NEEDED
                               ? N_("Which colour? {colours}. For example: {p}colour {colour}")
                           : refusal == REFUSED_TARGET_NEEDED
                               ? N_("Which player? For example: {p}target NAME")
                           : refusal == REFUSED_PROCLAIM ? refusal_words(refusal)
                                                         : NULL;
    if (question == NULL)
        return false;
    bool throttled = context->throttled;
    context->throttled =
        throttled && context->table->seats[context->seat].ask != NULL; /* asked already */
    if (!context_has_controls(context))                                /* there the hand asks */
        tell_colours(context, question);
    context->throttled = throttled;
    seat_ask(context->table, context->seat, play);
    return true;
}

static void tell_playable(struct command_context *context, const char *why)
{
    struct message *line =
        seat_in_round(context->table, context->seat) ? context_private(context) : NULL;
    if (line == NULL)
        return;
    line->first = true; /* everybody waits for this player's answer, so send it first */
    render_playable(context->table, context->seat, context->language, why, line);
    context_say(context, line);
}

/* Returns why this play may not name a player at all. NULL: it may name one, so the reason is that
 * it named a wrong one. */
static const char *nameless_words(const struct command_context *context,
                                  const struct action *action)
{
    const struct round *round = context->table->round;
    enum kind kind = (enum kind)round->rules->deck.face[action->face].kind;
    if (play_needs_target(round->rules, &round->game, action->seat, action->face, action->flex))
        return NULL;
    if (kind == KIND_WILD_WEB) /* W-1, W-2 */
        return N_("First the hands are shown: play that card without a name, then choose.");
    if (play_needs_target(round->rules, &round->game, action->seat, action->face, true)) {
        return N_("By its normal side that card takes no name: leave the name out, or add flex to "
                  "choose a player.");
    }
    return N_("That card takes no name: leave the name out.");
}

static void play_action(struct command_context *context, const struct action *action)
{
    enum refusal refusal = act(context, action);
    if (refusal == REFUSED_NOT || asks(context, action, refusal))
        return;
    const char *nameless = refusal == REFUSED_TARGET && action->kind == ACTION_PLAY
                               ? nameless_words(context, action)
                               : NULL;
    if (nameless != NULL) {
        context_tell(context, nameless);
        return;
    }
    if (refusal == REFUSED_NOT_HELD || refusal == REFUSED_NO_MATCH ||
        refusal == REFUSED_ONLY_DRAWN || refusal == REFUSED_NO_SUCH_CARD)
        tell_playable(context, refusal_words(refusal));
    else
        context_tell(context, refusal_here(context, refusal));
}

/* Reads the card and what follows it. The options of a slash command may name a card's own colour
 * twice ("R5 red uno"); then it reads the text without the second. */
static enum words_result read_play(const struct command_context *context, struct play_words *words)
{
    const struct rules *rules = context->table->round->rules;
    const char *text = context->arguments;
    enum words_result result = words_remembered(rules, text, words);
    char less[200];
    if (result != WORDS_TRAILING || !context->event->command)
        return result;
    const char *again = text + words->rest;
    size_t length = strcspn(again, " ");
    unsigned colour = words_colour(rules, again, length);
    int written = snprintf(less, sizeof(less), "%.*s%s", (int)words->rest, text, again + length);
    if (colour == COLOUR_NONE || written < 0 || (size_t)written >= sizeof(less))
        return result;
    enum words_result second = words_play(rules, less, words);
    return second == WORDS_OK && rules->deck.face[words->face].colour == colour ? second : result;
}

/* Plays the card just drawn if the typist typed "drawn", by its flex side if only that side fits.
 * Refuses it out of turn or without a drawn card. Returns false if "drawn" was not typed. */
static bool play_drawn(struct command_context *context)
{
    const struct round *round = context->table->round;
    const struct game *game = &round->game;
    struct action action = action_make(ACTION_PLAY, context->seat);
    struct legal legal;
    action.uno = strcmp(context->arguments, "drawn uno") == 0;
    if (!action.uno && strcmp(context->arguments, "drawn") != 0)
        return false;
    if (game->turn != context->seat || game->phase != PHASE_DRAWN) {
        context_tell(context,
                     refusal_here(context, game->turn == context->seat ? REFUSED_PHASE
                                                                       : REFUSED_NOT_YOUR_TURN));
        return true;
    }
    game_legal(round->rules, game, context->seat, &legal);
    action.face = round->rules->deck.face_of[game->drawn];
    action.flex = !cards_has(legal.normal, game->drawn);
    play_action(context, &action);
    return true;
}

/* Tells the typist which text behind the card we do not understand. */
static void tell_trailing(struct command_context *context, const char *words)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message,
           tr(context->language, N_("I understand the card, but not \"{words}\" behind it. For "
                                    "example: {p}play r5, {p}play w red")),
           arg_text("words", words), arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

/* True if the card was typed as we show it ("[R 8/G]*flex") and only its flex side fits: then it is
 * played by that side. */
static bool fits_by_flex_alone(const struct command_context *context,
                               const struct play_words *words)
{
    const struct round *round = context->table->round;
    struct cards face = round->rules->of_face[words->face];
    struct legal legal;
    game_legal(round->rules, &round->game, context->seat, &legal);
    return words->exact && cards_empty(cards_and(legal.normal, face)) &&
           !cards_empty(cards_and(legal.flex, face));
}

void run_play(struct command_context *context)
{
    const struct round *round = context->table->round;
    struct play_words words;
    struct action action = action_make(ACTION_PLAY, context->seat);
    if (!seat_in_round(context->table, context->seat)) {
        context_tell(context, refusal_words(REFUSED_NOT_SEATED));
        return;
    }
    if (play_drawn(context))
        return;
    switch (read_play(context, &words)) {
    case WORDS_OK:
        break;
    case WORDS_CARD_COLOUR_MISSING:
        tell_colours(context, N_("Of which colour is that card? For example: {p}play {colour} 5"));
        return;
    case WORDS_AMBIGUOUS:
        context_tell(context,
                     N_("Which card? Say one colour and one card, for example {p}play r5"));
        return;
    case WORDS_TRAILING:
        tell_trailing(context, context->arguments + words.rest);
        return;
    case WORDS_EMPTY:
        tell_playable(context, N_("Which card?"));
        return;
    case WORDS_UNKNOWN_CARD:
        tell_playable(context, N_("I do not know that card."));
        return;
    }
    action.face = (uint8_t)words.face;
    if (!words.exact && !words.flex) {
        action.face =
            (uint8_t)words_alternative(round->rules, words.face, round->game.hand[context->seat]);
    }
    action.colour = (uint8_t)words.colour;
    action.flex = words.flex || fits_by_flex_alone(context, &words);
    action.uno = words.uno;
    action.proclaim = words.proclaim;
    action.more_count = (uint8_t)words.more_count;
    memcpy(action.more, words.more, sizeof(action.more));
    if (words.target[0] != '\0') {
        action.target = (uint8_t)context_seat_named(context, words.target);
        if (action.target == SEAT_NONE) {
            context_tell_no_such_player(context, words.target);
            return;
        }
    }
    play_action(context, &action);
}

/* -- the other turn actions -- */

/* With a wild +4 before them, "draw" means taking it. */
void run_draw(struct command_context *context)
{
    const struct game *game = &context->table->round->game;
    bool takes = game->phase == PHASE_CHALLENGE && game->turn == context->seat;
    act_or_tell(context, takes ? ACTION_ACCEPT : ACTION_DRAW);
}

void run_keep(struct command_context *context)
{
    const struct game *game = &context->table->round->game;
    act_or_tell(context, game->phase == PHASE_TURN ? ACTION_PASS : ACTION_KEEP);
}

void run_challenge(struct command_context *context)
{
    act_or_tell(context, ACTION_CHALLENGE);
}

void run_accept(struct command_context *context)
{
    act_or_tell(context, ACTION_ACCEPT);
}

static void answer_colour(struct command_context *context, unsigned colour)
{
    struct action *ask = context->table->seats[context->seat].ask;
    struct action action = action_make(ACTION_COLOUR, context->seat);
    if (ask != NULL && context->table->round->game.phase != PHASE_COLOUR)
        action = *ask;
    action.colour = (uint8_t)colour;
    play_action(context, &action);
}

void run_colour(struct command_context *context)
{
    unsigned colour =
        words_colour(context->table->round->rules, context->arguments, strlen(context->arguments));
    if (colour == COLOUR_NONE)
        tell_colours(context, N_("This deck does not have that colour; it has {colours}."));
    else
        answer_colour(context, colour);
}

/* True if the play that waits lacks a player. */
static bool asks_target(const struct command_context *context)
{
    const struct round *round = context->table->round;
    const struct action *ask = context->table->seats[context->seat].ask;
    return ask != NULL &&
           play_needs_target(round->rules, &round->game, context->seat, ask->face, ask->flex);
}

static void answer_target(struct command_context *context, unsigned seat)
{
    struct action *ask = context->table->seats[context->seat].ask;
    struct action action = action_make(ACTION_TARGET, context->seat);
    if (asks_target(context) && context->table->round->game.phase != PHASE_TARGET)
        action = *ask;
    action.target = (uint8_t)seat;
    play_action(context, &action);
}

void run_target(struct command_context *context)
{
    unsigned seat = context_seat_named(context, context->typed);
    if (seat == SEAT_NONE)
        context_tell_no_such_player(context, context->typed);
    else
        answer_target(context, seat);
}

void run_catch(struct command_context *context)
{
    const struct game *game = &context->table->round->game;
    struct action action = action_make(ACTION_CATCH, context->seat);
    unsigned seat = context_seat_named(context, context->typed);
    uint32_t others = game->exposed & ~(1U << context->seat);
    if (*context->arguments == '\0' && others != 0)
        seat = (unsigned)__builtin_ctz(others);
    if (*context->arguments != '\0' && seat == SEAT_NONE) {
        context_tell_no_such_player(context, context->typed);
        return;
    }
    if (seat == SEAT_NONE) {
        context_tell(context, refusal_words(REFUSED_NOT_EXPOSED));
        return;
    }
    action.target = (uint8_t)seat;
    enum refusal refusal = act(context, &action);
    if (refusal != REFUSED_NOT)
        context_tell(context, refusal_here(context, refusal));
}

/* Without a command we accept only a colour, a name or the words of S-3 as an answer, and only from
 * a player whom we asked for them. Anything else is talk. */
bool command_play_answer(struct command_context *context, const char *text)
{
    struct table *table = context->table;
    if (table == NULL || table->round == NULL || !seat_in_round(table, context->seat))
        return false;
    const struct game *game = &table->round->game;
    struct action *ask = table->seats[context->seat].ask;
    bool turn = game->turn == context->seat;
    if (!turn || (ask == NULL && game->phase != PHASE_COLOUR && game->phase != PHASE_TARGET))
        return false;
    if (ask != NULL && words_proclamation(text)) {
        struct action action = *ask;
        action.proclaim = true;
        play_action(context, &action);
        return true;
    }
    unsigned colour = words_colour(table->round->rules, text, strlen(text));
    if (colour != COLOUR_NONE && (ask == NULL ? game->phase == PHASE_COLOUR : true)) {
        answer_colour(context, colour);
        return true;
    }
    unsigned seat = seat_named(context->table, text);
    if (seat != SEAT_NONE && (asks_target(context) || game->phase == PHASE_TARGET)) {
        answer_target(context, seat);
        return true;
    }
    return false;
}
