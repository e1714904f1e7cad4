/* How fast we may send (adapters/irc/sending/throttle.c), as transcripts: which server it is, what
 * has arrived, and what found no room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/servers.h"
#include "base/array.h"
#include "session_transcript.h"

#define HELLO ">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host"

static char noted[8][256];
static unsigned notes;

static void note(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    if (notes < 8)
        snprintf(noted[notes++], sizeof(noted[0]), "%s", line);
}

/* How often that was logged. */
static unsigned logged(const char *part)
{
    unsigned count = 0;
    for (unsigned i = 0; i < notes; i++)
        count += strstr(noted[i], part) != NULL;
    return count;
}

/* What 004 and the capabilities of those servers say; the first three as the packages say it. */
static void server_software_is_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *version, *name;
    } known[] = {
        {"ngircd-26.1", "ngircd"},
        {"InspIRCd-3", "InspIRCd"},
        {"ircd-hybrid-1:8.2.43+dfsg.1-1", "ircd-hybrid"},
        {"hybrid-8.2.44", "ircd-hybrid"},
        {"plexus-4(hybrid-8.1.20)", "ircd-hybrid"},
        {"InspIRCd-4", "InspIRCd"},
        {"solanum-1.0-dev", "Solanum"},
        {"charybdis-4.1.2", "Charybdis"},
        {"ircd-seven-1.1.9", "ircd-seven"},
        {"ergo-v2.14.0", "Ergo"},
        {"UnrealIRCd-6.1.4", "UnrealIRCd"},
        {"u2.10.12.19", "ircu"},
        {"u2.10.12.10+snircd(1.3.4a)", "ircu"},
        {"u2.10.12.14(20140808)+Nefarious", "ircu"},
        {"bahamut-2.2.1", "Bahamut"},
        {"2.11.2p3", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
        const struct server_kind *kind = servers_find(known[i].version);
        if (known[i].name)
            assert_non_null(kind);
        assert_string_equal(kind ? kind->name : "", known[i].name ? known[i].name : "");
    }
    assert_string_equal(servers_by_token("inspircd.org/standard-replies", 29)->name, "InspIRCd");
    assert_string_equal(servers_by_token("solanum.chat/oper", 17)->name, "Solanum");
    assert_null(servers_by_token("sasl", 4));
    for (unsigned i = 0; servers_at(i); i++) {
        const struct flood_limits *limits = &servers_at(i)->limits;
        assert_true(limits->burst > 0 && limits->line_ms > 0);
        assert_true(limits->lines > 0 ? limits->bytes > 1024 : limits->unread > 0);
    }
}

/* In #c with bob, on a server that says so of itself. */
static void begin(const char *version, const char *caps)
{
    static const struct log log = {NULL, "irc/test"};
    char line[256];
    struct session_setup setup = session_transcript_setup;
    setup.flood_auto = true;
    setup.log = &log;
    notes = 0;
    session_transcript_open(&setup, false, "#c");
    STEPS(HELLO);
    snprintf(line, sizeof(line), ":s CAP * LS :%s", caps);
    session_transcript_hear(line);
    if (strstr(caps, "echo-message"))
        STEPS(">CAP REQ :echo-message", "<:s CAP * ACK :echo-message");
    STEPS(">CAP END", "<:s 001 talon :Welcome");
    snprintf(line, sizeof(line), ":s 004 talon irc.test %s iow nt", version);
    session_transcript_hear(line);
    STEPS("<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:s 353 talon = #c :talon @bob", "!JOIN #c @bob", "<:s 366 talon #c :End");
    stage.now += 2000;
    STEPS(">WHO #c", "<:s 352 talon #c b h s bob H@ :0 B", "!JOIN #c @bob from b@h",
          "<:s 315 talon #c :End");
}

/* What `auto` chose is logged once a connection. */
static void the_chosen_pace_is_logged_once(void **state)
{
    (void)state;
    static const struct {
        const char *version, *caps, *told;
    } servers[] = {
        {"InspIRCd-3", "", "kind=InspIRCd at_once=8 a_minute=60"},
        {"ngircd-26.1", "", "kind=ngircd at_once=5 a_minute=500"},
        {"ircd-hybrid-8.2.43", "", "kind=ircd-hybrid at_once=5 a_minute=60"},
        {"solanum-1.0-dev", "", "kind=Solanum at_once=5 a_minute=120"},
        {"u2.10.12.19", "", "kind=ircu at_once=5 a_minute=30"},
        {"beta-1", "", "kind=unknown at_once=5 a_minute=30"},
        {"hidden", "inspircd.org/x", "kind=InspIRCd at_once=8 "},
        {"ngircd-26.1", "inspircd.org/x", "kind=ngircd at_once=5 "},
    };
    log_set_sink(note, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(servers); i++) {
        begin(servers[i].version, servers[i].caps);
        assert_int_equal(logged("sending at the pace for this server"), 1);
        assert_int_equal(logged(servers[i].told), 1);
        session_closed(stage.session);
        session_destroy(stage.session);
    }
    log_set_sink(NULL, NULL);
}

/* Three quarters of the lines that may be under way, then a PING; none go beyond the most before
 * its answer. Nothing is asked of a server that is idle. */
static void a_ping_follows_the_window(void **state)
{
    (void)state;
    begin("ircd-hybrid-8.2.43", "");
    STEPS("+10000");
    for (unsigned i = 0; i < 9; i++) { /* with JOIN and WHO: eleven of fourteen */
        session_transcript_send("#c x");
        STEPS(">PRIVMSG #c :x");
        stage.now += 1000;
    }
    STEPS(">PING talon-1");
    for (unsigned i = 0; i < 3; i++) {
        session_transcript_send("#c y");
        STEPS(">PRIVMSG #c :y");
        stage.now += 1000;
    }
    session_transcript_send("#c late");
    STEPS("<PING :x", ">PONG :x", "<:s PONG s :other", "<:s PONG s :talon-9", "+1000",
          "<:s PONG s :talon-1", ">PRIVMSG #c :late", "+59000");
    session_destroy(stage.session);
}

/* Why a move did nothing goes before hands and what the curious asked, by the end of the burst. */
static void a_players_answer_goes_first(void **state)
{
    (void)state;
    begin("ircd-hybrid-8.2.43", "");
    STEPS("+10000", "##c 1", ">PRIVMSG #c :1", "##c 2", ">PRIVMSG #c :2", "##c 3", ">PRIVMSG #c :3",
          "##c 4", ">PRIVMSG #c :4", "#bob hand", "#bob ?help", "#bob ^That card does not match.",
          ">PRIVMSG bob :That card does not match.", "+999", "+1001", ">PRIVMSG bob :hand");
    session_destroy(stage.session);
}

/* Without an answer it goes on, as on a server that nobody knows. */
static void an_unanswered_ping_slows_down(void **state)
{
    (void)state;
    begin("ircd-hybrid-8.2.43", "");
    STEPS("+10000");
    for (unsigned i = 0; i < 12; i++) {
        stage.now += 1000;
        session_transcript_send("#c x");
        STEPS(">PRIVMSG #c :x");
        if (i == 8)
            STEPS(">PING talon-1");
    }
    session_transcript_send("#c late");
    STEPS("<:bob!b@h PRIVMSG #c :hi", "!MESSAGE #c @bob hi", "+30000",
          "<:bob!b@h PRIVMSG #c :there", "!MESSAGE #c @bob there");
    assert_in_range(session_due(stage.session), stage.now + 1, stage.now + 30000);
    STEPS("+26999", "+1", ">PRIVMSG #c :late");
    session_destroy(stage.session);
}

/* What comes back is through, in whatever order of channels and users; it is nobody's words. */
static void echoes_tell_what_is_through(void **state)
{
    (void)state;
    begin("InspIRCd-3", "echo-message");
    STEPS("+10000", "#bob hand", ">PRIVMSG bob :hand", "#bob hand 2", ">NOTICE bob :hand 2",
          "<:talon!t@h PRIVMSG bob :hand", "<:talon!t@h NOTICE Bob :hand 2");
    for (unsigned i = 0; i < 60; i++) {
        stage.now += 1000;
        session_transcript_send("#c x");
        STEPS(">PRIVMSG #c :x", "<:talon!t@h PRIVMSG #c :x");
    }
    session_destroy(stage.session);
}

/* Echoes make room before the PONG comes, and what fills it again is refused and never comes
 * back: another PING tells that it has arrived. */
static void a_refused_line_does_not_fill_the_window(void **state)
{
    (void)state;
    begin("ergo-v2.14.0", "echo-message");
    STEPS("+10000");
    for (unsigned i = 0; i < 9; i++) { /* with JOIN and WHO: eleven of fourteen */
        session_transcript_send("#c x");
        STEPS(">PRIVMSG #c :x");
        stage.now += 1000;
    }
    STEPS(">PING talon-1");
    for (unsigned i = 0; i < 9; i++)
        STEPS("<:talon!t@h PRIVMSG #c :x");
    for (unsigned i = 0; i < 14; i++) {
        session_transcript_send("bob y");
        stage.now += 1000;
        STEPS(i == 0 ? ">PRIVMSG bob :y" : ">NOTICE bob :y");
    }
    session_transcript_send("#c late");
    STEPS("<:s PONG s :talon-1", ">PING talon-2", "+1000", "<:s PONG s :talon-2",
          ">PRIVMSG #c :late");
    assert_int_equal(throttle_behind(stage.session, false), 0);
    session_destroy(stage.session);
}

/* Configured limits are as they are: nothing counts as in flight, no PING. */
static void configured_limits_hold(void **state)
{
    (void)state;
    struct session_setup setup = session_transcript_setup;
    setup.flood_rate = 60000;
    setup.flood_burst = 10000;
    session_transcript_open(&setup, false, "#c");
    STEPS(HELLO, "<:s CAP * LS :", ">CAP END", "<:s 001 talon :Welcome",
          "<:s 004 talon irc.test InspIRCd-3 iow nt", "<:s 376 talon :End", "!CONNECTED",
          ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c");
    for (unsigned i = 0; i < 100; i++)
        STEPS("##c x", ">PRIVMSG #c :x");
    session_transcript_end();
}

/* What finds no room is counted, told once, and its channel is told anew when there is some. */
static void a_dropped_line_is_told_anew(void **state)
{
    (void)state;
    char line[460];
    memset(line, 'x', sizeof(line) - 1);
    memcpy(line, "#c ", 3);
    line[sizeof(line) - 1] = '\0';
    log_set_sink(note, NULL);
    begin("ircd-hybrid-8.2.43", "");
    for (unsigned i = 0; i < 10000; i++)
        session_transcript_send(line);
    assert_int_equal(logged("too many lines wait"), 1);
    assert_int_equal(logged("there is room again"), 0);
    unsigned taken = 0;
    while (stage.events == stage.next_event && taken < 20000) {
        stage.now += 1000;
        session_tick(stage.session, stage.now);
        for (const char *out; *(out = session_transcript_take()) != '\0'; taken++) {
            if (strncmp(out, "PING ", 5) == 0) {
                snprintf(line, sizeof(line), ":s PONG s :%s", out + 5);
                session_transcript_hear(line);
            }
        }
    }
    assert_string_equal(stage.event[stage.next_event], "DROPPED #c");
    assert_int_equal(logged("there is room again"), 1);
    assert_true(stage.events == stage.next_event + 1);
    log_set_sink(NULL, NULL);
    session_destroy(stage.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(server_software_is_recognised),
        cmocka_unit_test(the_chosen_pace_is_logged_once),
        cmocka_unit_test(a_ping_follows_the_window),
        cmocka_unit_test(an_unanswered_ping_slows_down),
        cmocka_unit_test(echoes_tell_what_is_through),
        cmocka_unit_test(a_refused_line_does_not_fill_the_window),
        cmocka_unit_test(configured_limits_hold),
        cmocka_unit_test(a_dropped_line_is_told_anew),
        cmocka_unit_test(a_players_answer_goes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
