/* config_check.h: everything that is wrong with a configuration, in one go.
 *
 * config_load() finds what a line alone shows; here is what the lines come to together, and with
 * the files that they name. A start refuses what a look refuses, and both say it in the same
 * words. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_CHECK_H
#define TALON_BOT_CLI_CONFIG_CONFIG_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct config;
struct config_faults;

/* Adds what it finds. Nothing is made and nothing connected. */
void judge_config(const struct config *config, const char *path, struct config_faults *faults);

/* From now on files are looked at as the service's user sees them: somebody who is not root and
 * owns nothing, while credentials are still read by root, as systemd reads them. False: we are not
 * root.
 */
bool judge_as_unit(void);

/* What so many tables (tables_max) and their rounds take of the memory and of the disk, as measured
 * (docs/operating.md), and how much is free there: one line for people. */
void judge_share(const struct config *config, char *text, size_t size);
/* What is given up where results are kept for a time only, likewise; false: they are kept for ever.
 */
bool judge_results(const struct config *config, char *text, size_t size);

#endif
