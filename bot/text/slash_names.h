/* slash_names.h: what commands are called on networks with slash commands.
 *
 * Such a network lists few commands. Most of ours are subcommands there: "join" is "/uno join", and
 * "name" is "/uno me name". The table here says which. slash.c offers the commands by it, and
 * phrase() writes them by it, so a sentence never advises a command that the network lacks. */
#ifndef TALON_BOT_TEXT_SLASH_NAMES_H
#define TALON_BOT_TEXT_SLASH_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct language;

/* A word before the names of several commands. */
struct slash_group {
    const char *name, *help; /* texts of the catalogue */
    const struct slash_group *parent;
};

/* Bytes of a command as it is typed there, without "/", NUL included. */
enum { SLASH_NAME_MAX = 96 };

/* The prefix of commands on such networks. Other modules compare the pointer, because a
 * configured prefix may be "/" as well. */
extern const char slash_prefix[];

/* Returns the group of a command, found by its English name; NULL: it has none. */
const struct slash_group *slash_group_of(const char *command);
/* Returns the name of a command within its group, a text of the catalogue. */
const char *slash_name_in_group(const char *command);
/* Writes the whole command that a sentence in that language means by `word`, a name of a command as
 * it is shown: "uno join" for "join", "uno moi nom" for "nom". A word that this language does not
 * have is looked for in the others. Returns false, and writes nothing, if the word is no such name
 * of a command that has a group. */
bool slash_name_write(const struct language *language, const char *word, size_t length,
                      char out[SLASH_NAME_MAX]);
/* Writes the whole command, found by its English name, as the network lists it in that language:
 * always this command, and not the one that sentences advise instead. "uno" is "uno turn say-uno",
 * and a command without a group, like "play", is its name alone. */
void slash_path_write(const struct language *language, const char *command,
                      char out[SLASH_NAME_MAX]);
/* Skips the names of groups at the beginning of a command that somebody typed: "uno me name Bob"
 * becomes "name Bob". Returns `text` if no command of that group follows. */
const char *slash_skip_groups(const char *text);

#endif
