/* config_page.h: prints documents from the program's own tables.
 *
 * The keys of the configuration (base/settings.h) give config/talon.conf.example and the manual
 * page talon.conf(5). The commands (bot/command/commands.h) and the
 * achievements give tables in docs/playing.md, and the commands the manual page talon-play(6) in
 * each language.
 * `./dev config` writes these files. tests/lint/made.sh compares them with what is printed. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_PAGE_H
#define TALON_BOT_CLI_CONFIG_CONFIG_PAGE_H

#include <stddef.h>
#include <stdio.h>

struct language;
struct setting_key;

/* Writes the allowed values of a key, its default if no fallback shows it, and whether a change
 * needs a restart. Examples: "1 to 3600 seconds", "words separated by spaces or commas; default:
 * nobody", "required; needs a restart". */
void config_page_limits(const struct setting_key *key, char *text, size_t size);

/* Prints the example file. It is valid once the reader fills in the name of a server. */
void config_page_example(FILE *out);
/* Prints the manual page, in roff. */
void config_page_manual(FILE *out);
/* player_manual.c: prints the commands of commands_setup() as the manual page talon-play(6) in that
 * language, in roff. */
void player_manual_print(FILE *out, const struct language *language);
/* Print a text in roff: as it is, or broken into lines with a line end behind it. */
void config_page_roff(FILE *out, const char *text);
void config_page_paragraph(FILE *out, const char *text);
/* Prints the commands of commands_setup() as a table in Markdown. */
void config_page_commands(FILE *out);
/* Prints the achievements (bot/show/render/achievement_words.h) as a table in Markdown. */
void config_page_achievements(FILE *out);

#endif
