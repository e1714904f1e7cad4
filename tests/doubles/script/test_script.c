/* Tests of the double network (tests/doubles/script/script.h), which other tests rely on, and of
 * its faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "tests/doubles/script/script.h"

enum { WAIT = 5000 }; /* milliseconds, for what surely comes */

/* One adapter and a record of the events it raised, a line each. */
static struct loop *loop;
static struct settings settings;
static struct adapter *adapter;
static char events[20000];
static bool inside; /* a callback of the adapter is on the stack */

static void raise_event(void *host, struct adapter *from, const struct chat_event *event)
{
    static const char *const kinds[] = {
        [CHAT_CONNECTED] = "connected", [CHAT_DISCONNECTED] = "disconnected",
        [CHAT_ENTERED] = "entered",     [CHAT_REMOVED] = "removed",
        [CHAT_MESSAGE] = "message",     [CHAT_JOIN] = "join",
        [CHAT_LEAVE] = "leave",         [CHAT_RENAME] = "rename",
        [CHAT_IDENTITY] = "identity",   [CHAT_GONE] = "gone",
        [CHAT_FAILED] = "failed",       [CHAT_STOPPED] = "stopped",
    };
    assert_ptr_equal(host, &loop);
    assert_ptr_equal(from, adapter);
    assert_false(inside);
    size_t length = strlen(events);
    snprintf(events + length, sizeof(events) - length, "%s%s%s%s%s%s%s%s%s%s%s\n",
             kinds[event->kind], event->channel ? " " : "", event->channel ? event->channel : "",
             event->user.id ? " " : "", event->user.id ? event->user.id : "",
             event->user.account ? "=" : "", event->user.account ? event->user.account : "",
             event->user.is_operator ? "@" : "", event->old_id ? event->old_id : "",
             event->netsplit ? " split" : "", event->text ? event->text : "");
}

static void set(enum script_key key, const char *value)
{
    assert_null(settings_put(&settings, (int)key, value));
}

static void begin(void)
{
    struct fault why = {0};
    const struct adapter_setup setup = {
        .name = "test", .settings = &settings, .loop = loop, .raise = raise_event, .host = &loop};
    adapter = script_adapter.create(&setup, &why);
    assert_non_null(adapter);
    inside = true;
    script_adapter.start(adapter);
    inside = false;
}

static struct message *say(const char *channel, const char *user, const char *text)
{
    struct message *message = message_create(channel, user, URGENCY_TABLE);
    message_text(message, text);
    return message;
}

static void post(struct message *message)
{
    inside = true;
    script_adapter.send(adapter, message);
    inside = false;
}

static void settle(void)
{
    assert_true(script_settle(adapter, WAIT));
}

/* The events since the last call. */
static void assert_events(const char *expected)
{
    settle();
    assert_string_equal(events, expected);
    *events = '\0';
}

static void people_are_heard_in_order(void **state)
{
    (void)state;
    begin();
    assert_string_equal(events, "");
    assert_events("connected\nentered #table\n");
    script_join(adapter, "#table", "alice", "al", false);
    script_join(adapter, "#table", "bob", NULL, true);
    script_type(adapter, "#table", "alice", " !uno");
    script_type(adapter, NULL, "bob", " !hand");
    assert_string_equal(events, "");
    assert_events("join #table alice=al\njoin #table bob@\nmessage #table alice=al !uno\n"
                  "message bob@ !hand\n");
    script_rename(adapter, "alice", "ally");
    script_type(adapter, "#table", "ally", " pl");
    script_identify(adapter, "ally", NULL);
    script_leave(adapter, "#table", "ally");
    script_gone(adapter, "bob", true);
    assert_events("rename ally=alalice\nmessage #table ally=al pl\nidentity ally\n"
                  "leave #table ally\ngone bob@ split\n");
    script_removed(adapter, "#table");
    script_type(adapter, "#table", "ally", "unheard");
    script_entered(adapter, "#table");
    assert_events("removed #table\nentered #table\n");
}

static void lines_are_recorded(void **state)
{
    (void)state;
    begin();
    settle();
    post(say("#table", NULL, "hello\nyou"));
    post(say("#table", "alice", "your hand"));
    post(say("#elsewhere", NULL, "we are not there"));
    settle();
    assert_int_equal(script_lines(adapter), 3);
    assert_string_equal(script_line(adapter, 0), "#table: hello");
    assert_string_equal(script_line(adapter, 1), "#table: you");
    assert_string_equal(script_line(adapter, 2), "@alice: your hand");
    assert_null(script_line(adapter, 3));
    size_t from = 0;
    assert_string_equal(script_wait(adapter, &from, "@alice", WAIT), "@alice: your hand");
    assert_int_equal(from, 3);
    assert_null(script_wait(adapter, &from, "@alice", 1));
    script_forget(adapter);
    assert_int_equal(script_lines(adapter), 0);
}

static void styles_can_be_seen(void **state)
{
    (void)state;
    set(SCRIPT_STYLES, "on");
    begin();
    struct message *message = say("#table", NULL, "");
    message_add(message, STYLE_NAME, TINT_WILD, "alice", 5);
    message_text(message, " plays ");
    message_add(message, STYLE_CARD, TINT_RED, "[R 5]", 5);
    message_text(message, "\n-> ");
    message_add(message, STYLE_MENTION, TINT_WILD, "bob", 3);
    post(message);
    assert_string_equal(script_line(adapter, 0), "#table: {name|alice} plays {red|[R 5]}");
    assert_string_equal(script_line(adapter, 1), "#table: -> {mention|bob}");
    message = say("#table", "alice", "");
    message_add(message, STYLE_CARD, TINT_RED, "[R 5]", 5);
    message->mono = true;
    message->way = WAY_NOTICE;
    post(message);
    assert_string_equal(script_line(adapter, 2), "@alice: {notice}[R 5]");
}

static void a_deaf_user_is_told_of(void **state)
{
    (void)state;
    begin();
    script_join(adapter, "#table", "alice", NULL, false);
    script_deaf(adapter, "alice", true);
    settle();
    *events = '\0';
    post(say("#table", "alice", "hand"));
    assert_string_equal(events, "");
    assert_events("failed #table aliceno such user\n");
    script_deaf(adapter, "alice", false);
    post(say("#table", "alice", "hand"));
    assert_int_equal(script_lines(adapter), 1);
}

static void a_torn_connection_stands_again(void **state)
{
    (void)state;
    begin();
    script_join(adapter, "#table", "alice", NULL, false);
    settle();
    *events = '\0';
    script_disconnect(adapter, 5);
    post(say("#table", NULL, "lost"));
    script_type(adapter, "#table", "alice", "lost");
    script_join(adapter, "#table", "bob", NULL, false);
    assert_events("disconnected\nconnected\nentered #table\njoin #table alice\njoin #table bob\n");
    assert_int_equal(script_lines(adapter), 0);
    post(say("#table", NULL, "back"));
    assert_string_equal(script_line(adapter, 0), "#table: back");
}

static void saying_may_tear_it(void **state)
{
    (void)state;
    set(SCRIPT_DISCONNECT, "100");
    set(SCRIPT_RECONNECT, "0");
    begin();
    assert_events("connected\nentered #table\n");
    post(say("#table", NULL, "one"));
    post(say("#table", NULL, "two"));
    assert_events("disconnected\nconnected\nentered #table\n");
    assert_int_equal(script_lines(adapter), 1);
}

static void a_throttle_lets_hands_go_first(void **state)
{
    (void)state;
    set(SCRIPT_THROTTLE, "2");
    begin();
    settle();
    post(say("#table", NULL, "one"));
    post(say("#table", NULL, "two"));
    struct message *hand = message_create("#table", "alice", URGENCY_HAND);
    message_text(hand, "hand");
    post(hand);
    assert_int_equal(script_lines(adapter), 1);
    settle();
    assert_int_equal(script_lines(adapter), 3);
    assert_string_equal(script_line(adapter, 1), "@alice: hand");
    assert_string_equal(script_line(adapter, 2), "#table: two");
}

static void stop_ends_it(void **state)
{
    (void)state;
    begin();
    script_adapter.stop(adapter, "good night");
    script_adapter.stop(adapter, "twice");
    assert_events("connected\nentered #table\nstoppedgood night\n");
    script_type(adapter, "#table", "alice", "lost");
    post(say("#table", NULL, "lost"));
    assert_events("");
    assert_int_equal(script_lines(adapter), 0);
}

/* 200 lines each way through the faults; all that came out, as one text. */
static void run_faults(char *out, size_t size)
{
    begin();
    settle();
    *events = '\0';
    for (int i = 0; i < 200; i++) {
        char text[20];
        snprintf(text, sizeof(text), "%d", i);
        script_type(adapter, "#table", "a", text);
        post(say("#table", NULL, text));
    }
    settle();
    size_t length = (size_t)snprintf(out, size, "%s", events);
    for (size_t i = 0; i < script_lines(adapter); i++)
        length += (size_t)snprintf(out + length, size - length, "%s\n", script_line(adapter, i));
    *events = '\0';
}

static void finish_adapter(void)
{
    if (!adapter)
        return;
    script_adapter.destroy(adapter);
    adapter = NULL;
}

static void a_seed_gives_the_same_faults(void **state)
{
    (void)state;
    static char first[20000], second[20000], other[20000];
    for (int key = SCRIPT_HEAR_DROP; key <= SCRIPT_SAY_REORDER; key++)
        set((enum script_key)key, "20");
    run_faults(first, sizeof(first));
    finish_adapter();
    run_faults(second, sizeof(second));
    finish_adapter();
    set(SCRIPT_SEED, "2");
    run_faults(other, sizeof(other));
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
}

/* How often each of 200 numbers arrived, and how many arrived before a smaller one. */
struct tally {
    unsigned lost, doubled, overtaken;
};

static struct tally count(const char *text, const char *before)
{
    struct tally tally = {0};
    unsigned seen[200] = {0};
    int highest = -1;
    for (const char *at = text; (at = strstr(at, before)); at++) {
        int n = atoi(at + strlen(before));
        seen[n]++;
        if (n < highest)
            tally.overtaken++;
        if (n > highest)
            highest = n;
    }
    for (int i = 0; i < 200; i++) {
        tally.lost += seen[i] == 0;
        tally.doubled += seen[i] > 1;
    }
    return tally;
}

static void every_fault_alone(void **state)
{
    static char out[20000];
    (void)state;
    for (int key = SCRIPT_HEAR_DROP; key <= SCRIPT_SAY_REORDER; key++) {
        set((enum script_key)key, "20");
        run_faults(out, sizeof(out));
        finish_adapter();
        set((enum script_key)key, "0");
        struct tally heard = count(out, "message #table a");
        struct tally said = count(out, "#table: ");
        struct tally *hit = key < SCRIPT_SAY_DROP ? &heard : &said;
        struct tally *spared = key < SCRIPT_SAY_DROP ? &said : &heard;
        unsigned faults[] = {hit->lost, hit->doubled, hit->overtaken};
        for (int i = 0; i < 3; i++) {
            if (i == (key - SCRIPT_HEAR_DROP) % 3)
                assert_in_range(faults[i], 15, 65);
            else
                assert_int_equal(faults[i], 0);
        }
        assert_int_equal(spared->lost + spared->doubled + spared->overtaken, 0);
    }
}

static int set_up(void **state)
{
    (void)state;
    loop = loop_create();
    adapter = NULL;
    inside = false;
    *events = '\0';
    return loop && settings_init(&settings, script_adapter.keys) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    finish_adapter();
    script_adapter.destroy(NULL);
    loop_destroy(loop);
    settings_finish(&settings);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(people_are_heard_in_order),
        TEST(lines_are_recorded),
        TEST(styles_can_be_seen),
        TEST(a_deaf_user_is_told_of),
        TEST(a_torn_connection_stands_again),
        TEST(saying_may_tear_it),
        TEST(a_throttle_lets_hands_go_first),
        TEST(stop_ends_it),
        TEST(a_seed_gives_the_same_faults),
        TEST(every_fault_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
