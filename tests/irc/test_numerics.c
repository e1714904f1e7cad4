/* Every numeric that means something to us, as a table: what arrives, and what comes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

/* Registered, in #c with bob, asking for #d. */
static void begin(struct stage *stage)
{
    stage_open(stage, &stage_setup, false, "#c");
    stage_run(stage, (const char *[]){
                         ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
                         "<:s CAP * LS :userhost-in-names", ">CAP REQ :userhost-in-names",
                         "<:s CAP * ACK :userhost-in-names", ">CAP END", "<:s 001 talon :Welcome",
                         "<:s 005 talon CASEMAPPING=ascii :are supported", "<:s 376 talon :End",
                         "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
                         "<:s 353 talon = #c :bob!b@h", "!JOIN #c bob from b@h",
                         "<:s 366 talon #c :End", NULL});
}

/* A numeric about something, with words. */
static void hear(struct stage *stage, const char *numeric, const char *what)
{
    char line[200];
    snprintf(line, sizeof line, ":s %s talon %s :no", numeric, what);
    stage_hear(stage, line);
}

/* A hand was refused: the host hears of it, and the next one goes by PRIVMSG again. */
static void test_undelivered(void **state)
{
    (void)state;
    static const char *const numerics[] = {"439", "477", "486", "492", "493", "531", "707", "716"};
    for (size_t i = 0; i < sizeof numerics / sizeof numerics[0]; i++) {
        struct stage stage;
        begin(&stage);
        stage_run(&stage, (const char *[]){"#bob one", ">PRIVMSG bob :one", "#bob two",
                                           ">NOTICE bob :two", NULL});
        hear(&stage, numerics[i], "BOB");
        stage_run(&stage,
                  (const char *[]){"!FAILED BOB no", "#bob three", ">PRIVMSG bob :three", NULL});
        /* of ourselves, or of what is no nick, it says nothing */
        hear(&stage, numerics[i], "talon");
        hear(&stage, numerics[i], "#nowhere");
        stage_end(&stage);
    }
    /* 401: and gone, too */
    struct stage stage;
    begin(&stage);
    stage_run(&stage, (const char *[]){"<:s 401 talon bob :No such nick",
                                       "!FAILED bob No such nick", "!GONE bob", NULL});
    stage_end(&stage);
}

/* What waits for who cannot be reached is not sent. */
static void test_undelivered_waiting(void **state)
{
    (void)state;
    struct stage stage;
    begin(&stage);
    stage_send(&stage, "bob one");
    stage_send(&stage, "bob two");
    assert_string_equal(stage_take(&stage), "PRIVMSG bob :one");
    stage_hear(&stage, ":s 716 talon bob :+g");
    stage_run(&stage, (const char *[]){"!FAILED bob +g", NULL});
    stage_end(&stage);
}

/* A channel that does not let us in is left alone until the next connection. */
static void test_locked_out(void **state)
{
    (void)state;
    static const char *const numerics[] = {"403", "405", "407", "448", "470", "471", "473",
                                           "474", "475", "476", "477", "479", "480", "485",
                                           "489", "495", "500", "520", "537"};
    for (size_t i = 0; i < sizeof numerics / sizeof numerics[0]; i++) {
        struct stage stage;
        stage_open(&stage, &stage_setup, false, "#c");
        stage_run(&stage, (const char *[]){">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
                                           "<:s 001 talon :Welcome", "<:s 422 talon :No MOTD",
                                           "!CONNECTED", ">JOIN #c", NULL});
        hear(&stage, numerics[i], "#C");
        stage_run(&stage, (const char *[]){"+59999", "+1", ">PING talon", "<PONG", "+60000",
                                           ">PING talon", NULL});
        session_closed(stage.session);
        stage_run(&stage, (const char *[]){"!DISCONNECTED ", NULL});
        session_opened(stage.session, false, stage.now);
        stage_run(&stage, (const char *[]){">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
                                           "<:s 001 talon :Welcome", "<:s 376 talon :End",
                                           "!CONNECTED", ">JOIN #c", NULL});
        stage_end(&stage);
    }
}

/* Colours that a channel refuses are left out from then on. */
static void test_colours(void **state)
{
    (void)state;
    static const char *const numerics[] = {"404", "408"};
    for (size_t i = 0; i < sizeof numerics / sizeof numerics[0]; i++) {
        struct stage stage;
        begin(&stage);
        stage_run(&stage, (const char *[]){"##c *[R 4]", ">PRIVMSG #c :\00301,04[R 4]\017", NULL});
        hear(&stage, numerics[i], "#c");
        stage_run(&stage,
                  (const char *[]){">PRIVMSG #c :[R 4]", "##c *[R 5]", ">PRIVMSG #c :[R 5]", NULL});
        stage_end(&stage);
    }
}

/* While registering: another nick, or the end. */
static void test_registering(void **state)
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stage stage;
        stage_open(&stage, &stage_setup, false, "");
        stage_run(&stage, (const char *[]){">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host",
                                           rows[i].line, rows[i].answer, NULL});
        stage_end(&stage);
    }
}

/* With too few parameters, from nobody, of nobody we know: nothing comes of any line. */
static void test_bare(void **state)
{
    (void)state;
    static const char *const words[] = {
        "ACCOUNT", "AUTHENTICATE", "AWAY",    "BATCH",  "CAP",   "CHGHOST", "FAIL", "INVITE",
        "JOIN",    "KICK",         "MODE",    "NICK",   "NOTE",  "NOTICE",  "PART", "PING",
        "PONG",    "PRIVMSG",      "SETNAME", "TAGMSG", "TOPIC", "WARN"};
    struct stage stage;
    begin(&stage);
    for (unsigned numeric = 2; numeric < 1000; numeric++) {
        char line[32];
        if (numeric == 464 || numeric == 465) /* the end, as they are */
            continue;
        snprintf(line, sizeof line, ":s %03u", numeric);
        stage_hear(&stage, line);
        snprintf(line, sizeof line, ":s %03u talon", numeric);
        stage_hear(&stage, line);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        stage_hear(&stage, words[i]);
    stage_run(&stage, (const char *[]){"##c still here", ">PRIVMSG #c :still here", NULL});
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undelivered), cmocka_unit_test(test_undelivered_waiting),
        cmocka_unit_test(test_locked_out),  cmocka_unit_test(test_colours),
        cmocka_unit_test(test_registering), cmocka_unit_test(test_bare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
