/* Ratings by seasons, as all stores keep them (rating.h, sqlite_ratings.h): each quarter begins
 * with what the last one has left, and the last one stays as it ended. */
#include <math.h>

#include "persons.h"
#include "storage/check/board_check.h"

static const int64_t day = INT64_C(86400000);

/* The middle of the first quarter of 2026, and of the ones behind it. */
static int64_t in_season(unsigned n)
{
    return noon + (int64_t)n * 91 * day;
}

static int season_of(unsigned n)
{
    return store_season(2026, 1) + (int)n;
}

static struct store_result at(const struct store_identity *who, unsigned place)
{
    return (struct store_result){.who = *who, .seat = place - 1, .won = place == 1, .place = place};
}

static void play_two(struct fixture *f, int64_t id, const struct store_identity *winner,
                     const struct store_identity *loser, int64_t ended_at)
{
    struct store_result results[] = {at(winner, 1), at(loser, 2)};
    play(f, id, "#cards", ended_at, true, results, 2);
    commit(f);
}

static void rate(struct rating *winner, struct rating *loser)
{
    struct rating_seat seats[2] = {{.rating = *winner, .place = 1}, {.rating = *loser, .place = 2}};
    assert_true(rating_round(seats, 2));
    *winner = seats[0].rating;
    *loser = seats[1].rating;
}

static void expect(const struct rating *is, const struct rating *due)
{
    if (is->mu != due->mu || is->sigma != due->sigma || is->rounds != due->rounds) {
        fail_msg("%.9f %.9f %u, and not %.9f %.9f %u", is->mu, is->sigma, is->rounds, due->mu,
                 due->sigma, due->rounds);
    }
}

/* What somebody is rated at, at that time, in all sets. */
static void expect_now(struct fixture *f, const struct store_identity *who, int64_t now,
                       const struct rating *due)
{
    assert_true(
        ask_query(f, &(struct store_stats_query){STORE_OVERALL, "net", NULL, who, NULL, now}));
    assert_true(f->ratings.count > 0);
    expect(&f->ratings.at[0].rating, due);
}

/* The board of a season as text, its rows in f->rows. */
static const char *season_board(struct fixture *f, enum store_scope scope, int season, int64_t now)
{
    static char text[256];
    size_t length = 0;
    f->answered = false;
    store_board(f->store,
                &(struct store_board_query){.scope = scope,
                                            .network = "net",
                                            .channel = "#cards",
                                            .period = STORE_ALL,
                                            .at = now,
                                            .limit = 10,
                                            .rated = "",
                                            .season = season},
                on_board, f);
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
    text[0] = '\0';
    for (unsigned i = 0; i < f->count; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u. %s",
                                   i > 0 ? ", " : "", f->rows[i].rank, f->rows[i].name);
    }
    return text;
}

static void expect_whole(struct fixture *f)
{
    struct store_board_result sums;
    const struct store_board_check asked = {.now = noon};
    if (f->kind != SQLITE)
        return;
    assert_int_equal(store_check_boards(f->path, &asked, &sums, &f->why), STORE_OK);
    assert_int_equal(sums.differ, 0);
}

/* -- the formula -- */

static void a_season_takes_a_rating_part_of_its_way_back(void **state)
{
    (void)state;
    const struct rating newcomer = rating_new(), good = {.mu = 35, .sigma = 1.5, .rounds = 90};
    struct rating later = rating_carry(&good, 1), twice = rating_carry(&later, 1);
    struct rating two = rating_carry(&good, 2), far = rating_carry(&good, 400);
    struct rating same = rating_carry(&newcomer, 3), none = rating_carry(&good, 0);
    assert_true(fabs(later.mu - 34) < 1e-12);
    assert_true(fabs(later.sigma - sqrt(0.81 * 2.25 + 0.19 * 625.0 / 9)) < 1e-12);
    assert_int_equal(later.rounds, 90);
    assert_true(fabs(twice.mu - two.mu) < 1e-12 && fabs(twice.sigma - two.sigma) < 1e-12);
    assert_true(fabs(far.mu - newcomer.mu) < 1e-9 && fabs(far.sigma - newcomer.sigma) < 1e-9);
    assert_true(fabs(same.mu - newcomer.mu) < 1e-12 && fabs(same.sigma - newcomer.sigma) < 1e-12);
    expect(&none, &good);
    /* Who was before another stays so, if both are known as well. */
    const struct rating less = {.mu = 30, .sigma = 1.5, .rounds = 90};
    struct rating less_later = rating_carry(&less, 5), good_later = rating_carry(&good, 5);
    assert_true(rating_least(&less_later) < rating_least(&good_later));
}

/* -- kept -- */

static void a_season_begins_with_what_the_last_one_left(void **state)
{
    struct fixture *f = *state;
    struct rating a = rating_new(), b = a, c = a;
    play_two(f, 1, &alice, &bea, in_season(0));
    play_two(f, 2, &alice, &carl, in_season(0));
    rate(&a, &b);
    rate(&a, &c);
    struct rating a0 = a, b0 = b, c0 = c;
    play_two(f, 3, &bea, &alice, in_season(1));
    a = rating_carry(&a, 1);
    b = rating_carry(&b, 1);
    rate(&b, &a);
    reopen(f);
    expect_now(f, &alice, in_season(1), &a);
    assert_int_equal(f->ratings.at[0].season, season_of(1));
    expect_now(f, &bea, in_season(1), &b);
    c = rating_carry(&c0, 1); /* who has not played in it stands where they would begin */
    expect_now(f, &carl, in_season(1), &c);
    assert_int_equal(f->ratings.at[0].season, season_of(0));
    c = rating_carry(&c0, 3);
    expect_now(f, &carl, in_season(3), &c);
    play_two(f, 4, &carl, &alice, in_season(3)); /* and begins there, two seasons later */
    a = rating_carry(&a, 2);
    rate(&c, &a);
    expect_now(f, &carl, in_season(3), &c);
    expect_now(f, &alice, in_season(3), &a);
    /* Each season stands as it ended. */
    for (int scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
        assert_string_equal(season_board(f, (enum store_scope)scope, season_of(0), in_season(3)),
                            "0. Alice, 0. Bea, 0. Carl"); /* all are new: by rounds */
    }
    expect(&f->rows[0].rating, &a0);
    expect(&f->rows[1].rating, &b0);
    expect(&f->rows[2].rating, &c0);
    assert_string_equal(season_board(f, STORE_OVERALL, season_of(1), in_season(3)),
                        "0. Alice, 0. Bea"); /* what she has left is more than one round */
    assert_string_equal(season_board(f, STORE_OVERALL, season_of(2), in_season(3)), "");
    assert_string_equal(season_board(f, STORE_OVERALL, 0, in_season(3)), "0. Alice, 0. Carl");
    expect_whole(f);
}

/* A clock that is years ahead for a while changes the season that it shows, and no other. */
static void a_clock_set_ahead_resets_nobody(void **state)
{
    struct fixture *f = *state;
    struct rating a = rating_new(), b = a;
    play_two(f, 1, &alice, &bea, in_season(0));
    rate(&a, &b);
    play_two(f, 2, &bea, &alice, in_season(20));
    play_two(f, 3, &alice, &bea, in_season(0));
    rate(&a, &b);
    expect_now(f, &alice, in_season(0), &a);
    expect_now(f, &bea, in_season(0), &b);
    play_two(f, 4, &bea, &alice, in_season(1));
    a = rating_carry(&a, 1);
    b = rating_carry(&b, 1);
    rate(&b, &a);
    expect_now(f, &alice, in_season(1), &a);
    assert_string_equal(season_board(f, STORE_CHANNEL, 0, in_season(1)), "0. Alice, 0. Bea");
    expect_whole(f);
}

/* The quarter begins where the boards have their midnight. */
static void the_zone_of_the_boards_says_when(void **state)
{
    struct fixture *f = *state;
    const int64_t april = INT64_C(20544) * day; /* 2026-04-01, 0:00 UTC */
    assert_true(store_close(f->store));
    f->timezone = 120;
    must_open(f);
    play_two(f, 1, &alice, &bea, april - 1000 - 2 * 3600000);
    assert_string_equal(season_board(f, STORE_OVERALL, store_season(2026, 1), april),
                        "0. Alice, 0. Bea");
    play_two(f, 2, &bea, &alice, april - 2 * 3600000);
    assert_string_equal(season_board(f, STORE_OVERALL, store_season(2026, 2), april),
                        "0. Alice, 0. Bea");
    assert_int_equal(store_season_at(f->store, april - 1000), store_season(2026, 2));
    expect_whole(f);
}

/* In every season the one that is known better stays, whoever was linked to whom. */
static void links_join_season_by_season(void **state)
{
    struct fixture *f = *state;
    struct rating a = rating_new(), b = a, c = a, d = a;
    play_two(f, 1, &alice, &bea, in_season(0));
    rate(&a, &b);
    play_two(f, 2, &carl, &nick, in_season(1));
    play_two(f, 3, &carl, &nick, in_season(1));
    rate(&c, &d);
    rate(&c, &d);
    store_link(f->store, &carl, &alice, in_season(1));
    commit(f);
    struct rating a1 = rating_carry(&a, 1), both = rating_join(&a1, &c);
    expect_now(f, &alice, in_season(1), &both);
    expect_now(f, &carl, in_season(1), &both);
    assert_string_equal(season_board(f, STORE_OVERALL, season_of(0), in_season(1)),
                        "0. Carl, 0. Bea"); /* as they have played most */
    expect(&f->rows[0].rating, &a);
    expect_whole(f);
    store_part(f->store, &carl, in_season(1));
    commit(f);
    play_two(f, 4, &carl, &bea, in_season(2));
    struct rating c2 = rating_carry(&both, 1), b2 = rating_carry(&b, 2);
    rate(&c2, &b2);
    reopen(f);
    expect_now(f, &carl, in_season(2), &c2);
    expect_now(f, &alice, in_season(1), &both);
    expect_whole(f);
}

/* -- points of a curve -- */

static void expect_point(const struct store_point *point, int64_t round, const struct rating *due)
{
    assert_int_equal(point->round, round);
    assert_int_equal(point->rating, rating_shown(due));
    assert_int_equal(point->off, rating_off(due));
}

static void a_player_has_a_curve(void **state)
{
    struct fixture *f = *state;
    struct rating a[4], b = rating_new(), flex = b, other = b;
    struct store_result results[] = {at(&alice, 1), at(&bea, 2)};
    struct store_result computer[] = {{.won = true}, {.who = alice, .seat = 1, .place = 2}};
    a[0] = rating_new();
    for (unsigned i = 1; i <= 3; i++) {
        struct store_round round = a_round(i);
        round.set = i == 2 ? "flex" : "classic";
        store_begin_round(f->store, &round);
        store_end_round(f->store, &(struct store_round_end){i, noon + i, "won", true, results, 2});
        a[i] = a[i - 1];
        rate(&a[i], &b);
    }
    play(f, 4, "#cards", noon, true, computer, 2); /* rates nobody */
    commit(f);
    rate(&flex, &other);
    reopen(f);
    const struct store_player *is =
        ask_player(f, &(struct store_player_query){.who = &alice, .set = ""});
    assert_string_equal(is->name, "Alice");
    assert_true(is->verified && is->person != 0);
    assert_int_equal(is->point_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        expect_point(&is->points[i], i + 1, &a[i + 1]);
        assert_int_equal(is->points[i].at, noon + i + 1);
    }
    int64_t person = is->person;
    is = ask_player(f, &(struct store_player_query){.person = person, .set = "flex"});
    assert_int_equal(is->person, person);
    assert_int_equal(is->point_count, 1);
    expect_point(&is->points[0], 2, &flex);
    is = ask_player(f, &(struct store_player_query){.network = "net", .name = "ALICE", .set = ""});
    assert_int_equal(is->person, person);
    assert_int_equal(ask_player(f, &(struct store_player_query){.person = 99, .set = ""})->person,
                     0);
    assert_int_equal(
        ask_player(f, &(struct store_player_query){.network = "net", .name = "nobody", .set = ""})
            ->person,
        0);
    expect_whole(f);
}

/* Whoever asks but themselves does not find them; nor anybody by a number that a link took. */
static void people_who_hide_have_no_curve(void **state)
{
    struct fixture *f = *state;
    const struct store_player_query own = {.who = &alice, .set = ""};
    play_two(f, 1, &alice, &bea, noon);
    int64_t number = ask_player(f, &own)->person;
    int64_t gone = ask_player(f, &(struct store_player_query){.who = &bea, .set = ""})->person;
    assert_true(number > 0 && gone > number);
    store_put_hidden(f->store, &alice, true, noon);
    commit(f);
    reopen(f);
    const struct store_player_query by_number = {.person = number, .set = ""};
    const struct store_player_query by_name = {.network = "net", .name = "Alice", .set = ""};
    assert_int_equal(ask_player(f, &by_number)->person, 0);
    assert_int_equal(player.point_count, 0);
    assert_int_equal(ask_player(f, &by_name)->person, 0);
    assert_int_equal(ask_player(f, &own)->person, number);
    assert_string_equal(player.name, "Alice");
    assert_int_equal(player.point_count, 1);
    store_put_hidden(f->store, &alice, false, noon);
    store_link(f->store, &bea, &alice, noon);
    commit(f);
    assert_int_equal(ask_player(f, &by_number)->point_count, 1);
    assert_int_equal(ask_player(f, &(struct store_player_query){.person = gone, .set = ""})->person,
                     0);
}

/* The newest are kept, and those of all accounts of a person. */
static void a_curve_has_the_newest_rounds(void **state)
{
    struct fixture *f = *state;
    enum { MORE = 30 };
    for (int64_t id = 1; id <= STORE_POINTS_MAX + MORE; id++) {
        struct store_result results[] = {at(id % 3 == 0 ? &carl : &alice, 1), at(&bea, 2)};
        play(f, id, "#cards", noon + id, true, results, 2);
    }
    store_link(f->store, &carl, &alice, noon);
    commit(f);
    const struct store_player *is =
        ask_player(f, &(struct store_player_query){.who = &alice, .set = ""});
    assert_int_equal(is->point_count, STORE_POINTS_MAX);
    for (unsigned i = 0; i < STORE_POINTS_MAX; i++)
        assert_int_equal(is->points[i].round, MORE + 1 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_season_takes_a_rating_part_of_its_way_back),
        EACH(a_season_begins_with_what_the_last_one_left),
        EACH(a_clock_set_ahead_resets_nobody),
        EACH(the_zone_of_the_boards_says_when),
        EACH(links_join_season_by_season),
        EACH(a_player_has_a_curve),
        EACH(people_who_hide_have_no_curve),
        EACH(a_curve_has_the_newest_rounds),
    };
    return RUN_ON_EACH(tests);
}
