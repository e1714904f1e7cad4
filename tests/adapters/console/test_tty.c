/* The console adapter on a pseudo-terminal, and on readers that take nothing for a while. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include <fcntl.h>
#include <setjmp.h>
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

#include "console_loop.h"

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
        console_loop_close(&in[i]);
        console_loop_close(&out[i]);
    }
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
    console_loop_begin(inner, inner);
    console_loop_wait(output, "> ");
    console_loop_type("[R 5]\n");
    console_loop_wait(output, "[R 5]\033[0m\n> ");
    assert_string_equal(output, "> \033[1m» \033[0mheard \033[1;97;41m[R 5]\033[0m\n> ");
    /* The terminal is shared with the shell: its mode stays. */
    assert_int_equal(fcntl(inner, F_GETFL), flags);
    *output = '\0';
    console_loop_say("bob draws");
    console_loop_wait(output, "draws\n> ");
    assert_string_equal(output, "\r\033[Kbob draws\n> ");
    console_loop_type("\004");
    console_loop_wait(events, "stopped: end of input\n");
    close(inner);
}

static void no_color_is_heeded(void **state)
{
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    setenv("NO_COLOR", "1", 1);
    answers = true;
    int inner = open_terminal(80);
    console_loop_begin(inner, inner);
    console_loop_type("[R 5]\n");
    console_loop_wait(output, "» heard [R 5]\n");
    assert_null(strstr(output, "\033[1"));
    console_loop_type("quit\n");
    console_loop_wait(events, "stopped: quit\n");
    unsetenv("NO_COLOR");
    close(inner);
}

static void a_dumb_terminal_gets_no_escapes(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    answers = true;
    int inner = open_terminal(24);
    console_loop_begin(inner, inner);
    console_loop_type("one two three four five six\n");
    console_loop_wait(output, "six\n");
    /* What is typed here comes back as one card, which is never cut. */
    assert_string_equal(output, "» heard\n    one two three four five six\n");
    console_loop_type("quit\n");
    console_loop_wait(events, "stopped: quit\n");
    close(inner);
}

/* So many lines, each longer than what a terminal takes at once and with its number. */
static void say_much(unsigned count)
{
    static char text[4001];
    for (unsigned i = 0; i < count; i++) {
        int length = snprintf(text, sizeof(text), "<%u>", i);
        memset(text + length, 'x', sizeof(text) - 1 - (size_t)length);
        console_loop_say(text);
    }
}

/* Reads the numbers of the lines as they come, until that one. */
static void read_numbers(unsigned last)
{
    static char rest[20000];
    char wanted[16];
    snprintf(wanted, sizeof(wanted), "<%u>", last);
    *rest = '\0';
    do {
        *output = '\0';
        console_loop_wait(output, "x");
        size_t length = strlen(rest);
        for (const char *at = output; *at != '\0'; at++) {
            if (*at != 'x' && length < sizeof(rest) - 1)
                rest[length++] = *at;
        }
        rest[length] = '\0';
    } while (!strstr(rest, wanted));
    snprintf(output, sizeof(output), "%s", rest);
}

/* Somebody is there, and the terminal takes nothing from now on. */
static void begin_held(int inner)
{
    setenv("TERM", "dumb", 1);
    console_loop_begin(inner, inner);
    console_loop_wait(events, "join");
    assert_int_equal(tcflow(inner, TCOOFF), 0);
}

/* A terminal that is held takes nothing, and nothing waits for it. */
static void a_held_terminal_holds_up_nobody(void **state)
{
    (void)state;
    int inner = open_terminal(0);
    int flags = fcntl(inner, F_GETFL);
    begin_held(inner);
    say_much(40);
    console_loop_type("meanwhile\n");
    console_loop_wait(events, "message table alice: meanwhile\n");
    assert_string_equal(output, "");
    assert_int_equal(fcntl(inner, F_GETFL), flags); /* it is the shell's, too */
    assert_int_equal(tcflow(inner, TCOON), 0);
    read_numbers(39);
    for (unsigned i = 0; i < 40; i++) {
        char number[16];
        snprintf(number, sizeof(number), "<%u>", i);
        assert_non_null(strstr(output, number));
    }
    close(inner);
}

/* What waits is bounded: the newest stays. */
static void a_terminal_held_for_long_leaves_lines_out(void **state)
{
    (void)state;
    int inner = open_terminal(0);
    begin_held(inner);
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
    int inner = open_terminal(80);
    begin_held(inner);
    say_much(3);
    console_adapter.stop(adapter, "good night");
    console_loop_wait(events, "stopped: stopped\n");
    assert_int_equal(tcflow(inner, TCOON), 0);
    close(inner);
}

/* A full pipe likewise, and its reader gets all when it reads. */
static void a_pipe_that_is_full_is_waited_for(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_loop_wait(events, "join");
    say_much(40);
    console_loop_type("meanwhile\n");
    while (!strstr(events, "meanwhile"))
        console_loop_turn();
    read_numbers(39);
    assert_false(stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_terminal_has_prompt_and_colours),
        RIG_TEST(no_color_is_heeded),
        RIG_TEST(a_dumb_terminal_gets_no_escapes),
        RIG_TEST(a_held_terminal_holds_up_nobody),
        RIG_TEST(a_terminal_held_for_long_leaves_lines_out),
        RIG_TEST(a_held_terminal_lets_us_go),
        RIG_TEST(a_pipe_that_is_full_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
