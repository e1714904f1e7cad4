/* What engine/wasm/ brings of its own, beside OpenSSL's; and what a page may not do to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/evp.h>

#include "bot/table/fair.h"
#include "engine/wasm/chacha20.h"
#include "engine/wasm/page.h"
#include "engine/wasm/sha256.h"

enum { LENGTHS = 300, STREAMS = 50, WORDS = 1000 };

static void hashes_are_those_of_openssl(void **state)
{
    (void)state;
    uint8_t bytes[LENGTHS];
    uint8_t ours[SHA256_SIZE];
    uint8_t theirs[SHA256_SIZE];
    for (unsigned length = 0; length < LENGTHS; length++) {
        for (unsigned i = 0; i < length; i++)
            bytes[i] = (uint8_t)(i * 7 + length);
        sha256(bytes, length, ours);
        assert_int_equal(EVP_Digest(bytes, length, theirs, NULL, EVP_sha256(), NULL), 1);
        assert_memory_equal(ours, theirs, sizeof(ours));
    }
}

static void the_stream_is_that_of_the_daemon(void **state)
{
    (void)state;
    uint8_t seed[FAIR_SIZE] = {0};
    struct chance_chacha20 ours;
    struct chance_fair theirs;
    for (unsigned stream = 0; stream < STREAMS; stream++) {
        sha256(seed, sizeof(seed), seed);
        chance_init_chacha20(&ours, seed);
        fair_init(&theirs, seed);
        for (unsigned i = 0; i < WORDS; i++)
            assert_int_equal(chance_word(&ours.base), chance_word(&theirs.base));
    }
}

static void nothing_out_of_range_is_taken(void **state)
{
    (void)state;
    assert_false(page_choose(99));
    assert_int_not_equal(page_rules(4), 0); /* no set was chosen */
    assert_true(page_choose(0));
    assert_false(page_change(99, 1));
    assert_false(page_change(0, PAGE_BYTES));
    assert_int_not_equal(page_rules(1), 0);
    assert_int_not_equal(page_rules(99), 0);
    assert_false(page_deal(0)); /* no rules stand */
    assert_int_equal(page_hash(), 0);
    assert_int_not_equal(page_apply(4), 0);
    assert_int_equal(page_view(0), 0);
    assert_int_equal(page_events(0), 0);
    assert_int_equal(page_rules(4), 0);
    assert_int_equal(page_face(200), 0);
    assert_false(page_deal(4));
    assert_true(page_deal(0));
    assert_int_not_equal(page_apply(PAGE_BYTES + 1), 0);
    assert_false(page_aims(9, 0, false));
    assert_false(page_aims(0, 200, false));
    assert_int_equal(page_decide(99, 1, 1), 0);
}

/* What all see has no hand in it, and nobody's view that of another. */
static void a_view_shows_one_hand(void **state)
{
    (void)state;
    enum { OPEN = 15 + 16 + 20 };
    assert_true(page_choose(0));
    assert_int_equal(page_rules(4), 0);
    memset(page_bytes(), 7, 32);
    assert_true(page_deal(0));
    assert_int_equal(page_view(255), OPEN + 3);
    assert_int_equal(page_bytes()[OPEN], 0);
    assert_int_equal(page_view(PAGE_ALL), OPEN + 4 * 8);
    for (unsigned seat = 0; seat < 4; seat++) {
        page_view(seat);
        assert_int_equal(page_bytes()[OPEN], 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_openssl),
        cmocka_unit_test(the_stream_is_that_of_the_daemon),
        cmocka_unit_test(nothing_out_of_range_is_taken),
        cmocka_unit_test(a_view_shows_one_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
