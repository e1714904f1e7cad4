/* Ratings as all stores keep them (rating.h has the figures): rounds, links, boards; and what a
 * SQLite database knows of how they came. */
#include "persons.h"
#include "storage/check/board_check.h"

/* One who came in there. */
static struct store_result at(const struct store_identity *who, unsigned place)
{
    return (struct store_result){.who = *who, .won = place == 1, .place = place};
}

static void play_set(struct fixture *f, int64_t id, const char *set, struct store_result *results,
                     unsigned count)
{
    struct store_round round = a_round(id);
    round.set = set;
    for (unsigned i = 0; i < count; i++)
        results[i].seat = i;
    store_begin_round(f->store, &round);
    append(f, id, 1, 3);
    store_end_round(f->store, &(struct store_round_end){id, noon, "won", true, results, count});
    commit(f);
}

static struct rating rating_in(struct fixture *f, const struct store_identity *who, const char *set)
{
    const struct store_stats_query query = {STORE_OVERALL, "net", NULL, who, NULL, noon};
    assert_true(ask_query(f, &query));
    for (unsigned i = 0; i < f->ratings.count; i++) {
        if (strcmp(f->ratings.at[i].set, set) == 0)
            return f->ratings.at[i].rating;
    }
    return (struct rating){0};
}

static void expect_rating(struct fixture *f, const struct store_identity *who, const char *set,
                          const struct rating *due)
{
    struct rating is = rating_in(f, who, set);
    if (is.mu != due->mu || is.sigma != due->sigma || is.rounds != due->rounds) {
        fail_msg("%s in '%s': %.9f %.9f %u, and not %.9f %.9f %u", who->name, set, is.mu, is.sigma,
                 is.rounds, due->mu, due->sigma, due->rounds);
    }
}

static void rate(struct rating *const ratings[], const unsigned *places, unsigned count)
{
    struct rating_seat seats[8] = {{0}};
    for (unsigned i = 0; i < count; i++)
        seats[i] = (struct rating_seat){.rating = *ratings[i], .place = places[i]};
    assert_true(rating_round(seats, count));
    for (unsigned i = 0; i < count; i++)
        *ratings[i] = seats[i].rating;
}

/* "Alice 2, Bea 1": who is on the board, with how many rounds. */
static const char *rated_board(struct fixture *f, enum store_scope scope, const char *channel,
                               const char *set)
{
    static char text[256];
    size_t length = 0;
    f->answered = false;
    store_board(f->store,
                &(struct store_board_query){.scope = scope,
                                            .network = "net",
                                            .channel = channel,
                                            .period = STORE_ALL,
                                            .at = noon,
                                            .limit = 10,
                                            .rated = set},
                on_board, f);
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
    text[0] = '\0';
    for (unsigned i = 0; i < f->count; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u. %s%s %u",
                                   i > 0 ? ", " : "", f->rows[i].rank, f->rows[i].name,
                                   f->rows[i].verified ? "" : "~", f->rows[i].rating.rounds);
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
    assert_false(sums.pruned);
}

/* In each rule set, and in all of them together. */
static void a_round_rates_its_people(void **state)
{
    struct fixture *f = *state;
    struct rating a = rating_new(), b = a, c = a, a2 = a, c2 = a, a3 = a, b3 = a, c3 = a;
    struct store_result one[] = {at(&alice, 1), at(&bea, 2), at(&carl, 2)};
    struct store_result two[] = {at(&carl, 1), at(&alice, 4)};
    play_set(f, 1, "classic", one, 3);
    play_set(f, 2, "hyper", two, 2);
    rate((struct rating *const[]){&a, &b, &c}, (const unsigned[]){1, 2, 2}, 3);
    a3 = a, b3 = b, c3 = c;
    rate((struct rating *const[]){&c3, &a3}, (const unsigned[]){1, 4}, 2);
    rate((struct rating *const[]){&c2, &a2}, (const unsigned[]){1, 4}, 2);
    reopen(f);
    expect_rating(f, &alice, "", &a3);
    expect_rating(f, &bea, "", &b3);
    expect_rating(f, &carl, "", &c3);
    expect_rating(f, &alice, "classic", &a);
    expect_rating(f, &carl, "classic", &c);
    expect_rating(f, &alice, "hyper", &a2);
    expect_rating(f, &carl, "hyper", &c2);
    assert_int_equal(rating_in(f, &bea, "hyper").rounds, 0);
    assert_int_equal(f->ratings.count, 2);
    expect_whole(f);
}

/* Computer players, rounds that do not count, one person at two seats: none of it rates. */
static void rounds_without_a_comparison_rate_nobody(void **state)
{
    struct fixture *f = *state;
    struct store_result lost[] = {at(&alice, 2), at(&bea, 2), {.won = true}};
    struct store_result won[] = {at(&alice, 1), {.place = 0}, at(&bea, 0)};
    struct store_result twice[] = {at(&alice, 1), at(&bea, 2), at(&alice, 3)};
    struct rating a = rating_new(), b = a;
    play_set(f, 1, "classic", lost, 3); /* a computer player won: they are not set apart */
    play_set(f, 2, "classic", won, 3);  /* of one person alone */
    play_set(f, 3, "classic", twice, 3);
    struct store_result results[] = {at(&alice, 1), at(&bea, 2)};
    results[1].seat = 1;
    play(f, 4, "#cards", noon, false, results, 2);
    commit(f);
    assert_string_equal(rated_board(f, STORE_OVERALL, NULL, ""), "");
    assert_int_equal(rating_in(f, &alice, "").rounds, 0);
    /* One that came in before another, behind a computer player. */
    struct store_result behind[] = {{.won = true}, at(&alice, 3), at(&bea, 2)};
    play_set(f, 5, "classic", behind, 3);
    rate((struct rating *const[]){&b, &a}, (const unsigned[]){2, 3}, 2);
    expect_rating(f, &alice, "", &a);
    expect_rating(f, &bea, "", &b);
    expect_whole(f);
}

/* Two that turn out to be one have a rating together, and both go on with it when they part; those
 * whom they played stay as they were. */
static void links_join_and_parting_copies(void **state)
{
    struct fixture *f = *state;
    struct rating a = rating_new(), b = a, c = a, d = a;
    struct store_result one[] = {at(&alice, 1), at(&bea, 2)};
    struct store_result two[] = {at(&dan, 1), at(&carl, 2)};
    struct store_result three[] = {at(&bea, 1), at(&dan, 2)};
    struct store_result four[] = {at(&alice, 1), at(&dan, 2)};
    play_set(f, 1, "classic", one, 2);
    play_set(f, 2, "flex", two, 2);
    rate((struct rating *const[]){&a, &b}, (const unsigned[]){1, 2}, 2);
    rate((struct rating *const[]){&d, &c}, (const unsigned[]){1, 2}, 2);
    struct rating flex = d;
    store_link(f->store, &dan, &alice, noon);
    commit(f);
    struct rating both = rating_join(&a, &d);
    expect_rating(f, &alice, "", &both);
    expect_rating(f, &dan, "", &both);
    expect_rating(f, &alice, "flex", &flex);
    expect_rating(f, &bea, "", &b);
    expect_whole(f);
    play_set(f, 3, "classic", three, 2);
    rate((struct rating *const[]){&b, &both}, (const unsigned[]){1, 2}, 2);
    expect_rating(f, &alice, "", &both);
    store_part(f->store, &dan, noon);
    commit(f);
    reopen(f);
    expect_rating(f, &dan, "", &both);
    expect_rating(f, &alice, "", &both);
    d = both;
    play_set(f, 4, "classic", four, 2);
    rate((struct rating *const[]){&both, &d}, (const unsigned[]){1, 2}, 2);
    expect_rating(f, &dan, "", &d);
    expect_rating(f, &alice, "", &both);
    expect_rating(f, &dan, "flex", &flex);
    expect_whole(f);
}

/* However often somebody links and parts, it makes nobody better or surer. */
static void links_and_partings_win_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_result one[] = {at(&alice, 1), at(&bea, 2)};
    struct store_result two[] = {at(&dan, 1), at(&bea, 2)};
    play_set(f, 1, "classic", one, 2);
    play_set(f, 2, "classic", two, 2);
    store_link(f->store, &dan, &alice, noon);
    commit(f);
    struct rating first = rating_in(f, &alice, "");
    for (unsigned i = 0; i < 10; i++) {
        store_part(f->store, &dan, noon);
        store_link(f->store, &dan, &alice, noon);
    }
    commit(f);
    expect_rating(f, &alice, "", &first);
    expect_rating(f, &dan, "classic", &first);
    expect_whole(f);
}

static void boards_have_who_played_there(void **state)
{
    struct fixture *f = *state;
    struct store_result one[] = {at(&alice, 1), at(&carl, 3), by_nick(0, "alice", "here", 0)};
    struct store_result two[] = {at(&dan, 1), at(&bea, 2)};
    one[2].won = false, one[2].place = 2;
    play_set(f, 1, "classic", one, 3);
    play_set(f, 2, "classic", one, 3);
    for (unsigned i = 0; i < 2; i++)
        two[i].seat = i;
    struct store_round round = a_round(3);
    round.network = "other";
    round.channel = "#far";
    store_begin_round(f->store, &round);
    store_end_round(f->store, &(struct store_round_end){3, noon, "won", true, two, 2});
    commit(f);
    assert_string_equal(rated_board(f, STORE_CHANNEL, "#cards", ""),
                        "0. Alice 2, 0. Carl 2, 0. alice~ 2");
    assert_string_equal(rated_board(f, STORE_NETWORK, NULL, "classic"),
                        "0. Alice 2, 0. Carl 2, 0. alice~ 2");
    assert_string_equal(rated_board(f, STORE_CHANNEL, "#far", ""), "");
    assert_string_equal(rated_board(f, STORE_OVERALL, NULL, "hyper"), "");
    assert_string_equal(rated_board(f, STORE_OVERALL, NULL, ""),
                        "0. Alice 2, 0. Carl 2, 0. alice~ 2, 0. Dan 1, 0. Bea 1");
}

/* Whose lower ends are the same share a place. */
static void equal_results_share_a_place(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {at(&alice, 1), at(&bea, 2), at(&carl, 2), at(&dan, 4)};
    for (int64_t round = 1; round <= RATING_PROVISIONAL; round++)
        play_set(f, round, "classic", results, 4);
    assert_string_equal(rated_board(f, STORE_OVERALL, NULL, ""),
                        "1. Alice 10, 2. Bea 10, 2. Carl 10, 4. Dan 10");
    assert_true(rating_least(&f->rows[0].rating) > rating_least(&f->rows[1].rating));
}

/* Issue 32, section 7: a board is ordered by the number that it shows. Who has none yet stands
 * behind the others, by rounds, and has no rank; with the tenth round they have one. */
static void newcomers_stand_behind_rated_people(void **state)
{
    struct fixture *f = *state;
    struct store_result rated[] = {at(&alice, 1), at(&bea, 2)};
    struct store_result one[] = {at(&dan, 1), at(&carl, 2)};
    struct store_result two[] = {at(&carl, 1), by_nick(1, "alice", "here", 0)};
    two[1].won = false, two[1].place = 2;
    for (int64_t round = 1; round < RATING_PROVISIONAL; round++)
        play_set(f, round, "classic", rated, 2);
    assert_string_equal(rated_board(f, STORE_OVERALL, NULL, ""), "0. Alice 9, 0. Bea 9");
    play_set(f, 10, "classic", rated, 2);
    play_set(f, 11, "classic", one, 2);
    play_set(f, 12, "classic", two, 2);
    for (enum store_scope scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
        assert_string_equal(rated_board(f, scope, "#cards", ""),
                            "1. Alice 10, 2. Bea 10, 0. Carl 2, 0. Dan 1, 0. alice~ 1");
        /* their number would be before that of one who has ten */
        assert_true(rating_least(&f->rows[3].rating) > rating_least(&f->rows[1].rating));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_round_rates_its_people),
        EACH(rounds_without_a_comparison_rate_nobody),
        EACH(links_join_and_parting_copies),
        EACH(boards_have_who_played_there),
        EACH(links_and_partings_win_nothing),
        EACH(equal_results_share_a_place),
        EACH(newcomers_stand_behind_rated_people),
    };
    return RUN_ON_EACH(tests);
}
