#include "phrase.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"

/* Finds the argument for the place whose name begins at `name`, and the length of that name. NULL:
 * there is none. */
static const struct arg *find_arg(const struct arg *args, const char *name, size_t *length)
{
    for (; args->place != NULL; args++) {
        size_t same = 0;
        while (args->place[same] != '\0' && args->place[same] == name[same])
            same++;
        *length = same;
        if (args->place[same] == '\0' && name[same] == '}')
            return args;
    }
    return NULL;
}

static void write_piece(struct message *message, const void *of)
{
    message_append(message, of);
}

struct arg arg_piece(struct message *message, const char *place, const struct message *piece)
{
    if (piece != NULL)
        return arg_written(place, write_piece, piece);
    message->failed = true;
    return arg_text(place, "");
}

enum { DIGITS = 24 };

/* Writes a number at the end of `digits`. Returns where it begins. printf would take ten times as
 * long. */
static const char *write_number(long number, char digits[DIGITS])
{
    char *at = &digits[DIGITS - 1];
    unsigned long rest = number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
    *at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--at = '-';
    return at;
}

/* Puts right-to-left text into an isolate. Only names and words of people have such letters.
 * Without it, counts and arrows beside them would change places, and a line that begins with such a
 * letter would run from right to left. */
static void add_isolated(struct message *message, const struct arg *arg, size_t length)
{
    message_text(message, TEXT_ISOLATE);
    message_add(message, (enum style)arg->style, (enum tint)arg->tint, arg->text, length);
    message_text(message, TEXT_RELEASE);
}

static void add_arg(struct message *message, const struct arg *arg)
{
    char digits[DIGITS];
    if (arg->write != NULL) {
        arg->write(message, arg->of);
        return;
    }
    const char *text = arg->text != NULL ? arg->text : write_number(arg->number, digits);
    size_t length = strlen(text);
    if (arg->style == STYLE_CARD)
        message_card(message, (enum tint)arg->tint, &arg->card, text, length);
    else if (text_runs_left(text, length))
        add_isolated(message, arg, length);
    else
        message_add(message, (enum style)arg->style, TINT_WILD, text, length);
}

/* Writes "{p}" and the command behind it as a network with slash commands has it (slash_names.h).
 * `pattern` is what follows "{p}": the name of the command, or a place for it. Returns how much of
 * it was written; 0: only "/", because no name follows. */
static size_t add_command(struct message *message, const struct language *language,
                          const char *pattern, const struct arg *args)
{
    char path[1 + SLASH_NAME_MAX];
    bool placed = *pattern == '{';
    size_t length = strcspn(pattern, " .,:;!?)\"\n\xc2");
    const struct arg *arg = placed ? find_arg(args, pattern + 1, &length) : NULL;
    const char *word = placed ? (arg != NULL ? arg->text : NULL) : pattern;
    size_t word_length = word == NULL ? 0 : placed ? strlen(word) : length;
    snprintf(path, sizeof(path), "%s", slash_prefix);
    if (word_length == 0 || word_length >= SLASH_NAME_MAX) {
        message_text(message, slash_prefix);
        return 0;
    }
    if (!slash_name_write(language, word, word_length, path + 1))
        snprintf(path + 1, SLASH_NAME_MAX, "%.*s", (int)word_length, word);
    message_add(message, STYLE_COMMAND, TINT_WILD, path, strlen(path));
    return placed ? length + 2 : length;
}

void phrase(struct message *message, const char *pattern, const struct arg *args)
{
    const struct language *language = language_spoken();
    const char *place = NULL;
    while ((place = strchr(pattern, '{')) != NULL) {
        size_t length = 0;
        const struct arg *arg = find_arg(args, place + 1, &length);
        size_t plain = (size_t)(place - pattern) + (arg == NULL); /* the brace is text, too */
        message_add(message, STYLE_PLAIN, TINT_WILD, pattern, plain);
        pattern += plain;
        if (arg == NULL)
            continue;
        pattern += length + 2;
        if (arg->text == slash_prefix)
            pattern += add_command(message, language, pattern, args);
        else
            add_arg(message, arg);
    }
    message_text(message, pattern);
}
