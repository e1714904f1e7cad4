#include "console_loop.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WAIT = 60000, TURN = 20 }; /* milliseconds: for what surely comes; for anything */

struct loop *loop;
struct adapter *adapter;
char events[200000], output[20000];
bool stopped, answers;
unsigned owed;
int in[2], out[2];

static struct settings settings;

static void raise_event(void *host, struct adapter *from, const struct chat_event *event)
{
    static const char *const kinds[] = {
        [CHAT_CONNECTED] = "connected", [CHAT_ENTERED] = "entered", [CHAT_MESSAGE] = "message",
        [CHAT_JOIN] = "join",           [CHAT_STOPPED] = "stopped",
    };
    (void)host;
    assert_ptr_equal(from, adapter);
    size_t length = strlen(events);
    snprintf(events + length, sizeof(events) - length, "%s%s%s%s%s%s%s\n", kinds[event->kind],
             event->channel ? " " : "", event->channel ? event->channel : "",
             event->user.id ? " " : "", event->user.id ? event->user.id : "",
             event->text ? ": " : "", event->text ? event->text : "");
    stopped = stopped || event->kind == CHAT_STOPPED;
    if (answers && event->kind == CHAT_MESSAGE && event->text) {
        struct message *message = message_create(CONSOLE_CHANNEL, "alice", URGENCY_HAND);
        message_text(message, "heard ");
        message_add(message, STYLE_CARD, TINT_RED, event->text, strlen(event->text));
        console_adapter.send(adapter, message);
    }
}

static bool owes(void *host)
{
    (void)host;
    return owed > 0 && --owed > 0;
}

void console_loop_begin(int input, int write_end)
{
    struct fault why = {0};
    const struct adapter_setup setup = {
        .name = "here", .settings = &settings, .loop = loop, .raise = raise_event, .busy = owes};
    assert_null(settings_put(&settings, CONSOLE_USER, "alice"));
    adapter = console_adapter.create(&setup, &why);
    assert_non_null(adapter);
    console_use(adapter, input, write_end);
    console_adapter.start(adapter);
    assert_string_equal(events, "");
}

void console_loop_type(const char *text)
{
    assert_int_equal(write(in[1], text, strlen(text)), strlen(text));
}

void console_loop_read(void)
{
    size_t length = strlen(output);
    ssize_t got = out[0] < 0 ? 0 : read(out[0], output + length, sizeof(output) - length - 1);
    if (got > 0)
        output[length + (size_t)got] = '\0';
}

/* Waits for the loop and for what it writes, which may be on its way to the outer end. */
void console_loop_turn(void)
{
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    struct pollfd ends[] = {{.fd = uv_backend_fd(loop_uv(loop)), .events = POLLIN},
                            {.fd = out[0], .events = POLLIN}};
    int most = uv_backend_timeout(loop_uv(loop));
    poll(ends, 2, most >= 0 && most < TURN ? most : TURN);
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
}

void console_loop_wait(const char *text, const char *part)
{
    uint64_t end = loop_now(loop) + WAIT;
    while (!strstr(text, part)) {
        if (loop_now(loop) > end)
            fail_msg("no \"%s\" in \"%s\"", part, text);
        console_loop_turn();
        console_loop_read();
    }
}

void console_loop_say(const char *text)
{
    struct message *message = message_create(CONSOLE_CHANNEL, NULL, URGENCY_TABLE);
    message_text(message, text);
    console_adapter.send(adapter, message);
}

void console_loop_close(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

void console_loop_end(void)
{
    console_adapter.destroy(adapter);
    adapter = NULL;
}

int console_loop_set_up(void **state)
{
    (void)state;
    loop = loop_create();
    adapter = NULL;
    stopped = answers = false;
    owed = 0;
    *events = *output = '\0';
    if (!loop || !settings_init(&settings, console_adapter.keys) || pipe(in) < 0 || pipe(out) < 0)
        return -1;
    return fcntl(out[0], F_SETFL, O_NONBLOCK);
}

int console_loop_tear_down(void **state)
{
    (void)state;
    console_adapter.destroy(adapter);
    loop_destroy(loop);
    settings_finish(&settings);
    for (int i = 0; i < 2; i++) {
        console_loop_close(&in[i]);
        console_loop_close(&out[i]);
    }
    return 0;
}
