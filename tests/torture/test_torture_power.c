/* The power goes at the n-th write, sync, truncation, removal or opening: what was synced is there,
 * of the rest any part. The daemon starts on it, has everything that anybody was told, nothing by
 * half, and plays on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "apart.h"
#include "story.h"
#include "vfs.h"

enum { POINTS_MAX = 1 << 14, SEEDS = 4, CUTS_MIN = 12, CUTS_MAX = 200 };

static enum vfs_kind *kinds; /* of what the disk does in a whole story, from 1 */
static struct story_report *clean, *report, *after;
static struct vfs_plan plan;
static char folder[RUN_PATH], played[RUN_PATH], left[RUN_PATH];

static void note(unsigned long n, enum vfs_kind kind, const char *file)
{
    (void)file;
    if (n < POINTS_MAX)
        kinds[n] = kind;
}

static void play_body(void **state)
{
    (void)state;
    vfs_install();
    vfs_begin(&plan);
    story_play(played, plan.fault == VFS_NONE, report);
}

static void go_on_body(void **state)
{
    (void)state;
    story_go_on(left, report->copied, after);
}

/* -- what the start found -- */

static unsigned index_of(int start, uint64_t number)
{
    unsigned i = 0;
    while (i < clean->batches &&
           (clean->batch[i].start != start || clean->batch[i].number != number))
        i++;
    return i;
}

/* What was heard of, or something later; all of it and nothing else. */
static bool is_right(const char *words)
{
    unsigned told = report->starts > 0 ? index_of(report->starts, report->announced) : 0;
    unsigned i = told;
    while (i < clean->batches && clean->batch[i].book != after->book)
        i++;
    if (i == clean->batches) {
        print_error("%s: start %d, batch %llu was told, and that or a later one is not there\n",
                    words, report->starts, (unsigned long long)report->announced);
    }
    return i < clean->batches;
}

static struct {
    unsigned long cuts, further, missed;
} sum;

/* How much of the log a checkpoint finds, and so how often it writes, is a matter of time: a story
 * that wrote less often than the one that was counted may have ended before its cut. */
static bool was_over_before(unsigned long at, const char *words)
{
    bool missed = report->count < at && at > clean->count - clean->count / 10;
    if (!missed)
        print_error("%s: the power did not go in %lu\n", words, report->count);
    sum.missed += missed;
    return missed;
}

static bool go_on(const char *words)
{
    bool good = torture_apart(go_on_body, words) && is_right(words);
    sum.cuts++;
    sum.further +=
        good && after->book != clean->batch[index_of(report->starts, report->announced)].book;
    return good;
}

static bool cut(unsigned long at, unsigned seed)
{
    char words[128];
    snprintf(words, sizeof(words), "cut %lu: at %lu of %lu, kind %d", (at - 1) * SEEDS + seed + 1,
             at, clean->count, (int)kinds[at]);
    memset(report, 0, sizeof(*report));
    memset(after, 0, sizeof(*after));
    torture_make_folder(folder);
    snprintf(played, sizeof(played), "%.100s/played", folder);
    snprintf(left, sizeof(left), "%.100s/left", folder);
    assert_int_equal(mkdir(played, 0700) | mkdir(left, 0700), 0);
    plan = (struct vfs_plan){.fault = clean->count > 0 ? VFS_CUT : VFS_NONE,
                             .at = at,
                             .seed = (unsigned)at * SEEDS + seed + torture_seed(),
                             .image = left,
                             .folder = played};
    bool good = torture_apart(play_body, words);
    if (good && plan.fault == VFS_CUT)
        good = report->ended ? was_over_before(at, words) : go_on(words);
    if (good || getenv("TALON_TORTURE_KEEP") == NULL)
        torture_remove_folder(folder);
    return good;
}

static unsigned long chosen; /* of all cuts, from 1; 0: none */

static void a_story_without_a_cut(void **state)
{
    struct story_report *second = report;
    (void)state;
    vfs_counted = note;
    report = clean;
    assert_true(cut(0, 0));
    report = second;
    vfs_counted = NULL;
    assert_true(clean->ended && clean->copied);
    assert_in_range(clean->count, 500, POINTS_MAX - 1);
}

/* Every n, as far as there is time, with several ideas of what is left, in an order of the seed's.
 * If all cuts so far left more than was told, or none did, it goes on to CUTS_MAX. */
static void the_power_goes_at_any_moment(void **state)
{
    unsigned long all = clean->count * SEEDS;
    unsigned long i = 0;
    (void)state;
    for (bool both = false; i < all && (torture_left() > 0 || i < (both ? CUTS_MIN : CUTS_MAX));
         i++) {
        unsigned long n = torture_shuffled(i, all);
        assert_true(cut(1 + n / SEEDS, (unsigned)(n % SEEDS)));
        both = sum.further > 0 && sum.further < sum.cuts;
    }
    print_message("torture: %lu of %lu power cuts, %lu behind the end; after %lu there was more "
                  "than was told\n",
                  i, all, sum.missed, sum.further);
    assert_true(sum.further > 0 && sum.further < sum.cuts);
}

static void this_cut(void **state)
{
    (void)state;
    assert_true(cut(1 + (chosen - 1) / SEEDS, (unsigned)((chosen - 1) % SEEDS)));
}

/* With a number, as a failure names it: that cut alone. */
int main(int argc, char **argv)
{
    const struct CMUnitTest one[] = {
        cmocka_unit_test(a_story_without_a_cut),
        cmocka_unit_test(this_cut),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_story_without_a_cut),
        cmocka_unit_test(the_power_goes_at_any_moment),
    };
    torture_begin();
    kinds = torture_shared(POINTS_MAX * sizeof(*kinds));
    clean = torture_shared(sizeof(*clean));
    report = torture_shared(sizeof(*report));
    after = torture_shared(sizeof(*after));
    chosen = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    return chosen > 0 ? cmocka_run_group_tests(one, NULL, NULL)
                      : cmocka_run_group_tests(tests, NULL, NULL);
}
