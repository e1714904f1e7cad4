/* Strict transport security: the offer, the memory, and what a session makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/irc/sts.h"
#include "stage.h"

static void test_offer(void **state)
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
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sts_offer offer;
        sts_parse(&offer, rows[i].value, strlen(rows[i].value));
        if (offer.port != rows[i].offer.port || offer.lasts != rows[i].offer.lasts ||
            (offer.lasts && offer.duration != rows[i].offer.duration))
            fail_msg("%s: port %u, lasts %d", rows[i].value, offer.port, offer.lasts);
    }
}

/* -- the memory -- */

static char folder[] = "/tmp/talon-sts-XXXXXX";

static void path_of(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
}

static void damage(const char *name, const char *text)
{
    char path[100];
    path_of(path, sizeof path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool save(const struct sts_policy *policy, const char *host)
{
    char name[STATE_FILE_NAME];
    char record[STS_RECORD];
    sts_record(policy, record);
    return sts_name(name, host) && state_file_write(folder, name, record);
}

static void test_memory(void **state)
{
    (void)state;
    struct sts_policy policy = {.port = 6697, .duration = 300, .expires = 1800000000};
    struct sts_policy read;
    char path[100];
    struct stat status;
    sts_load(&read, folder, "irc.test");
    assert_int_equal(read.port, 0);
    assert_true(save(&policy, "irc.test"));
    sts_load(&read, folder, "IRC.Test");
    assert_int_equal(read.port, 6697);
    assert_int_equal(read.duration, 300);
    assert_int_equal(read.expires, 1800000000);
    sts_load(&read, folder, "other.test");
    assert_int_equal(read.port, 0);
    path_of(path, sizeof path, "sts-irc.test");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    path_of(path, sizeof path, "sts-irc.test.new");
    assert_int_not_equal(stat(path, &status), 0);

    /* what cannot be a record is none */
    static const char *const damaged[] = {"", "port=6697", "port=6697 duration=300 expires=18",
                                          "port=70000 duration=300 expires=1800000000\n",
                                          "port=6697 duration=99999999999 expires=1\n"};
    for (unsigned i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        damage("sts-irc.test", damaged[i]);
        sts_load(&read, folder, "irc.test");
        assert_int_equal(read.port, 0);
    }
    policy.port = 0;
    assert_true(save(&policy, "irc.test"));
    path_of(path, sizeof path, "sts-irc.test");
    assert_int_not_equal(stat(path, &status), 0);
    assert_true(save(&policy, "irc.test")); /* there is nothing to forget */
    policy.port = 6697;
    char long_host[STATE_FILE_NAME];
    memset(long_host, 'x', sizeof long_host - 1);
    long_host[sizeof long_host - 1] = '\0';
    assert_false(save(&policy, long_host));
    sts_load(&read, "/nowhere", "irc.test");
    assert_int_equal(read.port, 0);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* -- the session -- */

static void begin(bool tls)
{
    stage_open(&stage_setup, tls, "");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host");
}

static void test_upgrade(void **state)
{
    (void)state;
    begin(false);
    STEPS("<:s CAP * LS * :batch sts=duration=9,port=6697", "=the server wants TLS",
          "<:s CAP * LS :");
    assert_int_equal(session_end(stage.session, NULL), SESSION_UPGRADE);
    assert_int_equal(session_upgrade(stage.session), 6697);
    stage_end();
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
    struct session_setup setup = stage_setup;
    setup.password = "sesame";
    stage_open(&setup, tls, "");
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
        cmocka_unit_test(test_offer),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_upgrade),
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
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
