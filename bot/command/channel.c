#include "channel.h"

#include <string.h>

#include "adapters/adapter.h"
#include "base/array.h"
#include "base/text.h"
#include "bot/host.h"
#include "bot/people/setting_store.h"
#include "bot/people/web.h"
#include "bot/table/autostart.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/words.h"

struct channel_word {
    const char *typed, *kept;
};

/* What a value means: a clause of the catalogue without a full stop; {value} in it stands for the
 * value. A row whose `kept` is NULL applies to every other value. */
struct meaning {
    const char *kept, *clause;
};

/* `words` (ended by NULL) lists what people may type, in English and by word_means() in every
 * language. If `read` is not NULL, it reads the typed text, and there is no list. */
struct channel_row {
    const char *key;
    const char *fallback; /* NULL: the daemon's language */
    const char *values;   /* as they are shown */
    const struct channel_word *words;
    const char *(*read)(const char *typed);
    const struct meaning *meanings; /* the first that fits holds */
    bool of_operators;
    bool of_boards; /* it has an effect only where tables have a message (adapter_caps.boards) */
};

static const char *read_word(const struct channel_word *words, const char *typed)
{
    for (const struct channel_word *word = words; word->typed != NULL; word++) {
        if (strcmp(word->kept, typed) == 0) /* as it is kept: most are read from there */
            return word->kept;
    }
    for (; words->typed != NULL; words++) {
        if (word_means(typed, words->typed))
            return words->kept;
    }
    return NULL;
}

static const char *read_rules(const char *typed)
{
    const struct ruleset *set = words_ruleset(typed);
    return set != NULL ? ruleset_name(set) : NULL;
}

static const char *read_language(const char *typed)
{
    const struct language *language = language_named(typed);
    return language != NULL ? language->code : NULL;
}

/* Seconds, or "off". */
static const char *read_limit(const char *typed)
{
    if (strcmp(typed, "0") == 0 || word_means(typed, "off") || word_means(typed, "no"))
        return "off";
    return turn_limit_read(typed) != TURN_LIMIT_DEFAULT ? typed : NULL;
}

/* "full", seconds, or "off". */
static const char *read_autostart(const char *typed)
{
    static const struct channel_word words[] = {
        {"off", "off"}, {"no", "off"}, {"0", "off"}, {"full", "full"}, {NULL, NULL}};
    uint16_t autostart = AUTOSTART_OFF;
    const char *word = read_word(words, typed);
    if (word != NULL)
        return word;
    return autostart_read(typed, &autostart) ? typed : NULL;
}

static const struct channel_word themes[] = {
    {"colours", "colours"}, {"mono", "mono"}, {NULL, NULL}};

static const struct channel_word states[] = {
    {"on", "on"}, {"yes", "on"}, {"off", "off"}, {"no", "off"}, {NULL, NULL}};

static const struct channel_word guest_words[] = {{"on", "on"},  {"yes", "on"},      {"off", "off"},
                                                  {"no", "off"}, {"links", "links"}, {NULL, NULL}};

static const struct channel_word proof_words[] = {{"on", "on"},  {"yes", "on"},    {"off", "off"},
                                                  {"no", "off"}, {"text", "text"}, {NULL, NULL}};

static const struct channel_word board_words[] = {
    {"new", "new"}, {"edit", "edit"}, {"default", "default"}, {NULL, NULL}};

static const struct channel_word webs[] = {
    {"off", "off"}, {"no", "off"}, {"boards", "boards"}, {"watch", "watch"}, {NULL, NULL}};

static const struct meaning rules_mean[] = {{NULL, N_("tables open with {value}")}};
static const struct meaning language_means[] = {{"en", N_("I speak English here")},
                                                {NULL, N_("the language is {value}")}};
static const struct meaning theme_means[] = {{"mono", N_("cards are plain text")},
                                             {NULL, N_("cards are coloured")}};
static const struct meaning quiet_means[] = {
    {"on", N_("a turn is one line, and answers come in private")},
    {NULL, N_("answers are for all to see")}};
static const struct meaning web_means[] = {
    {"off", N_("the web shows nothing of it")},
    {"watch", N_("the web shows its boards, its rounds, and its table while people play")},
    {NULL, N_("the web shows its boards, and its rounds when they are over")}};
static const struct meaning records_mean[] = {{"off", N_("records that fall are not told")},
                                              {NULL, N_("records that fall are told")}};
static const struct meaning achievements_mean[] = {{"off", N_("achievements are not told")},
                                                   {NULL, N_("achievements are told")}};
static const struct meaning guests_mean[] = {
    {"off", N_("nobody sits down from a page")},
    {"on", N_("guests may sit down from the page of the table, and by a link")},
    {NULL, N_("guests may sit down by a link that a player asks for")}};
static const struct meaning proofs_mean[] = {
    {"on", N_("the secret of a shuffle is told when its round ends, or shown by the button Fair?")},
    {"text", N_("the secret of a shuffle is told in the chat when its round ends")},
    {NULL, N_("the secret of a shuffle is told to those who ask")}};
static const struct meaning board_means[] = {
    {"new", N_("the table moves down when somebody has to be called")},
    {"edit", N_("the table stays in one place and calls nobody")},
    {NULL, N_("the table moves as the bot is set up")}};
static const struct meaning autostart_means[] = {
    {"off", N_("the first round waits for somebody to deal")},
    {"full", N_("the first round is dealt when the table is full")},
    {NULL, N_("the first round is dealt {value} s after the last one sat down")}};
static const struct meaning limit_means[] = {
    {"off", N_("a turn may last for ever")},
    {"default", N_("a turn may last {usual} seconds, as usual")},
    {NULL, N_("a turn may last {value} seconds")}};

static const struct channel_row rows[] = {
    {"rules", "classic", "classic, hyper, skull, web, flex, minion", NULL, read_rules, rules_mean,
     false, false},
    {"language", NULL, language_codes, NULL, read_language, language_means, true, false},
    {"theme", "colours", "colours, mono", themes, NULL, theme_means, false, false},
    {"quiet", "off", "on, off", states, NULL, quiet_means, false, false},
    {WEB_KEY, "boards", "off, boards, watch", webs, NULL, web_means, false, false},
    {"records", "on", "on, off", states, NULL, records_mean, false, false},
    {"achievements", "on", "on, off", states, NULL, achievements_mean, false, false},
    {"proofs", "off", "on, text, off", proof_words, NULL, proofs_mean, false, false},
    {GUESTS_KEY, "links", "on, links, off", guest_words, NULL, guests_mean, true, false},
    {"autostart", "off", "5-600, full, off", NULL, read_autostart, autostart_means, false, false},
    {"turn_limit", "default", "15-3600, off, default", NULL, read_limit, limit_means, false, false},
    {"board", "default", "new, edit, default", board_words, NULL, board_means, false, true},
};

enum { ROWS = ARRAY_SIZE(rows) };

static const struct channel_row *row_of(const char *key)
{
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].key, key) == 0)
            return &rows[i];
    }
    return NULL;
}

const char *channel_key(unsigned n)
{
    return n < ROWS ? rows[n].key : NULL;
}

bool channel_has_key(const char *word)
{
    return row_of(word) != NULL;
}

bool channel_key_counts(const struct network *network, const char *key)
{
    return !row_of(key)->of_boards ||
           (network->adapter != NULL && network->adapter->impl->caps.boards);
}

bool channel_is_of_operators(const char *key)
{
    return row_of(key)->of_operators;
}

const char *channel_values(const char *key)
{
    return row_of(key)->values;
}

const char *channel_read_state(const char *typed)
{
    return read_word(states, typed);
}

const char *channel_read(const char *key, const char *typed)
{
    const struct channel_row *row = row_of(key);
    return row->read != NULL ? row->read(typed) : read_word(row->words, typed);
}

const char *channel_value(struct network *network, const char *channel, const char *key)
{
    const char *kept = setting_channel(network, channel, key);
    const char *fallback = row_of(key)->fallback;
    if (kept != NULL && channel_read(key, kept) != NULL)
        return kept;
    return fallback != NULL ? fallback : network->host->options.language->code;
}

bool channel_is_mono(struct network *network, const char *channel)
{
    return channel != NULL && strcmp(channel_value(network, channel, "theme"), "mono") == 0;
}

bool channel_is_quiet(struct network *network, const char *channel)
{
    return channel != NULL && strcmp(channel_value(network, channel, "quiet"), "on") == 0;
}

void channel_add_meaning(struct message *message, const struct language *language,
                         const struct network *network, const char *key, const char *value)
{
    const struct channel_row *row = row_of(key);
    const struct meaning *at = row->meanings;
    const struct language *named = row->read == read_language ? language_find(value) : NULL;
    uint64_t usual = network->host->options.turn_limit / 1000;
    if (row->read == read_limit && usual == 0 && strcmp(value, "default") == 0)
        value = "off";
    while (at->kept != NULL && strcmp(at->kept, value) != 0)
        at++;
    PHRASE(message, tr(language, at->clause),
           arg_text("value", named != NULL ? named->name : value),
           arg_number("usual", (long)usual));
}
