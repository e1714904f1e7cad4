#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *word;
    bool on;
} switch_words[] = {
    {"on", true}, {"off", false}, {"yes", true}, {"no", false}, {"true", true}, {"false", false},
};

static bool parse_switch(const char *text, bool *on)
{
    for (size_t i = 0; i < sizeof(switch_words) / sizeof(*switch_words); i++) {
        if (strcasecmp(text, switch_words[i].word) == 0) {
            *on = switch_words[i].on;
            return true;
        }
    }
    return false;
}

/* Reads digits with at most a "-" before them; strtol alone would take blanks and a "+" as well. */
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

static const char *check(struct settings *settings, const struct setting_key *key,
                         const char *value)
{
    long number;
    bool on;
    const char *word =
        key->fallback != NULL && !parse_number(key->fallback, &number) ? key->fallback : NULL;

    switch (key->type) {
    case SETTING_NUMBER:
        if (parse_number(value, &number) && number >= key->min && number <= key->max)
            return NULL;
        if (word != NULL && strcmp(value, word) == 0)
            return NULL;
        snprintf(settings->why, sizeof(settings->why), "is not a number from %ld to %ld%s%s",
                 key->min, key->max, word != NULL ? ", or " : "", word != NULL ? word : "");
        return settings->why;
    case SETTING_SWITCH:
        return parse_switch(value, &on) ? NULL : "is not on or off";
    case SETTING_SECRET:
        if (*value == '/' || (*value && *value != '.' && strchr(value, '/') == NULL))
            return NULL;
        return "is neither the name of a credential nor an absolute path";
    case SETTING_TEXT:
    case SETTING_LIST:
        return NULL;
    }
    return "is of no known type";
}

const char *settings_put(struct settings *settings, int key, const char *value)
{
    const char *why = check(settings, &settings->keys[key], value);
    if (why != NULL)
        return why;
    const char *before = settings->values[key];
    bool adds = before != NULL && settings->keys[key].type == SETTING_LIST;
    size_t kept_length = adds ? strlen(before) + 1 : 0;
    char *kept = malloc(kept_length + strlen(value) + 1);
    if (kept == NULL)
        return "does not fit into memory";
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
    struct settings_first *first = arg;
    (void)key;
    if (!first->any)
        snprintf(first->why, first->size, "%s", text);
    first->any = true;
}
