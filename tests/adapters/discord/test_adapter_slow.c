/* Discord takes its time, and answers well: nothing is said twice or in another order, nothing is
 * left over, and what is slow holds up nothing that it need not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

/* Time that has passed without anybody waiting for it (the linker puts this in between). */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

/* -- what people see -- */

enum { REQUESTS = 512, FIRST_ID = 1001, FIRST_INTERACTION = 100 };

/* A message that stands: 0, or the number of the board or hand in it. */
static struct {
    struct discord_loop scene;
    unsigned boards[REQUESTS]; /* by the request that made it */
    unsigned hands[REQUESTS];  /* by the interaction that it answers */
    unsigned last_line;        /* that was said */
} world;

static unsigned number_behind(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? (unsigned)strtoul(at + strlen(word), NULL, 10) : 0;
}

/* The lines of a new message go on where the last one ended; those before were said. */
static void take_lines(const char *body)
{
    for (const char *at = body; (at = strstr(at, "Line ")); at++) {
        unsigned line = number_behind(at, "Line ");
        assert_in_range(line, 1, world.last_line + 1);
        world.last_line += line == world.last_line + 1;
    }
}

static void take_edit(unsigned *standing, const struct web_request *request, const char *word)
{
    assert_int_not_equal(*standing, 0); /* it was there still */
    bool deleted = strncmp(request->line, "DELETE", 6) == 0;
    unsigned number = number_behind(request->body, word);
    *standing = deleted ? 0 : number ? number : *standing;
}

/* Discord does what was asked. */
static void take(unsigned index)
{
    const struct web_request *request = web_request(world.scene.web, index);
    const char *line = request->line;
    unsigned id = number_behind(line, "channels/10/messages/");
    unsigned answers = number_behind(line, "callback") + number_behind(line, "token-");
    bool callback = strstr(line, "/callback");
    if (strcmp(line, "POST /api/v10/channels/10/messages") == 0) {
        world.boards[index] = number_behind(request->body, "Board ");
        take_lines(request->body);
    } else if (id) {
        take_edit(&world.boards[id - FIRST_ID], request, "Board ");
        take_lines(request->body);
    } else if (callback) {
        world.hands[answers] = number_behind(request->body, "Hand ");
    } else if (answers) {
        take_edit(&world.hands[answers], request, "Hand ");
    }
}

/* The number of the one that stands; 0: none, or more than one. */
static unsigned only(const unsigned *standing)
{
    unsigned count = 0;
    unsigned number = 0;
    for (unsigned i = 0; i < REQUESTS; i++) {
        count += standing[i] != 0;
        number = standing[i] ? standing[i] : number;
    }
    return count == 1 ? number : 0;
}

/* -- the game -- */

static uint64_t chance;

static unsigned below(unsigned most)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(chance >> 33) % most;
}

static void release_any(void)
{
    unsigned held = web_held(world.scene.web);
    if (held > 0) {
        take(web_release_one(world.scene.web, below(held)));
    }
}

static struct message *numbered(const char *user, const char *word, unsigned number)
{
    char text[32];
    snprintf(text, sizeof(text), "%s %u.", word, number);
    return discord_loop_table("10", user, text, number);
}

/* A board that calls another than the one before. */
static void next_turn(unsigned number)
{
    char text[32];
    snprintf(text, sizeof(text), "Board %u. ", number);
    discord_loop_say(&world.scene, discord_loop_call(text, number % 2 ? "8" : "9", number));
}

static void say_line(unsigned number)
{
    char text[32];
    snprintf(text, sizeof(text), "Line %u.", number);
    discord_loop_say(&world.scene, discord_loop_line("10", NULL, text));
}

static void show_hand(unsigned interaction, unsigned number)
{
    char id[16];
    snprintf(id, sizeof(id), "%u", interaction);
    discord_loop_will(&world.scene, numbered("7", "Hand", number));
    discord_loop_slash(&world.scene, id, "guild 10", "{\"name\":\"none\"}");
    discord_loop_event(&world.scene, "MESSAGE *");
}

static int clear(void **state)
{
    (void)state;
    memset(&world, 0, sizeof(world));
    passed = 0;
    return 0;
}

static int begin(void **state)
{
    clear(state);
    discord_loop_begin(&world.scene, NULL);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    web_release(world.scene.web);
    discord_loop_close(&world.scene);
    return 0;
}

/* -- tests -- */

static void hold_all(void)
{
    static const char *const methods[] = {"POST", "PATCH", "DELETE"};
    for (unsigned i = 0; i < 3; i++) {
        web_tell(world.scene.web, &(struct web_rule){.on = methods[i],
                                                     .times = -1,
                                                     .how = WEB_HOLD,
                                                     .body = "{\"id\":\"#\"}",
                                                     .numbered = true});
    }
}

/* Each request takes up to some twenty seconds, whatever comes meanwhile. */
static void play(unsigned seed)
{
    unsigned lines = 0, boards = 0, hands = 0, interactions = 0;
    chance = seed;
    hold_all();
    for (unsigned step = 0; step < 120; step++) {
        passed += below(2000);
        switch (below(8)) {
        case 0:
            say_line(++lines);
            next_turn(++boards);
            break;
        case 1:
            discord_loop_say(&world.scene, numbered(NULL, "Board", ++boards));
            break;
        case 2:
            show_hand(FIRST_INTERACTION + interactions++, ++hands);
            break;
        case 3:
            discord_loop_say(&world.scene, numbered("7", "Hand", ++hands));
            break;
        default:
            release_any();
        }
        discord_loop_turn(&world.scene);
    }
    SCENE_UNTIL(&world.scene,
                (release_any(), web_held(world.scene.web) == 0 && world.last_line == lines &&
                                    only(world.boards) == boards && only(world.hands) == hands));
    discord_loop_say(&world.scene, discord_loop_line("11", NULL, "the end"));
    discord_loop_request(&world.scene, "POST */channels/11/*", "*the end*");
    assert_int_equal(web_held(world.scene.web), 1); /* nothing else was left to do */
}

static void test_all_is_slow(void **state)
{
    (void)state;
    play(1);
}

static void test_all_is_slow_again(void **state)
{
    (void)state;
    play(2);
}

static void test_all_is_slow_once_more(void **state)
{
    (void)state;
    play(3);
}

/* People play meanwhile, and it is done once. */
static void test_registering_is_slow(void **state)
{
    static const struct chat_command command = {.says = "draw", .name = "draw", .help = "Draw"};
    static const struct web_rule rules[] = {
        {.on = "GET /api/v10/applications", .how = WEB_HOLD, .body = "[]"},
        {.on = "PUT /api/v10/applications", .how = WEB_HOLD, .body = "[]"}};
    struct discord_loop *scene = &world.scene;
    (void)state;
    discord_loop_open(scene, NULL);
    web_tell(scene->web, &(struct web_rule){.on = "GET /api/v10/gateway/bot", .body = scene->bot});
    discord_loop_start(scene);
    scene->adapter->setup.commands = &command;
    scene->adapter->setup.command_count = 1;
    for (unsigned i = 0; i < 2; i++) {
        web_tell(scene->web, &rules[i]);
    }
    discord_loop_let_in(scene, 0);
    for (unsigned i = 1; i <= 2; i++) {
        SCENE_UNTIL(scene, web_held(scene->web) == 1);
        passed += 20000;
        say_line(i);
        discord_loop_request(scene, "POST */channels/10/messages", "*");
        web_release(scene->web);
    }
    discord_loop_say(scene, discord_loop_line("11", NULL, "the end"));
    discord_loop_request(scene, "POST */channels/11/*", "*the end*");
    assert_int_equal(discord_loop_requests(scene, "GET */applications/5/commands*", "*"), 1);
    assert_int_equal(discord_loop_requests(scene, "PUT */applications/5/commands*", "*draw*"), 1);
}

#define SLOW(test) cmocka_unit_test_setup_teardown(test, begin, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SLOW(test_all_is_slow),
        SLOW(test_all_is_slow_again),
        SLOW(test_all_is_slow_once_more),
        cmocka_unit_test_setup_teardown(test_registering_is_slow, clear, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
