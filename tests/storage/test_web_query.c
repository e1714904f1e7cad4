/* One suite for all stores: what the pages of the web ask (web_query.h). */
#include "persons.h"
#include "storage/web_query.h"

/* What was answered last. */
static struct web_answer {
    struct fixture *f;
    bool at_once; /* nobody waits in the loop */
    bool ok, found;
    unsigned count;
    struct store_ranked rows[STORE_PAGE_MAX];
    struct store_someone people[STORE_FOUND_MAX];
    struct store_profile profile;
    struct store_played rounds[STORE_LIST_MAX];
    struct store_replay replay;
    char setup[64], actions[256];
    struct store_channel channels[STORE_CHANNELS_MAX];
} seen;

static void came(bool ok, unsigned count)
{
    seen.f->answered = true;
    seen.ok = ok;
    seen.count = count;
    if (!seen.at_once)
        loop_stop(seen.f->loop);
}

static void begin(struct fixture *f)
{
    memset(&seen, 0, sizeof(seen));
    seen.f = f;
    f->answered = false;
}

static void wait(struct fixture *f)
{
    assert_false(f->answered); /* never from inside the call */
    loop_run(f->loop);
    assert_true(f->answered && seen.ok);
}

static void on_page(void *arg, bool ok, const struct store_ranked *rows, unsigned count)
{
    struct web_answer *to = arg;
    memcpy(to->rows, rows, count * sizeof(*rows));
    came(ok, count);
}

static void on_people(void *arg, bool ok, const struct store_someone *people, unsigned count)
{
    struct web_answer *to = arg;
    memcpy(to->people, people, count * sizeof(*people));
    came(ok, count);
}

static void on_profile(void *arg, bool ok, bool found, const struct store_profile *profile)
{
    struct web_answer *to = arg;
    to->found = found;
    to->profile = *profile;
    came(ok, 0);
}

static void on_rounds(void *arg, bool ok, const struct store_played *rounds, unsigned count)
{
    struct web_answer *to = arg;
    memcpy(to->rounds, rounds, count * sizeof(*rounds));
    if (count > 0)
        snprintf(to->setup, sizeof(to->setup), "%s", rounds[0].setup);
    came(ok, count);
}

static void on_replay(void *arg, bool ok, bool found, const struct store_replay *replay)
{
    struct web_answer *to = arg;
    to->found = found;
    to->replay = *replay;
    if (found) {
        snprintf(to->setup, sizeof(to->setup), "%s", replay->played.setup);
        snprintf(to->actions, sizeof(to->actions), "%s", replay->actions);
    }
    came(ok, 0);
}

static void on_channels(void *arg, bool ok, const struct store_channel *channels, unsigned count)
{
    struct web_answer *to = arg;
    memcpy(to->channels, channels, count * sizeof(*channels));
    came(ok, count);
}

/* The next `limit` rows of all time behind *behind, which moves on: "1. Alice 5, 2. Bea 3". */
static const char *page(struct fixture *f, enum store_scope scope, const char *rated,
                        unsigned limit, struct store_behind *behind)
{
    static char text[1024];
    size_t length = 0;
    const struct store_board_query query = {.scope = scope,
                                            .network = "net",
                                            .channel = scope == STORE_CHANNEL ? "#cards" : NULL,
                                            .period = STORE_ALL,
                                            .at = noon,
                                            .limit = limit,
                                            .rated = rated};
    begin(f);
    store_page(f->store, &query, behind, on_page, &seen);
    wait(f);
    text[0] = '\0';
    for (unsigned i = 0; i < seen.count; i++) {
        const struct store_score *score = &seen.rows[i].score;
        int points = rated != NULL ? (int)score->rating.rounds : (int)score->points;
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u. %s%s %d",
                                   i > 0 ? ", " : "", score->rank, score->name,
                                   score->verified ? "" : "~", points);
    }
    if (seen.count > 0)
        *behind = store_behind(&seen.rows[seen.count - 1], rated != NULL);
    return text;
}

static const char *first_page(struct fixture *f, const char *rated)
{
    struct store_behind behind = {0};
    return page(f, STORE_OVERALL, rated, 50, &behind);
}

static struct store_someone someone(struct fixture *f, const struct store_identity *who)
{
    begin(f);
    store_ask_someone(f->store, who, 1, on_people, &seen);
    wait(f);
    assert_int_equal(seen.count, 1);
    return seen.people[0];
}

static bool profile(struct fixture *f, int64_t person)
{
    const struct store_person_query query = {person, STORE_OVERALL, NULL, NULL, noon};
    begin(f);
    store_ask_profile(f->store, &query, on_profile, &seen);
    wait(f);
    return seen.found;
}

/* The names that a search finds. */
static const char *search(struct fixture *f, const char *beginning)
{
    static char text[512];
    size_t length = 0;
    begin(f);
    store_search(f->store, beginning, on_people, &seen);
    wait(f);
    text[0] = '\0';
    for (unsigned i = 0; i < seen.count; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s", i > 0 ? " " : "",
                                   seen.people[i].name);
    }
    return text;
}

static void hide(struct fixture *f, const struct store_identity *who, bool hidden)
{
    store_put_hidden(f->store, who, hidden, noon);
    commit(f);
}

/* Five people of one network: two share a rank, and one has no account. */
static void play_some(struct fixture *f)
{
    struct store_result one[] = {got(&alice, 0, 30), got(&carl, 1, 0),
                                 by_nick(2, "dan", "here", 10)};
    struct store_result two[] = {got(&carl, 0, 5), a_result(1, "e", "Eve", 5, true),
                                 a_result(2, "alan", "Alan", 0, false)};
    one[2].won = false, one[2].place = 2;
    play(f, 1, "#cards", noon - 1000, true, one, 3);
    play(f, 2, "#cards", noon, true, two, 3);
    commit(f);
}

/* However a board is cut into pages, its rows and their ranks are the same. */
static void pages_of_a_board_are_one_board(void **state)
{
    static const char whole[] = "1. Alice 30, 2. dan~ 10, 3. Carl 5, 3. Eve 5, 5. Alan 0";
    struct fixture *f = *state;
    play_some(f);
    for (enum store_scope scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
        for (unsigned limit = 1; limit <= 6; limit++) {
            char all[256] = "";
            struct store_behind behind = {0};
            const char *rows = page(f, scope, NULL, limit, &behind);
            for (; *rows != '\0'; rows = page(f, scope, NULL, limit, &behind)) {
                snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s",
                         *all != '\0' ? ", " : "", rows);
            }
            assert_string_equal(all, whole);
            assert_int_equal(behind.number, 5);
        }
    }
    struct store_behind none = {0};
    assert_string_equal(page(f, STORE_OVERALL, NULL, 0, &none), "");
}

/* 12 winners and 12 losers, who share two ranks, by points and by rating. */
static void play_ties(struct fixture *f)
{
    for (int64_t round = 1; round <= 12; round++) {
        char one[16];
        char other[16];
        snprintf(one, sizeof(one), "w%02d", (int)round);
        snprintf(other, sizeof(other), "l%02d", (int)round);
        struct store_result results[] = {a_result(0, one, one, 10, true),
                                         a_result(1, other, other, 0, false)};
        for (int64_t i = 0; i < RATING_PROVISIONAL; i++)
            play(f, RATING_PROVISIONAL * round + i, "#cards", noon, true, results, 2);
    }
    commit(f);
}

/* Pages pass over many people who hide, more than a page has rows. */
static void a_page_is_full_wherever_people_hide(void **state)
{
    struct fixture *f = *state;
    play_ties(f);
    for (unsigned i = 0; i < 18; i++) { /* all winners, and six losers */
        char account[16];
        snprintf(account, sizeof(account), "%c%02u", i < 12 ? 'w' : 'l', i % 12 + 1);
        struct store_result hides = a_result(0, account, account, 0, false);
        store_put_hidden(f->store, &hides.who, true, noon);
    }
    commit(f);
    for (unsigned rated = 0; rated < 2; rated++) {
        for (enum store_scope scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
            struct store_behind behind = {0};
            page(f, scope, rated ? "" : NULL, 4, &behind);
            assert_int_equal(seen.count, 4);
            assert_string_equal(seen.rows[0].score.name, "l07");
            assert_int_equal(seen.rows[0].number, 19);
            assert_int_equal(seen.rows[0].score.rank, 13);
            page(f, scope, rated ? "" : NULL, 4, &behind);
            assert_int_equal(seen.count, 2);
            assert_string_equal(seen.rows[1].score.name, "l12");
            assert_int_equal(seen.rows[1].number, 24);
        }
    }
}

/* Many who share every rank, by points and by rating. */
static void ties_are_cut_anywhere(void **state)
{
    struct fixture *f = *state;
    play_ties(f);
    for (unsigned rated = 0; rated < 2; rated++) {
        for (enum store_scope scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
            struct store_behind behind = {0};
            unsigned rows = 0;
            while (*page(f, scope, rated ? "" : NULL, 5, &behind) != '\0') {
                for (unsigned i = 0; i < seen.count; i++, rows++) {
                    char name[16];
                    snprintf(name, sizeof(name), "%c%02u", rows < 12 ? 'w' : 'l', rows % 12 + 1);
                    assert_string_equal(seen.rows[i].score.name, name);
                    assert_int_equal(seen.rows[i].score.rank, rows < 12 ? 1 : 13);
                    assert_int_equal(seen.rows[i].number, rows + 1);
                }
            }
            assert_int_equal(rows, 24);
        }
    }
}

/* Who is new has no rank on a board by rating and stands behind the others, by rounds; wherever the
 * pages are cut. */
static void newcomers_stand_behind_rated_people(void **state)
{
    struct fixture *f = *state;
    struct store_result rated[] = {a_result(0, "x", "X", 5, true), a_result(1, "y", "Y", 0, false)};
    struct store_result fresh[] = {a_result(0, "a", "A", 5, true), a_result(1, "b", "B", 0, false)};
    struct store_result again[] = {a_result(0, "c", "C", 5, true), a_result(1, "b", "B", 0, false)};
    play(f, 1, "#cards", noon, true, fresh, 2);
    play(f, 2, "#cards", noon, true, again, 2);
    for (int64_t i = 0; i < RATING_PROVISIONAL; i++)
        play(f, 3 + i, "#cards", noon, true, rated, 2);
    commit(f);
    for (enum store_scope scope = STORE_CHANNEL; scope <= STORE_OVERALL; scope++) {
        for (unsigned limit = 1; limit <= 6; limit++) {
            struct store_behind behind = {0};
            char all[128] = "";
            for (const char *text; *(text = page(f, scope, "", limit, &behind)) != '\0';)
                strcat(strcat(all, text), "; ");
            for (char *comma; (comma = strchr(all, ',')) != NULL;)
                *comma = ';';
            assert_string_equal(all, "1. X 10; 2. Y 10; 0. B 2; 0. A 1; 0. C 1; ");
            assert_int_equal(behind.number, 5);
        }
    }
}

static void people_who_hide_are_in_no_answer(void **state)
{
    struct fixture *f = *state;
    play_some(f);
    int64_t number = someone(f, &alice).person;
    assert_true(number > 0 && profile(f, number));
    hide(f, &alice, true);
    reopen(f);
    assert_string_equal(first_page(f, NULL), "2. dan~ 10, 3. Carl 5, 3. Eve 5, 5. Alan 0");
    assert_null(strstr(first_page(f, ""), "Alice"));
    assert_false(profile(f, number));
    assert_string_equal(search(f, "al"), "Alan");
    struct store_someone who = someone(f, &alice);
    assert_true(who.hidden && who.person == 0 && !who.verified);
    assert_string_equal(who.name, "");
    begin(f);
    store_ask_replay(f->store, 1, on_replay, &seen);
    wait(f);
    assert_true(seen.found && seen.replay.played.results[0].who.hidden);
    assert_string_equal(seen.replay.played.results[0].who.name, "");
    assert_int_equal(seen.replay.played.results[0].who.person, 0);
    assert_string_equal(seen.replay.played.results[1].who.name, "Carl");
    hide(f, &alice, false);
    assert_true(profile(f, number));
    assert_string_equal(search(f, "al"), "Alan Alice");
}

/* Whoever of two hides, both do when they are one; and whoever of them goes on alone. */
static void hiding_outlives_links_and_their_end(void **state)
{
    struct fixture *f = *state;
    play_some(f);
    hide(f, &carl, true);
    store_link(f->store, &carl, &alice, noon);
    commit(f);
    assert_true(someone(f, &alice).hidden && someone(f, &carl).hidden);
    store_part(f->store, &carl, noon);
    commit(f);
    reopen(f);
    assert_true(someone(f, &alice).hidden && someone(f, &carl).hidden);
    hide(f, &carl, false);
    assert_true(someone(f, &alice).hidden);
    assert_false(someone(f, &carl).hidden);
}

/* Who has not played yet may hide, too. */
static void hiding_may_come_first(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(someone(f, &alice).person, 0);
    assert_false(someone(f, &alice).hidden);
    hide(f, &alice, true);
    play_some(f);
    assert_true(someone(f, &alice).hidden);
    assert_null(strstr(first_page(f, NULL), "Alice"));
}

static void a_profile_has_scores_ratings_and_rounds(void **state)
{
    struct fixture *f = *state;
    play_some(f);
    assert_false(profile(f, 77));
    assert_false(profile(f, 0));
    assert_false(profile(f, -1));
    assert_true(profile(f, someone(f, &carl).person));
    const struct store_profile *p = &seen.profile;
    assert_string_equal(p->who.name, "Carl");
    assert_true(p->who.verified);
    assert_int_equal(p->first_at, noon - 1000);
    expect_row(&p->scores[STORE_ALL], "Carl", 3, 5, 2, 1);
    expect_row(&p->scores[STORE_DAY], "Carl", 3, 5, 2, 1);
    assert_int_equal(p->ratings.count, 2);
    assert_string_equal(p->ratings.at[1].set, "classic");
    assert_int_equal(p->last_count, 2);
    const struct store_taken_part *last = &p->last[0];
    assert_int_equal(last->round, 2);
    assert_int_equal(last->ended_at, noon);
    assert_string_equal(last->network, "net");
    assert_string_equal(last->channel, "#cards");
    assert_string_equal(last->set, "classic");
    assert_string_equal(last->outcome, "won");
    assert_true(last->won && last->counts);
    assert_int_equal(last->points, 5);
    assert_int_equal(last->place, 1);
    assert_int_equal(last->seats, 3);
    assert_int_equal(p->last[1].round, 1);
    assert_int_equal(p->last[1].place, 2);
    /* with two accounts they are one */
    store_link(f->store, &alice, &carl, noon);
    commit(f);
    assert_true(profile(f, someone(f, &alice).person));
    assert_int_equal(seen.profile.last_count, 3);
}

static void search_is_by_folded_beginnings(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {a_result(0, "z", "\u00c9mile", 1, true),
                                     a_result(1, "y", "\u00c9milie", 0, false)};
    play_some(f);
    play(f, 3, "#cards", noon, true, results, 2);
    commit(f);
    assert_string_equal(search(f, "AL"), "Alan Alice");
    assert_string_equal(search(f, "ali"), "Alice");
    assert_string_equal(search(f, "\u00e9MIL"), "\u00c9mile \u00c9milie");
    assert_string_equal(search(f, "alice_acc"), ""); /* accounts are nobody's business */
    assert_string_equal(search(f, ""), "");
    assert_string_equal(search(f, "%"), "");
    assert_true(seen.ok);
}

static void rounds_of_a_channel_are_listed(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 30),
                                     {.seat = 1, .points = 0, .won = false, .place = 2}};
    for (int64_t id = 1; id <= 5; id++)
        play(f, id, id == 4 ? "#far" : "#cards", noon + id, id != 3, results, 2);
    struct store_round running = a_round(6);
    store_begin_round(f->store, &running);
    commit(f);
    reopen(f);
    begin(f);
    store_ask_rounds(f->store, "net", "#cards", 0, 3, on_rounds, &seen);
    wait(f);
    assert_int_equal(seen.count, 3);
    const struct store_played *last = &seen.rounds[0];
    assert_int_equal(last->id, 5);
    assert_int_equal(last->started_at, a_round(5).started_at);
    assert_int_equal(last->ended_at, noon + 5);
    assert_string_equal(last->set, "classic");
    assert_string_equal(last->outcome, "won");
    assert_true(last->counts && last->kept);
    assert_string_equal(seen.setup, "seats=a,b");
    assert_int_equal(last->result_count, 2);
    assert_string_equal(last->results[0].who.name, "Alice");
    assert_int_equal(last->results[0].points, 30);
    assert_true(last->results[0].won && last->results[0].match_won);
    assert_true(last->results[1].computer && !last->results[1].who.hidden);
    assert_int_equal(last->results[1].who.person, 0);
    assert_int_equal(seen.rounds[1].id, 3);
    assert_false(seen.rounds[1].counts);
    begin(f);
    store_ask_rounds(f->store, "net", "#cards", 3, 50, on_rounds, &seen);
    wait(f);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.rounds[0].id, 2);
    begin(f);
    store_ask_rounds(f->store, "net", "#none", 0, 50, on_rounds, &seen);
    wait(f);
    assert_int_equal(seen.count, 0);
}

static void a_replay_is_of_a_round_that_has_ended(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 30), got(&carl, 1, 0)};
    play(f, 1, "#cards", noon, true, results, 2);
    struct store_round running = a_round(2);
    store_begin_round(f->store, &running);
    append(f, 2, 1, 2);
    commit(f);
    begin(f);
    store_ask_replay(f->store, 1, on_replay, &seen);
    wait(f);
    struct store_round same = a_round(1);
    assert_true(seen.found && seen.replay.played.kept);
    assert_string_equal(seen.setup, same.setup);
    assert_string_equal(seen.actions, "p1 r2\np2 r3\np3 r4\n");
    assert_memory_equal(seen.replay.secret, same.secret, sizeof(same.secret));
    assert_true(seen.replay.deal_hash == same.deal_hash);
    assert_int_equal(seen.replay.rules_version, same.rules_version);
    assert_int_equal(seen.replay.played.result_count, 2);
    static const int64_t none[] = {2, 3, 0, -1};
    for (unsigned i = 0; i < 4; i++) {
        begin(f);
        store_ask_replay(f->store, none[i], on_replay, &seen);
        wait(f);
        assert_false(seen.found);
    }
}

static void channels_with_a_board_are_listed(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 30), got(&carl, 1, 0)};
    play(f, 1, "#b", noon, true, results, 2);
    play(f, 2, "#a", noon + 1, true, results, 2);
    play(f, 3, "#a", noon + 2, false, results, 2);
    play(f, 4, "#none", noon + 2, false, results, 2); /* nothing there counts: it has no board */
    commit(f);
    begin(f);
    store_ask_channels(f->store, 0, on_channels, &seen);
    wait(f);
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.channels[0].channel, "#b");
    const struct store_channel *later = &seen.channels[1];
    assert_string_equal(later->network, "net");
    assert_string_equal(later->channel, "#a");
    assert_int_equal(later->people, 2);
    assert_int_equal(later->rounds, 2);
    assert_int_equal(later->last_at, noon + 2);
    int64_t first = seen.channels[0].id;
    begin(f);
    store_ask_channels(f->store, first, on_channels, &seen);
    wait(f);
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.channels[0].channel, "#a");
}

/* Who asks and goes away hears that nothing could be read. */
static void waiting_questions_are_answered(void **state)
{
    struct fixture *f = *state;
    play_some(f);
    const struct store_board_query query = {
        .scope = STORE_OVERALL, .network = "", .period = STORE_ALL, .at = noon, .limit = 10};
    const struct store_behind none = {0};
    begin(f);
    seen.at_once = true;
    for (unsigned i = 0; i < 3; i++)
        store_page(f->store, &query, &none, on_page, &seen);
    store_ask_someone(f->store, &alice, 1, on_people, &seen);
    store_ask_rounds(f->store, "net", "#cards", 0, 3, on_rounds, &seen);
    store_stop_queries(f->store);
    assert_true(f->answered);
    assert_false(seen.ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(pages_of_a_board_are_one_board),
        EACH(ties_are_cut_anywhere),
        EACH(a_page_is_full_wherever_people_hide),
        EACH(newcomers_stand_behind_rated_people),
        EACH(people_who_hide_are_in_no_answer),
        EACH(hiding_outlives_links_and_their_end),
        EACH(hiding_may_come_first),
        EACH(a_profile_has_scores_ratings_and_rounds),
        EACH(search_is_by_folded_beginnings),
        EACH(rounds_of_a_channel_are_listed),
        EACH(a_replay_is_of_a_round_that_has_ended),
        EACH(channels_with_a_board_are_listed),
        EACH(waiting_questions_are_answered),
    };
    return RUN_ON_EACH(tests);
}
