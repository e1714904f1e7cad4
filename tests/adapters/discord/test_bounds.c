/* What the adapter keeps has bounds: of a user, of a server, of all; and lifetimes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/guilds/channels.h"
#include "adapters/discord/messages/channel_message.h"
#include "adapters/discord/messages/hand.h"
#include "adapters/discord/messages/responder.h"

/* Time that has passed without anybody waiting for it (the linker puts this in between). */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

static struct {
    struct loop *loop;
    struct rest *rest;
    struct hands *hands;
    struct channel_messages *channel_messages;
    struct responder *responder;
} rig;

static void on_lost(void *arg, const char *address, const char *why)
{
    (void)arg, (void)address, (void)why;
}

static void on_place(void *arg, const char *address)
{
    (void)arg, (void)address;
}

static const char *on_kept(void *arg, const char *what, const char *address)
{
    (void)arg, (void)what, (void)address;
    return NULL;
}

static void on_keep(void *arg, const char *what, const char *address, const char *id)
{
    (void)arg, (void)what, (void)address, (void)id;
}

static unsigned on_lacks(void *arg, const char *address)
{
    (void)arg, (void)address;
    return 0;
}

static bool on_muted(void *arg, const char *address)
{
    (void)arg, (void)address;
    return false;
}

static uint64_t on_spared(void *arg, const char *address)
{
    (void)arg, (void)address;
    return 0;
}

/* Nobody is there to answer, and nothing is asked before the loop turns. */
static int set_up(void **state)
{
    (void)state;
    rig.loop = loop_create();
    rig.rest = rest_create(
        &(struct rest_setup){.loop = rig.loop, .base = "http://127.0.0.1:9", .token = "t"});
    rig.hands = hands_create(&(struct hands_setup){.loop = rig.loop, .rest = rig.rest});
    rig.channel_messages =
        channel_messages_create(&(struct channel_messages_setup){.loop = rig.loop,
                                                                 .rest = rig.rest,
                                                                 .lost = on_lost,
                                                                 .try = on_place,
                                                                 .heard = on_place,
                                                                 .lacks = on_lacks,
                                                                 .muted = on_muted,
                                                                 .spared = on_spared,
                                                                 .keep = on_keep,
                                                                 .kept = on_kept});
    rig.responder =
        responder_create(&(struct responder_setup){.loop = rig.loop,
                                                   .rest = rig.rest,
                                                   .hands = rig.hands,
                                                   .channel_messages = rig.channel_messages});
    return !rig.loop || !rig.rest || !rig.hands || !rig.channel_messages || !rig.responder;
}

static void on_closed(void *arg)
{
    (void)arg;
}

static int tear_down(void **state)
{
    (void)state;
    rest_destroy(rig.rest);
    responder_destroy(rig.responder, on_closed, NULL);
    hands_destroy(rig.hands, on_closed, NULL);
    channel_messages_destroy(rig.channel_messages, on_closed, NULL);
    loop_destroy(rig.loop);
    return 0;
}

static struct message *whisper(const char *user)
{
    struct message *message = message_create("10", user, URGENCY_INFO);
    assert_non_null(message);
    message_text(message, "words");
    return message;
}

static const char *text_of(unsigned number, char out[16])
{
    snprintf(out, 16, "%u", number);
    return out;
}

/* -- hands -- */

/* One user in ever more channels. */
static void test_hands_of_a_user(void **state)
{
    char channel[16];
    (void)state;
    for (unsigned i = 0; i < 3 * HANDS_USER; i++)
        hands_put(rig.hands, text_of(1000 + i, channel), "7", whisper("7"));
    assert_int_equal(hands_count(rig.hands), HANDS_USER);
    hands_put(rig.hands, "10", "8", whisper("8")); /* another's room is their own */
    assert_int_equal(hands_count(rig.hands), HANDS_USER + 1);
    passed += HANDS_WAIT_MS + 1; /* nobody has asked for them */
    hands_put(rig.hands, "11", "7", whisper("7"));
    assert_int_equal(hands_count(rig.hands), HANDS_USER + 1);
    hands_say(rig.hands, "12", "9", whisper("9"));
    uv_run(loop_uv(rig.loop), UV_RUN_NOWAIT);
    assert_int_equal(hands_count(rig.hands), 2);
}

/* -- interactions -- */

static uint32_t interact(const char *user, const char *guild)
{
    static unsigned id = 1000;
    char text[16];
    const struct interaction interaction = {.kind = INTERACTION_APPLICATION_COMMAND,
                                            .id = text_of(++id, text),
                                            .token = "token",
                                            .application = "5",
                                            .channel = "10",
                                            .guild = guild,
                                            .user = {.id = user}};
    return responder_open(rig.responder, &interaction, "10", user);
}

/* Those that wait for their answer are never forgotten for others. */
static void test_interactions_of_a_user(void **state)
{
    char user[16];
    (void)state;
    for (unsigned i = 0; i < RESPONDER_USER; i++)
        assert_int_not_equal(interact("7", "50"), 0);
    assert_int_equal(interact("7", "50"), 0);
    assert_int_not_equal(interact("8", "50"), 0);
    for (unsigned i = RESPONDER_USER + 1; i < RESPONDER_GUILD; i++)
        assert_int_not_equal(interact(text_of(100 + i, user), "50"), 0);
    assert_int_equal(interact("9", "50"), 0);
    assert_int_not_equal(interact("9", "51"), 0);
}

/* Words have no answer of their own: the oldest are forgotten. */
static void test_words_of_a_user(void **state)
{
    (void)state;
    uint32_t first = responder_open(rig.responder, NULL, "10", "7");
    for (unsigned i = 0; i < 3 * RESPONDER_USER; i++)
        assert_int_not_equal(responder_open(rig.responder, NULL, "10", "7"), 0);
    struct message *late = whisper("7");
    assert_false(responder_say(rig.responder, first, late));
    message_destroy(late);
}

/* -- talks -- */

static void test_talks(void **state)
{
    char user[16];
    (void)state;
    for (unsigned i = 0; i < CHANNEL_MESSAGES_MAX + 100; i++)
        channel_messages_set_dm(rig.channel_messages, text_of(100000 + i, user), "20");
    assert_int_equal(channel_messages_count(rig.channel_messages), CHANNEL_MESSAGES_MAX);
}

/* -- panels -- */

static const struct interaction_response *response(unsigned interaction, unsigned pressed)
{
    static struct interaction_response at;
    at = (struct interaction_response){.application = "5",
                                       .token = "token",
                                       .until = loop_now(rig.loop) + INTERACTION_RESPONSE_MS,
                                       .interaction = interaction,
                                       .pressed = pressed};
    return &at;
}

/* One panel of a person at a table is known: another takes its place, and that one goes. */
static void test_panels_of_a_user(void **state)
{
    char channel[16];
    (void)state;
    hands_open_panel(rig.hands, "10", "7", response(100, 0));
    hands_open_panel(rig.hands, "10", "7", response(110, 105)); /* pressed in it: it stays */
    assert_int_equal(rest_waiting(rig.rest), 0);
    hands_open_panel(rig.hands, "10", "7", response(200, 0)); /* the one before goes */
    assert_int_equal(rest_waiting(rig.rest), 1);
    hands_open_panel(rig.hands, "10", "7", response(300, 105)); /* in the older one */
    assert_int_equal(rest_waiting(rig.rest), 2);
    assert_int_equal(hands_count(rig.hands), 1);
    for (unsigned i = 0; i < 3 * HANDS_USER; i++)
        hands_open_panel(rig.hands, text_of(1000 + i, channel), "7", response(400, 0));
    assert_int_equal(hands_count(rig.hands), HANDS_USER);
    passed += INTERACTION_RESPONSE_MS + 1; /* no token of the others is good any more */
    hands_open_panel(rig.hands, "11", "7", response(500, 0));
    hands_open_panel(rig.hands, "11", "7", response(600, 0));
    assert_int_equal(rest_waiting(rig.rest), 3);
    assert_int_equal(hands_count(rig.hands), HANDS_USER);
}

/* -- channels -- */

static void tell(struct channels *channels, const char *name, const char *more, unsigned id)
{
    const struct channels_setup setup = {
        .entered = on_place, .removed = on_place, .changed = on_place};
    char text[160];
    snprintf(text, sizeof(text), "{\"id\":\"%u\",%s}", id, more);
    cJSON *data = cJSON_Parse(text);
    assert_non_null(data);
    channels_dispatch(channels, &setup, name, data);
    cJSON_Delete(data);
}

/* A server that makes threads without end. */
static void test_places_of_a_server(void **state)
{
    struct channels channels = {0};
    (void)state;
    for (unsigned i = 0; i < 3 * CHANNELS_GUILD; i++)
        tell(&channels, "THREAD_CREATE", "\"guild_id\":\"50\"", 1000 + i);
    assert_int_equal(channels_count(&channels), CHANNELS_GUILD);
    tell(&channels, "CHANNEL_CREATE", "\"guild_id\":\"51\"", 1);
    assert_non_null(channels_state(&channels, "1"));
    tell(&channels, "THREAD_UPDATE", "\"guild_id\":\"50\",\"thread_metadata\":{\"archived\":true}",
         1000);
    assert_null(channels_state(&channels, "1000"));
    tell(&channels, "THREAD_CREATE", "\"guild_id\":\"50\"", 2);
    assert_non_null(channels_state(&channels, "2"));
    channels_finish(&channels);
    assert_int_equal(channels_count(&channels), 0);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_hands_of_a_user),  WITH(test_interactions_of_a_user),
        WITH(test_words_of_a_user),  WITH(test_talks),
        WITH(test_panels_of_a_user), WITH(test_places_of_a_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
