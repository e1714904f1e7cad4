/* line.h: finds out if a line is for us, and which command it gives.
 *
 * A line is for us if it begins with the prefix or with our name, comes in private, is a command
 * of the network, or comes from a place where everything typed is for us. Any other line of a
 * channel is a command only if it cannot be talk: the bare words of a seated player (command.h),
 * and a card behind "play" in the player's own turn. Our name without a mark behind it ("talon
 * play b2") may be talk about us: it gives a command only where the whole line is one.
 *
 * Words are read by bot/text/typed.h. If a word has one wrong letter we only suggest the command
 * and never carry it out (command_nearly()): in a channel the word may be for another bot, and
 * nobody can undo what happens at a table. */
#ifndef TALON_BOT_COMMAND_LINE_H
#define TALON_BOT_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct command;
struct command_context;

enum { LINE_WORD_MAX = 48 };

struct line {
    const char *text;          /* without our name and the prefix */
    bool named;                /* it began with our name */
    bool prefixed;             /* the line began with the prefix, or with our name and the prefix */
    bool meant;                /* the line is for us, so we tell its author if it is no command */
    bool asks;                 /* there is a question mark in it */
    char word[LINE_WORD_MAX];  /* the first word, as typed_core() has it */
    char exact[LINE_WORD_MAX]; /* first word with all signs around it, except a final '!' or '.' */
};

/* Reads a clean text. Sets context->typed to the text behind the first word. */
void line_read(struct command_context *context, const char *text, struct line *line);
/* Returns the command in it, or NULL if there is none. Sets context->typed to its words. */
const struct command *line_command(struct command_context *context, const struct line *line);
/* Returns the command "play" if the whole line is a card ("r5"), or the command whose words are
 * glued to it ("pb2"). NULL: the line is neither. */
const struct command *line_card(struct command_context *context, const struct line *line);
/* Some names of commands are words of cards, too: "draw 2 red", "passer bleu", "uno r5". If the
 * context's command and its words name a card and its colour, a player means the card: then this
 * takes the command "play" for it, and returns true. The context keeps a text in `memory`. Call it
 * when the context has its table. "draw 4" stays a command: it may mean the number of cards. */
bool line_take_card(struct command_context *context, const struct line *line, char *memory,
                    size_t size);
/* Returns true if the typist plays in the round that runs. */
bool line_is_of_player(const struct command_context *context);

/* Splits off the first word of a text. Returns the text behind it. */
const char *line_first_word(const char *text, char word[LINE_WORD_MAX]);
/* Returns the text behind the prefix of commands there. On networks with slash commands also the
 * text behind "/", and behind the names of groups ("uno", see slash_names.h). NULL: the text does
 * not begin so. */
const char *line_skip_prefix(const struct command_context *context, const char *text);

#endif
