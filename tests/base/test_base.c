/* Bounded text, cleaning and folding, logging. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/log.h"
#include "base/private.h"
#include "base/text.h"

static void buf_leaves_out_whole_pieces(void **state)
{
    (void)state;
    char memory[8];
    struct buf buf;
    buf_init(&buf, memory, sizeof(memory));
    assert_true(buf_add(&buf, "abcd"));
    assert_int_equal(buf_room(&buf), 3);
    assert_false(buf_add(&buf, "efgh"));
    assert_string_equal(buf.start, "abcd");
    assert_true(buf.full);
    assert_false(buf_printf(&buf, "%d", 1234));
    assert_string_equal(buf.start, "abcd");
    assert_true(buf_printf(&buf, "%d", 12));
    assert_true(buf_add_char(&buf, 'x'));
    assert_false(buf_add_char(&buf, 'y'));
    assert_true(buf_add_bytes(&buf, NULL, 0));
    assert_string_equal(buf.start, "abcd12x");
    assert_int_equal(buf_length(&buf), 7);
    assert_true(buf.full);
    buf_reset(&buf);
    assert_false(buf.full);
    assert_int_equal(buf_length(&buf), 0);
    assert_string_equal(buf.start, "");
}

struct text_row {
    const char *in, *out;
};

static void text_is_cleaned(void **state)
{
    (void)state;
    static const struct text_row rows[] = {
        {"plain", "plain"},
        {"  a \t b\r\n c  ", "a b c"},
        {"a\x01\x1b[31mb\x7f", "a[31mb"},
        {"x\xff\xfey", "x\xef\xbf\xbd\xef\xbf\xbdy"},
        {"\xc3", "\xef\xbf\xbd"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* a surrogate */
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                 /* an overlong slash */
        {"a\u202e b\u2066c\u200f", "a bc"},                       /* direction overrides */
        {"a\u2028b\u2029c", "a b c"},
        {"no\u00a0break \u3000 wide", "no break wide"},
        {"in\u200bvi\ufeffsi\u3164ble", "invisible"},
        {"d\u00e9fi \u2764\ufe0f \U0001f7e5", "d\u00e9fi \u2764\ufe0f \U0001f7e5"},
        {"", ""},
        {" \u202e ", ""},
        /* joiners stay where they make a difference, and nowhere else */
        {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
         "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"},
        {"\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"},
        {"\U0001f468\u200d\U0001f469\u200d\U0001f467",
         "\U0001f468\u200d\U0001f469\u200d\U0001f467"},
        {"\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"},
        {"\U0001f9d1\U0001f3fd\u200d\U0001f4bb", "\U0001f9d1\U0001f3fd\u200d\U0001f4bb"},
        {"a\u200db\u200cc\u200d", "abc"},
        {"\u200d\U0001f468\u200d\u200d\U0001f469\u200d", "\U0001f468\u200d\U0001f469"},
        {"\u0645\u06cc\u200c \u200c\u062e", "\u0645\u06cc \u062e"},
        {"\u2800\u2800", ""},
        {"a\u2800b", "a b"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char memory[64];
        struct buf out;
        buf_init(&out, memory, sizeof(memory));
        assert_true(text_clean(&out, rows[i].in, strlen(rows[i].in)));
        assert_string_equal(out.start, rows[i].out);
    }
}

static void what_shows_nothing_is_blank(void **state)
{
    (void)state;
    static const char *const blank[] = {"", " ", "\ufe0f", "\u0301\u0301", "\u200d", "\u2800"};
    static const char *const shown[] = {"a", ".", " \u0301x", "\u2764\ufe0f", "\u304c", "\ufffd"};
    for (size_t i = 0; i < ARRAY_SIZE(blank); i++)
        assert_true(text_blank(blank[i]));
    for (size_t i = 0; i < ARRAY_SIZE(shown); i++)
        assert_false(text_blank(shown[i]));
}

static void directions_are_known(void **state)
{
    (void)state;
    static const char *const left[] = {"\u05d3\u05e0\u05d4", "Bob \u0633\u0627\u0631\u0627"};
    static const char *const right[] = {"", "Bob 12", "D\u00e9fi \u304c \U0001f468", "\u0967"};
    for (size_t i = 0; i < ARRAY_SIZE(left); i++)
        assert_true(text_runs_left(left[i], strlen(left[i])));
    for (size_t i = 0; i < ARRAY_SIZE(right); i++)
        assert_false(text_runs_left(right[i], strlen(right[i])));
}

/* The marks of names are in no clean text: whoever takes them out has the names back. */
static void marks_can_be_undone(void **state)
{
    (void)state;
    static const char line[] = TEXT_ISOLATE "\u05d3" TEXT_JOINER "\u05e0" TEXT_RELEASE " a\u200d";
    char memory[64], plain[64];
    struct buf out;
    size_t length = 0;
    for (const char *at = line; *at != '\0';) {
        size_t mark = text_mark(at, strlen(at));
        if (mark == 0)
            plain[length++] = *at++;
        at += mark;
    }
    plain[length] = '\0';
    assert_string_equal(plain, "\u05d3\u05e0 a\u200d");
    buf_init(&out, memory, sizeof(memory));
    assert_true(text_clean(&out, line, strlen(line)));
    assert_string_equal(memory, "\u05d3\u05e0 a");
}

static void cleaning_cuts_between_graphemes(void **state)
{
    (void)state;
    char memory[6];
    struct buf out;
    buf_init(&out, memory, sizeof(memory));
    const char *text = "abce\u0301x"; /* the accent would end at byte 6 */
    assert_false(text_clean(&out, text, strlen(text)));
    assert_string_equal(out.start, "abc");
    assert_true(out.full);
    buf_reset(&out);
    assert_true(buf_add(&out, "> "));
    assert_false(text_clean(&out, "  a  bcd", 8));
    assert_string_equal(out.start, "> a b");
    buf_reset(&out);
    assert_false(text_clean(&out, "abcde fgh", 9)); /* no blank is left behind */
    assert_string_equal(out.start, "abcde");
}

static void text_is_folded(void **state)
{
    (void)state;
    static const struct text_row rows[] = {
        {"D\u00e9fi", "defi"},
        {"De\u0301fi", "defi"},
        {"\u00c9T\u00c9", "ete"},
        {"Stra\u00dfe", "strasse"},
        {"\uff35\uff2e\uff2f", "uno"}, /* full width */
        {"\ufb01n", "fin"},            /* a ligature */
        {"\u0421\u0442\u043e\u0439", "\u0441\u0442\u043e\u0438"},
        {"\u304c", "\u304c"}, /* the mark of Japanese stays, composed */
        {"\u304b\u3099", "\u304c"},
        {"\u0915\u093f", "\u0915\u093f"}, /* so does an Indian vowel sign */
        {"\ud55c\uae00", "\ud55c\uae00"},
        {"\u1112\u1161\u11ab", "\ud55c"},
        {"a\u00adb", "ab"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char memory[64];
        struct buf out;
        buf_init(&out, memory, sizeof(memory));
        assert_true(text_fold(&out, rows[i].in, strlen(rows[i].in)));
        assert_string_equal(out.start, rows[i].out);
        assert_true(text_same(rows[i].in, rows[i].out));
    }
    assert_false(text_same("red", "redd"));
    assert_false(text_same("redd", "red"));
    assert_false(text_same("\u0915\u093f", "\u0915\u093e"));
    assert_true(text_same("", "\u0301"));
    char memory[4];
    struct buf out;
    buf_init(&out, memory, sizeof(memory));
    assert_false(text_fold(&out, "abcd", 4));
    assert_string_equal(out.start, "abc");
}

static void folding_bears_many_marks(void **state)
{
    (void)state;
    char text[2048], folded[4096];
    for (size_t i = 0; i + 3 <= sizeof(text); i += 3)
        memcpy(text + i, "\u3099", 3);
    struct buf out;
    buf_init(&out, folded, sizeof(folded));
    assert_true(text_fold(&out, text, sizeof(text) / 3 * 3));
    assert_int_equal(buf_length(&out), sizeof(text) / 3 * 3);
}

static void text_is_measured(void **state)
{
    (void)state;
    assert_int_equal(text_width("abc", 3), 3);
    assert_int_equal(text_width("\u00e9e\u0301", 5), 2);
    assert_int_equal(text_width("\U0001f7e5", 4), 2);
    assert_int_equal(text_width("\u6f22\u5b57", 6), 4);
    assert_int_equal(text_width("", 0), 0);
    assert_int_equal(text_run("  ab c", 6), 2);
    assert_int_equal(text_run("ab c", 4), 2);
    assert_int_equal(text_run("ab c", 1), 1);
    assert_int_equal(text_run("", 0), 0);
    assert_int_equal(text_cut("abcdef", 6, 4), 4);
    assert_int_equal(text_cut("abcdef", 6, 6), 6);
    assert_int_equal(text_cut("abe\u0301f", 6, 4), 2);     /* never between e and its accent */
    assert_int_equal(text_cut("\u00e9\u00e9", 4, 3), 2);   /* never inside a character */
    assert_int_equal(text_cut("e\u0301\u0301x", 6, 4), 3); /* a long grapheme: at a character */
    assert_int_equal(text_cut("\u00e9", 2, 1), 0);
    assert_int_equal(text_cut("\xff\xff\xff", 3, 2), 2);
}

/* -- what is left behind -- */

static void secrets_are_wiped(void **state)
{
    (void)state;
    char secret[16] = "hunter22";
    private_wipe(secret, sizeof(secret));
    for (size_t i = 0; i < sizeof(secret); i++)
        assert_int_equal(secret[i], 0);
}

/* "Core dumps are off": in a child, for the test itself may want one. */
static void a_crash_leaves_no_picture(void **state)
{
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit core = {1, 1};
        bool ok = private_process() && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 &&
                  getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur == 0 && core.rlim_max == 0;
        _exit(ok ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* "Log lines escape C1 and format characters": what the eye would not see as it stands. */
static void only_what_shows_shows(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        bool shows;
    } rows[] = {
        {"a", 1, true},         {" ", 1, true},           {"\u00e9", 2, true},
        {"\u00a0", 2, true},    {"\u2764", 3, true},      {"\ufffd", 3, true},
        {"\x1b", 1, false},     {"\x7f", 1, false},       {"\xc2\x85", 2, false}, /* NEL */
        {"\xc2\x9b", 2, false}, /* CSI of 8 bits */
        {"\xff", 1, false},     {"\u202e", 3, false},     {"\u2066", 3, false},
        {"\u200b", 3, false},   {"\u2028", 3, false},     {"\u2029", 3, false},
        {"\ufeff", 3, false},   {"\U000e0041", 4, false},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        size_t size = 0;
        assert_int_equal(text_shows(rows[i].text, strlen(rows[i].text), &size), rows[i].shows);
        assert_int_equal(size, rows[i].size);
    }
}

/* -- log -- */

static char seen[16384];
static enum log_level seen_level;
static unsigned seen_count;

static void keep_line(void *arg, enum log_level level, const char *line)
{
    assert_ptr_equal(arg, seen);
    assert_true(strlen(line) < sizeof(seen));
    strcpy(seen, line);
    seen_level = level;
    seen_count++;
}

static const struct log root = {NULL, NULL};
static const struct log network = {&root, "irc/libera"};
static const struct log channel = {&network, "#cards"};

static void log_carries_the_path(void **state)
{
    (void)state;
    log_set_sink(keep_line, seen);
    log_warn(&channel, "joined %d", 7);
    assert_string_equal(seen, "[irc/libera #cards] joined 7");
    assert_int_equal(seen_level, LOG_WARN);
    log_info(&root, "up");
    assert_string_equal(seen, "up");
    seen_count = 0;
    log_info(NULL, "silent");
    log_debug(&channel, "below the level");
    assert_int_equal(seen_count, 0);
    log_set_level(LOG_DEBUG);
    log_debug(&network, "now");
    log_set_level(LOG_INFO);
    assert_string_equal(seen, "[irc/libera] now");
    log_set_sink(NULL, NULL);
}

static void log_masks_secrets_and_control_codes(void **state)
{
    (void)state;
    log_set_sink(keep_line, seen);
    log_hide("hunter22");
    log_hide("hunter22plus");
    log_hide("hunter22");
    log_hide("abc"); /* shorter than a secret may be */
    log_error(&root, "PASS hunter22 and hunter22plus, hunter22hunter22 abc");
    assert_string_equal(seen, "PASS *** and ***, ****** abc");
    log_error(&root, "%s",
              "\u202etxt.exe\xc2\x9b"
              "2J\u2028root: \u00e9t\u00e9\xff");
    assert_string_equal(
        seen, "\\xe2\\x80\\xaetxt.exe\\xc2\\x9b2J\\xe2\\x80\\xa8root: \u00e9t\u00e9\\xff");
    log_error(&root, "a\r\nb\x1b[0m");
    assert_string_equal(seen, "a\\x0d\\x0ab\\x1b[0m");

    char text[12000];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    memcpy(text + 4090, "hunter22", 8); /* across the place where a long record is cut */
    log_error(&root, "%s", text);
    assert_null(strstr(seen, "hunt"));
    assert_string_equal(seen + strlen(seen) - 7, "x***...");
    log_set_sink(NULL, NULL);
}

/* Logs one record with stderr in a pipe; `journal`: as systemd would start us. */
static void log_to_pipe(bool journal, char *line, size_t size)
{
    int ends[2], kept = dup(STDERR_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
    struct stat st;
    char stream[64];
    assert_int_equal(fstat(ends[1], &st), 0);
    snprintf(stream, sizeof(stream), "%ju:%ju", (uintmax_t)st.st_dev,
             (uintmax_t)st.st_ino + (journal ? 0 : 1));
    assert_int_equal(setenv("JOURNAL_STREAM", stream, 1), 0);
    log_warn(&channel, "slow");
    assert_int_equal(unsetenv("JOURNAL_STREAM"), 0);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    close(ends[1]);
    ssize_t length = read(ends[0], line, size - 1);
    close(ends[0]);
    assert_true(length > 0);
    line[length] = '\0';
}

static void log_writes_one_line_to_stderr(void **state)
{
    (void)state;
    char line[256];
    log_to_pipe(false, line, sizeof(line));
    assert_string_equal(line, "warning: [irc/libera #cards] slow\n");
    log_to_pipe(true, line, sizeof(line));
    assert_string_equal(line, "<4>[irc/libera #cards] slow\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buf_leaves_out_whole_pieces),
        cmocka_unit_test(text_is_cleaned),
        cmocka_unit_test(what_shows_nothing_is_blank),
        cmocka_unit_test(directions_are_known),
        cmocka_unit_test(marks_can_be_undone),
        cmocka_unit_test(cleaning_cuts_between_graphemes),
        cmocka_unit_test(text_is_folded),
        cmocka_unit_test(folding_bears_many_marks),
        cmocka_unit_test(text_is_measured),
        cmocka_unit_test(only_what_shows_shows),
        cmocka_unit_test(secrets_are_wiped),
        cmocka_unit_test(a_crash_leaves_no_picture),
        cmocka_unit_test(log_carries_the_path),
        cmocka_unit_test(log_masks_secrets_and_control_codes),
        cmocka_unit_test(log_writes_one_line_to_stderr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
