/* A round that ends at the deal is settled like any other: a +2 that is turned up puts the
 * left player out by HR-15. */
#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/cli/cli.h"
#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "tests/bot/trio.h"

enum { NEVER = 1000000 };

/* Two sit at a table of minion, where 8 cards are too many; every second, the deal comes again
 * until it is the end of its round. */
static struct table *deal_to_the_end(const char *score)
{
    enum rules_error error = RULES_OK;
    unsigned tries = 0;
    scene_init(&scene, SCENE_SQLITE);
    scene.options.round_pause = NEVER;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new minion");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!set mercy 8");
    scene_do(&scene, "alice", "!set score %s", score);
    struct table *table = scene_table(&scene);
    for (;;) {
        scene_mark(&scene);
        assert_int_equal(table_start(table, &error), TABLE_OK);
        scene_settle(&scene);
        if (scene_said(&scene, " and is out") != NULL)
            return table;
        assert_true(tries++ < 400);
        assert_non_null(table->round);
        assert_int_equal(table_stop(table), TABLE_OK);
    }
}

static void expect_proven(int64_t round)
{
    char number[24];
    char *words[] = {"verify", "--db", scene.path, number, NULL};
    snprintf(number, sizeof(number), "%lld", (long long)round);
    optind = 0;
    assert_int_equal(cli_verify(4, words), CLI_DONE);
}

/* Its winner has it on the boards, the totals are told, and the next deal
 * comes from the next seat by the clock. */
static void a_round_that_ends_at_the_deal_is_settled(void **state)
{
    (void)state;
    struct table *table = deal_to_the_end("points_500");
    assert_null(table->round);
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_int_equal(table->match.rounds, 1);
    assert_said(&scene, " wins the round");
    assert_said(&scene, "Totals: alice 0, bob 0.");
    expect_proven(table->last.id);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE ended_at IS NULL"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'won'"), 1);
    assert_int_equal(trio_number("SELECT count(*) FROM result WHERE won = 1 AND match_over = 0"),
                     1);
    unsigned dealer = table->match.dealer;
    int64_t last = table->last.id;
    assert_true(timer_active(&table->timer));
    timer_set(&table->timer, 0);
    scene_settle(&scene);
    assert_true(table->round != NULL ? table->round->id > last : table->last.id > last);
    assert_int_equal(table->round != NULL ? table->match.dealer : 1 - table->match.dealer, dealer);
}

/* Where one round is the match it is over, and the next one starts from the lobby. */
static void a_match_may_end_at_the_deal(void **state)
{
    (void)state;
    enum rules_error error = RULES_OK;
    struct table *table = deal_to_the_end("single_round");
    assert_int_equal(table->state, TABLE_LOBBY);
    assert_true(table->match.over);
    assert_said(&scene, " wins the round");
    assert_int_equal(trio_number("SELECT count(*) FROM result WHERE match_won = 1"), 1);
    assert_int_equal(table_start(table, &error), TABLE_OK);
}

/* What an earlier daemon left unsettled is settled when this one starts, and told with the state.
 */
static void a_round_left_unsettled_is_settled_at_the_start(void **state)
{
    (void)state;
    struct table *table = deal_to_the_end("points_500");
    long long id = (long long)table->last.id;
    unsigned dealer = table->match.dealer;
    scene_down(&scene);
    trio_sql("DELETE FROM result WHERE round = %lld", id);
    trio_sql("UPDATE round SET ended_at = NULL, outcome = NULL, counts = NULL, archive = NULL "
             "WHERE id = %lld",
             id);
    trio_sql("UPDATE game_table SET state = json_remove(json_set(state, '$.state', 'round', "
             "'$.match.rounds', 0, '$.match.dealer', %u), '$.last_words')",
             1 - dealer);
    scene_up(&scene);
    table = scene_table(&scene);
    assert_null(table->round);
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_int_equal(table->match.rounds, 1);
    assert_int_equal(table->match.dealer, dealer);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. The last round: ");
    assert_said(&scene, " wins the round");
    assert_not_said(&scene, "void");
    expect_proven(id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_round_that_ends_at_the_deal_is_settled, trio_tear_down),
        cmocka_unit_test_teardown(a_match_may_end_at_the_deal, trio_tear_down),
        cmocka_unit_test_teardown(a_round_left_unsettled_is_settled_at_the_start, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
