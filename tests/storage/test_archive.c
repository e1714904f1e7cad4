/* The archive of a round: all of it comes back, or it is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "storage/archive.h"

enum { ROUND = 4711, ACTIONS = 50 };

static void fill(struct archive *archive, unsigned count)
{
    archive_init(archive);
    for (unsigned i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof(text), "%u play r%u", i % 4, i % 10);
        /* the clock of the wall may step back */
        int64_t at = 1700000000000 + (int64_t)i * 900 - (i % 7 == 0 ? 5000 : 0);
        archive_add(archive, &(struct store_action){.seq = i + 1,
                                                    .at = at,
                                                    .text = text,
                                                    .hash = UINT64_C(0xfedcba9876543210) * i});
    }
}

static void all_of_it_comes_back(void **state)
{
    (void)state;
    struct archive archive = {.count = 0};
    for (unsigned count = 0; count <= ACTIONS; count += 25) { /* its room is used again */
        const uint8_t *bytes;
        size_t size;
        fill(&archive, count);
        assert_true(archive_close(&archive, ROUND, &bytes, &size));
        struct store_action *actions;
        unsigned found;
        assert_int_equal(archive_read(bytes, size, ROUND, &actions, &found), ARCHIVE_OK);
        assert_int_equal(found, count);
        for (unsigned i = 0; i < count; i++) {
            char text[32];
            snprintf(text, sizeof(text), "%u play r%u", i % 4, i % 10);
            assert_string_equal(actions[i].text, text);
            assert_int_equal(actions[i].seq, i + 1);
            assert_int_equal(actions[i].round, ROUND);
            assert_int_equal(actions[i].at,
                             1700000000000 + (int64_t)i * 900 - (i % 7 == 0 ? 5000 : 0));
            assert_true(actions[i].hash == UINT64_C(0xfedcba9876543210) * i);
        }
        free(actions);
        assert_true(size <= 16 + count * 24);
    }
    archive_finish(&archive);
}

static void extremes_come_back(void **state)
{
    (void)state;
    struct archive archive = {.count = 0};
    static char text[70000];
    memset(text, 'x', sizeof(text) - 1);
    archive_init(&archive);
    archive_add(&archive, &(struct store_action){
                              .seq = 1, .at = INT64_MAX, .text = text, .hash = UINT64_MAX});
    archive_add(&archive, &(struct store_action){.seq = 2, .at = INT64_MIN, .text = ""});
    archive_add(&archive, &(struct store_action){.seq = 3, .text = "", .hash = 1});
    const uint8_t *bytes;
    size_t size;
    assert_true(archive_close(&archive, -1, &bytes, &size));
    struct store_action *actions;
    unsigned count;
    assert_int_equal(archive_read(bytes, size, -1, &actions, &count), ARCHIVE_OK);
    assert_int_equal(count, 3);
    assert_string_equal(actions[0].text, text);
    assert_true(actions[0].at == INT64_MAX && actions[1].at == INT64_MIN && actions[2].at == 0);
    assert_true(actions[0].hash == UINT64_MAX);
    free(actions);
    archive_finish(&archive);
}

static void expect_damaged(const uint8_t *bytes, size_t size, int64_t round)
{
    struct store_action *actions;
    unsigned count;
    uint8_t *exact = malloc(size ? size : 1); /* so that a read past the end is seen */
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    assert_int_equal(archive_read(exact, size, round, &actions, &count), ARCHIVE_DAMAGED);
    free(exact);
}

static void every_changed_bit_is_seen(void **state)
{
    (void)state;
    struct archive archive = {.count = 0};
    const uint8_t *bytes;
    size_t size;
    fill(&archive, ACTIONS);
    assert_true(archive_close(&archive, ROUND, &bytes, &size));
    uint8_t *changed = malloc(size + 1);
    assert_non_null(changed);
    memcpy(changed, bytes, size);
    changed[size] = 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        changed[bit / 8] ^= (uint8_t)(1 << bit % 8);
        expect_damaged(changed, size, ROUND);
        changed[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t cut = 0; cut < size; cut++)
        expect_damaged(changed, cut, ROUND);
    expect_damaged(changed, size + 1, ROUND);
    expect_damaged(changed, size, ROUND + 1); /* strayed to another round */
    free(changed);
    archive_finish(&archive);
}

static void a_gap_is_refused(void **state)
{
    (void)state;
    static const uint32_t orders[][3] = {{1, 3, 4}, {2, 3, 4}, {1, 1, 2}, {1, 2, 1}};
    for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
        struct archive archive = {.count = 0};
        archive_init(&archive);
        for (int j = 0; j < 3; j++) {
            archive_add(&archive,
                        &(struct store_action){.seq = orders[i][j], .at = j, .text = "x"});
        }
        const uint8_t *bytes;
        size_t size;
        assert_true(archive_close(&archive, ROUND, &bytes, &size));
        expect_damaged(bytes, size, ROUND);
        archive_finish(&archive);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_comes_back),
        cmocka_unit_test(extremes_come_back),
        cmocka_unit_test(every_changed_bit_is_seen),
        cmocka_unit_test(a_gap_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
