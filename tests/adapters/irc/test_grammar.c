/* The grammar of lines, tags, sources and masks, as tables: what every parser of IRC gets wrong
 * once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/people/cloak.h"
#include "adapters/irc/wire/proto.h"
#include "base/array.h"

enum { PARAMS = 4 };

/* A line, and what it is made of; NULL ends the parameters. */
static const struct row {
    const char *line;
    const char *nick, *user, *host, *command;
    const char *params[PARAMS];
} rows[] = {
    /* parameters, and the last one */
    {"mode #c +o alice", "", "", "", "MODE", {"#c", "+o", "alice"}},
    {"topic #c :two words", "", "", "", "TOPIC", {"#c", "two words"}},
    {"topic #c one", "", "", "", "TOPIC", {"#c", "one"}},
    {"topic #c :one", "", "", "", "TOPIC", {"#c", "one"}},
    {"topic #c :", "", "", "", "TOPIC", {"#c", ""}},
    {"topic #c ::", "", "", "", "TOPIC", {"#c", ":"}},
    {"topic #c ::-)", "", "", "", "TOPIC", {"#c", ":-)"}},
    {"topic #c :  wide  open  ", "", "", "", "TOPIC", {"#c", "  wide  open  "}},
    {"topic #c :   ", "", "", "", "TOPIC", {"#c", "   "}},
    {"topic #c :so :it :goes", "", "", "", "TOPIC", {"#c", "so :it :goes"}},
    {"topic #c a:b", "", "", "", "TOPIC", {"#c", "a:b"}},
    {"topic   #c    :words", "", "", "", "TOPIC", {"#c", "words"}},
    {"who #c   ", "", "", "", "WHO", {"#c"}},
    {"who", "", "", "", "WHO", {NULL}},
    {"who ", "", "", "", "WHO", {NULL}},
    {"kick #c\tx bob", "", "", "", "KICK", {"#c\tx", "bob"}}, /* a tab parts nothing */
    /* sources */
    {":alice!~a@host.test JOIN #c", "alice", "~a", "host.test", "JOIN", {"#c"}},
    {":alice!~a@host.test JOIN :#c", "alice", "~a", "host.test", "JOIN", {"#c"}},
    {":alice@host.test QUIT", "alice", "", "host.test", "QUIT", {NULL}},
    {":alice!a QUIT ", "alice", "a", "", "QUIT", {NULL}},
    {":alice QUIT :", "alice", "", "", "QUIT", {""}},
    {":irc.host.test 433  talon :That, too, is: taken",
     "irc.host.test",
     "",
     "",
     "433",
     {"talon", "That, too, is: taken"}},
    {":ali\tce!a@h QUIT", "ali\tce", "a", "h", "QUIT", {NULL}},
    {":alice!a@::1 QUIT", "alice", "a", "::1", "QUIT", {NULL}},
    {":alice!a@2001:db8::1 QUIT :x", "alice", "a", "2001:db8::1", "QUIT", {"x"}},
    {":alice!a@h\x02"
     "os\x03"
     "4,5t\x0f.test PRIVMSG #c :hi",
     "alice",
     "a",
     "h\x02"
     "os\x03"
     "4,5t\x0f.test",
     "PRIVMSG",
     {"#c", "hi"}},
    {":alice!a!b@h QUIT", "alice", "a!b", "h", "QUIT", {NULL}},
    /* tags before all of it */
    {"@time=x;bot :alice!a@h PRIVMSG #c :hi there",
     "alice",
     "a",
     "h",
     "PRIVMSG",
     {"#c", "hi there"}},
    {"@a=: PING :x", "", "", "", "PING", {"x"}},
    {"@a=1   :alice   QUIT", "alice", "", "", "QUIT", {NULL}},
};

static void lines_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct row *row = &rows[i];
        char text[512];
        struct proto_line line;
        unsigned count = 0;
        while (count < PARAMS && row->params[count])
            count++;
        snprintf(text, sizeof(text), "%s", row->line);
        if (!proto_parse(&line, text, strlen(text)))
            fail_msg("refused: %s", row->line);
        assert_string_equal(line.nick, row->nick);
        assert_string_equal(line.user, row->user);
        assert_string_equal(line.host, row->host);
        assert_string_equal(line.command, row->command);
        if (line.count != count)
            fail_msg("%s: %u parameters", row->line, line.count);
        for (unsigned n = 0; n < count; n++)
            assert_string_equal(line.params[n], row->params[n]);
    }
}

/* What is written is read again as it was meant. */
static void what_is_written_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct row *row = &rows[i];
        const char *middles[PARAMS] = {NULL};
        const char *last = NULL;
        for (unsigned n = 0; n < PARAMS && row->params[n]; n++) {
            if (n > 0)
                middles[n - 1] = last;
            last = row->params[n];
        }
        char out[PROTO_LINE];
        struct proto_line line;
        size_t length = proto_write(out, sizeof(out), row->command, middles, last);
        assert_true(length > 2);
        assert_string_equal(out + length - 2, "\r\n");
        out[length - 2] = '\0';
        assert_true(proto_parse(&line, out, length - 2));
        assert_string_equal(line.command, row->command);
        for (unsigned n = 0; n < PARAMS && row->params[n]; n++)
            assert_string_equal(proto_param(&line, n), row->params[n]);
    }
}

static void tags_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *tags, *key, *value; /* NULL: not there */
    } values[] = {
        {"suit=red;wild;count=12", "suit", "red"},
        {"suit=red;wild;count=12", "wild", ""},
        {"suit=red;wild;count=12", "count", "12"},
        {"suit=red;wild;count=12", "cou", NULL},
        {"wild;suit=;count=1", "suit", ""},
        {"wild;suit=;count=1", "count", "1"},
        {"maker.test/deck=web;other.test/deck=", "maker.test/deck", "web"},
        {"maker.test/deck=web;other.test/deck=", "other.test/deck", ""},
        {"maker.test/deck=web;other.test/deck=", "deck", NULL},
        {"+typing=active;a=b", "+typing", "active"},
        {"a=one\\stwo", "a", "one two"},
        {"a=x\\:y;b=z", "a", "x;y"},
        {"a=x\\:y;b=z", "b", "z"},
        {"a=back\\\\slash\\nline\\rend", "a", "back\\slash\nline\rend"},
        {"a=\\\\\\\\\\:\\\\s\\s", "a", "\\\\;\\s "},
        {"a=\\q\\u", "a", "qu"},   /* nothing stands for those */
        {"a=open\\", "a", "open"}, /* nor is anything behind it */
        {"a=1=2", "a", "1=2"},
        {"a=caf\xc3\xa9", "a", "caf\xc3\xa9"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
        char text[256];
        char value[64];
        struct proto_line line;
        snprintf(text, sizeof(text), "@%s :s PING x", values[i].tags);
        assert_true(proto_parse(&line, text, strlen(text)));
        bool there = proto_tag(&line, values[i].key, value, sizeof(value));
        if (there != (values[i].value != NULL))
            fail_msg("%s: %s", values[i].tags, values[i].key);
        if (there)
            assert_string_equal(value, values[i].value);
    }
}

static void masks_fit_sources(void **state)
{
    (void)state;
    static const struct {
        const char *mask, *source;
        bool fits;
    } masks[] = {
        {"*@10.0.0.1", "alice!a@10.0.0.1", true},
        {"*@10.0.0.1", "alice!a@10.0.0.10", false},
        {"*@10.0.0.1", "alice!a@110.0.0.1", false},
        {"ali*@*", "alice!a@h", true},
        {"ali*@*", "ALIce!a@h", true},
        {"ali*@*", "malice!a@h", false},
        {"alice!*@*", "alice!a@h", true},
        {"alice!*@*", "alice2!a@h", false},
        {"alice!?bob@*", "alice!~bob@h", true},
        {"alice!?bob@*", "alice!bob@h", false},
        {"alice!b?*@*", "alice!bo@h", true},
        {"alice!b?*@*", "alice!b@h", false},
        {"al[i]ce!*@*", "al[i]ce!a@h", true},
        {"al[i]ce!*@*", "al{i}ce!a@h", true}, /* the same letters, by RFC 1459 */
        {"al[i]ce!*@*", "alice!a@h", false},
        {"*", "alice!a@h", true},
        {"***", "", true},
        {"", "", true},
        {"", "a", false},
        {"?", "", false},
        {"*a*b*c*", "xxaxxbxxcxx", true},
        {"*a*b*c*", "xxaxxcxxbxx", false},
        {"*aab", "aaaab", true},
        {"*aab", "aaaaba", false},
    };
    for (size_t i = 0; i < ARRAY_SIZE(masks); i++) {
        if (proto_mask(PROTO_RFC1459, masks[i].mask, masks[i].source) != masks[i].fits)
            fail_msg("'%s' and '%s'", masks[i].mask, masks[i].source);
    }
    assert_false(proto_mask(PROTO_ASCII, "al[i]ce", "al{i}ce"));
}

/* A mask of stars against a long text that never fits: it takes no time worth speaking of. */
static void a_costly_mask_takes_no_time(void **state)
{
    (void)state;
    static char text[8001];
    memset(text, 'a', sizeof(text) - 1);
    assert_false(proto_mask(PROTO_ASCII, "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

/* -- hosts -- */

static void cloaks_name_accounts(void **state)
{
    (void)state;
    static const char *const vouched[] = {"~ana@user/ana",
                                          "u@libera/staff/ana",
                                          "u@unaffiliated/ana",
                                          "~a@ana.users.undernet.org",
                                          "a@Ana.users.quakenet.org",
                                          "a@ana.user.oftc.net",
                                          "a@ana.user.gamesurge"};
    static const char *const others[] = {"~ana@pool.example.net",
                                         "ana@shell.example.org",
                                         "ana@192.0.2.7",
                                         "ana@2001:db8::7",
                                         "ana@",
                                         "ana@.users.undernet.org",
                                         "user/ana",
                                         "a/b@host",
                                         "u@gateway/web/chat/x-1",
                                         "u@nat/company/x-1",
                                         "u@users.undernet.org.evil.test",
                                         "u@/ana",
                                         "u@user/"};
    for (unsigned i = 0; i < ARRAY_SIZE(vouched); i++) {
        if (!cloak_vouches(vouched[i]))
            fail_msg("%s", vouched[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (cloak_vouches(others[i]))
            fail_msg("%s", others[i]);
    }
    assert_false(cloak_vouches(NULL));
}

static void hosts_name_places(void **state)
{
    (void)state;
    static const char *const hosts[][2] = {
        {"~ana@pool.test", "pool.test"},
        {"pool.test", "pool.test"},
        {"a@192.0.2.7", "192.0.2.7"},
        {"a@2001:db8:1:2:3:4:5:6", "2001:db8:1:2"},
        {"a@2001:db8:1:2::6", "2001:db8:1:2"},
        {"a@2001:db8::7", "2001:db8"},
        {"a@::1", "::1"},
        {"a@", ""},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(hosts); i++) {
        char place[CLOAK_ORIGIN];
        cloak_origin(hosts[i][0], place);
        assert_string_equal(place, hosts[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cloaks_name_accounts),
        cmocka_unit_test(hosts_name_places),
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(tags_are_read),
        cmocka_unit_test(masks_fit_sources),
        cmocka_unit_test(a_costly_mask_takes_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
