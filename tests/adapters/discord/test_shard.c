/* A shard's life on the gateway, as transcripts: greeting, beats, events, refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "shard_transcript.h"

#define ACK             "<{\"op\":11}"
#define BEAT(sequence)  ">{\"op\":1,\"d\":" sequence "}"
#define EVENT(sequence) "{\"op\":0,\"s\":" sequence ",\"t\":\"X\",\"d\":{}}"
#define LOST            "the connection to the gateway was lost"

SCENE(test_ready, STAGE_READY, "<" EVENT("2"), "!X {}")

static void test_known(void **state)
{
    (void)state;
    shard_transcript_open(&shard_transcript_setup, "wss://gw.example", NULL);
    assert_string_equal(shard_application(stage.shard), "");
    STEPS(STAGE_READY);
    assert_string_equal(shard_application(stage.shard), "22");
    assert_string_equal(shard_user(stage.shard), "11");
    shard_transcript_end();
}

/* Neither a greeting nor an entrance takes for ever. */
SCENE(test_no_hello, "@" STAGE_URL, "+19999", "+1", "/4000 the gateway does not greet",
      "~0-999 the gateway does not greet", "@" STAGE_URL)
SCENE(test_no_ready, "@" STAGE_URL, "<{\"op\":10,\"d\":{\"heartbeat_interval\":600000}}",
      ">" STAGE_IDENTIFY, "+19999", "+1", "/4000 the gateway does not accept the login",
      "~0-999 the gateway does not accept the login", "@" STAGE_URL)

/* The address comes from GET /gateway/bot, is kept, and is asked for again when nobody is there. */
static void test_address(void **state)
{
    (void)state;
    shard_transcript_open(&shard_transcript_setup, NULL, NULL);
    assert_int_equal(shard_want(stage.shard), SHARD_ASK);
    const char *const bad[] = {"",           "ws://gw.example",    "https://gw.example",
                               "wss://",     "wss:///x",           "wss://me@gw.example",
                               "wss://g w",  "wss://gw.example?x", "wss://gw.example\r\nX: y",
                               "wss://:443", "wss://gw\xc3\xa9"};
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
        assert_false(shard_address(stage.shard, bad[i]));
    char longest[SHARD_ADDRESS + 1] = "wss://";
    memset(longest + 6, 'x', sizeof(longest) - 7);
    assert_false(shard_address(stage.shard, longest));
    longest[SHARD_ADDRESS - 1] = '\0';
    STEPS("?wss://gw.example/", "@!" STAGE_URL, "~0-999 " LOST, "@!" STAGE_URL, "~500-999 " LOST,
          "@!" STAGE_URL, "~1000-1999 " LOST, "@!" STAGE_URL, "~2000-3999 " LOST, "@!" STAGE_URL,
          "~4000-7999 " LOST, "?wss://new.example:443",
          "@wss://new.example:443/?v=10&encoding=json");
    shard_transcript_end();
    shard_transcript_open(&shard_transcript_setup, longest, NULL);
    char wanted[SHARD_ADDRESS + 32];
    snprintf(wanted, sizeof(wanted), "%s/?v=10&encoding=json", longest);
    assert_string_equal(shard_url(stage.shard), wanted);
    shard_transcript_end();
}

static void test_plain(void **state)
{
    (void)state;
    struct shard_setup setup = shard_transcript_setup;
    setup.plain = true;
    shard_transcript_open(&setup, "ws://127.0.0.1:8080", NULL);
    STEPS("@ws://127.0.0.1:8080/?v=10&encoding=json");
    shard_transcript_end();
}

/* -- beats -- */

/* The first beat comes within the interval, the next ones an interval after it. */
static void test_beats(void **state)
{
    (void)state;
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t seed = 1; seed < 200; seed++) {
        struct shard_setup setup = shard_transcript_setup;
        setup.seed = seed * 2654435761U;
        shard_transcript_open(&setup, "wss://gw.example", NULL);
        STEPS(STAGE_READY);
        uint64_t due = shard_due(stage.shard);
        assert_in_range(due, stage.now, stage.now + 39999);
        least = due < least ? due : least;
        most = due > most ? due : most;
        stage.now = due;
        STEPS("+0", BEAT("1"), "+30", ACK);
        assert_int_equal(shard_due(stage.shard), due + 40000);
        shard_transcript_end();
    }
    assert_true(least < 1000 + 4000 && most > 1000 + 36000); /* jittered */
}

/* No answer until the next beat: the connection is dead, the session is not. */
SCENE(test_zombie, STAGE_READY, "+40000", BEAT("1"), "+39999", "+1",
      "/4000 the gateway does not answer heartbeats",
      "~0-999 the gateway does not answer heartbeats", "@" STAGE_RESUME_URL, STAGE_HELLO,
      ">" STAGE_RESUME("1"))
/* While we are not let in we beat as well. */
SCENE(test_beat_before_ready, "@" STAGE_URL, "<{\"op\":10,\"d\":{\"heartbeat_interval\":15000}}",
      ">" STAGE_IDENTIFY, "+15000", BEAT("null"), ACK, "+4999", "+1",
      "/4000 the gateway does not accept the login")
/* Asked for, a beat goes at once, but no flood of them; and it is no zombie's that is young. */
SCENE(test_asked, STAGE_READY, "<{\"op\":1,\"d\":null}", BEAT("1"), "<{\"op\":1}", "+599", "+1",
      BEAT("1"), "<{\"op\":1}", "<{\"op\":1}", "<{\"op\":1}", "+599", "+1", BEAT("1"), ACK,
      "+38799", "+1", BEAT("1"), ACK)
SCENE(test_asked_early, "@" STAGE_URL, "<{\"op\":1}", STAGE_HELLO, ">" STAGE_IDENTIFY)
/* A second HELLO makes no second timer; an interval that would flood is stretched. */
SCENE(test_hello_twice, STAGE_READY, STAGE_HELLO, "+40000", BEAT("1"), ACK, STAGE_HELLO, "+39999",
      "+1", BEAT("1"), ACK)
SCENE(test_hello_fast, "@" STAGE_URL, "<{\"op\":10,\"d\":{\"heartbeat_interval\":1}}",
      ">" STAGE_IDENTIFY, "+600", BEAT("null"), ACK, "+599", "+1", BEAT("null"), ACK)
SCENE(test_hello_wrong, "@" STAGE_URL, "<{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
      "<{\"op\":10,\"d\":{\"heartbeat_interval\":-5}}",
      "<{\"op\":10,\"d\":{\"heartbeat_interval\":\"9\"}}", "<{\"op\":10,\"d\":null}",
      "<{\"op\":10}", "+20000", "/4000 the gateway does not greet")

/* -- events -- */

SCENE(test_sequence, STAGE_READY, "<" EVENT("9"), "!X {}", "<" EVENT("5"), "!X {}", "<{\"op\":1}",
      BEAT("9"))
/* What is repeated is not done again: on the connection, from before a RESUME, or from long ago. */
SCENE(test_repeated, STAGE_READY, "<" EVENT("2"), "!X {}", "<" EVENT("2"), "<" EVENT("4"), "!X {}",
      "<" EVENT("3"), "!X {}", "<" EVENT("3"), "<" EVENT("4"), "<" EVENT("90"), "!X {}",
      "<" EVENT("5"), "<" EVENT("27"), "!X {}", "<" EVENT("27"), "<" EVENT("26"), "x4000",
      "~0-999 the gateway closed the connection (4000)", "@" STAGE_RESUME_URL, STAGE_HELLO,
      ">" STAGE_RESUME("90"), "<" EVENT("90"), "<" EVENT("91"), "!X {}", "<" EVENT("4"),
      "<{\"op\":0,\"s\":90,\"t\":\"RESUMED\",\"d\":{}}", "!RESUMED {}", "*", "<" EVENT("91"),
      "<" EVENT("92"), "!X {}")
/* A new session counts anew. */
SCENE(test_counted_anew, STAGE_READY, "<" EVENT("2"), "!X {}", "-6000", "<{\"op\":9,\"d\":false}",
      "/4000 the session is no longer known", "~1000-4999 the session is no longer known",
      STAGE_READY, "<" EVENT("2"), "!X {}")
SCENE(test_odd_events, STAGE_READY, "<" EVENT("-1"), "<" EVENT("1.5"), "<" EVENT("1e300"),
      "<" EVENT("1e999"), "<" EVENT("null"), "<" EVENT("\"4\""), "<" EVENT("9007199254740992"),
      "<{\"op\":0,\"s\":3,\"t\":null,\"d\":{}}", "<{\"op\":0,\"s\":3,\"t\":\"X\"}",
      "<{\"op\":0,\"t\":\"X\",\"d\":{}}", "<{\"op\":0,\"s\":3,\"t\":7,\"d\":{}}", "<{\"op\":1}",
      BEAT("1"), "<" EVENT("9007199254740991"), "!X {}", "+600", "<{\"op\":1}",
      BEAT("9007199254740991"))
/* Nobody speaks before READY, and READY comes once. */
SCENE(test_event_early, "@" STAGE_URL, "<" EVENT("1"), STAGE_HELLO, ">" STAGE_IDENTIFY,
      "<" EVENT("1"), "<{\"op\":0,\"s\":1,\"t\":\"RESUMED\",\"d\":{}}",
      "<{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":" STAGE_READY_DATA "}", "!READY " STAGE_READY_DATA,
      "<{\"op\":0,\"s\":2,\"t\":\"READY\",\"d\":" STAGE_READY_DATA "}",
      "<{\"op\":0,\"s\":2,\"t\":\"RESUMED\",\"d\":{}}")
#define BAD_READY(data) "<{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":{" data "}}"
SCENE(test_ready_wrong, "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY, BAD_READY(""),
      BAD_READY("\"session_id\":\"abc\",\"user\":{\"id\":\"1\"}"),
      BAD_READY("\"session_id\":7,\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"}"),
      BAD_READY("\"session_id\":\"a b\",\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"}"),
      BAD_READY("\"session_id\":\"\",\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"}"),
      BAD_READY("\"session_id\":\"a\",\"user\":{\"id\":\"x\"},\"application\":{\"id\":\"2\"}"),
      BAD_READY("\"session_id\":\"a\",\"user\":[1],\"application\":\"2\""),
      BAD_READY("\"session_id\":\"a\",\"user\":{\"id\":\"1234567890123456789012345\"},"
                "\"application\":{\"id\":\"2\"}"),
      "+19999", ">{\"op\":1,\"d\":null}", ACK, "+1", "/4000 the gateway does not accept the login")
/* A resume address that one may not follow is none. */
SCENE(test_resume_address_wrong, "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY,
      BAD_READY("\"session_id\":\"abc\",\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"},"
                "\"resume_gateway_url\":\"ws://thief.example\""),
      "!READY {\"session_id\":\"abc\",\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"},"
      "\"resume_gateway_url\":\"ws://thief.example\"}",
      "x", "~0-999 " LOST, "@" STAGE_URL, STAGE_HELLO, ">" STAGE_RESUME("1"))
/* What is no message of the gateway changes nothing. */
SCENE(test_garbage, STAGE_READY, "<", "<{", "<[]", "<null", "<\"x\"", "<7", "<{}", "<{\"op\":null}",
      "<{\"op\":\"0\"}", "<{\"op\":-1}", "<{\"op\":1.5}", "<{\"op\":2}", "<{\"op\":3}",
      "<{\"op\":12}", "<{\"op\":4294967297}", "<{\"op\":1e40}", "<{\"op\":9}",
      "<{\"op\":9,\"d\":\"true\"}", "<{\"op\":9,\"d\":null}", "<{\"OP\":7}",
      "<{\"op\":11,\"d\":[[[[[[[[]]]]]]]]}", "*")

/* Too deep and too long: neither is read. */
static void test_hostile(void **state)
{
    (void)state;
    shard_transcript_open(&shard_transcript_setup, "wss://gw.example", NULL);
    STEPS(STAGE_READY);
    size_t size = SHARD_TEXT_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '[', size);
    shard_text(stage.shard, text, size - 1, stage.now);
    memset(text, ' ', size);
    memcpy(text, EVENT("2"), strlen(EVENT("2")));
    shard_text(stage.shard, text, size, stage.now);
    STEPS("*", "+0");
    shard_text(stage.shard, text, size - 1, stage.now);
    STEPS("!X {}", "*");
    free(text);
    shard_transcript_end();
}

/* -- refusals, leaving, setups -- */

#define REFUSED(name, code, why)                                                                   \
    SCENE(name, STAGE_READY, "x" code, "=" why, "+900000", "<" EVENT("2"), "=" why)
REFUSED(test_4004, "4004", "Discord does not accept the token (4004)")
REFUSED(test_4010, "4010", "Discord does not accept the shard number (4010)")
REFUSED(test_4011, "4011", "Discord wants more shards for this bot (4011)")
REFUSED(test_4012, "4012", "Discord no longer speaks version 10 of the gateway (4012)")
REFUSED(test_4013, "4013", "Discord does not know the requested intents (4013)")
REFUSED(test_4014, "4014", "this bot may not use the requested intents (4014)")
SCENE(test_refused_at_once, "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY, "x4004",
      "=Discord does not accept the token (4004)")

SCENE(test_leave, STAGE_READY, "q", "/4000 leaving", ".", "+900000", ".")
SCENE(test_leave_for_good, STAGE_READY, "Q", "/1000 leaving", ".")
SCENE(test_leave_waiting, STAGE_READY, "x", "q", ".")
SCENE(test_leave_opening, "Q", "/1000 leaving", ".")

static void test_setup(void **state)
{
    (void)state;
    struct identify_limit starts;
    identify_limit_init(&starts);
    shard_transcript_open(&shard_transcript_setup, NULL, NULL);
    struct shard_setup setup = shard_transcript_setup;
    assert_null(shard_create(&setup)); /* no starts, no dispatch */
    shard_transcript_end();
    /* never a privileged intent; another shard; a token that needs escapes */
    setup.token = "se\"cret";
    setup.intents = 0xffff;
    setup.shard = 2;
    setup.shards = 3;
    shard_transcript_open(&setup, "wss://gw.example", NULL);
    STEPS("@" STAGE_URL, STAGE_HELLO,
          ">{\"op\":2,\"d\":{\"token\":\"se\\\"cret\",\"intents\":32509,\"shard\":[2,3],"
          "\"properties\":{\"os\":\"linux\",\"browser\":\"talon\",\"device\":\"talon\"}}}");
    shard_transcript_end();
    assert_int_equal(shard_of_guild(UINT64_C(197038439483310086), 1), 0);
    assert_int_equal(shard_of_guild(UINT64_C(5) << 22, 3), 2);
    assert_int_equal(shard_of_guild(7, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ready),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_no_hello),
        cmocka_unit_test(test_no_ready),
        cmocka_unit_test(test_address),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_beats),
        cmocka_unit_test(test_zombie),
        cmocka_unit_test(test_beat_before_ready),
        cmocka_unit_test(test_asked),
        cmocka_unit_test(test_asked_early),
        cmocka_unit_test(test_hello_twice),
        cmocka_unit_test(test_hello_fast),
        cmocka_unit_test(test_hello_wrong),
        cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_counted_anew),
        cmocka_unit_test(test_odd_events),
        cmocka_unit_test(test_event_early),
        cmocka_unit_test(test_ready_wrong),
        cmocka_unit_test(test_resume_address_wrong),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_4004),
        cmocka_unit_test(test_4010),
        cmocka_unit_test(test_4011),
        cmocka_unit_test(test_4012),
        cmocka_unit_test(test_4013),
        cmocka_unit_test(test_4014),
        cmocka_unit_test(test_refused_at_once),
        cmocka_unit_test(test_leave),
        cmocka_unit_test(test_leave_for_good),
        cmocka_unit_test(test_leave_waiting),
        cmocka_unit_test(test_leave_opening),
        cmocka_unit_test(test_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
