#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rest_rig.h"

enum { GUARD = 60000, TICK = 20 /* ms */ };

struct gateway_loop rig;

/* A turn may do what was waited for by a timer, and sleep then: it is woken soon. */
static void on_guard(struct timer *timer)
{
    if (loop_now(rig.loop) > rig.end) {
        fail_msg("what the test waits for does not come");
    }
    timer_set(timer, TICK);
}

void gateway_loop_turn(void)
{
    uv_run(loop_uv(rig.loop), UV_RUN_ONCE);
}

static void on_trouble(void *arg, const char *why)
{
    (void)arg;
    assert_non_null(strstr(why, "401"));
    rig.troubles++;
}

static void on_log(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    size_t length = strlen(rig.log);
    snprintf(rig.log + length, sizeof(rig.log) - length, "%s\n", line);
}

int gateway_loop_set_up(void **state)
{
    (void)state;
    memset(&rig, 0, sizeof(rig));
    log_set_sink(on_log, NULL);
    log_set_level(LOG_DEBUG);
    rig.loop = loop_create();
    assert_non_null(rig.loop);
    rig.web = web_open(rig.loop, 0);
    timer_init(rig.loop, &rig.guard, on_guard);
    timer_set(&rig.guard, TICK);
    rig.end = loop_now(rig.loop) + GUARD;
    gateway_loop_start(NULL);
    return 0;
}

void gateway_loop_start(const struct rest_setup *setup)
{
    static const struct log log = {.name = "rest"};
    struct rest_setup all = setup ? *setup : (struct rest_setup){0};
    rest_destroy(rig.rest);
    all.loop = rig.loop;
    all.log = &log;
    all.base = all.base ? all.base : web_base(rig.web);
    all.token = "secret-token";
    all.again_ms = all.again_ms ? all.again_ms : 2;
    all.trouble = on_trouble;
    rig.rest = rest_create(&all);
    assert_non_null(rig.rest);
}

void gateway_loop_close(void)
{
    rest_destroy(rig.rest);
    if (rig.web) {
        web_close(rig.web);
    }
    timer_finish(&rig.guard, NULL);
    loop_destroy(rig.loop);
    rig.loop = NULL;
    log_set_sink(NULL, NULL);
    assert_null(strstr(rig.log, "secret")); /* no token ever */
    assert_null(strstr(rig.log, "/10"));    /* and no path */
}

int gateway_loop_tear_down(void **state)
{
    (void)state;
    if (rig.loop) {
        gateway_loop_close();
    }
    return 0;
}

void gateway_loop_stopped(void *arg)
{
    (void)arg;
    rig.stops++;
}

static void on_done(void *arg, const struct rest_reply *reply)
{
    struct gateway_loop_call *call = arg;
    assert_int_equal(call->order, 0); /* once */
    call->order = ++rig.told;
    call->end = reply->end;
    call->status = reply->status;
    call->code = reply->code;
    char *text = reply->body ? cJSON_PrintUnformatted(reply->body) : NULL;
    snprintf(call->body, sizeof(call->body), "%s", text ? text : "");
    cJSON_free(text);
    if (call->then) {
        call->then();
    }
}

struct gateway_loop_call *gateway_loop_send(const struct rest_request *request)
{
    assert_in_range(rig.count, 0, RIG_CALLS - 1);
    struct gateway_loop_call *call = &rig.calls[rig.count++];
    struct rest_request all = *request;
    char route[LIMITS_ROUTE];
    snprintf(route, sizeof(route), "%s of a test", all.method);
    all.route = all.route ? all.route : route;
    all.deadline = all.deadline ? all.deadline : UINT64_MAX;
    all.done = on_done;
    all.arg = call;
    call->id = rest_send(rig.rest, &all);
    return call;
}

cJSON *gateway_loop_content(const char *content)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "content", content);
    return body;
}

struct gateway_loop_call *gateway_loop_done(struct gateway_loop_call *call)
{
    RIG_UNTIL(call->order);
    return call;
}

static struct gateway_loop_call *send_to(unsigned channel, const char *content, bool edit)
{
    char path[64], major[16];
    snprintf(path, sizeof(path), "/channels/%u/messages%s", channel, edit ? "/1" : "");
    snprintf(major, sizeof(major), "%u", channel);
    return gateway_loop_send(&(struct rest_request){.method = edit ? "PATCH" : "POST",
                                                    .path = path,
                                                    .route = edit ? "PATCH /channels/{}/messages/{}"
                                                                  : "POST /channels/{}/messages",
                                                    .major = major,
                                                    .class = LIMITS_TABLE,
                                                    .repeat = edit,
                                                    .body = gateway_loop_content(content)});
}

struct gateway_loop_call *gateway_loop_post(unsigned channel, const char *content)
{
    return send_to(channel, content, false);
}

struct gateway_loop_call *gateway_loop_edit(unsigned channel, const char *content)
{
    return send_to(channel, content, true);
}
