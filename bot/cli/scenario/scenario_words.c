#include "scenario_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"

bool scenario_fault_set(struct scenario_fault *fault, unsigned line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault->line = line;
    (void)vsnprintf(fault->text, sizeof(fault->text), format, args);
    va_end(args);
    return false;
}

bool scenario_fault_word(struct scenario_fault *fault, unsigned line, const char *what,
                         struct word word)
{
    return scenario_fault_set(fault, line, "%s '%.*s'", what, (int)word.length, word.text);
}

void words_split(const struct line *line, struct words *words)
{
    const char *at = line->text, *end = at + line->length;
    words->count = 0;
    while (at < end && words->count < WORDS_MAX) {
        const char *start = at;
        while (at < end && *at != ' ' && *at != '\t')
            at++;
        words->at[words->count++] = (struct word){.text = start, .length = (unsigned)(at - start)};
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
}

bool word_is(struct word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool word_number(struct word word, unsigned max, unsigned *value)
{
    *value = 0;
    for (unsigned i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        *value = *value * 10 + (unsigned)(word.text[i] - '0');
        if (*value > max)
            return false;
    }
    return word.length > 0;
}

bool word_colour(struct word word, unsigned *colour)
{
    *colour = word.length > 1 ? colour_parse(word.text, word.length) : COLOUR_NONE;
    return *colour != COLOUR_NONE;
}

bool word_player(struct word word, unsigned players, unsigned *player)
{
    *player = seat_parse(word.text, word.length);
    return *player < players;
}

bool word_card(const struct rules *rules, struct word word, uint8_t *face)
{
    *face = (uint8_t)face_parse(&rules->deck, word.text, word.length);
    return *face != FACE_NONE || card_known(word.text, word.length);
}
