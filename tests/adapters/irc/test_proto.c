/* The IRC line: tables of what comes in and what it means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/isupport.h"
#include "adapters/irc/wire/proto.h"
#include "base/array.h"

/* A parsed line in one piece: "tags|nick|user|host|COMMAND|param|param". */
static void show(const struct proto_line *line, char *out, size_t size)
{
    int used = snprintf(out, size, "%s|%s|%s|%s|%s", line->tags, line->nick, line->user, line->host,
                        line->command);
    for (unsigned i = 0; i < line->count; i++)
        used += snprintf(out + used, size - (size_t)used, "|%s", line->params[i]);
}

static void lines_are_parsed(void **state)
{
    (void)state;
    static const struct {
        const char *line, *parsed; /* NULL: refused */
    } rows[] = {
        {"PING :a b", "||||PING|a b"},
        {"ping a", "||||PING|a"},
        {":n!u@h PRIVMSG #c :hi there", "|n|u|h|PRIVMSG|#c|hi there"},
        {":n!u@h PRIVMSG #c ::)", "|n|u|h|PRIVMSG|#c|:)"},
        {":n!u@h PRIVMSG #c :", "|n|u|h|PRIVMSG|#c|"},
        {":irc.test 001 me Welcome", "|irc.test|||001|me|Welcome"},
        {":n@h QUIT", "|n||h|QUIT"},
        {":n!u QUIT", "|n|u||QUIT"},
        {":n!u@x@h QUIT", "|n|u@x|h|QUIT"},
        {"@a=b;c :n!u@h JOIN #c", "a=b;c|n|u|h|JOIN|#c"},
        {"@a  :n   JOIN   #c   x  ", "a|n|||JOIN|#c|x"},
        {":n!u@h JOIN #c account :Real Name", "|n|u|h|JOIN|#c|account|Real Name"},
        {"  PING x", "||||PING|x"},
        {"", NULL},
        {":", NULL},
        {":only.a.prefix", NULL},
        {"@tags", NULL},
        {"@tags :prefix", NULL},
        {"P\001NG x", NULL},
        {"PRIV-MSG x", NULL},
        {":n!u@h :PRIVMSG x", NULL},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char text[512];
        char shown[512];
        struct proto_line line;
        snprintf(text, sizeof(text), "%s", rows[i].line);
        bool good = proto_parse(&line, text, strlen(text));
        if (good != (rows[i].parsed != NULL))
            fail_msg("'%s' is %s", rows[i].line, good ? "taken" : "refused");
        if (good) {
            show(&line, shown, sizeof(shown));
            assert_string_equal(shown, rows[i].parsed);
            assert_string_equal(proto_param(&line, line.count), "");
        }
    }
}

static void many_parameters_are_bounded(void **state)
{
    (void)state;
    char text[512] = "X";
    for (int i = 0; i < 100; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), " p");
    struct proto_line line;
    assert_true(proto_parse(&line, text, strlen(text)));
    assert_int_equal(line.count, PROTO_PARAMS);
}

static void tags_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *line, *key, *value; /* NULL: not there */
    } rows[] = {
        {"@account=bob PING", "account", "bob"},
        {"@a=1;account=bob;c PING", "account", "bob"},
        {"@a=1;c PING", "c", ""},
        {"@c=;a PING", "c", ""},
        {"@xaccount=bob PING", "account", NULL},
        {"@accountx=bob PING", "account", NULL},
        {"@a=\\:\\s\\\\\\r\\n\\q\\ PING", "a", "; \\\r\nq"},
        {"@;;a=b PING", "a", "b"},
        {"PING", "a", NULL},
        {"@a=0123456789 PING", "a", NULL}, /* does not fit nine bytes */
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char text[512];
        char value[9];
        struct proto_line line;
        snprintf(text, sizeof(text), "%s", rows[i].line);
        assert_true(proto_parse(&line, text, strlen(text)));
        bool there = proto_tag(&line, rows[i].key, value, sizeof(value));
        assert_int_equal(there, rows[i].value != NULL);
        if (there)
            assert_string_equal(value, rows[i].value);
    }
}

struct lines {
    unsigned count;
    char text[16][64];
};

static bool add_line(void *arg, char *text, size_t length)
{
    struct lines *lines = arg;
    assert_int_equal(strlen(text), length);
    snprintf(lines->text[lines->count++], sizeof(lines->text[0]), "%.60s", text);
    return strcmp(text, "stop") != 0;
}

/* Lines part at LF; a bare CR, a NUL or too many bytes spoil one line only; bytes may come one by
 * one. */
static void lines_part_at_line_feeds(void **state)
{
    (void)state;
    static const char bytes[] = "one\r\ntwo\nb\rad\r\nn\0ul\r\n\r\n\nlast\r\r\nthree\r\nhalf";
    static struct proto_input input;
    for (size_t step = 1; step < sizeof(bytes); step++) {
        struct lines lines = {.count = 0};
        proto_input_init(&input);
        for (size_t at = 0; at < sizeof(bytes) - 1; at += step) {
            size_t left = sizeof(bytes) - 1 - at;
            proto_input_feed(&input, bytes + at, left < step ? left : step, add_line, &lines);
        }
        assert_int_equal(lines.count, 3);
        assert_string_equal(lines.text[0], "one");
        assert_string_equal(lines.text[1], "two");
        assert_string_equal(lines.text[2], "three");
    }
    struct lines lines = {.count = 0};
    proto_input_init(&input);
    proto_input_feed(&input, "a\nstop\nb\n", 9, add_line, &lines);
    assert_int_equal(lines.count, 2);
}

static void an_endless_line_is_dropped(void **state)
{
    (void)state;
    static struct proto_input input;
    static char junk[PROTO_INPUT + 1];
    struct lines lines = {.count = 0};
    memset(junk, 'x', sizeof(junk));
    proto_input_init(&input);
    for (int i = 0; i < 100; i++)
        proto_input_feed(&input, junk, sizeof(junk), add_line, &lines);
    proto_input_feed(&input, "y\r\nnext\r\n", 9, add_line, &lines);
    assert_int_equal(lines.count, 1);
    assert_string_equal(lines.text[0], "next");
    /* the longest that is taken: its CRLF included */
    proto_input_feed(&input, junk, PROTO_INPUT - 1, add_line, &lines);
    proto_input_feed(&input, "\r\n", 2, add_line, &lines);
    assert_int_equal(lines.count, 2);
}

/* As many bytes of tags as a server may send, before a whole line. */
static void the_longest_tags_fit(void **state)
{
    (void)state;
    static char line[PROTO_INPUT];
    char value[64];
    struct proto_line parsed;
    size_t tags = 8191; /* with '@' and the blank */
    memset(line, 'x', tags);
    memcpy(line, "@a=", 3);
    memcpy(line + tags - 13, ";account=bob ", 13);
    int more = snprintf(line + tags, sizeof(line) - tags, ":bob!b@h PRIVMSG #c :hi");
    assert_true(proto_parse(&parsed, line, tags + (size_t)more));
    assert_string_equal(parsed.command, "PRIVMSG");
    assert_string_equal(parsed.params[1], "hi");
    assert_true(proto_tag(&parsed, "account", value, sizeof(value)));
    assert_string_equal(value, "bob");
}

static void lines_are_written(void **state)
{
    (void)state;
    char out[64];
    static const struct {
        const char *middle, *text, *line; /* NULL: refused */
    } rows[] = {
        {"#c", "hello", "PRIVMSG #c :hello\r\n"},
        {"#c", ":)", "PRIVMSG #c ::)\r\n"},
        {"#c", "", "PRIVMSG #c :\r\n"},
        {"#c", NULL, "PRIVMSG #c\r\n"},
        {"#c", "a\nQUIT", NULL},
        {"#c", "a\rQUIT", NULL},
        {"#c\r\nQUIT", "a", NULL},
        {"#c\n", "a", NULL},
        {"a b", "a", NULL},
        {":a", "a", NULL},
        {"", "a", NULL},
        {"#c", "0123456789012345678901234567890123456789012345678901", NULL},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        size_t length = PROTO_WRITE(out, sizeof(out), "PRIVMSG", rows[i].text, rows[i].middle);
        assert_int_equal(length > 0, rows[i].line != NULL);
        if (length > 0) {
            assert_string_equal(out, rows[i].line);
            assert_int_equal(length, strlen(rows[i].line));
        }
    }
    assert_int_equal(PROTO_WRITE(out, sizeof(out), "CAP", NULL, "LS", "302"), 12);
    assert_string_equal(out, "CAP LS 302\r\n");
    assert_int_equal(PROTO_WRITE(out, sizeof(out), "QUIT\r\nX", NULL, "a"), 0);
    assert_int_equal(PROTO_WRITE(out, sizeof(out), "", NULL, "a"), 0);
    assert_int_equal(PROTO_WRITE(out, 0, "X", NULL, "a"), 0);
}

static void names_compare_by_the_casemapping(void **state)
{
    (void)state;
    static const struct {
        enum proto_casemap map;
        const char *a, *b;
        bool same;
    } rows[] = {
        {PROTO_ASCII, "Bob", "bOB", true},
        {PROTO_ASCII, "a[]", "a{}", false},
        {PROTO_RFC1459, "A[]\\^", "a{}|~", true},
        {PROTO_STRICT, "A[]\\", "a{}|", true},
        {PROTO_STRICT, "a^", "a~", false},
        {PROTO_RFC1459, "bob", "bobb", false},
        {PROTO_RFC1459, "", "", true},
        {PROTO_ASCII, "\xc3\x89", "\xc3\xa9", false},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char a[16];
        char b[16];
        assert_int_equal(proto_same(rows[i].map, rows[i].a, rows[i].b), rows[i].same);
        assert_true(proto_fold(rows[i].map, rows[i].a, a, sizeof(a)));
        assert_true(proto_fold(rows[i].map, rows[i].b, b, sizeof(b)));
        assert_int_equal(strcmp(a, b) == 0, rows[i].same);
    }
    char small[4];
    assert_false(proto_fold(PROTO_ASCII, "abcd", small, sizeof(small)));
    assert_true(proto_fold(PROTO_ASCII, "ABC", small, sizeof(small)));
    assert_string_equal(small, "abc");
}

static void the_budget_of_a_line(void **state)
{
    (void)state;
    /* ":n!u@h PRIVMSG #c :" is 19 bytes, CRLF two */
    assert_int_equal(proto_budget(512, strlen("n!u@h"), "PRIVMSG", 2), 512 - 19 - 2);
    assert_int_equal(proto_budget(512, 600, "PRIVMSG", 2), 0);
}

static void formats_are_stripped(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"plain", "plain"},
        {"\0034red\003 \00304,12both\017", "red both"},
        {"\003123", "3"},
        {"\0031,2,3", ",3"},
        {"\003,5", ",5"},
        {"\002b\035i\037u\036s\021m\026r", "biusmr"},
        {"\004ff0000hex\004zz", "hexzz"},
        {"\003", ""},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char text[64];
        snprintf(text, sizeof(text), "%s", rows[i][0]);
        proto_strip(text);
        assert_string_equal(text, rows[i][1]);
    }
}

static void netsplits_are_told_by_their_words(void **state)
{
    (void)state;
    static const char *const yes[] = {"hub.test leaf.test", "*.net *.split", "a.b c.d"};
    static const char *const no[] = {"bye",
                                     "",
                                     "hub.test",
                                     "a.b c.d e",
                                     "a.b  c.d",
                                     "a. b.",
                                     "see www.example.org now.",
                                     "Quit: a.b c.d",
                                     ".a b.c"};
    for (size_t i = 0; i < ARRAY_SIZE(yes); i++)
        assert_true(proto_netsplit(yes[i]));
    for (size_t i = 0; i < ARRAY_SIZE(no); i++)
        assert_false(proto_netsplit(no[i]));
}

static void isupport_is_read(void **state)
{
    (void)state;
    struct isupport isupport;
    isupport_init(&isupport);
    assert_int_equal(isupport.map, PROTO_RFC1459);
    assert_int_equal(isupport_operators(&isupport), 1);
    static const char *const tokens[] = {"CASEMAPPING=ascii",
                                         "CHANTYPES=#",
                                         "PREFIX=(qaohv)~&@%+",
                                         "CHANMODES=be,k,l,imn",
                                         "NICKLEN=16",
                                         "LINELEN=2048",
                                         "MAXTARGETS=4",
                                         "TARGMAX=PRIVMSG:3,JOIN:2,X:",
                                         "NOSENSE",
                                         "=",
                                         "PREFIX=(ov",
                                         "PREFIX=(ov)@",
                                         "CHANMODES=x",
                                         "NICKLEN=junk",
                                         "CASEMAPPING=klingon",
                                         "PREFIX"};
    for (size_t i = 0; i < ARRAY_SIZE(tokens); i++)
        isupport_take(&isupport, tokens[i]);
    assert_int_equal(isupport.map, PROTO_ASCII);
    assert_true(isupport_channel(&isupport, "#x"));
    assert_false(isupport_channel(&isupport, "&x"));
    assert_false(isupport_channel(&isupport, ""));
    assert_int_equal(isupport_operators(&isupport), 7); /* q, a, o; not h */
    assert_int_equal(isupport_rank_sign(&isupport, '@'), isupport_rank_mode(&isupport, 'o'));
    assert_int_equal(isupport_rank_sign(&isupport, '\0'), 0);
    assert_int_equal(isupport.line_length, PROTO_LINE_MAX);
    assert_int_equal(isupport.join_targets, 2);
    assert_true(isupport_mode_takes(&isupport, 'l', true));
    assert_false(isupport_mode_takes(&isupport, 'l', false));
    assert_true(isupport_mode_takes(&isupport, 'k', false));
    assert_true(isupport_mode_takes(&isupport, 'v', false));
    assert_false(isupport_mode_takes(&isupport, 'i', true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_parsed),
        cmocka_unit_test(many_parameters_are_bounded),
        cmocka_unit_test(tags_are_found),
        cmocka_unit_test(lines_part_at_line_feeds),
        cmocka_unit_test(an_endless_line_is_dropped),
        cmocka_unit_test(lines_are_written),
        cmocka_unit_test(the_longest_tags_fit),
        cmocka_unit_test(names_compare_by_the_casemapping),
        cmocka_unit_test(the_budget_of_a_line),
        cmocka_unit_test(formats_are_stripped),
        cmocka_unit_test(netsplits_are_told_by_their_words),
        cmocka_unit_test(isupport_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
