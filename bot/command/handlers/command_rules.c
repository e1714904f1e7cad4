/* !rules: a set in one paragraph of at most 400 characters (RULES.md 4 to 8), what the table here
 * has changed of it, and where to read more. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/context.h"
#include "bot/command/handlers/handlers.h"
#include "bot/pages/address.h"
#include "bot/show/render/render.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/preset.h"

enum { SENTENCES_MAX = 7 };

/* In characters: LONGEST, the whole paragraph; WORDS_AROUND, "At this table: ." in the longest
 * language. */
enum { LONGEST = 400, WORDS_AROUND = 20 };

#define BIT(id) (UINT64_C(1) << (id))

_Static_assert(SWITCH_COUNT <= 64, "a bit for each switch");

/* Sentences about a set. Each is true only while the switches in `by` (bits) have their values of
 * the set's sheet. */
static const struct {
    const char *set;
    struct {
        const char *words;
        uint64_t by;
    } sentences[SENTENCES_MAX];
} explained[] = {
    {"classic",
     {{N_("classic: match the colour, the number or the symbol, or play a wild. Skip takes the "
          "next "
          "player's turn, Reverse turns the direction."),
       0},
      {N_("+2: the next player draws 2 and loses the turn."),
       BIT(SWITCH_STACK) | BIT(SWITCH_DRAW_KEEPS_TURN)},
      {N_("W+4: the next player draws 4 or challenges; a bluff costs 4, a wrong challenge 6."),
       BIT(SWITCH_STACK) | BIT(SWITCH_DRAW_KEEPS_TURN) | BIT(SWITCH_NO_BLUFF) |
           BIT(SWITCH_NO_CHALLENGE)},
      {N_("Nothing fits: draw."), BIT(SWITCH_DRAW_UNTIL_PLAYABLE)},
      {N_("Say UNO with your last card but one."), BIT(SWITCH_AUTO_UNO)}}},
    {"hyper",
     {{N_("hyper: classic with 4 Hyperspeed wilds. They name a colour; while it lasts, each card "
          "of "
          "that colour makes the next player lose the turn."),
       0}}},
    {"skull",
     {{N_("skull: classic with purple instead of yellow and 4 Power of Grayskull wilds: name a "
          "colour, and all others draw 3."),
       0},
      {N_("For that you speak the words of power, which are Mattel's. Without them: {p}set "
          "skull_proclamation off."),
       BIT(SWITCH_SKULL_PROCLAMATION)},
      {N_("An action card turned up first counts."), BIT(SWITCH_FIRST_DISCARD)},
      {N_("A +2 or W+4 played last is still drawn."),
       BIT(SWITCH_LAST_CARD_DRAW) | BIT(SWITCH_NO_FINISH)},
      {N_("Points to 500."), BIT(SWITCH_SCORE) | BIT(SWITCH_TARGET)}}},
    {"web",
     {{N_("web: classic with 4 Web Swing wilds. Name a colour: all others show their hands, and "
          "you "
          "choose one who holds it. They lose the turn, and play goes on after them. If nobody "
          "holds the colour, nobody loses a turn."),
       0}}},
    {"flex",
     {{N_("flex: two-sided cards. With your power card on ✓ you may play a flex side (play g7 "
          "flex), which turns it to ✗; a flip icon (^) turns it over. G 7/Y: green 7, flex side "
          "yellow. Flex +2, skip and W+2 all hit all others; W+2 targeted and W+4 hit one you "
          "choose. By its normal side a W+2 only names the colour."),
       0}}},
    {"minion",
     {{N_("minion: classic with orange instead of red and 4 Mutated Minion wilds: name a colour, "
          "and the next player draws until a card of that colour comes."),
       0},
      {N_("Then that player has the turn."), BIT(SWITCH_MINION_SKIPS)},
      {N_("An action card turned up first counts."), BIT(SWITCH_FIRST_DISCARD)},
      {N_("A +2 or W+4 played last is still drawn."),
       BIT(SWITCH_LAST_CARD_DRAW) | BIT(SWITCH_NO_FINISH)},
      {N_("Points to 500."), BIT(SWITCH_SCORE) | BIT(SWITCH_TARGET)}}},
};

enum { EXPLAINED = ARRAY_SIZE(explained) };

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

/* Returns, as bits, the switches whose values at the table here differ from the sheet of that set.
 */
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

static size_t characters(const struct message *message)
{
    size_t count = 0;
    for (size_t i = 0; i < message->length; i++)
        count += ((unsigned char)message->text[i] & 0xC0) != 0x80;
    return count;
}

/* Adds the table's changes. If they make the paragraph too long, it adds where to read them. */
static void add_changes(const struct command_context *context, struct message *message, size_t room)
{
    struct message *changes = render_changes_in(context->table, context->language);
    if (changes != NULL && characters(changes) <= room) {
        PHRASE(message, tr(context->language, N_("At this table: {changes}.")),
               arg_piece(message, "changes", changes));
    } else {
        PHRASE(message,
               tr(context->language, N_("This table has rules of its own: {p}set lists them.")),
               arg_text("p", network_prefix(context->network)));
    }
    message_text(message, " ");
    message_destroy(changes);
}

/* Adds the sentences of the sheet that hold at this table, then the table's changes. `room` is the
 * number of characters for both. */
static void add_explained(const struct command_context *context, struct message *message,
                          unsigned row, size_t room)
{
    uint64_t changed = changed_here(context, explained[row].set);
    for (unsigned i = 0; i < SENTENCES_MAX && explained[row].sentences[i].words != NULL; i++) {
        if ((explained[row].sentences[i].by & changed) != 0)
            continue;
        PHRASE(message, tr(context->language, explained[row].sentences[i].words),
               arg_text("p", network_prefix(context->network)));
        message_text(message, " ");
    }
    size_t length = characters(message) + WORDS_AROUND;
    if (changed != 0)
        add_changes(context, message, length < room ? room - length : 0);
}

/* Adds where to read more: the web page of the set if there is one, else a command. */
static void add_more(const struct command_context *context, struct message *message,
                     const char *name)
{
    char path[64];
    char address[ADDRESS_WHOLE];
    snprintf(path, sizeof(path), "/rules/%.40s", name);
    address_whole(context->host->people, path, address);
    if (*address != '\0') {
        PHRASE(message, tr(context->language, N_("More: {address}")), arg_text("address", address));
    } else {
        PHRASE(message, tr(context->language, N_("More: {p}help play")),
               arg_text("p", network_prefix(context->network)));
    }
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
    unsigned row = 0;
    while (row < EXPLAINED && !text_same(explained[row].set, name))
        row++;
    bool explains = row < EXPLAINED && !short_one;
    struct message *sets = sets_piece();
    struct message *list = message_create(NULL, NULL, URGENCY_INFO);
    struct message *more = message_create(NULL, NULL, URGENCY_INFO);
    if (sets == NULL || list == NULL || more == NULL)
        goto out;
    PHRASE(list,
           tr(context->language, short_one ? N_("{set} is played here: {p}rules {set} explains it. "
                                                "Sets of rules: {sets}")
                                           : N_("Sets of rules: {sets}")),
           arg_text("set", name), arg_text("p", network_prefix(context->network)),
           arg_piece(list, "sets", sets));
    if (explains) {
        message_text(list, ". ");
        add_more(context, more, explained[row].set);
        add_explained(context, message, row, LONGEST - characters(list) - characters(more));
    }
    if (!explains || characters(message) + characters(list) + characters(more) <= LONGEST)
        PHRASE(message, "{list}", arg_piece(message, "list", list));
    PHRASE(message, "{more}", arg_piece(message, "more", more));
    context_say(context, message);
    message = NULL;
out:
    message_destroy(more);
    message_destroy(list);
    message_destroy(sets);
    message_destroy(message);
}

void command_rules_presets(struct command_context *context, const struct preset *only)
{
    const struct table *table = context->table;
    const struct preset *here = table != NULL ? preset_of(table->set, &table->switches) : NULL;
    const struct preset *preset = NULL;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    for (unsigned i = 0; (preset = preset_at(i)) != NULL; i++) {
        if (only != NULL && preset != only)
            continue;
        PHRASE(message,
               tr(context->language, preset == here ? N_("{preset}, chosen here: {about}.")
                                                    : N_("{preset}: {about}.")),
               arg_strong("preset", tr(context->language, preset->name)),
               arg_text("about", tr(context->language, preset->about)));
        message_text(message, "\n");
    }
    PHRASE(message,
           tr(context->language, N_("{p}uno {preset} opens a table with it, {p}uno flex {preset} "
                                    "for another set of rules. Before the first deal this changes "
                                    "the rules of the table that is there.")),
           arg_text("p", network_prefix(context->network)),
           arg_text("preset", tr(context->language, only != NULL ? only->name : N_("party"))));
    context_say(context, message);
}
