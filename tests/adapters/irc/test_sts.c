/* Strict transport security: the offer, the memory, and what a session makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/sts.h"
#include "base/array.h"
#include "session_transcript.h"

static void offers_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        struct sts_offer offer;
    } rows[] = {
        {"port=6697", {6697, false, 0}},
        {"duration=300", {0, true, 300}},
        {"duration=300,port=6697,preload", {6697, true, 300}},
        {"duration=0", {0, true, 0}},
        {"port=0", {0, false, 0}},
        {"port=65535", {65535, false, 0}},
        {"port=65536", {0, false, 0}},
        {"port=99999999999999999999", {0, false, 0}},
        {"port=-1", {0, false, 0}},
        {"port=6697x", {0, false, 0}},
        {"port=,duration=", {0, false, 0}},
        {"portal=1,duration", {0, false, 0}},
        {"duration=x", {0, false, 0}},
        {"", {0, false, 0}},
        {",,", {0, false, 0}},
        {"duration=99999999999999999999999", {0, true, 315360000}},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct sts_offer offer;
        sts_parse(&offer, rows[i].value, strlen(rows[i].value));
        if (offer.port != rows[i].offer.port || offer.lasts != rows[i].offer.lasts ||
            (offer.lasts && offer.duration != rows[i].offer.duration))
            fail_msg("%s: port %u, lasts %d", rows[i].value, offer.port, offer.lasts);
    }
}

/* -- the memory -- */

static void a_policy_reads_back(void **state)
{
    (void)state;
    struct sts_policy policy = {.port = 6697, .duration = 300, .expires = 1800000000};
    struct sts_policy read;
    char record[STS_RECORD];
    sts_record(&policy, record);
    sts_read(&read, record);
    assert_int_equal(read.port, 6697);
    assert_int_equal(read.duration, 300);
    assert_int_equal(read.expires, 1800000000);

    /* what cannot be a record is none */
    static const char *const damaged[] = {"", "port=6697", "port=6697 duration=300 expires=18",
                                          "port=70000 duration=300 expires=1800000000\n",
                                          "port=6697 duration=99999999999 expires=1\n"};
    for (unsigned i = 0; i < ARRAY_SIZE(damaged); i++) {
        sts_read(&read, damaged[i]);
        assert_int_equal(read.port, 0);
    }
    policy.port = 0;
    sts_record(&policy, record);
    assert_string_equal(record, "");
}

/* The case of a host's name does not matter; one that is too long has no key. */
static void a_hosts_key_ignores_case(void **state)
{
    (void)state;
    char key[STS_KEY];
    char host[STS_KEY];
    assert_true(sts_key(key, "IRC.Test"));
    assert_string_equal(key, "sts-irc.test");
    memset(host, 'x', sizeof(host) - 1);
    host[sizeof(host) - 1] = '\0';
    assert_false(sts_key(key, host));
}

/* -- the session -- */

static void begin(bool tls)
{
    session_transcript_open(&session_transcript_setup, tls, "");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host");
}

static void an_offer_ends_the_plain_session(void **state)
{
    (void)state;
    begin(false);
    STEPS("<:s CAP * LS * :batch sts=duration=9,port=6697", "=the server wants TLS",
          "<:s CAP * LS :");
    assert_int_equal(session_end(stage.session, NULL), SESSION_UPGRADE);
    assert_int_equal(session_upgrade(stage.session), 6697);
    session_transcript_end();
}

SCENE(test_no_port, begin(false), "<:s CAP * LS :sts=duration=300", ">CAP END")
SCENE(test_bad_port, begin(false), "<:s CAP * LS :sts=port=0,duration=300", ">CAP END")
SCENE(test_new, begin(false), "<:s CAP * LS :", ">CAP END", "<:s 001 talon :Welcome",
      "<:s 376 talon :End", "!CONNECTED", "<:s CAP talon NEW :sts=port=7000",
      "=the server wants TLS")
/* By TLS the port means nothing, and a value without a duration changes nothing. */
SCENE(test_lasting, begin(true), "<:s CAP * LS :sts=duration=10,port=12345 batch", "!SECURE 10",
      ">CAP REQ :batch", "<:s CAP * ACK :batch", ">CAP END", "<:s CAP talon NEW :sts=duration=0",
      "!SECURE 0", "<:s CAP talon NEW :sts=port=1", "<:s CAP talon NEW :sts")

/* -- a password -- */

static void begin_password(bool tls)
{
    struct session_setup setup = session_transcript_setup;
    setup.password = "sesame";
    session_transcript_open(&setup, tls, "");
}

#define INTRODUCED ">PASS :sesame", ">NICK talon", ">USER talon 0 * :A host"

/* In plain text it waits for what the server has to say of TLS. */
SCENE(test_password_kept, begin_password(false), ">CAP LS 302", "<:s CAP * LS * :batch",
      "<:s CAP * LS :sts=port=6697", "=the server wants TLS")
SCENE(test_password_later, begin_password(false), ">CAP LS 302", "<:s CAP * LS * :batch",
      "<:s CAP * LS :server-time", INTRODUCED, ">CAP REQ :server-time batch", "+5000")
SCENE(test_password_no_caps, begin_password(false), ">CAP LS 302", "<:s 421 * CAP :Unknown command",
      INTRODUCED, "<:s 421 * CAP :Unknown command")
SCENE(test_password_unregistered, begin_password(false), ">CAP LS 302",
      "<:s 451 * :You have not registered", INTRODUCED)
SCENE(test_password_silence, begin_password(false), ">CAP LS 302", "<:s NOTICE * :*** Looking up",
      "+4999", "+1", INTRODUCED, "+5000")
SCENE(test_password_by_tls, begin_password(true), ">CAP LS 302", INTRODUCED)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_are_read),
        cmocka_unit_test(a_policy_reads_back),
        cmocka_unit_test(a_hosts_key_ignores_case),
        cmocka_unit_test(an_offer_ends_the_plain_session),
        cmocka_unit_test(test_no_port),
        cmocka_unit_test(test_bad_port),
        cmocka_unit_test(test_new),
        cmocka_unit_test(test_lasting),
        cmocka_unit_test(test_password_kept),
        cmocka_unit_test(test_password_later),
        cmocka_unit_test(test_password_no_caps),
        cmocka_unit_test(test_password_unregistered),
        cmocka_unit_test(test_password_silence),
        cmocka_unit_test(test_password_by_tls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
