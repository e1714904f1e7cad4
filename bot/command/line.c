#include "line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bot/command/context.h"
#include "bot/command/input.h"
#include "bot/table/table.h"
#include "bot/text/slash_names.h"
#include "bot/text/typed.h"
#include "bot/text/words_memory.h"

enum { LINE_CARD_MAX = 256 }; /* a longer text is no card */

/* -- its parts -- */

const char *line_first_word(const char *text, char word[LINE_WORD_MAX])
{
    size_t length = strcspn(text, " ");
    size_t kept = length < LINE_WORD_MAX ? length : LINE_WORD_MAX - 1;
    memcpy(word, text, kept);
    word[kept] = '\0';
    return text + length + strspn(text + length, " ");
}

const char *line_skip_prefix(const struct command_context *context, const char *text)
{
    const char *behind = input_skip_prefix(context->host->options.prefix, text);
    bool slashes = context->network->adapter->impl->caps.slash_commands;
    if (!slashes)
        return behind;
    if (behind == NULL && *text == '/')
        behind = text + strspn(text, "/ ");
    const char *skipped = slash_skip_groups(behind != NULL ? behind : text);
    return behind != NULL || skipped != text ? skipped : NULL;
}

/* "!!" and "!?" are talk. */
static bool is_noise(const char *word)
{
    while (ispunct((unsigned char)*word))
        word++;
    return *word == '\0';
}

/* Returns a command's first word without the signs around it. */
static void read_word(struct line *line)
{
    size_t length = strlen(line->exact);
    bool cut = length == LINE_WORD_MAX - 1; /* what follows may be a part of it */
    const char *core = cut ? line->exact : typed_core(line->exact, &length);
    memcpy(line->word, core, length);
    line->word[length] = '\0';
    for (length = strlen(line->exact); length > 0 && strchr("!.", line->exact[length - 1]) != NULL;)
        line->exact[--length] = '\0'; /* "uno!" */
}

/* True if a line needs no prefix, because people there talk only to us. */
static bool is_ours(const struct command_context *context)
{
    return context->event->command || context->event->channel == NULL ||
           context->network->adapter->impl->caps.bare_words;
}

/* -- bare words -- */

bool line_is_of_player(const struct command_context *context)
{
    return context->table != NULL && context->table->round != NULL && context->seat != SEAT_NONE;
}

/* True if we asked the typist for this: to keep a card, or to answer a wild +4. */
static bool is_asked(const struct command_context *context, const struct command *command)
{
    struct legal legal;
    const struct round *round = context->table != NULL ? context->table->round : NULL;
    if (round == NULL)
        return false;
    game_legal(round->rules, &round->game, context->seat, &legal);
    return command->prompt == PROMPT_KEEP ? legal.keep : legal.challenge;
}

static bool is_bare(const struct command_context *context, const struct command *command,
                    const char *word)
{
    const char *at = command->bare;
    size_t length = strlen(word);
    while (at != NULL && *at != '\0') {
        bool answer = *at == '?';
        at += answer;
        size_t span = strcspn(at, " ");
        if (span == length && strncasecmp(at, word, length) == 0)
            return !answer || is_asked(context, command);
        at += span + strspn(at + span, " ");
    }
    return command_answers(command, word) && is_asked(context, command);
}

/* True if the text behind a bare word makes it talk: "tu dors ?", "uno is fun". */
static bool is_talk(const struct command_context *context, const struct command *command)
{
    char words[LINE_WORD_MAX];
    if (command->act != ACT_UNO) /* which takes words, but in no round */
        return *command->arguments == '\0' && *context->typed != '\0';
    return strchr(context->typed, '?') != NULL ||
           !typed_arguments(context->typed, words, sizeof(words)) || *words != '\0';
}

/* Returns the command that this player means by that bare word; NULL if it is talk. */
static const struct command *find_bare(const struct command_context *context, const char *word)
{
    const struct command *command = NULL;
    for (unsigned i = 0; (command = command_at(i)) != NULL; i++) {
        if (is_bare(context, command, word))
            return is_talk(context, command) ? NULL : command;
    }
    return NULL;
}

/* -- commands -- */

static bool is_card(const struct command_context *context, const char *text)
{
    struct play_words words;
    return words_remembered(context->table->round->rules, text, &words) == WORDS_OK;
}

/* True if a card follows "play" and it is the typist's turn: that is no talk. */
static bool is_move(const struct command_context *context, const struct command *command)
{
    return command->argument == ARGUMENT_CARD && line_is_of_player(context) &&
           context->table->round->game.turn == context->seat && is_card(context, context->typed);
}

/* True if the whole line after our name is one command: "talon play b2", "talon order", "talon
 * rules web". Otherwise it may be talk about the bot. */
static bool is_whole(const struct command_context *context, const struct command *command)
{
    char words[LINE_WORD_MAX];
    if (command->personal)
        return false;
    if (command->argument == ARGUMENT_CARD)
        return line_is_of_player(context) && is_card(context, context->typed);
    if (!typed_arguments(context->typed, words, sizeof(words)))
        return false;
    bool one = *command->arguments != '\0' && !command->verbatim && command->who != WHO_DECIDER &&
               strchr(words, ' ') == NULL;
    return *words == '\0' || one;
}

/* Splits line->text into the prefix, the first word and the text behind it, and fills in what
 * depends on these. The caller has set the other members. */
static void read_text(struct command_context *context, struct line *line)
{
    const char *behind = line_skip_prefix(context, line->text);
    line->prefixed = behind != NULL;
    line->text = behind != NULL ? behind : line->text;
    if (line_is_of_player(context) && words_last_card(line->text))
        line->text = "uno";
    context->typed = line_first_word(line->text, line->exact);
    line->asks = strchr(line->exact, '?') != NULL || strchr(context->typed, '?') != NULL;
    read_word(line);
}

/* True if a line that began with our name and no mark is a command. */
static bool is_for_us(const struct command_context *context, const struct line *line)
{
    const struct command *command = command_find(line->word);
    return line->prefixed || (command != NULL && is_whole(context, command)) ||
           (line_is_of_player(context) && is_card(context, line->text));
}

void line_read(struct command_context *context, const char *text, struct line *line)
{
    bool marked = false;
    const char *behind = input_skip_name(context->network->adapter, text, &marked);
    *line = (struct line){.text = behind != NULL ? behind : text, .named = behind != NULL};
    read_text(context, line);
    if (behind != NULL && !marked && !is_for_us(context, line)) {
        *line = (struct line){.text = text}; /* our nick may be a word that people say: "uno" */
        read_text(context, line);
    }
    line->meant = (line->named || line->prefixed || is_ours(context)) &&
                  (!is_noise(line->exact) || context->event->channel == NULL);
}

const struct command *line_command(struct command_context *context, const struct line *line)
{
    bool given = context->event->command; /* by the network as a command */
    const struct command *command = command_find(line->word);
    if (command != NULL &&
        (line->prefixed || line->named || is_ours(context) || is_move(context, command)))
        return command;
    return (line_is_of_player(context) || given) && !line->prefixed
               ? find_bare(context, line->exact)
               : NULL;
}

/* Finds a command with its words glued to it ("pb2", "play:r5", "bots2"): the longest beginning
 * that is a command, if what is behind it can be its words. */
static const struct command *find_glued(struct command_context *context, const struct line *line)
{
    size_t length = strcspn(line->text, " ");
    for (size_t at = length < LINE_WORD_MAX ? length - 1 : 0; length > 1 && at > 0; at--) {
        char word[LINE_WORD_MAX];
        const char *behind = line->text + at;
        memcpy(word, line->text, at);
        word[at] = '\0';
        const struct command *command = command_find(word);
        if (command == NULL)
            continue;
        bool card = command->argument == ARGUMENT_CARD && line_is_of_player(context) &&
                    is_card(context, behind);
        bool number = command->argument == ARGUMENT_NUMBER && isdigit((unsigned char)*behind) &&
                      context->table != NULL;
        bool parted = strchr(":=,;", *behind) != NULL && *command->arguments != '\0';
        if (card || number || parted) {
            context->typed = behind + parted;
            return command;
        }
    }
    return NULL;
}

const struct command *line_card(struct command_context *context, const struct line *line)
{
    if (line_is_of_player(context) && is_card(context, line->text)) {
        context->typed = line->text;
        return command_find("play");
    }
    return find_glued(context, line);
}

/* True if the text is a card and says its colour; for a wild, the colour that it names. */
static bool is_card_of_colour(const struct command_context *context, const char *text)
{
    struct play_words words;
    const struct rules *rules = context->table->round->rules;
    return words_remembered(rules, text, &words) == WORDS_OK &&
           (words.colour != COLOUR_NONE ||
            !kind_is_wild((enum kind)rules->deck.face[words.face].kind));
}

/* True if a card may stand behind this command, or if its name may be a part of the card's. */
static bool may_name_card(const struct command_context *context, const struct line *line)
{
    const struct command *command = context->command;
    if (*context->typed == '\0' || !line_is_of_player(context))
        return false;
    if (command->act == ACT_UNO) /* "uno r5"; from others it is the call, which may save them */
        return context->table->round->game.turn == context->seat;
    bool own = (command->act == ACT_MOVE && *command->arguments != '\0') ||
               command->argument == ARGUMENT_SEAT; /* "colour yellow", "target NAME" */
    return !own && words_is_of_cards(line->word);
}

bool line_take_card(struct command_context *context, const struct line *line, char *memory,
                    size_t size)
{
    char text[LINE_CARD_MAX];
    if (!may_name_card(context, line))
        return false;
    int length = snprintf(text, sizeof(text), "%s %s", line->word, context->typed);
    if (length < 0 || (size_t)length >= sizeof(text) || (size_t)length >= size ||
        !is_card_of_colour(context, text))
        return false;
    memcpy(memory, text, (size_t)length + 1);
    context->typed = memory;
    context->command = command_find("play");
    return true;
}
