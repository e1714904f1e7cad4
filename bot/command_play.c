#include "command.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bot/base/buf.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/phrase.h"
#include "bot/render.h"
#include "bot/round.h"
#include "bot/seat.h"
#include "bot/table.h"
#include "bot/words.h"

/* Does it and tells why not. */
static enum refusal act(struct call *call, const struct action *action)
{
    struct table *table = call->table;
    if (table->seats[call->seat].away && seat_in_round(table, call->seat))
        seat_away(table, call->seat, false); /* who plays is back */
    enum refusal refusal = round_act(table, action);
    call->moved = refusal == REFUSED_NOT && action->kind != ACTION_CATCH;
    return refusal;
}

/* Why not; of what comes out of its order, what is asked instead. */
static const char *refusal_here(const struct call *call, enum refusal refusal)
{
    static const char *const asked[] = {
        [PHASE_TURN] = N_("It is your turn: {p}play a card or {p}draw one."),
        [PHASE_DRAWN] = N_("You have drawn: {p}play that card or {p}keep it."),
        [PHASE_CHALLENGE] = N_("The wild +4 comes first: {p}accept or {p}challenge."),
        [PHASE_TARGET] = N_("The choice of a player comes first: {p}target NAME"),
        [PHASE_COLOUR] = N_("The colour comes first: {p}colour COLOUR"),
    };
    const struct round *round = call->table->round;
    if (refusal != REFUSED_PHASE || round == NULL || round->game.turn != call->seat)
        return refusal_words(refusal);
    enum phase phase = round->game.phase;
    bool untold = /* HR-6, as where the hand is told */
        phase == PHASE_DRAWN && rules_switch(round->rules, SWITCH_FORCE_PLAY) != FORCE_OFF;
    bool known = phase < sizeof(asked) / sizeof(asked[0]) && asked[phase] != NULL;
    return known && !untold ? asked[phase] : refusal_words(refusal);
}

static void act_or_tell(struct call *call, const struct action *action)
{
    enum refusal refusal = act(call, action);
    if (refusal != REFUSED_NOT)
        call_tell(call, refusal_here(call, refusal));
}

/* -- a play, and what it may lack -- */

/* {colours} are those of the deck, {colour} one of them. */
static void tell_colours(struct call *call, const char *pattern)
{
    const struct rules *rules = call->table->round->rules;
    char colours[128];
    struct buf buf;
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    buf_init(&buf, colours, sizeof(colours));
    for (unsigned i = 0; i < sizeof(rules->colours); i++)
        buf_printf(&buf, "%s%s", i > 0 ? ", " : "", colour_word(call->language, rules->colours[i]));
    PHRASE(message, tr(call->language, pattern), arg_text("p", network_prefix(call->network)),
           arg_text("colours", colours),
           arg_text("colour", colour_word(call->language, rules->colours[0])));
    call_say(call, message);
}

/* A play that lacks only an answer waits for it; the next word of the player gives it. */
static bool asks(struct call *call, const struct action *play, enum refusal refusal)
{
    const char *question = refusal == REFUSED_COLOUR_NEEDED
                               ? N_("Which colour? {colours}. For example: {p}colour {colour}")
                           : refusal == REFUSED_TARGET_NEEDED
                               ? N_("Which player? For example: {p}target NAME")
                           : refusal == REFUSED_PROCLAIM ? refusal_words(refusal)
                                                         : NULL;
    if (question == NULL)
        return false;
    bool hushed = call->hushed;
    call->hushed = hushed && call->table->seats[call->seat].ask != NULL; /* asked already */
    if (!table_has_controls(call->table))                                /* there the hand asks */
        tell_colours(call, question);
    call->hushed = hushed;
    seat_ask(call->table, call->seat, play);
    return true;
}

static void tell_playable(struct call *call, const char *why)
{
    if (!call->hushed)
        render_playable(call->table, call->seat, why);
}

static void play(struct call *call, const struct action *action)
{
    enum refusal refusal = act(call, action);
    if (refusal == REFUSED_NOT || asks(call, action, refusal))
        return;
    if (refusal == REFUSED_NOT_HELD || refusal == REFUSED_NO_MATCH ||
        refusal == REFUSED_ONLY_DRAWN || refusal == REFUSED_NO_SUCH_CARD)
        tell_playable(call, refusal_words(refusal));
    else
        call_tell(call, refusal_here(call, refusal));
}

/* A command with options may say a card's own colour twice: "R5 red uno". */
static enum words_result read_play(const struct call *call, struct play_words *words)
{
    const struct rules *rules = call->table->round->rules;
    const char *text = call->arguments;
    enum words_result result = words_play(rules, text, words);
    char less[200];
    if (result != WORDS_TRAILING || !call->event->command)
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

/* "drawn": the card that was just drawn, whatever it is; by its flex side where it fits by that
 * alone. Whose turn it is not, and who drew none, has no such card. */
static bool play_drawn(struct call *call)
{
    const struct round *round = call->table->round;
    const struct game *game = &round->game;
    struct action action = action_make(ACTION_PLAY, call->seat);
    struct legal legal;
    action.uno = strcmp(call->arguments, "drawn uno") == 0;
    if (!action.uno && strcmp(call->arguments, "drawn") != 0)
        return false;
    if (game->turn != call->seat || game->phase != PHASE_DRAWN) {
        call_tell(call, refusal_here(call, game->turn == call->seat ? REFUSED_PHASE
                                                                    : REFUSED_NOT_YOUR_TURN));
        return true;
    }
    game_legal(round->rules, game, call->seat, &legal);
    action.face = round->rules->deck.face_of[game->drawn];
    action.flex = !cards_has(legal.normal, game->drawn);
    play(call, &action);
    return true;
}

void run_play(struct call *call)
{
    const struct round *round = call->table->round;
    struct play_words words;
    struct action action = action_make(ACTION_PLAY, call->seat);
    if (!seat_in_round(call->table, call->seat)) {
        call_tell(call, refusal_words(REFUSED_NOT_SEATED));
        return;
    }
    if (play_drawn(call))
        return;
    switch (read_play(call, &words)) {
    case WORDS_OK:
        break;
    case WORDS_CARD_COLOUR_MISSING:
        tell_colours(call, N_("Of which colour is that card? For example: {p}play {colour} 5"));
        return;
    case WORDS_AMBIGUOUS:
        call_tell(call, N_("Which card do you mean? One colour and one card, please."));
        return;
    case WORDS_TRAILING:
        call_tell(call, N_("I understand the card, but not what stands behind it."));
        return;
    case WORDS_EMPTY:
        tell_playable(call, N_("Which card?"));
        return;
    case WORDS_UNKNOWN_CARD:
        tell_playable(call, N_("I do not know that card."));
        return;
    }
    action.face = (uint8_t)words.face;
    if (!words.exact && !words.flex)
        action.face =
            (uint8_t)words_alternative(round->rules, words.face, round->game.hand[call->seat]);
    action.colour = (uint8_t)words.colour;
    action.flex = words.flex;
    action.uno = words.uno;
    action.proclaim = words.proclaim;
    action.more_count = (uint8_t)words.more_count;
    memcpy(action.more, words.more, sizeof(action.more));
    if (words.target[0] != '\0') {
        action.target = (uint8_t)call_seat_named(call, words.target);
        if (action.target == SEAT_NONE) {
            call_tell_nobody(call, words.target);
            return;
        }
    }
    play(call, &action);
}

/* -- the other turn actions -- */

void run_draw(struct call *call)
{
    struct action action = action_make(ACTION_DRAW, call->seat);
    /* With a wild +4 before you, "draw" means taking it. */
    if (call->table->round->game.phase == PHASE_CHALLENGE &&
        call->table->round->game.turn == call->seat)
        action.kind = ACTION_ACCEPT;
    act_or_tell(call, &action);
}

void run_keep(struct call *call)
{
    const struct game *game = &call->table->round->game;
    struct action action =
        action_make(game->phase == PHASE_TURN ? ACTION_PASS : ACTION_KEEP, call->seat);
    act_or_tell(call, &action);
}

void run_challenge(struct call *call)
{
    struct action action = action_make(ACTION_CHALLENGE, call->seat);
    act_or_tell(call, &action);
}

void run_accept(struct call *call)
{
    struct action action = action_make(ACTION_ACCEPT, call->seat);
    act_or_tell(call, &action);
}

static void answer_colour(struct call *call, unsigned colour)
{
    struct action *ask = call->table->seats[call->seat].ask;
    struct action action = action_make(ACTION_COLOUR, call->seat);
    if (ask != NULL && call->table->round->game.phase != PHASE_COLOUR)
        action = *ask;
    action.colour = (uint8_t)colour;
    play(call, &action);
}

void run_colour(struct call *call)
{
    unsigned colour =
        words_colour(call->table->round->rules, call->arguments, strlen(call->arguments));
    if (colour == COLOUR_NONE)
        tell_colours(call, N_("This deck does not have that colour; it has {colours}."));
    else
        answer_colour(call, colour);
}

/* Whether the play that waits lacks a player. */
static bool asks_target(const struct call *call)
{
    const struct round *round = call->table->round;
    const struct action *ask = call->table->seats[call->seat].ask;
    return ask != NULL &&
           play_needs_target(round->rules, &round->game, call->seat, ask->face, ask->flex);
}

static void answer_target(struct call *call, unsigned seat)
{
    struct action *ask = call->table->seats[call->seat].ask;
    struct action action = action_make(ACTION_TARGET, call->seat);
    if (asks_target(call) && call->table->round->game.phase != PHASE_TARGET)
        action = *ask;
    action.target = (uint8_t)seat;
    play(call, &action);
}

void run_target(struct call *call)
{
    unsigned seat = call_seat_named(call, call->arguments);
    if (seat == SEAT_NONE)
        call_tell_nobody(call, call->arguments);
    else
        answer_target(call, seat);
}

void run_catch(struct call *call)
{
    const struct game *game = &call->table->round->game;
    struct action action = action_make(ACTION_CATCH, call->seat);
    unsigned seat = call_seat_named(call, call->arguments);
    uint16_t others = (uint16_t)(game->exposed & ~(1U << call->seat));
    if (*call->arguments == '\0' && others != 0)
        seat = (unsigned)__builtin_ctz(others);
    if (*call->arguments != '\0' && seat == SEAT_NONE) {
        call_tell_nobody(call, call->arguments);
        return;
    }
    if (seat == SEAT_NONE) {
        call_tell(call, refusal_words(REFUSED_NOT_EXPOSED));
        return;
    }
    action.target = (uint8_t)seat;
    act_or_tell(call, &action);
}

/* Whether that is what the typist was asked: to keep a card, or about a wild +4. */
static bool is_asked(const struct call *call, const struct command *command)
{
    struct legal legal;
    const struct round *round = call->table != NULL ? call->table->round : NULL;
    if (round == NULL)
        return false;
    game_legal(round->rules, &round->game, call->seat, &legal);
    return command->run == run_keep ? legal.keep : legal.challenge;
}

static bool is_bare(const struct call *call, const struct command *command, const char *word)
{
    const char *at = command->bare;
    size_t length = strlen(word);
    while (at != NULL && *at != '\0') {
        bool answer = *at == '?';
        at += answer;
        size_t span = strcspn(at, " ");
        if (span == length && strncasecmp(at, word, length) == 0)
            return !answer || is_asked(call, command);
        at += span + strspn(at + span, " ");
    }
    return false;
}

const struct command *command_bare(const struct call *call, const char *word)
{
    const struct command *command = NULL;
    for (unsigned i = 0; (command = command_at(i)) != NULL; i++)
        if (is_bare(call, command, word))
            return command;
    return NULL;
}

/* Words without a command from a player who was asked something: the colour, the name, or the words
 * of S-3. Anything else is talk. */
bool run_answer(struct call *call, const char *text)
{
    struct table *table = call->table;
    if (table == NULL || table->round == NULL || !seat_in_round(table, call->seat))
        return false;
    const struct game *game = &table->round->game;
    struct action *ask = table->seats[call->seat].ask;
    bool turn = game->turn == call->seat;
    if (!turn || (ask == NULL && game->phase != PHASE_COLOUR && game->phase != PHASE_TARGET))
        return false;
    if (ask != NULL && words_proclamation(text)) {
        struct action action = *ask;
        action.proclaim = true;
        play(call, &action);
        return true;
    }
    unsigned colour = words_colour(table->round->rules, text, strlen(text));
    if (colour != COLOUR_NONE && (ask == NULL ? game->phase == PHASE_COLOUR : true)) {
        answer_colour(call, colour);
        return true;
    }
    unsigned seat = call_seat_named(call, text);
    if (seat != SEAT_NONE && (asks_target(call) || game->phase == PHASE_TARGET)) {
        answer_target(call, seat);
        return true;
    }
    return false;
}
