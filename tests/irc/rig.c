#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <fnmatch.h>

#include "adapters/irc/irc.h"
#include "rig.h"

enum { PATIENCE = 10000 }; /* ms */

static const char *const kinds[] = {
    [CHAT_CONNECTED] = "CONNECTED", [CHAT_DISCONNECTED] = "DISCONNECTED",
    [CHAT_ENTERED] = "ENTERED",     [CHAT_REMOVED] = "REMOVED",
    [CHAT_MUTED] = "MUTED",         [CHAT_MESSAGE] = "MESSAGE",
    [CHAT_JOIN] = "JOIN",           [CHAT_LEAVE] = "LEAVE",
    [CHAT_RENAME] = "RENAME",       [CHAT_IDENTITY] = "IDENTITY",
    [CHAT_GONE] = "GONE",           [CHAT_FAILED] = "FAILED",
    [CHAT_STOPPED] = "STOPPED",
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *or_dash(const char *text)
{
    return text ? text : "-";
}

static void raised(void *host, struct adapter *adapter, const struct chat_event *event)
{
    struct rig *rig = host;
    assert_ptr_equal(adapter, rig->adapter);
    assert_true(rig->count < RIG_EVENTS);
    char line[1024];
    bool from = event->kind == CHAT_JOIN && event->user.host;
    snprintf(line, sizeof line, "%s %s %s%s[%s] %s%s%s%s%s%s", kinds[event->kind],
             or_dash(event->channel), event->user.is_operator ? "@" : "", or_dash(event->user.id),
             or_dash(event->user.account), or_dash(event->text), event->old_id ? " was " : "",
             event->old_id ? event->old_id : "", event->netsplit ? " netsplit" : "",
             from ? " from " : "", from ? event->user.host : "");
    rig->events[rig->count++] = strdup(line);
}

void rig_init(struct rig *rig, const char *const *values)
{
    *rig = (struct rig){.count = 0};
    rig->loop = loop_create();
    assert_non_null(rig->loop);
    assert_true(settings_init(&rig->settings, irc_adapter.keys));
    for (; *values; values += 2) {
        int key = settings_find(&rig->settings, values[0]);
        assert_true(key >= 0);
        assert_null(settings_put(&rig->settings, key, values[1]));
    }
    struct adapter_setup setup = {.name = "test",
                                  .settings = &rig->settings,
                                  .loop = rig->loop,
                                  .raise = raised,
                                  .host = rig};
    char why[256] = "";
    rig->adapter = irc_adapter.create(&setup, why, sizeof why);
    if (!rig->adapter)
        fail_msg("refused: %s", why);
    irc_adapter.start(rig->adapter);
}

void rig_turn(struct rig *rig)
{
    uv_run(loop_uv(rig->loop), UV_RUN_NOWAIT);
}

const char *rig_event(struct rig *rig, const char *pattern)
{
    unsigned first = rig->next;
    int64_t end = now_ms() + PATIENCE;
    while (now_ms() < end) {
        while (rig->next < rig->count) {
            const char *event = rig->events[rig->next++];
            if (fnmatch(pattern, event, 0) == 0)
                return event;
        }
        struct timespec nap = {.tv_nsec = 500000};
        nanosleep(&nap, NULL);
        rig_turn(rig);
    }
    for (unsigned i = first; i < rig->count; i++)
        print_message("  %s\n", rig->events[i]);
    fail_msg("no event matches '%s'", pattern);
    return NULL;
}

const char *rig_hear(struct rig *rig, struct irc_client *client, const char *pattern)
{
    int64_t end = now_ms() + PATIENCE;
    while (now_ms() < end) {
        rig_turn(rig);
        const char *line = irc_client_line(client, 1);
        if (line && fnmatch(pattern, line, 0) == 0)
            return line;
    }
    fail_msg("no line matches '%s'", pattern);
    return NULL;
}

void rig_until(struct rig *rig, const char *text)
{
    int64_t end = now_ms() + PATIENCE;
    while (!*text && now_ms() < end) {
        struct timespec nap = {.tv_nsec = 500000};
        nanosleep(&nap, NULL);
        rig_turn(rig);
    }
    assert_string_not_equal(text, "");
}

void rig_say(struct rig *rig, const char *channel, const char *user, const char *text)
{
    struct message *message = message_create(channel, user, user ? URGENCY_HAND : URGENCY_TABLE);
    assert_non_null(message);
    message_text(message, text);
    irc_adapter.send(rig->adapter, message);
}

void rig_finish(struct rig *rig)
{
    irc_adapter.stop(rig->adapter, "bye");
    rig_event(rig, "STOPPED *");
    assert_int_equal(rig->next, rig->count);
    irc_adapter.destroy(rig->adapter);
    settings_finish(&rig->settings);
    loop_destroy(rig->loop);
    while (rig->count > 0)
        free(rig->events[--rig->count]);
}
