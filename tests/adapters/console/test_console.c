/* The console adapter (adapters/console/console.h) on pipes and files. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "console_loop.h"

#define ARRIVAL "connected\nentered table\njoin table alice\n"

static void lines_of_a_pipe_are_messages(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_loop_type("  !uno \r\n\n   \npl r5\nno end");
    console_loop_wait(events, "pl r5");
    assert_string_equal(events, ARRIVAL "message table alice: !uno \nmessage table alice: pl r5\n");
    console_loop_close(&in[1]);
    console_loop_wait(events, "stopped");
    assert_non_null(strstr(events, "pl r5\nmessage table alice: no end\nstopped: end of input\n"));
    assert_string_equal(output, "");
}

static void answers_come_out_before_the_end(void **state)
{
    (void)state;
    answers = true;
    console_loop_begin(in[0], out[1]);
    console_loop_type("[R 5]\nquit\nignored\n");
    console_loop_wait(events, "stopped: quit\n");
    assert_null(strstr(events, "ignored"));
    console_loop_read();
    assert_string_equal(output, "» heard [R 5]\n");
}

static void a_late_answer_is_waited_for(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_loop_type("one\n");
    console_loop_close(&in[1]);
    console_loop_wait(events, "one\n");
    /* The answer comes when the end of the input has been seen, and before time goes on. */
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    assert_false(stopped);
    console_loop_say("late");
    console_loop_wait(events, "stopped: end of input\n");
    console_loop_read();
    assert_string_equal(output, "late\n");
}

/* However long the disk takes: the answer is asked for, not a time waited. */
static void an_answer_that_is_owed_is_waited_for(void **state)
{
    (void)state;
    owed = 4;
    console_loop_begin(in[0], out[1]);
    console_loop_type("one\nquit\n");
    console_loop_wait(events, "one\n");
    while (owed > 1) {
        assert_false(stopped);
        uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    }
    console_loop_say("late");
    console_loop_wait(events, "stopped: quit\n");
    console_loop_read();
    assert_string_equal(output, "late\n");
}

static void quit_has_forms(void **state)
{
    static const char *const forms[] = {"quit\n", " !Quit \n", ".quitter\n", "QUIT\r\n"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
        stopped = false;
        *events = '\0';
        console_loop_begin(in[0], out[1]);
        console_loop_type("quit now\nquits\n");
        console_loop_type(forms[i]);
        console_loop_wait(events, "stopped: quit\n");
        assert_non_null(strstr(events, "alice: quit now\nmessage table alice: quits\nstopped"));
        console_loop_end();
    }
}

/* Its input is a file of three thousand lines, and what has no end of line. */
static FILE *begin_on_file(const char *last)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < 3000; i++)
        fprintf(file, "line %d\n", i);
    fprintf(file, "%s", last);
    assert_int_equal(fflush(file), 0);
    lseek(fileno(file), 0, SEEK_SET);
    console_loop_begin(fileno(file), out[1]);
    return file;
}

static void a_regular_file_is_read_to_its_end(void **state)
{
    (void)state;
    FILE *file = begin_on_file("last");
    console_loop_wait(events, "stopped: end of input\n");
    assert_non_null(strstr(events, "line 0\nmessage table alice: line 1\n"));
    assert_non_null(strstr(events, "line 2999\nmessage table alice: last\nstopped"));
    fclose(file);
}

static void a_file_may_be_left_half_read(void **state)
{
    (void)state;
    FILE *file = begin_on_file("");
    console_loop_wait(events, "line 5\n");
    console_adapter.stop(adapter, NULL);
    console_loop_wait(events, "stopped: stopped\n");
    console_loop_end();
    fclose(file);
}

static void nothing_at_all_to_read(void **state)
{
    (void)state;
    int nothing = open("/dev/null", O_RDONLY);
    console_loop_begin(nothing, out[1]);
    console_loop_wait(events, "stopped: end of input\n");
    assert_string_equal(events, ARRIVAL "stopped: end of input\n");
    close(nothing);
}

static void bad_bytes_stay_one_line(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    assert_int_equal(write(in[1], "a\0b\n", 4), 4);
    char longest[9000];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    console_loop_type(longest);
    console_loop_type("\nafter\n");
    console_loop_wait(events, "after\n");
    assert_string_equal(events, ARRIVAL "message table alice: a b\nmessage table alice: after\n");
}

static void an_interrupt_ends_it(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_loop_wait(events, "join");
    raise(SIGINT);
    console_loop_wait(events, "stopped: interrupted\n");
}

static void stop_says_its_words(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_loop_wait(events, "join");
    console_adapter.stop(adapter, "good night");
    assert_false(stopped);
    console_loop_wait(events, "stopped: stopped\n");
    console_adapter.stop(adapter, "again");
    console_loop_read();
    assert_string_equal(output, "good night\n");
}

static void stopped_before_it_began(void **state)
{
    (void)state;
    console_loop_begin(in[0], out[1]);
    console_adapter.stop(adapter, NULL);
    console_loop_wait(events, "stopped: stopped\n");
    console_loop_end();
    *events = '\0';
    console_loop_begin(in[0], out[1]); /* torn down by the test without a turn of the loop */
}

static void a_reader_that_went_away(void **state)
{
    (void)state;
    answers = true;
    console_loop_begin(in[0], out[1]);
    console_loop_close(&out[0]);
    console_loop_type("one\n");
    console_loop_wait(events, "stopped: nobody reads any more\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(lines_of_a_pipe_are_messages),
        RIG_TEST(answers_come_out_before_the_end),
        RIG_TEST(a_late_answer_is_waited_for),
        RIG_TEST(an_answer_that_is_owed_is_waited_for),
        RIG_TEST(quit_has_forms),
        RIG_TEST(a_regular_file_is_read_to_its_end),
        RIG_TEST(a_file_may_be_left_half_read),
        RIG_TEST(nothing_at_all_to_read),
        RIG_TEST(bad_bytes_stay_one_line),
        RIG_TEST(an_interrupt_ends_it),
        RIG_TEST(stop_says_its_words),
        RIG_TEST(stopped_before_it_began),
        RIG_TEST(a_reader_that_went_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
