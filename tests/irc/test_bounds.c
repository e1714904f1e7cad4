/* Whatever a server sends without end, or makes us answer without reading, what a connection keeps
 * stays within the bounds that the headers name. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/roster.h"
#include "stage.h"

enum { FLOOD = 50000, KEPT_MOST = 8 << 20 };

/* Heap in use; 0 under a sanitizer. */
static size_t heap(void)
{
    return mallinfo2().uordblks;
}

static void open_stage(bool tls)
{
    struct session_setup setup = stage_setup;
    setup.invites_most = 4;
    stage_open(&setup, tls, "#c");
    STEPS(">CAP LS 302", ">NICK talon", ">USER talon 0 * :A host");
}

static void enter(void)
{
    open_stage(true);
    STEPS("<:s CAP * LS :batch labeled-response message-tags echo-message",
          ">CAP REQ :message-tags batch echo-message labeled-response",
          "<:s CAP talon ACK :message-tags batch echo-message labeled-response", ">CAP END",
          "<:s 001 talon :Hi", "<:s 005 talon MONITOR=100 WHOX CPRIVMSG :are supported",
          "<:s 376 talon :End", "!CONNECTED", ">JOIN #c", "<:talon!t@h JOIN #c", "!ENTERED #c",
          "<:s 353 talon = #c :talon bob", "!JOIN #c bob");
}

/* The line, with a number of its own for each '%', so often; events are passed over. */
static void flood(const char *pattern, unsigned count)
{
    for (unsigned i = 0; i < count && !session_end(stage.session, NULL); i++) {
        char line[1024] = "";
        size_t used = 0;
        for (const char *at = pattern; *at; at++)
            used += (size_t)(*at == '%' ? snprintf(line + used, sizeof line - used, "%u", i)
                                        : snprintf(line + used, sizeof line - used, "%c", *at));
        stage_hear(line);
        session_tick(stage.session, stage.now);
        stage.events = stage.next_event = 0;
    }
}

/* PING without reading: the latest are answered, the others need no answer any more. */
static void pongs_collapse(void **state)
{
    (void)state;
    char line[PROTO_LINE_MOST + 1];
    char last[PROTO_LINE_MOST + 1] = "";
    unsigned count = 0;
    enter();
    size_t before = heap();
    flood("PING :%", FLOOD);
    assert_in_range(heap() - before, 0, 16 << 10);
    assert_int_equal(session_end(stage.session, NULL), SESSION_ALIVE);
    for (size_t length; (length = session_take(stage.session, stage.now, line, sizeof line - 1));) {
        line[length] = '\0';
        strcpy(last, line);
        count++;
    }
    assert_in_range(count, 2, 32);
    assert_string_equal(last, "PONG :49999\r\n");
    session_destroy(stage.session);
}

/* Some at once are all answered, in order. */
static void few_pongs_all_go(void **state)
{
    (void)state;
    enter();
    for (unsigned i = 0; i < 8; i++) {
        char line[32];
        snprintf(line, sizeof line, "PING :%u", i);
        stage_hear(line);
    }
    STEPS(">PONG :0", ">PONG :1", ">PONG :2", ">PONG :3", ">PONG :4", ">PONG :5", ">PONG :6",
          ">PONG :7");
    stage_end();
}

/* What else must be answered at once ends the connection when it is not read. */
static void unread_answers_end_it(void **state)
{
    (void)state;
    const char *why = "";
    for (unsigned taken = 0; taken < 2; taken++) {
        enter();
        if (taken) { /* we are not called as we want to be, and the nick is free again and again */
            STEPS("<:talon!t@h NICK talon_", ">MONITOR + talon");
            flood(":talon!u@h QUIT :%", FLOOD);
        } else {
            flood(":s CAP talon NEW :account-tag away-notify server-time %", FLOOD);
        }
        assert_int_equal(session_end(stage.session, &why), SESSION_LOST);
        assert_string_equal(why, "the server wants more answers than it reads");
        session_destroy(stage.session);
    }
}

/* While we are not registered, too. */
static void unread_registration(void **state)
{
    (void)state;
    const char *why = "";
    open_stage(false);
    size_t before = heap();
    flood(":s CAP * LS :batch server-time message-tags account-tag chghost x%", FLOOD);
    assert_int_equal(session_end(stage.session, &why), SESSION_LOST);
    assert_string_equal(why, "the server wants more answers than it reads");
    assert_in_range(heap() - before, 0, 256 << 10);
    session_destroy(stage.session);
}

/* Each kind of line that leaves something behind, without our reading or writing anything. */
static void every_line_is_bounded(void **state)
{
    (void)state;
    static const char *const lines[] = {
        ":s CAP talon LS * :cap%",
        "BATCH +b% netsplit a.b c.d",
        "@batch=b% :u!u@h BATCH +c% chathistory #c",
        ":s 005 talon CHANTYPES=#% PREFIX=(ov)@+ CHANMODES=a,b,c,d% :are",
        ":s 302 talon :bob=+u%@h",
        ":s 730 talon :bob%!u@h",
        ":s 731 talon :bob%",
        ":s 734 talon % bob%,eve% :full",
        ":talon!t@h JOIN #other%",
        ":bob!u@h INVITE talon #other%",
        ":nick%!u@h PRIVMSG talon :hello",
        ":bob!u@h%.test PRIVMSG #c :hello",
        ":s 404 talon #c :Cannot send %",
        ":s MODE #c +k key%",
        ":s 366 talon #c :End %",
        ":s 401 talon nick% :No such nick",
        ":s FAIL PRIVMSG X nick% :no",
        ":s 433 talon talon :taken %",
        "AUTHENTICATE %",
        ":s 396 talon host% :is now your host",
        ":n%!u@h JOIN #c acct% :real",
        ":bob!u@h% CHGHOST u% host%",
        ":nick%!u@h PRIVMSG talon :\001PING %\001",
        ":s 318 talon bob :End %",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        enter();
        size_t before = heap();
        flood(lines[i], FLOOD);
        size_t after = heap();
        if (after > before + KEPT_MOST) {
            fail_msg("%zu bytes are kept of: %s", after - before, lines[i]);
        }
        session_destroy(stage.session);
    }
}

/* -- the roster -- */

/* A huge channel with the longest names: counted in bytes, and given back when it empties. */
static void roster_is_bounded_in_bytes(void **state)
{
    (void)state;
    struct roster roster;
    char nick[16];
    char host[ROSTER_HOST];
    char account[ROSTER_ACCOUNT];
    memset(host, 'h', sizeof host);
    memset(account, 'a', sizeof account);
    host[sizeof host - 8] = account[sizeof account - 1] = '\0';
    size_t before = heap();
    roster_init(&roster, 7);
    for (unsigned c = 0; c < 40; c++) {
        char name[16];
        snprintf(name, sizeof name, "#c%u", c);
        struct member_channel *channel = roster_add_channel(&roster, name);
        assert_non_null(channel);
        for (unsigned i = 0; i < 8000; i++) {
            snprintf(nick, sizeof nick, "n%u_%u", c, i);
            struct user *user = roster_join(&roster, nick, channel);
            if (user) {
                roster_account(&roster, user, account);
                roster_host(&roster, user, "u", host);
            }
        }
    }
    assert_in_range(roster.bytes, ROSTER_BYTES / 2, ROSTER_BYTES);
    assert_in_range(heap() - before, 0, ROSTER_BYTES + ROSTER_BYTES / 4);
    for (uint32_t c = 0; c < roster.channel_count; c++) {
        roster_empty(&roster, roster.channels[c], NULL, NULL);
    }
    assert_int_equal(roster.bytes, 0);
    assert_int_equal(roster.memberships, 0);
    assert_in_range(roster.user_names.room, 0, 64);
    assert_in_range(heap() - before, 0, 64 << 10);
    roster_finish(&roster);
}

/* One channel leaves the others room: who is beyond its share is unknown, as beyond the whole. */
static void channels_have_shares(void **state)
{
    (void)state;
    struct roster roster;
    char nick[16];
    unsigned known = 0;
    roster_init(&roster, 7);
    struct member_channel *big = roster_add_channel(&roster, "#big");
    struct member_channel *small = roster_add_channel(&roster, "#small");
    for (unsigned i = 0; i < ROSTER_MEMBERS + 100; i++) {
        snprintf(nick, sizeof nick, "n%u", i);
        known += roster_join(&roster, nick, big) != NULL;
    }
    assert_int_equal(known, ROSTER_MEMBERS);
    assert_non_null(roster_join(&roster, "late", small));
    assert_null(roster_join(&roster, "late", big));
    assert_non_null(roster_user(&roster, "late"));
    roster_part(&roster, roster_user(&roster, "n7"), big);
    assert_non_null(roster_join(&roster, "late", big));
    roster_finish(&roster);
}

/* It shrinks with a channel that people leave one by one, and with a user who leaves channels. */
static void roster_shrinks(void **state)
{
    (void)state;
    struct roster roster;
    char name[16];
    roster_init(&roster, 7);
    struct member_channel *channel = roster_add_channel(&roster, "#c");
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "n%u", i);
        assert_non_null(roster_join(&roster, name, channel));
    }
    assert_true(roster.user_names.room >= 10000);
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "n%u", i);
        roster_part(&roster, roster_user(&roster, name), channel);
    }
    assert_in_range(roster.user_names.room, 0, 64);
    assert_int_equal(roster.bytes, 0);
    struct user *user = roster_join(&roster, "bob", channel);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "#d%u", i);
        assert_non_null(roster_join(&roster, "bob", roster_add_channel(&roster, name)));
    }
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "#d%u", i);
        roster_part(&roster, user, roster_channel(&roster, name));
    }
    assert_in_range(user->room, 1, 8);
    roster_finish(&roster);
}

/* What is longer than any network's is not kept: then it is not known. */
static void long_names_are_unknown(void **state)
{
    (void)state;
    struct roster roster;
    char text[600];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    roster_init(&roster, 7);
    struct member_channel *channel = roster_add_channel(&roster, "#c");
    struct user *user = roster_join(&roster, "bob", channel);
    assert_non_null(user);
    roster_account(&roster, user, "ana");
    assert_true(roster_host(&roster, user, "u", "h"));
    roster_account(&roster, user, text);
    assert_null(user->account);
    assert_false(roster_host(&roster, user, "u", text));
    assert_null(user->host);
    roster_key(channel, text);
    assert_null(channel->key);
    roster_finish(&roster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pongs_collapse),         cmocka_unit_test(few_pongs_all_go),
        cmocka_unit_test(unread_answers_end_it),  cmocka_unit_test(unread_registration),
        cmocka_unit_test(every_line_is_bounded),  cmocka_unit_test(roster_is_bounded_in_bytes),
        cmocka_unit_test(channels_have_shares),   cmocka_unit_test(roster_shrinks),
        cmocka_unit_test(long_names_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
