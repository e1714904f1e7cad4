/* !set: what a channel keeps, and the switches of its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/handlers/set_list.h"
#include "bot/command/input.h"
#include "bot/people/setting_store.h"
#include "bot/show/house_form.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/table/channel_switches.h"
#include "bot/table/rules_share.h"
#include "bot/text/language.h"
#include "bot/text/refusals.h"
#include "bot/text/switch_words.h"
#include "bot/text/typed.h"

enum { NAME_SIZE = SWITCH_KEY_SIZE };

/* -- what a channel keeps -- */

/* Returns the value in force in the context's channel. */
static const char *value_here(const struct command_context *context, const char *key)
{
    return channel_value(context->network, context->channel, key);
}

static const struct ruleset *ruleset_here(const struct command_context *context)
{
    return ruleset_find(value_here(context, "rules"));
}

/* True if there is a channel that can store a setting; a private table has none. */
static bool has_channel(struct command_context *context)
{
    if (!context_at_private_table(context))
        return true;
    context_tell(context, N_("Say that in the channel where you want to play."));
    return false;
}

/* True if the typist may store a value of `key` for the channel. NULL: of a switch of its tables.
 * The player who opened a table may store most keys there. */
static bool may_keep(struct command_context *context, const char *key)
{
    if (!has_channel(context))
        return false;
    if (key == NULL || !channel_is_of_operators(key))
        return context_require_rights(context);
    if (context_is_operator(context))
        return true;
    if (!context_asks_who(context)) {
        context_tell(context, strcmp(key, "language") == 0
                                  ? N_("Only channel operators change the channel's language. "
                                       "{p}lang CODE changes yours.")
                                  : N_("Only channel operators and the bot's admins may do that."));
    }
    return false;
}

static bool keep(struct command_context *context, const char *key, const char *value)
{
    if (setting_set_channel(context->network, context->channel, key, value))
        return true;
    context_tell(context, N_("I cannot keep any more settings. {p}set NAME default frees one."));
    return false;
}

/* True if the typist said it in the channel itself, and not in private from a seat at its table. */
static bool is_said_there(const struct command_context *context)
{
    return context->event->channel != NULL;
}

bool command_set_channel(struct command_context *context, const char *key, const char *value)
{
    if (!may_keep(context, key) || !keep(context, key, value))
        return false;
    if (context->table != NULL)
        table_settings_changed(context->table);
    return true;
}

/* A value in words. */
static struct message *meaning_piece(const struct command_context *context,
                                     const struct language *language, const char *key,
                                     const char *value)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        channel_add_meaning(piece, language, context->network, key, value);
    return piece;
}

void command_set_tell_channel(struct command_context *context, const char *key, const char *value)
{
    const struct language *language = setting_channel_language(context->network, context->channel);
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    struct message *words = meaning_piece(context, language, key, value);
    PHRASE(message, tr(language, N_("{player} sets for this channel: {words}.")),
           arg_name("player", context->name), arg_piece(message, "words", words));
    message_destroy(words);
    context_say(context, message);
}

static const char refused[] =
    N_("{name} cannot be {typed}. It stays as it is: {words}. Values: {values}.");

static void show_values(struct command_context *context, const char *key, const char *typed)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    struct message *words =
        meaning_piece(context, context->language, key, value_here(context, key));
    PHRASE(message,
           tr(context->language,
              *typed != '\0' ? refused
              : is_said_there(context)
                  ? N_("{name} in this channel: {words}. Values: {values}.")
                  : N_("{name} in the channel of your table: {words}. Values: {values}.")),
           arg_text("name", key), arg_text("typed", typed), arg_piece(message, "words", words),
           arg_text("values", channel_values(key)));
    message_destroy(words);
    context_say(context, message);
}

static void set_value(struct command_context *context, const char *key, const char *typed)
{
    bool unset = input_is_default(typed);
    const char *value = *typed != '\0' && !unset ? channel_read(key, typed) : NULL;
    if (!has_channel(context))
        return;
    if (value == NULL && !unset)
        show_values(context, key, typed);
    else if (command_set_channel(context, key, value))
        command_set_tell_channel(context, key, value_here(context, key));
}

/* -- switches -- */

static struct message *words_piece(const struct language *language, const struct switches *switches,
                                   enum switch_id id)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        switch_says(piece, language, switches, id);
    return piece;
}

/* "off (draw cards do not add up), same (...)", "3-15" */
static struct message *values_piece(const struct language *language, enum switch_id id)
{
    const struct switch_info *info = switch_info(id);
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    struct switches each = {.value = {0}};
    if (piece != NULL && info->values == NULL) {
        PHRASE(piece, id == SWITCH_UNO_PENALTY ? "{min}-{max}, progressive S,D" : "{min}-{max}",
               arg_number("min", info->min), arg_number("max", info->max));
    }
    for (; piece != NULL && info->values != NULL && info->values[each.value[id]] != NULL;
         each.value[id]++) {
        struct message *words = words_piece(language, &each, id);
        message_text(piece, each.value[id] > 0 ? tr(language, N_(", ")) : "");
        PHRASE(piece, "{value} ({words})", arg_strong("value", info->values[each.value[id]]),
               arg_piece(piece, "words", words));
        message_destroy(words);
    }
    return piece;
}

static void add_idle(struct command_context *context, struct message *message,
                     const struct language *language, const char *why)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        PHRASE(piece, tr(language, why), arg_text("p", network_prefix(context->network)));
    PHRASE(message, tr(language, N_(" That has no effect: {why}.")),
           arg_piece(message, "why", piece));
    message_destroy(piece);
}

/* A switch that was set, and the language in which we tell it. */
struct change {
    const struct language *language;
    const struct ruleset *set;
    const struct switches *before, *now;
    enum switch_id id;
};

/* Returns a piece that names what changes: the switch that the typist set, and any switch that this
 * one needed. */
static struct message *change_piece(const struct change *change)
{
    struct message *piece = words_piece(change->language, change->now, change->id);
    for (unsigned id = 0; piece != NULL && id < SWITCH_COUNT; id++) {
        if (id == change->id || change->now->value[id] == change->before->value[id])
            continue;
        message_text(piece, tr(change->language, N_("; ")));
        switch_says(piece, change->language, change->now, id);
    }
    return piece;
}

/* Says what the switch does now, by a pattern with {player} and {words}. If the switch has no
 * effect, says why; then says which other changed switches lose their effect. */
static void add_change(struct command_context *context, struct message *message,
                       const char *pattern, const struct change *change)
{
    const struct language *language = change->language;
    struct switches sheet;
    struct message *words = change_piece(change);
    PHRASE(message, tr(language, pattern), arg_name("player", context->name),
           arg_piece(message, "words", words));
    message_destroy(words);
    const char *why = switch_idle(change->set, change->now, change->id);
    if (why != NULL)
        add_idle(context, message, language, why);
    ruleset_defaults(change->set, &sheet);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (id == change->id || change->now->value[id] == sheet.value[id] ||
            switch_idle(change->set, change->now, id) == NULL ||
            switch_idle(change->set, change->before, id) != NULL)
            continue;
        words = words_piece(language, change->now, id);
        PHRASE(message, tr(language, N_(" Without effect then: {words}.")),
               arg_piece(message, "words", words));
        message_destroy(words);
    }
}

/* Somebody who gives "score" a number means "target". */
static void add_hint(struct command_context *context, struct message *message, enum switch_id id,
                     const char *typed)
{
    const struct switch_info *target = switch_info(SWITCH_TARGET);
    unsigned long points = id == SWITCH_SCORE ? strtoul(typed, NULL, 10) : 0;
    if (points >= target->min && points <= target->max) {
        PHRASE(message, tr(context->language, N_(" A match to {n} points: {p}set target {n}.")),
               arg_number("n", (long)points), arg_text("p", network_prefix(context->network)));
    }
}

/* Shows a switch. `typed` is the value that was refused; "" if the typist asked only for the
 * present value. */
static void show_switch(struct command_context *context, const struct ruleset *set,
                        const struct switches *switches, enum switch_id id, const char *typed)
{
    struct message *message = context_private(context);
    char value[NAME_SIZE] = "";
    if (message == NULL)
        return;
    struct message *words = words_piece(context->language, switches, id);
    struct message *values = values_piece(context->language, id);
    switches_format(switches, id, value, sizeof(value));
    PHRASE(message,
           tr(context->language, *typed != '\0' ? refused
                                 : switch_info(id)->values != NULL
                                     ? N_("{name} is {value}. Values: {values}.")
                                     : N_("{name}: {words}. Values: {values}.")),
           arg_text("name", switch_info(id)->name), arg_text("value", value),
           arg_text("typed", typed), arg_piece(message, "words", words),
           arg_piece(message, "values", values));
    add_hint(context, message, id, typed);
    message_destroy(words);
    message_destroy(values);
    const char *why = switch_idle(set, switches, id);
    if (why != NULL)
        add_idle(context, message, context->language, why);
    context_say(context, message);
}

/* Returns the one value that begins with the typed part, or else has a word that does: "points" is
 * "points_500", "except" is "wilds_except_wd4". NULL: there is none, or there are several. */
static const char *value_meant(const char *const *values, const char *part)
{
    enum { LEAST = 2 };
    size_t length = strlen(part);
    const char *meant = NULL;
    for (unsigned inside = 0; meant == NULL && inside < 2 && length >= LEAST; inside++) {
        unsigned count = 0;
        for (const char *const *value = values; *value != NULL; value++) {
            const char *at = strstr(*value, part);
            if (at == NULL || (at != *value && (inside == 0 || at[-1] != '_')))
                continue;
            meant = *value;
            count++;
        }
        if (count > 1)
            return NULL;
    }
    return meant;
}

/* Reads a typed value into `wanted`; "default" is the value on the sheet of `set`. A target for a
 * single-round match also turns on points. Returns false if the text is no value. */
static bool read_switch(struct switches *wanted, enum switch_id id, const struct ruleset *set,
                        const char *typed)
{
    struct switches sheet;
    if (input_is_default(typed)) {
        ruleset_defaults(set, &sheet);
        wanted->value[id] = sheet.value[id];
        return true;
    }
    const char *state = channel_read_state(typed);
    char number[24];
    unsigned long n = 0;
    const char *behind = typed_number(typed, &n); /* "seven" */
    if (behind != NULL && *behind == '\0') {
        snprintf(number, sizeof(number), "%lu", n);
        typed = number;
    }
    const struct switch_info *info = switch_info(id);
    if (!switches_parse(wanted, id, state != NULL ? state : typed)) {
        const char *meant =
            state == NULL && info->values != NULL ? value_meant(info->values, typed) : NULL;
        return meant != NULL && switches_parse(wanted, id, meant);
    }
    if (id == SWITCH_TARGET && wanted->value[SWITCH_SCORE] == SCORE_SINGLE_ROUND)
        wanted->value[SWITCH_SCORE] = SCORE_POINTS;
    return true;
}

static void channel_sheet(const struct command_context *context, struct switches *switches)
{
    channel_switches_read(context->network, context->channel, ruleset_here(context), switches);
}

static void set_channel_switch(struct command_context *context, enum switch_id id,
                               const char *typed)
{
    const struct ruleset *set = ruleset_here(context);
    struct switches before;
    struct rules rules;
    char key[NAME_SIZE];
    char value[NAME_SIZE] = "";
    if (!has_channel(context))
        return;
    channel_sheet(context, &before);
    struct switches wanted = before;
    bool sheet = input_is_default(typed);
    if (!read_switch(&wanted, id, set, typed)) {
        show_switch(context, set, &wanted, id, typed);
        return;
    }
    enum rules_error error = sheet ? RULES_OK : rules_init(&rules, set, &wanted, 2);
    if (!may_keep(context, NULL))
        return;
    if (error != RULES_OK) {
        context_tell(context, rules_words(error));
        return;
    }
    if (!sheet)
        switches_format(&wanted, id, value, sizeof(value));
    if (!keep(context, channel_switches_key(id, key), sheet ? NULL : value))
        return;
    if (wanted.value[SWITCH_SCORE] != before.value[SWITCH_SCORE] && id != SWITCH_SCORE) {
        switches_format(&wanted, SWITCH_SCORE, value, sizeof(value));
        if (!keep(context, channel_switches_key(SWITCH_SCORE, key), value))
            return;
    }
    const struct language *language = setting_channel_language(context->network, context->channel);
    const struct change change = {language, set, &before, &wanted, id};
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    add_change(context, message,
               sheet ? N_("{player} sets for this channel, as on the sheet: {words}.")
                     : N_("{player} sets for this channel: {words}."),
               &change);
    context_say(context, message);
}

/* -- switches of the table that is there -- */

/* Gives the table these switches. Says in its channels what the switch `id` does now, and every
 * switch that changed with it. */
static void change_table(struct command_context *context, const struct switches *wanted,
                         enum switch_id id)
{
    struct table *table = context->table;
    enum rules_error error = RULES_OK;
    unsigned players = table->seat_count >= 2 ? table->seat_count : 0; /* refused now, not later */
    const struct rules *rules = rules_share_get(tables_rules(context->host->tables), table->set,
                                                wanted, players, RULES_VERSION, &error);
    if (rules == NULL) {
        context_tell(context, rules_words(error));
        return;
    }
    rules_share_put(tables_rules(context->host->tables), rules);
    const struct switches before = table->switches;
    table->switches = *wanted;
    table_rules_changed(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        const struct change change = {place->language, table->set, &before, wanted, id};
        struct message *message = place_line(place, URGENCY_TABLE);
        if (message != NULL)
            add_change(context, message, N_("{player} sets: {words}."), &change);
        place_say(place, message);
    }
}

static void set_table_switch(struct command_context *context, enum switch_id id, const char *value)
{
    struct table *table = context->table;
    if (!context_require_rights(context))
        return;
    if (table->match_on) {
        context_tell(context, context_table_refusal_words(TABLE_RUNNING));
        return;
    }
    struct switches wanted = table->switches;
    if (!read_switch(&wanted, id, table->set, value))
        show_switch(context, table->set, &table->switches, id, value);
    else
        change_table(context, &wanted, id);
}

/* Reads "RULE VALUE RULE VALUE". False: a rule or value is unknown. */
static bool read_pairs(struct switches *wanted, const char *pairs)
{
    char name[NAME_SIZE];
    char value[NAME_SIZE];
    int length = 0;
    _Static_assert(NAME_SIZE > 23, "the widths below fit");
    while (sscanf(pairs, " %23s %23s%n", name, value, &length) == 2) {
        enum switch_id id = switch_find(name);
        if (id == SWITCH_COUNT || !switches_parse(wanted, id, value))
            return false;
        pairs += length;
    }
    return *pairs == '\0';
}

bool command_set_all(struct command_context *context, const struct switches *wanted)
{
    const struct switches *now = &context->table->switches;
    unsigned id = 0;
    while (id < SWITCH_COUNT && wanted->value[id] == now->value[id])
        id++;
    if (id == SWITCH_COUNT)
        return false;
    change_table(context, wanted, (enum switch_id)id);
    return true;
}

void command_set_house(struct command_context *context, unsigned form, const char *pairs)
{
    struct table *table = context->table;
    struct switches wanted = table->switches;
    house_form_untick(form, &wanted);
    if (table->match_on) {
        context_tell(context, context_table_refusal_words(TABLE_RUNNING));
        return;
    }
    if (!read_pairs(&wanted, pairs)) {
        context_tell(context, N_("I could not read that form, so nothing changed."));
        return;
    }
    if (!command_set_all(context, &wanted))
        context_tell(context, N_("Those are the rules already."));
}

/* Cuts a leading "channel" off. Returns true if there was one. */
static bool is_for_channel(const char **text)
{
    char word[32];
    size_t length = strcspn(*text, " ");
    snprintf(word, sizeof(word), "%.*s", (int)length, *text);
    if (!word_means(word, "channel"))
        return false;
    *text += length + strspn(*text + length, " ");
    return true;
}

/* Returns the name of the n-th setting; NULL: there are fewer. */
static const char *name_at(unsigned n)
{
    return n < SWITCH_COUNT ? switch_info((enum switch_id)n)->name : channel_key(n - SWITCH_COUNT);
}

void run_set(struct command_context *context)
{
    char name[NAME_SIZE] = "";
    char folded[200];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded)); /* what does not fit is no switch */
    text_fold(&buf, context->arguments, strlen(context->arguments));
    const char *text = folded;
    bool channel = is_for_channel(&text) || context->table == NULL;
    size_t length = strcspn(text, " =");
    const char *value = text + length + strspn(text + length, " =");
    if (*text == '\0') {
        if (channel || !command_panel_house(context))
            set_list_tell(context);
        return;
    }
    if (length < sizeof(name))
        memcpy(name, text, length);
    if (channel_has_key(name)) {
        set_value(context, name, value);
        return;
    }
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT && context_tell_slip(context, name, input_nearly(name, name_at)))
        return;
    if (id == SWITCH_COUNT)
        context_tell(context, N_("There is no such switch: {p}set lists them."));
    else if (channel)
        set_channel_switch(context, id, value);
    else if (*value == '\0')
        show_switch(context, context->table->set, &context->table->switches, id, "");
    else
        set_table_switch(context, id, value);
}
