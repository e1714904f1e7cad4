/* The plan by which processes share their leases (share_plan.h), on many random fleets. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/host/fleet/share_plan.h"

enum { LEASES = 40, MEMBERS = 8, FLEETS = 4000 };

static struct share_lease leases[LEASES];
static struct share_fleet fleet;
static uint64_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % below;
}

/* `simple`: every process can have every lease, and none has a home. */
static void make_fleet(bool simple)
{
    fleet = (struct share_fleet){
        .leases = leases, .member_count = 1 + draw(MEMBERS), .lease_count = draw(LEASES + 1)};
    for (unsigned i = 0; i < fleet.member_count; i++) {
        fleet.members[i] = (struct share_member){.shares = simple || draw(6) > 0,
                                                 .leaves = !simple && draw(9) == 0,
                                                 .room = simple || draw(3) > 0 ? 0 : 1 + draw(9)};
    }
    unsigned crowded = 1 + draw(fleet.member_count);
    for (unsigned i = 0; i < fleet.lease_count; i++) {
        leases[i] = (struct share_lease){.at = (int)draw(crowded),
                                         .home = -1,
                                         .takers = UINT64_MAX,
                                         .counts = simple || draw(9) > 0,
                                         .calm = simple || draw(4) > 0,
                                         .quiet = draw(1000)};
        if (simple)
            continue;
        if (draw(10) == 0)
            leases[i].at = -1;
        if (draw(4) == 0)
            leases[i].takers = ((uint64_t)draw(1U << 16) << 4) | draw(16);
        if (draw(3) == 0)
            leases[i].home = (int)draw(fleet.member_count);
        leases[i].stays = draw(12) == 0;
    }
}

static unsigned work_of(unsigned member)
{
    unsigned work = 0;
    for (unsigned i = 0; i < fleet.lease_count; i++)
        work += leases[i].at == (int)member && leases[i].counts;
    return work;
}

/* How far the fleet is from its aim: first leases that are not at home, then unevenness. */
struct distance {
    unsigned away, squares;
};

static struct distance measure(void)
{
    struct distance distance = {0};
    for (unsigned i = 0; i < fleet.lease_count; i++)
        distance.away += leases[i].home >= 0 && leases[i].at != leases[i].home;
    for (unsigned i = 0; i < fleet.member_count; i++)
        distance.squares += work_of(i) * work_of(i);
    return distance;
}

static bool is_less(struct distance a, struct distance b)
{
    return a.away < b.away || (a.away == b.away && a.squares < b.squares);
}

static void expect_right(unsigned giver, const struct share_move *move)
{
    assert_true(move->lease < fleet.lease_count && move->to < fleet.member_count);
    const struct share_lease *lease = &leases[move->lease];
    const struct share_member *to = &fleet.members[move->to];
    assert_int_equal(lease->at, giver);
    assert_int_not_equal(move->to, giver);
    assert_true(lease->calm && !lease->stays);
    assert_true(fleet.members[giver].shares && !fleet.members[giver].leaves);
    assert_true(to->shares && !to->leaves);
    assert_true((lease->takers >> move->to & 1) != 0);
    assert_true(to->room == 0 || share_had(&fleet, move->to) < to->room);
    assert_int_not_equal(lease->home, giver);
    if (lease->home != (int)move->to) {
        assert_true(lease->counts);
        assert_true(work_of(giver) >= work_of(move->to) + 2);
    }
}

/* Takes steps of processes in a random order until none has one. */
static unsigned run_to_the_end(void)
{
    unsigned steps = 0;
    for (unsigned idle = 0; idle < fleet.member_count;) {
        unsigned giver = (draw(fleet.member_count) + idle) % fleet.member_count;
        struct share_move move;
        if (!share_plan(&fleet, giver, &move)) {
            /* none has one if they are asked one after another */
            idle = 0;
            for (unsigned i = 0; i < fleet.member_count; i++)
                idle += !share_plan(&fleet, i, &move);
            continue;
        }
        struct distance before = measure();
        expect_right(giver, &move);
        leases[move.lease].at = (int)move.to;
        assert_true(is_less(measure(), before));
        assert_true(++steps < LEASES * MEMBERS);
    }
    return steps;
}

/* Each step brings the fleet nearer to its aim. So it ends, and nothing comes back. */
static void each_step_makes_it_better(void **state)
{
    unsigned long steps = 0;
    (void)state;
    random_state = 7;
    for (unsigned i = 0; i < FLEETS; i++) {
        make_fleet(false);
        steps += run_to_the_end();
    }
    print_message("%lu steps in %u fleets\n", steps, FLEETS);
    assert_true(steps > FLEETS);
}

/* In the end, the one with the most has at most one more than the one with the least. */
static void all_have_as_many_in_the_end(void **state)
{
    (void)state;
    random_state = 11;
    for (unsigned i = 0; i < FLEETS; i++) {
        make_fleet(true);
        run_to_the_end();
        unsigned least = LEASES, most = 0;
        for (unsigned n = 0; n < fleet.member_count; n++) {
            unsigned work = work_of(n);
            least = work < least ? work : least;
            most = work > most ? work : most;
        }
        assert_true(most - least <= 1);
    }
}

static void place(unsigned members, unsigned count, const int at[])
{
    fleet = (struct share_fleet){.leases = leases, .member_count = members, .lease_count = count};
    for (unsigned i = 0; i < members; i++)
        fleet.members[i] = (struct share_member){.shares = true};
    for (unsigned i = 0; i < count; i++) {
        leases[i] = (struct share_lease){
            .at = at[i], .home = -1, .takers = 3, .counts = true, .calm = true};
    }
}

static void ties_stay(void **state)
{
    static const int at[] = {0, 0, 1};
    struct share_move move;
    (void)state;
    place(2, 3, at); /* two against one: a move would only turn it round */
    assert_false(share_plan(&fleet, 0, &move));
    assert_false(share_plan(&fleet, 1, &move));
}

static void the_quietest_moves(void **state)
{
    static const int at[] = {0, 0, 0};
    struct share_move move;
    (void)state;
    place(2, 3, at);
    leases[0].quiet = 20;
    leases[1].quiet = 30;
    leases[2].quiet = 40;
    leases[2].calm = false;
    assert_true(share_plan(&fleet, 0, &move));
    assert_int_equal(move.lease, 1);
    assert_int_equal(move.to, 1);
}

static void home_wins_over_balance(void **state)
{
    static const int at[] = {0, 0, 0, 1};
    struct share_move move;
    (void)state;
    place(2, 4, at);
    for (unsigned i = 0; i < 3; i++)
        leases[i].home = 0;
    assert_false(share_plan(&fleet, 0, &move)); /* three against one, all at home */
    leases[3].home = 0;
    assert_true(share_plan(&fleet, 1, &move)); /* which makes it four against none */
    assert_int_equal(move.lease, 3);
    fleet.members[0].room = 3;
    assert_false(share_plan(&fleet, 1, &move)); /* its home is full */
}

static void what_was_given_by_hand_stays(void **state)
{
    static const int at[] = {0, 0};
    struct share_move move;
    (void)state;
    place(2, 2, at);
    leases[0].stays = leases[1].stays = true;
    assert_false(share_plan(&fleet, 0, &move));
    leases[1].stays = false;
    assert_true(share_plan(&fleet, 0, &move));
    assert_int_equal(move.lease, 1);
}

static void pages_stay_and_do_not_count(void **state)
{
    static const int at[] = {0, 0};
    struct share_move move;
    (void)state;
    place(2, 2, at);
    leases[1].counts = false;
    assert_false(share_plan(&fleet, 0, &move));
}

static void an_heir_is_named_whatever_the_balance(void **state)
{
    static const int at[] = {0, 1, 1};
    (void)state;
    place(2, 3, at);
    assert_int_equal(share_heir(&fleet, 0, &leases[0]), 1);
    fleet.members[1].shares = false;
    assert_int_equal(share_heir(&fleet, 0, &leases[0]), 1);
    fleet.members[1].room = 2;
    assert_int_equal(share_heir(&fleet, 0, &leases[0]), -1);
}

/* After a killed process has restarted, both are listed for a moment, the dead one first. */
static void of_equals_the_one_that_came_last_is_the_heir(void **state)
{
    static const int at[] = {0, 0, 0};
    struct share_move move;
    (void)state;
    place(3, 3, at);
    leases[0].takers = leases[1].takers = leases[2].takers = 7;
    assert_int_equal(share_heir(&fleet, 0, &leases[0]), 2);
    assert_true(share_plan(&fleet, 0, &move));
    assert_int_equal(move.to, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_makes_it_better),
        cmocka_unit_test(all_have_as_many_in_the_end),
        cmocka_unit_test(ties_stay),
        cmocka_unit_test(the_quietest_moves),
        cmocka_unit_test(home_wins_over_balance),
        cmocka_unit_test(what_was_given_by_hand_stays),
        cmocka_unit_test(pages_stay_and_do_not_count),
        cmocka_unit_test(an_heir_is_named_whatever_the_balance),
        cmocka_unit_test(of_equals_the_one_that_came_last_is_the_heir),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
