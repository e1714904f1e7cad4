/* What another process needs that goes on where this one ended, and what is told while it is not
 * known whose the network is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static bool speaks, heard;
static unsigned in_vain; /* how often it was asked, and was not */

static bool may_speak(void *host)
{
    (void)host;
    in_vain += !speaks;
    return speaks;
}

static bool hears(void *host, const struct adapter *adapter)
{
    (void)host;
    (void)adapter;
    return heard;
}

static int set_up(void **state)
{
    discord_loop_set_up(state);
    struct discord_loop *scene = *state;
    speaks = heard = true;
    scene->adapter->setup.may_speak = may_speak;
    scene->adapter->setup.hears = hears;
    return 0;
}

/* Whether the session is kept with all that was told so far. */
static bool is_kept(const struct discord_loop *scene)
{
    char part[40];
    const char *kept = discord_loop_kept(scene, "shard 0");
    snprintf(part, sizeof(part), "\"sequence\":%u,", scene->sequence);
    return kept != NULL && strstr(kept, part) != NULL;
}

/* What nobody answers to moves the session on, too. */
static void the_session_is_kept_within_a_second(void **state)
{
    struct discord_loop *scene = *state;
    const char deleted[] = "{\"id\":\"901\",\"channel_id\":\"10\",\"guild_id\":\"50\"}";
    SCENE_UNTIL(scene, is_kept(scene));
    discord_loop_tell(scene, "MESSAGE_DELETE", deleted);
    uint64_t before = discord_loop_now();
    SCENE_UNTIL(scene, is_kept(scene));
    assert_true(discord_loop_now() - before < 5000); /* a second, on a machine that is busy */
}

/* What comes after the network was given up is to come again to whoever has it then. */
static void what_is_not_heard_is_left_to_the_next(void **state)
{
    struct discord_loop *scene = *state;
    SCENE_UNTIL(scene, is_kept(scene));
    heard = false;
    discord_loop_slash(scene, "401", "guild 10", "{\"name\":\"play\"}");
    discord_loop_event(scene, "MESSAGE *");
    assert_false(is_kept(scene));
    discord_loop_stop(scene);
    assert_false(is_kept(scene));
}

/* Lines wait. */
static void nothing_is_sent_while_that_is_not_known(void **state)
{
    static const char posts[] = "POST /api/v10/channels/10/messages";
    struct discord_loop *scene = *state;
    uint64_t until = discord_loop_now() + 200;
    discord_loop_numbers(scene);
    speaks = false;
    discord_loop_say(scene, discord_loop_line("10", NULL, "We go on."));
    SCENE_UNTIL(scene, discord_loop_now() > until);
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 0);
    speaks = true;
    discord_loop_request(scene, posts, "*We go on.*");
}

static void greet(struct discord_loop *scene, unsigned visit)
{
    static const char hello[] = "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}";
    gate_say(&scene->gate, visit, hello, strlen(hello));
}

static bool resumes(const struct discord_loop *scene, unsigned visit)
{
    const struct gate_visit *seen = &scene->gate.visits[visit];
    for (unsigned i = 0; i < seen->count; i++) {
        if (strncmp(seen->heard[i], "{\"op\":6,", 8) == 0)
            return true;
    }
    return false;
}

enum { OFTEN = 5 };

/* Whoever has the network by now has its session: each RESUME would take it from the other. */
static void no_session_goes_on_while_that_is_not_known(void **state)
{
    struct discord_loop *scene = *state;
    speaks = false;
    gate_close(&scene->gate, 0, 4000);
    in_vain = 0;
    SCENE_UNTIL(scene, in_vain > OFTEN || scene->gate.count > 1);
    assert_int_equal(scene->gate.count, 1);
    speaks = true;
    SCENE_UNTIL(scene, scene->gate.count > 1);

    speaks = false;
    greet(scene, 1);
    in_vain = 0;
    SCENE_UNTIL(scene, in_vain > OFTEN || resumes(scene, 1));
    assert_false(resumes(scene, 1));
    speaks = true;
    SCENE_UNTIL(scene, resumes(scene, 1));
    discord_loop_tell(scene, "RESUMED", "{}");
    assert_int_equal(scene->gate.count, 2);
}

/* What was answered when the end came is sent still. */
static void the_last_answer_is_sent(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_slash(scene, "402", "guild 10", "{\"name\":\"play\"}");
    discord_loop_event(scene, "MESSAGE *");
    discord_loop_answer(scene, discord_loop_line(NULL, "7", "Not yet."));
    assert_true(discord_loop_stop(scene));
    assert_int_equal(
        discord_loop_requests(scene, "POST */interactions/402/*/callback", "*Not yet.*"), 1);
}

/* A board that nobody knows to stand is one that was not told. */
static void what_may_not_stand_was_not_told(void **state)
{
    static const char posts[] = "POST /api/v10/channels/10/messages";
    struct discord_loop *scene = *state;
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .how = WEB_HOLD, .body = "{\"id\":\"900\"}"});
    discord_loop_say(scene, discord_loop_table("10", NULL, "Two players.", 1));
    discord_loop_request(scene, posts, "*Two players.*");
    assert_false(discord_loop_stop(scene));
}

static void settings_say_how_many_parts(void **state)
{
    struct settings settings;
    const char *wrong = NULL;
    (void)state;
    assert_true(settings_init(&settings, discord_adapter.keys));
    assert_int_equal(discord_adapter.parts(&settings, &wrong), 0); /* auto: in one piece */
    assert_null(settings_put(&settings, settings_find(&settings, "shards"), "6"));
    assert_int_equal(discord_adapter.parts(&settings, &wrong), 6);
    assert_null(wrong);
    assert_null(settings_put(&settings, settings_find(&settings, "shard_ids"), "0-2"));
    discord_adapter.parts(&settings, &wrong);
    assert_non_null(strstr(wrong, "shard_ids"));
    settings_finish(&settings);
}

/* Of the first board in that channel. */
static unsigned long long nonce_of(struct discord_loop *scene, const char *channel)
{
    char line[64];
    snprintf(line, sizeof(line), "POST */channels/%s/messages", channel);
    discord_loop_say(scene, discord_loop_table(channel, NULL, "Two players.", 1));
    const char *at = strstr(discord_loop_request(scene, line, "*")->body, "\"nonce\":\"t");
    assert_non_null(at);
    return strtoull(at + strlen("\"nonce\":\"t"), NULL, 16);
}

/* Discord gives the message of a nonce again, whichever process of the bot sends it. */
static void nonces_of_processes_are_far_apart(void **state)
{
    struct discord_loop *scene = *state;
    enum { MANY = 24 }; /* more bits than messages that a process sends */
    discord_loop_numbers(scene);
    unsigned long long first = nonce_of(scene, "10");
    discord_loop_stop(scene);
    discord_loop_start(scene);
    SCENE_UNTIL(scene, scene->gate.count > 1);
    assert_true(first >> MANY != nonce_of(scene, "11") >> MANY);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, set_up, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(the_session_is_kept_within_a_second),
        WITH(what_is_not_heard_is_left_to_the_next),
        WITH(the_last_answer_is_sent),
        WITH(what_may_not_stand_was_not_told),
        WITH(nothing_is_sent_while_that_is_not_known),
        WITH(no_session_goes_on_while_that_is_not_known),
        cmocka_unit_test(settings_say_how_many_parts),
        WITH(nonces_of_processes_are_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
