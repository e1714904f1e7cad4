/* line.h: a line as it was said: what of it is for us, and which command it gives.
 *
 * A line is for us when it begins with the prefix or with our name, comes in private, is a command
 * of the network, or where all that is typed is for us. Without that, a channel's line is a command
 * only where it cannot be talk: the bare words of a seated player (command.h), and a card behind
 * "play" at one's own turn. Our name without a mark behind it ("talon play b2") may be talk about
 * us: it gives a command only where the whole line is one.
 *
 * Words are read by bot/text/typed.h. A word that is missed by a letter is never guessed, but
 * suggested (command_nearly()): in a channel it may be for another bot, and what is done at a table
 * cannot be undone. */
#ifndef TALON_BOT_COMMAND_LINE_H
#define TALON_BOT_COMMAND_LINE_H

#include <stdbool.h>

struct command;
struct command_context;

enum { LINE_WORD_MAX = 48 };

struct line {
    const char *text;          /* without our name and the prefix */
    bool named;                /* it began with our name */
    bool prefixed;             /* it began with the prefix, alone or behind our name */
    bool meant;                /* it is for us: its author is told when it is no command */
    bool asks;                 /* there is a question mark in it */
    char word[LINE_WORD_MAX];  /* the first word, as typed_core() has it */
    char exact[LINE_WORD_MAX]; /* the same with all that stands around it but a final '!' or '.' */
};

/* Reads a clean text. Sets context->typed to what stands behind the first word. */
void line_read(struct command_context *context, const char *text, struct line *line);
/* The command in it; NULL: there is none. Sets context->typed to its words. */
const struct command *line_command(struct command_context *context, const struct line *line);
/* Reads the whole line as a play: a card ("r5"), or a command and a card without a blank ("pb2").
 */
const struct command *line_card(struct command_context *context, const struct line *line);
/* Whether the typist plays in the round that runs. */
bool line_is_of_player(const struct command_context *context);

/* Splits off the first word of a text; returns what stands behind it. */
const char *line_first_word(const char *text, char word[LINE_WORD_MAX]);
/* What stands behind the prefix of commands there, or behind the '/' with which a network's client
 * shows them; NULL: the text does not begin so. */
const char *line_skip_prefix(const struct command_context *context, const char *text);

#endif
