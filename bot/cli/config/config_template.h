/* config_template.h: writes the files that `talon setup` makes: a configuration with one network,
 * and the file of its secret. */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_TEMPLATE_H
#define TALON_BOT_CLI_CONFIG_CONFIG_TEMPLATE_H

#include <stdbool.h>

#include "bot/cli/config/config.h"

enum { DRAFT_SECRET = 1000, DRAFT_NAME = 40 }; /* bytes, NUL included */

/* The answers so far. The caller zeroes it and sets `path`. */
struct config_draft {
    const char *path; /* path of the configuration */
    const struct adapter_impl *impl;
    char name[DRAFT_NAME]; /* of the network's section */
    struct settings settings, ours;
    char secret_file[DRAFT_NAME + 16]; /* name of the secret's file, which lies beside the
                                        * configuration; "": there is no secret */
    char secret[DRAFT_SECRET];
};

/* Returns whether a file of that name is beside the configuration. */
bool config_draft_has_secret(const struct config_draft *draft, const char *file);
/* Stores a secret and the name of its file, for config_draft_write(). Returns false if either does
 * not fit. */
bool config_draft_keep_secret(struct config_draft *draft, const char *file, const char *secret);

/* Writes both files, or neither, and makes their folder. First it checks the new configuration as a
 * start would. If it has faults, they are printed and nothing is replaced.
 *
 * Only the owner may read the secret. This also holds for the configuration, unless root writes it
 * for systemd: the unit's user must read it again on a reload. An old file is kept as
 * "PATH.before-setup", or as "PATH.before-setup-2" and so on.
 *
 * Returns true if both are written; `config` then holds the configuration, and the caller finishes
 * it. */
bool config_draft_write(const struct config_draft *draft, struct config *config);
/* Wipes the secret and frees the answers. */
void config_draft_forget(struct config_draft *draft);

#endif
