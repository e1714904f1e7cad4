#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/input.h"
#include "bot/text/language.h"

enum { ALIASES_MAX = 1024, WORD_MAX = 24 };

static const struct command *commands;
static unsigned command_count;

/* Every name and alias of every language, sorted, for bsearch. */
struct alias {
    char word[WORD_MAX];
    const struct command *command;
    bool answers; /* also typed without the prefix, while we ask (command.prompt) */
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
        bool answers = *words == '?';
        words += answers;
        size_t length = strcspn(words, " ");
        if (length >= WORD_MAX || alias_count == ALIASES_MAX)
            return false;
        struct alias *alias = &aliases[alias_count++];
        memcpy(alias->word, words, length);
        alias->word[length] = '\0';
        alias->command = command;
        alias->answers = answers;
        words += length + strspn(words + length, " ");
    }
    return true;
}

/* Merges the aliases that several languages share for one command. Returns false if a word stands
 * for two commands. */
static bool merge_aliases(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < alias_count; i++) {
        struct alias *last = kept > 0 ? &aliases[kept - 1] : NULL;
        if (last == NULL || compare(last, &aliases[i]) != 0) {
            aliases[kept++] = aliases[i];
        } else if (last->command == aliases[i].command) {
            last->answers = last->answers || aliases[i].answers;
        } else {
            return false;
        }
    }
    alias_count = kept;
    return true;
}

bool command_setup(const struct command *rows, unsigned count)
{
    const struct language *language = NULL;
    commands = rows;
    command_count = count;
    alias_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!add_words(&rows[i], rows[i].name))
            return false;
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            if (!add_words(&rows[i], language_command(language, rows[i].name)))
                return false;
        }
    }
    qsort(aliases, alias_count, sizeof(aliases[0]), compare);
    return merge_aliases();
}

const char *command_name(const struct command *command, const struct language *language)
{
    return tr(language, command->name);
}

static const struct alias *find_alias(const char *word)
{
    struct alias wanted = {.command = NULL};
    struct buf buf;
    buf_init(&buf, wanted.word, sizeof(wanted.word));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    return bsearch(&wanted, aliases, alias_count, sizeof(aliases[0]), compare);
}

const struct command *command_find(const char *word)
{
    const struct alias *found = find_alias(word);
    return found != NULL ? found->command : NULL;
}

bool command_answers(const struct command *command, const char *word)
{
    const struct alias *found = command->prompt != PROMPT_NONE ? find_alias(word) : NULL;
    return found != NULL && found->command == command && found->answers;
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
