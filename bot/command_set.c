/* !set: what a channel keeps, and the switches of its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/alone.h"
#include "bot/base/text.h"
#include "bot/clock.h"
#include "bot/language.h"
#include "bot/render.h"
#include "bot/rules_share.h"
#include "bot/save.h"
#include "bot/switch_words.h"
#include "bot/table.h"
#include "bot/words.h"
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

const char *channel_value(const struct call *call, const char *key)
{
    const char *kept = host_channel_setting(call->host, call->network, call->channel, key);
    const char *fallback = row_of(key)->fallback;
    if (kept != NULL && channel_read(key, kept) != NULL)
        return kept;
    return fallback != NULL ? fallback : call->host->options.language->code;
}

bool channel_is_mono(const struct call *call)
{
    return call->channel != NULL && strcmp(channel_value(call, "theme"), "mono") == 0;
}

bool channel_is_quiet(const struct call *call)
{
    return call->channel != NULL && strcmp(channel_value(call, "quiet"), "on") == 0;
}

/* A private talk keeps nothing: whoever comes under a new nick has another one. */
static bool has_channel(struct call *call)
{
    if (!alone_is(call->channel))
        return true;
    call_tell(call, N_("Say that in the channel where you want to play."));
    return false;
}

static bool may_keep(struct call *call)
{
    return has_channel(call) && call_may_rule(call);
}

static bool keep(struct call *call, const char *key, const char *value)
{
    if (host_set_channel(call->host, call->network, call->channel, key, value))
        return true;
    call_tell(call, N_("I keep as many settings as I can, and not this one."));
    return false;
}

/* Asked in private, it is the channel of their table that keeps something. */
static bool asked_there(const struct call *call)
{
    return call->event->channel != NULL;
}

bool channel_set(struct call *call, const char *key, const char *value)
{
    if (!may_keep(call))
        return false;
    if (!keep(call, key, value))
        return false;
    if (call->table != NULL) {
        table_read_channel(call->table);
        clock_arm(call->table);
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

void channel_say_set(struct call *call, const char *name, const char *value)
{
    const struct language *language =
        host_channel_language(call->host, call->network, call->channel);
    struct message *message = message_create(call->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    struct message *words = meaning_piece(language, row_of(name), value);
    PHRASE(message, tr(language, N_("{player} sets for this channel: {words}.")),
           arg_name("player", call->name), arg_piece(message, "words", words));
    message_destroy(words);
    call_say(call, message);
}

static const char refused[] =
    N_("{name} cannot be {typed}, and stays as it is: {words}. Possible values: {values}.");

static void show_values(struct call *call, const struct channel_row *row, const char *typed)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    struct message *words = meaning_piece(call->language, row, channel_value(call, row->key));
    PHRASE(message,
           tr(call->language,
              *typed != '\0' ? refused
              : asked_there(call)
                  ? N_("{name} in this channel: {words}. Possible values: {values}.")
                  : N_("{name} in the channel of your table: {words}. Possible values: {values}.")),
           arg_text("name", row->key), arg_text("typed", typed), arg_piece(message, "words", words),
           arg_text("values", row->values));
    message_destroy(words);
    call_say(call, message);
}

static void set_row(struct call *call, const struct channel_row *row, const char *typed)
{
    const char *value = *typed != '\0' ? channel_read(row->key, typed) : NULL;
    if (!has_channel(call))
        return;
    if (says_default(typed) && channel_set(call, row->key, NULL))
        channel_say_set(call, row->key, channel_value(call, row->key));
    else if (value == NULL && !says_default(typed))
        show_values(call, row, typed);
    else if (value != NULL && channel_set(call, row->key, value))
        channel_say_set(call, row->key, value);
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

static void add_idle(struct call *call, struct message *message, const struct language *language,
                     const char *why)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece != NULL)
        PHRASE(piece, tr(language, why), arg_text("p", network_prefix(call->network)));
    PHRASE(message, tr(language, N_(" That has no effect: {why}.")),
           arg_piece(message, "why", piece));
    message_destroy(piece);
}

/* Says of a switch that changed when that does nothing, and which others of the table's own it
 * leaves without effect. */
static void add_idles(struct call *call, struct message *message, const struct language *language,
                      const struct ruleset *set, const struct switches *before,
                      const struct switches *now, enum switch_id changed)
{
    struct switches sheet;
    const char *why = switch_idle(set, now, changed);
    if (why != NULL)
        add_idle(call, message, language, why);
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
static void add_hint(struct call *call, struct message *message, enum switch_id id,
                     const char *typed)
{
    const struct switch_info *target = switch_info(SWITCH_TARGET);
    unsigned long points = id == SWITCH_SCORE ? strtoul(typed, NULL, 10) : 0;
    if (points >= target->min && points <= target->max)
        PHRASE(message,
               tr(call->language, N_(" A match to {n} points: {p}set score points_500, then {p}set "
                                     "target {n}.")),
               arg_number("n", (long)points), arg_text("p", network_prefix(call->network)));
}

/* `typed` is no value of it; "": it was asked for. */
static void show_switch(struct call *call, const struct ruleset *set,
                        const struct switches *switches, enum switch_id id, const char *typed)
{
    struct message *message = call_private(call);
    char value[NAME_SIZE] = "";
    if (message == NULL)
        return;
    struct message *words = words_piece(call->language, switches, id);
    struct message *values = values_piece(id);
    switches_format(switches, id, value, sizeof(value));
    PHRASE(message,
           tr(call->language,
              *typed != '\0'
                  ? refused
                  : N_("{name} is {value} (rule {rule}): {words}. Possible values: {values}.")),
           arg_text("name", switch_info(id)->name), arg_text("value", value),
           arg_text("typed", typed), arg_text("rule", switch_info(id)->rule),
           arg_piece(message, "words", words), arg_piece(message, "values", values));
    add_hint(call, message, id, typed);
    message_destroy(words);
    message_destroy(values);
    const char *why = switch_idle(set, switches, id);
    if (why != NULL)
        add_idle(call, message, call->language, why);
    call_say(call, message);
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

static void channel_sheet(const struct call *call, struct switches *switches)
{
    channel_switches(call->host, call->network, call->channel,
                     ruleset_find(channel_value(call, "rules")), switches);
}

/* Tells the channel what a switch does there from now on. */
static void say_channel_switch(struct call *call, const struct switches *before,
                               const struct switches *now, enum switch_id id, bool sheet)
{
    const struct language *language =
        host_channel_language(call->host, call->network, call->channel);
    struct message *message = message_create(call->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    struct message *words = words_piece(language, now, id);
    PHRASE(message,
           tr(language, sheet ? N_("{player} sets for this channel, as on the sheet: {words}.")
                              : N_("{player} sets for this channel: {words}.")),
           arg_name("player", call->name), arg_piece(message, "words", words));
    message_destroy(words);
    add_idles(call, message, language, ruleset_find(channel_value(call, "rules")), before, now, id);
    call_say(call, message);
}

static void set_channel_switch(struct call *call, enum switch_id id, const char *typed)
{
    const struct ruleset *set = ruleset_find(channel_value(call, "rules"));
    struct switches before;
    struct rules rules;
    char key[NAME_SIZE];
    char value[NAME_SIZE] = "";
    if (!has_channel(call))
        return;
    channel_sheet(call, &before);
    struct switches wanted = before;
    bool sheet = says_default(typed);
    if (!read_switch(&wanted, id, set, typed)) {
        show_switch(call, set, &wanted, id, typed);
        return;
    }
    enum rules_error error = sheet ? RULES_OK : rules_init(&rules, set, &wanted, 2);
    if (!may_keep(call))
        return;
    if (error != RULES_OK) {
        call_tell(call, rules_words(error));
        return;
    }
    if (!sheet)
        switches_format(&wanted, id, value, sizeof(value));
    if (keep(call, switch_key(id, key), sheet ? NULL : value))
        say_channel_switch(call, &before, &wanted, id, sheet);
}

/* -- switches of the table that is there -- */

static void set_table_switch(struct call *call, enum switch_id id, const char *value)
{
    struct table *table = call->table;
    if (!call_may_rule(call))
        return;
    if (table->match_on) {
        call_tell(call, table_refusal_words(TABLE_RUNNING));
        return;
    }
    struct switches wanted = table->switches;
    enum rules_error error = RULES_OK;
    if (!read_switch(&wanted, id, table->set, value)) {
        show_switch(call, table->set, &table->switches, id, value);
        return;
    }
    unsigned players = table->seat_count >= 2 ? table->seat_count : 0; /* refused now, not later */
    const struct rules *rules =
        rules_share_get(&call->host->rules, table->set, &wanted, players, &error);
    if (rules == NULL) {
        call_tell(call, rules_words(error));
        return;
    }
    rules_share_put(&call->host->rules, rules);
    const struct switches before = table->switches;
    table->switches = wanted;
    save_table(table);
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return;
    struct message *words = words_piece(table->language, &wanted, id);
    PHRASE(message, tr(table->language, N_("{player} sets: {words}.")),
           arg_name("player", call->name), arg_piece(message, "words", words));
    message_destroy(words);
    add_idles(call, message, table->language, table->set, &before, &wanted, id);
    table_say(table, message);
}

/* -- all of it -- */

/* "tables open with classic; the language is English; UNO is said for all" */
static struct message *channel_piece(const struct call *call)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; piece != NULL && i < ROWS; i++) {
        message_text(piece, i > 0 ? tr(call->language, N_("; ")) : "");
        add_meaning(piece, call->language, &rows[i], channel_value(call, rows[i].key));
    }
    for (unsigned id = 0; piece != NULL && id < SWITCH_COUNT; id++) {
        char key[NAME_SIZE];
        struct switches kept;
        const char *value =
            host_channel_setting(call->host, call->network, call->channel, switch_key(id, key));
        ruleset_defaults(ruleset_find(channel_value(call, "rules")), &kept);
        if (value == NULL || !switches_parse(&kept, id, value))
            continue;
        message_text(piece, tr(call->language, N_("; ")));
        switch_says(piece, call->language, &kept, id);
    }
    return piece;
}

static void add_table_rules(struct call *call, struct message *message)
{
    struct message *changes = render_changes_in(call->table, call->language);
    PHRASE(message,
           tr(call->language, changes != NULL && message_empty(changes)
                                  ? N_("Rules: {set}, as on its sheet.")
                                  : N_("Rules: {set}, but {changes}.")),
           arg_strong("set", ruleset_name(call->table->set)),
           arg_piece(message, "changes", changes));
    message_destroy(changes);
}

static void add_channel(struct call *call, struct message *message)
{
    struct message *kept = channel_piece(call);
    if (call->table != NULL)
        message_text(message, " ");
    PHRASE(message,
           tr(call->language, asked_there(call) ? N_("This channel: {settings}.")
                                                : N_("The channel of your table: {settings}.")),
           arg_piece(message, "settings", kept));
    message_destroy(kept);
}

static void show_all(struct call *call)
{
    struct message *message = call_private(call);
    bool alone = alone_is(call->channel);
    if (message == NULL)
        return;
    if (call->table != NULL)
        add_table_rules(call, message);
    if (!alone)
        add_channel(call, message);
    PHRASE(message,
           tr(call->language,
              call->table != NULL && !alone
                  ? N_(" {p}set NAME VALUE changes one of the table's, {p}set channel NAME VALUE "
                       "those of the tables to come:")
                  : N_(" {p}set NAME VALUE changes one of:")),
           arg_text("p", network_prefix(call->network)));
    for (unsigned i = 0; i < ROWS && !alone; i++) {
        message_text(message, " ");
        message_text(message, rows[i].key);
    }
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        message_text(message, " ");
        message_text(message, switch_info(id)->name);
    }
    call_say(call, message);
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

void run_set(struct call *call)
{
    char name[NAME_SIZE] = "";
    char folded[200];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded)); /* what does not fit is no switch */
    text_fold(&buf, call->arguments, strlen(call->arguments));
    const char *text = folded;
    bool channel = is_for_channel(&text) || call->table == NULL;
    size_t length = strcspn(text, " =");
    const char *value = text + length + strspn(text + length, " =");
    if (*text == '\0') {
        show_all(call);
        return;
    }
    if (length < sizeof(name))
        memcpy(name, text, length);
    const struct channel_row *row = row_of(name);
    if (row != NULL) {
        set_row(call, row, value);
        return;
    }
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT)
        call_tell(call, N_("There is no such switch: {p}set lists them."));
    else if (channel)
        set_channel_switch(call, id, value);
    else if (*value == '\0')
        show_switch(call, call->table->set, &call->table->switches, id, "");
    else
        set_table_switch(call, id, value);
}
