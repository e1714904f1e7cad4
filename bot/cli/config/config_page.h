/* config_page.h: the configuration for people, made of the tables of keys that the parser reads
 * (base/settings.h): config/talon.conf.example and the manual page talon.conf(5).
 *
 * Both stand in the tree; `./dev config` writes them anew, and a test holds them to the tables. */
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

#endif
