/* The gateway over real connections: a session's life. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/gateway/shard.h"
#include "gateway_loop.h"

static const char resume_after_two[] =
    "{\"op\":6,\"d\":{\"token\":\"very-secret\",\"session_id\":\"abc\",\"seq\":2}}";

static void on_stopped(void *arg)
{
    (void)arg;
    rig.events[rig.count++] = strdup("stopped");
}

/* A session with sequence 2 on the first visit. */
static void begin(void)
{
    gateway_loop_init(0, NULL);
    gateway_loop_start("ws://localhost", NULL);
    gateway_loop_let_in(0, "abc");
    gateway_loop_say(0, "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":2,\"d\":{\"id\":\"7\"}}");
    gateway_loop_event("GUILD_CREATE 0 {\"id\":\"7\"}");
}

static void expect_resume(unsigned visit)
{
    gateway_loop_come(visit);
    assert_string_equal(rig.gate.visits[visit].path, "/again/?v=10&encoding=json");
    gateway_loop_say(visit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    gateway_loop_hear(visit, resume_after_two);
    gateway_loop_say(visit, "{\"op\":0,\"t\":\"RESUMED\",\"s\":3,\"d\":{}}");
    gateway_loop_event("RESUMED 0 {}");
    gateway_loop_event("ready 0");
}

static void test_ready(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    gateway_loop_start("ws://localhost", NULL);
    assert_false(gateway_ready(rig.gateway, 0));
    assert_string_equal(
        gateway_loop_let_in(0, "abc"),
        "{\"op\":2,\"d\":{\"token\":\"very-secret\",\"intents\":1,\"shard\":[0,1],\"properties\":{"
        "\"os\":\"linux\",\"browser\":\"talon\",\"device\":\"talon\"}}}");
    assert_string_equal(rig.gate.visits[0].path, "/?v=10&encoding=json");
    assert_true(gateway_ready(rig.gateway, 0));
    assert_string_equal(gateway_application(rig.gateway), "5");
    assert_string_equal(gateway_user(rig.gateway), "6");
    gateway_loop_say(0, "{\"op\":1}");
    gateway_loop_hear(0, "{\"op\":1,\"d\":1}");
    gateway_loop_finish();
}

/* Beats by the clock, each answered; then none is, and the session goes on elsewhere. */
static void test_heartbeats(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    gateway_loop_start("ws://localhost", NULL);
    gateway_loop_come(0);
    gateway_loop_say(0, "{\"op\":10,\"d\":{\"heartbeat_interval\":600}}");
    for (unsigned i = 0; i < 2; i++) {
        gateway_loop_hear(0, "{\"op\":1,\"d\":null}");
        gateway_loop_say(0, "{\"op\":11}");
    }
    gateway_loop_hear(0, "{\"op\":1,\"d\":null}");
    gateway_loop_gone(0);
    assert_int_equal(rig.gate.visits[0].code, 4000);
    gateway_loop_come(1);
    gateway_loop_finish();
}

static char *long_event(size_t length, unsigned sequence)
{
    char *text = malloc(length + 80);
    assert_non_null(text);
    int head = snprintf(text, 80, "{\"op\":0,\"t\":\"LONG\",\"s\":%u,\"d\":\"", sequence);
    memset(text + head, 'x', length);
    strcpy(text + (size_t)head + length, "\"}");
    return text;
}

static void test_fragments(void **state)
{
    (void)state;
    static const size_t frames[] = {4000, 1 << 20};
    begin();
    gate_say(&rig.gate, 0, "{\"op\":0,\"t\":\"SMALL\",\"s\":3,\"d\":[1,2,3]}", 5);
    gateway_loop_event("SMALL 0 \\[1,2,3\\]");
    for (unsigned i = 0; i < 2; i++) {
        char *text = long_event(300000, 4 + i);
        gate_say(&rig.gate, 0, text, frames[i]);
        assert_int_equal(strlen(gateway_loop_event("LONG *")), strlen("LONG 0 ") + 300002);
        free(text);
    }
    gateway_loop_finish();
}

/* What is too long is passed over; what follows is not. */
static void test_too_long(void **state)
{
    (void)state;
    begin();
    char *text = long_event(SHARD_TEXT_MAX, 3);
    gate_say(&rig.gate, 0, text, 100000);
    free(text);
    gateway_loop_say(0, "{\"op\":0,\"t\":\"SMALL\",\"s\":4,\"d\":1}");
    assert_string_equal(gateway_loop_event("*"), "SMALL 0 1");
    gateway_loop_finish();
}

static void test_drop(void **state)
{
    (void)state;
    begin();
    gate_drop(&rig.gate, 0);
    gateway_loop_event("gone 0");
    expect_resume(1);
    gate_close(&rig.gate, 1, 1001);
    gateway_loop_event("gone 0");
    gateway_loop_come(2);
    gateway_loop_finish();
}

static void test_reconnect(void **state)
{
    (void)state;
    begin();
    gateway_loop_say(0, "{\"op\":7,\"d\":null}");
    gateway_loop_gone(0);
    assert_int_equal(rig.gate.visits[0].code, 4000);
    gateway_loop_event("gone 0");
    expect_resume(1);
    gateway_loop_finish();
}

static void test_refused(void **state)
{
    (void)state;
    begin();
    gate_close(&rig.gate, 0, 4004);
    gateway_loop_event("gone 0");
    assert_string_equal(gateway_loop_event("refused *"),
                        "refused 0 Discord does not accept the token (4004)");
    gateway_stop(rig.gateway, true, on_stopped);
    assert_string_equal(gateway_loop_event("*"), "stopped");
    assert_int_equal(rig.gate.count, 1);
    gateway_loop_finish();
}

static void test_stop_for_good(void **state)
{
    (void)state;
    char text[SHARD_STATE];
    begin();
    gateway_stop(rig.gateway, true, on_stopped);
    gateway_loop_event("stopped");
    gateway_loop_gone(0);
    assert_int_equal(rig.gate.visits[0].code, 1000);
    assert_int_equal(gateway_export(rig.gateway, 0, text, sizeof(text)), 0);
    gateway_loop_finish();
}

/* The session goes on in another process. */
static void test_stop_and_resume(void **state)
{
    (void)state;
    char text[SHARD_STATE];
    begin();
    gateway_stop(rig.gateway, false, on_stopped);
    gateway_loop_event("stopped");
    gateway_loop_gone(0);
    assert_int_equal(rig.gate.visits[0].code, 4000);
    assert_true(gateway_export(rig.gateway, 0, text, sizeof(text)) > 0);
    assert_null(strstr(text, "secret"));
    assert_false(gateway_import(rig.gateway, 0, text));
    int port = rig.gate.port;
    gateway_loop_finish();
    gateway_loop_init(port, NULL);
    gateway_loop_start("ws://localhost", text);
    assert_string_equal(gateway_application(rig.gateway), "5");
    expect_resume(0);
    gateway_loop_finish();
}

/* The server hears nothing any more: it ends all the same. */
static void test_stop_hung(void **state)
{
    (void)state;
    begin();
    rig.hung = true;
    gateway_stop(rig.gateway, true, on_stopped);
    gateway_loop_event("stopped");
    gateway_loop_finish();
}

static void test_stop_early(void **state)
{
    (void)state;
    for (unsigned turns = 0; turns < 4; turns++) {
        gateway_loop_init(0, NULL);
        rig.hung = true; /* the connection is made, the upgrade is not answered */
        gateway_loop_start("ws://localhost", NULL);
        for (unsigned i = 0; i < turns * 5; i++)
            gateway_loop_turn();
        gateway_stop(rig.gateway, false, on_stopped);
        assert_string_equal(gateway_loop_event("*"), "stopped");
        gateway_loop_finish();
    }
}

/* From inside each hook. */
static void test_destroy_inside(void **state)
{
    (void)state;
    static const char *const events[] = {"READY *", "ready *", "GUILD_CREATE *"};
    for (unsigned i = 0; i < 3; i++) {
        gateway_loop_init(0, NULL);
        rig.destroy_at = events[i];
        gateway_loop_start("ws://localhost", NULL);
        gateway_loop_come(0);
        gateway_loop_say(0, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
        gateway_loop_hear(0, "{\"op\":2,*");
        gateway_loop_say(0, "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"abc\","
                            "\"application\":{\"id\":\"5\"},\"user\":{\"id\":\"6\"}}}");
        gateway_loop_say(0, "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":2,\"d\":{}}");
        gateway_loop_event(events[i]);
        gateway_loop_gone(0);
        assert_int_equal(rig.next, rig.count);
        gateway_loop_finish();
    }
}

/* In each stage of a connection, from the name's resolving on. */
static void test_destroy_early(void **state)
{
    (void)state;
    for (unsigned turns = 0; turns < 12; turns++) {
        gateway_loop_init(0, NULL);
        gateway_loop_start("ws://localhost", NULL);
        for (unsigned i = 0; i < turns; i++)
            gateway_loop_turn();
        gateway_loop_finish();
    }
}

static void test_shards(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.setup.shards = 4;
    rig.setup.first = 1;
    rig.setup.count = 2;
    gateway_loop_start("ws://localhost", NULL);
    assert_non_null(strstr(gateway_loop_let_in(0, "abc"), "\"shard\":["));
    assert_non_null(strstr(gateway_loop_let_in(1, "def"), "\"shard\":["));
    assert_true(gateway_ready(rig.gateway, 1) && gateway_ready(rig.gateway, 2));
    assert_string_not_equal(rig.gate.visits[0].heard[0], rig.gate.visits[1].heard[0]);
    gateway_stop(rig.gateway, true, on_stopped);
    gateway_loop_event("gone *");
    gateway_loop_event("gone *");
    gateway_loop_event("stopped");
    gateway_loop_finish();
}

static void test_setup(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.setup.count = 2;
    assert_null(gateway_create(&rig.setup));
    rig.setup.count = 0;
    assert_null(gateway_create(&rig.setup));
    rig.setup.count = 1;
    rig.setup.token = "";
    assert_null(gateway_create(&rig.setup));
    gateway_loop_finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ready),
        cmocka_unit_test(test_heartbeats),
        cmocka_unit_test(test_fragments),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_drop),
        cmocka_unit_test(test_reconnect),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_stop_for_good),
        cmocka_unit_test(test_stop_and_resume),
        cmocka_unit_test(test_stop_hung),
        cmocka_unit_test(test_stop_early),
        cmocka_unit_test(test_destroy_inside),
        cmocka_unit_test(test_destroy_early),
        cmocka_unit_test(test_shards),
        cmocka_unit_test(test_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
