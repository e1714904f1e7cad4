/* talon serve: the daemon. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/notify.h"
#include "base/private.h"
#include "base/version.h"
#include "bot/cli/cli.h"
#include "bot/cli/config/config.h"
#include "bot/cli/config/config_check.h"
#include "bot/cli/config/options.h"
#include "bot/cli/config/reload.h"
#include "bot/cli/config/reload_thread.h"
#include "bot/cli/database/database.h"
#include "bot/cli/rest.h"
#include "bot/control/control.h"
#include "bot/control/monitor.h"
#include "bot/control/path.h"
#include "bot/host/daemon.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/shutdown.h"
#include "bot/host/status.h"
#include "bot/table/round/replay.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "storage/lease.h"

enum {
    WHY_MAX = 512,
    PATH_SIZE = 4096,
    SECOND = 1000,
    TELL_AGAIN = 600, /* seconds */
    END_MAX = 8 /* seconds from a signal to end until we exit, even if the disk does not answer;
                   container programs kill after 10 */
};

static const struct log root = {NULL, ""};

struct serve {
    struct loop *loop;
    struct config *config;
    const char *path; /* of the configuration's file */
    struct host host;
    struct control_socket *control; /* NULL: none */
    struct monitor *monitor;        /* likewise */
    char database[PATH_SIZE];
    char password[DATABASE_PASSWORD_MAX]; /* password of the database's server; "": none */
    struct store_source source;
    char shown[PATH_SIZE]; /* the database's name for people, without secrets */
    char control_path[CONTROL_PATH_MAX];
    struct reload_thread *reading; /* reads the configuration again; NULL: not now */
    struct host_reload asker; /* waits for the result of a reload; `done` is NULL if nobody does */
    bool fresh;               /* make a new database even if copies of an old one lie beside it */
    bool read_again;          /* another SIGHUP came during the reload */
    struct timer watchdog, lasting;
    uint64_t watchdog_time; /* milliseconds; 0: systemd has no watchdog for us */
};

static void usage(FILE *out)
{
    fputs("usage: talon serve --config FILE [--check [--unit] | --any-network | --new-database]\n"
          "Runs the daemon in the foreground. SIGTERM or SIGINT stops it. SIGHUP reloads the\n"
          "configuration.\n"
          "  --config FILE  the configuration (talon config explains every key)\n"
          "  --check        only checks the configuration and the files that it names, and lists "
          "every\n"
          "                 mistake; exit status 78 if there is one\n"
          "  --unit         with --check, as root: check as the user of the service (default for "
          "root on\n"
          "                 a machine with systemd)\n"
          "  --any-network  only tells whether there is a network to start: exit status 1 if FILE "
          "does\n"
          "                 not exist, or names no network\n"
          "  --new-database creates a new database although a copy of an earlier one is beside it; "
          "it is\n"
          "                 refused without this option\n",
          out);
}

static void ended(void *arg)
{
    struct serve *serve = arg;
    loop_stop(serve->loop);
}

/* Ends without waiting for the disk. Nothing is lost that people saw: the host shows only what is
 * on the disk. */
static void end_anyhow(int number)
{
    static const char words[] = "talon: the disk does not answer: ending\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof(words) - 1);
    (void)number;
    (void)written;
    _exit(CLI_FAILED);
}

/* Set by a signal during the start. The start ends after its current step, so that the database is
 * still marked as closed in order. Once the loop runs, it handles signals itself (on_signal()). */
static volatile sig_atomic_t ended_early;

static void end_early(int number)
{
    (void)number;
    ended_early = 1;
    alarm(END_MAX);
}

static void hear_signals_early(void)
{
    signal(SIGALRM, end_anyhow);
    signal(SIGTERM, end_early);
    signal(SIGINT, end_early);
}

/* -- reading the configuration again -- */

static bool begin_reload(struct serve *serve);

static void tell_asker(struct serve *serve, bool right)
{
    const struct host_reload asker = serve->asker;
    serve->asker = (struct host_reload){.done = NULL};
    if (asker.done != NULL)
        asker.done(asker.arg, right);
}

static void on_read(void *arg, struct reload_news *news)
{
    struct serve *serve = arg;
    const struct reload reload = {serve->config, serve->path, &serve->host, serve->asker.tell,
                                  serve->asker.arg};
    serve->reading = NULL;
    if (serve->host.stopping) {
        reload_drop(news);
        tell_asker(serve, false);
        return;
    }
    tell_asker(serve, reload_take(&reload, news));
    if (!serve->read_again || !begin_reload(serve))
        notify_send(NOTIFY_READY);
}

static bool begin_reload(struct serve *serve)
{
    serve->read_again = false;
    serve->reading = reload_thread_begin(serve->loop, serve->path, on_read, serve);
    if (serve->reading == NULL)
        log_error(&root, "%s: out of memory, nothing changed", serve->path);
    return serve->reading != NULL;
}

static bool reload_told(struct serve *serve)
{
    if (serve->host.stopping)
        return false;
    notify_reloading();
    if (begin_reload(serve))
        return true;
    notify_send(NOTIFY_READY);
    return false;
}

/* daemon_hooks.reload */
static bool reload(void *arg, const struct host_reload *asker)
{
    struct serve *serve = arg;
    if (serve->reading != NULL || !reload_told(serve))
        return false;
    serve->asker = *asker;
    return true;
}

/* Starts a reload. If one is under way, another follows, because the first may have read the old
 * file. */
static void on_hangup(struct serve *serve)
{
    if (serve->reading != NULL)
        serve->read_again = true;
    else
        reload_told(serve);
}

static void give_up_reload(struct serve *serve)
{
    reload_thread_give_up(serve->reading);
    serve->reading = NULL;
    tell_asker(serve, false);
}

static void on_signal(void *arg, int number)
{
    struct serve *serve = arg;
    if (serve->host.stopping)
        return;
    if (number == SIGHUP) {
        on_hangup(serve);
        return;
    }
    alarm(END_MAX);
    notify_send(NOTIFY_STOPPING);
    shutdown_begin(&serve->host, networks_goodbye);
}

static void pat_watchdog(struct timer *timer)
{
    struct serve *serve = (struct serve *)((char *)timer - offsetof(struct serve, watchdog));
    notify_send(NOTIFY_WATCHDOG);
    timer_set(timer, serve->watchdog_time);
}

static void on_lasting(struct timer *timer)
{
    struct serve *serve = (struct serve *)((char *)timer - offsetof(struct serve, lasting));
    store_lasts(serve->host.store);
}

/* Opens the control socket. If that fails, the daemon plays without it. */
static void open_control(struct serve *serve, const struct config *config)
{
    const char *path = settings_text(&config->talon, CONFIG_CONTROL_SOCKET);
    struct fault why = {"no default place for the socket exists: set control_socket"};
    if (path != NULL && strcmp(path, "off") == 0)
        return;
    if (path != NULL)
        snprintf(serve->control_path, sizeof(serve->control_path), "%s", path);
    if (path != NULL || control_path_own(serve->shown, serve->control_path)) {
        serve->control = control_socket_create(
            &(struct control_setup){.host = &serve->host,
                                    .path = serve->control_path,
                                    .database = serve->shown,
                                    .version = TALON_VERSION,
                                    .process = settings_text(&config->talon, CONFIG_PROCESS)},
            &why);
    }
    if (serve->control == NULL) {
        log_warn(&root,
                 "talon ctl will not work, the socket cannot be opened control_socket=%s: %s",
                 serve->control_path, why.text);
    } else
        log_info(&root, "talon ctl works control_socket=%s", serve->control_path);
}

/* Opens the pages for monitors. If that fails, the daemon plays without them. */
static void open_http(struct serve *serve, const struct config *config)
{
    const char *text = settings_text(&config->talon, CONFIG_HTTP);
    struct monitor_address address;
    struct fault why = {0};
    if (text == NULL || !monitor_read_address(text, &address))
        return;
    const struct control_setup setup = {.host = &serve->host,
                                        .database = serve->shown,
                                        .version = TALON_VERSION,
                                        .process = settings_text(&config->talon, CONFIG_PROCESS)};
    serve->monitor = monitor_create(&setup, &address, &why);
    if (serve->monitor == NULL) {
        log_error(
            &root,
            "/healthz, /readyz and /metrics are off, the address cannot be opened http=%s: %s",
            text, why.text);
    } else
        log_info(&root, "/healthz, /readyz and /metrics are on http=%s", text);
}

static struct network_setup setup_of(const struct config_network *network)
{
    return (struct network_setup){.impl = network->impl,
                                  .name = network->name,
                                  .settings = &network->settings,
                                  .admins = settings_text(&network->ours, NETWORK_ADMINS),
                                  .join_url = settings_text(&network->ours, NETWORK_JOIN_URL),
                                  .home = settings_text(&network->ours, NETWORK_HOME)};
}

/* Makes all networks and restores their tables. */
static bool make_networks(struct serve *serve)
{
    const struct config *config = serve->config;
    struct fault why = {0};
    for (unsigned i = 0; i < config->network_count; i++) {
        const struct config_network *network = config->networks[i];
        const struct network_setup setup = setup_of(network);
        if (networks_make(&serve->host, &setup, &why) != NULL)
            continue;
        char name[128];
        snprintf(name, sizeof(name), "%s%s%s", network->impl->name,
                 network->impl->unnamed ? "" : "/", network->impl->unnamed ? "" : network->name);
        log_error(LOG_OF(&root, name), "%s", why.text);
        return false;
    }
    if (replay_all(serve->host.tables))
        return true;
    log_error(&root, "cannot read the open tables from the database");
    return false;
}

/* Ends the process at once when it has lost a lease. It may not send or write any more, because
 * another process now runs the network. */
static void end_at_once(void *arg)
{
    (void)arg;
    _exit(CLI_LATER);
}

/* Asks for the leases of all networks. This process runs the networks whose lease it gets, and
 * other processes run the rest. */
static bool want_networks(struct serve *serve)
{
    const struct config *config = serve->config;
    leases_begin(&serve->host);
    for (unsigned i = 0; i < config->network_count; i++) {
        const struct network_setup setup = setup_of(config->networks[i]);
        if (leases_want(&serve->host, &setup))
            continue;
        log_error(&root, "network %s cannot be started: too many networks, or out of memory",
                  setup.name);
        return false;
    }
    return true;
}

/* Runs the daemon, from the open store to the end of the loop. */
static int run_daemon(struct serve *serve, const struct host_options *options, struct store *store)
{
    const struct config *config = serve->config;
    int status = CLI_FAILED;
    if (!host_init(&serve->host, serve->loop, store, &root, options)) {
        log_error(&root, "the database cannot be read");
        return status;
    }
    daemon_set_hooks(&serve->host, &(struct daemon_hooks){.stopped = ended,
                                                          .lease_lost = end_at_once,
                                                          .reload = reload,
                                                          .arg = serve});
    struct fault why = {0};
    if (!database_source(config, serve->database, serve->password, &serve->source, &why)) {
        log_error(&root, "%s", why.text);
        goto finish;
    }
    daemon_set_database(&serve->host, &serve->source);
    if (!(database_is_server(serve->database) ? want_networks(serve) : make_networks(serve)))
        goto finish;
    loop_on_signal(serve->loop, on_signal, serve);
    if (ended_early) {
        loop_on_signal(serve->loop, NULL, NULL);
        status = CLI_DONE;
        goto finish;
    }
    timer_init(serve->loop, &serve->watchdog, pat_watchdog);
    serve->watchdog_time = notify_watchdog();
    if (serve->watchdog_time > 0)
        timer_set(&serve->watchdog, serve->watchdog_time);
    timer_init(serve->loop, &serve->lasting, on_lasting);
    timer_set(&serve->lasting, (uint64_t)REST_LASTS * SECOND);
    host_start(&serve->host);
    open_control(serve, config);
    open_http(serve, config);
    status_tell(&serve->host);
    notify_send(NOTIFY_READY);
    loop_run(serve->loop);
    loop_on_signal(serve->loop, NULL, NULL);
    signal(SIGHUP, SIG_IGN);
    give_up_reload(serve);
    control_socket_destroy(serve->control);
    monitor_destroy(serve->monitor);
    timer_finish(&serve->watchdog, NULL);
    timer_finish(&serve->lasting, NULL);
    status = CLI_DONE;
finish:
    host_finish(&serve->host);
    return status;
}

/* Opens the store. It waits while the disk is full or the server does not answer. If the service
 * gave up instead, it would not be there once the trouble is over. */
static enum store_error open_store(const struct serve *serve, const char *database, int timezone,
                                   struct store **store)
{
    static const struct timespec pause = {.tv_sec = 1};
    struct fault why = {0};
    bool server = database_is_server(database);
    enum store_error error = STORE_FULL;
    for (unsigned tries = 0; error == STORE_FULL && !ended_early; tries++) {
        if (tries > 0)
            nanosleep(&pause, NULL);
        error = database_open(store,
                              &(struct database_setup){.config = serve->config,
                                                       .database = database,
                                                       .timezone_minutes = timezone,
                                                       .loop = serve->loop,
                                                       .log = &root,
                                                       .fresh = serve->fresh},
                              &why);
        if (error == STORE_OK) {
            if (tries > 0)
                log_info(&root, server ? "the database is there again" : "there is room again");
            return STORE_OK;
        }
        if (error == STORE_CANNOT_OPEN && server)
            error = STORE_FULL; /* the server may answer later */
        if (error == STORE_FULL && tries % TELL_AGAIN == 0)
            log_error(&root, "waiting for %s: %s", server ? "the database" : "room", why.text);
        if (error == STORE_FULL && tries == 0)
            notify_status("waiting for %s: %s", server ? "the database" : "room", why.text);
        notify_extend();
    }
    log_error(&root, "%s", why.text);
    if (error == STORE_DAMAGED)
        log_error(&root, "restore a backup: talon restore --db %s COPY", database);
    return error;
}

static int serve_config(struct config *config, const char *path, bool fresh)
{
    static struct serve serve;
    struct host_options options;
    struct store *store = NULL;
    int timezone = 0;
    int status = CLI_FAILED;
    options_of_config(config, &options);
    preset_set_own(settings_text(&config->talon, CONFIG_PRESETS));
    config_timezone(settings_text(&config->talon, CONFIG_TIMEZONE), &timezone);
    config_database(config, serve.database, sizeof(serve.database));
    database_name(serve.database, serve.shown, sizeof(serve.shown));
    serve.config = config;
    serve.path = path;
    serve.fresh = fresh;
    serve.loop = loop_create();
    if (serve.loop == NULL) {
        log_error(&root, "cannot start: out of memory or file descriptors");
        return CLI_FAILED;
    }
    hear_signals_early();
    enum store_error error = open_store(&serve, serve.database, timezone, &store);
    if (error == STORE_OK)
        rest(store, path, &ended_early);
    if (ended_early)
        status = CLI_DONE;
    else if (error == STORE_OK)
        status = run_daemon(&serve, &options, store);
    else if (error == STORE_LOCKED)
        status = CLI_LATER;
    if (!store_close(store)) {
        log_error(&root, "the last changes could not be written to the database");
        status = CLI_FAILED;
    }
    loop_destroy(serve.loop);
    return status;
}

/* Prints one line for each fault, or logs each as an error. */
static void tell_faults(const struct config_faults *faults, const char *path, bool check)
{
    char text[2 * WHY_MAX + PATH_SIZE];
    for (unsigned i = 0; i < faults->count; i++) {
        config_fault_format(faults, i, path, text, sizeof(text));
        if (check)
            fprintf(stderr, "%s\n", text);
        else
            log_error(&root, "%s", text);
    }
    const char *more = faults->lost ? "out of memory, " : "";
    if (check)
        fprintf(stderr, "%s: %smistakes: %u\n", path, more, faults->count);
    else
        log_error(&root, "%s: %smistakes: %u; Talon does not start", path, more, faults->count);
}

static void tell_fault(const char *path, const char *text, bool check)
{
    if (check)
        printf("%s: %s\n", path, text);
    else
        log_info(&root, "%s", text);
}

/* Tells how much memory and disk the daemon may need, and which scores !link cannot move any more.
 * The configuration has no faults. */
static void tell_share(const struct config *config, const char *path, bool check)
{
    char text[WHY_MAX];
    if (check)
        printf("%s: no mistakes\n", path);
    judge_share(config, text, sizeof(text));
    tell_fault(path, text, check);
    if (judge_results(config, text, sizeof(text)))
        tell_fault(path, text, check);
}

static int load_config(struct config *config, const char *path, bool check)
{
    struct config_faults faults = {.count = 0};
    config_find_secrets(path);
    bool read = config_load(config, path, &faults) ||
                (faults.count > 0 && faults.list[faults.count - 1].line > 0);
    if (read)
        judge_config(config, path, &faults);
    bool right = config_is_right(&faults);
    if (!right)
        tell_faults(&faults, path, check);
    else
        tell_share(config, path, check);
    config_faults_finish(&faults);
    return right ? CLI_DONE : CLI_CONFIG;
}

/* Looks for a network to join, and returns CLI_DONE if there is one. A file with faults counts as
 * one, because the start must report them: a unit that waits would hide them. */
static int ask_network(struct config *config, const char *path)
{
    struct config_faults faults = {.count = 0};
    config_find_secrets(path);
    bool right = config_load(config, path, &faults);
    config_faults_finish(&faults);
    if (right ? config->network_count > 0 : access(path, F_OK) == 0)
        return CLI_DONE;
    printf("%s names no network yet. Add one (man talon.conf), then: systemctl restart talon\n",
           path);
    return CLI_FAILED;
}

int cli_serve(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"check", no_argument, NULL, 'k'},
                                            {"unit", no_argument, NULL, 'u'},
                                            {"any-network", no_argument, NULL, 'n'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"new-database", no_argument, NULL, 'f'},
                                            {NULL, 0, NULL, 0}};
    const char *path = NULL;
    bool check = false;
    bool ask = false;
    bool fresh = false;
    bool unit = geteuid() == 0 && access("/run/systemd/system", F_OK) == 0;
    int option = 0;
    signal(SIGHUP, SIG_IGN); /* tables must outlive the terminal that started the daemon */
    while ((option = getopt_long(argc, argv, "c:h", options, NULL)) != -1) {
        if (option == 'c')
            path = optarg;
        else if (option == 'k')
            check = true;
        else if (option == 'u')
            unit = true;
        else if (option == 'n')
            ask = true;
        else if (option == 'f')
            fresh = true;
        else
            return usage(option == 'h' ? stdout : stderr), option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    if (path == NULL || optind != argc)
        return usage(stderr), CLI_USAGE;
    if (!check && !ask)
        log_info(&root, "talon %s", version_text);
    if (!private_process()) {
        log_warn(&root, "a crash may write memory with hands and secrets to disk: %s",
                 strerror(errno));
    }
    if (!language_setup()) {
        log_warn(&root, "a translation is missing (TALON_LOCALEDIR names the folder)");
    }
    if (check && unit && !judge_as_unit()) {
        fputs("talon: --unit needs root\n", stderr);
        return CLI_USAGE;
    }
    static struct config config; /* static, because the host points into it */
    int status = ask ? ask_network(&config, path) : load_config(&config, path, check);
    if (status == CLI_DONE && !check && !ask) {
        log_set_level(options_level(&config));
        status = serve_config(&config, path, fresh);
    }
    config_finish(&config);
    return status;
}
