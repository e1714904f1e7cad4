/* config_page.h: what people read that is printed from the program's own tables.
 *
 * The keys of the configuration (base/settings.h) give config/talon.conf.example and the manual
 * page talon.conf(5). The commands (bot/command/commands.h) give the table in docs/playing.md.
 * `./dev config` writes these files. tests/lint/made.sh compares them with what is printed. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_PAGE_H
#define TALON_BOT_CLI_CONFIG_CONFIG_PAGE_H

#include <stddef.h>
#include <stdio.h>

struct setting_key;

/* What a value may be, what holds without one, and when a change does: "1 to 3600 seconds", "words
 * parted by blanks or commas; left out: nobody", "must be set; a change holds after a restart". */
void config_page_limits(const struct setting_key *key, char *text, size_t size);

/* A file that is right as it is, but for the name of a server. */
void config_page_example(FILE *out);
/* In roff. */
void config_page_manual(FILE *out);
/* The rows of commands_setup(), in Markdown. */
void config_page_commands(FILE *out);

#endif
