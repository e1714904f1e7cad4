/* talon play: plays at the terminal, at a table that is dealt at once. */
#include <errno.h>
#include <getopt.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/registry.h"
#include "base/array.h"
#include "bot/cli/cli.h"
#include "bot/command/dispatch.h"
#include "bot/host/daemon.h"
#include "bot/host/shutdown.h"
#include "bot/people/setting_store.h"
#include "bot/people/web.h"
#include "bot/show/speak.h"
#include "bot/table/round/replay.h"
#include "bot/table/table.h"
#include "bot/table/table_open.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/words.h"
#include "engine/ruleset.h"
#include "storage/sqlite/sqlite.h"

enum {
    PATH_SIZE = 4096,
    BOT_DELAY = 900,
    ROUND_PAUSE = 2000,
    VOTE_TIME = 30000,
    DAY = 86400,
    NETWORKS = 2, /* the terminal, and the pages */
    PORT_MAX = 65535,
    ADDRESS_SIZE = 64
};

/* The port of the pages if none is given. */
#define WEB_PORT "8080"

/* The name of the network on which the player sits, as the file of the game has it. */
#define NETWORK "console"

/* The name of the adapter and the network of the pages. */
#define PAGES "web"

struct play {
    const char *set, *level, *language, *seed, *database;
    const char *web; /* the port of the pages; NULL: no pages */
    unsigned bots;
    bool two_decks;                      /* one deck has no room for them (HR-21) */
    bool plain;                          /* shows lines, not the table */
    bool dealt;                          /* the table was opened or continued */
    const struct adapter_impl *terminal; /* the adapter that the player sees: the table or the
                                          * lines */
    struct loop *loop;
    struct settings pages;
    struct host host;
};

static const char no_game[] = "talon play: cannot read the game from its file\n";

static void usage(FILE *out)
{
    fprintf(
        out,
        "usage: talon play [--set NAME] [--bots N] [--level LEVEL] [--lang CODE]\n"
        "                  [--seed HEX] [--plain] [--web [PORT]] [--db FILE]\n"
        "Deals you in at a table in this terminal, against computer players.\n"
        "  --set NAME     classic (default), hyper, skull, web, flex or minion\n"
        "  --bots N       number of computer players, 1-19 (default 3); for flex 1-15. From 10 on\n"
        "                 (flex: 8) two decks are shuffled together\n"
        "  --level LEVEL  how well they play: easy, normal (default), hard or random\n"
        "  --lang CODE    language: %s (default: that of the locale)\n"
        "  --seed HEX     the same seed deals the same cards\n"
        "  --plain        writes lines, for a screen reader or a log. So does a pipe, a window\n"
        "                 smaller than 80x24, TERM=dumb, and ACCESSIBLE=1 in the environment\n"
        "  --web [PORT]   also shows the table in a browser on this machine (default port " WEB_PORT
        ")\n"
        "  --db FILE      file of the game (default: talon/play.db in $XDG_STATE_HOME or\n"
        "                 ~/.local/state)\n"
        "At the table ? shows the keys. Type help for the commands, and quit to leave. The next "
        "talon\nplay continues.\n",
        language_codes);
}

/* -- where the game is kept -- */

static bool make_folders(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool default_database(char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length = 0;
    if (state != NULL && *state == '/')
        length = snprintf(path, size, "%s/talon/play.db", state);
    else if (home != NULL && *home == '/')
        length = snprintf(path, size, "%s/.local/state/talon/play.db", home);
    if (length <= 0 || (size_t)length >= size) {
        fputs("talon play: there is no home folder for the game: name a file with --db\n", stderr);
        return false;
    }
    if (make_folders(path))
        return true;
    fprintf(stderr, "talon play: cannot create the folder of %s: %s\n", path, strerror(errno));
    return false;
}

/* -- what the player would type -- */

static void type(struct play *play, struct network *network, const char *channel, const char *text)
{
    struct chat_event event = {.kind = CHAT_MESSAGE, .channel = channel, .text = text};
    const char *user = settings_text(network->adapter->setup.settings, 0);
    event.user = (struct chat_user){.id = user, .name = user, .account = user, .is_operator = true};
    dispatch_run(&play->host, network, &event);
}

/* Opens the table to spectators on the pages, which only this machine can reach. */
static void show(struct play *play, struct network *network, const char *channel)
{
    if (play->web != NULL && web_read(setting_channel(network, channel, WEB_KEY)) != WEB_WATCH)
        type(play, network, channel, "set channel web watch");
}

/* Says the address of the pages, or that their port cannot be used. Says it at the table, because
 * the table hides what was printed before. The pages have tried to listen by then: they do so in a
 * timer of 0 ms, and the terminal enters by a post (loop.h). */
static void tell_pages(struct play *play, struct network *network, const char *channel)
{
    const char *user = settings_text(network->adapter->setup.settings, 0);
    const struct language *language = play->host.options.language;
    const struct network *pages = network_named(play->host.people, PAGES);
    struct message *line = message_create(channel, user, URGENCY_INFO);
    if (line == NULL)
        return;
    if (pages != NULL && pages->connected) {
        message_text(line, tr(language, N_("Look at it in a browser:")));
        message_text(line, " ");
        message_text(line, settings_text(&play->pages, settings_find(&play->pages, "url")));
    } else {
        PHRASE(line,
               tr(language, N_("No browser can show this table, because Talon cannot use port "
                               "{port}. Try another one: talon play --web PORT")),
               arg_text("port", play->web));
    }
    speak_durable(network, line);
}

/* Types the commands for the player that open a table and deal. */
static void entered(void *arg, struct network *network, const char *channel)
{
    struct play *play = arg;
    char line[64];
    show(play, network, channel);
    if (play->web != NULL)
        tell_pages(play, network, channel);
    if (play->dealt || table_at(play->host.tables, network, channel) != NULL)
        return;
    play->dealt = true;
    tables_begin_secrets(play->host.tables);
    const char *language = setting_channel(network, channel, "language");
    if (language != NULL && strcmp(language, play->language) != 0) {
        snprintf(line, sizeof(line), "lang %s", play->language);
        type(play, network, channel, line);
    }
    snprintf(line, sizeof(line), "new %s", play->set);
    type(play, network, channel, line);
    if (play->two_decks)
        type(play, network, channel, "set two_decks on");
    snprintf(line, sizeof(line), "bots %u %s", play->bots, play->level);
    type(play, network, channel, line);
    type(play, network, channel, "start");
}

/* Ends the program when the player leaves the terminal, because the pages then have nobody to
 * watch. */
static void left(void *arg, struct network *network)
{
    struct play *play = arg;
    if (network->adapter->impl == play->terminal)
        shutdown_begin(&play->host, "");
}

static void ended(void *arg)
{
    struct play *play = arg;
    loop_stop(play->loop);
}

/* Returns whether an unfinished game continues. At a terminal the player is asked. */
static bool goes_on(const struct language *language)
{
    char answer[16] = "";
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    printf("%s ", tr(language, N_("A game is not finished here. Go on with it? [Y/n]")));
    fflush(stdout);
    if (fgets(answer, sizeof(answer), stdin) == NULL)
        return true;
    return answer[0] != 'n' && answer[0] != 'N';
}

/* Closes tables at which no match runs, so that a new game begins. A damaged table stays: it closes
 * when the player has been told (replay.h). Returns whether a match runs. */
static bool drop_idle_tables(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    bool runs = false;
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        if (table->match_on)
            runs = true;
        else if (!table->damaged)
            table_close(table);
    }
    return runs;
}

static void forget_tables(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        if (table->match_on)
            table_stop(table);
        table_close(table);
    }
}

/* Adds the pages to the terminal. Returns false if there can be none. */
static bool add_pages(struct play *play)
{
    struct settings *settings = &play->pages;
    const struct adapter_impl *impl = adapter_find(PAGES);
    char listen[ADDRESS_SIZE];
    char address[ADDRESS_SIZE];
    struct fault why = {"this program was built without them"};
    snprintf(listen, sizeof(listen), "127.0.0.1:%s", play->web);
    snprintf(address, sizeof(address), "http://127.0.0.1:%s/", play->web);
    if (impl == NULL || !settings_init(settings, impl->keys) ||
        settings_put(settings, settings_find(settings, "listen"), listen) != NULL ||
        settings_put(settings, settings_find(settings, "url"), address) != NULL ||
        !host_add_network(&play->host, impl, PAGES, settings, &why)) {
        fprintf(stderr, "talon play: --web: %s\n", why.text);
        return false;
    }
    return true;
}

/* True if the player can have no table, or a screen reader reads the terminal. */
static bool wants_lines(void)
{
    const char *term = getenv("TERM");
    const char *accessible = getenv("ACCESSIBLE");
    return !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || term == NULL || *term == '\0' ||
           strcmp(term, "dumb") == 0 || (accessible != NULL && *accessible != '\0');
}

/* Gives the player a table on the terminal. Where there can be none they get lines. Both have the
 * same name, so that a game goes on in either. */
static bool add_terminal(struct play *play, const struct settings *settings, struct fault *why)
{
    struct fault no_table = {0};
    play->terminal = play->plain || wants_lines() ? NULL : adapter_find("terminal");
    if (play->terminal != NULL &&
        host_add_network(&play->host, play->terminal, NETWORK, settings, &no_table))
        return true;
    if (play->terminal != NULL)
        fprintf(stderr, "talon play: %s, so there are lines\n", no_table.text);
    play->terminal = &console_adapter;
    return host_add_network(&play->host, play->terminal, NETWORK, settings, why);
}

/* Adds the networks and then reads the game, because guests of the pages may sit at its table.
 * Returns false, after saying why, if that fails. */
static bool prepare(struct play *play, const struct settings *settings)
{
    struct fault why = {0};
    if (!add_terminal(play, settings, &why)) {
        fprintf(stderr, "talon play: %s\n", why.text);
        return false;
    }
    if (play->web != NULL && !add_pages(play))
        return false;
    if (!replay_all(play->host.tables)) {
        fputs(no_game, stderr);
        return false;
    }
    return true;
}

static int run(struct play *play, struct store *store, const struct settings *settings)
{
    static const struct log root = {NULL, ""};
    bool person = isatty(STDIN_FILENO) != 0;
    struct host_options options = {.language = language_named(play->language),
                                   .prefix = "!",
                                   .away_close = UINT64_C(1000) * DAY,
                                   .bot_delay = person ? BOT_DELAY : 0,
                                   .round_pause = person ? ROUND_PAUSE : 0,
                                   .vote_time = VOTE_TIME,
                                   .pause_limit = UINT64_C(1000) * DAY,
                                   .tables_max = 1,
                                   .seed = play->seed};
    if (!host_init(&play->host, play->loop, store, &root, &options)) {
        fputs(no_game, stderr);
        return CLI_FAILED;
    }
    if (!prepare(play, settings)) {
        host_finish(&play->host);
        return CLI_FAILED;
    }
    if (drop_idle_tables(&play->host) && !goes_on(options.language))
        forget_tables(&play->host);
    if (play->terminal == &console_adapter) {
        puts(tr(options.language,
                N_("A card is played by its name, for example r5; draw takes one. help "
                   "lists the commands, quit ends.")));
        fflush(stdout);
    }
    daemon_set_hooks(
        &play->host,
        &(struct daemon_hooks){.entered = entered, .left = left, .stopped = ended, .arg = play});
    host_start(&play->host);
    loop_run(play->loop);
    host_finish(&play->host);
    return CLI_DONE;
}

static int play_at(struct play *play)
{
    static const struct log root = {NULL, ""};
    struct settings settings;
    struct store *store = NULL;
    struct fault why = {0};
    int status = CLI_FAILED;
    const struct passwd *user = getpwuid(getuid());
    log_set_level(LOG_WARN);
    play->loop = loop_create();
    if (play->loop == NULL || !settings_init(&settings, console_adapter.keys)) {
        fputs("talon play: out of memory\n", stderr);
        loop_destroy(play->loop);
        return status;
    }
    settings_put(&settings, 0, user != NULL ? user->pw_name : "guest");
    enum store_error error = store_open_sqlite(
        &store, &(struct sqlite_setup){.path = play->database, .loop = play->loop, .log = &root},
        &why);
    if (error == STORE_OK)
        status = run(play, store, &settings);
    else
        fprintf(stderr, "talon play: %s\n", why.text);
    if (error == STORE_LOCKED)
        status = CLI_LATER;
    if (!store_close(store)) {
        fputs("talon play: the last moves could not be written\n", stderr);
        status = CLI_FAILED;
    }
    settings_finish(&settings);
    settings_finish(&play->pages);
    loop_destroy(play->loop);
    return status;
}

/* -- arguments -- */

static bool is_hex(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789abcdefABCDEF") == strlen(text);
}

static bool is_port(const char *text)
{
    char *end = NULL;
    unsigned long port = strtoul(text, &end, 10);
    return strspn(text, "0123456789") == strlen(text) && *end == '\0' && port > 0 &&
           port <= PORT_MAX;
}

/* Returns how many computer players one person may have. */
static unsigned most_bots(const struct ruleset *set, bool two_decks)
{
    struct switches switches;
    struct rules rules;
    if (set == NULL)
        return PLAYERS_MAX - 1U;
    ruleset_defaults(set, &switches);
    switches.value[SWITCH_TWO_DECKS] = two_decks;
    return rules_init(&rules, set, &switches, 0) == RULES_OK ? rules.players_max - 1U : 1U;
}

static bool check(struct play *play, const char *bots)
{
    char *end = NULL;
    unsigned long count = strtoul(bots, &end, 10);
    const struct ruleset *set = ruleset_find(play->set);
    unsigned most = most_bots(set, true);
    play->two_decks = count > most_bots(set, false);
    if (set == NULL)
        fprintf(stderr, "talon play: there is no rule set '%s'\n", play->set);
    else if (*end != '\0' || count < 1 || count > most)
        fprintf(stderr, "talon play: --bots takes a number from 1 to %u, not '%s'\n", most, bots);
    else if (words_level(play->level) == NULL) {
        fprintf(stderr, "talon play: there is no level '%s' (easy, normal, hard, random)\n",
                play->level);
    } else if (language_named(play->language) == NULL) {
        fprintf(stderr, "talon play: there is no language '%s' (%s)\n", play->language,
                language_codes);
    } else if (play->seed != NULL && !is_hex(play->seed))
        fprintf(stderr, "talon play: --seed takes hexadecimal digits, not '%s'\n", play->seed);
    else if (play->web != NULL && !is_port(play->web)) {
        fprintf(stderr, "talon play: --web takes a port from 1 to %d, not '%s'\n", PORT_MAX,
                play->web);
    } else
        return play->bots = (unsigned)count, true;
    return false;
}

/* Returns the language of the environment, by the variables and the order that setlocale() uses. */
static const char *locale_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0')
            return language_of_locale(value)->code;
    }
    return "en";
}

int cli_play(int argc, char **argv)
{
    static const struct option options[] = {
        {"set", required_argument, NULL, 's'},   {"bots", required_argument, NULL, 'b'},
        {"level", required_argument, NULL, 'v'}, {"lang", required_argument, NULL, 'l'},
        {"seed", required_argument, NULL, 'x'},  {"db", required_argument, NULL, 'd'},
        {"plain", no_argument, NULL, 'p'},       {"web", no_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    static struct play play;
    static char path[PATH_SIZE];
    const char *bots = "3";
    int option = 0;
    play = (struct play){.set = "classic", .level = "normal", .language = locale_language()};
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (option) {
        case 's':
            play.set = optarg;
            break;
        case 'b':
            bots = optarg;
            break;
        case 'v':
            play.level = optarg;
            break;
        case 'l':
            play.language = optarg;
            break;
        case 'x':
            play.seed = optarg;
            break;
        case 'd':
            play.database = optarg;
            break;
        case 'p':
            play.plain = true;
            break;
        case 'w': /* a port may follow */
            play.web = optind < argc && argv[optind][0] != '-' ? argv[optind++] : WEB_PORT;
            break;
        case 'h':
            return usage(stdout), CLI_DONE;
        default:
            return usage(stderr), CLI_USAGE;
        }
    }
    if (optind != argc)
        return usage(stderr), CLI_USAGE;
    if (!language_setup())
        log_warn(NULL, "a translation is missing (TALON_LOCALEDIR names the folder)");
    if (!check(&play, bots))
        return CLI_USAGE;
    if (play.database == NULL) {
        if (!default_database(path, sizeof(path)))
            return CLI_FAILED;
        play.database = path;
    }
    return play_at(&play);
}
