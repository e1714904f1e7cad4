#include "bot/cli/reload.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/cli/config.h"
#include "bot/cli/judge.h"
#include "bot/cli/options.h"
#include "bot/host/daemon.h"

enum { LINE_MAX_TOLD = 5120 }; /* a path and a fault */

/* What has come of it so far. */
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
    tell(reload, LOG_ERROR, "%s: %s%u to mend, nothing is changed", reload->path,
         faults->lost ? "out of memory, " : "", faults->count);
    if (getenv("CREDENTIALS_DIRECTORY") != NULL)
        tell(reload, LOG_INFO, "secrets that were added since the start are seen by a restart");
}

/* `title` is of a section, as people know it. Counts what differs, and tells it. */
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
             row->live ? "changed" : "the change holds after a restart");
    }
    return any;
}

/* Those that are the same, too: whoever keeps their texts was given the new ones. */
static void take_live(struct settings *now, struct settings *then)
{
    for (int key = 0; now->keys[key].name != NULL; key++) {
        if (now->keys[key].live)
            settings_swap(now, then, key);
    }
}

static struct config_network *find(const struct config *config, const struct config_network *like)
{
    for (unsigned i = 0; i < config->network_count; i++) {
        struct config_network *network = &config->networks[i];
        if (network->impl == like->impl && strcmp(network->name, like->name) == 0)
            return network;
    }
    return NULL;
}

static void change_network(struct outcome *outcome, unsigned n, struct config_network *then)
{
    struct config_network *now = &outcome->reload->config->networks[n];
    struct network *network = &outcome->reload->host->networks[n];
    const struct adapter_impl *impl = now->impl;
    char title[CONFIG_TITLE];
    config_title(impl, now->name, title, sizeof(title));
    if (compare(outcome, title, &now->settings, &then->settings) && !network->stopped) {
        if (impl->reload != NULL)
            impl->reload(network->adapter, &then->settings);
        take_live(&now->settings, &then->settings);
    }
    compare(outcome, title, &now->ours, &then->ours);
    take_live(&now->ours, &then->ours);
    network->admins = settings_text(&now->ours, NETWORK_ADMINS);
}

static void change_networks(struct outcome *outcome, const struct config *fresh)
{
    const struct reload *reload = outcome->reload;
    const struct config *config = reload->config;
    char title[CONFIG_TITLE];
    for (unsigned i = 0; i < config->network_count; i++) {
        struct config_network *then = find(fresh, &config->networks[i]);
        if (then != NULL) {
            change_network(outcome, i, then);
            continue;
        }
        outcome->later++;
        config_title(config->networks[i].impl, config->networks[i].name, title, sizeof(title));
        tell(reload, LOG_WARN, "[%s] is gone: it is left after a restart", title);
    }
    for (unsigned i = 0; i < fresh->network_count; i++) {
        if (find(config, &fresh->networks[i]) != NULL)
            continue;
        outcome->later++;
        config_title(fresh->networks[i].impl, fresh->networks[i].name, title, sizeof(title));
        tell(reload, LOG_WARN, "[%s] is new: it is joined after a restart", title);
    }
}

static void change_house(struct outcome *outcome, struct config *fresh)
{
    struct config *config = outcome->reload->config;
    struct host_options options;
    if (!compare(outcome, "talon", &config->talon, &fresh->talon))
        return;
    take_live(&config->talon, &fresh->talon);
    options_of_config(config, &options);
    host_reconfigure(outcome->reload->host, &options);
    log_set_level(options_level(config));
}

/* -- reading -- */

struct reload_news {
    bool out_of_reach;
    struct config config;
    struct config_faults faults;
};

/* systemd gave the unit a copy at its start where it may not read the file itself, which would be
 * read again to no end. */
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

/* -- taking over -- */

static void take(const struct reload *reload, struct reload_news *news)
{
    struct outcome outcome = {.reload = reload};
    change_networks(&outcome, &news->config);
    change_house(&outcome, &news->config);
    tell(reload, LOG_INFO, "%s: read again; changed: %u, after a restart: %u", reload->path,
         outcome.changed, outcome.later);
}

bool reload_take(const struct reload *reload, struct reload_news *news)
{
    bool right = news != NULL && !news->out_of_reach && config_is_right(&news->faults);
    if (right)
        take(reload, news);
    else if (news == NULL)
        tell(reload, LOG_ERROR, "%s: out of memory, nothing is changed", reload->path);
    else if (news->out_of_reach)
        tell(reload, LOG_ERROR,
             "%s may be read by its owner alone, so that a change holds after a restart; chmod 644 "
             "lets the service read it again",
             reload->path);
    else
        tell_faults(reload, &news->faults);
    reload_drop(news);
    return right;
}
