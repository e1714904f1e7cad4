/* Achievements: what each of the twenty takes, and how all stores keep them (achievement.h). */
#include "storage/achievement.h"

#include "base/array.h"
#include "persons.h"
#include "storage/forget.h"
#include "storage/record.h"

static unsigned number_of(const char *key)
{
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        if (strcmp(achievement_key(i), key) == 0)
            return i;
    }
    fail_msg("there is no achievement %s", key);
    return 0;
}

/* -- what each takes -- */

/* The facts of one seat at the end of a round. */
struct scene {
    struct store_records all, own;
    struct store_result result;
    unsigned beaten;
    bool before; /* without the round */
};

static struct scene won(void)
{
    return (struct scene){.all = {.rounds = 2, .won = 1},
                          .own = {.rounds = 2, .won = 1},
                          .result = {.won = true, .plays = 12, .cards = 9, .place = 1},
                          .beaten = 1};
}

static bool earns(const struct scene *scene, const char *key)
{
    const struct achievement_facts facts = {&scene->all, &scene->own,
                                            scene->before ? NULL : &scene->result, scene->beaten};
    return (achievements_of(&facts) >> number_of(key) & 1) != 0;
}

/* The number decides: one less is too little, and more is as good. */
static void expect_least(struct scene *scene, uint32_t *number, uint32_t least, const char *key)
{
    *number = least - 1;
    assert_false(earns(scene, key));
    *number = least;
    assert_true(earns(scene, key));
    *number = least + 1;
    assert_true(earns(scene, key));
}

/* Like expect_least(), for what only the winner of this round earns. */
static void expect_of_winner(struct scene *scene, uint32_t *number, uint32_t least, const char *key)
{
    expect_least(scene, number, least, key);
    scene->before = true;
    assert_false(earns(scene, key));
    scene->before = false;
    scene->result.won = false;
    assert_false(earns(scene, key));
}

static void first_win(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.won, 1, "first-win");
}

static void ten_wins(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.won, 10, "ten-wins");
}

static void hundred_wins(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.won, 100, "hundred-wins");
}

static void three_in_a_row(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.longest, 3, "three-in-a-row");
}

static void ten_in_a_row(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.longest, 10, "ten-in-a-row");
}

static void match_win(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.result.deeds.rounds = 3;
    assert_false(earns(&scene, "match-win"));
    scene.result.match_over = true;
    assert_false(earns(&scene, "match-win"));
    scene.result.match_won = true;
    scene.result.won = false; /* somebody else won the last round */
    expect_least(&scene, &scene.result.deeds.rounds, 3, "match-win");
    scene.before = true;
    assert_false(earns(&scene, "match-win"));
}

static void hundred_rounds(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.result.won = false;
    expect_least(&scene, &scene.all.rounds, 100, "hundred-rounds");
}

static void thousand_rounds(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.rounds, 1000, "thousand-rounds");
}

static void specialist(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.all.won = 400; /* with other sets */
    expect_least(&scene, &scene.own.won, 50, "specialist");
}

static void lie_detector(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.all.duels_lost = 400;
    expect_least(&scene, &scene.all.duels_won, 10, "lie-detector");
}

static void poker_face(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_least(&scene, &scene.all.bluffs, 10, "poker-face");
}

static void full_table(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_of_winner(&scene, &scene.beaten, 7, "full-table");
}

static void jackpot(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.result.points = 199;
    assert_false(earns(&scene, "jackpot"));
    scene.result.points = -300;
    assert_false(earns(&scene, "jackpot"));
    scene.result.points = 200;
    assert_true(earns(&scene, "jackpot"));
    scene.result.won = false;
    assert_false(earns(&scene, "jackpot"));
}

static void heavy_hand(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.result.cards = 40; /* only what the records keep counts: a hand that won */
    expect_least(&scene, &scene.all.cards, 20, "heavy-hand");
}

static void straight_out(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.all.plays = 0; /* no win is known */
    assert_false(earns(&scene, "straight-out"));
    scene.all.plays = 8;
    assert_false(earns(&scene, "straight-out"));
    scene.all.plays = 7;
    assert_true(earns(&scene, "straight-out"));
    scene.all.plays = 3;
    assert_true(earns(&scene, "straight-out"));
}

static void marathon(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_of_winner(&scene, &scene.result.plays, 40, "marathon");
}

static void five_caught(void **state)
{
    struct scene scene = won();
    (void)state;
    scene.result.won = false; /* a catch counts for a loser, too */
    expect_least(&scene, &scene.result.deeds.caught, 5, "five-caught");
    scene.before = true;
    assert_false(earns(&scene, "five-caught"));
}

static void landslide(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_of_winner(&scene, &scene.result.deeds.fewest, 10, "landslide");
}

static void last_wild4(void **state)
{
    struct scene scene = won();
    (void)state;
    assert_false(earns(&scene, "last-wild4"));
    scene.result.deeds.last_wild4 = true;
    assert_true(earns(&scene, "last-wild4"));
    scene.result.won = false; /* it was a bluff, and the card came back */
    assert_false(earns(&scene, "last-wild4"));
}

static void comeback(void **state)
{
    struct scene scene = won();
    (void)state;
    expect_of_winner(&scene, &scene.result.deeds.taken, 8, "comeback");
}

/* -- stores -- */

static struct store_round_news news;

static void on_news(void *arg, bool ok, const struct store_round_news *found)
{
    struct fixture *f = arg;
    f->answered = true;
    f->ok = ok;
    news = *found;
    loop_stop(f->loop);
}

/* "first-win ten-wins": what a person has. */
static const char *have(struct fixture *f, const struct store_identity *who)
{
    static char text[512];
    size_t length = 0;
    ask_player(f, &(struct store_player_query){.who = who, .set = ""});
    text[0] = '\0';
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        if (player.achievements[i].earned) {
            length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s",
                                       length > 0 ? " " : "", achievement_key(i));
        }
    }
    return text;
}

/* "Alice first-win, Bea match-win": what a round has to tell. */
static const char *told(struct fixture *f, int64_t round)
{
    static char text[512];
    size_t length = 0;
    f->answered = false;
    store_ask_round_news(f->store, round, on_news, f);
    wait_answer(f);
    text[0] = '\0';
    for (unsigned i = 0; i < news.earned_count; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, "%s%s %s", i > 0 ? ", " : "",
                             news.earned[i].name, achievement_key(news.earned[i].achievement));
    }
    return text;
}

static int64_t date_of(struct fixture *f, const struct store_identity *who, const char *key)
{
    have(f, who);
    assert_true(player.achievements[number_of(key)].earned);
    return player.achievements[number_of(key)].at;
}

static struct store_result did(const struct store_identity *who, unsigned place)
{
    return (struct store_result){
        .who = *who, .won = place == 1, .place = place, .plays = 12, .cards = 9};
}

static void finish(struct fixture *f, int64_t id, bool counts, struct store_result *results,
                   unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        results[i].seat = i;
    play(f, id, "#cards", noon + id, counts, results, count);
    commit(f);
}

static void beat(struct fixture *f, int64_t id, const struct store_identity *winner,
                 const struct store_identity *loser)
{
    struct store_result results[] = {did(winner, 1), did(loser, 2)};
    finish(f, id, true, results, 2);
}

static void a_round_earns_each_once(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {did(&alice, 1), did(&bea, 2)};
    results[0].deeds = (struct store_deeds){.taken = 8, .fewest = 10, .last_wild4 = true};
    results[1].deeds.caught = 5;
    results[0].points = 200;
    finish(f, 1, true, results, 2);
    assert_string_equal(told(f, 1), "Alice first-win, Alice jackpot, Alice landslide, Alice "
                                    "last-wild4, Alice comeback, Bea five-caught");
    assert_true(date_of(f, &alice, "comeback") == noon + 1);
    reopen(f);
    finish(f, 2, true, results, 2);
    assert_string_equal(told(f, 2), "");
    assert_true(date_of(f, &alice, "comeback") == noon + 1);
    finish(f, 3, true, results, 2);
    assert_string_equal(told(f, 3), "Alice three-in-a-row");
    assert_string_equal(told(f, 1), "Alice first-win, Alice jackpot, Alice landslide, Alice "
                                    "last-wild4, Alice comeback, Bea five-caught");
    assert_string_equal(told(f, 99), "");
    assert_string_equal(have(f, &bea), "five-caught");
}

/* Several rounds in one transaction, as the writer groups them. */
static void rounds_of_one_batch_earn_once(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {did(&alice, 1), did(&bea, 2)};
    results[1].seat = 1;
    beat(f, 1, &carl, &dan); /* so that the next ones know nobody yet */
    for (int64_t id = 2; id <= 5; id++)
        play(f, id, "#cards", noon + id, true, results, 2);
    commit(f);
    assert_string_equal(told(f, 2), "Alice first-win");
    assert_string_equal(told(f, 3), "");
    assert_string_equal(told(f, 4), "Alice three-in-a-row");
    assert_string_equal(told(f, 5), "");
    for (int64_t id = 6; id <= 11; id++) /* known by now: remote stores ask for all at once */
        play(f, id, "#cards", noon + id, true, results, 2);
    commit(f);
    assert_string_equal(told(f, 11), "Alice ten-wins, Alice ten-in-a-row");
    assert_string_equal(told(f, 10), "");
}

static void rounds_that_do_not_count_earn_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {did(&alice, 1), did(&bea, 2)};
    struct store_result twice[] = {did(&alice, 1), did(&bea, 2), did(&alice, 3)};
    finish(f, 1, false, results, 2);
    finish(f, 2, true, twice, 3);
    assert_string_equal(have(f, &alice), "");
    assert_string_equal(told(f, 1), "");
    assert_string_equal(told(f, 2), "");
}

/* A round that is written again, as after a crash, changes nothing. */
static void an_end_that_comes_again_earns_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {did(&alice, 1), did(&bea, 2)};
    results[1].seat = 1;
    beat(f, 1, &alice, &bea);
    results[1].deeds.caught = 9;
    store_end_round(f->store, &(struct store_round_end){1, noon + 50, "won", true, results, 2});
    commit(f);
    assert_string_equal(told(f, 1), "Alice first-win");
    assert_string_equal(have(f, &bea), "");
    assert_true(date_of(f, &alice, "first-win") == noon + 1);
}

/* The rows are gone, as if all this was played before there were any. */
static void what_is_older_is_stored_and_not_told(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 9; id++)
        beat(f, id, &alice, &bea);
    raw(f, "DELETE FROM achievement");
    reopen(f);
    beat(f, 10, &alice, &bea);
    assert_string_equal(told(f, 10), "Alice ten-wins, Alice ten-in-a-row");
    assert_string_equal(have(f, &alice), "first-win ten-wins three-in-a-row ten-in-a-row");
    assert_true(date_of(f, &alice, "first-win") == 0);
    assert_true(date_of(f, &alice, "ten-wins") == noon + 10);
}

static void a_link_joins_and_an_end_parts(void **state)
{
    struct fixture *f = *state;
    struct store_result both[] = {did(&alice, 1), did(&dan, 2)};
    beat(f, 1, &alice, &bea);
    beat(f, 2, &dan, &bea);
    both[0].deeds.fewest = 10;
    both[1].deeds.caught = 5;
    finish(f, 3, true, both, 2); /* against herself, as the link will show */
    assert_string_equal(have(f, &alice), "first-win landslide");
    assert_string_equal(have(f, &dan), "first-win five-caught");
    store_link(f->store, &dan, &alice, noon);
    commit(f);
    assert_string_equal(have(f, &alice), "first-win");
    assert_true(date_of(f, &dan, "first-win") == noon + 1);
    assert_string_equal(told(f, 3), "");
    beat(f, 4, &dan, &bea); /* three in a row, with one of them as the other */
    assert_string_equal(told(f, 4), "Dan three-in-a-row"); /* the name with most rounds */
    reopen(f);
    store_part(f->store, &dan, noon);
    commit(f);
    assert_string_equal(have(f, &alice), "first-win");
    assert_string_equal(have(f, &dan), "first-win three-in-a-row");
    assert_true(date_of(f, &dan, "first-win") == noon + 2);
}

static void people_who_hide_are_not_told_of(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {did(&alice, 1), did(&bea, 2)};
    results[1].deeds.caught = 5;
    store_put_hidden(f->store, &alice, true, noon);
    finish(f, 1, true, results, 2);
    assert_string_equal(told(f, 1), "Bea five-caught");
    assert_string_equal(have(f, &alice), "first-win"); /* she asks herself */
    ask_player(f, &(struct store_player_query){.network = "net", .name = "Alice", .set = ""});
    assert_int_equal(player.person, 0);
    assert_false(player.achievements[0].earned);
}

static void they_outlive_their_results(void **state)
{
    struct fixture *f = *state;
    beat(f, 1, &alice, &bea);
    store_prune(f->store, noon + 86400000, 0);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 0);
    assert_string_equal(have(f, &alice), "first-win");
    beat(f, 2, &alice, &bea);
    assert_string_equal(told(f, 2), "");
}

static bool names(const struct store_identity *who, const char *text)
{
    (void)who, (void)text;
    return false;
}

static enum store_forgets setup_of(const struct store_identity *who, const char *text, char *out,
                                   size_t size)
{
    (void)who, (void)text, (void)out, (void)size;
    return STORE_NAMES_NOBODY;
}

static const struct store_forget_texts texts = {NULL, names, setup_of, NULL};

static void forgotten_people_have_none(void **state)
{
    struct fixture *f = *state;
    const struct store_traces traces = {
        .links = {.count = 1, .at = {{.network = "net", .account = "alice_acc", .verified = true}}},
        .last = 1};
    beat(f, 1, &alice, &bea);
    store_forget_person(f->store, &alice, &texts, &traces);
    commit(f);
    assert_string_equal(told(f, 1), "");
    assert_string_equal(have(f, &alice), "");
    if (f->kind != MEMORY)
        assert_int_equal(raw_number(f, "SELECT count(*) FROM achievement"), 0);
    beat(f, 2, &alice, &bea); /* somebody new */
    assert_string_equal(told(f, 2), "Alice first-win");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_win),
        cmocka_unit_test(ten_wins),
        cmocka_unit_test(hundred_wins),
        cmocka_unit_test(three_in_a_row),
        cmocka_unit_test(ten_in_a_row),
        cmocka_unit_test(match_win),
        cmocka_unit_test(hundred_rounds),
        cmocka_unit_test(thousand_rounds),
        cmocka_unit_test(specialist),
        cmocka_unit_test(lie_detector),
        cmocka_unit_test(poker_face),
        cmocka_unit_test(full_table),
        cmocka_unit_test(jackpot),
        cmocka_unit_test(heavy_hand),
        cmocka_unit_test(straight_out),
        cmocka_unit_test(marathon),
        cmocka_unit_test(five_caught),
        cmocka_unit_test(landslide),
        cmocka_unit_test(last_wild4),
        cmocka_unit_test(comeback),
        EACH(a_round_earns_each_once),
        EACH(rounds_of_one_batch_earn_once),
        EACH(rounds_that_do_not_count_earn_nothing),
        EACH(an_end_that_comes_again_earns_nothing),
        DATABASES(what_is_older_is_stored_and_not_told),
        EACH(a_link_joins_and_an_end_parts),
        EACH(people_who_hide_are_not_told_of),
        DATABASES(they_outlive_their_results),
        EACH(forgotten_people_have_none),
    };
    return RUN_ON_EACH(tests);
}
