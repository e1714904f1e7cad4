/* config_template.h: the files that talon setup writes. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_TEMPLATE_H
#define TALON_BOT_CLI_CONFIG_CONFIG_TEMPLATE_H

#include <stdbool.h>

#include "bot/cli/config/config.h"

enum { DRAFT_SECRET = 1000, DRAFT_NAME = 40 }; /* bytes, NUL included */

/* What was answered so far; zeroed at first, with `path` set. */
struct config_draft {
    const char *path; /* of the configuration */
    const struct adapter_impl *impl;
    char name[DRAFT_NAME]; /* of the section */
    struct settings settings, ours;
    char secret_file[DRAFT_NAME + 16]; /* beside the configuration; "": there is none to write */
    char secret[DRAFT_SECRET];
};

/* Whether a file of that name is beside the configuration. */
bool config_draft_has_secret(const struct config_draft *draft, const char *file);
/* Has it written by config_draft_write(). False: it does not fit. */
bool config_draft_keep_secret(struct config_draft *draft, const char *file, const char *secret);

/* Writes both files whole or not at all, and makes their folder. A secret is for its owner alone.
 * So is the rest, unless root writes it where systemd runs: the user of the unit reads the
 * configuration again on a reload. What was there is kept as "PATH.before-setup", or with -2 and so
 * on behind it. The configuration is read first, as a start would read it: what is wrong with it is
 * printed, and nothing replaced. True: `config` has it, to be finished. */
bool config_draft_write(const struct config_draft *draft, struct config *config);
/* Wipes the secret, and frees what was answered. */
void config_draft_forget(struct config_draft *draft);

#endif
