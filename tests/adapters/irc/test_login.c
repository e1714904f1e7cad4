/* Logging in by SASL, as transcripts; SCRAM against the server's side of the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsasl.h>

#include "base/array.h"
#include "session_transcript.h"

static const struct session_login by_password = {
    .user = "jilles", .password = "sesame", .only = SASL_MECHANISMS};

static void begin_login(const struct session_login *login, bool tls)
{
    struct session_setup setup = session_transcript_setup;
    setup.login = *login;
    session_transcript_open(&setup, tls, "");
}

static void begin(enum sasl_mechanism only, bool certificate, bool required, bool tls)
{
    struct session_login login = by_password;
    login.only = only;
    login.certificate = certificate;
    login.required = required;
    begin_login(&login, tls);
}

#define ANY        SASL_MECHANISMS
#define HELLO      ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host"
#define ANSWER     "AUTHENTICATE :"
#define PAYLOAD    "amlsbGVzAGppbGxlcwBzZXNhbWU="
#define SASL(list) HELLO, "<:s CAP * LS :" list, ">CAP REQ :sasl", "<:s CAP * ACK :sasl"

/* -- PLAIN -- */

SCENE(test_plain, begin(ANY, false, true, true), SASL("sasl=PLAIN,OTHER"), ">AUTHENTICATE PLAIN",
      "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<:s 900 * * jilles :You are now logged in.",
      "<:s 903 * :SASL authentication successful", ">CAP END", "<:s 001 talon :Welcome",
      "<:s 376 talon :End", "!CONNECTED")
/* As InspIRCd writes it, with other capabilities around. */
SCENE(test_plain_trailing, begin(ANY, false, false, true), HELLO, "<:s CAP * LS * :multi-prefix",
      "<:s CAP * LS :sasl=plain account-tag ", ">CAP REQ :account-tag multi-prefix sasl",
      "<:s CAP * ACK :account-tag multi-prefix sasl ", ">AUTHENTICATE PLAIN", "<AUTHENTICATE :+",
      ">AUTHENTICATE " PAYLOAD, "<:s 903 * :done", ">CAP END")
/* Without a list every mechanism is tried; 904 before any question says that there is none such. */
SCENE(test_no_list, begin(ANY, false, false, true), SASL("sasl"), ">AUTHENTICATE SCRAM-SHA-256",
      "<:s 904 * :no such mechanism", ">AUTHENTICATE PLAIN", "<AUTHENTICATE +",
      ">AUTHENTICATE " PAYLOAD, "<:s 903 * :done", ">CAP END")
SCENE(test_no_list_listed, begin(ANY, false, false, true), SASL("sasl"),
      ">AUTHENTICATE SCRAM-SHA-256", "<:s 908 * PLAIN,EXTERNAL :are available", "<:s 904 * :failed",
      ">AUTHENTICATE PLAIN", "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<:s 903 * :done",
      ">CAP END")
SCENE(test_listed_alone, begin(ANY, false, false, true), SASL("sasl"),
      ">AUTHENTICATE SCRAM-SHA-256", "<:s 908 * PLAIN :are available", "+999", "+1",
      ">AUTHENTICATE PLAIN", "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<:s 903 * :done",
      ">CAP END")
SCENE(test_listed_none, begin(ANY, false, false, true), SASL("sasl"), ">AUTHENTICATE SCRAM-SHA-256",
      "<:s 908 * EXTERNAL :are available", "<:s 904 * :failed", ">CAP END", "<:s 904 * :late")
/* Without TLS only where the configuration names it. */
SCENE(test_plain_in_plain, begin(ANY, false, false, false), SASL("sasl=PLAIN"), ">CAP END")
SCENE(test_plain_named, begin(SASL_PLAIN, false, false, false), SASL("sasl"), ">AUTHENTICATE PLAIN",
      "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<900 * * jilles :You are now logged in.",
      "<903 * :SASL authentication successful", ">CAP END")
SCENE(test_named_refused, begin(SASL_PLAIN, false, false, false), SASL("sasl"),
      ">AUTHENTICATE PLAIN", "<904 talon :SASL auth failed", ">CAP END")

/* -- none of ours -- */

SCENE(test_not_available, begin(SASL_PLAIN, false, false, false), SASL("sasl=EXTERNAL"), ">CAP END")
SCENE(test_not_available_required, begin(SASL_PLAIN, false, true, false), SASL("sasl=EXTERNAL"),
      ">QUIT :not logged in", "<:s 001 talon :Welcome", "<ERROR :Closing link", "=not logged in")
SCENE(test_required_hangs, begin(ANY, false, true, true), HELLO,
      "<:s CAP * LS :", ">QUIT :not logged in", "+1999", "+1", "=not logged in")
SCENE(test_required_old_server, begin(ANY, false, true, true), HELLO,
      "<:s 421 * CAP :Unknown command", "<:s 001 talon :Welcome", ">QUIT :not logged in")
SCENE(test_nak, begin(ANY, false, false, true), HELLO, "<:s CAP * LS :sasl chghost",
      ">CAP REQ :chghost sasl", "<:s CAP * NAK :chghost sasl", ">CAP REQ :chghost",
      ">CAP REQ :sasl", "<:s CAP * NAK :sasl", "<:s CAP * ACK :chghost", ">CAP END")
SCENE(test_nothing_to_show, begin_login(&(struct session_login){.only = ANY}, true), HELLO,
      "<:s CAP * LS :sasl=PLAIN,EXTERNAL", ">CAP END", "<AUTHENTICATE +", "<:s 903 * :done")

/* -- refusals -- */

SCENE(test_refused, begin(ANY, false, false, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<:s 904 talon :SASL authentication failed",
      ">CAP END", "<AUTHENTICATE +")
SCENE(test_refused_required, begin(ANY, false, true, true), SASL("sasl=PLAIN"),
      ">AUTHENTICATE PLAIN", "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD,
      "<:s 904 talon :SASL authentication failed", ">QUIT :not logged in")
SCENE(test_locked, begin(ANY, false, false, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<:s 902 talon :You must use a nick assigned to you", ">CAP END")
SCENE(test_too_long, begin(ANY, false, false, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<:s 905 talon :SASL message too long", ">CAP END")
SCENE(test_aborted, begin(ANY, false, false, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<:s 906 talon :SASL authentication aborted", ">CAP END")
SCENE(test_already, begin(ANY, false, true, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<:s 907 talon :You have already authenticated", ">CAP END")
SCENE(test_silent_services, begin(ANY, false, false, true), SASL("sasl=PLAIN"),
      ">AUTHENTICATE PLAIN", "+7999", "+1", ">AUTHENTICATE *", ">CAP END",
      "<:s 906 talon :SASL authentication aborted")
/* Logged out by the services later: told in the log, nothing more. */
SCENE(test_logged_out, begin(ANY, false, false, true), SASL("sasl=PLAIN"), ">AUTHENTICATE PLAIN",
      "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<:s 903 * :done", ">CAP END",
      "<:s 901 talon talon!t@h :You are now logged out")

/* Offered when the services come back; a login that is done is not repeated. */
SCENE(test_later, begin(ANY, false, false, true), HELLO, "<:s CAP * LS :", ">CAP END",
      "<:s 001 talon :Welcome", "<:s 376 talon :End", "!CONNECTED", "<:s CAP talon NEW :sasl=PLAIN",
      ">CAP REQ :sasl", "<:s CAP talon ACK :sasl", ">AUTHENTICATE PLAIN", "<AUTHENTICATE +",
      ">AUTHENTICATE " PAYLOAD, "<:s 903 talon :done", "<:s CAP talon DEL :sasl",
      "<:s CAP talon NEW :sasl=PLAIN")

/* -- EXTERNAL -- */

SCENE(test_external, begin(ANY, true, false, true), SASL("sasl=PLAIN,EXTERNAL"),
      ">AUTHENTICATE EXTERNAL", "<AUTHENTICATE +", ">AUTHENTICATE amlsbGVz", "<:s 903 * :done",
      ">CAP END")
SCENE(test_external_alone,
      begin_login(&(struct session_login){.certificate = true, .only = SASL_EXTERNAL}, true),
      SASL("sasl"), ">AUTHENTICATE EXTERNAL", "<AUTHENTICATE +", ">AUTHENTICATE +",
      "<:s 903 * :done", ">CAP END")
/* A certificate that nobody knows: the password. */
SCENE(test_external_unknown, begin(ANY, true, false, true), SASL("sasl=PLAIN,EXTERNAL"),
      ">AUTHENTICATE EXTERNAL", "<AUTHENTICATE +", ">AUTHENTICATE amlsbGVz",
      "<:s 904 talon :failed", ">AUTHENTICATE PLAIN", "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD,
      "<:s 904 talon :failed", ">CAP END")
SCENE(test_external_refused, begin(SASL_EXTERNAL, true, false, true), SASL("sasl=PLAIN,EXTERNAL"),
      ">AUTHENTICATE EXTERNAL", "<:s 904 talon :failed", ">CAP END")
/* No TLS, no certificate: not even asked for. */
SCENE(test_external_in_plain, begin(SASL_EXTERNAL, true, false, false), HELLO,
      "<:s CAP * LS :sasl=EXTERNAL", ">CAP END")

/* -- chunks -- */

/* The steps of a login whose payload is that of `times` times `pattern` as password. */
static void large(const char *pattern, unsigned times, unsigned full, bool more)
{
    char password[1024] = "";
    for (unsigned i = 0; i < times; i++)
        strcat(password, pattern);
    struct session_login login = {.user = "foo", .password = password, .only = SASL_PLAIN};
    begin_login(&login, false);
    STEPS(SASL("sasl"), ">AUTHENTICATE PLAIN");
    session_transcript_hear("AUTHENTICATE +");
    char payload[1100];
    int length = snprintf(payload, sizeof(payload), "foo%cfoo%c%s", '\0', '\0', password);
    char *base64 = NULL;
    size_t base64_length = 0;
    assert_int_equal(gsasl_base64_to(payload, (size_t)length, &base64, &base64_length), GSASL_OK);
    assert_int_equal(base64_length / SASL_CHUNK, full);
    assert_int_equal(base64_length % SASL_CHUNK != 0, more);
    for (size_t sent = 0; sent <= base64_length; sent += SASL_CHUNK) {
        char line[PROTO_LINE];
        snprintf(line, sizeof(line), "AUTHENTICATE %.*s", SASL_CHUNK,
                 sent == base64_length ? "+" : base64 + sent);
        assert_string_equal(session_transcript_take(), line);
    }
    STEPS("<903 * :done", ">CAP END");
    session_transcript_end();
    gsasl_free(base64);
}

static void large_payloads_go_in_chunks(void **state)
{
    (void)state;
    large("barbaz", 100, 2, true);
    large("\xc3\xa9\xc3\xa8\xc3\xa0", 100, 2, true);
    large("quux", 148, 2, false); /* exactly 800: an empty one closes */
    large("\xc3\xa9\xc3\xa8", 148, 2, false);
    large("quux", 73, 1, false);
}

/* What a server says in chunks is put together; too much of it, or no base64, is refused. */
static void chunks_of_the_server_are_joined(void **state)
{
    (void)state;
    char full[440];
    snprintf(full, sizeof(full), "AUTHENTICATE %0400d", 0);
    begin(SASL_PLAIN, false, false, true);
    STEPS(SASL("sasl"), ">AUTHENTICATE PLAIN");
    session_transcript_hear(full);
    STEPS("<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD, "<AUTHENTICATE +", ">AUTHENTICATE *",
          ">CAP END"); /* PLAIN asks but once */
    session_transcript_end();

    begin(SASL_PLAIN, false, false, true);
    STEPS(SASL("sasl"), ">AUTHENTICATE PLAIN");
    for (int i = 0; i < 11; i++)
        session_transcript_hear(full);
    STEPS(">AUTHENTICATE *", ">CAP END");
    session_transcript_end();
}

SCENE(test_no_base64, begin(SASL_PLAIN, false, false, true), SASL("sasl"), ">AUTHENTICATE PLAIN",
      "<AUTHENTICATE *!*", ">AUTHENTICATE *", ">CAP END")

/* -- NickServ -- */

static void begin_nickserv(bool required, bool tls)
{
    struct session_login login = by_password;
    login.required = required;
    login.nickserv = "NickServ@services.test";
    begin_login(&login, tls);
}

#define IDENTIFY ">PRIVMSG NickServ@services.test :IDENTIFY jilles sesame"

SCENE(test_nickserv, begin_nickserv(false, true), HELLO, "<:s CAP * LS :batch", ">CAP REQ :batch",
      "<:s CAP * ACK :batch", ">CAP END", "<:s 001 talon :Welcome", IDENTIFY,
      "<:s 401 talon NickServ@services.test :No such nick",
      "<:NickServ!n@services.test NOTICE talon :You are logged in", "<:s 376 talon :End",
      "!CONNECTED")
SCENE(test_nickserv_old_server, begin_nickserv(false, true), HELLO,
      "<:s 421 * CAP :Unknown command", "<:s 001 talon :Welcome", IDENTIFY)
/* In plain text, or where SASL is: not a word. */
SCENE(test_nickserv_plain, begin_nickserv(false, false), HELLO, "<:s 001 talon :Welcome",
      "<:s 376 talon :End", "!CONNECTED")
SCENE(test_nickserv_sasl, begin_nickserv(false, true), SASL("sasl=OTHER"), ">CAP END",
      "<:s 001 talon :Welcome")
SCENE(test_nickserv_required, begin_nickserv(true, true), HELLO, "<:s 001 talon :Welcome",
      ">QUIT :not logged in")
static void a_long_password_reaches_nickserv(void **state)
{
    (void)state;
    char password[600];
    memset(password, 'x', sizeof(password) - 1);
    password[sizeof(password) - 1] = '\0';
    struct session_login login = by_password;
    login.password = password;
    login.nickserv = "NickServ@services.test";
    begin_login(&login, true);
    STEPS(HELLO, "<:s 001 talon :Welcome");
    session_transcript_end();
}

/* -- SCRAM -- */

struct scram {
    Gsasl *library;
    Gsasl_session *server;
};

/* The server's answer to the next AUTHENTICATE of ours. */
static int scram_step(struct scram *scram, char *line, size_t size)
{
    const char *said = session_transcript_take();
    assert_memory_equal(said, "AUTHENTICATE ", 13);
    said += 13;
    char *answer = NULL;
    int code = gsasl_step64(scram->server, strcmp(said, "+") == 0 ? "" : said, &answer);
    snprintf(line, size, ANSWER "%s", answer && *answer != '\0' ? answer : "+");
    gsasl_free(answer);
    return code;
}

/* Up to the server's first word, which is in `line`; the server believes in `password`. */
static void scram_first(struct scram *scram, const char *password, bool required, char *line,
                        size_t size)
{
    begin(ANY, false, required, false);
    assert_int_equal(gsasl_init(&scram->library), GSASL_OK);
    assert_int_equal(gsasl_server_start(scram->library, "SCRAM-SHA-256", &scram->server), GSASL_OK);
    gsasl_property_set(scram->server, GSASL_PASSWORD, password);
    gsasl_property_set(scram->server, GSASL_SCRAM_ITER, "4096");
    gsasl_property_set(scram->server, GSASL_SCRAM_SALT, "c2FsdHNhbHQ=");
    STEPS(SASL("sasl"), ">AUTHENTICATE SCRAM-SHA-256", "<AUTHENTICATE +");
    assert_int_equal(scram_step(scram, line, size), GSASL_NEEDS_MORE);
    assert_string_equal(gsasl_property_fast(scram->server, GSASL_AUTHID), "jilles");
    assert_null(gsasl_property_fast(scram->server, GSASL_AUTHZID));
}

/* Up to its last word. */
static int scram_begin(struct scram *scram, const char *password, bool required, char *line,
                       size_t size)
{
    scram_first(scram, password, required, line, size);
    session_transcript_hear(line);
    return scram_step(scram, line, size);
}

static void scram_end(struct scram *scram)
{
    session_transcript_end();
    gsasl_finish(scram->server);
    gsasl_done(scram->library);
}

static void scram_logs_in(void **state)
{
    (void)state;
    struct scram scram;
    char last[600];
    assert_int_equal(scram_begin(&scram, "sesame", true, last, sizeof(last)), GSASL_OK);
    session_transcript_hear(last);
    STEPS(">AUTHENTICATE +", "<900 * * jilles :Logged in", "<903 * :done", ">CAP END");
    scram_end(&scram);
}

/* The password is wrong: it is not shown by PLAIN then. */
static void scram_hides_a_wrong_password(void **state)
{
    (void)state;
    struct scram scram;
    char last[600];
    assert_int_equal(scram_begin(&scram, "other", false, last, sizeof(last)),
                     GSASL_AUTHENTICATION_ERROR);
    STEPS("<904 talon :failed", ">CAP END");
    scram_end(&scram);
}

/* A server that only pretends to know it: nothing, rubbish, another's signature, or mere success.
 */
static void scram_refuses_a_server_that_pretends(void **state)
{
    (void)state;
    static const char *const lies[] = {
        "AUTHENTICATE :", "AUTHENTICATE +", "AUTHENTICATE :AAAA",
        "AUTHENTICATE :dj1ubU1mM1FIV2NKUWk5cE1ndHFLU0tQclZueUk2c3FOTzZJN3BFLzBveUdjPQ=="};
    for (unsigned i = 0; i < ARRAY_SIZE(lies); i++) {
        struct scram scram;
        char last[600];
        scram_begin(&scram, "other", i % 2, last, sizeof(last));
        session_transcript_hear(lies[i]);
        STEPS(">AUTHENTICATE *", i % 2 ? ">QUIT :not logged in" : ">CAP END");
        scram_end(&scram);
    }
    struct scram scram;
    char last[600];
    scram_begin(&scram, "other", true, last, sizeof(last));
    STEPS("<903 * :done", ">QUIT :not logged in");
    scram_end(&scram);
}

/* Work without end is not done: here it would take longer than the test may. */
static void scram_refuses_endless_work(void **state)
{
    (void)state;
    struct scram scram;
    char line[600];
    scram_first(&scram, "sesame", false, line, sizeof(line));
    char *first = NULL;
    size_t length = 0;
    assert_int_equal(
        gsasl_base64_from(line + strlen(ANSWER), strlen(line + strlen(ANSWER)), &first, &length),
        GSASL_OK);
    char costly[600];
    const char *end = strstr(first, ",i=4096");
    assert_non_null(end);
    length =
        (size_t)snprintf(costly, sizeof(costly), "%.*s,i=4000000000", (int)(end - first), first);
    char *base64 = NULL;
    assert_int_equal(gsasl_base64_to(costly, length, &base64, NULL), GSASL_OK);
    snprintf(line, sizeof(line), ANSWER "%s", base64);
    session_transcript_hear(line);
    STEPS(">AUTHENTICATE *", ">CAP END");
    gsasl_free(first);
    gsasl_free(base64);
    scram_end(&scram);
}

static void mechanisms_have_names(void **state)
{
    (void)state;
    assert_int_equal(sasl_find("scram-sha-256", 13), SASL_SCRAM_SHA_256);
    assert_int_equal(sasl_find("SCRAM-SHA-1", 11), SASL_MECHANISMS);
    assert_int_equal(sasl_list("PLAIN,x,,external", 17), 1U << SASL_PLAIN | 1U << SASL_EXTERNAL);
    assert_int_equal(sasl_list("", 0), 0);
}

/* A server cannot keep us busy with logins: some within a while, then none. */
static void a_server_cannot_ask_for_many_logins(void **state)
{
    (void)state;
    begin(SASL_PLAIN, false, false, true);
    STEPS(HELLO, "<:s CAP * LS :", ">CAP END", "<:s 001 talon :Welcome", "<:s 376 talon :End",
          "!CONNECTED");
    for (unsigned i = 0; i < 10; i++) {
        STEPS("<:s CAP talon NEW :sasl=PLAIN", ">CAP REQ :sasl", "<:s CAP talon ACK :sasl");
        if (i < 8)
            STEPS(">AUTHENTICATE PLAIN", "<AUTHENTICATE +", ">AUTHENTICATE " PAYLOAD);
        STEPS("<:s 904 talon :failed", "<:s CAP talon DEL :sasl");
    }
    for (unsigned i = 0; i < 20; i++)
        STEPS("<PING :x", ">PONG :x", "+30000");
    STEPS("<:s CAP talon NEW :sasl=PLAIN", ">CAP REQ :sasl", "<:s CAP talon ACK :sasl",
          ">AUTHENTICATE PLAIN");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_cannot_ask_for_many_logins),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_plain_trailing),
        cmocka_unit_test(test_no_list),
        cmocka_unit_test(test_no_list_listed),
        cmocka_unit_test(test_listed_alone),
        cmocka_unit_test(test_listed_none),
        cmocka_unit_test(test_plain_in_plain),
        cmocka_unit_test(test_plain_named),
        cmocka_unit_test(test_named_refused),
        cmocka_unit_test(test_not_available),
        cmocka_unit_test(test_not_available_required),
        cmocka_unit_test(test_required_hangs),
        cmocka_unit_test(test_required_old_server),
        cmocka_unit_test(test_nak),
        cmocka_unit_test(test_nothing_to_show),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_required),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_aborted),
        cmocka_unit_test(test_already),
        cmocka_unit_test(test_silent_services),
        cmocka_unit_test(test_logged_out),
        cmocka_unit_test(test_later),
        cmocka_unit_test(test_external),
        cmocka_unit_test(test_external_alone),
        cmocka_unit_test(test_external_unknown),
        cmocka_unit_test(test_external_refused),
        cmocka_unit_test(test_external_in_plain),
        cmocka_unit_test(test_nickserv),
        cmocka_unit_test(test_nickserv_old_server),
        cmocka_unit_test(test_nickserv_plain),
        cmocka_unit_test(test_nickserv_sasl),
        cmocka_unit_test(test_nickserv_required),
        cmocka_unit_test(a_long_password_reaches_nickserv),
        cmocka_unit_test(large_payloads_go_in_chunks),
        cmocka_unit_test(chunks_of_the_server_are_joined),
        cmocka_unit_test(test_no_base64),
        cmocka_unit_test(scram_logs_in),
        cmocka_unit_test(scram_hides_a_wrong_password),
        cmocka_unit_test(scram_refuses_a_server_that_pretends),
        cmocka_unit_test(scram_refuses_endless_work),
        cmocka_unit_test(mechanisms_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
