/* talon serve: the daemon. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/notify.h"
#include "bot/cli/cli.h"
#include "bot/config.h"
#include "bot/host.h"
#include "bot/language.h"
#include "bot/replay.h"

enum {
    WHY_MAX = 512,
    PATH_SIZE = 4096,
    SECOND = 1000,
    END_MOST = 4 /* seconds: the disk is waited for, then the networks (adapter.h), then again */
};

struct serve {
    struct loop *loop;
    struct host host;
    struct timer watchdog;
    uint64_t watchdog_time; /* milliseconds, 0: systemd does not ask */
};

static void usage(FILE *out)
{
    fputs("usage: talon serve --config FILE [--check]\n"
          "Runs the daemon in the foreground; SIGTERM or SIGINT ends it.\n"
          "  --config FILE  the configuration (config/talon.conf.example explains every key)\n"
          "  --check        only looks at the configuration, and the files it names, and says\n"
          "                 whether they are right\n",
          out);
}

static bool read_options(const struct config *config, const char *path,
                         struct host_options *options, char *why, size_t size)
{
    const struct settings *talon = &config->talon;
    *options = (struct host_options){
        .language = language_find(settings_text(talon, CONFIG_LANGUAGE)),
        .prefix = settings_text(talon, CONFIG_PREFIX),
        .turn_reminder = (uint64_t)settings_number(talon, CONFIG_TURN_REMINDER) * SECOND,
        .turn_whisper = (uint64_t)settings_number(talon, CONFIG_TURN_WHISPER) * SECOND,
        .turn_limit = (uint64_t)settings_number(talon, CONFIG_TURN_LIMIT) * SECOND,
        .lobby_idle = (uint64_t)settings_number(talon, CONFIG_LOBBY_IDLE) * SECOND,
        .away_close = (uint64_t)settings_number(talon, CONFIG_AWAY_CLOSE) * SECOND,
        .bot_delay = (uint64_t)settings_number(talon, CONFIG_BOT_DELAY),
        .search_nodes = (uint32_t)settings_number(talon, CONFIG_SEARCH_NODES),
        .uno_grace = (uint64_t)settings_number(talon, CONFIG_UNO_GRACE),
        .round_pause = (uint64_t)settings_number(talon, CONFIG_ROUND_PAUSE),
        .split_wait = (uint64_t)settings_number(talon, CONFIG_SPLIT_WAIT) * SECOND,
        .link_life = (uint64_t)settings_number(talon, CONFIG_LINK_LIFE) * SECOND,
        .vote_time = (uint64_t)settings_number(talon, CONFIG_VOTE_TIME) * SECOND,
        .tables_max = (unsigned)settings_number(talon, CONFIG_TABLES_MAX),
        .tables_per_network = (unsigned)settings_number(talon, CONFIG_TABLES_PER_NETWORK),
        .tables_per_person = (unsigned)settings_number(talon, CONFIG_TABLES_PER_PERSON)};
    if (options->turn_reminder >= options->turn_whisper ||
        options->turn_whisper >= options->turn_limit) {
        snprintf(why, size,
                 "%s: turn_reminder, turn_whisper and turn_limit must grow in this order", path);
        return false;
    }
    if (config->network_count == 0) {
        snprintf(why, size, "%s: there is no network, for example [irc libera]", path);
        return false;
    }
    return true;
}

static void ended(void *arg)
{
    struct serve *serve = arg;
    loop_stop(serve->loop);
}

/* Whatever the disk holds up by now: nobody was told of what is lost. */
static void end_anyhow(int number)
{
    static const char words[] = "talon: the disk does not answer: ending\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof(words) - 1);
    (void)number;
    (void)written;
    _exit(CLI_FAILED);
}

static void on_signal(void *arg, int number)
{
    struct serve *serve = arg;
    (void)number;
    if (serve->host.stopping)
        return;
    signal(SIGALRM, end_anyhow);
    alarm(END_MOST);
    notify_send(NOTIFY_STOPPING);
    host_stop(&serve->host, "See you at the table");
}

static void pat_watchdog(struct timer *timer)
{
    struct serve *serve = (struct serve *)((char *)timer - offsetof(struct serve, watchdog));
    notify_send(NOTIFY_WATCHDOG);
    timer_set(timer, serve->watchdog_time);
}

/* From an open store to the end of the loop. */
static int run(struct serve *serve, const struct config *config, const struct host_options *options,
               struct store *store)
{
    static const struct log root = {NULL, ""};
    char why[WHY_MAX];
    int status = CLI_FAILED;
    if (!host_init(&serve->host, serve->loop, store, &root, options, config->network_count)) {
        fputs("talon: the database cannot be read\n", stderr);
        return status;
    }
    serve->host.stopped = ended;
    serve->host.owner = serve;
    for (unsigned i = 0; i < config->network_count; i++) {
        const struct config_network *network = &config->networks[i];
        if (host_add_network(&serve->host, network->impl, network->name, &network->settings, why,
                             sizeof(why))) {
            serve->host.networks[i].admins = settings_text(&network->ours, NETWORK_ADMINS);
            continue;
        }
        fprintf(stderr, "talon: [%s %s] %s\n", network->impl->name, network->name, why);
        goto finish;
    }
    if (!replay_host(&serve->host)) {
        fputs("talon: the open tables cannot be read from the database\n", stderr);
        goto finish;
    }
    loop_on_signal(serve->loop, on_signal, serve);
    timer_init(serve->loop, &serve->watchdog, pat_watchdog);
    serve->watchdog_time = notify_watchdog();
    if (serve->watchdog_time > 0)
        timer_set(&serve->watchdog, serve->watchdog_time);
    host_start(&serve->host);
    notify_send(NOTIFY_READY);
    loop_run(serve->loop);
    loop_on_signal(serve->loop, NULL, NULL);
    timer_finish(&serve->watchdog, NULL);
    status = CLI_DONE;
finish:
    host_finish(&serve->host);
    return status;
}

static int serve_config(const struct config *config, const char *path)
{
    static struct serve serve;
    static const struct log root = {NULL, ""};
    struct host_options options;
    struct store *store = NULL;
    char why[WHY_MAX];
    char database[PATH_SIZE];
    int timezone = 0;
    int status = CLI_FAILED;
    enum log_level level = LOG_INFO;
    if (!read_options(config, path, &options, why, sizeof(why))) {
        fprintf(stderr, "talon: %s\n", why);
        return CLI_USAGE;
    }
    config_timezone(settings_text(&config->talon, CONFIG_TIMEZONE), &timezone);
    if (config_log_level(settings_text(&config->talon, CONFIG_LOG_LEVEL), &level))
        log_set_level(level);
    if (!config_database(config, database, sizeof(database))) {
        fputs("talon: the path of the database is too long\n", stderr);
        return CLI_USAGE;
    }
    serve.loop = loop_create();
    if (serve.loop == NULL) {
        fputs("talon: no event loop: out of memory or of descriptors\n", stderr);
        return CLI_FAILED;
    }
    if (store_open_sqlite(&store, database, timezone, serve.loop, &root, why, sizeof(why)) ==
        STORE_OK)
        status = run(&serve, config, &options, store);
    else
        fprintf(stderr, "talon: %s\n", why);
    if (!store_close(store)) {
        fputs("talon: the last changes could not be written\n", stderr);
        status = CLI_FAILED;
    }
    loop_destroy(serve.loop);
    return status;
}

static void deaf(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    (void)arg;
    (void)adapter;
    (void)event;
}

/* Makes what the networks ask for, as a start would, and connects nothing. Outside of the unit the
 * credentials lie where systemd takes them from. */
static bool check_networks(const struct config *config, struct loop *loop, char *why, size_t size)
{
    static const struct log root = {NULL, ""};
    bool right = setenv("CREDENTIALS_DIRECTORY", "/etc/credstore", 0) == 0;
    for (unsigned i = 0; i < config->network_count && right; i++) {
        const struct config_network *network = &config->networks[i];
        const struct adapter_setup setup = {.name = network->name,
                                            .settings = &network->settings,
                                            .loop = loop,
                                            .log = &root,
                                            .raise = deaf};
        char what[WHY_MAX];
        struct adapter *adapter = network->impl->create(&setup, what, sizeof(what));
        if (adapter == NULL)
            snprintf(why, size, "[%s %s] %s", network->impl->name, network->name, what);
        right = adapter != NULL;
        network->impl->destroy(adapter);
    }
    return right;
}

static int check_config(const struct config *config, const char *path)
{
    struct host_options options;
    char why[2 * WHY_MAX] = "out of memory";
    struct loop *loop = loop_create();
    bool right = loop != NULL && read_options(config, path, &options, why, sizeof(why)) &&
                 check_networks(config, loop, why, sizeof(why));
    loop_destroy(loop);
    if (right)
        printf("%s: right\n", path);
    else
        fprintf(stderr, "talon: %s\n", why);
    return right ? CLI_DONE : CLI_USAGE;
}

int cli_serve(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"check", no_argument, NULL, 'k'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *path = NULL;
    bool check = false;
    int option = 0;
    signal(SIGHUP, SIG_IGN); /* tables outlive the terminal they were started from */
    while ((option = getopt_long(argc, argv, "c:h", options, NULL)) != -1) {
        if (option == 'c')
            path = optarg;
        else if (option == 'k')
            check = true;
        else
            return usage(option == 'h' ? stdout : stderr), option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    if (path == NULL || optind != argc)
        return usage(stderr), CLI_USAGE;
    struct config config;
    char why[WHY_MAX];
    if (!language_setup())
        log_warn(NULL, "a catalogue is missing");
    if (!config_load(&config, path, why, sizeof(why))) {
        fprintf(stderr, "talon: %s\n", why);
        return CLI_USAGE;
    }
    int status = check ? check_config(&config, path) : serve_config(&config, path);
    config_finish(&config);
    return status;
}
