/* The loop: timers, descriptors, posts, work, the turn hook, signals. */
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

#include "base/loop.h"

static struct loop *loop;

static int setup(void **state)
{
    (void)state;
    loop = loop_create();
    return loop ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    loop_destroy(loop);
    return 0;
}

/* -- timers -- */

struct clocks {
    struct timer slow, fast, never;
    unsigned fired, closed;
    char order[8];
};
static struct clocks clocks;

static void on_closed(struct timer *timer)
{
    (void)timer;
    clocks.closed++;
}

static void on_slow(struct timer *timer)
{
    assert_false(timer_active(timer));
    clocks.order[clocks.fired++] = 's';
    timer_finish(&clocks.slow, on_closed);
    timer_finish(&clocks.fast, on_closed);
    timer_finish(&clocks.never, NULL);
    loop_stop(loop);
}

static void on_fast(struct timer *timer)
{
    clocks.order[clocks.fired++] = 'f';
    timer_stop(&clocks.never);
    if (clocks.fired < 3)
        timer_set(timer, 0);
    else
        timer_set(&clocks.slow, 20); /* setting again moves it */
}

static void on_never(struct timer *timer)
{
    (void)timer;
    fail();
}

static void timers_fire_in_order(void **state)
{
    (void)state;
    memset(&clocks, 0, sizeof(clocks));
    timer_init(loop, &clocks.slow, on_slow);
    timer_init(loop, &clocks.fast, on_fast);
    timer_init(loop, &clocks.never, on_never);
    uint64_t before = loop_now(loop);
    timer_set(&clocks.slow, 3600000);
    timer_set(&clocks.fast, 1);
    timer_set(&clocks.never, 10);
    assert_true(timer_active(&clocks.slow));
    loop_run(loop);
    assert_string_equal(clocks.order, "fffs");
    assert_true(loop_now(loop) >= before + 20);
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    assert_int_equal(clocks.closed, 2);
    assert_true(clock_now() > 1700000000000);
}

static void on_first(struct timer *timer)
{
    clocks.order[clocks.fired++] = 't';
    timer_finish(timer, on_closed);
}

static void on_second(struct post *post)
{
    (void)post;
    clocks.order[clocks.fired++] = 'p';
    loop_stop(loop);
}

static void a_timer_set_before_the_run_comes_before_posts(void **state)
{
    struct post post = {.call = on_second};
    (void)state;
    memset(&clocks, 0, sizeof(clocks));
    loop_post(loop, &post);
    timer_init(loop, &clocks.fast, on_first);
    timer_set(&clocks.fast, 0);
    loop_run(loop);
    assert_string_equal(clocks.order, "tp");
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
}

/* -- posts from threads -- */

enum { THREADS = 4, POSTS = 2000 };
struct numbered {
    struct post post;
    unsigned thread, number;
};
static struct numbered numbered[THREADS][POSTS];
static unsigned next_of[THREADS], arrived;

static void on_post(struct post *post)
{
    struct numbered *n = (struct numbered *)post;
    assert_int_equal(n->number, next_of[n->thread]);
    next_of[n->thread]++;
    if (++arrived == THREADS * POSTS)
        loop_stop(loop);
}

static void post_all(void *arg)
{
    struct numbered *row = arg;
    for (unsigned i = 0; i < POSTS; i++)
        loop_post(loop, &row[i].post);
}

static void posts_come_in_order_from_threads(void **state)
{
    (void)state;
    uv_thread_t threads[THREADS];
    arrived = 0;
    memset(next_of, 0, sizeof(next_of));
    for (unsigned t = 0; t < THREADS; t++) {
        for (unsigned i = 0; i < POSTS; i++)
            numbered[t][i] = (struct numbered){{NULL, on_post}, t, i};
        assert_int_equal(uv_thread_create(&threads[t], post_all, numbered[t]), 0);
    }
    loop_run(loop);
    for (unsigned t = 0; t < THREADS; t++)
        uv_thread_join(&threads[t]);
    assert_int_equal(arrived, THREADS * POSTS);
}

static char posted[8];

static void post_a(struct post *post)
{
    (void)post;
    strcat(posted, "a");
}

static void post_b(struct post *post)
{
    (void)post;
    strcat(posted, "b");
}

static void post_stop(struct post *post)
{
    (void)post;
    strcat(posted, "s");
    loop_stop(loop);
}

static void a_post_can_be_taken_back(void **state)
{
    (void)state;
    struct post a = {NULL, post_a}, b = {NULL, post_b}, last = {NULL, post_stop};
    posted[0] = '\0';
    loop_post(loop, &b);
    assert_true(loop_unpost(loop, &b));
    assert_false(loop_unpost(loop, &b));
    loop_post(loop, &a);
    loop_post(loop, &b);
    assert_true(loop_unpost(loop, &b));
    loop_post(loop, &last);
    assert_string_equal(posted, "");
    loop_run(loop);
    assert_string_equal(posted, "as");
}

/* -- the turn -- */

static unsigned turns, dirty, flushed, rounds;
static struct timer again;

static void on_turn(void *arg)
{
    assert_ptr_equal(arg, &turns);
    turns++;
    flushed += dirty;
    if (dirty && rounds < 3)
        timer_set(&again, 0); /* work armed by the turn itself */
    dirty = 0;
}

static void on_again(struct timer *timer)
{
    assert_int_equal(dirty, 0); /* the turn before has been flushed */
    dirty = 1;
    if (++rounds == 3) {
        timer_finish(timer, NULL);
        loop_stop(loop);
    }
}

static void every_turn_is_flushed_before_sleep(void **state)
{
    (void)state;
    turns = dirty = flushed = rounds = 0;
    loop_set_turn(loop, on_turn, &turns);
    timer_init(loop, &again, on_again);
    timer_set(&again, 1);
    loop_run(loop);
    assert_int_equal(rounds, 3);
    assert_int_equal(flushed, 3); /* that of the turn which stopped the loop as well */
    assert_true(turns <= 8);      /* and it does not spin */
}

/* -- descriptors -- */

struct pipe_end {
    struct watch watch;
    int fds[2];
    unsigned reads, closed;
};
static struct pipe_end pipe_end;

static void on_watch_closed(struct watch *watch)
{
    (void)watch;
    pipe_end.closed++;
}

static void on_readable(struct watch *watch, int events)
{
    char c;
    assert_int_equal(events, LOOP_READ);
    assert_int_equal(read(pipe_end.fds[0], &c, 1), 1);
    if (++pipe_end.reads == 2) {
        watch_set(watch, 0);
        watch_finish(watch, on_watch_closed);
        loop_stop(loop);
    }
}

static void descriptors_are_watched(void **state)
{
    (void)state;
    memset(&pipe_end, 0, sizeof(pipe_end));
    assert_int_equal(pipe(pipe_end.fds), 0);
    assert_true(watch_init(loop, &pipe_end.watch, pipe_end.fds[0], on_readable));
    watch_set(&pipe_end.watch, LOOP_READ);
    assert_int_equal(write(pipe_end.fds[1], "xy", 2), 2);
    loop_run(loop);
    uv_run(loop_uv(loop), UV_RUN_NOWAIT);
    assert_int_equal(pipe_end.reads, 2);
    assert_int_equal(pipe_end.closed, 1);
    close(pipe_end.fds[0]);
    close(pipe_end.fds[1]);

    FILE *file = tmpfile();
    assert_non_null(file);
    struct watch regular;
    assert_false(watch_init(loop, &regular, fileno(file), on_readable));
    fclose(file);
}

/* -- work and signals -- */

struct sum {
    struct work work;
    uv_thread_t thread;
    int value;
};

static void run_sum(struct work *work)
{
    struct sum *sum = (struct sum *)work;
    sum->thread = uv_thread_self();
    for (int i = 1; i <= 100; i++)
        sum->value += i;
}

static void sum_done(struct work *work)
{
    struct sum *sum = (struct sum *)work;
    uv_thread_t here = uv_thread_self();
    assert_false(uv_thread_equal(&here, &sum->thread));
    assert_int_equal(sum->value, 5050);
    sum->value = -1;
    loop_stop(loop);
}

static void work_runs_off_the_loop(void **state)
{
    (void)state;
    struct sum sum = {.value = 0};
    loop_work(loop, &sum.work, run_sum, sum_done);
    loop_run(loop);
    assert_int_equal(sum.value, -1);
}

static int got_signal;

static void on_signal(void *arg, int signal)
{
    assert_ptr_equal(arg, &got_signal);
    got_signal = signal;
    loop_stop(loop);
}

static void signals_reach_the_loop(void **state)
{
    (void)state;
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    loop_on_signal(loop, on_signal, &got_signal);
    for (unsigned i = 0; i < 3; i++) {
        raise(numbers[i]);
        loop_run(loop);
        assert_int_equal(got_signal, numbers[i]);
    }
    loop_on_signal(loop, NULL, NULL);
    struct sigaction action;
    assert_int_equal(sigaction(SIGTERM, NULL, &action), 0);
    assert_true(action.sa_handler == SIG_DFL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(timers_fire_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(a_timer_set_before_the_run_comes_before_posts, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(posts_come_in_order_from_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(a_post_can_be_taken_back, setup, teardown),
        cmocka_unit_test_setup_teardown(every_turn_is_flushed_before_sleep, setup, teardown),
        cmocka_unit_test_setup_teardown(descriptors_are_watched, setup, teardown),
        cmocka_unit_test_setup_teardown(work_runs_off_the_loop, setup, teardown),
        cmocka_unit_test_setup_teardown(signals_reach_the_loop, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
