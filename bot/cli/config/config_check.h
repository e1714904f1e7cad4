/* config_check.h: finds all faults of a configuration in one run.
 *
 * config_load() finds the faults of each line. This module finds the faults of lines that do not
 * fit together, and of the files that they name. `talon serve` and its check without a start call
 * it alike, so both refuse the same and in the same words. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_CHECK_H
#define TALON_BOT_CLI_CONFIG_CONFIG_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct config;
struct config_faults;

/* Adds all faults it finds. It makes no file and connects to nothing. */
void judge_config(const struct config *config, const char *path, struct config_faults *faults);

/* Checks files from now on with the rights that the service will have: its user is not root and
 * owns no file. Credentials are still read as root, because systemd reads them so. Returns false if
 * we are not root, or cannot give up root's rights. */
bool judge_as_unit(void);

/* Writes one line for people: how much memory and disk tables_max tables and their rounds take, as
 * measured (docs/operating.md), and how much is free. */
void judge_share(const struct config *config, char *text, size_t size);
/* Writes one line for people: which scores !link and !unlink cannot move any more, because old
 * results are deleted. Returns false if results are kept for ever. */
bool judge_results(const struct config *config, char *text, size_t size);

#endif
