#include "suggest.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/context.h"
#include "bot/command/slash.h"
#include "bot/show/controls.h"
#include "bot/show/seat_names.h"
#include "bot/show/speak.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "bot/text/words.h"

enum { TYPED_MAX = 200 };

/* The choices as they are gathered. */
struct choices {
    struct command_context context;
    struct message *message;
    const char *typed; /* what is typed of the option so far */
};

static void add(struct choices *choices, const char *label, const char *words)
{
    if (choices->message->control_count < CHAT_CHOICES)
        control_add(choices->message, CONTROL_CHOICE, label, words);
}

/* True if the text begins with the typed words; case and accents do not count. */
static bool begins(const char *text, const char *typed)
{
    char one[TYPED_MAX];
    char other[TYPED_MAX];
    struct buf buf;
    buf_init(&buf, one, sizeof(one));
    if (!text_fold(&buf, text, strlen(text)))
        return false;
    buf_init(&buf, other, sizeof(other));
    return text_fold(&buf, typed, strlen(typed)) && strncmp(one, other, strlen(other)) == 0;
}

/* Like begins(), but ignores blanks and brackets in the text: "[R 5]" begins with "r5". */
static bool begins_tight(const char *text, const char *typed)
{
    char tight[TYPED_MAX];
    size_t length = 0;
    for (; *text != '\0' && length + 1 < sizeof(tight); text++) {
        if (strncmp(text, "\u00A0", 2) == 0)
            text++;
        else if (strchr("[] ", *text) == NULL)
            tight[length++] = *text;
    }
    tight[length] = '\0';
    return begins(tight, typed);
}

/* -- cards -- */

/* True if the typed beginning fits a play: "r5", "R 5", "red", "red 5", "rouge", or any words that
 * read as that card. An empty text fits all. */
static bool fits(const struct choices *choices, const struct rules *rules,
                 const struct control *play)
{
    const char *typed = choices->typed;
    const char *code = play->words + strlen("play ");
    struct play_words wanted;
    struct play_words read;
    char tight[TYPED_MAX];
    snprintf(tight, sizeof(tight), "%s", typed);
    for (char *at = tight; *at != '\0';) {
        if (*at == ' ')
            memmove(at, at + 1, strlen(at));
        else
            at++;
    }
    if (*tight == '\0' || begins_tight(code, tight) || begins_tight(play->label, tight))
        return true;
    enum words_result result = words_play(rules, code, &wanted);
    unsigned colour = words_colour(rules, typed, strlen(typed));
    if (result != WORDS_OK)
        return false;
    if (colour != COLOUR_NONE)
        return rules->deck.face[wanted.face].colour == colour;
    return words_play(rules, typed, &read) == WORDS_OK && read.face == wanted.face;
}

static void suggest_cards(struct choices *choices)
{
    const struct command_context *context = &choices->context;
    struct view view;
    struct control control;
    if (context->table == NULL || context->seat == SEAT_NONE ||
        !seat_in_round(context->table, context->seat))
        return;
    const struct rules *rules = context->table->round->rules;
    view_of(rules, &context->table->round->game, context->seat, &view);
    struct plays plays = {.language = context->language, .rules = rules, .view = &view};
    while (plays_next(&plays, &control)) {
        if (fits(choices, rules, &control))
            add(choices, control.label, control.words + strlen("play "));
    }
}

/* -- players, rules, commands -- */

static void suggest_seats(struct choices *choices)
{
    const struct table *table = choices->context.table;
    char word[SEAT_WORD_MAX];
    for (unsigned seat = 0; table != NULL && seat < table->seat_count; seat++) {
        if (!table->seats[seat].leaving && seat != choices->context.seat &&
            begins(seat_name(table, seat), choices->typed))
            add(choices, seat_name(table, seat), seat_word(table, seat, word));
    }
}

static void suggest_values(struct choices *choices, const struct switch_info *info)
{
    for (unsigned i = 0; info->values != NULL && info->values[i] != NULL; i++) {
        if (begins(info->values[i], choices->typed))
            add(choices, info->values[i], info->values[i]);
    }
}

static void suggest_switches(struct choices *choices)
{
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (begins(switch_info(id)->name, choices->typed))
            add(choices, switch_info(id)->name, switch_info(id)->name);
    }
}

/* "[channel] name value" */
static void suggest_setting(struct choices *choices)
{
    char name[64];
    const char *text = choices->typed;
    if (strncmp(text, "channel ", 8) == 0)
        text += 8 + strspn(text + 8, " ");
    size_t length = strcspn(text, " ");
    choices->typed = text;
    if (text[length] == '\0') {
        suggest_switches(choices);
        return;
    }
    snprintf(name, sizeof(name), "%.*s", (int)length, text);
    choices->typed = text + length + strspn(text + length, " ");
    if (switch_find(name) != SWITCH_COUNT)
        suggest_values(choices, switch_info(switch_find(name)));
}

static void suggest_commands(struct choices *choices)
{
    const struct network *network = choices->context.network;
    bool lists = network->adapter->impl->caps.slash_commands;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const char *name = command_name(command_at(i), choices->context.language);
        if (lists && slash_command_of(command_at(i), people_stable_ids(network)) == NULL)
            continue;
        if (begins(name, choices->typed) || begins(command_at(i)->name, choices->typed))
            add(choices, name, command_at(i)->name);
    }
}

/* "[set] preset". The operator's own presets can change while we run, so they are suggested and are
 * no fixed choices of a slash command. */
static void suggest_presets(struct choices *choices)
{
    char first[TYPED_MAX];
    const struct preset *preset = NULL;
    size_t length = strcspn(choices->typed, " ");
    snprintf(first, sizeof(first), "%.*s", (int)length, choices->typed);
    if (words_ruleset(first) != NULL)
        choices->typed += length + strspn(choices->typed + length, " ");
    for (unsigned i = 0; (preset = preset_at(i)) != NULL; i++) {
        const char *name = tr(choices->context.language, preset->name);
        if (begins(name, choices->typed) || begins(preset->name, choices->typed))
            add(choices, name, preset->name);
    }
}

static void (*const sources[])(struct choices *choices) = {
    [ARGUMENT_CARD] = suggest_cards,      [ARGUMENT_SEAT] = suggest_seats,
    [ARGUMENT_SETTING] = suggest_setting, [ARGUMENT_COMMAND] = suggest_commands,
    [ARGUMENT_PRESET] = suggest_presets,  [ARGUMENT_NUMBER] = NULL,
};

/* Splits a text into the command, which it returns (NULL: none), and the text behind it. */
static const struct command *split(char *text, const char **typed)
{
    size_t length = strcspn(text, " ");
    *typed = text + length + strspn(text + length, " ");
    text[length] = '\0';
    return command_find(text);
}

void suggest_run(struct host *host, struct network *network, const struct chat_event *event)
{
    char text[TYPED_MAX];
    struct choices choices = {.context = {.host = host, .network = network, .event = event}};
    if (event->text == NULL || event->answers == 0)
        return;
    bool fits = snprintf(text, sizeof(text), "%s", event->text) < (int)sizeof(text);
    const struct command *command = split(text, &choices.typed);
    context_begin(&choices.context);
    choices.message = message_create(choices.context.channel, event->user.id, URGENCY_HAND);
    /* Without slash commands, the typed word may be the beginning of a command. */
    bool part = network->adapter->impl->caps.bare_words && strchr(event->text, ' ') == NULL;
    if (choices.message != NULL) {
        choices.message->purpose = PURPOSE_CHOICES;
        choices.typed = part ? event->text : choices.typed;
        if (fits && part)
            suggest_commands(&choices);
        else if (fits && command != NULL && command->argument != ARGUMENT_OTHER)
            sources[command->argument](&choices);
        speak_durable(network, choices.message);
    }
    context_end(&choices.context);
}
