/* Interactions that come late, by Discord's clock: ours may say anything. */
#define _DEFAULT_SOURCE /* syscall */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <sys/syscall.h>
#include <unistd.h>

#include "base/array.h"
#include "discord_loop.h"

static int64_t jump; /* ms that our clock of the day has jumped */

/* Stands before that of libc, for this whole program. */
int clock_gettime(clockid_t id, struct timespec *now) /* NOLINT(readability-*): its names */
{
    int result = (int)syscall(SYS_clock_gettime, id, now);
    if (id == CLOCK_REALTIME)
        now->tv_sec += jump / 1000;
    return result;
}

/* Discord's clock is known by any answer; it says another hour than ours. */
enum { HOUR = 3600000 };

static void tell_date(struct discord_loop *scene)
{
    static char header[80];
    time_t seconds = (time_t)((clock_now() + HOUR) / 1000);
    struct tm date;
    assert_non_null(gmtime_r(&seconds, &date));
    strftime(header, sizeof(header), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &date);
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/11/",
                                            .headers = header,
                                            .body = "{\"id\":\"900\"}"});
    discord_loop_say(scene, discord_loop_table("11", NULL, "What time is it?", 1));
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 11"));
}

/* The id of what was made so many ms ago, by Discord's clock. */
static const char *id_before(int64_t age)
{
    static char id[24];
    static unsigned serial;
    uint64_t ms = (uint64_t)(clock_now() + HOUR - age - 1420070400000);
    snprintf(id, sizeof(id), "%llu", (unsigned long long)(ms << 22 | ++serial));
    return id;
}

static void test_too_late_to_be_answered(void **state)
{
    enum { SECOND = 1000, MINUTE = 60000 };
    static const char *const unstamped = "{\"custom_id\":\"1.0.0.!draw\"}";
    static const char *const page = "{\"custom_id\":\"1.1.ab.=\",\"values\":[\">1\"]}";
    static const struct {
        int64_t age;
        const char *slash, *click;
        const char *event; /* NULL: it is not carried out */
    } rows[] = {
        {2 * SECOND, .slash = discord_loop_play_r5,
         .event = "MESSAGE 10 7 Bob play r5 command operator fr"},
        {2 * SECOND, .click = discord_loop_draw,
         .event = "MESSAGE 10 7 Bob draw ab command operator fr"},
        {-HOUR, .slash = discord_loop_play_r5,
         .event = "MESSAGE 10 7 Bob play r5 command operator fr"},
        {6 * SECOND, .slash = discord_loop_play_r5},
        {6 * SECOND, .click = discord_loop_draw,
         .event = "MESSAGE 10 7 Bob draw ab late command operator fr"},
        {14 * MINUTE, .click = discord_loop_draw,
         .event = "MESSAGE 10 7 Bob draw ab late command operator fr"},
        {6 * SECOND, .click = unstamped},
        {6 * SECOND, .click = page},
        {16 * MINUTE, .click = discord_loop_draw},
        {23 * HOUR, .click = discord_loop_draw},
        {25 * HOUR, .click = discord_loop_draw,
         .event = "MESSAGE 10 7 Bob draw ab command operator fr"},
    };
    struct discord_loop *scene = *state;
    tell_date(scene);
    scene->pressed = "9223372036854775807"; /* newer than any answer */
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        unsigned answers = discord_loop_requests(scene, "POST */interactions/*", "*");
        bool in_time = rows[i].age < 3 * SECOND || rows[i].age > 24 * HOUR; /* no clock is right */
        const char *id = id_before(rows[i].age);
        if (rows[i].event && in_time)
            discord_loop_will(scene, discord_loop_line("10", "7", "Here."));
        if (rows[i].slash)
            discord_loop_slash(scene, id, "guild 10", rows[i].slash);
        else
            discord_loop_click(scene, id, "guild 10", 64, rows[i].click);
        if (rows[i].event)
            assert_string_equal(discord_loop_event(scene, "*"), rows[i].event);
        if (in_time)
            discord_loop_request(scene, "POST */interactions/*", "*Here.*");
        discord_loop_will(scene, discord_loop_line("10", "7", "Next."));
        discord_loop_slash(scene, id_before(0), "guild 10", discord_loop_play_r5);
        assert_string_equal(discord_loop_event(scene, "*"),
                            "MESSAGE 10 7 Bob play r5 command operator fr");
        discord_loop_request(scene, "POST */interactions/*", "*Next.*");
        assert_int_equal(discord_loop_requests(scene, "POST */interactions/*", "*"),
                         answers + 1 + in_time);
    }
}

/* Ours is set meanwhile, by hand or by the network: what they clicked is as young as it was. */
static void test_our_clock_jumps(void **state)
{
    static const int64_t jumps[] = {0, 20 * 60000, 0, -HOUR, 12 * HOUR, -365 * 24 * (int64_t)HOUR};
    struct discord_loop *scene = *state;
    tell_date(scene);
    for (unsigned i = 0; i < ARRAY_SIZE(jumps); i++) {
        jump = 0; /* of Discord, whose clock is right */
        const char *id = id_before(0);
        jump = jumps[i];
        discord_loop_slash(scene, id, "guild 10", discord_loop_play_r5);
        assert_string_equal(discord_loop_event(scene, "*"),
                            "MESSAGE 10 7 Bob play r5 command operator fr");
    }
    jump = 0;
}

#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, discord_loop_set_up_command, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_too_late_to_be_answered),
        TEST(test_our_clock_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
