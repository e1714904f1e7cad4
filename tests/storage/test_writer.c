/* How often a closing store tries to write what is left (writer.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "storage/writer.h"

enum { GROUP_MAX = 64 };

/* A store whose disk does what a script says: a letter for each attempt, 'd' it is written, 'f' it
 * is not. When the script is over, everything is written. */
static struct fake {
    struct store base; /* first */
    const char *script;
    atomic_uint attempts;
} fake;

static void rest(void)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

/* The first attempt waits until the store closes, so that all others come after that. */
static void wait_for_close(struct store *store)
{
    for (bool closes = false; !closes;) {
        rest();
        uv_mutex_lock(&store->mutex);
        closes = store->closing;
        uv_mutex_unlock(&store->mutex);
    }
}

static enum apply apply(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why)
{
    (void)first, (void)count;
    if (atomic_fetch_add(&fake.attempts, 1) == 0)
        wait_for_close(store);
    if (*fake.script == '\0' || *fake.script++ == 'd')
        return APPLY_DONE;
    fault_set(why, "told to fail");
    return APPLY_LATER;
}

static void interrupt(struct store *store)
{
    (void)store;
}

/* Writes `count` batches, the first one alone, with that script, and closes the store. Returns
 * whether nothing was lost. */
static bool close_with(unsigned count, const char *script)
{
    static const struct store_impl impl = {
        .group_max = GROUP_MAX, .apply = apply, .interrupt = interrupt, .destroy = store_finish};
    struct loop *loop = loop_create();
    assert_non_null(loop);
    fake = (struct fake){.script = script};
    assert_true(store_init(&fake.base, &impl, 0, loop, NULL));
    fake.base.crashes.fd = -1;
    for (unsigned i = 0; i < count; i++) {
        store_put_setting(&fake.base, "daemon", "a", "1");
        store_commit(&fake.base);
        while (atomic_load(&fake.attempts) == 0)
            rest(); /* so that the first attempt has only one batch */
    }
    bool saved = store_close(&fake.base);
    assert_int_equal(saved, atomic_load(&fake.base.durable) == count);
    loop_destroy(loop);
    return saved;
}

/* Only for a while, or not at all. */
static void a_failure_at_the_end_is_tried_once_more(void **state)
{
    (void)state;
    assert_true(close_with(3, "dfd"));
    assert_false(close_with(3, "dff"));
    assert_int_equal(atomic_load(&fake.attempts), 3);
    assert_true(close_with(3, "ffd")); /* the first failure was before the end */
}

/* The disk has room for one batch of a group, but not for the next one. */
static void what_was_written_between_ends_no_loop(void **state)
{
    (void)state;
    assert_false(close_with(3 * GROUP_MAX, "dfdff"));
    assert_int_equal(atomic_load(&fake.attempts), 5);
}

static void what_was_written_is_no_failure(void **state)
{
    (void)state;
    assert_true(close_with(3 * GROUP_MAX, "ddfd"));
    assert_true(close_with(3 * GROUP_MAX, "dfdfdfd"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_at_the_end_is_tried_once_more),
        cmocka_unit_test(what_was_written_between_ends_no_loop),
        cmocka_unit_test(what_was_written_is_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
