/* The small parts of the host by themselves: fair, phrase, outbox, rules_share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/adapter.h"
#include "base/array.h"
#include "bot/show/outbox_state.h"
#include "bot/show/render/render.h"
#include "bot/table/round/fair.h"
#include "bot/table/round/replay.h"
#include "bot/table/round/round.h"
#include "bot/table/rules_share.h"
#include "bot/table/setup.h"
#include "bot/table/table.h"
#include "bot/text/phrase.h"
#include "bot/text/refusals.h"
#include "engine/move/check.h"
#include "engine/proof/chain.h"

/* -- fair.h -- */

/* RFC 8439 A.1, test vector 1: key, nonce and counter all zero. */
static void chacha20_of_the_zero_key(void **state)
{
    (void)state;
    static const uint32_t words[16] = {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653,
                                       0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b,
                                       0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8,
                                       0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2};
    uint8_t seed[FAIR_SIZE] = {0};
    struct chance_fair chance;
    fair_init(&chance, seed);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(chance_word(&chance.base), words[i]);
}

/* The stream goes on over blocks and refills (computed apart from OpenSSL, from RFC 8439 2.3). */
static void chacha20_goes_on(void **state)
{
    (void)state;
    uint8_t seed[FAIR_SIZE];
    uint32_t stream[128];
    struct chance_fair chance;
    for (unsigned i = 0; i < FAIR_SIZE; i++)
        seed[i] = (uint8_t)i;
    fair_init(&chance, seed);
    for (unsigned i = 0; i < 128; i++)
        stream[i] = chance_word(&chance.base);
    static const uint32_t block0[] = {0x7d2bfd39, 0x6a19c5d9, 0x7703bd8d, 0x494adcb8};
    static const uint32_t block4[] = {0x18a1dbff, 0x438c5827, 0xea34548f, 0x8fbe56c9};
    static const uint32_t block7[] = {0x02f1de01, 0x5b17f0ac, 0x021fe44f, 0xf29c6d6a};
    assert_memory_equal(stream, block0, sizeof(block0));
    assert_memory_equal(stream + 64, block4, sizeof(block4));
    assert_memory_equal(stream + 124, block7, sizeof(block7));
}

/* One that was kept goes on where it stood, wherever that was, and when it was kept again before
 * anything was asked of it. */
static void a_kept_stream_goes_on(void **state)
{
    static const uint8_t seed[FAIR_SIZE] = {1, 2, 3};
    struct chance_fair whole, resumed;
    (void)state;
    for (unsigned given = 0; given < 3 * CHANCE_WORDS; given++) {
        fair_init(&whole, seed);
        for (unsigned i = 0; i < given; i++)
            chance_word(&whole.base);
        struct chance_mark mark = fair_mark(&whole);
        fair_resume(&resumed, &mark);
        mark = fair_mark(&resumed);
        fair_resume(&resumed, &mark);
        for (unsigned i = 0; i < 2 * CHANCE_WORDS; i++)
            assert_int_equal(chance_word(&resumed.base), chance_word(&whole.base));
        mark = fair_mark(&resumed);
        fair_resume(&resumed, &mark);
        assert_int_equal(chance_below(&resumed.base, 1000), chance_below(&whole.base, 1000));
    }
}

static void secrets_commitments_and_seeds(void **state)
{
    (void)state;
    uint8_t secret[FAIR_SIZE];
    uint8_t out[FAIR_SIZE];
    uint8_t other[FAIR_SIZE];
    char hex[FAIR_HEX];
    for (unsigned i = 0; i < FAIR_SIZE; i++)
        secret[i] = (uint8_t)i;
    assert_true(fair_commitment(secret, out));
    hash_hex(out, hex);
    assert_string_equal(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    assert_true(fair_seed_first(secret, "talon-round 1\n", out));
    hash_hex(out, hex);
    assert_string_equal(hex, "2557f42e47825fb624fa404db158efc84d58fc4e18a0cdeb48c6b6aa0261e3f8");
    static const struct setup_cut cuts[] = {{"alice", "one"}, {"bob", "two words"}};
    assert_true(fair_seed(secret, cuts, 2,
                          out)); /* printf 'talon-seed-3\n...one\ntwo words\n' | sha256sum */
    hash_hex(out, hex);
    assert_string_equal(hex, "2a2d9560cdc75b7611e3d2f761b91fbf0d53c63ad9acdbcf0c036d10d68f13d4");
    chain_seed(secret, cuts, 2, other); /* as a verifier without OpenSSL has it */
    assert_memory_equal(out, other, FAIR_SIZE);
    chain_climb(secret, 3, other);
    assert_true(fair_climb(secret, 3, out));
    assert_memory_equal(out, other, FAIR_SIZE);
    assert_true(hash_secret_seeded("abc", 258, out));
    hash_hex(out, hex);
    assert_string_equal(hex, "cfb480e59a77986ed1e97894eef59aa341e80ee1aadc757026af8dfa854f3829");
    assert_true(hash_secret(out));
    assert_true(hash_secret(other));
    assert_memory_not_equal(out, other, FAIR_SIZE);
}

/* Wherever the chain stands, what was looked up ahead gives the secrets that its root gives. */
static void a_chain_looks_ahead(void **state)
{
    (void)state;
    static const uint8_t root[FAIR_SIZE] = {4, 5, 6};
    enum { LENGTH = 400, STEP = 13 };
    static uint8_t secrets[LENGTH + 1][FAIR_SIZE];
    uint8_t same[FAIR_SIZE];
    struct fair_chain chain;
    fair_chain_begin(&chain, root, LENGTH);
    for (unsigned number = 0; number <= LENGTH; number++)
        assert_true(fair_chain_secret(&chain, number, secrets[number]));
    assert_memory_equal(secrets[LENGTH], root, FAIR_SIZE);
    for (; chain.used < LENGTH; chain.used++) {
        assert_true(fair_chain_look_ahead(&chain));
        assert_true(fair_chain_secret(&chain, chain.used + 1U, same));
        assert_memory_equal(secrets[chain.used + 1U], same, FAIR_SIZE);
        for (unsigned number = chain.used % STEP; number <= LENGTH; number += STEP) {
            assert_true(fair_chain_secret(&chain, number, same));
            assert_memory_equal(secrets[number], same, FAIR_SIZE);
        }
        assert_true(fair_chain_secret(&chain, 0, same));
        assert_memory_equal(secrets[0], same, FAIR_SIZE);
        assert_false(fair_chain_secret(&chain, LENGTH + 1, same));
    }
    assert_memory_equal(chain.root, root, FAIR_SIZE);
}

/* -- phrase.h -- */

static void phrases_are_filled_in(void **state)
{
    (void)state;
    struct message *message = message_create("#table", NULL, URGENCY_TABLE);
    PHRASE(message, "{player} plays {card} ({n}) {nothing} {open",
           arg_tinted("card", TINT_BLUE, "[B 5]"), arg_name("player", "al{n}ice"),
           arg_number("n", -7));
    assert_string_equal(message->text, "al{n}ice plays [B 5] (-7) {nothing} {open");
    bool name = false;
    bool card = false;
    for (unsigned i = 0; i < message->span_count; i++) {
        const struct span *span = &message->spans[i];
        const char *text = message->text + span->start;
        name = name || (span->style == STYLE_NAME && memcmp(text, "al{n}ice", 8) == 0);
        card = card || (span->style == STYLE_CARD && span->tint == TINT_BLUE &&
                        memcmp(text, "[B 5]", 5) == 0);
    }
    assert_true(name);
    assert_true(card);
    message_destroy(message);
}

/* -- outbox.h -- */

static char spoken[400];

static void speak(struct adapter *adapter, struct message *message)
{
    (void)adapter;
    strncat(spoken, message->text, sizeof(spoken) - strlen(spoken) - 1);
    message_destroy(message);
}

static const struct adapter_impl speaker = {.name = "speaker", .send = speak};

static void put(struct outbox *outbox, uint64_t batch, struct adapter *adapter, const char *text)
{
    struct message *message = message_create("#table", NULL, URGENCY_TABLE);
    message_text(message, text);
    outbox_put(outbox, batch, adapter, message);
}

static void the_outbox_keeps_its_order(void **state)
{
    (void)state;
    struct adapter adapter = {.impl = &speaker};
    struct outbox outbox = {0};
    *spoken = '\0';
    put(&outbox, 1, &adapter, "a");
    put(&outbox, 2, &adapter, "b");
    put(&outbox, OUTBOX_OPEN, &adapter, "c");
    put(&outbox, OUTBOX_OPEN, &adapter, "d");
    outbox_release(&outbox, 0);
    assert_string_equal(spoken, "");
    outbox_release(&outbox, 1);
    assert_string_equal(spoken, "a");
    outbox_release(&outbox, 100);
    assert_string_equal(spoken, "ab");
    outbox_close(&outbox, 3);
    outbox_release(&outbox, 2);
    assert_string_equal(spoken, "ab");
    outbox_release(&outbox, 3);
    assert_string_equal(spoken, "abcd");
    outbox_finish(&outbox);
}

/* What waited in a rush is not kept as empty room; a small ring is. */
static void the_outbox_gives_its_room_back(void **state)
{
    (void)state;
    struct adapter adapter = {.impl = &speaker};
    struct outbox outbox = {0};
    for (unsigned i = 0; i < 10000; i++)
        outbox_put(&outbox, 1, &adapter, message_create("#c", NULL, URGENCY_INFO));
    assert_true(outbox.room >= 10000);
    outbox_release(&outbox, 1);
    assert_int_equal(outbox.room, 0);
    outbox_put(&outbox, 2, &adapter, message_create("#c", NULL, URGENCY_INFO));
    size_t room = outbox.room;
    outbox_release(&outbox, 2);
    assert_int_equal(outbox.room, room);
    outbox_finish(&outbox);
}

/* More than the ring's first room, while it wraps round. */
static void the_outbox_grows(void **state)
{
    (void)state;
    struct adapter adapter = {.impl = &speaker};
    struct adapter gone = {.impl = &speaker};
    struct outbox outbox = {0};
    *spoken = '\0';
    for (unsigned i = 0; i < 40; i++)
        put(&outbox, i, &adapter, "x");
    outbox_release(&outbox, 29);
    assert_int_equal(strlen(spoken), 30);
    for (unsigned i = 0; i < 100; i++)
        put(&outbox, 40, i % 2 == 0 ? &adapter : &gone, i == 98 ? "z" : "y");
    outbox_drop(&outbox, &gone, NULL);
    outbox_release(&outbox, 40);
    assert_int_equal(strlen(spoken), 90);
    assert_int_equal(spoken[89], 'z');
    assert_int_equal(outbox.count, 0);
    put(&outbox, 1, &adapter, "never said");
    outbox_finish(&outbox);
    assert_int_equal(strlen(spoken), 90);
}

/* -- rules_share.h -- */

static void equal_rules_are_shared(void **state)
{
    (void)state;
    struct rules_share *shares = NULL;
    struct switches switches;
    enum rules_error error = RULES_OK;
    const struct ruleset *set = ruleset_find("classic");
    ruleset_defaults(set, &switches);
    const struct rules *a = rules_share_get(&shares, set, &switches, 2, RULES_VERSION, &error);
    const struct rules *b = rules_share_get(&shares, set, &switches, 10, RULES_VERSION, &error);
    assert_non_null(a);
    assert_ptr_equal(a, b);
    assert_true(switches_parse(&switches, SWITCH_STACK, "any"));
    const struct rules *c = rules_share_get(&shares, set, &switches, 2, RULES_VERSION, &error);
    assert_ptr_not_equal(a, c);
    assert_null(rules_share_get(&shares, set, &switches, 11, RULES_VERSION, &error));
    assert_int_equal(error, RULES_PLAYERS);
    assert_null(rules_share_get(&shares, set, &switches, 2, RULES_VERSION + 1, &error));
    assert_int_equal(error, RULES_VALUE);
    const struct rules *older = rules_share_get(&shares, set, &switches, 2, 1, &error);
    assert_ptr_not_equal(older, c);
    assert_int_equal(older->version, 1);
    rules_share_put(&shares, older);
    rules_share_put(&shares, a);
    rules_share_put(&shares, c);
    assert_int_equal(b->players_max, 10); /* one holder is left */
    rules_share_put(&shares, b);
    rules_share_put(&shares, NULL);
    assert_null(shares);
}

/* A switch that is younger than the text has its default. */
static void a_setup_without_a_switch_has_its_default(void **state)
{
    static struct setup_kept kept;
    struct setup setup;
    struct switches defaults;
    (void)state;
    ruleset_defaults(ruleset_find("flex"), &defaults);
    assert_null(setup_read_kept("talon-round 1\nset flex\nrules 1\nplayers 3\ndealer 2\n"
                                "switch jump_in exact\nseat 0 5 nick net alice\n",
                                &setup, &kept));
    assert_int_equal(setup.players, 3);
    for (unsigned id = 0; id < SWITCH_COUNT; id++)
        assert_int_equal(setup.switches.value[id], id == SWITCH_JUMP_IN ? 1 : defaults.value[id]);
    assert_non_null(
        setup_read_kept("talon-round 1\nswitch jump_in exact\nset flex\n", &setup, &kept));
}

/* in version 1 every set had the window that skull no longer has. */
static void a_setup_has_the_defaults_of_its_rules(void **state)
{
    static const struct {
        const char *text;
        unsigned window;
    } rows[] = {
        {"talon2,set.skull,rules.1,round.1,dealer.P1,person.a,person.b", WINDOW_BEGINS},
        {"talon2,set.skull,rules.1,switch.auto_uno.on,round.1,dealer.P1,person.a,person.b",
         WINDOW_BEGINS},
        {"talon2,set.skull,rules.2,round.1,dealer.P1,person.a,person.b", WINDOW_PLAYED},
        {"talon2,set.skull,rules.2,switch.uno_window.begins,round.1,dealer.P1,person.a,person.b",
         WINDOW_BEGINS},
    };
    static struct setup setup;
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_null(setup_read(rows[i].text, &setup));
        assert_int_equal(setup.switches.value[SWITCH_UNO_WINDOW], rows[i].window);
    }
    assert_non_null(
        setup_read("talon2,rules.1,set.skull,round.1,dealer.P1,person.a,person.b", &setup));
    assert_non_null(setup_read(
        "talon2,set.skull,rules.1,switch.uno_window.begins,round.1,dealer.P1,person.a,person.b",
        &setup));
}

/* It has the defaults and the hash of its version; where the rules of today do something else it is
 * not called forged. */
static void a_round_of_older_rules_is_replayed(void **state)
{
    static struct replay replay;
    struct store_round row = {.set = "skull",
                              .setup = "talon-round 1\nset skull\nrules 1\nplayers 3\ndealer 2\n",
                              .rules_version = 1};
    (void)state;
    assert_true(fair_commitment(row.secret, row.commitment));
    const char *wrong = replay_deal(&replay, &row);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "an older version of the rules"));
    row.deal_hash = game_hash(replay.rules, &replay.game);
    assert_null(replay_deal(&replay, &row));
    assert_int_equal(replay.rules->version, 1);
    assert_int_equal(rules_switch(replay.rules, SWITCH_UNO_WINDOW), WINDOW_BEGINS);
    struct rules today = *replay.rules;
    assert_true(rules_set_version(&today, RULES_VERSION));
    assert_int_not_equal(game_hash(&today, &replay.game), row.deal_hash);
    row.rules_version = 2;
    assert_string_equal(replay_deal(&replay, &row),
                        "it was played by another version of the rules");
    row.rules_version = RULES_VERSION + 1;
    row.setup = "talon-round 1\nset skull\nrules 3\nplayers 3\ndealer 2\n";
    assert_string_equal(replay_deal(&replay, &row),
                        "it was played by another version of the rules");
}

static void every_refusal_has_words(void **state)
{
    (void)state;
    for (unsigned refusal = REFUSED_NOT + 1; refusal < REFUSED_COUNT; refusal++) {
        if (refusal_words((enum refusal)refusal) == NULL)
            fail_msg("no words for %s", refusal_name((enum refusal)refusal));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha20_of_the_zero_key),
        cmocka_unit_test(chacha20_goes_on),
        cmocka_unit_test(a_kept_stream_goes_on),
        cmocka_unit_test(secrets_commitments_and_seeds),
        cmocka_unit_test(a_chain_looks_ahead),
        cmocka_unit_test(phrases_are_filled_in),
        cmocka_unit_test(the_outbox_keeps_its_order),
        cmocka_unit_test(the_outbox_grows),
        cmocka_unit_test(the_outbox_gives_its_room_back),
        cmocka_unit_test(equal_rules_are_shared),
        cmocka_unit_test(every_refusal_has_words),
        cmocka_unit_test(a_setup_without_a_switch_has_its_default),
        cmocka_unit_test(a_setup_has_the_defaults_of_its_rules),
        cmocka_unit_test(a_round_of_older_rules_is_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
