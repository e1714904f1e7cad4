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

/* Indices of talon_keys, in the order of the example file. The row of a key in
 * bot/cli/config/config_keys.c gives its meaning and its unit. */
enum config_key {
    CONFIG_LANGUAGE,
    CONFIG_PREFIX,
    CONFIG_PRESETS,
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
    CONFIG_LEASE_RENEW,
    CONFIG_SHARE,
    CONFIG_ROOM
};

/* The keys of [talon], and a text for people that explains the section. */
extern const struct setting_key talon_keys[];
extern const char config_about[];

/* Indices of network_keys. */
enum network_key { NETWORK_ADMINS, NETWORK_JOIN_URL, NETWORK_HOME };

/* The keys that every [ADAPTER NAME] has besides those of its adapter. The host uses them, not the
 * adapter. */
extern const struct setting_key network_keys[];

struct config_network {
    const struct adapter_impl *impl;
    int line;                 /* line of its [ADAPTER NAME] */
    char *name;               /* NAME, or the adapter's name if there is none; unique in the file */
    struct settings settings; /* by impl->keys */
    struct settings ours;     /* by network_keys */
    struct settings next;     /* read while the network was being left: its live keys move into
                               * `settings` when its adapter has ended (reload.c). Else empty */
};

struct config {
    struct settings talon;
    struct config_network **networks; /* in the order of the file, then of reloads; owned */
    unsigned network_count;           /* may be 0 */
};

/* Sets every key to its default. Returns false if memory is out. */
bool config_init(struct config *config);

/* The faults of a configuration. All zero means that there is none. */
struct config_fault {
    int line;   /* 0 if the fault concerns the whole file */
    char *text; /* one line for people; owned; never holds a secret */
};

struct config_faults {
    struct config_fault *list; /* in the order of the lines */
    unsigned count;
    bool lost; /* memory was out for a fault or while reading: the daemon must not start */
};

/* Adds a fault. Of one line only the first is kept, because others usually follow from it. */
void config_fault(struct config_faults *faults, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns whether there is no fault and none was lost. */
bool config_is_right(const struct config_faults *faults);
/* Writes the n-th fault as "PATH:LINE: TEXT". */
void config_fault_format(const struct config_faults *faults, unsigned n, const char *path,
                         char *text, size_t size);
/* Frees the faults, not the struct. */
void config_faults_finish(struct config_faults *faults);

/* Initialises `config` from the file and adds every fault to `faults`. Returns false if there is
 * any fault. In both cases the caller finishes `config`, which holds all that could be read, so
 * that more of it can be checked.
 *
 * These are faults: an unknown section or key (the nearest known one is named), a repeated section,
 * network name or key, a value of the wrong type or out of range, a required key without a value, a
 * line that is too long (more than 198 bytes) or that " ;" would cut, and a NAME that is not a
 * plain word (1 to 32 letters, digits, "-", "_" or "."). */
bool config_load(struct config *config, const char *path, struct config_faults *faults);
/* Frees what `config` holds, not the struct. */
void config_finish(struct config *config);
/* Removes the n-th network from `config`. The caller frees it by config_network_free(). */
struct config_network *config_take(struct config *config, unsigned n);
/* Adds a network, which `config` then owns. Returns false if memory is out; the caller then still
 * owns it. */
bool config_give(struct config *config, struct config_network *network);
/* Frees a struct config_network; accepts NULL. */
void config_network_free(void *arg);

/* Makes the program look for secrets in files beside the configuration `path`
 * (settings_secret_folder()). */
void config_find_secrets(const char *path);

/* Bytes of a section's title: an adapter's name, a blank, NAME and the NUL. */
enum { CONFIG_TITLE = 80 };
/* Writes the title of a network's section: "irc libera", or "web", which has no name. */
void config_title(const struct adapter_impl *impl, const char *name, char *text, size_t size);
/* Returns whether the text may be the NAME of a section. */
bool config_is_name(const char *name);
/* Sets a value as settings_put() does, after the checks that [talon] or every network adds to the
 * key's type. An empty value is refused. Returns why the value is refused, or NULL if it is set. */
const char *config_put(struct settings *settings, int key, const char *value);

/* Writes the database's path: the key's value, else talon.db in systemd's $STATE_DIRECTORY, else
 * the key's default. Returns false if it does not fit. */
bool config_database(const struct config *config, char *path, size_t size);

/* Reads minutes east of UTC from "UTC", "+02:00" or "-03:30" (-12:00 to +14:00). Returns false for
 * any other text. */
bool config_timezone(const char *text, int *minutes);
/* Reads minutes since midnight from a text like "04:30". Returns false for any other text. */
bool config_time_of_day(const char *text, unsigned *minutes);

#endif
