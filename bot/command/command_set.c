/* !set: what a channel keeps, and the switches of its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/show/render.h"
#include "bot/table/clock.h"
#include "bot/table/private_table.h"
#include "bot/table/rules_share.h"
#include "bot/table/save.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"
#include "bot/text/words.h"
#include "command.h"

/* -- what a channel keeps -- */

struct word {
    const char *typed, *kept;
};

/* What a value means: a clause of the catalogue without full stop, where {value} is that; `kept`
 * NULL: any other one. */
struct meaning {
    const char *kept, *clause;
};

/* A value as it is kept: one of `words` (ended by NULL), or what `read` makes of it. */
struct channel_row {
    const char *key;
    const char *fallback; /* NULL: the daemon's language */
    const char *values;   /* as they are shown */
    const struct word *words;
    const char *(*read)(const char *typed);
    const struct meaning *meanings; /* the first that fits holds */
};

static const char *read_rules(const char *typed)
{
    const struct ruleset *set = words_ruleset(typed);
    return set != NULL ? ruleset_name(set) : NULL;
}

static const char *read_language(const char *typed)
{
    const struct language *language = language_find(typed);
    return language != NULL ? language->code : NULL;
}

/* Seconds, or never. */
static const char *read_limit(const char *typed)
{
    if (strcmp(typed, "0") == 0 || strcmp(typed, "non") == 0)
        return "off";
    return turn_limit_read(typed) != TURN_LIMIT_DEFAULT ? typed : NULL;
}

static const struct word themes[] = {{"colours", "colours"},
                                     {"colors", "colours"},
                                     {"couleurs", "colours"},
                                     {"mono", "mono"},
                                     {NULL, NULL}};

static const struct word states[] = {{"on", "on"},   {"oui", "on"}, {"yes", "on"}, {"off", "off"},
                                     {"non", "off"}, {"no", "off"}, {NULL, NULL}};

static const struct meaning rules_mean[] = {{NULL, N_("tables open with {value}")}};
static const struct meaning language_means[] = {{NULL, N_("the language is {value}")}};
static const struct meaning theme_means[] = {{"mono", N_("cards are plain text")},
                                             {NULL, N_("cards are coloured")}};
static const struct meaning quiet_means[] = {
    {"on", N_("a turn is one line, and answers come in private")},
    {NULL, N_("answers are for all to see")}};
static const struct meaning limit_means[] = {{"off", N_("a turn may last for ever")},
                                             {"default", N_("a turn may last as long as usual")},
                                             {NULL, N_("a turn may last {value} seconds")}};

static const struct channel_row rows[] = {
    {"rules", "classic", "classic, hyper, skull, web, flex, minion", NULL, read_rules, rules_mean},
    {"language", NULL, "en, fr", NULL, read_language, language_means},
    {"theme", "colours", "colours, mono", themes, NULL, theme_means},
    {"quiet", "off", "on, off", states, NULL, quiet_means},
    {"turn_limit", "default", "15-3600, off, default", NULL, read_limit, limit_means},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), NAME_SIZE = 48 };

static const struct channel_row *row_of(const char *key)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}

const char *channel_read(const char *key, const char *typed)
{
    const struct channel_row *row = row_of(key);
    if (row->read != NULL)
        return row->read(typed);
    for (const struct word *word = row->words; word->typed != NULL; word++)
        if (text_same(word->typed, typed))
            return word->kept;
    return NULL;
}

const char *channel_value(const struct command_context *context, const char *key)
{
    const char *kept = host_channel_setting(context->host, context->network, context->channel, key);
    const char *fallback = row_of(key)->fallback;
    if (kept != NULL && channel_read(key, kept) != NULL)
        return kept;
    return fallback != NULL ? fallback : context->host->options.language->code;
}

bool channel_is_mono(const struct command_context *context)
{
    return context->channel != NULL && strcmp(channel_value(context, "theme"), "mono") == 0;
}

bool channel_is_quiet(const struct command_context *context)
{
    return context->channel != NULL && strcmp(channel_value(context, "quiet"), "on") == 0;
}

/* A private talk keeps nothing: whoever comes under a new nick has another one. */
static bool has_channel(struct command_context *context)
{
    if (!private_table_is(context->channel))
        return true;
    context_tell(context, N_("Say that in the channel where you want to play."));
    return false;
}

static bool may_keep(struct command_context *context)
{
    return has_channel(context) && context_may_rule(context);
}

static bool keep(struct command_context *context, const char *key, const char *value)
{
    if (host_set_channel(context->host, context->network, context->channel, key, value))
        return true;
    context_tell(context, N_("I keep as many settings as I can, and not this one."));
    return false;
}

/* Asked in private, it is the channel of their table that keeps something. */
static bool asked_there(const struct command_context *context)
{
    return context->event->channel != NULL;
}

bool channel_set(struct command_context *context, const char *key, const char *value)
{
    if (!may_keep(context))
        return false;
    if (!keep(context, key, value))
        return false;
    if (context->table != NULL) {
        table_read_channel(context->table);
        clock_arm(context->table);
    }
    return true;
}

/* What a channel keeps, in words. */
static void add_meaning(struct message *message, const struct language *language,
                        const struct channel_row *row, const char *value)
{
    const struct meaning *at = row->meanings;
    const struct language *named = row->read == read_language ? language_find(value) : NULL;
    while (at->kept != NULL && strcmp(at->kept, value) != 0)
        at++;
    PHRASE(message, tr(language, at->clause),
           arg_text("value", named != NULL ? named->name : value));
}

static struct message *meaning_piece(const struct language *language, const struct channel_row *row,
                                     const char *value)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        add_meaning(piece, language, row, value);
    return piece;
}

void channel_say_set(struct command_context *context, const char *name, const char *value)
{
    const struct language *language =
        host_channel_language(context->host, context->network, context->channel);
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    struct message *words = meaning_piece(language, row_of(name), value);
    PHRASE(message, tr(language, N_("{player} sets for this channel: {words}.")),
           arg_name("player", context->name), arg_piece(message, "words", words));
    message_destroy(words);
    context_say(context, message);
}

static const char refused[] =
    N_("{name} cannot be {typed}, and stays as it is: {words}. Possible values: {values}.");

static void show_values(struct command_context *context, const struct channel_row *row,
                        const char *typed)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    struct message *words = meaning_piece(context->language, row, channel_value(context, row->key));
    PHRASE(message,
           tr(context->language,
              *typed != '\0' ? refused
              : asked_there(context)
                  ? N_("{name} in this channel: {words}. Possible values: {values}.")
                  : N_("{name} in the channel of your table: {words}. Possible values: {values}.")),
           arg_text("name", row->key), arg_text("typed", typed), arg_piece(message, "words", words),
           arg_text("values", row->values));
    message_destroy(words);
    context_say(context, message);
}

static void set_row(struct command_context *context, const struct channel_row *row,
                    const char *typed)
{
    const char *value = *typed != '\0' ? channel_read(row->key, typed) : NULL;
    if (!has_channel(context))
        return;
    if (says_default(typed) && channel_set(context, row->key, NULL))
        channel_say_set(context, row->key, channel_value(context, row->key));
    else if (value == NULL && !says_default(typed))
        show_values(context, row, typed);
    else if (value != NULL && channel_set(context, row->key, value))
        channel_say_set(context, row->key, value);
}

/* -- switches -- */

/* "any, same, up", "3-15" */
static struct message *values_piece(enum switch_id id)
{
    const struct switch_info *info = switch_info(id);
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL && info->values == NULL)
        PHRASE(piece, id == SWITCH_UNO_PENALTY ? "{min}-{max}, progressive S,D" : "{min}-{max}",
               arg_number("min", info->min), arg_number("max", info->max));
    for (unsigned i = 0; piece != NULL && info->values != NULL && info->values[i] != NULL; i++) {
        message_text(piece, i > 0 ? ", " : "");
        message_text(piece, info->values[i]);
    }
    return piece;
}

static struct message *words_piece(const struct language *language, const struct switches *switches,
                                   enum switch_id id)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        switch_says(piece, language, switches, id);
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

/* Says of a switch that changed when that does nothing, and which others of the table's own it
 * leaves without effect. */
static void add_idles(struct command_context *context, struct message *message,
                      const struct language *language, const struct ruleset *set,
                      const struct switches *before, const struct switches *now,
                      enum switch_id changed)
{
    struct switches sheet;
    const char *why = switch_idle(set, now, changed);
    if (why != NULL)
        add_idle(context, message, language, why);
    ruleset_defaults(set, &sheet);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (id == changed || now->value[id] == sheet.value[id] ||
            switch_idle(set, now, id) == NULL || switch_idle(set, before, id) != NULL)
            continue;
        struct message *words = words_piece(language, now, id);
        PHRASE(message, tr(language, N_(" Without effect then: {words}.")),
               arg_piece(message, "words", words));
        message_destroy(words);
    }
}

/* Who gives the score a number means the target. */
static void add_hint(struct command_context *context, struct message *message, enum switch_id id,
                     const char *typed)
{
    const struct switch_info *target = switch_info(SWITCH_TARGET);
    unsigned long points = id == SWITCH_SCORE ? strtoul(typed, NULL, 10) : 0;
    if (points >= target->min && points <= target->max)
        PHRASE(
            message,
            tr(context->language, N_(" A match to {n} points: {p}set score points_500, then {p}set "
                                     "target {n}.")),
            arg_number("n", (long)points), arg_text("p", network_prefix(context->network)));
}

/* `typed` is no value of it; "": it was asked for. */
static void show_switch(struct command_context *context, const struct ruleset *set,
                        const struct switches *switches, enum switch_id id, const char *typed)
{
    struct message *message = context_private(context);
    char value[NAME_SIZE] = "";
    if (message == NULL)
        return;
    struct message *words = words_piece(context->language, switches, id);
    struct message *values = values_piece(id);
    switches_format(switches, id, value, sizeof(value));
    PHRASE(message,
           tr(context->language,
              *typed != '\0'
                  ? refused
                  : N_("{name} is {value} (rule {rule}): {words}. Possible values: {values}.")),
           arg_text("name", switch_info(id)->name), arg_text("value", value),
           arg_text("typed", typed), arg_text("rule", switch_info(id)->rule),
           arg_piece(message, "words", words), arg_piece(message, "values", values));
    add_hint(context, message, id, typed);
    message_destroy(words);
    message_destroy(values);
    const char *why = switch_idle(set, switches, id);
    if (why != NULL)
        add_idle(context, message, context->language, why);
    context_say(context, message);
}

bool says_default(const char *typed)
{
    return text_same(typed, "default") || text_same(typed, "defaut");
}

/* What was typed for a switch; `set` has the default. */
static bool read_switch(struct switches *wanted, enum switch_id id, const struct ruleset *set,
                        const char *typed)
{
    struct switches sheet;
    if (says_default(typed)) {
        ruleset_defaults(set, &sheet);
        wanted->value[id] = sheet.value[id];
        return true;
    }
    for (const struct word *word = states; word->typed != NULL; word++)
        if (strcmp(word->typed, typed) == 0)
            return switches_parse(wanted, id, word->kept);
    return switches_parse(wanted, id, typed);
}

static const char *switch_key(enum switch_id id, char key[NAME_SIZE])
{
    snprintf(key, NAME_SIZE, "switch.%s", switch_info(id)->name);
    return key;
}

void channel_switches(struct host *host, struct network *network, const char *channel,
                      const struct ruleset *set, struct switches *switches)
{
    ruleset_defaults(set, switches);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char key[NAME_SIZE];
        const char *value = host_channel_setting(host, network, channel, switch_key(id, key));
        struct switches wanted = *switches;
        struct rules rules;
        /* What another set of rules, or a later version, does not allow is left out. */
        if (value != NULL && switches_parse(&wanted, id, value) &&
            rules_init(&rules, set, &wanted, 2) == RULES_OK)
            *switches = wanted;
    }
}

static void channel_sheet(const struct command_context *context, struct switches *switches)
{
    channel_switches(context->host, context->network, context->channel,
                     ruleset_find(channel_value(context, "rules")), switches);
}

/* Tells the channel what a switch does there from now on. */
static void say_channel_switch(struct command_context *context, const struct switches *before,
                               const struct switches *now, enum switch_id id, bool sheet)
{
    const struct language *language =
        host_channel_language(context->host, context->network, context->channel);
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    struct message *words = words_piece(language, now, id);
    PHRASE(message,
           tr(language, sheet ? N_("{player} sets for this channel, as on the sheet: {words}.")
                              : N_("{player} sets for this channel: {words}.")),
           arg_name("player", context->name), arg_piece(message, "words", words));
    message_destroy(words);
    add_idles(context, message, language, ruleset_find(channel_value(context, "rules")), before,
              now, id);
    context_say(context, message);
}

static void set_channel_switch(struct command_context *context, enum switch_id id,
                               const char *typed)
{
    const struct ruleset *set = ruleset_find(channel_value(context, "rules"));
    struct switches before;
    struct rules rules;
    char key[NAME_SIZE];
    char value[NAME_SIZE] = "";
    if (!has_channel(context))
        return;
    channel_sheet(context, &before);
    struct switches wanted = before;
    bool sheet = says_default(typed);
    if (!read_switch(&wanted, id, set, typed)) {
        show_switch(context, set, &wanted, id, typed);
        return;
    }
    enum rules_error error = sheet ? RULES_OK : rules_init(&rules, set, &wanted, 2);
    if (!may_keep(context))
        return;
    if (error != RULES_OK) {
        context_tell(context, rules_words(error));
        return;
    }
    if (!sheet)
        switches_format(&wanted, id, value, sizeof(value));
    if (keep(context, switch_key(id, key), sheet ? NULL : value))
        say_channel_switch(context, &before, &wanted, id, sheet);
}

/* -- switches of the table that is there -- */

static void set_table_switch(struct command_context *context, enum switch_id id, const char *value)
{
    struct table *table = context->table;
    if (!context_may_rule(context))
        return;
    if (table->match_on) {
        context_tell(context, table_refusal_words(TABLE_RUNNING));
        return;
    }
    struct switches wanted = table->switches;
    enum rules_error error = RULES_OK;
    if (!read_switch(&wanted, id, table->set, value)) {
        show_switch(context, table->set, &table->switches, id, value);
        return;
    }
    unsigned players = table->seat_count >= 2 ? table->seat_count : 0; /* refused now, not later */
    const struct rules *rules =
        rules_share_get(&context->host->rules, table->set, &wanted, players, &error);
    if (rules == NULL) {
        context_tell(context, rules_words(error));
        return;
    }
    rules_share_put(&context->host->rules, rules);
    const struct switches before = table->switches;
    table->switches = wanted;
    save_table(table);
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return;
    struct message *words = words_piece(table->language, &wanted, id);
    PHRASE(message, tr(table->language, N_("{player} sets: {words}.")),
           arg_name("player", context->name), arg_piece(message, "words", words));
    message_destroy(words);
    add_idles(context, message, table->language, table->set, &before, &wanted, id);
    table_say(table, message);
}

/* -- all of it -- */

/* "tables open with classic; the language is English; UNO is said for all" */
static struct message *channel_piece(const struct command_context *context)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; piece != NULL && i < ROWS; i++) {
        message_text(piece, i > 0 ? tr(context->language, N_("; ")) : "");
        add_meaning(piece, context->language, &rows[i], channel_value(context, rows[i].key));
    }
    for (unsigned id = 0; piece != NULL && id < SWITCH_COUNT; id++) {
        char key[NAME_SIZE];
        struct switches kept;
        const char *value = host_channel_setting(context->host, context->network, context->channel,
                                                 switch_key(id, key));
        ruleset_defaults(ruleset_find(channel_value(context, "rules")), &kept);
        if (value == NULL || !switches_parse(&kept, id, value))
            continue;
        message_text(piece, tr(context->language, N_("; ")));
        switch_says(piece, context->language, &kept, id);
    }
    return piece;
}

static void add_table_rules(struct command_context *context, struct message *message)
{
    struct message *changes = render_changes_in(context->table, context->language);
    PHRASE(message,
           tr(context->language, changes != NULL && message_empty(changes)
                                     ? N_("Rules: {set}, as on its sheet.")
                                     : N_("Rules: {set}, but {changes}.")),
           arg_strong("set", ruleset_name(context->table->set)),
           arg_piece(message, "changes", changes));
    message_destroy(changes);
}

static void add_channel(struct command_context *context, struct message *message)
{
    struct message *kept = channel_piece(context);
    if (context->table != NULL)
        message_text(message, " ");
    PHRASE(message,
           tr(context->language, asked_there(context)
                                     ? N_("This channel: {settings}.")
                                     : N_("The channel of your table: {settings}.")),
           arg_piece(message, "settings", kept));
    message_destroy(kept);
}

static void show_all(struct command_context *context)
{
    struct message *message = context_private(context);
    bool alone = private_table_is(context->channel);
    if (message == NULL)
        return;
    if (context->table != NULL)
        add_table_rules(context, message);
    if (!alone)
        add_channel(context, message);
    PHRASE(message,
           tr(context->language,
              context->table != NULL && !alone
                  ? N_(" {p}set NAME VALUE changes one of the table's, {p}set channel NAME VALUE "
                       "those of the tables to come:")
                  : N_(" {p}set NAME VALUE changes one of:")),
           arg_text("p", network_prefix(context->network)));
    for (unsigned i = 0; i < ROWS && !alone; i++) {
        message_text(message, " ");
        message_text(message, rows[i].key);
    }
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        message_text(message, " ");
        message_text(message, switch_info(id)->name);
    }
    context_say(context, message);
}

/* Cuts a leading "channel" off; whether there was one. */
static bool is_for_channel(const char **text)
{
    static const char *const words[] = {"channel", "salon"};
    for (unsigned i = 0; i < 2; i++) {
        size_t length = strlen(words[i]);
        if (strcspn(*text, " ") == length && strncmp(*text, words[i], length) == 0) {
            *text += length + strspn(*text + length, " ");
            return true;
        }
    }
    return false;
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
        show_all(context);
        return;
    }
    if (length < sizeof(name))
        memcpy(name, text, length);
    const struct channel_row *row = row_of(name);
    if (row != NULL) {
        set_row(context, row, value);
        return;
    }
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT)
        context_tell(context, N_("There is no such switch: {p}set lists them."));
    else if (channel)
        set_channel_switch(context, id, value);
    else if (*value == '\0')
        show_switch(context, context->table->set, &context->table->switches, id, "");
    else
        set_table_switch(context, id, value);
}
