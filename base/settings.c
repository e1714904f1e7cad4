#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "array.h"
#include "buf.h"

static const struct {
    const char *word;
    bool on;
} switch_words[] = {
    {"on", true}, {"off", false}, {"yes", true}, {"no", false}, {"true", true}, {"false", false},
};

static bool parse_switch(const char *text, bool *on)
{
    for (size_t i = 0; i < ARRAY_SIZE(switch_words); i++) {
        if (strcasecmp(text, switch_words[i].word) == 0) {
            *on = switch_words[i].on;
            return true;
        }
    }
    return false;
}

/* Reads digits after at most one "-". strtol() would also take blanks and a "+". */
static bool parse_number(const char *text, long *number)
{
    if (!isdigit((unsigned char)text[*text == '-']))
        return false;
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return *end == '\0' && errno == 0;
}

bool settings_init(struct settings *settings, const struct setting_key *keys)
{
    size_t count = 0;
    while (keys[count].name != NULL)
        count++;
    *settings = (struct settings){.keys = keys};
    settings->values = calloc(count + 1, sizeof(*settings->values));
    settings->lines = calloc(count + 1, sizeof(*settings->lines));
    if (settings->values != NULL && settings->lines != NULL)
        return true;
    settings_finish(settings);
    return false;
}

void settings_finish(struct settings *settings)
{
    if (settings->values != NULL) {
        for (size_t i = 0; settings->keys[i].name != NULL; i++)
            free(settings->values[i]);
    }
    free(settings->values);
    free(settings->lines);
    settings->values = NULL;
    settings->lines = NULL;
}

int settings_find(const struct settings *settings, const char *name)
{
    for (int i = 0; settings->keys[i].name != NULL; i++) {
        if (strcmp(settings->keys[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* The word that a number's key allows instead of a number; NULL: none. */
static const char *number_word(const struct setting_key *key)
{
    long number;
    return key->fallback != NULL && !parse_number(key->fallback, &number) ? key->fallback : NULL;
}

static const char between[] = " ,"; /* what separates choices */

static bool is_choice(const char *choices, const char *value)
{
    size_t length = strlen(value);
    while (*choices != '\0') {
        size_t own = strcspn(choices, between);
        if (own == length && strncasecmp(choices, value, own) == 0)
            return true;
        choices += own + strspn(choices + own, between);
    }
    return false;
}

/* "a, b or c" of "a b c" or "a, b, c". */
static void write_choices(const char *choices, char *text, size_t size)
{
    struct buf out;
    buf_init(&out, text, size);
    while (*choices != '\0') {
        size_t own = strcspn(choices, between);
        const char *next = choices + own + strspn(choices + own, between);
        const char *behind = next[strcspn(next, between)] != '\0' ? ", " : " or ";
        buf_printf(&out, "%.*s%s", (int)own, choices, *next != '\0' ? behind : "");
        choices = next;
    }
}

void settings_range(const struct setting_key *key, char *text, size_t size)
{
    const char *word = number_word(key);
    const char *plain = "";
    if (key->type == SETTING_NUMBER) {
        snprintf(text, size, "%ld to %ld%s%s%s%s", key->min, key->max, key->unit != NULL ? " " : "",
                 key->unit != NULL ? key->unit : "", word != NULL ? ", or " : "",
                 word != NULL ? word : "");
        return;
    }
    if (key->type == SETTING_CHOICE) {
        write_choices(key->choices, text, size);
        return;
    }
    if (key->type == SETTING_SWITCH)
        plain = "on or off";
    else if (key->type == SETTING_SECRET)
        plain = "the name of a file beside the configuration, or an absolute path";
    else if (key->type == SETTING_LIST)
        plain = "words separated by spaces or commas";
    snprintf(text, size, "%s", plain);
}

static bool is_value(const struct setting_key *key, const char *value)
{
    long number;
    bool on;
    const char *word = number_word(key);

    switch (key->type) {
    case SETTING_NUMBER:
        return (parse_number(value, &number) && number >= key->min && number <= key->max) ||
               (word != NULL && strcmp(value, word) == 0);
    case SETTING_SWITCH:
        return parse_switch(value, &on);
    case SETTING_CHOICE:
        return is_choice(key->choices, value);
    case SETTING_SECRET:
        return *value == '/' || (*value != '\0' && *value != '.' && strchr(value, '/') == NULL);
    case SETTING_TEXT:
    case SETTING_LIST:
        return true;
    }
    return false;
}

static const char *check_value(struct settings *settings, const struct setting_key *key,
                               const char *value)
{
    char range[sizeof(settings->why) - sizeof("must be ")];
    if (is_value(key, value))
        return NULL;
    settings_range(key, range, sizeof(range));
    snprintf(settings->why, sizeof(settings->why), "must be %s", range);
    return settings->why;
}

bool settings_is_quoted(const char *value)
{
    static const char *const quotes[][2] = {{"\"", "\""}, {"'", "'"}, {"`", "`"},
                                            {"“", "”"},   {"‘", "’"}, {"«", "»"}};
    size_t length = strlen(value);
    for (size_t i = 0; i < ARRAY_SIZE(quotes); i++) {
        size_t first = strlen(quotes[i][0]);
        size_t last = strlen(quotes[i][1]);
        if (length >= first + last && strncmp(value, quotes[i][0], first) == 0 &&
            strcmp(value + length - last, quotes[i][1]) == 0)
            return true;
    }
    return false;
}

const char *settings_put(struct settings *settings, int key, const char *value)
{
    const char *why = check_value(settings, &settings->keys[key], value);
    if (why != NULL)
        return why;
    const char *before = settings->values[key];
    bool adds = before != NULL && settings->keys[key].type == SETTING_LIST;
    size_t kept_length = adds ? strlen(before) + 1 : 0;
    char *kept = malloc(kept_length + strlen(value) + 1);
    if (kept == NULL)
        return "is too large for the memory";
    if (adds) {
        memcpy(kept, before, kept_length);
        kept[kept_length - 1] = ' ';
    }
    memcpy(kept + kept_length, value, strlen(value) + 1);
    free(settings->values[key]);
    settings->values[key] = kept;
    return NULL;
}

void settings_set_line(struct settings *settings, int key, int line)
{
    if (settings->lines[key] == 0)
        settings->lines[key] = line;
}

int settings_line(const struct settings *settings, int key)
{
    return key >= 0 ? settings->lines[key] : 0;
}

void settings_drop(struct settings *settings, int key)
{
    free(settings->values[key]);
    settings->values[key] = NULL;
    settings->lines[key] = 0;
}

bool settings_same(const struct settings *one, const struct settings *other, int key)
{
    const char *text = settings_text(one, key);
    const char *other_text = settings_text(other, key);
    if (text == NULL || other_text == NULL)
        return text == other_text;
    return strcmp(text, other_text) == 0;
}

void settings_swap(struct settings *one, struct settings *other, int key)
{
    char *value = one->values[key];
    int line = one->lines[key];
    one->values[key] = other->values[key];
    one->lines[key] = other->lines[key];
    other->values[key] = value;
    other->lines[key] = line;
}

const char *settings_text(const struct settings *settings, int key)
{
    return settings->values[key] != NULL ? settings->values[key] : settings->keys[key].fallback;
}

long settings_number(const struct settings *settings, int key)
{
    const char *text = settings_text(settings, key);
    long number;
    return text != NULL && parse_number(text, &number) ? number : 0;
}

bool settings_switch(const struct settings *settings, int key)
{
    const char *text = settings_text(settings, key);
    bool on = false;
    return text != NULL && parse_switch(text, &on) && on;
}

void settings_each(const struct settings *settings, int key,
                   void (*word)(void *arg, const char *word), void *arg)
{
    static const char blanks[] = " \t,";
    const char *text = settings_text(settings, key);
    char *words = text != NULL ? strdup(text) : NULL;
    if (words == NULL)
        return;
    char *rest;
    for (char *one = strtok_r(words, blanks, &rest); one != NULL;
         one = strtok_r(NULL, blanks, &rest))
        word(arg, one);
    free(words);
}

void settings_keep_first(void *arg, int key, const char *text)
{
    struct fault *first = arg;
    (void)key;
    if (first->text[0] == '\0')
        fault_set(first, "%s", text);
}
