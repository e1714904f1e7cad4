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

#include "adapters/irc/people/nicklist.h"
#include "base/array.h"
#include "session_transcript.h"

enum { FLOOD = 50000, KEPT_MAX = 8 << 20 };

/* Heap in use; 0 under a sanitizer. */
static size_t heap(void)
{
    return mallinfo2().uordblks;
}

static void open_stage(bool tls)
{
    struct session_setup setup = session_transcript_setup;
    setup.invites_max = 4;
    session_transcript_open(&setup, tls, "#c");
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
        for (const char *at = pattern; *at != '\0'; at++) {
            used += (size_t)(*at == '%' ? snprintf(line + used, sizeof(line) - used, "%u", i)
                                        : snprintf(line + used, sizeof(line) - used, "%c", *at));
        }
        session_transcript_hear(line);
        session_tick(stage.session, stage.now);
        stage.events = stage.next_event = 0;
    }
}

/* PING without reading: the latest are answered, the others need no answer any more. */
static void pongs_collapse(void **state)
{
    (void)state;
    char line[PROTO_LINE_MAX + 1];
    char last[PROTO_LINE_MAX + 1] = "";
    unsigned count = 0;
    enter();
    size_t before = heap();
    flood("PING :%", FLOOD);
    assert_in_range(heap() - before, 0, 16 << 10);
    assert_int_equal(session_end(stage.session, NULL), SESSION_ALIVE);
    for (size_t length;
         (length = session_take(stage.session, stage.now, line, sizeof(line) - 1));) {
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
        snprintf(line, sizeof(line), "PING :%u", i);
        session_transcript_hear(line);
    }
    STEPS(">PONG :0", ">PONG :1", ">PONG :2", ">PONG :3", ">PONG :4", ">PONG :5", ">PONG :6",
          ">PONG :7");
    session_transcript_end();
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
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        enter();
        size_t before = heap();
        flood(lines[i], FLOOD);
        size_t after = heap();
        if (after > before + KEPT_MAX) {
            fail_msg("%zu bytes are kept of: %s", after - before, lines[i]);
        }
        session_destroy(stage.session);
    }
}

/* -- the nicklist -- */

/* A huge channel with the longest names: counted in bytes, and given back when it empties. */
static void nicklist_is_bounded_in_bytes(void **state)
{
    (void)state;
    struct nicklist nicklist;
    char nick[16];
    char host[NICKLIST_HOST];
    char account[NICKLIST_ACCOUNT];
    memset(host, 'h', sizeof(host));
    memset(account, 'a', sizeof(account));
    host[sizeof(host) - 8] = account[sizeof(account) - 1] = '\0';
    size_t before = heap();
    nicklist_init(&nicklist, 7);
    for (unsigned c = 0; c < 40; c++) {
        char name[16];
        snprintf(name, sizeof(name), "#c%u", c);
        struct channel *channel = nicklist_add_channel(&nicklist, name);
        assert_non_null(channel);
        for (unsigned i = 0; i < 8000; i++) {
            snprintf(nick, sizeof(nick), "n%u_%u", c, i);
            struct user *user = nicklist_join(&nicklist, nick, channel);
            if (user) {
                nicklist_set_account(&nicklist, user, account);
                nicklist_set_host(&nicklist, user, "u", host);
            }
        }
    }
    assert_in_range(nicklist.bytes, NICKLIST_BYTES_MAX / 2, NICKLIST_BYTES_MAX);
    assert_in_range(heap() - before, 0, NICKLIST_BYTES_MAX + NICKLIST_BYTES_MAX / 4);
    for (uint32_t c = 0; c < nicklist.channel_count; c++) {
        nicklist_empty_channel(&nicklist, nicklist.channels[c], NULL, NULL);
    }
    assert_int_equal(nicklist.bytes, 0);
    assert_int_equal(nicklist.memberships, 0);
    assert_in_range(nicklist.user_names.room, 0, 64);
    assert_in_range(heap() - before, 0, 64 << 10);
    nicklist_finish(&nicklist);
}

/* One channel leaves the others room: who is beyond its share is unknown, as beyond the whole. */
static void channels_have_shares(void **state)
{
    (void)state;
    struct nicklist nicklist;
    char nick[16];
    unsigned known = 0;
    nicklist_init(&nicklist, 7);
    struct channel *big = nicklist_add_channel(&nicklist, "#big");
    struct channel *small = nicklist_add_channel(&nicklist, "#small");
    for (unsigned i = 0; i < NICKLIST_MEMBERS_MAX + 100; i++) {
        snprintf(nick, sizeof(nick), "n%u", i);
        known += nicklist_join(&nicklist, nick, big) != NULL;
    }
    assert_int_equal(known, NICKLIST_MEMBERS_MAX);
    assert_non_null(nicklist_join(&nicklist, "late", small));
    assert_null(nicklist_join(&nicklist, "late", big));
    assert_non_null(nicklist_user(&nicklist, "late"));
    nicklist_part(&nicklist, nicklist_user(&nicklist, "n7"), big);
    assert_non_null(nicklist_join(&nicklist, "late", big));
    nicklist_finish(&nicklist);
}

/* It shrinks with a channel that people leave one by one, and with a user who leaves channels. */
static void nicklist_shrinks(void **state)
{
    (void)state;
    struct nicklist nicklist;
    char name[16];
    nicklist_init(&nicklist, 7);
    struct channel *channel = nicklist_add_channel(&nicklist, "#c");
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(name, sizeof(name), "n%u", i);
        assert_non_null(nicklist_join(&nicklist, name, channel));
    }
    assert_true(nicklist.user_names.room >= 10000);
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(name, sizeof(name), "n%u", i);
        nicklist_part(&nicklist, nicklist_user(&nicklist, name), channel);
    }
    assert_in_range(nicklist.user_names.room, 0, 64);
    assert_int_equal(nicklist.bytes, 0);
    struct user *user = nicklist_join(&nicklist, "bob", channel);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "#d%u", i);
        assert_non_null(nicklist_join(&nicklist, "bob", nicklist_add_channel(&nicklist, name)));
    }
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "#d%u", i);
        nicklist_part(&nicklist, user, nicklist_channel(&nicklist, name));
    }
    assert_in_range(user->room, 1, 8);
    nicklist_finish(&nicklist);
}

/* What is longer than any network's is not kept: then it is not known. */
static void long_names_are_unknown(void **state)
{
    (void)state;
    struct nicklist nicklist;
    char text[600];
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    nicklist_init(&nicklist, 7);
    struct channel *channel = nicklist_add_channel(&nicklist, "#c");
    struct user *user = nicklist_join(&nicklist, "bob", channel);
    assert_non_null(user);
    nicklist_set_account(&nicklist, user, "ana");
    assert_true(nicklist_set_host(&nicklist, user, "u", "h"));
    nicklist_set_account(&nicklist, user, text);
    assert_null(user->account);
    assert_false(nicklist_set_host(&nicklist, user, "u", text));
    assert_null(user->host);
    nicklist_set_key(channel, text);
    assert_null(channel->key);
    nicklist_finish(&nicklist);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pongs_collapse),         cmocka_unit_test(few_pongs_all_go),
        cmocka_unit_test(unread_answers_end_it),  cmocka_unit_test(unread_registration),
        cmocka_unit_test(every_line_is_bounded),  cmocka_unit_test(nicklist_is_bounded_in_bytes),
        cmocka_unit_test(channels_have_shares),   cmocka_unit_test(nicklist_shrinks),
        cmocka_unit_test(long_names_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
