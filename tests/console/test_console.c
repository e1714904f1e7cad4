/* The console adapter (adapters/console/console.h) on pipes, files and a pseudo-terminal. */
#define _XOPEN_SOURCE 700 /* posix_openpt */

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/console/console.h"
#include "adapters/registry.h"

enum { WAIT = 60000 }; /* milliseconds, for what surely comes */

static struct loop *loop;
static struct settings settings;
static struct adapter *adapter;
static struct timer wake;
static char events[200000];
static char output[20000]; /* what was read from our end so far */
static bool stopped, answers;
static int in[2], out[2]; /* ends: [0] reads, [1] writes */

static void raise_event(void *host, struct adapter *from, const struct chat_event *event)
{
    static const char *const kinds[] = {
        [CHAT_CONNECTED] = "connected", [CHAT_ENTERED] = "entered", [CHAT_MESSAGE] = "message",
        [CHAT_JOIN] = "join",           [CHAT_STOPPED] = "stopped",
    };
    (void)host;
    assert_ptr_equal(from, adapter);
    size_t length = strlen(events);
    snprintf(events + length, sizeof events - length, "%s%s%s%s%s%s%s\n", kinds[event->kind],
             event->channel ? " " : "", event->channel ? event->channel : "",
             event->user.id ? " " : "", event->user.id ? event->user.id : "",
             event->text ? ": " : "", event->text ? event->text : "");
    stopped = stopped || event->kind == CHAT_STOPPED;
    if (answers && event->kind == CHAT_MESSAGE && event->text) {
        struct message *message = message_create(CONSOLE_CHANNEL, "alice", URGENCY_HAND);
        message_text(message, "heard ");
        message_add(message, STYLE_CARD, TINT_RED, event->text, strlen(event->text));
        console_adapter.send(adapter, message);
    }
}

static unsigned owed; /* how often the host is still to say that it owes an answer */

static bool owes(void *host)
{
    (void)host;
    return owed > 0 && --owed > 0;
}

static void begin(int input, int write_end)
{
    char why[100];
    const struct adapter_setup setup = {
        .name = "here", .settings = &settings, .loop = loop, .raise = raise_event, .busy = owes};
    assert_null(settings_put(&settings, CONSOLE_USER, "alice"));
    adapter = console_adapter.create(&setup, why, sizeof why);
    assert_non_null(adapter);
    console_use(adapter, input, write_end);
    console_adapter.start(adapter);
    assert_string_equal(events, "");
}

static void type(const char *text)
{
    assert_int_equal(write(in[1], text, strlen(text)), strlen(text));
}

static void on_wake(struct timer *timer)
{
    (void)timer;
}

static void read_output(void)
{
    size_t length = strlen(output);
    ssize_t got = out[0] < 0 ? 0 : read(out[0], output + length, sizeof output - length - 1);
    if (got > 0)
        output[length + (size_t)got] = '\0';
}

/* Runs the loop until `text` holds `part`. */
static void wait_for(const char *text, const char *part)
{
    uint64_t end = loop_now(loop) + WAIT;
    while (!strstr(text, part)) {
        if (loop_now(loop) > end)
            fail_msg("no \"%s\" in \"%s\"", part, text);
        timer_set(&wake, 20);
        uv_run(loop_uv(loop), UV_RUN_ONCE);
        read_output();
    }
    timer_stop(&wake);
}

#define ARRIVAL "connected\nentered table\njoin table alice\n"

static void lines_of_a_pipe_are_messages(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    type("  !uno \r\n\n   \npl r5\nno end");
    wait_for(events, "pl r5");
    assert_string_equal(events, ARRIVAL "message table alice: !uno \nmessage table alice: pl r5\n");
    close(in[1]);
    in[1] = -1;
    wait_for(events, "stopped");
    assert_non_null(strstr(events, "pl r5\nmessage table alice: no end\nstopped: end of input\n"));
    assert_string_equal(output, "");
}

static void answers_come_out_before_the_end(void **state)
{
    (void)state;
    answers = true;
    begin(in[0], out[1]);
    type("[R 5]\nquit\nignored\n");
    wait_for(events, "stopped: quit\n");
    assert_null(strstr(events, "ignored"));
    read_output();
    assert_string_equal(output, "» heard [R 5]\n");
}

static void a_late_answer_is_waited_for(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    type("one\n");
    close(in[1]);
    in[1] = -1;
    wait_for(events, "one\n");
    /* The answer comes when the end of the input has been seen, and before time goes on. */
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    assert_false(stopped);
    struct message *message = message_create(CONSOLE_CHANNEL, NULL, URGENCY_TABLE);
    message_text(message, "late");
    console_adapter.send(adapter, message);
    wait_for(events, "stopped: end of input\n");
    read_output();
    assert_string_equal(output, "late\n");
}

/* However long the disk takes: the answer is asked for, not a time waited. */
static void an_answer_that_is_owed_is_waited_for(void **state)
{
    (void)state;
    owed = 4;
    begin(in[0], out[1]);
    type("one\nquit\n");
    wait_for(events, "one\n");
    while (owed > 1) {
        assert_false(stopped);
        uv_run(loop_uv(loop), UV_RUN_ONCE);
    }
    struct message *message = message_create(CONSOLE_CHANNEL, NULL, URGENCY_TABLE);
    message_text(message, "late");
    console_adapter.send(adapter, message);
    wait_for(events, "stopped: quit\n");
    read_output();
    assert_string_equal(output, "late\n");
}

static void quit_has_forms(void **state)
{
    static const char *const forms[] = {"quit\n", " !Quit \n", ".quitter\n", "QUIT\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        stopped = false;
        *events = '\0';
        begin(in[0], out[1]);
        type("quit now\nquits\n");
        type(forms[i]);
        wait_for(events, "stopped: quit\n");
        assert_non_null(strstr(events, "alice: quit now\nmessage table alice: quits\nstopped"));
        console_adapter.destroy(adapter);
        adapter = NULL;
    }
}

static void a_regular_file_is_read_to_its_end(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < 3000; i++)
        fprintf(file, "line %d\n", i);
    fprintf(file, "last");
    assert_int_equal(fflush(file), 0);
    lseek(fileno(file), 0, SEEK_SET);
    begin(fileno(file), out[1]);
    wait_for(events, "stopped: end of input\n");
    assert_non_null(strstr(events, "line 0\nmessage table alice: line 1\n"));
    assert_non_null(strstr(events, "line 2999\nmessage table alice: last\nstopped"));
    fclose(file);
}

static void a_file_may_be_left_half_read(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < 3000; i++)
        fprintf(file, "line %d\n", i);
    assert_int_equal(fflush(file), 0);
    lseek(fileno(file), 0, SEEK_SET);
    begin(fileno(file), out[1]);
    wait_for(events, "line 5\n");
    console_adapter.stop(adapter, NULL);
    wait_for(events, "stopped: stopped\n");
    console_adapter.destroy(adapter);
    adapter = NULL;
    fclose(file);
}

static void nothing_at_all_to_read(void **state)
{
    (void)state;
    int nothing = open("/dev/null", O_RDONLY);
    begin(nothing, out[1]);
    wait_for(events, "stopped: end of input\n");
    assert_string_equal(events, ARRIVAL "stopped: end of input\n");
    close(nothing);
}

static void bad_bytes_stay_one_line(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    assert_int_equal(write(in[1], "a\0b\n", 4), 4);
    char longest[9000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    type(longest);
    type("\nafter\n");
    wait_for(events, "after\n");
    assert_string_equal(events, ARRIVAL "message table alice: a b\nmessage table alice: after\n");
}

static void an_interrupt_ends_it(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    wait_for(events, "join");
    raise(SIGINT);
    wait_for(events, "stopped: interrupted\n");
}

static void stop_says_its_words(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    wait_for(events, "join");
    console_adapter.stop(adapter, "good night");
    assert_false(stopped);
    wait_for(events, "stopped: stopped\n");
    console_adapter.stop(adapter, "again");
    read_output();
    assert_string_equal(output, "good night\n");
}

static void stopped_before_it_began(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    console_adapter.stop(adapter, NULL);
    wait_for(events, "stopped: stopped\n");
    console_adapter.destroy(adapter);
    adapter = NULL;
    *events = '\0';
    begin(in[0], out[1]); /* torn down by the test without a turn of the loop */
}

static void a_reader_that_went_away(void **state)
{
    (void)state;
    answers = true;
    begin(in[0], out[1]);
    close(out[0]);
    out[0] = -1;
    type("one\n");
    wait_for(events, "stopped: nobody reads any more\n");
}

/* -- on a terminal -- */

/* Puts a pseudo-terminal of that width in the place of the pipes; `in[1]` and `out[0]` are its
 * outer end. Returns the inner one. */
static int open_terminal(unsigned short columns)
{
    int outer = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(outer >= 0 && grantpt(outer) == 0 && unlockpt(outer) == 0);
    int inner = open(ptsname(outer), O_RDWR | O_NOCTTY);
    assert_true(inner >= 0);
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    assert_int_equal(ioctl(inner, TIOCSWINSZ, &size), 0);
    struct termios mode;
    assert_int_equal(tcgetattr(inner, &mode), 0);
    mode.c_lflag &= (tcflag_t)~ECHO;
    mode.c_oflag &= (tcflag_t)~OPOST;
    assert_int_equal(tcsetattr(inner, TCSANOW, &mode), 0);
    assert_int_equal(fcntl(outer, F_SETFL, O_NONBLOCK), 0);
    for (int i = 0; i < 2; i++) {
        close(in[i]);
        close(out[i]);
    }
    in[0] = out[1] = -1;
    in[1] = outer;
    out[0] = dup(outer);
    return inner;
}

static void a_terminal_has_prompt_and_colours(void **state)
{
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    unsetenv("NO_COLOR");
    answers = true;
    int inner = open_terminal(80);
    int flags = fcntl(inner, F_GETFL);
    begin(inner, inner);
    wait_for(output, "> ");
    type("[R 5]\n");
    wait_for(output, "[R 5]\033[0m\n> ");
    assert_string_equal(output, "> \033[1m» \033[0mheard \033[1;97;41m[R 5]\033[0m\n> ");
    /* The terminal is shared with the shell: its mode stays. */
    assert_int_equal(fcntl(inner, F_GETFL), flags);
    struct message *message = message_create(CONSOLE_CHANNEL, NULL, URGENCY_TABLE);
    message_text(message, "bob draws");
    *output = '\0';
    console_adapter.send(adapter, message);
    wait_for(output, "draws\n> ");
    assert_string_equal(output, "\r\033[Kbob draws\n> ");
    type("\004");
    wait_for(events, "stopped: end of input\n");
    close(inner);
}

static void no_color_is_heeded(void **state)
{
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    setenv("NO_COLOR", "1", 1);
    answers = true;
    int inner = open_terminal(80);
    begin(inner, inner);
    type("[R 5]\n");
    wait_for(output, "» heard [R 5]\n");
    assert_null(strstr(output, "\033[1"));
    type("quit\n");
    wait_for(events, "stopped: quit\n");
    unsetenv("NO_COLOR");
    close(inner);
}

static void a_dumb_terminal_gets_no_escapes(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    answers = true;
    int inner = open_terminal(24);
    begin(inner, inner);
    type("one two three four five six\n");
    wait_for(output, "six\n");
    /* What is typed here comes back as one card, which is never cut. */
    assert_string_equal(output, "» heard\n    one two three four five six\n");
    type("quit\n");
    wait_for(events, "stopped: quit\n");
    close(inner);
}

/* So many lines, each longer than what a terminal takes at once and with its number. */
static void say_much(unsigned count)
{
    static char text[4001];
    for (unsigned i = 0; i < count; i++) {
        int length = snprintf(text, sizeof text, "<%u>", i);
        memset(text + length, 'x', sizeof text - 1 - (size_t)length);
        struct message *message = message_create(CONSOLE_CHANNEL, NULL, URGENCY_TABLE);
        message_text(message, text);
        console_adapter.send(adapter, message);
    }
}

/* Reads the numbers of the lines as they come, until that one. */
static void read_numbers(unsigned last)
{
    static char rest[20000];
    char wanted[16];
    snprintf(wanted, sizeof wanted, "<%u>", last);
    *rest = '\0';
    do {
        *output = '\0';
        wait_for(output, "x");
        size_t length = strlen(rest);
        for (const char *at = output; *at; at++)
            if (*at != 'x' && length < sizeof rest - 1)
                rest[length++] = *at;
        rest[length] = '\0';
    } while (!strstr(rest, wanted));
    snprintf(output, sizeof output, "%s", rest);
}

/* A terminal that is held takes nothing, and nothing waits for it. */
static void a_held_terminal_holds_up_nobody(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    int inner = open_terminal(0);
    int flags = fcntl(inner, F_GETFL);
    begin(inner, inner);
    wait_for(events, "join");
    assert_int_equal(tcflow(inner, TCOOFF), 0);
    say_much(40);
    type("meanwhile\n");
    wait_for(events, "message table alice: meanwhile\n");
    assert_string_equal(output, "");
    assert_int_equal(fcntl(inner, F_GETFL), flags); /* it is the shell's, too */
    assert_int_equal(tcflow(inner, TCOON), 0);
    read_numbers(39);
    for (unsigned i = 0; i < 40; i++) {
        char number[16];
        snprintf(number, sizeof number, "<%u>", i);
        assert_non_null(strstr(output, number));
    }
    close(inner);
}

/* What waits is bounded: the newest stays. */
static void a_terminal_held_for_long_leaves_lines_out(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    int inner = open_terminal(0);
    begin(inner, inner);
    wait_for(events, "join");
    assert_int_equal(tcflow(inner, TCOOFF), 0);
    say_much(2000);
    assert_int_equal(tcflow(inner, TCOON), 0);
    read_numbers(1999);
    assert_non_null(strstr(output, "...\n"));
    assert_null(strstr(output, "<900>"));
    assert_non_null(strstr(output, "<1998>"));
    close(inner);
}

/* The end comes while it is held; the line's end above the prompt has to wait no longer. */
static void a_held_terminal_lets_us_go(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    int inner = open_terminal(80);
    begin(inner, inner);
    wait_for(events, "join");
    assert_int_equal(tcflow(inner, TCOOFF), 0);
    say_much(3);
    console_adapter.stop(adapter, "good night");
    wait_for(events, "stopped: stopped\n");
    assert_int_equal(tcflow(inner, TCOON), 0);
    close(inner);
}

/* A full pipe likewise, and its reader gets all when it reads. */
static void a_pipe_that_is_full_is_waited_for(void **state)
{
    (void)state;
    begin(in[0], out[1]);
    wait_for(events, "join");
    say_much(40);
    type("meanwhile\n");
    while (!strstr(events, "meanwhile")) {
        timer_set(&wake, 20);
        uv_run(loop_uv(loop), UV_RUN_ONCE);
    }
    read_numbers(39);
    assert_false(stopped);
}

static int set_up(void **state)
{
    (void)state;
    loop = loop_create();
    adapter = NULL;
    stopped = answers = false;
    *events = *output = '\0';
    if (!loop || !settings_init(&settings, console_adapter.keys) || pipe(in) < 0 || pipe(out) < 0)
        return -1;
    timer_init(loop, &wake, on_wake);
    return fcntl(out[0], F_SETFL, O_NONBLOCK);
}

static int tear_down(void **state)
{
    (void)state;
    console_adapter.destroy(adapter);
    timer_finish(&wake, NULL);
    loop_destroy(loop);
    settings_finish(&settings);
    for (int i = 0; i < 2; i++) {
        if (in[i] >= 0)
            close(in[i]);
        if (out[i] >= 0)
            close(out[i]);
    }
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lines_of_a_pipe_are_messages),
        TEST(answers_come_out_before_the_end),
        TEST(a_late_answer_is_waited_for),
        TEST(an_answer_that_is_owed_is_waited_for),
        TEST(quit_has_forms),
        TEST(a_regular_file_is_read_to_its_end),
        TEST(a_file_may_be_left_half_read),
        TEST(nothing_at_all_to_read),
        TEST(bad_bytes_stay_one_line),
        TEST(an_interrupt_ends_it),
        TEST(stop_says_its_words),
        TEST(stopped_before_it_began),
        TEST(a_reader_that_went_away),
        TEST(a_terminal_has_prompt_and_colours),
        TEST(no_color_is_heeded),
        TEST(a_dumb_terminal_gets_no_escapes),
        TEST(a_held_terminal_holds_up_nobody),
        TEST(a_terminal_held_for_long_leaves_lines_out),
        TEST(a_held_terminal_lets_us_go),
        TEST(a_pipe_that_is_full_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
