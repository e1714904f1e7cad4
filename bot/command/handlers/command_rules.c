/* !rules: a set in a few sentences (RULES.md 4 to 8), and what the table here has changed of it. */
#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/context.h"
#include "bot/command/handlers/handlers.h"
#include "bot/show/button_wording.h"
#include "bot/show/render/render.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { SENTENCES_MAX = 7 };

#define BIT(id) (UINT64_C(1) << (id))

_Static_assert(SWITCH_COUNT <= 64, "a bit for each switch");

/* Sentences that are true while the switches of `by` are as on the set's sheet. */
static const struct {
    const char *set;
    struct {
        const char *words;
        uint64_t by;
    } sentences[SENTENCES_MAX];
} explained[] = {
    {"classic",
     {{N_("classic: 108 cards, 2-10 players. Match colour, number or symbol, or play a wild. Skip: "
          "the next player loses the turn. Reverse: the direction turns."),
       0},
      {N_("+2: the next player draws 2 and loses the turn."),
       BIT(SWITCH_STACK) | BIT(SWITCH_DRAW_KEEPS_TURN)},
      {N_("W+4 (a bluff if you still hold the colour or a wild): the next player draws 4 and loses "
          "the turn, or challenges: whoever bluffed draws 4, whoever doubted in vain draws 6."),
       BIT(SWITCH_STACK) | BIT(SWITCH_DRAW_KEEPS_TURN) | BIT(SWITCH_WD4_MATCH) |
           BIT(SWITCH_NO_BLUFF) | BIT(SWITCH_NO_CHALLENGE)},
      {N_("Nothing fits: draw one and play or keep it."),
       BIT(SWITCH_DRAW_UNTIL_PLAYABLE) | BIT(SWITCH_FORCE_PLAY)},
      {N_("Say UNO with your last card but one, or be caught for 2."),
       BIT(SWITCH_AUTO_UNO) | BIT(SWITCH_UNO_PENALTY)}}},
    {"hyper",
     {{N_("hyper: classic with 4 Hyperspeed wilds. They name a colour; while it lasts, each card "
          "of "
          "that colour makes the next player lose the turn."),
       0}}},
    {"skull",
     {{N_("skull: classic with purple instead of yellow and 4 Power of Grayskull wilds: name a "
          "colour, and all others draw 3."),
       0},
      {N_("For that you speak the words of power."), BIT(SWITCH_SKULL_PROCLAMATION)},
      {N_("A wild in hand does not make a W+4 a bluff."),
       BIT(SWITCH_WD4_MATCH) | BIT(SWITCH_NO_BLUFF) | BIT(SWITCH_NO_CHALLENGE)},
      {N_("An action card turned up first counts."), BIT(SWITCH_FIRST_DISCARD)},
      {N_("A +2 or W+4 played last is still drawn."),
       BIT(SWITCH_LAST_CARD_DRAW) | BIT(SWITCH_NO_FINISH)},
      {N_("Points to 500."), BIT(SWITCH_SCORE) | BIT(SWITCH_TARGET)}}},
    {"web",
     {{N_("web: classic with 4 Web Swing wilds: name a colour, all others show their hands, and "
          "you "
          "choose one who holds it to lose the turn; play goes on after that player. If nobody "
          "holds the colour, nobody loses a turn."),
       0}}},
    {"flex",
     {{N_("flex: classic with two-sided cards, numbers 1-8, 2-8 players. With your power card ✓ "
          "you "
          "may use a card's flex side; that turns it ✗. A flip icon turns it over; once all are ✗, "
          "all become ✓. G 7/Y is a green 7 with a yellow flex side (play g7 flex) and counts as "
          "green afterwards, ^ a flip icon. Flex sides: +2: all others draw 1; skip: all others "
          "lose the turn; rev: the next player loses the turn as well; W+2 targeted, W+4: a player "
          "you choose draws; W+2 all: all others draw 2. By its normal side a W+2 only names the "
          "colour. W all flip turns every power card over."),
       0}}},
    {"minion",
     {{N_("minion: classic with orange instead of red and 4 Mutated Minion wilds: name a colour, "
          "and the next player draws until a card of that colour comes."),
       0},
      {N_("Then that player has the turn."), BIT(SWITCH_MINION_SKIPS)},
      {N_("A wild in hand does not make a W+4 a bluff."),
       BIT(SWITCH_WD4_MATCH) | BIT(SWITCH_NO_BLUFF) | BIT(SWITCH_NO_CHALLENGE)},
      {N_("An action card turned up first counts."), BIT(SWITCH_FIRST_DISCARD)},
      {N_("A +2 or W+4 played last is still drawn."),
       BIT(SWITCH_LAST_CARD_DRAW) | BIT(SWITCH_NO_FINISH)},
      {N_("Points to 500."), BIT(SWITCH_SCORE) | BIT(SWITCH_TARGET)}}},
};

enum { EXPLAINED = ARRAY_SIZE(explained) };

/* The house rules that people ask for most (RULES.md 10), as they are typed. */
static const char asked_rules[] = N_(
    "House rules, before the deal: {p}set stack any (draw cards add up), {p}set seven_zero on (7 "
    "swaps hands, 0 moves them on), {p}set jump_in exact (equal cards out of turn), {p}set "
    "draw_until_playable on (draw until a card fits), {p}set false_uno 2 (a false UNO costs 2).");

static struct message *sets_piece(void)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; piece != NULL && ruleset_at(i) != NULL; i++) {
        message_text(piece, i > 0 ? " " : "");
        message_text(piece, ruleset_name(ruleset_at(i)));
    }
    return piece;
}

/* Spectators of a running round get one line, so that the table is not disturbed. */
static bool looks_on(const struct command_context *context)
{
    return context->table != NULL && context->table->round != NULL && context->seat == SEAT_NONE;
}

/* Bits of the switches that the table here has otherwise than the sheet of that set. */
static uint64_t changed_here(const struct command_context *context, const char *set)
{
    const struct table *table = context->table;
    struct switches sheet;
    uint64_t changed = 0;
    if (table == NULL || !text_same(ruleset_name(table->set), set))
        return 0;
    ruleset_defaults(table->set, &sheet);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (table->switches.value[id] != sheet.value[id])
            changed |= BIT(id);
    }
    return changed;
}

/* Where a message may have many lines each sentence has one of its own. */
static void add_sentences(struct message *message, const char *words, bool apart)
{
    const char *end = NULL;
    for (; apart && (end = strstr(words, ". ")) != NULL; words = end + 2) {
        message_add(message, STYLE_PLAIN, TINT_WILD, words, (size_t)(end - words) + 1);
        message_text(message, "\n");
    }
    message_text(message, words);
    message_text(message, apart ? "\n" : " ");
}

/* What is played: of the sheet what holds here, and then what the table has changed. */
static void add_explained(const struct command_context *context, struct message *message,
                          unsigned row)
{
    bool apart = context->network->adapter->impl->caps.multiline;
    uint64_t changed = changed_here(context, explained[row].set);
    struct message *changes =
        changed != 0 ? render_changes_in(context->table, context->language) : NULL;
    for (unsigned i = 0; i < SENTENCES_MAX && explained[row].sentences[i].words != NULL; i++) {
        if ((explained[row].sentences[i].by & changed) == 0)
            add_sentences(message, tr(context->language, explained[row].sentences[i].words), apart);
    }
    if (changes != NULL && !message_empty(changes)) {
        PHRASE(message, tr(context->language, N_("At this table: {changes}.")),
               arg_piece(message, "changes", changes));
    } else {
        PHRASE(message, tr(context->language, pressed_words(context->network, asked_rules)),
               arg_text("p", network_prefix(context->network)));
    }
    message_destroy(changes);
    message_text(message, apart ? "\n" : " — ");
}

void run_rules(struct command_context *context)
{
    const char *name = *context->arguments != '\0' ? context->arguments
                       : context->table != NULL    ? ruleset_name(context->table->set)
                       : context->channel != NULL
                           ? channel_value(context->network, context->channel, "rules")
                           : "classic";
    bool short_one = *context->arguments == '\0' && looks_on(context);
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    for (unsigned i = 0; i < EXPLAINED && !short_one; i++) {
        if (text_same(explained[i].set, name))
            add_explained(context, message, i);
    }
    struct message *sets = sets_piece();
    PHRASE(message,
           tr(context->language, short_one ? N_("{set} is played here: {p}rules {set} explains it. "
                                                "Sets of rules: {sets}")
                                           : N_("Sets of rules: {sets}")),
           arg_text("set", name), arg_text("p", network_prefix(context->network)),
           arg_piece(message, "sets", sets));
    message_destroy(sets);
    context_say(context, message);
}
