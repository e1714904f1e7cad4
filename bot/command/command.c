#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/input.h"
#include "bot/text/language.h"

enum { ALIASES_MAX = 256, WORD_MAX = 24 };

static const struct command *commands;
static unsigned command_count;

/* Every name and alias, sorted, for bsearch. */
struct alias {
    char word[WORD_MAX];
    const struct command *command;
};

static struct alias aliases[ALIASES_MAX];
static unsigned alias_count;

const struct command *command_at(unsigned n)
{
    return n < command_count ? &commands[n] : NULL;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct alias *)a)->word, ((const struct alias *)b)->word);
}

static bool add_words(const struct command *command, const char *words)
{
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (length >= WORD_MAX || alias_count == ALIASES_MAX)
            return false;
        struct alias *alias = &aliases[alias_count++];
        memcpy(alias->word, words, length);
        alias->word[length] = '\0';
        alias->command = command;
        words += length + strspn(words + length, " ");
    }
    return true;
}

bool command_setup(const struct command *rows, unsigned count)
{
    commands = rows;
    command_count = count;
    alias_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!add_words(&rows[i], rows[i].name) || !add_words(&rows[i], rows[i].aliases))
            return false;
    }
    qsort(aliases, alias_count, sizeof(aliases[0]), compare);
    for (unsigned i = 1; i < alias_count; i++) {
        if (compare(&aliases[i - 1], &aliases[i]) == 0)
            return false;
    }
    return true;
}

const char *command_name(const struct command *command, const struct language *language)
{
    return tr(language, command->name);
}

const struct command *command_find(const char *word)
{
    struct alias wanted = {.command = NULL};
    struct buf buf;
    buf_init(&buf, wanted.word, sizeof(wanted.word));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    const struct alias *found = bsearch(&wanted, aliases, alias_count, sizeof(aliases[0]), compare);
    return found != NULL ? found->command : NULL;
}

const char *command_nearly(const char *word)
{
    const struct alias *found = NULL;
    char folded[WORD_MAX * 2];
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    for (unsigned i = 0; i < alias_count; i++) {
        if (!input_is_typo(folded, aliases[i].word))
            continue;
        if (found != NULL && found->command != aliases[i].command)
            return NULL;
        found = &aliases[i];
    }
    return found != NULL ? found->word : NULL;
}
