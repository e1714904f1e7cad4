/* config.h: the configuration file.
 *
 * An INI file with one section [talon] (may be missing) and one [ADAPTER NAME] a network ([web],
 * which stands once, has no name):
 *
 *     [talon]
 *     database = /var/lib/talon/talon.db
 *     [irc libera]
 *     host = irc.libera.chat
 *
 * A line is a section, `key = value`, blank, or a comment that starts with "#" or ";". Whatever
 * else stands there is refused, nothing is guessed or cut: see config_load(). */
#ifndef TALON_BOT_CLI_CONFIG_CONFIG_H
#define TALON_BOT_CLI_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/adapter.h"
#include "base/log.h"
#include "base/settings.h"

/* Indices of talon_keys, in the order of the example. What each means, and its unit, is told by its
 * row (bot/cli/config/config_keys.c). */
enum config_key {
    CONFIG_LANGUAGE,
    CONFIG_PREFIX,
    CONFIG_TURN_REMINDER,
    CONFIG_TURN_WHISPER,
    CONFIG_TURN_LIMIT,
    CONFIG_ROUND_PAUSE,
    CONFIG_UNO_GRACE,
    CONFIG_QUIT_GRACE,
    CONFIG_SPLIT_WAIT,
    CONFIG_PAUSE_LIMIT,
    CONFIG_LOBBY_IDLE,
    CONFIG_AWAY_CLOSE,
    CONFIG_VOTE_TIME,
    CONFIG_LINK_LIFE,
    CONFIG_NOTIFY_PAUSE,
    CONFIG_BOT_DELAY,
    CONFIG_GATHER,
    CONFIG_SEARCH_NODES,
    CONFIG_TABLES_MAX,
    CONFIG_TABLES_PER_NETWORK,
    CONFIG_TABLES_PER_PERSON,
    CONFIG_PRIVATE_PER_NETWORK,
    CONFIG_PRIVATE_PER_HOST,
    CONFIG_ROUNDS_PER_HOUR,
    CONFIG_BEHIND_MAX,
    CONFIG_DATABASE,
    CONFIG_DATABASE_PASSWORD,
    CONFIG_BACKUP,
    CONFIG_BACKUP_AT,
    CONFIG_BACKUP_KEEP,
    CONFIG_KEEP_REPLAYS,
    CONFIG_KEEP_RESULTS,
    CONFIG_TIMEZONE,
    CONFIG_LOG_LEVEL,
    CONFIG_CONTROL_SOCKET,
    CONFIG_HTTP,
    CONFIG_HTTP_OPEN,
    CONFIG_PROCESS,
    CONFIG_LEASE_LIFE,
    CONFIG_LEASE_RENEW
};

/* The keys of [talon], and what that section is, for people. */
extern const struct setting_key talon_keys[];
extern const char config_about[];

/* Indices of network_keys. */
enum network_key { NETWORK_ADMINS };

/* The keys that every [ADAPTER NAME] has beside its adapter's own: what the host is told of it. */
extern const struct setting_key network_keys[];

struct config_network {
    const struct adapter_impl *impl;
    int line;                 /* of [ADAPTER NAME] */
    char *name;               /* of [ADAPTER NAME], or the adapter's own; unique in the file */
    struct settings settings; /* by impl->keys */
    struct settings ours;     /* by network_keys */
};

struct config {
    struct settings talon;
    struct config_network **networks; /* in the order of the file, then of their coming; owned */
    unsigned network_count;           /* may be 0 */
};

/* What holds without a file. False when memory is out. */
bool config_init(struct config *config);

/* What is wrong with a configuration; all zero: nothing. */
struct config_fault {
    int line;   /* 0: of the file as a whole */
    char *text; /* one clear line; no secret in it */
};

struct config_faults {
    struct config_fault *list; /* in the order of the lines */
    unsigned count;
    bool lost; /* memory was out for one, or for what was to be read: nothing is to be started */
};

/* Adds a fault. Of one line only the first is kept: what follows mostly comes of it. */
void config_fault(struct config_faults *faults, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool config_is_right(const struct config_faults *faults);
/* "PATH:LINE: TEXT". */
void config_fault_format(const struct config_faults *faults, unsigned n, const char *path,
                         char *text, size_t size);
void config_faults_finish(struct config_faults *faults);

/* Initialises `config` from the file and adds every fault in it to `faults`: an unknown section or
 * key (with the nearest known one), a doubled section, network name or key, a value of the wrong
 * type or out of range, a required key without a value, a line that is too long (198 bytes) or
 * would be cut by " ;", a NAME that is not a plain word (letters, digits, "-_.", up to 32). False
 * when there is any: then `config` holds what could be read, so that it can be looked at further;
 * it is finished in each case. */
bool config_load(struct config *config, const char *path, struct config_faults *faults);
void config_finish(struct config *config);
/* Takes the n-th network out, to be freed by config_network_free(). */
struct config_network *config_take(struct config *config, unsigned n);
/* Takes one over. False: memory is out, and it is not. */
bool config_give(struct config *config, struct config_network *network);
/* A struct config_network; accepts NULL. */
void config_network_free(void *arg);

/* From now on secrets are files beside the configuration `path` (settings_secret_folder()). */
void config_find_secrets(const char *path);

/* Bytes of a section's title: an adapter's name, a blank, a NAME, the NUL. */
enum { CONFIG_TITLE = 80 };
/* The title of a network's section: "irc libera", or "web" where it has no name. */
void config_title(const struct adapter_impl *impl, const char *name, char *text, size_t size);
/* Whether that may be the NAME of a section. */
bool config_is_name(const char *name);
/* settings_put(), and what a key of [talon] or of every network asks beyond its type; an empty
 * value is refused. */
const char *config_put(struct settings *settings, int key, const char *value);

/* The database's path: the key, else talon.db in systemd's $STATE_DIRECTORY, else the fallback.
 * False when it does not fit. */
bool config_database(const struct config *config, char *path, size_t size);

/* Minutes east of UTC from "UTC", "+02:00", "-03:30" (-12:00 to +14:00). */
bool config_timezone(const char *text, int *minutes);
/* Minutes since midnight from "04:30". */
bool config_time_of_day(const char *text, unsigned *minutes);

#endif
