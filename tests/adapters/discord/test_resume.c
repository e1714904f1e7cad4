/* What an end of a connection means: resume, a new session, waiting; and across a restart. */
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

#define LOST              "the connection to the gateway was lost"
#define CLOSED(code)      "the gateway closed the connection (" code ")"
#define EVENT(sequence)   "<{\"op\":0,\"s\":" sequence ",\"t\":\"X\",\"d\":[]}"
#define RESUMED(sequence) "<{\"op\":0,\"s\":" sequence ",\"t\":\"RESUMED\",\"d\":{}}"
#define RESUMES           "@" STAGE_RESUME_URL, STAGE_HELLO, ">" STAGE_RESUME("1")
#define ANEW              "@" STAGE_URL, STAGE_HELLO

/* What was missed comes before RESUMED. */
SCENE(test_resume, STAGE_READY, "x", "~0-999 " LOST, RESUMES, EVENT("2"), "!X []", EVENT("3"),
      "!X []", RESUMED("4"), "!RESUMED {}", "*", "x", "~500-999 " LOST, "@" STAGE_RESUME_URL,
      STAGE_HELLO, ">" STAGE_RESUME("4"))
/* A long replay is not too long; silence in it is. */
SCENE(test_replay, STAGE_READY, "x", "~0-999 " LOST, "@" STAGE_RESUME_URL,
      "<{\"op\":10,\"d\":{\"heartbeat_interval\":600000}}", ">" STAGE_RESUME("1"), "+19999",
      EVENT("2"), "!X []", "+19999", EVENT("3"), "!X []", "+19999", "+1",
      "/4000 the gateway does not accept the login")

#define RESUMABLE(name, code) SCENE(name, STAGE_READY, "x" code, "~0-999 " CLOSED(code), RESUMES)
RESUMABLE(test_1000, "1000")
RESUMABLE(test_1001, "1001")
RESUMABLE(test_1006, "1006")
RESUMABLE(test_4000, "4000")
RESUMABLE(test_4001, "4001")
RESUMABLE(test_4002, "4002")
RESUMABLE(test_4003, "4003")
RESUMABLE(test_4005, "4005")
RESUMABLE(test_4999, "4999")

/* The rate: resumed, but late. */
SCENE(test_4008, STAGE_READY, "x4008",
      "~30000-59999 the gateway says that the bot sends too fast (4008)", RESUMES)
/* A new session, on the common address. */
SCENE(test_4007, STAGE_READY, "-6000", "x4007",
      "~1000-4999 the gateway does not know the sequence number (4007)", ANEW, ">" STAGE_IDENTIFY)
SCENE(test_4009, STAGE_READY, "-6000", "x4009", "~1000-4999 the session timed out (4009)", ANEW,
      ">" STAGE_IDENTIFY)

/* op 7 and op 9. */
SCENE(test_reconnect, STAGE_READY, "<{\"op\":7,\"d\":null}",
      "/4000 the gateway asks us to reconnect", "~0-499 the gateway asks us to reconnect", RESUMES)
SCENE(test_reconnect_early, "@" STAGE_URL, "<{\"op\":7}", "/4000 the gateway asks us to reconnect",
      "~0-499 the gateway asks us to reconnect", "@" STAGE_URL)
SCENE(test_invalid, STAGE_READY, "-6000", "<{\"op\":9,\"d\":false}",
      "/4000 the session is no longer known", "~1000-4999 the session is no longer known", ANEW,
      ">" STAGE_IDENTIFY)
SCENE(test_invalid_resumable, STAGE_READY, "<{\"op\":9,\"d\":true}",
      "/4000 the session is to be resumed", "~0-999 the session is to be resumed", RESUMES)
SCENE(test_invalid_at_resume, STAGE_READY, "-6000", "x", "~0-999 " LOST, RESUMES,
      "<{\"op\":9,\"d\":false}", "/4000 the session is no longer known",
      "~1000-4999 the session is no longer known", ANEW, ">" STAGE_IDENTIFY)
/* Refused an IDENTIFY: the next one goes in the next window, and the beats go on meanwhile. */
SCENE(test_invalid_at_identify, "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY,
      "<{\"op\":9,\"d\":true}", "/4000 the session is no longer known",
      "~1000-4999 the session is no longer known", "@" STAGE_URL,
      "<{\"op\":10,\"d\":{\"heartbeat_interval\":600}}", "+600", ">{\"op\":1,\"d\":null}",
      "<{\"op\":11}", "+5000", ">" STAGE_IDENTIFY, ">{\"op\":1,\"d\":null}")

/* What is said on a connection that we hang up is not heard. */
SCENE(test_closing, STAGE_READY, "<{\"op\":7}", EVENT("2"), "<{\"op\":1}",
      "<{\"op\":9,\"d\":false}", "x4000", "~0-499 the gateway asks us to reconnect", RESUMES)
SCENE(test_closing_refused, STAGE_READY, "<{\"op\":7}", "x4004",
      "=Discord does not accept the token (4004)")

/* Longer and longer, up to two minutes; a connection that held starts anew. The resume address is
 * given up for each fourth try, the session after three RESUMEs that led nowhere. */
SCENE(test_back_off, STAGE_READY, "x", "~0-999 " LOST, "@!" STAGE_RESUME_URL, "~500-999 " LOST,
      "@!" STAGE_RESUME_URL, "~1000-1999 " LOST, "@!" STAGE_RESUME_URL, "~2000-3999 " LOST,
      "@!" STAGE_URL, "~4000-7999 " LOST, "@!" STAGE_RESUME_URL, "~8000-15999 " LOST,
      "@!" STAGE_RESUME_URL, "~16000-31999 " LOST, "@!" STAGE_RESUME_URL, "~32000-63999 " LOST,
      "@!" STAGE_URL, "~60000-119999 " LOST, "@!" STAGE_RESUME_URL, "~60000-119999 " LOST, RESUMES,
      RESUMED("2"), "!RESUMED {}", "-29999", "x", "~2000-3999 " LOST, "@" STAGE_RESUME_URL,
      STAGE_HELLO, ">" STAGE_RESUME("2"), RESUMED("3"), "!RESUMED {}", "-30000", "x1001",
      "~0-999 " CLOSED("1001"), "@" STAGE_RESUME_URL)
SCENE(test_resumes_in_vain, STAGE_READY, "-6000", "x", "~0-999 " LOST, RESUMES, "x",
      "~500-999 " LOST, RESUMES, "x", "~1000-1999 " LOST, RESUMES, "x", "~2000-3999 " LOST,
      "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY)

/* -- across a restart -- */

static void test_restart(void **state)
{
    (void)state;
    char text[SHARD_STATE];
    shard_transcript_open(&shard_transcript_setup, "wss://gw.example", NULL);
    assert_int_equal(shard_export(stage.shard, text, sizeof(text)), 0);
    STEPS(STAGE_READY, EVENT("9007199254740991"), "!X []");
    assert_int_equal(shard_export(stage.shard, text, 20), 0);
    size_t length = shard_export(stage.shard, text, sizeof(text));
    assert_in_range(length, 100, sizeof(text) - 1);
    assert_int_equal(length, strlen(text));
    assert_null(strstr(text, "secret"));
    STEPS("q", "/4000 leaving", ".");
    shard_transcript_end();

    /* nobody needs to be asked for an address */
    shard_transcript_open(&shard_transcript_setup, NULL, text);
    assert_string_equal(shard_application(stage.shard), "22");
    assert_string_equal(shard_user(stage.shard), "11");
    STEPS("@" STAGE_RESUME_URL, STAGE_HELLO, ">" STAGE_RESUME("9007199254740991"),
          "<{\"op\":0,\"s\":9007199254740990,\"t\":\"X\",\"d\":{}}", /* the process before had it */
          "<{\"op\":9,\"d\":false}", "/4000 the session is no longer known",
          "~1000-4999 the session is no longer known", "?wss://gw.example", "@" STAGE_URL,
          STAGE_HELLO, ">" STAGE_IDENTIFY);
    assert_int_equal(shard_export(stage.shard, text, sizeof(text)), 0);
    shard_transcript_end();
}

/* An export of something else, or damaged, changes nothing. */
static void test_import_wrong(void **state)
{
    (void)state;
    const char *const good =
        "{\"version\":1,\"session\":\"abc\",\"sequence\":1,\"address\":\"wss://gw-7.example\","
        "\"application\":\"22\",\"user\":\"11\",\"intents\":4097,\"shard\":[0,1]}";
    static const char *const changes[][2] = {
        {"\"version\":1", "\"version\":2"},
        {"\"abc\"", "\"\""},
        {"\"abc\"", "\"a\\nb\""},
        {"\"sequence\":1", "\"sequence\":-1"},
        {"\"sequence\":1", "\"sequence\":0.5"},
        {"\"sequence\":1", "\"sequence\":1e17"},
        {"\"22\"", "22"},
        {"\"11\"", "\"x\""},
        {"4097", "4096"},
        {"[0,1]", "[1,1]"},
        {"[0,1]", "[0,2]"},
        {"[0,1]", "[0]"},
        {"[0,1]", "0"},
        {"[0,1]}", "[0,1]"},
        {"\"user\"", "\"User\""},
    };
    struct identify_limit starts;
    identify_limit_init(&starts);
    for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
        const char *at = strstr(good, changes[i][0]);
        char text[SHARD_STATE];
        assert_non_null(at);
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, changes[i][1],
                 at + strlen(changes[i][0]));
        shard_transcript_open(&shard_transcript_setup, "wss://gw.example", NULL);
        shard_transcript_end();
        struct shard_setup setup = shard_transcript_setup;
        setup.identify_limit = &starts;
        setup.dispatch = (void (*)(void *, const char *, const cJSON *))abort;
        struct shard *shard = shard_create(&setup);
        assert_non_null(shard);
        if (shard_import(shard, text))
            fail_msg("taken: %s", text);
        assert_string_equal(shard_user(shard), "");
        shard_tick(shard, 1000);
        assert_int_equal(shard_want(shard), SHARD_ASK);
        assert_false(shard_import(shard, good)); /* too late */
        shard_destroy(shard);
    }
    shard_transcript_open(&shard_transcript_setup, NULL, good);
    STEPS(RESUMES);
    shard_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_1000),
        cmocka_unit_test(test_1001),
        cmocka_unit_test(test_1006),
        cmocka_unit_test(test_4000),
        cmocka_unit_test(test_4001),
        cmocka_unit_test(test_4002),
        cmocka_unit_test(test_4003),
        cmocka_unit_test(test_4005),
        cmocka_unit_test(test_4999),
        cmocka_unit_test(test_4008),
        cmocka_unit_test(test_4007),
        cmocka_unit_test(test_4009),
        cmocka_unit_test(test_reconnect),
        cmocka_unit_test(test_reconnect_early),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_invalid_resumable),
        cmocka_unit_test(test_invalid_at_resume),
        cmocka_unit_test(test_invalid_at_identify),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_closing_refused),
        cmocka_unit_test(test_back_off),
        cmocka_unit_test(test_resumes_in_vain),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_import_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
