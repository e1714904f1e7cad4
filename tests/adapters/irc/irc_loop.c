#define _GNU_SOURCE /* accept4 */
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <cmocka.h>
#include <fnmatch.h>

#include "adapters/irc/irc.h"
#include "base/array.h"
#include "irc_loop.h"
#include "tests/chat_kinds.h"
#include "tests/leak/leak.h"

struct irc_loop rig;
char irc_loop_warning[512];

enum { PATIENCE = IRC_CLIENT_PATIENCE };

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
    assert_ptr_equal(host, &rig);
    assert_ptr_equal(adapter, rig.adapter);
    assert_true(rig.count < RIG_EVENTS);
    char line[1024];
    rig.stopped = rig.stopped || event->kind == CHAT_STOPPED;
    rig.told = event->told;
    bool from = event->kind == CHAT_JOIN && event->user.host;
    snprintf(line, sizeof(line), "%s %s %s%s[%s] %s%s%s%s%s%s", chat_kinds[event->kind],
             or_dash(event->channel), event->user.is_operator ? "@" : "", or_dash(event->user.id),
             or_dash(event->user.account), or_dash(event->text), event->old_id ? " was " : "",
             event->old_id ? event->old_id : "", event->netsplit ? " netsplit" : "",
             from ? " from " : "", from ? event->user.host : "");
    rig.events[rig.count++] = strdup(line);
}

/* What the adapter has the host keep. */
static struct {
    char key[64];
    char *value;
} kept[8];

static char **kept_value(const char *key)
{
    for (unsigned i = 0; i < ARRAY_SIZE(kept); i++) {
        if (*kept[i].key == '\0')
            snprintf(kept[i].key, sizeof(kept[i].key), "%s", key);
        if (strcmp(kept[i].key, key) == 0)
            return &kept[i].value;
    }
    fail_msg("too much is kept");
    return NULL;
}

void irc_loop_keep(const char *key, const char *value)
{
    char **text = kept_value(key);
    free(*text);
    *text = value != NULL ? strdup(value) : NULL;
}

const char *irc_loop_kept(const char *key)
{
    return *kept_value(key);
}

static void on_keep(void *host, struct adapter *adapter, const char *key, const char *value)
{
    (void)host;
    (void)adapter;
    irc_loop_keep(key, value);
}

static const char *on_kept(void *host, struct adapter *adapter, const char *key)
{
    (void)host;
    (void)adapter;
    return irc_loop_kept(key);
}

/* Part of the warning to be kept; "": none. */
static char wanted[64];

static void note_record(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    leak_note(line);
    if (*wanted != '\0' && level == LOG_WARN && strstr(line, wanted))
        snprintf(irc_loop_warning, sizeof(irc_loop_warning), "%s", line);
}

void irc_loop_init(const char *const *values)
{
    for (unsigned i = 0; i < ARRAY_SIZE(kept); i++) {
        free(kept[i].value);
        kept[i].value = NULL;
        kept[i].key[0] = '\0';
    }
    irc_loop_again(values);
}

void irc_loop_again(const char *const *values)
{
    rig = (struct irc_loop){.count = 0};
    rig.loop = loop_create();
    assert_non_null(rig.loop);
    assert_true(settings_init(&rig.settings, irc_adapter.keys));
    for (; *values; values += 2) {
        int key = settings_find(&rig.settings, values[0]);
        assert_true(key >= 0);
        assert_null(settings_put(&rig.settings, key, values[1]));
        if (irc_adapter.keys[key].type == SETTING_SECRET)
            leak_keep_file(values[1]);
    }
    log_set_level(LOG_DEBUG);
    log_set_sink(note_record, NULL);
    struct adapter_setup setup = {.name = "test",
                                  .settings = &rig.settings,
                                  .loop = rig.loop,
                                  .raise = raised,
                                  .keep = on_keep,
                                  .kept = on_kept,
                                  .host = &rig};
    struct fault why = {0};
    rig.adapter = irc_adapter.create(&setup, &why);
    if (!rig.adapter)
        fail_msg("refused: %s", why.text);
    irc_adapter.start(rig.adapter);
}

void irc_loop_turn(void)
{
    uv_run(loop_uv(rig.loop), UV_RUN_NOWAIT);
}

const char *irc_loop_event(const char *pattern)
{
    unsigned first = rig.next;
    int64_t end = now_ms() + PATIENCE;
    while (now_ms() < end) {
        while (rig.next < rig.count) {
            const char *event = rig.events[rig.next++];
            if (fnmatch(pattern, event, 0) == 0)
                return event;
        }
        struct timespec nap = {.tv_nsec = 500000};
        nanosleep(&nap, NULL);
        irc_loop_turn();
    }
    for (unsigned i = first; i < rig.count; i++)
        print_message("  %s\n", rig.events[i]);
    fail_msg("no event matches '%s'", pattern);
    return NULL;
}

const char *irc_loop_hear(struct irc_client *client, const char *pattern)
{
    int64_t end = now_ms() + PATIENCE;
    while (now_ms() < end) {
        irc_loop_turn();
        const char *line = irc_client_line(client, 1);
        if (line && fnmatch(pattern, line, 0) == 0)
            return line;
    }
    fail_msg("no line matches '%s'", pattern);
    return NULL;
}

void irc_loop_until(const char *text)
{
    int64_t end = now_ms() + PATIENCE;
    while (*text == '\0' && now_ms() < end) {
        struct timespec nap = {.tv_nsec = 500000};
        nanosleep(&nap, NULL);
        irc_loop_turn();
    }
    assert_string_not_equal(text, "");
}

void irc_loop_say(const char *channel, const char *user, const char *text)
{
    struct message *message = message_create(channel, user, user ? URGENCY_HAND : URGENCY_TABLE);
    assert_non_null(message);
    message_text(message, text);
    irc_adapter.send(rig.adapter, message);
}

void irc_loop_stop(void)
{
    irc_adapter.stop(rig.adapter, "bye");
    irc_loop_event("STOPPED *");
}

void irc_loop_finish(void)
{
    if (!rig.stopped)
        irc_loop_stop();
    assert_int_equal(rig.next, rig.count);
    irc_adapter.destroy(rig.adapter);
    settings_finish(&rig.settings);
    loop_destroy(rig.loop);
    while (rig.count > 0)
        free(rig.events[--rig.count]);
    log_set_sink(NULL, NULL);
    if (leak_logged())
        fail_msg("the log holds a secret: %s", leak_logged());
    leak_forget();
}

void irc_loop_listen(const char *part)
{
    *irc_loop_warning = '\0';
    snprintf(wanted, sizeof(wanted), "%s", part ? part : "");
}

void irc_loop_refused(const char *const *values, const char *why)
{
    irc_loop_listen("again_in=");
    irc_loop_init(values);
    irc_loop_until(irc_loop_warning);
    assert_non_null(strstr(irc_loop_warning, why));
    assert_int_equal(rig.count, 0);
    irc_loop_finish();
    irc_loop_listen(NULL);
}

int irc_loop_listener(char port[16])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    snprintf(port, 16, "%u", ntohs(address.sin_port));
    return fd;
}

int irc_loop_accept(int listener)
{
    int fd = -1;
    while (fd < 0) { /* the loop must run meanwhile */
        irc_loop_turn();
        fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    }
    return fd;
}
