#include "bot/cli/config/try_network.h"

#include <stddef.h>
#include <stdio.h>

#include "bot/cli/config/config.h"
#include "bot/command/commands.h"
#include "bot/command/slash.h"

enum {
    WHOLE_MAX = 30000, /* milliseconds */
    COMPLAINED = 6000, /* milliseconds until the trial ends after an adapter complained */
    ENTERING = 10000   /* milliseconds after the connection until we stop waiting for channels */
};

struct network_try {
    struct trial *trial;
    struct loop *loop;
    struct adapter *adapter;
    struct timer timer; /* ends it */
    bool stopping, complained;
};

static void stop(struct network_try *run)
{
    if (run->stopping)
        return;
    run->stopping = true;
    timer_stop(&run->timer);
    run->adapter->impl->stop(run->adapter, "This was a test");
}

static void on_late(struct timer *timer)
{
    stop((struct network_try *)((char *)timer - offsetof(struct network_try, timer)));
}

static void on_connected(struct network_try *run)
{
    struct trial *trial = run->trial;
    const struct adapter_impl *impl = run->adapter->impl;
    const char *name = impl->own_name != NULL ? impl->own_name(run->adapter) : NULL;
    trial->connected = true;
    snprintf(trial->name, sizeof(trial->name), "%s", name != NULL ? name : "");
    if (impl->install_address != NULL)
        impl->install_address(run->adapter, trial->install, sizeof(trial->install));
    timer_set(&run->timer, trial->channels > 0 ? ENTERING : 0);
}

static void on_event(void *host, struct adapter *adapter, const struct chat_event *event)
{
    struct network_try *run = host;
    struct trial *trial = run->trial;
    (void)adapter;
    if (event->kind == CHAT_CONNECTED)
        on_connected(run);
    else if (event->kind == CHAT_ENTERED && ++trial->entered >= trial->channels && trial->connected)
        timer_set(&run->timer, 0);
    else if (event->kind == CHAT_STOPPED) {
        if (!run->stopping && !run->complained && event->text != NULL) /* by itself */
            trial->tell(trial->arg, event->text);
        loop_stop(run->loop);
    }
}

static void on_log(void *arg, enum log_level level, const char *line)
{
    struct network_try *run = arg;
    if (level > LOG_WARN || run->stopping)
        return;
    run->complained = true;
    run->trial->tell(run->trial->arg, line);
    if (!run->trial->connected)
        timer_set(&run->timer, COMPLAINED);
}

/* Keeps nothing, because a trial has no database. */
static void keep_nothing(void *host, struct adapter *adapter, const char *key, const char *value)
{
    (void)host;
    (void)adapter;
    (void)key;
    (void)value;
}

static const char *kept_nothing(void *host, struct adapter *adapter, const char *key)
{
    (void)host;
    (void)adapter;
    (void)key;
    return NULL;
}

static bool is_idle(void *host)
{
    (void)host;
    return false;
}

static struct adapter *create(struct network_try *run, const struct log *log)
{
    const struct config_network *network = run->trial->network;
    struct fault why = {0};
    struct adapter_setup setup = {.name = network->name,
                                  .settings = &network->settings,
                                  .loop = run->loop,
                                  .log = log,
                                  .raise = on_event,
                                  .keep = keep_nothing,
                                  .kept = kept_nothing,
                                  .busy = is_idle,
                                  .languages = &slash_languages,
                                  .host = run};
    if (commands_setup()) /* the same commands as the daemon offers */
        setup.commands = slash_commands(network->impl->caps.stable_ids, &setup.command_count);
    struct adapter *adapter = network->impl->create(&setup, &why);
    if (adapter == NULL)
        run->trial->tell(run->trial->arg, why.text);
    return adapter;
}

bool trial_run(struct trial *trial)
{
    static const struct log log = {NULL, ""};
    struct network_try run = {.trial = trial, .loop = loop_create()};
    trial->connected = false;
    trial->entered = 0;
    trial->name[0] = trial->install[0] = '\0';
    if (run.loop == NULL)
        return false;
    run.adapter = create(&run, &log);
    if (run.adapter != NULL) {
        log_set_sink(on_log, &run);
        timer_init(run.loop, &run.timer, on_late);
        timer_set(&run.timer, WHOLE_MAX);
        run.adapter->impl->start(run.adapter);
        loop_run(run.loop);
        timer_finish(&run.timer, NULL);
        log_set_sink(NULL, NULL);
        run.adapter->impl->destroy(run.adapter);
    }
    loop_destroy(run.loop);
    return trial->connected;
}
