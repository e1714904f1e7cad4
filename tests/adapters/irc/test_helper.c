/* Helpers: further connections that only whisper (adapters/irc/sending/helper.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/helper.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/session_state.h"
#include "session_transcript.h"

enum { HELPERS = 2 };

static struct session *helper[HELPERS];
static const char *const nicks[HELPERS] = {"talon-h1", "talon-h2"};
static const char *caps = "";

static void drop_event(void *arg, const struct chat_event *event)
{
    (void)arg;
    fail_msg("a helper raised an event of kind %d", event->kind);
}

static void hear(unsigned number, const char *line)
{
    char text[1300];
    snprintf(text, sizeof(text), "%s", line);
    session_line(helper[number], text, strlen(text), stage.now);
}

/* The next line of a helper, without its end, or "". */
static const char *take(unsigned number)
{
    static char line[1100];
    size_t length = session_take(helper[number], stage.now, line, sizeof(line) - 1);
    line[length >= 2 ? length - 2 : 0] = '\0';
    return line;
}

static void connect_helper(unsigned number)
{
    char line[200];
    session_opened(helper[number], true, stage.now);
    while (*take(number) != '\0')
        continue;
    snprintf(line, sizeof(line), ":s CAP * LS :%s", caps);
    hear(number, line);
    snprintf(line, sizeof(line), ":s CAP * ACK :%s", caps);
    if (*caps != '\0')
        hear(number, line);
    while (*take(number) != '\0')
        continue;
    snprintf(line, sizeof(line), ":s 001 %s :Welcome", nicks[number]);
    hear(number, line);
    hear(number, ":s 376 talon-h1 :End of MOTD");
    while (*take(number) != '\0')
        continue;
}

/* The bot in #c with bob and carol, and two helpers, at this pace (lines a minute; 0: none). */
static void begin_at(unsigned rate)
{
    session_transcript_open(&session_transcript_setup, true, "#c");
    for (unsigned i = 0; i < HELPERS; i++) {
        struct session_setup setup = session_transcript_setup;
        setup.nick = nicks[i];
        setup.ping_seconds = 1000000;
        setup.event = drop_event;
        setup.flood_burst = 1;
        setup.flood_rate = rate;
        helper[i] = session_create(&setup);
        assert_non_null(helper[i]);
        assert_true(helper_begin(stage.session, helper[i], i + 1));
        connect_helper(i);
    }
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s CAP * LS :", ">CAP END",
          "<:s 001 talon :Welcome", "<:s 005 talon CASEMAPPING=ascii NICKLEN=20 :are supported",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@host JOIN #c", "!ENTERED #c",
          "<:bob!b@h JOIN #c", "!JOIN #c bob from b@h", "<:carol!c@h JOIN #c",
          "!JOIN #c carol from c@h");
}

static void end(void)
{
    for (unsigned i = 0; i < HELPERS; i++) {
        assert_string_equal(take(i), "");
        session_destroy(helper[i]);
    }
    session_transcript_end();
}

/* Which helper whispered this line; the other has nothing to say. */
static unsigned whispered_by(const char *line)
{
    char first[1200];
    snprintf(first, sizeof(first), "%s", take(0));
    unsigned by = *first == '\0' ? 1 : 0;
    assert_string_equal(by == 0 ? first : take(1), line);
    assert_string_equal(take(!by), "");
    return by;
}

/* The server has read what the helper said. */
static void confirm(unsigned number)
{
    char pong[1200];
    session_tick(helper[number], stage.now);
    const char *ping = take(number);
    assert_memory_equal(ping, "PING talon-", 11);
    snprintf(pong, sizeof(pong), ":s PONG s %s", ping + 5);
    hear(number, pong);
}

static void hands_go_by_one_helper_each(void **state)
{
    (void)state;
    begin_at(0);
    STEPS("#bob ?a word", ">PRIVMSG bob :a word"); /* he has no hand */
    STEPS("#bob +one", "##c line", ">PRIVMSG #c :line");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    STEPS("#carol +two");
    assert_int_not_equal(whispered_by("PRIVMSG carol :two"), bobs);
    STEPS("#bob +three", "#bob ?four", "#carol +five");
    /* notices from now on; all that he is told comes from the same helper */
    assert_string_equal(take(bobs), "NOTICE bob :[#c] three");
    assert_string_equal(take(bobs), "NOTICE bob :four");
    assert_string_equal(take(!bobs), "NOTICE carol :[#c] five");
    /* also when he comes back, under whatever nick he had before */
    STEPS("<:bob!b@h NICK rob", "!RENAME rob was bob", "<:rob!b@h QUIT :bye", "!GONE rob bye",
          "<:rob!b@h JOIN #c", "!JOIN #c rob from b@h", "#rob +seven");
    assert_int_equal(whispered_by("PRIVMSG rob :seven"), bobs);
    end();
}

/* What waits, and what the server may not have read, is said by another: once. */
static void dead_helpers_lose_nothing(void **state)
{
    (void)state;
    begin_at(1);
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    confirm(bobs);
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x", "#bob ^two");
    assert_string_equal(take(bobs), "NOTICE bob :two"); /* in flight */
    STEPS("#bob ^three");
    assert_string_equal(take(bobs), ""); /* three waits */
    hear(bobs, "ERROR :Closing link: Killed");
    session_closed(helper[bobs]);
    assert_string_equal(take(!bobs), "PRIVMSG bob :two");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    assert_string_equal(take(!bobs), "NOTICE bob :three");
    assert_string_equal(take(!bobs), "");
    /* neither is there: the bot itself */
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    confirm(!bobs);
    STEPS("#bob ^four");
    session_closed(helper[!bobs]);
    STEPS(">PRIVMSG bob :four");
    STEPS("#bob ^five", ">NOTICE bob :five");
    /* and by his own when it is back */
    connect_helper(bobs);
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x", "#bob ^six");
    assert_string_equal(take(bobs), "PRIVMSG bob :six");
    end();
}

/* An echo proves that a line was read; only what follows it is said again. */
static void echoed_lines_are_not_repeated(void **state)
{
    (void)state;
    caps = "echo-message";
    begin_at(0);
    caps = "";
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    STEPS("#bob ^two");
    assert_string_equal(take(bobs), "NOTICE bob :two");
    hear(bobs, bobs == 0 ? ":talon-h1!t@h PRIVMSG bob :one" : ":talon-h2!t@h PRIVMSG bob :one");
    session_closed(helper[bobs]);
    assert_string_equal(take(!bobs), "PRIVMSG bob :two");
    end();
}

static void refused_whispers_go_by_the_bot(void **state)
{
    (void)state;
    begin_at(0);
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    hear(bobs, ":s 716 talon-h1 bob :is in +g mode");
    STEPS(">PRIVMSG bob :one", "#bob +two", ">NOTICE bob :[#c] two");
    STEPS("<:s 716 talon bob :is in +g mode", "!FAILED bob is in +g mode");
    STEPS("#carol +three"); /* as ngircd tells it */
    unsigned carols = whispered_by("PRIVMSG carol :three");
    hear(carols, ":s 493 talon-h1 :You must share a common channel with carol");
    STEPS(">PRIVMSG carol :three");
    end();
}

static void lines_follow_people(void **state)
{
    (void)state;
    begin_at(1);
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    STEPS("#bob +two", "<:bob!b@h NICK rob", "!RENAME rob was bob");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    assert_string_equal(take(bobs), "NOTICE rob :[#c] two");
    STEPS("#rob +three", "<:rob!b@h QUIT :bye", "!GONE rob bye", "<:rob!eve@h JOIN #c",
          "!JOIN #c rob from eve@h");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    session_closed(helper[bobs]); /* neither what waited nor what was in flight is said again */
    assert_string_equal(take(!bobs), "");
    end();
}

static void helpers_wait_while_the_bot_is_deaf(void **state)
{
    (void)state;
    begin_at(1);
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    STEPS("#bob ^two");
    stage.now += 600000;
    assert_string_equal(take(bobs), "");
    STEPS(">PING talon", "<:s PONG s talon");
    assert_string_equal(take(bobs), "NOTICE bob :two");
    end();
}

static void the_bots_end_drops_what_waits(void **state)
{
    (void)state;
    begin_at(1);
    STEPS("#bob +one");
    whispered_by("PRIVMSG bob :one");
    STEPS("#bob ^two", "#bob ^three");
    session_closed(stage.session);
    STEPS("!DISCONNECTED ");
    stage.now += 600000;
    for (unsigned i = 0; i < HELPERS; i++) {
        assert_string_equal(take(i), "");
        session_closed(helper[i]);
    }
    end();
}

static void words_to_a_helper_are_words_to_the_bot(void **state)
{
    (void)state;
    begin_at(0);
    hear(0, ":bob!b@h PRIVMSG talon-h1 :!hand");
    STEPS("!MESSAGE bob !hand");
    hear(0, ":dora!d@h PRIVMSG talon-h1 :!help"); /* whom the bot does not see */
    STEPS("!MESSAGE ?dora !help");
    /* somebody else may have the nick, and the bot does not know it yet */
    hear(0, ":bob!eve@h PRIVMSG talon-h1 :!hand");
    assert_string_equal(take(0), "NOTICE bob :I only whisper for talon. Please write to talon.");
    hear(0, ":bob!eve@h PRIVMSG talon-h1 :!hand");
    assert_string_equal(take(0), "");
    /* neither invitations nor what channels say concern it */
    hear(0, ":carol!c@h INVITE talon-h1 #d");
    hear(0, ":carol!c@h PRIVMSG #c :!join");
    assert_string_equal(take(0), "");
    end();
}

static void a_leaving_helper_hands_over(void **state)
{
    (void)state;
    begin_at(1);
    STEPS("#bob +one");
    unsigned bobs = whispered_by("PRIVMSG bob :one");
    STEPS("#bob ^two");
    helper_end(helper[bobs]);
    session_quit(helper[bobs], "", stage.now, 0);
    assert_string_equal(take(!bobs), "PRIVMSG bob :one"); /* nothing says that it was read */
    assert_string_equal(take(bobs), "QUIT :");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    assert_string_equal(take(!bobs), "NOTICE bob :two");
    STEPS("#bob ^three");
    stage.now += 600000;
    STEPS("<PING :x", ">PONG :x");
    assert_string_equal(take(!bobs), "NOTICE bob :three");
    end();
}

/* However many people come and go, a fixed number of names is remembered. */
static void known_names_are_bounded(void **state)
{
    (void)state;
    begin_at(0);
    for (unsigned i = 0; i < HELPER_KNOWN_MAX + 100; i++) {
        char join[64];
        char joined[64];
        char hand[64];
        char line[64];
        char quit[64];
        char gone[64];
        snprintf(join, sizeof(join), "<:p%u!p@h JOIN #c", i);
        snprintf(joined, sizeof(joined), "!JOIN #c p%u from p@h", i);
        snprintf(hand, sizeof(hand), "#p%u +one", i);
        snprintf(line, sizeof(line), "PRIVMSG p%u :one", i);
        snprintf(quit, sizeof(quit), "<:p%u!p@h QUIT :bye", i);
        snprintf(gone, sizeof(gone), "!GONE p%u bye", i);
        STEPS(join, joined, hand);
        whispered_by(line);
        STEPS(quit, gone);
        for (unsigned n = 0; n < HELPERS; n++) {
            session_tick(helper[n], stage.now);
            for (const char *ping = take(n); strncmp(ping, "PING ", 5) == 0; ping = take(n)) {
                char pong[64];
                snprintf(pong, sizeof(pong), ":s PONG s %.40s", ping + 5);
                hear(n, pong);
            }
        }
    }
    assert_true(stage.session->helpers.known_next > HELPER_KNOWN_MAX);
    end();
}

/* Half of all lines are hands: helpers double what the bot can carry, however many they are. */
static void helpers_carry_hands(void **state)
{
    (void)state;
    struct adapter_load load = {.lines_max = 0};
    struct session_setup setup = session_transcript_setup;
    begin_at(60);
    throttle_load(stage.session, &load); /* the bot itself has no limit here */
    assert_int_equal(load.helpers_there, HELPERS);
    assert_int_equal(load.lines_max, 0);
    end();
    setup.flood_rate = 60;
    session_transcript_open(&setup, true, "");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host", "<:s CAP * LS :", ">CAP END",
          "<:s 001 talon :Welcome", "<:s 376 talon :End", "!CONNECTED");
    load = (struct adapter_load){.lines_max = 0};
    throttle_load(stage.session, &load);
    unsigned alone = load.lines_max;
    assert_in_range(alone, 20, 60);
    helper[0] = session_create(&setup);
    assert_true(helper_begin(stage.session, helper[0], 1));
    load = (struct adapter_load){.lines_max = 0};
    throttle_load(stage.session, &load); /* it is not there yet */
    assert_int_equal(load.lines_max, alone);
    assert_int_equal(load.helpers_there, 0);
    connect_helper(0);
    load = (struct adapter_load){.lines_max = 0};
    throttle_load(stage.session, &load);
    assert_int_equal(load.lines_max, 2 * alone);
    assert_int_equal(load.helpers_there, 1);
    session_destroy(helper[0]);
    session_transcript_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_go_by_one_helper_each),
        cmocka_unit_test(dead_helpers_lose_nothing),
        cmocka_unit_test(echoed_lines_are_not_repeated),
        cmocka_unit_test(refused_whispers_go_by_the_bot),
        cmocka_unit_test(lines_follow_people),
        cmocka_unit_test(helpers_wait_while_the_bot_is_deaf),
        cmocka_unit_test(the_bots_end_drops_what_waits),
        cmocka_unit_test(words_to_a_helper_are_words_to_the_bot),
        cmocka_unit_test(a_leaving_helper_hands_over),
        cmocka_unit_test(known_names_are_bounded),
        cmocka_unit_test(helpers_carry_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
