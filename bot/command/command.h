/* command.h: what a command is, and how it is found by name.
 *
 * A row says all that others ask about a command: its names, who may give it, what must be there,
 * what it costs, what its argument is and what kind of thing it does. Nobody compares handlers: a
 * difference between commands is a column. The rows stand in commands.c, which hands them over
 * here, so that a handler can look a command up without knowing the other handlers. */
#ifndef TALON_BOT_COMMAND_COMMAND_H
#define TALON_BOT_COMMAND_COMMAND_H

#include <stdbool.h>

struct command_context;
struct language;

/* Who may give a command. */
enum command_who {
    WHO_ANYONE,
    WHO_SEATED, /* sits at the table */
    WHO_DECIDER /* sits at the table and decides with the others, or context_has_rights() */
};

/* What must be there. */
enum command_needs { NEEDS_CHANNEL, NEEDS_TABLE, NEEDS_ROUND, NEEDS_NOTHING };

/* What it does in a running round. Nothing of that is done while the table is paused. */
enum command_act {
    ACT_NONE,
    ACT_MOVE, /* a turn's action: costs nothing, is done for who types too much, too, and is
                 refused when it was pressed on an earlier state of the table */
    ACT_UNO,  /* opens a table, and in a round says UNO */
    ACT_CATCH /* says that somebody forgot to say UNO */
};

/* What its argument is, for suggestions (suggest.h). */
enum command_argument {
    ARGUMENT_OTHER,
    ARGUMENT_CARD,
    ARGUMENT_SEAT,
    ARGUMENT_SETTING,
    ARGUMENT_COMMAND,
    ARGUMENT_NUMBER
};

/* What a player was asked when one of its `bare` words that begin with '?' is an answer. */
enum command_prompt { PROMPT_NONE, PROMPT_KEEP, PROMPT_CHALLENGE };

struct command {
    const char *name;    /* a catalogue's word for it is the alias to show in that language */
    const char *aliases; /* parted by blanks; folded (lower case, no accents) */
    const char *bare;    /* words that need no prefix from seated players in a round, or NULL;
                            "?word" only as the answer to `prompt`: else it is talk */
    enum command_who who;
    enum command_needs needs;
    unsigned cost;         /* of the typist's flood bucket, in seconds */
    const char *arguments; /* as help shows them: N_("[set]"); "" none */
    const char *help;      /* one line of the catalogue */
    void (*run)(struct command_context *context);
    enum command_act act;
    enum command_argument argument;
    enum command_prompt prompt;
    bool opens; /* opens a table where none is */
    bool ends;  /* also a table that waits in the store (network_wait()): `context->table` is NULL
                   then */
    bool looks; /* only shows how things stand: it cannot harm at another table than was meant */
    bool stays; /* its answer stays true whatever is played, so that one can read it later */
    bool personal; /* is about who somebody is, and not about the table of a page: not to be given
                      from one (page_typist.h), whose link may have come into other hands */
    bool settings; /* may be given from the settings' message (command_panel.c) */
    bool alone;    /* changes something and takes no words: with words behind it, it may be meant
                      otherwise, and is not done */
    bool verbatim; /* its words are the typist's own, or have a reader of their own: they come as
                      they were typed, and not through typed_arguments() */
};

/* Takes the rows, which must outlive all use, and sorts their names. False: two commands share a
 * name, or there are too many. */
bool command_setup(const struct command *rows, unsigned count);

/* The n-th row, NULL behind the last. */
const struct command *command_at(unsigned n);
/* By its name or an alias, however they are written; NULL: there is none. */
const struct command *command_find(const char *word);
/* The name that the word misses by one slip of a finger (input_is_typo()), as the language has it
 * in which it was typed. NULL: there is none, or those of several commands are as near. */
const char *command_nearly(const char *word);
/* The alias that a language shows. */
const char *command_name(const struct command *command, const struct language *language);

#endif
