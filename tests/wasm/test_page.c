/* What engine/wasm/ brings of its own, beside OpenSSL's; and what a page may not do to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/evp.h>

#include "bot/table/round/fair.h"
#include "engine/game.h"
#include "engine/player/player.h"
#include "engine/proof/chacha20.h"
#include "engine/proof/proof.h"
#include "engine/proof/sha256.h"
#include "engine/wasm/page.h"

enum {
    LENGTHS = 300,
    STREAMS = 50,
    WORDS = 1000,
    OPEN = 15 + 28 + 40, /* bytes of a view before its hands */
    EVENT = 12,          /* bytes of an event before its cards */
    ALL_SEE = SEAT_NONE,
    NODES = 50,
    MOVES_MAX = 3000
};

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
    assert_false(page_choose(99, RULES_VERSION));
    assert_false(page_choose(0, 0));
    assert_false(page_choose(0, RULES_VERSION + 1));
    assert_int_not_equal(page_rules(4), 0); /* no set was chosen */
    assert_true(page_choose(0, RULES_VERSION));
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
    assert_true(page_choose(0, RULES_VERSION));
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

static void names_end_behind_the_last(void **state)
{
    (void)state;
    unsigned count = 0;
    assert_int_equal(page_version(), RULES_VERSION);
    for (; page_set(count) > 0; count++)
        assert_memory_equal(page_bytes(), ruleset_name(ruleset_at(count)), page_set(count));
    assert_null(ruleset_at(count));
    for (count = 0; page_player(count) > 0; count++)
        assert_memory_equal(page_bytes() + 2, player_at(count)->name, page_player(count) - 2);
    assert_null(player_at(count));
    for (count = 0; page_switch(count) > 0; count++)
        assert_memory_equal(page_bytes(), switch_info(count)->name, page_switch(count));
    assert_int_equal(count, SWITCH_COUNT);
}

/* Hands over a text; gives its length. */
static unsigned hand_over(const char *text)
{
    memcpy(page_bytes(), text, strlen(text));
    return (unsigned)strlen(text);
}

static void switches_are_said_and_changed(void **state)
{
    (void)state;
    assert_true(page_choose(0, RULES_VERSION));
    assert_int_equal(page_value(SWITCH_COUNT), 0);
    assert_true(page_change(SWITCH_HAND_SIZE, hand_over("5")));
    assert_int_equal(page_value(SWITCH_HAND_SIZE), 1);
    assert_int_equal(page_bytes()[0], '5');
    assert_false(page_change(SWITCH_HAND_SIZE, hand_over("many")));
    assert_int_equal(page_colours(), 0); /* no rules stand yet */
    assert_int_equal(page_face(0), 0);
    assert_int_equal(page_rules(4), 0);
    assert_int_equal(page_colours(), 4);
    for (unsigned face = 0; face < 4; face++)
        assert_true(page_face(face) > 9);
    /* what one page cannot deal: more than the deck has */
    assert_true(page_change(SWITCH_HAND_SIZE, hand_over("15")));
    assert_int_not_equal(page_rules(10), 0);
    assert_memory_equal(page_bytes(), rules_error_name(RULES_HAND_TOO_LARGE),
                        strlen(rules_error_name(RULES_HAND_TOO_LARGE)));
}

static void bytes_are_hashed_in_their_place(void **state)
{
    (void)state;
    uint8_t theirs[SHA256_SIZE];
    sha256((const uint8_t *)"talon", 5, theirs);
    page_sha256(hand_over("talon"));
    assert_memory_equal(page_bytes(), theirs, sizeof(theirs));
    page_sha256(PAGE_BYTES + 1); /* more than there is: nothing changes */
    assert_memory_equal(page_bytes(), theirs, sizeof(theirs));
}

/* How many cards are in the events as that seat sees them, but those of hands that are shown to
 * all.
 */
static unsigned cards_seen(unsigned seat)
{
    unsigned cards = 0;
    const uint8_t *bytes = page_bytes();
    unsigned length = page_events(seat);
    for (unsigned at = 0; at < length; at += EVENT + 1U + bytes[at + EVENT]) {
        bool to_all = bytes[at] == EVENT_SHOWN && bytes[at + 2] == SEAT_NONE;
        cards += to_all ? 0 : bytes[at + EVENT];
    }
    return cards;
}

/* All cards are somewhere, and nobody but the seats concerned sees any. */
static void check_move(unsigned players, unsigned cards)
{
    unsigned length = page_view(PAGE_ALL);
    const uint8_t *bytes = page_bytes();
    unsigned held = 0;
    for (unsigned at = OPEN; at < length; at += 1U + bytes[at])
        held += bytes[at];
    assert_int_equal(held + bytes[9] + bytes[10], cards);
    assert_int_equal(cards_seen(ALL_SEE), 0);
    unsigned all = cards_seen(PAGE_ALL);
    for (unsigned seat = 0; seat < players; seat++)
        assert_true(cards_seen(seat) <= all);
}

static unsigned cards_of_deck(void)
{
    unsigned cards = 0;
    for (unsigned face = 0; page_face(face) > 0; face++)
        cards += page_bytes()[7];
    return cards;
}

/* How many faces that seat would aim at somebody. */
static unsigned aims_of(unsigned seat)
{
    unsigned aims = 0;
    for (unsigned face = 0; page_face(face) > 0; face++)
        aims += page_aims(seat, face, true);
    return aims;
}

/* A round of one computer player in all seats. Gives how many aims there were. */
static unsigned play_round(unsigned player, unsigned players)
{
    unsigned aims = 0;
    unsigned cards = cards_of_deck();
    memset(page_bytes(), (int)player + 1, 32);
    assert_true(page_deal(SEAT_NONE));
    assert_int_not_equal(page_apply(hand_over("nonsense")), 0);
    for (unsigned move = 0; move < MOVES_MAX; move++) {
        uint64_t before = page_hash();
        page_view(ALL_SEE);
        aims += aims_of(page_bytes()[2]);
        unsigned length = page_decide(player, move, NODES);
        if (length == 0)
            return aims;
        assert_int_equal(page_apply(length), 0);
        assert_int_not_equal(page_hash(), before);
        check_move(players, cards);
    }
    fail_msg("a round does not end");
    return aims;
}

static void rounds_are_played_to_their_end(void **state)
{
    (void)state;
    unsigned aims = 0;
    for (unsigned set = 0; page_choose(set, RULES_VERSION); set++) {
        for (unsigned player = 0; page_player(player) > 0; player++) {
            assert_int_equal(page_rules(4), 0);
            aims += play_round(player, 4);
            assert_int_equal(page_decide(player, 1, NODES), 0);
            /* nobody is to act any more */
            assert_int_not_equal(page_apply(hand_over("P1 draw")), 0);
        }
    }
    assert_false(page_aims(0, 0, false)); /* behind the last set nothing is dealt */
    assert_int_equal(page_decide(0, 1, NODES), 0);
    assert_true(aims > 0); /* F-13 */
}

/* A recorded log behind its first `skip` lines, at page_log(). */
static unsigned take_log(unsigned skip)
{
    FILE *file = fopen(TALON_RECORDINGS "/classic.txt", "r");
    assert_non_null(file);
    for (int c = 0; skip > 0 && c != EOF; skip -= c == '\n')
        c = fgetc(file);
    unsigned length = (unsigned)fread(page_log(), 1, PAGE_LOG, file);
    fclose(file);
    return length;
}

/* A page proves a log as the program does: whole it is proven, without the line of s0 it is not. */
static void a_log_is_proven(void **state)
{
    (void)state;
    assert_true(page_prove(take_log(0)) > 0);
    assert_int_equal(*page_bytes(), PROOF_PROVEN);
    assert_true(page_prove(take_log(1)) > 0);
    assert_int_equal(*page_bytes(), PROOF_NOT);
    assert_int_equal(page_prove(PAGE_LOG + 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_openssl),
        cmocka_unit_test(the_stream_is_that_of_the_daemon),
        cmocka_unit_test(nothing_out_of_range_is_taken),
        cmocka_unit_test(a_view_shows_one_hand),
        cmocka_unit_test(names_end_behind_the_last),
        cmocka_unit_test(switches_are_said_and_changed),
        cmocka_unit_test(bytes_are_hashed_in_their_place),
        cmocka_unit_test(rounds_are_played_to_their_end),
        cmocka_unit_test(a_log_is_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
