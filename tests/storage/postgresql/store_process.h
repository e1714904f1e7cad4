/* store_process.h: several stores on one PostgreSQL, each of which stands for a process. */
#ifndef TALON_TESTS_STORAGE_POSTGRESQL_STORE_PROCESS_H
#define TALON_TESTS_STORAGE_POSTGRESQL_STORE_PROCESS_H

#include "storage/lease.h"
#include "tests/storage/store_fixture.h"

enum { LIFE_MS = 1500, RENEW_MS = 300, LEASES = 6, MANY_MS = 20000 };

/* One of the processes. */
struct store_process {
    struct loop *loop;
    struct store *store;
    char had[LEASES][STORE_LEASE_NAME_MAX], lost[LEASES][STORE_LEASE_NAME_MAX];
    unsigned had_count, lost_count;
    int64_t epoch, given; /* of the last one */
    char setting[128];
    unsigned setting_count;
    char letters[4096];
    bool takes;
};

static inline void on_had(void *arg, const char *name, int64_t epoch, int64_t given)
{
    struct store_process *side = arg;
    snprintf(side->had[side->had_count++ % LEASES], STORE_LEASE_NAME_MAX, "%s", name);
    side->epoch = epoch;
    side->given = given;
    loop_stop(side->loop);
}

static inline void on_lost(void *arg, const char *name)
{
    struct store_process *side = arg;
    snprintf(side->lost[side->lost_count++ % LEASES], STORE_LEASE_NAME_MAX, "%s", name);
    loop_stop(side->loop);
}

static inline void on_setting(void *arg, const char *scope, const char *key, const char *value)
{
    struct store_process *side = arg;
    snprintf(side->setting, sizeof(side->setting), "%s %s %s", scope, key,
             value != NULL ? value : "-");
    side->setting_count++;
    loop_stop(side->loop);
}

/* Takes a letter only while `takes` is true. */
static inline bool on_letter(void *arg, const char *to, const char *from, const char *text)
{
    struct store_process *side = arg;
    size_t length = strlen(side->letters);
    if (!side->takes)
        return false;
    snprintf(side->letters + length, sizeof(side->letters) - length, "%s<%s %s\n", to, from, text);
    loop_stop(side->loop);
    return true;
}

/* `life`: how long (ms) it is silent before others take its leases. It waits for half of that at
 * most for an answer. */
static inline void enter_for(struct store_process *side, struct fixture *f, const char *name,
                             unsigned life)
{
    struct postgresql_setup setup = {.address = f->address,
                                     .process = name,
                                     .lease_life = life,
                                     .lease_renew = RENEW_MS,
                                     .loop = f->loop};
    *side = (struct store_process){.loop = f->loop, .takes = true};
    assert_int_equal(store_open_postgresql(&side->store, &setup, &f->why), STORE_OK);
    store_set_lease_owner(
        side->store, &(struct store_lease_owner){on_had, on_lost, on_setting, on_letter, side});
}

static inline void enter(struct store_process *side, struct fixture *f, const char *name)
{
    enter_for(side, f, name, LIFE_MS);
}

struct nap {
    struct timer_home home; /* first */
    struct loop *loop;
};

static inline void wake(struct timer *timer)
{
    loop_stop(((struct nap *)timer)->loop);
}

static inline void forget(void *arg)
{
    (void)arg;
}

/* Some turns of the loop. */
static inline void turn(struct fixture *f)
{
    struct nap *nap = calloc(1, sizeof(*nap));
    assert_non_null(nap);
    nap->loop = f->loop;
    timer_init(f->loop, &nap->home.timer, wake);
    timer_set(&nap->home.timer, 10);
    loop_run(f->loop);
    timer_home_free(&nap->home, forget, NULL);
}

/* Runs the loop until the condition holds. A failing test ends after MANY_MS. What holds only for a
 * moment is not asked for again. */
#define WAIT_UNTIL(f, holds)                                                                       \
    do {                                                                                           \
        uint64_t until_ = uv_hrtime() + MANY_MS * UINT64_C(1000000);                               \
        bool held_ = (holds);                                                                      \
        while (!held_ && uv_hrtime() < until_) {                                                   \
            turn(f);                                                                               \
            held_ = (holds);                                                                       \
        }                                                                                          \
        assert_true(held_);                                                                        \
    } while (0)

static inline uint64_t milliseconds(void)
{
    return uv_hrtime() / 1000000;
}

static inline int setup_closed(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, POSTGRESQL);
    return 0;
}

#endif
