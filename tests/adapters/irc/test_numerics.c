/* Every numeric that means something to us, as a table: what arrives, and what comes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "session_transcript.h"

/* Registered, in #c with bob, asking for #d. */
static void begin(void)
{
    session_transcript_open(&session_transcript_setup, false, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
          "<:s CAP * LS :userhost-in-names", ">CAP REQ :userhost-in-names",
          "<:s CAP * ACK :userhost-in-names", ">CAP END", "<:s 001 talon :Welcome",
          "<:s 005 talon CASEMAPPING=ascii :are supported", "<:s 376 talon :End", "!CONNECTED",
          ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c", "<:s 353 talon = #c :bob!b@h",
          "!JOIN #c bob from b@h", "<:s 366 talon #c :End");
}

/* A numeric about something, with words. */
static void hear(const char *numeric, const char *what)
{
    char line[200];
    snprintf(line, sizeof(line), ":s %s talon %s :no", numeric, what);
    session_transcript_hear(line);
}

/* A hand was refused: the host hears of it, and the next one goes by PRIVMSG again. */
static void an_undelivered_hand_is_told(void **state)
{
    (void)state;
    static const char *const numerics[] = {"439", "477", "486", "492", "493", "531", "707", "716"};
    for (size_t i = 0; i < ARRAY_SIZE(numerics); i++) {
        begin();
        STEPS("#bob one", ">PRIVMSG bob :one", "#bob two", ">NOTICE bob :two");
        hear(numerics[i], "BOB");
        STEPS("!FAILED BOB no", "#bob three", ">PRIVMSG bob :three");
        /* of ourselves, or of what is no nick, it says nothing */
        hear(numerics[i], "talon");
        hear(numerics[i], "#nowhere");
        session_transcript_end();
    }
    /* 401: and gone, too */
    begin();
    STEPS("<:s 401 talon bob :No such nick", "!FAILED bob No such nick", "!GONE bob");
    session_transcript_end();
}

/* 439 also greets a client that connects, and then names nobody: its words are no nick. */
static void words_without_a_nick_refuse_no_hand(void **state)
{
    static const char *const numerics[] = {"439", "477", "486", "707"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(numerics); i++) {
        char line[100];
        begin();
        STEPS("#bob one", ">PRIVMSG bob :one");
        snprintf(line, sizeof(line), ":s %s talon :Please wait for bob", numerics[i]);
        session_transcript_hear(line);
        STEPS("#bob two", ">NOTICE bob :two");
        session_transcript_end();
    }
    begin();
    STEPS("#bob one", ">PRIVMSG bob :one", "<:s 493 talon :You must share a channel with bob",
          "!FAILED bob You must share a channel with bob");
    session_transcript_end();
}

/* What waits for who cannot be reached is not sent. */
static void what_waits_for_a_lost_reader_is_not_sent(void **state)
{
    (void)state;
    begin();
    session_transcript_send("bob one");
    session_transcript_send("bob two");
    assert_string_equal(session_transcript_take(), "PRIVMSG bob :one");
    session_transcript_hear(":s 716 talon bob :+g");
    STEPS("!FAILED bob +g");
    session_transcript_end();
}

/* A channel that does not let us in is left alone until the next connection. */
static void a_channel_that_locks_us_out_is_left_alone(void **state)
{
    (void)state;
    static const char *const numerics[] = {"403", "405", "407", "448", "470", "471",
                                           "473", "474", "475", "476", "477", "479",
                                           "480", "485", "489", "495", "520", "537"};
    for (size_t i = 0; i < ARRAY_SIZE(numerics); i++) {
        session_transcript_open(&session_transcript_setup, false, "#c");
        STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
              "<:s 422 talon :No MOTD", "!CONNECTED", ">JOIN #c");
        hear(numerics[i], "#C");
        STEPS("+59999", "+1", ">PING talon", "<PONG", "+60000", ">PING talon");
        session_closed(stage.session);
        STEPS("!DISCONNECTED ");
        session_opened(stage.session, false, stage.now);
        STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
              "<:s 376 talon :End", "!CONNECTED", ">JOIN #c");
        session_transcript_end();
    }
}

/* 480 has two meanings: only the one that passes makes us ask again. */
static void a_channel_that_is_shut_for_a_while_is_asked_again(void **state)
{
    (void)state;
    static const char *const lines[] = {
        ":s 437 talon #C :Channel is temporarily unavailable",
        ":s 480 talon #C :Cannot join channel (+j) - throttle exceeded, try again later",
        ":s 500 talon #C :Too many join requests. Please wait a while and try again."};
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        session_transcript_open(&session_transcript_setup, false, "#c");
        STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s 001 talon :Welcome",
              "<:s 422 talon :No MOTD", "!CONNECTED", ">JOIN #c");
        session_transcript_hear(lines[i]);
        STEPS("+59999", "+1", ">PING talon", ">JOIN #c", "<PONG", "<:talon!t@h JOIN #c",
              "!ENTERED #c");
        session_transcript_end();
    }
}

/* Colours that a channel refuses are left out from then on. */
static void refused_colours_are_left_out(void **state)
{
    (void)state;
    static const char *const numerics[] = {"404", "408"};
    for (size_t i = 0; i < ARRAY_SIZE(numerics); i++) {
        begin();
        STEPS("##c *[R 4]", ">PRIVMSG #c :\00301,04[R 4]\017");
        hear(numerics[i], "#c");
        STEPS(">PRIVMSG #c :[R 4]", "##c *[R 5]", ">PRIVMSG #c :[R 5]");
        session_transcript_end();
    }
}

/* While registering: another nick, or the end. */
static void a_refused_nick_is_replaced_while_registering(void **state)
{
    (void)state;
    static const struct {
        const char *line, *answer;
    } rows[] = {
        {"<:s 432 * talon :erroneous", ">NICK talon_"},
        {"<:s 433 * talon :in use", ">NICK talon_"},
        {"<:s 436 * talon :collision", ">NICK talon_"},
        {"<:s 437 * talon :unavailable", ">NICK talon_"},
        {"<:s 464 * :password incorrect", "=password incorrect"},
        {"<:s 465 * :you are banned", "=you are banned"},
        {"<ERROR :too many", "=too many"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        session_transcript_open(&session_transcript_setup, false, "");
        STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", rows[i].line,
              rows[i].answer);
        session_transcript_end();
    }
}

static char logged[400];

static void note(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level == LOG_WARN)
        snprintf(logged, sizeof(logged), "%s", line);
}

/* Why the server does not want a nick it says itself. */
static void the_server_says_why_it_refuses_a_nick(void **state)
{
    static const struct log log = {NULL, "irc/test"};
    struct session_setup setup = session_transcript_setup;
    (void)state;
    setup.log = &log;
    log_set_sink(note, NULL);
    session_transcript_open(&setup, false, "");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
          "<:s 432 * talon :Nick is held for services", ">NICK talon_");
    session_transcript_end();
    log_set_sink(NULL, NULL);
    assert_non_null(
        strstr(logged, "the server refuses the nick nick=talon: Nick is held for services"));
}

/* With too few parameters, from nobody, of nobody we know: nothing comes of any line. */
static void bare_lines_do_nothing(void **state)
{
    (void)state;
    static const char *const words[] = {
        "ACCOUNT", "AUTHENTICATE", "AWAY",    "BATCH",  "CAP",   "CHGHOST", "FAIL", "INVITE",
        "JOIN",    "KICK",         "MODE",    "NICK",   "NOTE",  "NOTICE",  "PART", "PING",
        "PONG",    "PRIVMSG",      "SETNAME", "TAGMSG", "TOPIC", "WARN"};
    begin();
    for (unsigned numeric = 2; numeric < 1000; numeric++) {
        char line[32];
        if (numeric == 464 || numeric == 465) /* the end, as they are */
            continue;
        snprintf(line, sizeof(line), ":s %03u", numeric);
        session_transcript_hear(line);
        snprintf(line, sizeof(line), ":s %03u talon", numeric);
        session_transcript_hear(line);
    }
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        session_transcript_hear(words[i]);
    STEPS("##c still here", ">PRIVMSG #c :still here");
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undelivered_hand_is_told),
        cmocka_unit_test(words_without_a_nick_refuse_no_hand),
        cmocka_unit_test(what_waits_for_a_lost_reader_is_not_sent),
        cmocka_unit_test(a_channel_that_locks_us_out_is_left_alone),
        cmocka_unit_test(a_channel_that_is_shut_for_a_while_is_asked_again),
        cmocka_unit_test(refused_colours_are_left_out),
        cmocka_unit_test(a_refused_nick_is_replaced_while_registering),
        cmocka_unit_test(the_server_says_why_it_refuses_a_nick),
        cmocka_unit_test(bare_lines_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
