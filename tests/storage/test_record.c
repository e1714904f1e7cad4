/* Records, streaks and head to head, as all stores keep them (record.h). */
#include "base/array.h"
#include "persons.h"
#include "storage/check/board_check.h"
#include "storage/forget.h"
#include "storage/record.h"

/* What somebody did in a round. */
static struct store_result did(const struct store_identity *who, unsigned place, unsigned plays,
                               unsigned cards)
{
    return (struct store_result){
        .who = *who, .won = place == 1, .place = place, .plays = plays, .cards = cards};
}

/* A round of so many milliseconds. */
static void play_long(struct fixture *f, int64_t id, const char *set, int64_t lasts,
                      struct store_result *results, unsigned count)
{
    struct store_round round = a_round(id);
    round.set = set;
    round.started_at = noon + id;
    for (unsigned i = 0; i < count; i++)
        results[i].seat = i;
    store_begin_round(f->store, &round);
    append(f, id, 1, 3);
    store_end_round(f->store,
                    &(struct store_round_end){id, noon + id + lasts, "won", true, results, count});
    commit(f);
}

static void beat(struct fixture *f, int64_t id, const struct store_identity *winner,
                 const struct store_identity *loser)
{
    struct store_result results[] = {did(winner, 1, 9, 8), did(loser, 2, 8, 9)};
    play_long(f, id, "classic", 60000, results, 2);
}

/* -- questions -- */

static struct store_broken_records broken;

static void on_news(void *arg, bool ok, const struct store_round_news *found)
{
    struct fixture *f = arg;
    f->answered = true;
    f->ok = ok;
    broken = found->broken;
    loop_stop(f->loop);
}

static const struct store_records *records_in(struct fixture *f, const struct store_identity *who,
                                              const char *set)
{
    static const struct store_records none;
    ask_player(f, &(struct store_player_query){.who = who, .set = ""});
    for (unsigned i = 0; i < player.record_count; i++) {
        if (strcmp(player.records[i].set, set) == 0)
            return &player.records[i];
    }
    return &none;
}

/* "Bea 3 2-1, Carl 1 0-1": whom they met, how often, ahead and behind. */
static const char *rivals_of(struct fixture *f, const struct store_identity *who)
{
    static char text[256];
    size_t length = 0;
    ask_player(f, &(struct store_player_query){.who = who, .set = ""});
    text[0] = '\0';
    for (unsigned i = 0; i < player.rival_count; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, "%s%s %u %u-%u",
                             i > 0 ? ", " : "", player.rivals[i].name, player.rivals[i].rounds,
                             player.rivals[i].ahead, player.rivals[i].behind);
    }
    return text;
}

static const char *streaks(struct fixture *f, enum store_scope scope, const char *set)
{
    static char text[256];
    size_t length = 0;
    const struct store_board_query query = {.scope = scope,
                                            .network = "net",
                                            .channel = "#cards",
                                            .period = STORE_ALL,
                                            .at = noon,
                                            .limit = 10,
                                            .streaks = set};
    f->answered = false;
    store_board(f->store, &query, on_board, f);
    wait_answer(f);
    text[0] = '\0';
    for (unsigned i = 0; i < f->count; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u. %s %u/%u",
                                   i > 0 ? ", " : "", f->rows[i].rank, f->rows[i].name,
                                   f->rows[i].longest, f->rows[i].streak);
    }
    return text;
}

static void expect_streak(struct fixture *f, const struct store_identity *who, uint32_t streak,
                          uint32_t longest)
{
    const struct store_records *records = records_in(f, who, "");
    if (records->streak != streak || records->longest != longest) {
        fail_msg("%s has won %u in a row, %u at most", who->name, records->streak,
                 records->longest);
    }
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

/* -- rounds -- */

static void a_round_adds_to_its_people(void **state)
{
    struct fixture *f = *state;
    struct store_result one[] = {did(&alice, 1, 9, 12), did(&bea, 2, 8, 20), {.seat = 2}};
    struct store_result two[] = {did(&alice, 1, 7, 10), did(&bea, 2, 6, 9)};
    struct store_result three[] = {did(&bea, 1, 7, 9), did(&alice, 2, 6, 30)};
    one[0].duels_won = 2, one[0].bluffs = 1, one[1].duels_lost = 1;
    two[1].duels_lost = 3;
    play_long(f, 1, "classic", 90000, one, 3);
    play_long(f, 2, "flex", 70000, two, 2);
    play_long(f, 3, "classic", 50000, three, 2);
    reopen(f);
    const struct store_records *records = records_in(f, &alice, "");
    assert_int_equal(records->rounds, 3);
    assert_int_equal(records->won, 2);
    assert_int_equal(records->duels_won, 2);
    assert_int_equal(records->bluffs, 1);
    assert_int_equal(records->plays, 7); /* fewer turns; the win of 12 cards was another */
    assert_int_equal(records->lasted, 70000);
    assert_int_equal(records->fast_round, 2);
    assert_int_equal(records->cards, 12); /* 30 did not win */
    assert_int_equal(records->cards_round, 1);
    assert_int_equal(player.record_count, 3);
    assert_string_equal(player.records[1].set, "classic");
    assert_int_equal(player.records[1].rounds, 2);
    assert_string_equal(player.records[2].set, "flex");
    assert_int_equal(player.records[2].won, 1);
    records = records_in(f, &bea, "");
    assert_int_equal(records->duels_lost, 4);
    assert_int_equal(records->lasted, 50000);
    assert_string_equal(rivals_of(f, &alice), "Bea 3 2-1");
    assert_string_equal(rivals_of(f, &bea), "Alice 3 1-2");
    expect_streak(f, &alice, 0, 2);
    expect_streak(f, &bea, 1, 1);
    expect_whole(f);
}

/* Of as many turns the one that took less time; a round of other hands is none. */
static void the_fastest_win_counts_turns_then_time(void **state)
{
    struct fixture *f = *state;
    static const struct {
        unsigned plays;
        int64_t lasts, fastest;
    } wins[] = {{9, 500, 1}, {9, 600, 1}, {9, 400, 3}, {0, 100, 3}, {8, 9000, 5}, {9, 1, 5}};
    for (unsigned i = 0; i < ARRAY_SIZE(wins); i++) {
        struct store_result results[] = {did(&alice, 1, wins[i].plays, 0), did(&bea, 2, 1, 1)};
        play_long(f, i + 1, "classic", wins[i].lasts, results, 2);
        assert_int_equal(records_in(f, &alice, "")->fast_round, wins[i].fastest);
        assert_int_equal(records_in(f, &alice, "")->cards, 0);
    }
    expect_whole(f);
}

static void streaks_end_with_a_round_that_counts(void **state)
{
    struct fixture *f = *state;
    struct store_result nobody[] = {did(&bea, 1, 9, 9), did(&alice, 2, 9, 9)};
    struct store_result twice[] = {did(&bea, 1, 9, 9), did(&alice, 2, 9, 9), did(&alice, 3, 9, 9)};
    struct store_result computer[] = {{.won = true}, did(&alice, 2, 9, 9), did(&bea, 2, 9, 9)};
    for (int64_t id = 1; id <= 4; id++)
        beat(f, id, &alice, &bea);
    nobody[1].seat = 1;
    play(f, 5, "#cards", noon, false, nobody, 2); /* does not count */
    commit(f);
    play_long(f, 6, "classic", 1000, twice, 3); /* she has two seats */
    expect_streak(f, &alice, 4, 4);
    expect_streak(f, &bea, 1, 1);
    assert_string_equal(rivals_of(f, &bea), "Alice 4 0-4");
    beat(f, 7, &alice, &bea);
    expect_streak(f, &alice, 5, 5);
    play_long(f, 8, "classic", 1000, computer, 3); /* nor does a computer player win alone */
    expect_streak(f, &alice, 0, 5);
    beat(f, 9, &carl, &alice);
    beat(f, 10, &carl, &alice);
    assert_string_equal(streaks(f, STORE_CHANNEL, ""), "1. Alice 5/0, 2. Carl 2/2, 3. Bea 1/0");
    assert_string_equal(streaks(f, STORE_NETWORK, "classic"),
                        "1. Alice 5/0, 2. Carl 2/2, 3. Bea 1/0");
    assert_string_equal(streaks(f, STORE_OVERALL, ""), "1. Alice 5/0, 2. Carl 2/2, 3. Bea 1/0");
    assert_string_equal(streaks(f, STORE_OVERALL, "hyper"), "");
    expect_whole(f);
}

static void one_rival_can_be_asked_for(void **state)
{
    struct fixture *f = *state;
    struct store_result tied[] = {did(&carl, 1, 9, 9), did(&alice, 2, 9, 9), did(&bea, 2, 9, 9)};
    beat(f, 1, &alice, &bea);
    play_long(f, 2, "classic", 1000, tied, 3);
    assert_string_equal(rivals_of(f, &alice), "Bea 2 1-0, Carl 1 0-1");
    int64_t carls = player.rivals[1].person;
    ask_player(f, &(struct store_player_query){.who = &alice, .set = "", .versus = carls});
    assert_int_equal(player.rival_count, 1);
    assert_string_equal(player.rivals[0].name, "Carl");
    ask_player(f, &(struct store_player_query){
                      .who = &alice, .set = "", .network = "net", .versus_name = "BEA"});
    assert_int_equal(player.rival_count, 1);
    assert_string_equal(player.rivals[0].name, "Bea");
    ask_player(f, &(struct store_player_query){
                      .who = &alice, .set = "", .network = "net", .versus_name = "nobody"});
    assert_int_equal(player.rival_count, 0);
    assert_true(player.person != 0);
}

/* -- persons -- */

/* As if it had always been so; rounds against each other are none. */
static void links_add_up_again_and_partings_take_apart(void **state)
{
    struct fixture *f = *state;
    struct store_result both[] = {did(&alice, 1, 5, 30), did(&dan, 2, 9, 9), did(&bea, 2, 9, 9)};
    beat(f, 1, &alice, &bea);
    beat(f, 2, &dan, &bea);
    beat(f, 3, &alice, &carl);
    play_long(f, 4, "classic", 1000, both, 3);
    expect_streak(f, &alice, 3, 3);
    store_link(f->store, &dan, &alice, noon);
    commit(f);
    expect_streak(f, &dan, 3, 3); /* rounds 1 to 3 */
    assert_int_equal(records_in(f, &alice, "")->cards, 8);
    assert_string_equal(rivals_of(f, &alice), "Bea 2 2-0, Carl 1 1-0");
    const char *theirs = rivals_of(f, &bea);
    assert_non_null(strstr(theirs, " 2 0-2"));
    assert_int_equal(player.rival_count, 1);
    expect_whole(f);
    beat(f, 5, &bea, &dan);
    expect_streak(f, &alice, 0, 3);
    store_part(f->store, &dan, noon);
    commit(f);
    reopen(f);
    expect_streak(f, &alice, 3, 3);
    expect_streak(f, &dan, 0, 1);
    assert_int_equal(records_in(f, &alice, "")->cards, 30);
    assert_string_equal(rivals_of(f, &dan), "Bea 3 1-1, Alice 1 0-1");
    assert_string_equal(rivals_of(f, &alice), "Bea 2 2-0, Carl 1 1-0, Dan 1 1-0");
    expect_whole(f);
}

/* Where results were deleted nobody can add up: who is linked has what both had. */
static void links_keep_what_was_pruned(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 4; id++)
        beat(f, id, &alice, &bea);
    beat(f, 5, &dan, &bea);
    store_prune(f->store, noon + 86400000, 0);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 0);
    store_link(f->store, &dan, &alice, noon);
    commit(f);
    expect_streak(f, &alice, 1, 4);
    assert_int_equal(records_in(f, &alice, "classic")->won, 5);
    assert_string_equal(rivals_of(f, &alice), "Bea 5 5-0");
    assert_non_null(strstr(rivals_of(f, &bea), " 5 0-5"));
    assert_int_equal(player.rival_count, 1);
    store_part(f->store, &dan, noon);
    commit(f);
    expect_streak(f, &alice, 1, 4);
    expect_streak(f, &dan, 0, 0);
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

static void forgotten_people_have_no_records(void **state)
{
    struct fixture *f = *state;
    const struct store_traces traces = {
        .links = {.count = 1, .at = {{.network = "other", .account = "b", .verified = true}}},
        .last = 3};
    beat(f, 1, &alice, &bea);
    beat(f, 2, &bea, &alice);
    beat(f, 3, &alice, &carl);
    store_forget_person(f->store, &bea, &texts, &traces);
    commit(f);
    assert_string_equal(rivals_of(f, &alice), "Carl 1 1-0");
    expect_streak(f, &alice, 1, 1); /* what she won and lost against them stays */
    assert_int_equal(records_in(f, &alice, "")->rounds, 3);
    ask_player(f, &(struct store_player_query){.who = &bea, .set = ""});
    assert_int_equal(player.person, 0);
    assert_string_equal(streaks(f, STORE_OVERALL, ""), "1. Alice 1/1");
    if (f->kind == SQLITE) {
        assert_int_equal(raw_number(f, "SELECT count(*) FROM feat"), 4);
        assert_int_equal(raw_number(f, "SELECT count(*) FROM versus"), 2);
    }
    expect_whole(f);
}

/* -- who hides -- */

/* They are in nobody else's answer, and have all that they had when they show again. */
static void people_who_hide_are_nobodys_rivals(void **state)
{
    struct fixture *f = *state;
    const struct store_player_query of_bea = {
        .who = &alice, .set = "", .network = "net", .versus_name = "Bea"};
    beat(f, 1, &alice, &bea);
    beat(f, 2, &bea, &alice);
    beat(f, 3, &alice, &carl);
    store_put_hidden(f->store, &bea, true, noon);
    commit(f);
    reopen(f);
    assert_string_equal(rivals_of(f, &alice), "Carl 1 1-0");
    ask_player(f, &of_bea);
    assert_int_equal(player.rival_count, 0);
    assert_string_equal(rivals_of(f, &bea), "Alice 2 1-1"); /* she asks herself */
    for (int scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++)
        assert_string_equal(streaks(f, (enum store_scope)scope, ""), "1. Alice 1/1");
    ask_player(f, &(struct store_player_query){.network = "net", .name = "Bea", .set = ""});
    assert_int_equal(player.person, 0);
    assert_int_equal(player.record_count, 0);
    expect_whole(f);
    store_put_hidden(f->store, &bea, false, noon);
    commit(f);
    assert_string_equal(rivals_of(f, &alice), "Bea 2 1-1, Carl 1 1-0");
    assert_string_equal(streaks(f, STORE_CHANNEL, ""), "1. Alice 1/1, 1. Bea 1/1");
}

/* -- records that fall -- */

static unsigned falls(struct fixture *f, int64_t round)
{
    f->answered = false;
    store_ask_round_news(f->store, round, on_news, f);
    wait_answer(f);
    return (unsigned)broken.streak + broken.fastest + broken.largest;
}

/* HR-20: two partners have won. The record is of the one who went out, in whichever seat. */
static void a_record_of_a_team_falls(void **state)
{
    struct fixture *f = *state;
    beat(f, 1, &bea, &alice);
    struct store_result results[] = {did(&alice, 1, 0, 0), did(&bea, 2, 8, 9), did(&carl, 1, 3, 7),
                                     did(&dan, 2, 8, 9)};
    for (unsigned i = 0; i < 4; i++)
        results[i].place = 0; /* such a round rates nobody */
    play_long(f, 2, "classic", 1000, results, 4);
    assert_int_equal(falls(f, 2), 1);
    assert_true(broken.fastest);
    assert_string_equal(broken.name, "Carl");
    assert_int_equal(records_in(f, &alice, "")->won, 1);
    assert_int_equal(records_in(f, &alice, "")->plays, 0);
    assert_int_equal(records_in(f, &carl, "")->plays, 3);
    assert_string_equal(rivals_of(f, &carl), "Bea 1 1-0, Alice 1 0-0, Dan 1 1-0");
    assert_int_equal(records_in(f, &dan, "")->rounds, 1);
}

static void a_record_falls_once(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 2; id++)
        beat(f, id, &alice, &bea);
    assert_int_equal(falls(f, 1), 0); /* there was none before */
    for (int64_t id = 3; id <= 6; id++) {
        beat(f, id, &bea, &alice);
        assert_int_equal(falls(f, id), id == 5); /* her third, behind two of Alice */
        assert_int_equal(broken.streak, id == 5);
        assert_string_equal(broken.name, "Bea");
    }
    assert_int_equal(broken.records.longest, 4);
    struct store_result faster[] = {did(&carl, 1, 8, 8), did(&alice, 2, 3, 40)};
    play_long(f, 7, "flex", 99999, faster, 2);
    assert_int_equal(falls(f, 7), 1);
    assert_true(broken.fastest);
    assert_int_equal(broken.records.plays, 8);
    struct store_result larger[] = {did(&carl, 1, 20, 9), did(&alice, 2, 3, 40)};
    play_long(f, 8, "flex", 99999, larger, 2);
    assert_int_equal(falls(f, 8), 1);
    assert_true(broken.largest);
    struct store_result same[] = {did(&alice, 1, 8, 9), did(&carl, 2, 3, 40)};
    play_long(f, 9, "classic", 99999, same, 2);
    assert_int_equal(falls(f, 9), 0);
    struct store_result computer[] = {{.won = true}, did(&alice, 2, 1, 1), did(&carl, 2, 3, 40)};
    play_long(f, 10, "classic", 1, computer, 3);
    assert_int_equal(falls(f, 10), 0);
    assert_int_equal(falls(f, 99), 0);
}

/* Nor is a record of theirs told; one that others break of theirs is. */
static void people_who_hide_break_no_records(void **state)
{
    struct fixture *f = *state;
    struct store_result faster[] = {did(&bea, 1, 5, 8), did(&alice, 2, 3, 8)};
    struct store_result fastest[] = {did(&carl, 1, 4, 8), did(&alice, 2, 3, 8)};
    beat(f, 1, &alice, &carl);
    store_put_hidden(f->store, &bea, true, noon);
    play_long(f, 2, "classic", 1000, faster, 2);
    assert_int_equal(falls(f, 2), 0);
    assert_string_equal(broken.name, "");
    play_long(f, 3, "classic", 1000, fastest, 2);
    assert_int_equal(falls(f, 3), 1);
    assert_string_equal(broken.name, "Carl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_round_adds_to_its_people),
        EACH(the_fastest_win_counts_turns_then_time),
        EACH(streaks_end_with_a_round_that_counts),
        EACH(one_rival_can_be_asked_for),
        EACH(links_add_up_again_and_partings_take_apart),
        DATABASES(links_keep_what_was_pruned),
        EACH(forgotten_people_have_no_records),
        EACH(people_who_hide_are_nobodys_rivals),
        EACH(a_record_of_a_team_falls),
        EACH(a_record_falls_once),
        EACH(people_who_hide_break_no_records),
    };
    return RUN_ON_EACH(tests);
}
