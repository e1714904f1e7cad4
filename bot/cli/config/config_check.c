#define _DEFAULT_SOURCE /* setgroups */
#include "config_check.h"

#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array.h"
#include "base/private.h"
#include "bot/cli/config/config.h"
#include "bot/cli/database/database.h"
#include "bot/control/monitor.h"
#include "storage/postgresql/postgresql.h"

enum { PASSWORD_MAX = 600, PATH_SIZE = 4096 };

/* The first user id that systemd gives to a DynamicUser. */
enum { UNIT_USER = 61184 };

enum { CREDENTIALS_MAX = 1000000 };

/* Folders that systemd makes for the unit, and the only ones it may write to
 * (config/talon.service). */
static const char unit_state[] = "/var/lib/talon";
static const char unit_sockets[] = "/run/talon";

static bool as_unit;

bool judge_as_unit(void)
{
    as_unit = geteuid() == 0 && setgroups(0, NULL) == 0 && setegid(UNIT_USER) == 0 &&
              seteuid(UNIT_USER) == 0;
    return as_unit;
}

static void judge_clock(const struct config *config, struct config_faults *faults)
{
    static const enum config_key keys[] = {CONFIG_TURN_REMINDER, CONFIG_TURN_WHISPER,
                                           CONFIG_TURN_LIMIT};
    const struct settings *talon = &config->talon;
    int line = 0;
    for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
        if (settings_line(talon, (int)keys[i]) > line)
            line = settings_line(talon, (int)keys[i]);
    }
    if (settings_number(talon, CONFIG_TURN_REMINDER) >=
            settings_number(talon, CONFIG_TURN_WHISPER) ||
        settings_number(talon, CONFIG_TURN_WHISPER) >= settings_number(talon, CONFIG_TURN_LIMIT)) {
        config_fault(faults, line,
                     "turn_reminder, turn_whisper and turn_limit must grow in this order (%ld, "
                     "%ld, %ld)",
                     settings_number(talon, CONFIG_TURN_REMINDER),
                     settings_number(talon, CONFIG_TURN_WHISPER),
                     settings_number(talon, CONFIG_TURN_LIMIT));
    }
}

/* Returns whether `folder` is `root` or a folder below it. */
static bool is_below(const char *folder, const char *root)
{
    size_t length = strlen(root);
    return strncmp(folder, root, length) == 0 && (folder[length] == '\0' || folder[length] == '/');
}

/* Writes the folder of the file `path`. */
static void folder_of(const char *path, char folder[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_SIZE, ".");
    if (slash != NULL)
        snprintf(folder, PATH_SIZE, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Returns whether the folder cannot be written to, and says why. */
static bool is_closed(const char *folder, struct fault *why)
{
    struct stat found;
    bool theirs = is_below(folder, unit_state) || is_below(folder, unit_sockets);
    if (as_unit && !theirs) {
        fault_set(why,
                  "the service may write below %s only: remove this key, or add the folder to "
                  "ReadWritePaths= of the service",
                  unit_state);
    } else if (as_unit && (strcmp(folder, unit_state) == 0 || strcmp(folder, unit_sockets) == 0))
        return false; /* systemd will make it */
    else if (stat(folder, &found) != 0 && errno == EACCES)
        settings_deny(folder, why);
    else if (stat(folder, &found) != 0)
        fault_set(why, "its folder %s does not exist: mkdir -p %s", folder, folder);
    else if (!S_ISDIR(found.st_mode))
        fault_set(why, "%s is not a folder", folder);
    else if (!as_unit && access(folder, W_OK | X_OK) != 0)
        fault_set(why, "cannot write to its folder %s (%s)", folder, strerror(errno));
    else
        return false;
    return true;
}

/* Refuses keys that only work with a database server: on a file they would have no effect, and
 * nobody would notice. */
static void judge_sharing(const struct settings *talon, bool server, struct config_faults *faults)
{
    static const enum config_key keys[] = {CONFIG_PROCESS, CONFIG_LEASE_LIFE, CONFIG_LEASE_RENEW};
    bool process = settings_text(talon, CONFIG_PROCESS) != NULL;
    long life = settings_number(talon, CONFIG_LEASE_LIFE);
    long renew = settings_number(talon, CONFIG_LEASE_RENEW);
    for (size_t i = 0; !server && i < ARRAY_SIZE(keys); i++) {
        if (settings_text(talon, (int)keys[i]) != NULL) {
            config_fault(faults, settings_line(talon, (int)keys[i]),
                         "%s: several processes need a PostgreSQL server (database = "
                         "postgresql://...): remove this line, or change database",
                         talon_keys[keys[i]].name);
        }
    }
    if (life == 0)
        life = process ? LEASE_LIFE_MS : ALONE_LIFE_MS;
    if (server && renew > life / 3) {
        config_fault(faults, settings_line(talon, CONFIG_LEASE_RENEW),
                     "lease_renew = %ld: must be at most a third of lease_life (%ld)", renew, life);
    }
}

static void judge_password(const struct settings *talon, struct config_faults *faults)
{
    char password[PASSWORD_MAX];
    struct fault why = {0};
    if (settings_text(talon, CONFIG_DATABASE_PASSWORD) != NULL &&
        !settings_secret(talon, CONFIG_DATABASE_PASSWORD, password, sizeof(password), &why))
        config_fault(faults, settings_line(talon, CONFIG_DATABASE_PASSWORD), "%s", why.text);
    private_wipe(password, sizeof(password));
}

/* Returns what is wrong with a value that is not a path; NULL if it is one. */
static const char *judge_path(const char *path)
{
    static const char *const words[] = {"host",    "hostaddr", "port",    "dbname",
                                        "user",    "password", "service", "passfile",
                                        "sslmode", "options",  NULL};
    size_t length = strcspn(path, " =");
    bool equals = path[length + strspn(path + length, " ")] == '=';
    for (size_t i = 0; equals && words[i] != NULL; i++) {
        if (strlen(words[i]) == length && strncmp(words[i], path, length) == 0)
            return "this is not a path: write a server as postgresql://USER@HOST/NAME";
    }
    return strstr(path, "://") != NULL
               ? "this is neither a path nor the address of a server (postgresql://USER@HOST/NAME)"
               : NULL;
}

/* Checks the folder of the copies now, because the first copy is made at night, when nobody looks.
 * That copy makes the folder if it is missing. */
static void judge_backup(const struct settings *talon, struct config_faults *faults)
{
    struct fault why = {0};
    char above[PATH_SIZE];
    struct stat found;
    const char *folder = settings_text(talon, CONFIG_BACKUP);
    if (folder == NULL || (as_unit && is_below(folder, unit_state))) /* only the unit itself can
                                                                      * look into its own folders */
        return;
    folder_of(folder, above);
    bool there = stat(folder, &found) == 0 || errno != ENOENT;
    if (is_closed(there ? folder : above, &why)) {
        config_fault(faults, settings_line(talon, CONFIG_BACKUP), "backup = %s: %s", folder,
                     why.text);
    }
}

static void judge_database(const struct config *config, struct config_faults *faults)
{
    char path[PATH_SIZE];
    struct fault why = {0};
    struct stat found;
    int line = settings_line(&config->talon, CONFIG_DATABASE);
    if (!config_database(config, path, sizeof(path))) {
        config_fault(faults, line, "database: the path is too long");
        return;
    }
    judge_sharing(&config->talon, database_is_server(path), faults);
    if (database_is_server(path)) { /* the start finds out whether the server answers */
        const char *refused = database_refused(path);
        if (refused != NULL)
            config_fault(faults, line, "database: %s", refused);
        judge_password(&config->talon, faults);
        judge_backup(&config->talon, faults);
        return;
    }
    const char *meant = judge_path(path);
    if (meant != NULL) { /* the value may hold a password, so it is not printed */
        config_fault(faults, line, "database: %s", meant);
        return;
    }
    judge_backup(&config->talon, faults);
    if (*path != '/' && as_unit) {
        config_fault(faults, line, "database = %s: must begin with / (the service starts in /)",
                     path);
        return;
    }
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) {
        config_fault(faults, line, "database = %s: is a folder: add the name of a file", path);
        return;
    }
    char folder[PATH_SIZE];
    folder_of(path, folder);
    if (is_closed(folder, &why)) {
        config_fault(faults, line,
                     line != 0 ? "database = %s: %s"
                               : "[talon] has no database key, so it is %s: %s",
                     path, why.text);
    }
}

/* Judges a file or a folder, and returns its size in bytes. systemd does not give the unit hidden
 * files and links. */
static off_t judge_entry(const char *folder, const char *name, struct config_faults *faults)
{
    char path[2 * PATH_SIZE];
    struct stat found;
    const char *bad = name;
    while (*bad >= ' ' && *bad < 0x7f && *bad != ':')
        bad++;
    snprintf(path, sizeof(path), "%s%s", folder, name);
    if (*name == '.' || lstat(path, &found) != 0 || S_ISLNK(found.st_mode))
        return 0;
    if (*bad != '\0') {
        config_fault(faults, 0,
                     "the service cannot start while a file in %s has a colon or a non-ASCII "
                     "letter in its name: rename \"%s\"",
                     folder, name);
    }
    return S_ISREG(found.st_mode) ? found.st_size : 0;
}

/* systemd gives the unit every file of the configuration's folder and its subfolders. The files
 * must have less than a megabyte together, and names that systemd can write down. If they do not,
 * systemd only says "Protocol error". */
static void judge_folder(const char *path, struct config_faults *faults)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - path) + 1 : 2,
             slash != NULL ? path : "./");
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    off_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += judge_entry(folder, entries[i]->d_name, faults);
        free(entries[i]);
    }
    free(entries);
    if (sum > CREDENTIALS_MAX) {
        config_fault(faults, 0,
                     "the service cannot start while the files in %s are larger than 1 MB together",
                     folder);
    }
}

/* In bytes, measured by `./dev bench memory` and `./dev bench disk`. TABLE_MEMORY and TABLE_DISK
 * include the round that the table plays. */
enum { TABLE_MEMORY = 4096, TABLE_DISK = 8000, ROUND_DISK = 3000, MEGABYTE = 1000000 };

/* Returns the bytes that are free on the disk of a file's folder. */
static double free_at(const char *path)
{
    char folder[PATH_SIZE];
    struct statvfs found;
    folder_of(path, folder);
    if (statvfs(folder, &found) != 0)
        return -1;
    return (double)found.f_bavail * (double)found.f_frsize;
}

void judge_share(const struct config *config, char *text, size_t size)
{
    char path[PATH_SIZE];
    char person[80] = "";
    char room[64] = "";
    const struct settings *talon = &config->talon;
    double tables = (double)settings_number(talon, CONFIG_TABLES_MAX);
    double most = (double)settings_number(talon, CONFIG_ROUNDS_PER_HOUR) * 24 * ROUND_DISK;
    if (most > 0) {
        snprintf(person, sizeof(person), ", the rounds of one person at most %.0f MB a day",
                 most / MEGABYTE);
    }
    double left = config_database(config, path, sizeof(path)) ? free_at(path) : -1;
    if (left >= 0)
        snprintf(room, sizeof(room), "; %.0f MB are free", left / MEGABYTE);
    snprintf(text, size,
             "space: %.0f tables (tables_max) take %.0f MB of memory and %.0f MB of disk, a "
             "finished round %d kB of disk%s%s",
             tables, tables * TABLE_MEMORY / MEGABYTE, tables * TABLE_DISK / MEGABYTE,
             ROUND_DISK / 1000, person, room);
}

/* !link and !unlink move scores by summing up the stored results (storage/sql/sql_people.c). They
 * cannot move scores whose results were deleted. */
bool judge_results(const struct config *config, char *text, size_t size)
{
    int days = (int)settings_number(&config->talon, CONFIG_KEEP_RESULTS);
    snprintf(text, size,
             "keep_results = %d: !link and !unlink move the scores of the last %d days; older "
             "scores stay with their player",
             days, days);
    return days > 0;
}

struct finding {
    const struct config_network *network;
    struct config_faults *faults;
};

static void found(void *arg, int key, const char *text)
{
    const struct finding *finding = arg;
    const struct config_network *network = finding->network;
    int line = settings_line(&network->settings, key);
    char title[CONFIG_TITLE];
    config_title(network->impl, network->name, title, sizeof(title));
    config_fault(finding->faults, line > 0 ? line : network->line, "[%s] %s", title, text);
}

/* The page has no password, so it must not be open to other machines unless http_open says so. */
static void judge_http(const struct config *config, struct config_faults *faults)
{
    const char *text = settings_text(&config->talon, CONFIG_HTTP);
    struct monitor_address address;
    if (text != NULL && monitor_read_address(text, &address) && !address.loopback &&
        !settings_switch(&config->talon, CONFIG_HTTP_OPEN)) {
        config_fault(faults, settings_line(&config->talon, CONFIG_HTTP),
                     "http = %s: other machines can reach this address: use 127.0.0.1, or add "
                     "http_open = on",
                     text);
    }
}

/* -- addresses to listen at -- */

/* One key that names an address to listen at; `address` holds "unix:/PATH" and ports alike. */
struct ear {
    const struct config_network *network; /* NULL: [talon] */
    int key;
    const char *name; /* the key's name for people */
    struct monitor_address address;
};

enum { EARS_MAX = 8 };

static bool read_ear(struct ear *ear, const struct settings *settings, int key)
{
    const char *text = key >= 0 ? settings_text(settings, key) : NULL;
    bool path = text != NULL && *text == '/';
    ear->key = key;
    ear->name = key >= 0 ? settings->keys[key].name : "";
    if (path)
        snprintf(ear->address.path, sizeof(ear->address.path), "%s", text);
    return path || (text != NULL && monitor_read_address(text, &ear->address));
}

static unsigned find_ears(const struct config *config, struct ear ears[EARS_MAX])
{
    unsigned count = 0;
    for (unsigned key = 0; key < 2; key++) {
        ears[count] = (struct ear){.network = NULL};
        count +=
            read_ear(&ears[count], &config->talon, key == 0 ? CONFIG_CONTROL_SOCKET : CONFIG_HTTP);
    }
    for (unsigned i = 0; i < config->network_count && count < EARS_MAX; i++) {
        const struct settings *settings = &config->networks[i]->settings;
        ears[count] = (struct ear){.network = config->networks[i]};
        count += read_ear(&ears[count], settings, settings_find(settings, "listen"));
    }
    return count;
}

static void __attribute__((format(printf, 4, 5)))
ear_fault(const struct config *config, const struct ear *ear, struct config_faults *faults,
          const char *format, ...)
{
    char text[2 * PATH_SIZE];
    char title[CONFIG_TITLE] = "talon";
    const struct settings *settings =
        ear->network != NULL ? &ear->network->settings : &config->talon;
    int line = settings_line(settings, ear->key);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (ear->network == NULL) {
        config_fault(faults, line, "%s = %s: %s", ear->name, settings_text(settings, ear->key),
                     text);
        return;
    }
    config_title(ear->network->impl, ear->network->name, title, sizeof(title));
    config_fault(faults, line > 0 ? line : ear->network->line, "[%s] %s: %s", title, ear->name,
                 text);
}

static bool is_every_address(const struct monitor_address *address)
{
    return strcmp(address->host, "0.0.0.0") == 0 || strcmp(address->host, "::") == 0;
}

/* Returns whether the daemon cannot listen at the second address once it listens at the first. */
static bool is_same_place(const struct monitor_address *one, const struct monitor_address *other)
{
    if (*one->path != '\0' || *other->path != '\0')
        return strcmp(one->path, other->path) == 0;
    return one->port == other->port && (strcmp(one->host, other->host) == 0 ||
                                        is_every_address(one) || is_every_address(other));
}

static void judge_ears(const struct config *config, struct config_faults *faults)
{
    struct ear ears[EARS_MAX];
    char folder[PATH_SIZE];
    struct fault why = {0};
    unsigned count = find_ears(config, ears);
    for (unsigned i = 0; i < count; i++) {
        folder_of(ears[i].address.path, folder);
        if (*ears[i].address.path != '\0' && is_closed(folder, &why))
            ear_fault(config, &ears[i], faults, "%s", why.text);
        for (unsigned j = 0; j < i; j++) {
            if (is_same_place(&ears[j].address, &ears[i].address)) {
                ear_fault(config, &ears[i], faults,
                          "%s already listens there: give each its own address", ears[j].name);
            }
        }
    }
}

/* -- networks that exclude each other -- */

/* Returns whether both sections give the key the same text, and the adapter has that key. */
static bool is_alike(const struct config_network *one, const struct config_network *other,
                     const char *key)
{
    int at = settings_find(&one->settings, key);
    const char *text = at >= 0 ? settings_text(&one->settings, at) : NULL;
    const char *same = at >= 0 ? settings_text(&other->settings, at) : NULL;
    return text != NULL && same != NULL && strcasecmp(text, same) == 0;
}

/* Returns whether the two ports are the same, or might be because one is left out. */
static bool is_same_port(const struct config_network *one, const struct config_network *other)
{
    int key = settings_find(&one->settings, "port");
    long first = key >= 0 ? settings_number(&one->settings, key) : 0;
    long second = key >= 0 ? settings_number(&other->settings, key) : 0;
    return first == second || first == 0 || second == 0;
}

/* Returns whether the sections log in as different users. Behind a bouncer these are different
 * networks. */
static bool has_other_login(const struct config_network *one, const struct config_network *other)
{
    static const char *const keys[] = {"user", "sasl_user", "password_file"};
    for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
        int key = settings_find(&one->settings, keys[i]);
        if (key >= 0 && !settings_same(&one->settings, &other->settings, key))
            return true;
    }
    return false;
}

/* Returns the key because of which a server would let in only one of the two networks: both have
 * the same nick or token. NULL: there is none. */
static const char *twin_key(const struct config_network *one, const struct config_network *other)
{
    if (one->impl != other->impl)
        return NULL;
    if (is_alike(one, other, "token_file"))
        return "token_file";
    return is_alike(one, other, "nick") && is_alike(one, other, "host") &&
                   is_same_port(one, other) && !has_other_login(one, other)
               ? "nick"
               : NULL;
}

static void judge_twin(const struct config_network *one, const struct config_network *two,
                       struct config_faults *faults)
{
    char title[CONFIG_TITLE];
    char first[CONFIG_TITLE];
    const char *key = twin_key(one, two);
    if (key == NULL)
        return;
    int line = settings_line(&two->settings, settings_find(&two->settings, key));
    config_title(two->impl, two->name, title, sizeof(title));
    config_title(one->impl, one->name, first, sizeof(first));
    config_fault(
        faults, line > 0 ? line : two->line,
        strcmp(key, "nick") == 0
            ? "[%s] %s: [%s] has the same host and nick: choose another nick, or remove one section"
            : "[%s] %s: [%s] is the same bot: remove one section",
        title, key, first);
}

static void judge_twins(const struct config *config, struct config_faults *faults)
{
    for (unsigned i = 0; i < config->network_count; i++) {
        for (unsigned j = 0; j < i; j++)
            judge_twin(config->networks[j], config->networks[i], faults);
    }
}

struct ids {
    const char *wrong;
    char word[64];
};

static void check_id(void *arg, const char *word)
{
    struct ids *ids = arg;
    if (ids->wrong == NULL && word[strspn(word, "0123456789")] != '\0') {
        snprintf(ids->word, sizeof(ids->word), "%s", word);
        ids->wrong = ids->word;
    }
}

/* Refuses names as administrators if the network has permanent ids (Discord): there only an id is
 * recognised. */
static void judge_admins(const struct config_network *network, struct config_faults *faults)
{
    struct ids ids = {.wrong = NULL};
    char title[CONFIG_TITLE];
    if (!network->impl->caps.stable_ids)
        return;
    settings_each(&network->ours, NETWORK_ADMINS, check_id, &ids);
    config_title(network->impl, network->name, title, sizeof(title));
    if (ids.wrong != NULL) {
        config_fault(faults, settings_line(&network->ours, NETWORK_ADMINS),
                     "[%s] admins: \"%s\" is not a user id: ids are digits", title, ids.wrong);
    }
}

void judge_config(const struct config *config, const char *path, struct config_faults *faults)
{
    if (as_unit)
        judge_folder(path, faults);
    judge_clock(config, faults);
    judge_database(config, faults);
    judge_http(config, faults);
    judge_ears(config, faults);
    judge_twins(config, faults);
    for (unsigned i = 0; i < config->network_count; i++) {
        const struct config_network *network = config->networks[i];
        struct finding finding = {network, faults};
        if (network->impl->check != NULL)
            network->impl->check(&network->settings, found, &finding);
        judge_admins(network, faults);
    }
    if (config->network_count == 0 && config_is_right(faults))
        config_fault(faults, 0, "no network is configured; add one, for example [irc libera]");
}
