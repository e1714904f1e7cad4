#include "gateway_loop.h"

#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "adapters/discord/gateway/shard.h"

struct gateway_loop rig;

enum { PATIENCE = 30000 }; /* ms */

static void note(char *event)
{
    assert_non_null(event);
    assert_true(rig.count < RIG_EVENTS);
    rig.events[rig.count++] = event;
    if (rig.destroy_at && fnmatch(rig.destroy_at, event, 0) == 0) {
        gateway_destroy(rig.gateway, NULL, NULL);
        rig.gateway = NULL;
    }
}

__attribute__((format(printf, 1, 2))) static void notef(const char *format, ...)
{
    char *event = malloc(200);
    assert_non_null(event);
    va_list list;
    va_start(list, format);
    vsnprintf(event, 200, format, list);
    va_end(list);
    note(event);
}

static void on_ask(void *arg)
{
    (void)arg;
    notef("ask");
}

static void on_dispatch(void *arg, unsigned shard, const char *name, const cJSON *data)
{
    (void)arg;
    char *text = cJSON_PrintUnformatted(data);
    assert_non_null(text);
    size_t size = strlen(name) + strlen(text) + 16;
    char *event = malloc(size);
    assert_non_null(event);
    snprintf(event, size, "%s %u %s", name, shard, text);
    cJSON_free(text);
    note(event);
}

static void on_ready(void *arg, unsigned shard, bool ready)
{
    (void)arg;
    notef("%s %u", ready ? "ready" : "gone", shard);
}

static void on_refused(void *arg, unsigned shard, const char *why)
{
    (void)arg;
    notef("refused %u %s", shard, why);
}

void gateway_loop_init(int port, const char *folder)
{
    static const struct log log = {.name = "discord"};
    rig = (struct gateway_loop){0};
    rig.loop = loop_create();
    assert_non_null(rig.loop);
    gate_open(&rig.gate, port, folder);
    rig.setup = (struct gateway_setup){
        .loop = rig.loop,
        .log = &log,
        .token = "very-secret",
        .shards = 1,
        .count = 1,
        .intents = INTENT_GUILDS,
        .plain = true,
        .ca = "/dev/null", /* the system's take a while to read */
        .ask = on_ask,
        .dispatch = on_dispatch,
        .ready = on_ready,
        .refused = on_refused,
    };
}

void gateway_loop_start(const char *host, const char *state)
{
    snprintf(rig.address, sizeof(rig.address), "%s:%d", host, rig.gate.port);
    rig.gateway = gateway_create(&rig.setup);
    assert_non_null(rig.gateway);
    if (state)
        assert_true(gateway_import(rig.gateway, rig.setup.first, state));
    gateway_told(rig.gateway, rig.address, &(struct session_start_limit){1000, 1000, 0, 2});
    gateway_start(rig.gateway);
}

void gateway_loop_finish(void)
{
    gateway_destroy(rig.gateway, NULL, NULL);
    loop_destroy(rig.loop);
    gate_shut(&rig.gate);
    for (unsigned i = 0; i < rig.count; i++)
        free(rig.events[i]);
}

void gateway_loop_turn(void)
{
    static const struct timespec pause = {.tv_nsec = 500000};
    for (unsigned i = 0; i < 4; i++) {
        uv_run(loop_uv(rig.loop), UV_RUN_NOWAIT);
        if (!rig.hung)
            gate_turn(&rig.gate);
    }
    nanosleep(&pause, NULL);
}

static uint64_t now_ms(void)
{
    return uv_hrtime() / 1000000;
}

/* The next of those texts that matches; the loop runs while there is none. */
static const char *await(char *const *texts, const unsigned *count, unsigned *next,
                         const char *pattern)
{
    uint64_t end = now_ms() + PATIENCE;
    for (;;) {
        while (*next < *count) {
            const char *text = texts[(*next)++];
            if (fnmatch(pattern, text, 0) == 0)
                return text;
        }
        if (now_ms() >= end)
            fail_msg("no %s; the last: %s", pattern, *count > 0 ? texts[*count - 1] : "none");
        gateway_loop_turn();
    }
}

const char *gateway_loop_event(const char *pattern)
{
    return await(rig.events, &rig.count, &rig.next, pattern);
}

const char *gateway_loop_hear(unsigned visit, const char *pattern)
{
    struct gate_visit *at = &rig.gate.visits[visit];
    return await(at->heard, &at->count, &at->next, pattern);
}

void gateway_loop_come(unsigned visit)
{
    uint64_t end = now_ms() + PATIENCE;
    while (rig.gate.count <= visit) {
        if (now_ms() >= end)
            fail_msg("there is no visit %u", visit);
        gateway_loop_turn();
    }
}

void gateway_loop_gone(unsigned visit)
{
    uint64_t end = now_ms() + PATIENCE;
    while (!rig.gate.visits[visit].gone) {
        if (now_ms() >= end)
            fail_msg("visit %u does not end", visit);
        gateway_loop_turn();
    }
}

void gateway_loop_say(unsigned visit, const char *text)
{
    gate_say(&rig.gate, visit, text, strlen(text));
}

const char *gateway_loop_let_in(unsigned visit, const char *session)
{
    char ready[400];
    gateway_loop_come(visit);
    gateway_loop_say(visit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    const char *identify = gateway_loop_hear(visit, "{\"op\":2,*");
    snprintf(ready, sizeof(ready),
             "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"%s\","
             "\"resume_gateway_url\":\"%s/again\",\"application\":{\"id\":\"5\"},"
             "\"user\":{\"id\":\"6\"}}}",
             session, rig.address);
    gateway_loop_say(visit, ready);
    gateway_loop_event("READY *");
    gateway_loop_event("ready *");
    return identify;
}
