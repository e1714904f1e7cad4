#include "phrase.h"

#include <string.h>

#include "base/text.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"

static const struct arg *find_arg(const struct arg *args, const char *place, size_t length)
{
    for (; args->place != NULL; args++) {
        if (strlen(args->place) == length && memcmp(args->place, place, length) == 0)
            return args;
    }
    return NULL;
}

struct arg arg_piece(struct message *message, const char *place, const struct message *piece)
{
    if (piece == NULL)
        message->failed = true;
    return (struct arg){.place = place, .text = piece == NULL ? "" : NULL, .piece = piece};
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

static void add_arg(struct message *message, const struct arg *arg)
{
    char digits[DIGITS];
    const char *text = arg->text;
    if (arg->piece != NULL) {
        message_append(message, arg->piece);
        return;
    }
    if (arg->write != NULL) {
        arg->write(message, arg->of);
        return;
    }
    if (text == NULL)
        text = write_number(arg->number, digits);
    /* Puts right-to-left text into an isolate. Only names and words of people have such letters.
     * Without it, counts and arrows beside them would change places, and a line that begins with
     * such a letter would run from right to left. */
    bool isolated = text_runs_left(text, strlen(text));
    if (isolated)
        message_text(message, TEXT_ISOLATE);
    message_add(message, arg->style, arg->tint, text, strlen(text));
    if (isolated)
        message_text(message, TEXT_RELEASE);
    if (arg->style == STYLE_CARD)
        message_card(message, &arg->card);
}

/* Writes the command behind "{p}" as a network with slash commands has it (slash_names.h).
 * `pattern` is what follows "{p}": the name of the command, or a place for it. Returns how much of
 * it was written; 0: nothing, because the command has no group. */
static size_t add_command(struct message *message, const struct language *language,
                          const char *pattern, const struct arg *args)
{
    char path[SLASH_NAME_MAX];
    bool placed = *pattern == '{';
    size_t length = placed ? strcspn(pattern + 1, "}") : strcspn(pattern, " .,:;!?)\"\n\xc2");
    const struct arg *arg = placed ? find_arg(args, pattern + 1, length) : NULL;
    const char *word = placed ? (arg != NULL ? arg->text : NULL) : pattern;
    if (word == NULL || !slash_name_write(language, word, placed ? strlen(word) : length, path))
        return 0;
    message_add(message, arg != NULL ? arg->style : STYLE_PLAIN, TINT_WILD, path, strlen(path));
    return placed ? length + 2 : length;
}

void phrase(struct message *message, const char *pattern, const struct arg *args)
{
    const struct language *language = language_spoken();
    while (*pattern != '\0') {
        size_t plain = strcspn(pattern, "{");
        if (plain > 0)
            message_add(message, STYLE_PLAIN, TINT_WILD, pattern, plain);
        pattern += plain;
        if (*pattern == '\0')
            return;
        size_t place = strcspn(pattern + 1, "}");
        const struct arg *arg =
            pattern[1 + place] == '}' ? find_arg(args, pattern + 1, place) : NULL;
        if (arg == NULL) {
            message_add(message, STYLE_PLAIN, TINT_WILD, pattern, 1);
            pattern++;
        } else {
            add_arg(message, arg);
            pattern += place + 2;
            if (arg->text == slash_prefix)
                pattern += add_command(message, language, pattern, args);
        }
    }
}
