/* The rating of a round (rating.h) against openskill 5.0.1 from npm: its plackettLuce with every
 * option at its default, as rate(teams of one, { rank }) answered. All figures here are its own;
 * what a series is made of stands in chance() and series_round(), so that it can be made again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"
#include "storage/rating.h"

enum { MANY = 8 };

struct figures {
    double mu, sigma;
};

static const struct single {
    unsigned count;
    struct figures before[MANY];
    unsigned rank[MANY];
    struct figures after[MANY];
} singles[] = {
    {2,
     {{25, 25.0 / 3}, {25, 25.0 / 3}},
     {1, 2},
     {{27.635389493140497, 8.06590141354368}, {22.364610506859503, 8.06590141354368}}},
    {4,
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {4, 1, 3, 2},
     {{20.962412806387245, 8.084127880168786},
      {27.795252672501135, 8.263571791259416},
      {24.689416369722096, 8.084127880168786},
      {26.55291815138952, 8.17961798837266}}},
    {4,
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {2, 1, 2, 2},
     {{24.06824910916629, 8.17961798837266},
      {27.795252672501135, 8.263571791259416},
      {24.06824910916629, 8.17961798837266},
      {24.06824910916629, 8.17961798837266}}},
    {3,
     {{31.5, 2.25}, {18.75, 6.5}, {27, 1.125}},
     {3, 1, 2},
     {{30.92843316774747, 2.24533480952641},
      {22.345544581242773, 6.38924920301697},
      {27.035198976247056, 1.1277135580275455}}},
    {5,
     {{40, 1.5}, {12, 7}, {25, 25.0 / 3}, {29.5, 3}, {22.25, 4.5}},
     {2, 5, 1, 2, 5},
     {{39.93723209209913, 1.5019675734475202},
      {12.032558808577562, 6.879749825792292},
      {28.79198562903325, 8.244382161220026},
      {29.518140436116134, 2.9971669204938967},
      {21.65309787689069, 4.474011997724203}}},
    {2,
     {{60, 1}, {0.5, 1}},
     {2, 1},
     {{59.83387490590998, 1.0034660907605404}, {0.6661250940900209, 1.0034660907605404}}},
};

/* After the round of that number (from 0) of a series: all eight. */
static const struct point {
    unsigned round;
    struct figures who[MANY];
} points[] = {
    {0,
     {{27.414871321804632, 8.314012988285995},
      {26.94531300923151, 8.291569245689608},
      {26.381843034143763, 8.26563851422975},
      {25.67750556528408, 8.235147032077375},
      {24.73838894013783, 8.19886213926157},
      {23.329714002418463, 8.15784872589804},
      {20.512364126979726, 8.15784872589804},
      {25, 8.333333333333334}}},
    {9,
     {{23.342898123919156, 7.221273585267185},
      {22.077630304918436, 7.352534317284472},
      {18.365395280967768, 7.656493976648726},
      {24.508325875982514, 8.024124437450494},
      {30.240679233553244, 8.015175446871249},
      {29.72126405715322, 7.88577267180617},
      {26.134043223217006, 7.749431342325535},
      {26.038822651729152, 7.501613645847727}}},
    {99,
     {{20.833870446381372, 4.553846975843582},
      {20.922205900640606, 4.674180407988039},
      {28.71371163785027, 4.69351658761119},
      {26.15177252934715, 4.59149053199702},
      {24.877693617915675, 4.502141709880909},
      {24.069161188468392, 4.547654914228887},
      {28.092698472225138, 4.458556332251594},
      {23.33052501701621, 4.452556802878329}}},
    {399,
     {{24.55013464582738, 2.3513297419958725},
      {22.752709492859456, 2.3710680720666644},
      {22.03997335491287, 2.3779705411934473},
      {24.04522758591805, 2.414724811267395},
      {27.001802720019647, 2.4492928721567906},
      {26.476731239872972, 2.359017636693133},
      {25.358799452822556, 2.267835328069198},
      {23.79412685201368, 2.321430391897353}}},
};
enum { ROUNDS = 400 };

static void expect_close(double is, double due)
{
    if (!(fabs(is - due) < 1e-9))
        fail_msg("%.12f, and openskill has %.12f", is, due);
}

static void single_rounds_are_as_openskill_has_them(void **state)
{
    (void)state;
    for (size_t c = 0; c < ARRAY_SIZE(singles); c++) {
        const struct single *single = &singles[c];
        struct rating_seat seats[MANY] = {{0}};
        for (unsigned i = 0; i < single->count; i++) {
            seats[i] = (struct rating_seat){
                .rating = {single->before[i].mu, single->before[i].sigma, 5},
                .place = single->rank[i],
            };
        }
        assert_true(rating_round(seats, single->count));
        for (unsigned i = 0; i < single->count; i++) {
            expect_close(seats[i].rating.mu, single->after[i].mu);
            expect_close(seats[i].rating.sigma, single->after[i].sigma);
            assert_int_equal(seats[i].rating.rounds, 6);
        }
    }
}

static unsigned chance(uint32_t *state, unsigned below)
{
    *state = *state * 1103515245u + 12345u;
    return (unsigned)(*state >> 16) % below;
}

/* 2 to 7 of the eight play. One wins and the others share the second place, or places come by
 * chance, with ties, or everybody has one. */
static unsigned series_round(uint32_t *state, unsigned round, struct rating_seat *seats)
{
    unsigned count = 2 + chance(state, 6);
    unsigned kind = chance(state, 3);
    for (unsigned i = 0; i < count; i++) {
        seats[i].person = (round * 3 + i) % MANY;
        if (kind == 0)
            seats[i].place = i == 0 ? 1 : 2;
        else
            seats[i].place = kind == 1 ? 1 + chance(state, count) : 1 + i;
    }
    return count;
}

static void a_series_stays_as_openskill_has_it(void **state)
{
    struct rating who[MANY];
    uint32_t x = 20261123;
    size_t point = 0;
    (void)state;
    for (unsigned i = 0; i < MANY; i++)
        who[i] = rating_new();
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct rating_seat seats[MANY] = {{0}};
        unsigned count = series_round(&x, round, seats);
        for (unsigned i = 0; i < count; i++)
            seats[i].rating = who[seats[i].person];
        if (rating_round(seats, count)) { /* all at one place tells nothing, there as here */
            for (unsigned i = 0; i < count; i++)
                who[seats[i].person] = seats[i].rating;
        }
        if (points[point].round != round)
            continue;
        for (unsigned i = 0; i < MANY; i++) {
            expect_close(who[i].mu, points[point].who[i].mu);
            expect_close(who[i].sigma, points[point].who[i].sigma);
        }
        point++;
    }
    assert_int_equal(point, ARRAY_SIZE(points));
}

/* A round without an order says nothing, and changes nothing. */
static void a_round_without_an_order_rates_nobody(void **state)
{
    struct rating_seat seats[RATING_SEATS_MAX + 1];
    (void)state;
    for (unsigned i = 0; i <= RATING_SEATS_MAX; i++)
        seats[i] = (struct rating_seat){.rating = rating_new(), .place = 2};
    assert_false(rating_round(seats, 0));
    assert_false(rating_round(seats, 1));
    assert_false(rating_round(seats, 3));
    seats[0].place = 1;
    assert_false(rating_round(seats, RATING_SEATS_MAX + 1));
    assert_int_equal(seats[0].rating.rounds, 0);
    expect_close(seats[0].rating.sigma, 25.0 / 3);
    assert_true(rating_round(seats, RATING_SEATS_MAX));
    assert_true(seats[0].rating.mu > 25 && seats[1].rating.mu < 25);
}

/* Whatever is played, the numbers stay numbers. */
static void a_player_who_always_wins_has_a_bound(void **state)
{
    struct rating_seat seats[2] = {{.rating = rating_new(), .place = 1},
                                   {.rating = rating_new(), .place = 2}};
    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        assert_true(rating_round(seats, 2));
    assert_true(isfinite(seats[0].rating.mu) && isfinite(seats[1].rating.mu));
    assert_true(seats[0].rating.mu < 200 && seats[1].rating.mu > -150);
    assert_true(seats[0].rating.sigma > 0 && seats[0].rating.sigma < 30); /* tau adds up */
    assert_int_equal(seats[0].rating.rounds, 100000);
}

static void two_ratings_of_one_player_are_joined(void **state)
{
    const struct rating fresh = rating_new();
    const struct rating one = {30, 3, 40}, other = {20, 6, 4};
    struct rating joined = rating_join(&one, &other), back = rating_join(&other, &one);
    (void)state;
    expect_close(joined.mu, one.mu); /* is known better */
    expect_close(joined.sigma, one.sigma);
    assert_int_equal(joined.rounds, 40);
    expect_close(back.mu, one.mu);
    joined = rating_join(&one, &fresh);
    expect_close(joined.mu, one.mu);
    joined = rating_join(&fresh, &other);
    expect_close(joined.mu, other.mu);
    joined = rating_join(&one, &one); /* parted and joined again: no surer than before */
    expect_close(joined.mu, one.mu);
    expect_close(joined.sigma, one.sigma);
    assert_int_equal(joined.rounds, 40);
    const struct rating less = {29, 3, 40};
    joined = rating_join(&one, &less), back = rating_join(&less, &one);
    expect_close(joined.mu, back.mu);
}

static void a_newcomer_is_shown_as_1000_give_or_take_1000(void **state)
{
    const struct rating fresh = rating_new();
    (void)state;
    assert_int_equal(rating_shown(&fresh), 1000);
    assert_int_equal(rating_off(&fresh), 1000);
    expect_close(rating_least(&fresh), 0);
    assert_int_equal(rating_number(&(struct rating){25, 25.0 / 3, 0}), 0);
    assert_int_equal(rating_number(&(struct rating){30, 2, 40}), 960);
    assert_true(rating_provisional(&(struct rating){25, 4, RATING_PROVISIONAL - 1}));
    assert_false(rating_provisional(&(struct rating){25, 4, RATING_PROVISIONAL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_rounds_are_as_openskill_has_them),
        cmocka_unit_test(a_series_stays_as_openskill_has_it),
        cmocka_unit_test(a_round_without_an_order_rates_nobody),
        cmocka_unit_test(a_player_who_always_wins_has_a_bound),
        cmocka_unit_test(two_ratings_of_one_player_are_joined),
        cmocka_unit_test(a_newcomer_is_shown_as_1000_give_or_take_1000),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
