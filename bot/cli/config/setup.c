/* talon setup: writes a configuration from a few questions, and tests it by connecting to the
 * network once. */
#include "base/array.h"
#include "bot/cli/config/config_template.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/private.h"
#include "bot/cli/ask.h"
#include "bot/cli/cli.h"
#include "bot/cli/config/try_network.h"
#include "bot/text/language.h"

enum { TEXT_MAX = 640, NAME_SIZE = 33 };

static const char usual_path[] = "/etc/talon/talon.conf";

static void usage(FILE *out)
{
    fputs("usage: talon setup [--config FILE] [--no-trial]\n"
          "Asks a few questions about a network, writes the configuration and its secret, and "
          "connects\n"
          "once to test them. It replaces an existing configuration only after a yes.\n"
          "  --config FILE  the configuration (/etc/talon/talon.conf); the secret goes beside it\n"
          "  --no-trial     does not connect\n",
          out);
}

/* -- the questions -- */

/* One question about a key. */
struct item {
    const char *network; /* the adapter's name */
    const char *key;     /* a key of the adapter, or of every network */
    const char *text;
    const char *only_with; /* asked only if this key has a value; NULL: always asked */
    bool may_lack;         /* an empty answer leaves the key out */
    bool judged;           /* the adapter checks the answers so far; a secret must be one word */
};

static const struct item items[] = {
    {"irc", "host", "Server, for example irc.libera.chat", NULL, false, true},
    {"irc", "tls", "Encrypt the connection (TLS), on or off", NULL, true, true},
    {"irc", "port", "Port", NULL, true, true},
    {"irc", "nick", "Nick of the bot", NULL, true, true},
    {"irc", "channels", "Channels to join, for example #cards (Enter: only by invitation)", NULL,
     true, true},
    {"irc", "sasl_user", "The bot's services account (Enter: none)", NULL, true, false},
    {"irc", "sasl_password_file", "Password of that account (hidden while you type)", "sasl_user",
     false, false},
    {"irc", "admins", "Your own services account, to control every table (Enter: none)", NULL, true,
     false},
    {"discord", "token_file",
     "The bot's token, from Discord's developer portal: Bot, Reset Token (hidden while you type)",
     NULL, false, true},
    {"discord", "admins", "Your own user id, to control every table (Enter: none)", NULL, true,
     false},
};

/* The question that is asked right now. */
struct asking {
    struct config_draft *draft;
    struct settings *settings; /* the settings that hold the key */
    int key;
    bool judged;
    char why[TEXT_MAX];
};

static void on_fault(void *arg, int key, const char *text)
{
    struct asking *asking = arg;
    const char *name = asking->settings->keys[asking->key].name;
    size_t length = strlen(name);
    if (key != asking->key || *asking->why != '\0')
        return;
    if (strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        text += length + 2;
    snprintf(asking->why, sizeof(asking->why), "is refused: %s", text);
}

static const char *check_key(void *arg, const char *answer)
{
    struct asking *asking = arg;
    const struct adapter_impl *impl = asking->draft->impl;
    asking->why[0] = '\0';
    settings_drop(asking->settings, asking->key);
    const char *why = config_put(asking->settings, asking->key, answer);
    if (why != NULL)
        return why;
    if (asking->judged && impl->check != NULL)
        impl->check(&asking->draft->settings, on_fault, asking);
    return *asking->why != '\0' ? asking->why : NULL;
}

static const char *check_secret(void *arg, const char *answer)
{
    const bool *one_word = arg;
    if (*one_word && (strpbrk(answer, " \t") != NULL || settings_is_quoted(answer)))
        return "must be one word without quotes";
    return strlen(answer) < DRAFT_SECRET ? NULL : "is too long";
}

/* Returns the default of a key; the default port depends on the kind of connection. */
static const char *usual_of(const struct config_draft *draft, const struct setting_key *row)
{
    if (row->fallback != NULL)
        return row->fallback;
    if (strcmp(row->name, "port") != 0)
        return "";
    int tls = settings_find(&draft->settings, "tls");
    return tls >= 0 && settings_switch(&draft->settings, tls) ? "6697" : "6667";
}

static bool ask_secret(struct config_draft *draft, const struct item *item, int key)
{
    char file[NAME_SIZE + 16];
    char answer[ASK_MAX];
    bool one_word = item->judged;
    const struct question question = {
        .text = item->text, .usual = NULL, .secret = true, .check = check_secret, .arg = &one_word};
    snprintf(file, sizeof(file), "%s-%s", draft->name,
             draft->impl->caps.stable_ids ? "token" : "password");
    char there[sizeof(file) + 40];
    snprintf(there, sizeof(there), "%s exists. Replace it", file);
    if (config_draft_has_secret(draft, file) && !ask_whether(there, false))
        return settings_put(&draft->settings, key, file) == NULL;
    bool done = ask(&question, answer) && config_draft_keep_secret(draft, file, answer) &&
                settings_put(&draft->settings, key, file) == NULL;
    private_wipe(answer, sizeof(answer));
    return done;
}

static bool ask_item(struct config_draft *draft, const struct item *item)
{
    char answer[ASK_MAX];
    struct asking asking = {.draft = draft, .settings = &draft->settings, .judged = item->judged};
    asking.key = settings_find(&draft->settings, item->key);
    if (asking.key < 0) {
        asking.settings = &draft->ours;
        asking.key = settings_find(&draft->ours, item->key);
    }
    const struct setting_key *row = &asking.settings->keys[asking.key];
    if (item->only_with != NULL &&
        settings_text(&draft->settings, settings_find(&draft->settings, item->only_with)) == NULL)
        return true;
    if (row->type == SETTING_SECRET)
        return ask_secret(draft, item, asking.key);
    const char *usual = item->may_lack ? usual_of(draft, row) : NULL;
    const struct question question = {
        .text = item->text, .usual = usual, .check = check_key, .arg = &asking};
    if (!ask(&question, answer))
        return false;
    if (*answer == '\0' || (usual != NULL && strcmp(answer, usual) == 0))
        settings_drop(asking.settings, asking.key);
    return true;
}

/* Finds an adapter by its name; upper and lower case are the same, because people write "IRC". */
static const struct adapter_impl *find_network(const char *answer)
{
    const struct adapter_impl *impl = NULL;
    for (unsigned n = 0; (impl = adapter_at(n)) != NULL; n++) {
        if (impl->about != NULL && !impl->unnamed && strcasecmp(impl->name, answer) == 0)
            return impl;
    }
    return NULL;
}

static const char *check_network(void *arg, const char *answer)
{
    (void)arg;
    return find_network(answer) != NULL ? NULL : "must be one of these";
}

static bool ask_network(struct config_draft *draft)
{
    char names[TEXT_MAX] = "Which kind of network:";
    char answer[ASK_MAX];
    const struct adapter_impl *impl = NULL;
    const char *first = NULL;
    for (unsigned n = 0; (impl = adapter_at(n)) != NULL; n++) {
        if (impl->about == NULL || impl->unnamed)
            continue;
        size_t length = strlen(names);
        snprintf(names + length, sizeof(names) - length, "%s%s", first != NULL ? " or " : " ",
                 impl->name);
        first = first != NULL ? first : impl->name;
    }
    const struct question question = {.text = names, .usual = first, .check = check_network};
    if (!ask(&question, answer))
        return false;
    draft->impl = find_network(answer);
    return settings_init(&draft->settings, draft->impl->keys) &&
           settings_init(&draft->ours, network_keys);
}

/* Writes a name for the network: "libera" for irc.libera.chat, or the adapter's name if the host
 * has no such label. */
static void usual_name(const struct config_draft *draft, char name[NAME_SIZE])
{
    int key = settings_find(&draft->settings, "host");
    const char *host = key >= 0 ? settings_text(&draft->settings, key) : NULL;
    const char *last = host != NULL ? strrchr(host, '.') : NULL;
    const char *label = last;
    snprintf(name, NAME_SIZE, "%s", draft->impl->name);
    if (last == NULL || isdigit((unsigned char)last[1])) /* not a name, or a numeric address */
        return;
    while (label > host && label[-1] != '.')
        label--;
    if (isalpha((unsigned char)*label))
        snprintf(name, NAME_SIZE, "%.*s", (int)(last - label), label);
}

static const char *check_name(void *arg, const char *answer)
{
    (void)arg;
    return config_is_name(answer)
               ? NULL
               : "must be one plain word of letters, digits, \"-\", \"_\", \".\"";
}

static bool ask_name(struct config_draft *draft)
{
    char usual[NAME_SIZE];
    char answer[ASK_MAX];
    usual_name(draft, usual);
    const struct question question = {
        .text = "A short name for this network, for the log and the files of its secrets",
        .usual = usual,
        .check = check_name};
    if (!ask(&question, answer))
        return false;
    snprintf(draft->name, sizeof(draft->name), "%.*s", DRAFT_NAME - 1, answer);
    return true;
}

/* Asks all questions. The name comes before the first secret, whose file it names. */
static bool ask_all(struct config_draft *draft)
{
    if (!ask_network(draft))
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
        const struct item *item = &items[i];
        if (strcmp(item->network, draft->impl->name) != 0)
            continue;
        int key = settings_find(&draft->settings, item->key);
        bool secret = key >= 0 && draft->settings.keys[key].type == SETTING_SECRET;
        if (secret && *draft->name == '\0' && !ask_name(draft))
            return false;
        if (!ask_item(draft, item))
            return false;
    }
    return *draft->name != '\0' || ask_name(draft);
}

/* -- the trial -- */

static void print_line(void *arg, const char *line)
{
    (void)arg;
    printf("  %s\n", line);
    fflush(stdout);
}

static void count_word(void *arg, const char *word)
{
    (void)word;
    ++*(unsigned *)arg;
}

static bool try_it(const struct config_network *network)
{
    struct trial trial = {.network = network, .tell = print_line};
    int channels = settings_find(&network->settings, "channels");
    if (channels >= 0)
        settings_each(&network->settings, channels, count_word, &trial.channels);
    printf("Connecting to %s ...\n", network->name);
    fflush(stdout);
    if (!trial_run(&trial)) {
        printf("The bot could not connect. Correct the file, or run talon setup again.\n");
        return false;
    }
    printf("The bot connected%s%s", *trial.name != '\0' ? " as " : "", trial.name);
    if (trial.channels > 0)
        printf(", joined %u of %u channels", trial.entered, trial.channels);
    printf(", and left again.\n");
    if (*trial.install != '\0')
        printf("Open this page to add the bot to your server:\n  %s\n", trial.install);
    return trial.entered >= trial.channels;
}

static void tell_next(const char *path)
{
    bool unit =
        geteuid() == 0 && strcmp(path, usual_path) == 0 && access("/run/systemd/system", F_OK) == 0;
    if (unit)
        puts("Next: systemctl enable talon && systemctl restart talon");
    else
        printf("Next: talon serve --config %s\n", path);
}

/* Returns whether the file names no network, like the one that a package installs. */
static bool names_no_network(const char *path)
{
    struct config config;
    struct config_faults faults = {.count = 0};
    bool none = config_load(&config, path, &faults) && config.network_count == 0;
    config_faults_finish(&faults);
    config_finish(&config);
    return none;
}

static int run_setup_of(struct config_draft *draft, bool trial)
{
    struct config config;
    if (access(draft->path, F_OK) == 0) {
        bool bare = names_no_network(draft->path);
        printf("%s exists%s.\n", draft->path, bare ? ", but names no network" : "");
        if (!ask_whether("Replace it (the old file stays, with .before-setup added to its name)",
                         bare)) {
            puts("Nothing was changed.");
            return CLI_FAILED;
        }
    }
    if (!ask_all(draft)) {
        puts("Nothing was changed.");
        return CLI_FAILED;
    }
    if (!config_draft_write(draft, &config))
        return CLI_FAILED;
    printf("Wrote %s.\n", draft->path);
    bool came = !trial || try_it(config.networks[0]);
    config_finish(&config);
    if (came)
        tell_next(draft->path);
    return came ? CLI_DONE : CLI_FAILED;
}

int cli_setup(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"no-trial", no_argument, NULL, 'n'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static struct config_draft draft;
    bool trial = true;
    int option = 0;
    draft.path = usual_path;
    while ((option = getopt_long(argc, argv, "c:h", options, NULL)) != -1) {
        if (option == 'c')
            draft.path = optarg;
        else if (option == 'n')
            trial = false;
        else
            return usage(option == 'h' ? stdout : stderr), option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    if (optind != argc)
        return usage(stderr), CLI_USAGE;
    if (!isatty(STDIN_FILENO)) {
        fputs("talon setup: needs a terminal to ask its questions; to write the file by hand, "
              "start from the output of: talon config\n",
              stderr);
        return CLI_USAGE;
    }
    private_process();
    language_setup();
    int status = run_setup_of(&draft, trial);
    config_draft_forget(&draft);
    return status;
}
