#include "bot/command/handlers/set_list.h"
#include "base/array.h"

#include "bot/command/channel.h"
#include "bot/command/context.h"
#include "bot/people/setting_store.h"
#include "bot/show/render/render.h"
#include "bot/table/channel_switches.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/switch_words.h"

enum { GROUP_MAX = 8 };

/* The groups of switches. Each list of ids ends with SWITCH_COUNT. A test checks that every switch
 * is in one group. */
static const struct {
    const char *title;
    enum switch_id ids[GROUP_MAX + 1];
} groups[] = {
    {N_("The deal"),
     {SWITCH_DEALER, SWITCH_HAND_SIZE, SWITCH_TWO_DECKS, SWITCH_FIRST_DISCARD, SWITCH_FIRST_WD4,
      SWITCH_FIRST_SPECIAL, SWITCH_COUNT}},
    {N_("Playing"),
     {SWITCH_JUMP_IN, SWITCH_SEVEN_ZERO, SWITCH_MULTI_PLAY, SWITCH_NO_FINISH,
      SWITCH_TWO_PLAYER_REVERSE, SWITCH_COUNT}},
    {N_("Drawing"),
     {SWITCH_STACK, SWITCH_DEFLECT, SWITCH_DRAW_UNTIL_PLAYABLE, SWITCH_FORCE_PLAY,
      SWITCH_DRAW_KEEPS_TURN, SWITCH_LAST_CARD_DRAW, SWITCH_COUNT}},
    {N_("The wild +4"),
     {SWITCH_WD4_MATCH, SWITCH_WD4_GUILTY_KEEPS_TURN, SWITCH_NO_BLUFF, SWITCH_NO_CHALLENGE,
      SWITCH_COUNT}},
    {N_("UNO"),
     {SWITCH_UNO_PENALTY, SWITCH_FALSE_UNO, SWITCH_AUTO_UNO, SWITCH_UNO_WINDOW, SWITCH_COUNT}},
    {N_("Special cards"),
     {SWITCH_HYPER_STACKS, SWITCH_SKULL_PROCLAMATION, SWITCH_WEBSWING_REVEAL, SWITCH_MINION_SKIPS,
      SWITCH_FLEX_MATCH, SWITCH_FLEX_WD4_CHALLENGE, SWITCH_COUNT}},
    {N_("Winning"),
     {SWITCH_SCORE, SWITCH_TARGET, SWITCH_TEAMS, SWITCH_PLAY_TO_LAST, SWITCH_MERCY,
      SWITCH_BLOCKED_ROUND, SWITCH_ROUND_LIMIT, SWITCH_COUNT}},
};

/* A list while we build it: "stack (draw cards do not add up), deflect (...)". */
struct listing {
    struct command_context *context;
    const struct ruleset *set;
    const struct switches *switches;
    struct message *piece; /* NULL: memory is out */
};

static void add_entry(struct listing *listing, const char *name, const struct message *words)
{
    const struct language *language = listing->context->language;
    if (!message_empty(listing->piece))
        message_text(listing->piece, tr(language, N_(", ")));
    PHRASE(listing->piece, "{name} ({words})", arg_strong("name", name),
           arg_piece(listing->piece, "words", words));
}

static void add_switch(struct listing *listing, enum switch_id id)
{
    const struct language *language = listing->context->language;
    const char *why = switch_idle(listing->set, listing->switches, id);
    struct message *words = message_create(NULL, NULL, URGENCY_INFO);
    if (words == NULL)
        return;
    if (why != NULL)
        PHRASE(words, tr(language, why), arg_text("p", network_prefix(listing->context->network)));
    else
        switch_says(words, language, listing->switches, id);
    add_entry(listing, switch_info(id)->name, words);
    message_destroy(words);
}

static void add_groups(struct listing *listing, struct message *message)
{
    const struct language *language = listing->context->language;
    for (unsigned i = 0; i < ARRAY_SIZE(groups); i++) {
        listing->piece = message_create(NULL, NULL, URGENCY_INFO);
        if (listing->piece == NULL)
            return;
        for (const enum switch_id *id = groups[i].ids; *id != SWITCH_COUNT; id++) {
            if (switch_has_card(listing->set, *id))
                add_switch(listing, *id);
        }
        if (!message_empty(listing->piece)) {
            PHRASE(message, tr(language, N_("{group}: {settings}.")),
                   arg_text("group", tr(language, groups[i].title)),
                   arg_piece(message, "settings", listing->piece));
            message_text(message, "\n");
        }
        message_destroy(listing->piece);
    }
}

/* Adds what the channel stores. If the list shows the switches of a table, it adds those of the
 * channel's next tables, too. */
static void add_channel(const struct listing *shown, struct message *message)
{
    struct command_context *context = shown->context;
    const char *key = NULL;
    struct switches switches;
    channel_switches_read(context->network, context->channel,
                          ruleset_find(channel_value(context->network, context->channel, "rules")),
                          &switches);
    struct listing listing = *shown;
    listing.switches = &switches;
    listing.piece = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; listing.piece != NULL && (key = channel_key(i)) != NULL; i++) {
        struct message *words = NULL;
        if (!channel_key_counts(context->network, key))
            continue;
        words = message_create(NULL, NULL, URGENCY_INFO);
        if (words != NULL) {
            channel_add_meaning(words, context->language, context->network, key,
                                channel_value(context->network, context->channel, key));
        }
        add_entry(&listing, key, words);
        message_destroy(words);
    }
    for (unsigned id = 0; listing.piece != NULL && id < SWITCH_COUNT; id++) {
        char name[SWITCH_KEY_SIZE];
        if (context->table != NULL && setting_channel(context->network, context->channel,
                                                      channel_switches_key(id, name)) != NULL)
            add_switch(&listing, id);
    }
    PHRASE(message,
           tr(context->language, context->event->channel != NULL
                                     ? N_("This channel: {settings}.")
                                     : N_("The channel of your table: {settings}.")),
           arg_piece(message, "settings", listing.piece));
    message_text(message, "\n");
    message_destroy(listing.piece);
}

void set_list_tell(struct command_context *context)
{
    struct message *message = context_private(context);
    bool alone = context_at_private_table(context);
    struct switches switches;
    struct listing listing = {.context = context, .switches = &switches};
    if (message == NULL)
        return;
    if (context->table != NULL) {
        listing.set = context->table->set;
        switches = context->table->switches;
        render_rules(context->table, context->language, message);
        message_text(message, "\n");
    } else {
        listing.set = ruleset_find(channel_value(context->network, context->channel, "rules"));
        channel_switches_read(context->network, context->channel, listing.set, &switches);
    }
    add_groups(&listing, message);
    if (!alone)
        add_channel(&listing, message);
    PHRASE(message,
           tr(context->language,
              context->table != NULL && !alone
                  ? N_("{p}set NAME shows its values, {p}set NAME VALUE changes it, {p}set channel "
                       "NAME VALUE changes it for later tables.")
                  : N_("{p}set NAME shows its values, {p}set NAME VALUE changes it.")),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

bool set_list_group(unsigned n, const enum switch_id **ids)
{
    if (n >= ARRAY_SIZE(groups))
        return false;
    *ids = groups[n].ids;
    return true;
}
