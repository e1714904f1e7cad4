/* reload.h: the configuration read again while the daemon runs, by SIGHUP (`systemctl reload
 * talon`) and by whoever calls daemon_read_config().
 *
 * A file with anything wrong in it changes nothing; every fault is told, as at a start. Of a right
 * one all keys that differ and are `live` (base/settings.h) hold at once, without a connection
 * or a game that ends; networks whose sections are new are joined, and those whose sections are
 * gone are left (bot/host/networks.h). What else differs is told and stays as it was until a
 * restart. No value is told: it may be a channel's key. */
#ifndef TALON_BOT_CLI_CONFIG_RELOAD_H
#define TALON_BOT_CLI_CONFIG_RELOAD_H

#include <stdbool.h>

struct config;
struct host;

/* What a file says, and what is wrong with it. */
struct reload_news;
/* Reads and judges the file. It may take as long as the disk does, and may run on any thread. NULL:
 * memory is out. */
struct reload_news *reload_read(const char *path);
/* Accepts NULL. */
void reload_drop(struct reload_news *news);

struct reload {
    struct config *config; /* that holds; live keys are changed in it, and networks */
    const char *path;
    struct host *host; /* that runs by it */
    /* Each line that goes to the log is given to it, too; NULL: to nobody else. */
    void (*tell)(void *arg, const char *line);
    void *arg;
};

/* Takes it over. False: something is wrong with the file, and nothing has changed. */
bool reload_take(const struct reload *reload, struct reload_news *news);

#endif
