/* loop.h: the event loop, over libuv.
 *
 * One thread runs the loop. Every function except loop_post() must be called on that thread. A
 * function that arms a callback never runs it before it returns. */
#ifndef TALON_BASE_LOOP_H
#define TALON_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

struct loop;

/* NULL if memory or descriptors run out. */
struct loop *loop_create(void);
/* All timers, watches and jobs must have ended. Accepts NULL. */
void loop_destroy(struct loop *loop);
/* Runs until loop_stop(). */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);
/* libuv's own loop, for libraries that want it (libwebsockets, curl's multi). */
uv_loop_t *loop_uv(struct loop *loop);

/* Milliseconds of a clock that never jumps. The loop reads it when it begins a turn and when it
 * wakes up; all callbacks in between see the same value. */
uint64_t loop_now(const struct loop *loop);
/* Milliseconds since 1970, UTC. */
int64_t clock_now(void);

/* A timer lives inside its owner. Call init once. Set starts it again, and stop may be called at
 * any time. A timer of 0 ms that is set before loop_run() fires before any post runs. After
 * timer_finish() the memory must stay until `closed` is called. If `closed` is NULL, the memory
 * must outlive the loop. */
struct timer {
    uv_timer_t uv;
    void (*fire)(struct timer *timer);
    void (*closed)(struct timer *timer);
};
void timer_init(struct loop *loop, struct timer *timer, void (*fire)(struct timer *timer));
void timer_set(struct timer *timer, uint64_t milliseconds);
void timer_stop(struct timer *timer);
bool timer_active(const struct timer *timer);
void timer_finish(struct timer *timer, void (*closed)(struct timer *timer));

/* A struct from malloc() has this as its first member. timer_home_free() frees the whole struct. */
struct timer_home {
    struct timer timer;
    void (*closed)(void *arg);
    void *arg;
};
/* Finishes the timer. When the loop no longer uses it, frees `home` and calls `closed`. */
void timer_home_free(struct timer_home *home, void (*closed)(void *arg), void *arg);

/* Watches a descriptor. `fire` gets LOOP_READ, LOOP_WRITE or both. */
enum { LOOP_READ = 1, LOOP_WRITE = 2 };
struct watch {
    uv_poll_t uv;
    void (*fire)(struct watch *watch, int events);
    void (*closed)(struct watch *watch);
};
/* False if the descriptor cannot be watched (a regular file). */
bool watch_init(struct loop *loop, struct watch *watch, int fd,
                void (*fire)(struct watch *watch, int events));
void watch_set(struct watch *watch, int events); /* 0: none */
void watch_finish(struct watch *watch, void (*closed)(struct watch *watch));

/* Calls `turn` once in each turn of the loop, before the loop sleeps, and once more when the loop
 * has stopped. `turn` flushes the work of that turn. A loop has one such function. */
void loop_set_turn(struct loop *loop, void (*turn)(void *arg), void *arg);

/* From any thread: runs `call(arg)` on the loop soon, in order of posting. */
struct post {
    struct post *next;
    void (*call)(struct post *post);
};
void loop_post(struct loop *loop, struct post *post);
/* Cancels a post that has not run. Returns false if the post does not wait. An owner calls this
 * before it is freed, on the thread of the loop. */
bool loop_unpost(struct loop *loop, struct post *post);

/* Runs `work` on libuv's thread pool, then `done` on the loop. The struct lives until `done`. */
struct work {
    uv_work_t uv;
    void (*work)(struct work *work);
    void (*done)(struct work *work);
};
void loop_work(struct loop *loop, struct work *work, void (*run)(struct work *work),
               void (*done)(struct work *work));

/* Calls `fire` for SIGTERM, SIGINT or SIGHUP; NULL restores the default. */
void loop_on_signal(struct loop *loop, void (*fire)(void *arg, int signal), void *arg);

#endif
