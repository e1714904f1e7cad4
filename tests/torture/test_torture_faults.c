/* A disk that fails at its n-th write, sync, truncation, removal or opening, once or until it is
 * mended: nothing is lost, nothing comes twice, and the daemon goes on by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apart.h"
#include "base/array.h"
#include "story.h"
#include "vfs.h"

enum { POINTS_MAX = 1 << 14, FILE_MAX = 12 };

/* What the disk does in a story without faults. */
struct point {
    enum vfs_kind kind;
    char file[FILE_MAX];
};

static struct point *points; /* from 1 */
static struct story_report *clean, *report;
static struct vfs_plan plan;
static char folder[RUN_PATH];

static void note(unsigned long n, enum vfs_kind kind, const char *file)
{
    if (n >= POINTS_MAX)
        return;
    points[n].kind = kind;
    snprintf(points[n].file, FILE_MAX, "%s", file);
}

static void body(void **state)
{
    (void)state;
    vfs_install();
    vfs_begin(&plan);
    story_play(folder, plan.fault == VFS_NONE, report);
}

static bool play(enum vfs_fault fault, unsigned long at, const char *what)
{
    memset(report, 0, sizeof(*report));
    torture_make_folder(folder);
    plan = (struct vfs_plan){.fault = fault, .at = at};
    bool good = torture_apart(body, what);
    torture_remove_folder(folder);
    return good;
}

/* Everything was said as if nothing had been, and is written. */
static bool is_same(void)
{
    return report->ended && report->copied && report->troubles == report->ends &&
           strcmp(report->said, clean->said) == 0 && report->book == clean->book;
}

static const struct {
    enum vfs_fault fault;
    const char *words;
} faults[] = {
    {VFS_FAILS, "an error"},
    {VFS_TORN, "half a write"},
    {VFS_FULL, "a full disk"},
    {VFS_BROKEN, "a broken disk"},
};
enum { FAULTS = ARRAY_SIZE(faults) };

static struct {
    unsigned long stories, told, refused, errors;
} sum;

static bool try(unsigned fault, unsigned long at)
{
    static const char *const kinds[VFS_KINDS] = {"open",     "write",  "sync",
                                                 "truncate", "remove", "rename"};
    char words[128];
    snprintf(words, sizeof(words), "fault %lu: %s at %lu, to %s %s", (at - 1) * FAULTS + fault + 1,
             faults[fault].words, at, kinds[points[at].kind], points[at].file);
    if (!play(faults[fault].fault, at, words))
        return false;
    if (!is_same()) {
        print_error("%s: it is not the same story: %u troubles told, %u ends\n", words,
                    report->troubles, report->ends);
    }
    sum.stories++;
    sum.told += report->troubles > 0;
    sum.refused += report->refused > 0;
    sum.errors += report->errors;
    return is_same();
}

/* It is the same twice, so that what differs later is the fault's. */
static void the_story_is_always_the_same(void **state)
{
    struct story_report *second = report;
    (void)state;
    vfs_counted = note;
    report = clean;
    assert_true(play(VFS_NONE, 0, "no fault"));
    report = second;
    assert_true(clean->ended && clean->copied);
    assert_int_equal(clean->troubles, 0);
    assert_int_equal(clean->refused, 0);
    assert_int_equal(clean->starts, 2);
    assert_true(play(VFS_NONE, 0, "no fault"));
    vfs_counted = NULL;
    assert_string_equal(clean->said, report->said);
    assert_int_equal(clean->batches, report->batches);
    for (unsigned i = 0; i < clean->batches; i++)
        assert_true(clean->batch[i].book == report->batch[i].book);
    assert_in_range(clean->count, 500, POINTS_MAX - 1);
    /* How much of the log a checkpoint finds, and so how often it writes, is a matter of time. */
    assert_in_range(report->count, clean->count - clean->count / 10,
                    clean->count + clean->count / 10);
}

/* Whether nothing before it is of its kind. */
static bool is_first(unsigned long at)
{
    for (unsigned long i = 1; i < at; i++) {
        if (points[i].kind == points[at].kind && strcmp(points[i].file, points[at].file) == 0)
            return false;
    }
    return true;
}

/* Each kind of thing that a disk does fails once at least, whatever the time. */
static void each_kind_fails(void **state)
{
    unsigned chance = torture_seed();
    unsigned kinds = 0;
    (void)state;
    for (unsigned long at = 1; at <= clean->count; at++) {
        if (!is_first(at))
            continue;
        assert_true(try(torture_draw(&chance, FAULTS), at));
        kinds++;
    }
    assert_in_range(kinds, 10, 100);
}

/* Every n with every fault, as far as there is time, in an order of the seed's. */
static void any_of_them_fails(void **state)
{
    unsigned long all = clean->count * FAULTS;
    unsigned long i = 0;
    (void)state;
    for (; i < all && torture_left() > 0; i++) {
        unsigned long n = torture_shuffled(i, all);
        assert_true(try((unsigned)(n % FAULTS), 1 + n / FAULTS));
    }
    print_message("torture: %lu of %lu faults of the disk: %lu errors in %lu stories, trouble told "
                  "in %lu, a start refused in %lu\n",
                  i, all, sum.errors, sum.stories, sum.told, sum.refused);
}

static unsigned long chosen; /* of all faults, from 1; 0: none */

static void this_one_fails(void **state)
{
    (void)state;
    assert_true(try((unsigned)((chosen - 1) % FAULTS), 1 + (chosen - 1) / FAULTS));
}

/* With a number, as a failure names it: that fault alone. */
int main(int argc, char **argv)
{
    const struct CMUnitTest one[] = {
        cmocka_unit_test(the_story_is_always_the_same),
        cmocka_unit_test(this_one_fails),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_story_is_always_the_same),
        cmocka_unit_test(each_kind_fails),
        cmocka_unit_test(any_of_them_fails),
    };
    torture_begin();
    points = torture_shared(POINTS_MAX * sizeof(*points));
    clean = torture_shared(sizeof(*clean));
    report = torture_shared(sizeof(*report));
    chosen = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    return chosen > 0 ? cmocka_run_group_tests(one, NULL, NULL)
                      : cmocka_run_group_tests(tests, NULL, NULL);
}
