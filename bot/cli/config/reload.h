/* reload.h: reads the configuration again while the daemon runs, after SIGHUP (`systemctl reload
 * talon`) or a call of daemon_read_config().
 *
 * A file with any fault changes nothing, and all faults are reported, as at a start. If the file is
 * right, changed keys that are `live` (base/settings.h) take effect at once; no connection and no
 * game ends. New networks are joined, and networks without a section are left
 * (bot/host/networks.h). Other changes are reported and take effect after a restart. No value is
 * reported, because it may be the key of a channel. */
#ifndef TALON_BOT_CLI_CONFIG_RELOAD_H
#define TALON_BOT_CLI_CONFIG_RELOAD_H

#include <stdbool.h>

struct config;
struct host;

/* The contents of a file and its faults. */
struct reload_news;
/* Reads and checks the file. It may wait for the disk, so it may run on any thread. The result goes
 * to reload_take() or reload_drop(). Returns NULL if memory is out. */
struct reload_news *reload_read(const char *path);
/* Frees what reload_read() returned; accepts NULL. */
void reload_drop(struct reload_news *news);

struct reload {
    struct config *config; /* the current configuration; its live keys and its networks are
                            * changed */
    const char *path;
    struct host *host; /* the host that runs with `config` */
    /* Gets each line that also goes to the log; may be NULL. */
    void (*tell)(void *arg, const char *line);
    void *arg;
};

/* Applies a file that was read, and frees `news`. Returns false if the file has faults; nothing has
 * then changed. */
bool reload_take(const struct reload *reload, struct reload_news *news);

#endif
