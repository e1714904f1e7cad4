#include "bot/cli/config/reload.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/cli/config/config.h"
#include "bot/cli/config/config_check.h"
#include "bot/cli/config/options.h"
#include "bot/host/daemon.h"
#include "bot/host/daily.h"
#include "bot/host/fleet/leases.h"
#include "bot/text/preset.h"
#include "storage/lease.h"

enum { LINE_MAX_TOLD = 5120 }; /* bytes: room for a path and a fault */

/* The result of a reload so far. */
struct outcome {
    const struct reload *reload;
    unsigned changed, later;
};

static void __attribute__((format(printf, 3, 4)))
tell(const struct reload *reload, enum log_level level, const char *format, ...)
{
    char line[LINE_MAX_TOLD];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    if (level == LOG_ERROR)
        log_error(&reload->host->log, "%s", line);
    else if (level == LOG_WARN)
        log_warn(&reload->host->log, "%s", line);
    else
        log_info(&reload->host->log, "%s", line);
    if (reload->tell != NULL)
        reload->tell(reload->arg, line);
}

static void tell_faults(const struct reload *reload, const struct config_faults *faults)
{
    char text[LINE_MAX_TOLD];
    for (unsigned i = 0; i < faults->count; i++) {
        config_fault_format(faults, i, reload->path, text, sizeof(text));
        tell(reload, LOG_ERROR, "%s", text);
    }
    tell(reload, LOG_ERROR, "%s: %smistakes: %u; nothing changed", reload->path,
         faults->lost ? "out of memory, " : "", faults->count);
    if (getenv("CREDENTIALS_DIRECTORY") != NULL)
        tell(reload, LOG_INFO, "secrets added since the start need a restart");
}

/* Compares two versions of a section; `title` names it for people. Counts and reports each key that
 * differs. */
static bool compare(struct outcome *outcome, const char *title, const struct settings *now,
                    const struct settings *then)
{
    bool any = false;
    for (int key = 0; now->keys[key].name != NULL; key++) {
        const struct setting_key *row = &now->keys[key];
        if (settings_same(now, then, key))
            continue;
        any = any || row->live;
        outcome->changed += row->live;
        outcome->later += !row->live;
        tell(outcome->reload, row->live ? LOG_INFO : LOG_WARN, "[%s] %s: %s", title, row->name,
             row->live ? "changed" : "the change takes effect after a restart");
    }
    return any;
}

/* Moves all live keys into `now`, even those that did not change: adapters point to the new texts
 * by now. */
static void take_live(struct settings *now, struct settings *then)
{
    for (int key = 0; now->keys[key].name != NULL; key++) {
        if (now->keys[key].live)
            settings_swap(now, then, key);
    }
}

/* Returns the number of that network, or network_count if there is none. */
static unsigned find_network(const struct config *config, const struct config_network *like)
{
    unsigned n = 0;
    while (n < config->network_count && (config->networks[n]->impl != like->impl ||
                                         strcmp(config->networks[n]->name, like->name) != 0))
        n++;
    return n;
}

static void take_next(void *arg)
{
    struct config_network *section = arg;
    take_live(&section->settings, &section->next);
    settings_finish(&section->next);
}

/* Returns the network whose adapter reads that section; NULL if none does. */
static struct network *reader_of(const struct host *host, const struct config_network *section)
{
    for (unsigned i = 0; i < network_count(host->people); i++) {
        struct network *network = network_at(host->people, i);
        if (!network->distant && network->adapter != NULL &&
            network->adapter->setup.settings == &section->settings)
            return network;
    }
    return NULL;
}

/* Keeps what was read for the next time that the network begins. An adapter that is just being left
 * still reads its section. */
static void take_later(struct outcome *outcome, struct config_network *now,
                       struct config_network *then)
{
    struct settings before = now->next;
    now->next = then->settings;
    then->settings = before;
    struct network *reader = reader_of(outcome->reload->host, now);
    if (reader == NULL) {
        take_next(now);
        return;
    }
    reader->released = take_next;
    reader->released_arg = now;
}

static void change_network(struct outcome *outcome, struct config_network *now,
                           struct config_network *then)
{
    struct network *network = network_named(outcome->reload->host->people, now->name);
    /* Not now->impl: while another process has the network, another adapter stands for it here
     * (bot/host/fleet/distant.h). */
    const struct adapter_impl *impl =
        network != NULL && !network->stopped ? network->adapter->impl : NULL;
    char title[CONFIG_TITLE];
    config_title(now->impl, now->name, title, sizeof(title));
    bool differs = compare(outcome, title, &now->settings, &then->settings);
    if (impl == NULL)
        take_later(outcome, now, then);
    else if (differs) {
        if (impl->reload != NULL)
            impl->reload(network->adapter, &then->settings);
        take_live(&now->settings, &then->settings);
    }
    if (impl != NULL && impl->reread != NULL)
        impl->reread(network->adapter);
    compare(outcome, title, &now->ours, &then->ours);
    take_live(&now->ours, &then->ours);
    const char *admins = settings_text(&now->ours, NETWORK_ADMINS);
    const char *join_url = settings_text(&now->ours, NETWORK_JOIN_URL);
    leases_set_texts(outcome->reload->host, now->name, admins, join_url,
                     settings_text(&now->ours, NETWORK_HOME));
    if (network != NULL) {
        network->admins = admins;
        network->join_url = join_url;
    }
}

/* Leaves a network. Its section is kept until its adapter has ended. */
static void leave_network(struct outcome *outcome, unsigned n)
{
    const struct reload *reload = outcome->reload;
    struct config_network *section = config_take(reload->config, n);
    struct network *network = network_named(reload->host->people, section->name);
    char title[CONFIG_TITLE];
    config_title(section->impl, section->name, title, sizeof(title));
    tell(reload, LOG_INFO, "[%s] was removed: leaving this network", title);
    outcome->changed++;
    if (leases_drop(reload->host, section->name, config_network_free, section))
        return;
    if (network == NULL) {
        config_network_free(section);
        return;
    }
    network->gone = config_network_free;
    network->gone_arg = section;
    networks_leave(network, networks_goodbye);
}

/* Starts a network. If other processes share the store, the network is joined once this process
 * holds its lease. */
static bool begin_network(struct host *host, const struct network_setup *setup, struct fault *why)
{
    if (store_shared(host->store))
        return leases_want(host, setup);
    struct network *network = networks_make(host, setup, why);
    if (network != NULL)
        networks_join(network);
    return network != NULL;
}

/* Adds the section of a new network, and starts the network. If that fails, the next reload tries
 * again. */
static void join_network(struct outcome *outcome, struct config_network *section)
{
    const struct reload *reload = outcome->reload;
    const struct network_setup setup = {.impl = section->impl,
                                        .name = section->name,
                                        .settings = &section->settings,
                                        .admins = settings_text(&section->ours, NETWORK_ADMINS),
                                        .join_url = settings_text(&section->ours, NETWORK_JOIN_URL),
                                        .home = settings_text(&section->ours, NETWORK_HOME)};
    char title[CONFIG_TITLE];
    struct fault why = {"out of memory"};
    bool right = config_give(reload->config, section);
    config_title(section->impl, section->name, title, sizeof(title));
    if (right && !begin_network(reload->host, &setup, &why)) {
        config_take(reload->config, reload->config->network_count - 1);
        right = false;
    }
    if (!right) {
        tell(reload, LOG_ERROR, "[%s] is new but cannot be joined: %s", title, why.text);
        config_network_free(section);
        return;
    }
    tell(reload, LOG_INFO, "[%s] is new: joining this network", title);
    outcome->changed++;
}

static void change_networks(struct outcome *outcome, struct config *fresh)
{
    struct config *config = outcome->reload->config;
    for (unsigned i = 0; i < config->network_count;) {
        unsigned n = find_network(fresh, config->networks[i]);
        if (n < fresh->network_count)
            change_network(outcome, config->networks[i++], fresh->networks[n]);
        else
            leave_network(outcome, i);
    }
    for (unsigned i = 0; i < fresh->network_count;) {
        if (find_network(config, fresh->networks[i]) < config->network_count)
            i++;
        else
            join_network(outcome, config_take(fresh, i));
    }
}

static void change_house(struct outcome *outcome, struct config *fresh)
{
    struct config *config = outcome->reload->config;
    struct host_options options;
    daily_retry(outcome->reload->host);
    if (!compare(outcome, "talon", &config->talon, &fresh->talon))
        return;
    take_live(&config->talon, &fresh->talon);
    options_of_config(config, &options);
    preset_set_own(settings_text(&config->talon, CONFIG_PRESETS));
    host_reconfigure(outcome->reload->host, &options);
    log_set_level(options_level(config));
}

/* -- reading the file -- */

struct reload_news {
    bool out_of_reach;
    struct config config;
    struct config_faults faults;
};

/* Returns whether we have no right to read the file itself. Then the unit has only the copy that
 * systemd made when it started, and a reload from that copy would find no change. */
static bool is_out_of_reach(const char *path)
{
    return access(path, R_OK) != 0 && errno == EACCES;
}

struct reload_news *reload_read(const char *path)
{
    struct reload_news *news = calloc(1, sizeof(*news));
    if (news == NULL)
        return NULL;
    news->out_of_reach = is_out_of_reach(path);
    if (news->out_of_reach)
        return news;
    struct config_faults *faults = &news->faults;
    if (config_load(&news->config, path, faults) ||
        (faults->count > 0 && faults->list[faults->count - 1].line > 0))
        judge_config(&news->config, path, faults);
    return news;
}

void reload_drop(struct reload_news *news)
{
    if (news == NULL)
        return;
    config_faults_finish(&news->faults);
    config_finish(&news->config);
    free(news);
}

/* -- applying the file -- */

static void take_news(const struct reload *reload, struct reload_news *news)
{
    struct outcome outcome = {.reload = reload};
    change_networks(&outcome, &news->config);
    change_house(&outcome, &news->config);
    tell(reload, LOG_INFO, "%s: reloaded; changes now: %u, after a restart: %u", reload->path,
         outcome.changed, outcome.later);
}

bool reload_take(const struct reload *reload, struct reload_news *news)
{
    bool right = news != NULL && !news->out_of_reach && config_is_right(&news->faults);
    if (right)
        take_news(reload, news);
    else if (news == NULL)
        tell(reload, LOG_ERROR, "%s: out of memory, nothing changed", reload->path);
    else if (news->out_of_reach) {
        tell(reload, LOG_ERROR,
             "%s: only its owner may read it, so changes need a restart; for reloads: chmod 644 %s",
             reload->path, reload->path);
    } else
        tell_faults(reload, &news->faults);
    reload_drop(news);
    return right;
}
