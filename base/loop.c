#include "loop.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { SIGNALS = 3 };
static const int signal_numbers[SIGNALS] = {SIGTERM, SIGINT, SIGHUP};

struct loop {
    uv_loop_t uv;
    uv_async_t wake;      /* posts are waiting */
    uv_prepare_t prepare; /* the last thing before the loop sleeps */
    uv_signal_t signals[SIGNALS];
    uv_mutex_t mutex; /* guards the queue of posts */
    struct post *first;
    struct post **last; /* the pointer at the end of the queue, where the next post is linked */
    unsigned posts;
    void (*turn)(void *arg);
    void *turn_arg;
    void (*on_signal)(void *arg, int signal);
    void *signal_arg;
};

static struct post *take_post(struct loop *loop)
{
    uv_mutex_lock(&loop->mutex);
    struct post *post = loop->first;
    if (post != NULL) {
        loop->first = post->next;
        if (loop->first == NULL)
            loop->last = &loop->first;
        loop->posts--;
    }
    uv_mutex_unlock(&loop->mutex);
    return post;
}

static void on_wake(uv_async_t *wake)
{
    struct loop *loop = wake->data;
    uv_mutex_lock(&loop->mutex);
    unsigned count =
        loop->posts; /* posts made meanwhile run in the next turn: no poster can stall the loop */
    uv_mutex_unlock(&loop->mutex);
    struct post *post;
    while (count-- > 0 && (post = take_post(loop)) != NULL)
        post->call(post);
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct loop *loop = prepare->data;
    if (loop->turn != NULL)
        loop->turn(loop->turn_arg);
}

static void on_uv_signal(uv_signal_t *handle, int number)
{
    struct loop *loop = handle->data;
    if (loop->on_signal != NULL)
        loop->on_signal(loop->signal_arg, number);
}

struct loop *loop_create(void)
{
    struct loop *loop = calloc(1, sizeof(*loop));
    if (loop == NULL)
        return NULL;
    loop->last = &loop->first;
    if (uv_mutex_init(&loop->mutex) != 0)
        goto fail_mutex;
    if (uv_loop_init(&loop->uv) != 0)
        goto fail_loop;
    if (uv_async_init(&loop->uv, &loop->wake, on_wake) != 0)
        goto fail_async;
    for (int i = 0; i < SIGNALS; i++) {
        if (uv_signal_init(&loop->uv, &loop->signals[i]) != 0)
            goto fail_async;
        loop->signals[i].data = loop;
        uv_unref((uv_handle_t *)&loop->signals[i]);
    }
    loop->wake.data = loop;
    uv_prepare_init(&loop->uv, &loop->prepare);
    loop->prepare.data = loop;
    /* libuv calls the newest prepare handle first. This one starts first, so it runs last. */
    uv_prepare_start(&loop->prepare, on_prepare);
    return loop;

fail_async:
    loop_destroy(loop);
    return NULL;
fail_loop:
    uv_mutex_destroy(&loop->mutex);
fail_mutex:
    free(loop);
    return NULL;
}

static void close_own(struct loop *loop, uv_handle_t *handle)
{
    if (handle->loop == &loop->uv && !uv_is_closing(handle))
        uv_close(handle, NULL);
}

void loop_destroy(struct loop *loop)
{
    if (loop == NULL)
        return;
    loop->turn = NULL;
    close_own(loop, (uv_handle_t *)&loop->wake);
    close_own(loop, (uv_handle_t *)&loop->prepare);
    for (int i = 0; i < SIGNALS; i++)
        close_own(loop, (uv_handle_t *)&loop->signals[i]);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&loop->uv);
    assert(busy == 0);
    (void)busy;
    uv_mutex_destroy(&loop->mutex);
    free(loop);
}

void loop_run(struct loop *loop)
{
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    on_prepare(&loop->prepare); /* flushes the work of the callback that stopped the loop */
}

void loop_stop(struct loop *loop)
{
    uv_stop(&loop->uv);
}

uv_loop_t *loop_uv(struct loop *loop)
{
    return &loop->uv;
}

uint64_t loop_now(const struct loop *loop)
{
    return uv_now(&loop->uv);
}

int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* -- timers; the libuv handle is the first member, so that a cast finds the owner -- */

static void on_timer(uv_timer_t *uv)
{
    struct timer *timer = (struct timer *)uv;
    timer->fire(timer);
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct timer *timer = (struct timer *)handle;
    timer->closed(timer);
}

void timer_init(struct loop *loop, struct timer *timer, void (*fire)(struct timer *timer))
{
    uv_timer_init(&loop->uv, &timer->uv);
    timer->fire = fire;
    timer->closed = NULL;
}

void timer_set(struct timer *timer, uint64_t milliseconds)
{
    uv_timer_start(&timer->uv, on_timer, milliseconds, 0);
}

void timer_stop(struct timer *timer)
{
    uv_timer_stop(&timer->uv);
}

bool timer_active(const struct timer *timer)
{
    return uv_is_active((const uv_handle_t *)&timer->uv) != 0;
}

void timer_finish(struct timer *timer, void (*closed)(struct timer *timer))
{
    timer->closed = closed;
    uv_close((uv_handle_t *)&timer->uv, closed != NULL ? on_timer_closed : NULL);
}

static void on_home_closed(struct timer *timer)
{
    struct timer_home home = *(struct timer_home *)timer;
    free(timer);
    home.closed(home.arg);
}

void timer_home_free(struct timer_home *home, void (*closed)(void *arg), void *arg)
{
    home->closed = closed;
    home->arg = arg;
    timer_finish(&home->timer, on_home_closed);
}

/* -- descriptors -- */

static void on_poll(uv_poll_t *uv, int status, int events)
{
    struct watch *watch = (struct watch *)uv;
    int seen = 0;
    if (events & UV_READABLE)
        seen |= LOOP_READ;
    if (events & UV_WRITABLE)
        seen |= LOOP_WRITE;
    if (status < 0) /* the owner sees the error when it reads or writes */
        seen = LOOP_READ | LOOP_WRITE;
    watch->fire(watch, seen);
}

static void on_poll_closed(uv_handle_t *handle)
{
    struct watch *watch = (struct watch *)handle;
    watch->closed(watch);
}

bool watch_init(struct loop *loop, struct watch *watch, int fd,
                void (*fire)(struct watch *watch, int events))
{
    watch->fire = fire;
    watch->closed = NULL;
    return uv_poll_init(&loop->uv, &watch->uv, fd) == 0;
}

void watch_set(struct watch *watch, int events)
{
    int wanted = 0;
    if (events & LOOP_READ)
        wanted |= UV_READABLE;
    if (events & LOOP_WRITE)
        wanted |= UV_WRITABLE;
    if (wanted)
        uv_poll_start(&watch->uv, wanted, on_poll);
    else
        uv_poll_stop(&watch->uv);
}

void watch_finish(struct watch *watch, void (*closed)(struct watch *watch))
{
    watch->closed = closed;
    uv_close((uv_handle_t *)&watch->uv, closed != NULL ? on_poll_closed : NULL);
}

/* -- turn, posts, work, signals -- */

void loop_set_turn(struct loop *loop, void (*turn)(void *arg), void *arg)
{
    loop->turn = turn;
    loop->turn_arg = arg;
}

void loop_post(struct loop *loop, struct post *post)
{
    uv_mutex_lock(&loop->mutex);
    post->next = NULL;
    *loop->last = post;
    loop->last = &post->next;
    loop->posts++;
    uv_mutex_unlock(&loop->mutex);
    uv_async_send(&loop->wake);
}

bool loop_unpost(struct loop *loop, struct post *post)
{
    bool found = false;
    uv_mutex_lock(&loop->mutex);
    for (struct post **at = &loop->first; *at != NULL; at = &(*at)->next) {
        if (*at != post)
            continue;
        *at = post->next;
        if (*at == NULL)
            loop->last = at;
        loop->posts--;
        found = true;
        break;
    }
    uv_mutex_unlock(&loop->mutex);
    return found;
}

static void on_work(uv_work_t *uv)
{
    struct work *work = (struct work *)uv;
    work->work(work);
}

static void on_work_done(uv_work_t *uv, int status)
{
    struct work *work = (struct work *)uv;
    (void)status;
    work->done(work);
}

void loop_work(struct loop *loop, struct work *work, void (*run)(struct work *work),
               void (*done)(struct work *work))
{
    work->work = run;
    work->done = done;
    uv_queue_work(&loop->uv, &work->uv, on_work, on_work_done);
}

void loop_on_signal(struct loop *loop, void (*fire)(void *arg, int signal), void *arg)
{
    loop->on_signal = fire;
    loop->signal_arg = arg;
    for (int i = 0; i < SIGNALS; i++) {
        if (fire != NULL)
            uv_signal_start(&loop->signals[i], on_uv_signal, signal_numbers[i]);
        else
            uv_signal_stop(&loop->signals[i]);
    }
}
