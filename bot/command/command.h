/* command.h: what a command is, and how it is found by name.
 *
 * A command is a row of the table in commands.c. The row has its names, who may give it, what must
 * exist, its flood cost, its argument, and flags for the dispatcher. Code never compares handlers:
 * a difference between commands is a column. commands.c passes the rows to command_setup(), so that
 * a handler finds a command without including the other handlers.
 *
 * The way of a line: line.c reads it, dispatch.c finds the row and checks `who`, `needs` and the
 * flood limit, then calls `run` with a context (context.h). A refusal goes only to the typist and
 * changes nothing. */
#ifndef TALON_BOT_COMMAND_COMMAND_H
#define TALON_BOT_COMMAND_COMMAND_H

#include <stdbool.h>

struct command_context;
struct language;

/* Who may give a command. */
enum command_who {
    WHO_ANYONE,
    WHO_SEATED, /* sits at the table */
    WHO_DECIDER /* sits at the table, or has rights there (context_has_rights()) */
};

/* What must exist where the command is given. */
enum command_needs { NEEDS_CHANNEL, NEEDS_TABLE, NEEDS_ROUND, NEEDS_NOTHING };

/* What a command does in a running round. A paused table refuses all but ACT_NONE. */
enum command_act {
    ACT_NONE,
    ACT_MOVE, /* a move of the turn: it costs nothing, works for a player above the flood limit,
                 and is refused if the button belongs to an earlier state of the table */
    ACT_UNO,  /* says UNO in a round; without a table it opens one */
    ACT_CATCH /* catches a player who forgot to say UNO */
};

/* The kind of its argument, for suggestions (suggest.h). */
enum command_argument {
    ARGUMENT_OTHER,
    ARGUMENT_CARD,
    ARGUMENT_SEAT,
    ARGUMENT_SETTING,
    ARGUMENT_COMMAND,
    ARGUMENT_PRESET,
    ARGUMENT_NUMBER
};

/* A question of ours: keep the card, or challenge? The words with '?' in `bare` answer it. */
enum command_prompt { PROMPT_NONE, PROMPT_KEEP, PROMPT_CHALLENGE };

struct command {
    const char *name; /* in English; its translation is the alias shown in that language. All
                         aliases are in the tables of the languages (language_command()) */
    const char *bare; /* words that seated players type without the prefix in a round, or NULL. A
                            word listed as "?word" is a command only while we ask the player the
                            question of `prompt`; otherwise it is talk. A language's table may have
                            such words, too */
    enum command_who who;
    enum command_needs needs;
    unsigned cost;         /* seconds of the typist's flood bucket */
    const char *arguments; /* as help shows them: N_("[set]"); "" none */
    const char *help;      /* one line of the catalogue */
    void (*run)(struct command_context *context);
    enum command_act act;
    enum command_argument argument;
    enum command_prompt prompt;
    bool opens; /* opens a table where there is none */
    bool ends;  /* may also end a table that waits in the store (network_wait()); `context->table`
                   is NULL then */
    bool looks; /* only shows the state, so it does no harm if the typist meant another table */
    bool stays; /* its answer stays true during later moves, so it can be read later */
    bool personal; /* is about the person: refused on the page of a seat (page_typist.h), because
                      somebody else may have got the link */
    bool settings; /* may be given from the message of the settings (command_panel.c) */
    bool alone;    /* changes something and takes no words; with words it is refused, because the
                      typist may mean something else */
    bool verbatim; /* gets its words as they were typed, not through typed_arguments() */
};

/* Sets the rows and sorts their names, those of all languages. The caller keeps the rows, which
 * must stay valid. Returns false if two commands share a name, or if there are too many names. */
bool command_setup(const struct command *rows, unsigned count);

/* Returns the n-th row; NULL behind the last. */
const struct command *command_at(unsigned n);
/* Finds a command by its name or an alias, in any case, with or without accents. Returns NULL if
 * there is none. */
const struct command *command_find(const char *word);
/* Returns true if a word of a language, with or without accents, answers the question of this
 * command's `prompt`. */
bool command_answers(const struct command *command, const char *word);
/* Finds the one name or alias that differs from the word by one typing error (input_is_typo()).
 * Returns NULL if there is none, or if names of several commands do. */
const char *command_nearly(const char *word);
/* Returns the alias to show in a language. */
const char *command_name(const struct command *command, const struct language *language);

#endif
