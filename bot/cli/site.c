/* talon site: writes boards, players and rounds as a folder of pages. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/files/files.h"
#include "bot/cli/cli.h"
#include "bot/cli/config/config.h"
#include "bot/cli/database/database.h"
#include "bot/host/daemon.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "storage/check/copy.h"
#include "storage/owner.h"
#include "storage/sqlite/sqlite.h"

enum { PATH_SIZE = 4096 };

struct site {
    struct database_tool database;
    const char *folder, *prefix;
    struct owner owner; /* owner of the pages' folder; root writes there as that user */
    int timezone_minutes;
    char work[PATH_SIZE];      /* a folder of our own */
    char copy[PATH_SIZE + 16]; /* the database's copy in `work` */
    struct loop *loop;
    struct host host;
    bool interrupted;
};

static void usage(FILE *out)
{
    fputs("usage: talon site [--db FILE] [--timezone ZONE] [--prefix TEXT] [--presets TEXT]\n"
          "                  DIR\n"
          "Writes leaderboards, players, channels and rounds as a folder of pages for any web "
          "server, in\n"
          "English and in each other language (DIR/fr). It leaves out channels and players who do "
          "not want\n"
          "to be shown (!set channel web off, !hide). The daemon may run: the pages come from a "
          "copy of\n"
          "the database in $TMPDIR (/tmp), which is deleted afterwards.\n"
          "  --timezone ZONE  the timezone of the configuration (UTC, +HH:MM): when a day begins\n"
          "  --prefix TEXT    the prefix of the configuration (!)\n"
          "  --presets TEXT   the presets of the configuration, for the page Play now\n"
          "DIR must not exist, or be empty, or come from talon site. Pages that no longer exist "
          "are removed.\n"
          "Nothing in DIR changes before all pages are written, so you can interrupt "
          "it.\n" DATABASE_HELP_SERVER "Exit status 0: all pages are written; 1: failed, with the "
          "reasons; 2: some pages are missing or\n"
          "bad: the end of the output names them, and all others are written.\n",
          out);
}

static bool take_presets(const char *text)
{
    const char *why = preset_check(text);
    if (why != NULL)
        fprintf(stderr, "talon site: --presets %s\n", why);
    preset_set_own(text);
    return why == NULL;
}

/* Returns the exit status, or -1 if the command continues. */
static int read_arguments(int argc, char **argv, struct site *site)
{
    static const struct option options[] = {DATABASE_OPTIONS,
                                            {"help", no_argument, NULL, 'h'},
                                            {"prefix", required_argument, NULL, 'p'},
                                            {"presets", required_argument, NULL, 'r'},
                                            {"timezone", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    int option = 0;
    bool good = true;
    while (good && (option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (database_option(&site->database, option, optarg))
            continue;
        if (option == 'p') {
            site->prefix = optarg;
        } else if (option == 'r') {
            good = take_presets(optarg);
        } else if (option == 'h') {
            usage(stdout);
            return CLI_DONE;
        } else {
            good = option == 't' && config_timezone(optarg, &site->timezone_minutes);
            if (option == 't' && !good)
                fputs("talon site: --timezone must be UTC, +HH:MM or -HH:MM\n", stderr);
        }
    }
    if (good && argc - optind == 1) {
        site->folder = argv[optind];
        return -1;
    }
    usage(stderr);
    return CLI_USAGE;
}

/* -- the copy -- */

static int refuse(enum store_error error, const char *why)
{
    fprintf(stderr, "talon site: %s\n", why);
    return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
}

/* Makes the work folder, with the owner of the pages' folder. Returns the exit status, or -1 if the
 * command continues. */
static int make_work(struct site *site)
{
    const char *folder = getenv("TMPDIR");
    folder = folder != NULL && *folder == '/' ? folder : "/tmp";
    int length = snprintf(site->work, sizeof(site->work), "%s/talon-site-XXXXXX", folder);
    if (length >= (int)sizeof(site->work) || mkdtemp(site->work) == NULL) {
        fprintf(stderr, "talon site: cannot create a folder in %s: %s\n", folder, strerror(errno));
        site->work[0] = '\0';
        return CLI_FAILED;
    }
    snprintf(site->copy, sizeof(site->copy), "%s/talon.db", site->work);
    return -1;
}

/* Returns the exit status, or -1 if the command continues. */
static int make_copy(struct site *site)
{
    struct fault why = {0};
    const char *db = database_to_read(&site->database);
    if (db == NULL)
        return CLI_FAILED;
    enum store_error error = store_backup(db, site->copy, NULL, &why);
    return error == STORE_OK ? -1 : refuse(error, why.text);
}

static enum store_error enter(struct site *site, struct fault *why)
{
    return owner_become_of(&site->owner, site->folder, why);
}

/* Returns the exit status, or -1 if the command continues. */
static int begin_site(struct site *site)
{
    struct fault why = {0};
    enum store_error error = enter(site, &why);
    int status = error == STORE_OK ? make_work(site) : CLI_FAILED;
    error = owner_leave(&site->owner, error, &why);
    return error == STORE_OK ? status : refuse(error, why.text);
}

/* Removes the work folder and every file that the store made in it. */
static void remove_copy(const struct site *site)
{
    struct dirent **entries = NULL;
    int count = *site->work != '\0' ? scandir(site->work, &entries, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE + NAME_MAX + 2];
        snprintf(path, sizeof(path), "%s/%s", site->work, entries[i]->d_name);
        unlink(path);
        free(entries[i]);
    }
    free(entries);
    if (count > 0 && rmdir(site->work) != 0)
        fprintf(stderr, "talon site: %s is still there: %s\n", site->work, strerror(errno));
}

/* Removes the copy with the rights of the folder's owner. With root's rights we might delete
 * another folder that the owner has put in its place. */
static void end_site(struct site *site)
{
    if (enter(site, NULL) == STORE_OK)
        remove_copy(site);
    owner_leave(&site->owner, STORE_OK, NULL);
}

/* -- writing -- */

static void ended(void *arg)
{
    struct site *site = arg;
    loop_stop(site->loop);
}

static void on_signal(void *arg, int signal)
{
    struct site *site = arg;
    (void)signal;
    site->interrupted = true;
    loop_stop(site->loop);
}

static void tell_bad(void *arg, const char *name)
{
    (void)arg;
    fprintf(stderr, "talon site: bad page: %s\n", name);
}

static int tell_result(const struct site *site, const struct adapter *adapter)
{
    const struct files_told told = files_told(adapter);
    if (!told.settled) {
        fprintf(stderr, "talon site: %s: %s is as it was\n",
                site->interrupted ? "interrupted" : "it ended before all was written",
                site->folder);
        return CLI_FAILED;
    }
    files_each_bad(adapter, tell_bad, NULL);
    if (told.faults > 0)
        fprintf(stderr, "talon site: %u faults: %s is not whole\n", told.faults, site->folder);
    else if (told.bad > 0) {
        fprintf(stderr, "talon site: %s has %u pages; those named above are missing or bad: %u\n",
                site->folder, told.pages, told.bad);
    } else {
        printf("%s has %u pages and %u files that they use\n", site->folder, told.pages,
               told.files);
    }
    return told.faults > 0 ? CLI_FAILED : told.bad > 0 ? CLI_PARTLY : CLI_DONE;
}

static int write_pages(struct site *site, struct store *store, const struct settings *settings)
{
    static const struct log root = {NULL, ""};
    struct fault why = {"out of memory"};
    const struct host_options options = {.language = language_at(0), .prefix = site->prefix};
    if (!host_init(&site->host, site->loop, store, &root, &options)) {
        fputs("talon site: the database cannot be read\n", stderr);
        return CLI_FAILED;
    }
    int status = CLI_FAILED;
    if (host_add_network(&site->host, &files_adapter, "site", settings, &why)) {
        daemon_set_hooks(&site->host, &(struct daemon_hooks){.stopped = ended, .arg = site});
        host_start(&site->host);
        loop_run(site->loop);
        status = tell_result(site, network_at(site->host.people, 0)->adapter);
    } else {
        fprintf(stderr, "talon site: %s\n", why.text);
    }
    host_finish(&site->host);
    return status;
}

static bool set_up(struct settings *settings, const struct site *site)
{
    bool good = settings_init(settings, files_adapter.keys) &&
                settings_put(settings, FILES_FOLDER, site->owner.name) == NULL;
    for (unsigned i = 0; good && language_at(i) != NULL; i++)
        good = settings_put(settings, FILES_LANGUAGES, language_at(i)->code) == NULL;
    return good;
}

static int write_site(struct site *site)
{
    struct settings settings = {0};
    struct store *store = NULL;
    struct fault why = {"out of memory"};
    int status = CLI_FAILED;
    const struct sqlite_setup setup = {
        .path = site->copy, .timezone_minutes = site->timezone_minutes, .loop = site->loop};
    enum store_error error = enter(site, &why);
    bool good = error == STORE_OK && set_up(&settings, site);
    if (error == STORE_OK)
        error = good ? store_open_sqlite(&store, &setup, &why) : STORE_NO_MEMORY;
    if (error == STORE_OK)
        status = write_pages(site, store, &settings);
    else
        status = refuse(error, why.text);
    store_close(store);
    settings_finish(&settings);
    owner_leave(&site->owner, error, NULL);
    return status;
}

int cli_site(int argc, char **argv)
{
    struct site site = {.database.name = "talon site", .prefix = "!"};
    int status = read_arguments(argc, argv, &site);
    if (status >= 0)
        return status;
    site.loop = loop_create();
    if (site.loop == NULL || !language_setup()) {
        fputs("talon site: out of memory\n", stderr);
        loop_destroy(site.loop);
        return CLI_FAILED;
    }
    loop_on_signal(site.loop, on_signal, &site);
    status = begin_site(&site);
    if (status < 0)
        status = make_copy(&site);
    if (status < 0)
        status = write_site(&site);
    end_site(&site);
    loop_on_signal(site.loop, NULL, NULL);
    loop_destroy(site.loop);
    return status;
}
