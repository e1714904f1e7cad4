/* Several shards in one process: they come one after another, and one of them is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

enum { SILENCE = 15000 /* ms, that a connection may be gone before the host hears of it */ };

/* That time passes when a test says so (the linker puts this in between). */
static struct timer *silence; /* set for it; NULL: none */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);
void __real_timer_set(struct timer *timer, uint64_t milliseconds);
void __wrap_timer_set(struct timer *timer, uint64_t milliseconds);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

void __wrap_timer_set(struct timer *timer, uint64_t milliseconds)
{
    if (milliseconds == SILENCE)
        silence = timer;
    else
        __real_timer_set(timer, milliseconds);
}

static void pass_silence(void)
{
    assert_non_null(silence);
    passed += SILENCE;
    __real_timer_set(silence, 0);
    silence = NULL;
}

static void keep(struct discord_loop *scene, const char *key, const char *value)
{
    scene->adapter->setup.keep(scene, scene->adapter, key, value);
}

/* A shard goes on where another process was with it. */
static void keep_session(struct discord_loop *scene, unsigned shard)
{
    char key[24];
    char text[400];
    snprintf(key, sizeof(key), "shard %u", shard);
    snprintf(
        text, sizeof(text),
        "{\"version\":1,\"session\":\"s%u\",\"sequence\":3,\"address\":\"ws://127.0.0.1:%d/again\","
        "\"application\":\"5\",\"user\":\"6\",\"intents\":4609,\"shard\":[%u,2]}",
        shard, scene->gate.port, shard);
    keep(scene, key, text);
}

static void resume(struct discord_loop *scene, unsigned visit)
{
    static const char hello[] = "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}";
    SCENE_UNTIL(scene, scene->gate.count > visit);
    gate_say(&scene->gate, visit, hello, strlen(hello));
    SCENE_UNTIL(scene, scene->gate.visits[visit].count > 0);
    assert_non_null(strstr(scene->gate.visits[visit].heard[0], "{\"op\":6,"));
    discord_loop_tell(scene, "RESUMED", "{}");
}

/* Guild 0 is of shard 0, guild 4194304 of shard 1. */
static void begin(struct discord_loop *scene)
{
    silence = NULL;
    discord_loop_open(scene, (const char *const[]){"shards", "2", NULL});
    discord_loop_welcome(scene);
    scene->parts = 2;
    scene->sequence = 3;
    discord_loop_start(scene);
    keep_session(scene, 0);
    keep_session(scene, 1);
    keep(scene, "places 1", "77/4194304");
    keep(scene, "places", "70/4194304 71/0"); /* of a time in which it was not divided */
    discord_loop_request(scene, "GET */gateway/bot", "*");
}

static void shards_come_one_after_another(void **state)
{
    (void)state;
    struct discord_loop scene;
    begin(&scene);
    assert_int_equal(scene.gate.count, 0);

    discord_adapter.take(scene.adapter, 1);
    resume(&scene, 0);
    assert_non_null(strstr(scene.gate.visits[0].heard[0], "\"session_id\":\"s1\""));
    discord_loop_event(&scene, "CONNECTED *");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 77 - - -");
    discord_loop_request(&scene, "GET */commands", "*"); /* only for the ids: shard 0 compares */

    discord_adapter.take(scene.adapter, 0);
    scene.sequence = 3;
    resume(&scene, 1);
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 71 - - -");
    discord_loop_request(&scene, "GET */commands?*", "*");
    assert_int_equal(discord_adapter.part_of(scene.adapter, "1", "4194304"), 1);
    assert_int_equal(discord_adapter.part_of(scene.adapter, "77", NULL), 1);
    assert_int_equal(discord_adapter.part_of(scene.adapter, "@7", NULL), 0);
    discord_loop_close(&scene);
}

/* One that has not had its turn yet is not lost. */
static void a_shard_that_waits_holds_up_nobody(void **state)
{
    (void)state;
    struct discord_loop scene;
    begin(&scene);
    discord_adapter.take(scene.adapter, 0);
    resume(&scene, 0);
    discord_loop_event(&scene, "ENTERED 71 *");
    discord_adapter.take(scene.adapter, 1);
    SCENE_UNTIL(&scene, scene.gate.count > 1); /* and is not greeted */
    gate_drop(&scene.gate, 0);
    SCENE_UNTIL(&scene, silence != NULL);
    resume(&scene, 2);
    discord_loop_tell(&scene, "CHANNEL_CREATE", "{\"id\":\"12\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 12 - - -");
    pass_silence();
    discord_loop_tell(&scene, "CHANNEL_CREATE", "{\"id\":\"13\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 13 - - -");
    discord_loop_close(&scene);
}

/* Where one is lost for long, its channels are; where all are, the network is. */
static void a_shard_is_lost_with_its_channels_alone(void **state)
{
    (void)state;
    struct discord_loop scene;
    begin(&scene);
    discord_adapter.take(scene.adapter, 0);
    resume(&scene, 0);
    discord_loop_event(&scene, "ENTERED 71 *");
    discord_adapter.take(scene.adapter, 1);
    scene.sequence = 3;
    resume(&scene, 1);
    discord_loop_event(&scene, "ENTERED 77 *");

    gate_drop(&scene.gate, 1);
    SCENE_UNTIL(&scene, silence != NULL);
    pass_silence();
    assert_string_equal(discord_loop_event(&scene, "*"), "REMOVED 77 - - -");
    resume(&scene, 2);
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 77 - - -");

    gate_drop(&scene.gate, 0);
    gate_drop(&scene.gate, 2);
    SCENE_UNTIL(&scene, scene.gate.count > 4);
    pass_silence();
    assert_string_equal(discord_loop_event(&scene, "*"), "DISCONNECTED - - - -");
    resume(&scene, 4);
    assert_string_equal(discord_loop_event(&scene, "*"), "CONNECTED - - - -");
    discord_loop_event(&scene, "ENTERED 7[17] *");
    discord_loop_close(&scene);
}

/* Boards that are to go are kept under a process's first shard: none forgets another's. Whoever has
 * that shard next takes them up. */
static void what_is_to_go_is_kept_apart(void **state)
{
    (void)state;
    struct discord_loop scene;
    begin(&scene);
    keep(&scene, "old boards 0", "10/900 ");
    keep(&scene, "old boards 1", "11/901 ");
    keep(&scene, "old boards", "12/902 "); /* of a time in which it was not divided */
    char refused[40];
    snprintf(refused, sizeof(refused), "5000 %lld 5000", (long long)clock_now());
    keep(&scene, "refused 0", refused); /* nor does it wait for what another's were */
    web_tell(scene.web, &(struct web_rule){.on = "DELETE", .times = 3, .how = WEB_HOLD});
    discord_adapter.take(scene.adapter, 1);
    discord_loop_request(&scene, "DELETE */channels/11/messages/901", "*");
    assert_string_equal(discord_loop_kept(&scene, "old boards 0"), "10/900 ");
    discord_adapter.take(scene.adapter, 0);
    assert_null(discord_loop_kept(&scene, "old boards 0"));
    assert_null(discord_loop_kept(&scene, "old boards"));
    assert_string_equal(discord_loop_kept(&scene, "old boards 1"), "11/901 10/900 12/902 ");
    SCENE_UNTIL(&scene, web_held(scene.web) == 3);
    web_release(scene.web);
    SCENE_UNTIL(&scene, !discord_loop_kept(&scene, "old boards 1"));
    discord_loop_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_come_one_after_another),
        cmocka_unit_test(a_shard_that_waits_holds_up_nobody),
        cmocka_unit_test(a_shard_is_lost_with_its_channels_alone),
        cmocka_unit_test(what_is_to_go_is_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
