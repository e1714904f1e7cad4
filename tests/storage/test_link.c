/* store_link(), store_part() and what goes with them: identities and persons, on both stores; and
 * databases of the versions before there was that. */
#include "fixture_sqlite.h"

static struct store_result by_nick(unsigned seat, const char *nick, const char *mark,
                                   int32_t points)
{
    return (struct store_result){
        .who = {"net", nick, nick, false, mark}, .seat = seat, .points = points, .won = true};
}

static const struct store_identity alice = {"net", "alice_acc", "Alice", true, NULL};
static const struct store_identity nick = {"net", "alice", "alice", false, "here"};

struct answer {
    struct fixture *f;
    bool waits; /* in the loop */
    struct store_links links;
    bool taken;
};

static struct answer answer;

static void on_links(void *arg, bool ok, const struct store_links *links)
{
    struct answer *to = arg;
    to->f->ok = ok;
    to->f->answered = true;
    to->links = *links;
    if (to->waits)
        loop_stop(to->f->loop);
}

static void on_taken(void *arg, bool ok, bool taken)
{
    struct answer *to = arg;
    to->f->ok = ok;
    to->f->answered = true;
    to->taken = taken;
    if (to->waits)
        loop_stop(to->f->loop);
}

static void wait(struct fixture *f)
{
    assert_false(f->answered);
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
}

/* How many identities the person has; they stand in answer.links. */
static unsigned ask_links(struct fixture *f, const struct store_identity *who)
{
    answer = (struct answer){.f = f, .waits = true};
    f->answered = false;
    store_ask_links(f->store, who, on_links, &answer);
    wait(f);
    return answer.links.count;
}

static bool ask_taken(struct fixture *f, const struct store_identity *who, const char *name)
{
    answer = (struct answer){.f = f, .waits = true};
    f->answered = false;
    store_name_taken(f->store, who, name, on_taken, &answer);
    wait(f);
    return answer.taken;
}

/* The mark of a nick, for who comes from nowhere; "?" when nobody of that name has played. */
static const char *ask_nick(struct fixture *f, const char *account)
{
    const struct store_identity who = {"net", account, account, false, NULL};
    if (ask_links(f, &who) == 0)
        return "?";
    for (unsigned i = 0; i < answer.links.count; i++)
        if (answer.links.at[i].own)
            return answer.links.at[i].mark;
    return NULL;
}

static unsigned overall(struct fixture *f)
{
    return ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10);
}

/* All scores, results and windows of both become those of one; the nick is free. */
static void a_nick_gives_its_scores_to_an_account(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {by_nick(0, "alice", "here", 40),
                                     a_result(1, "bob", "Bob", 1, false)};
    struct store_result own[] = {{.who = alice, .points = 5, .won = true},
                                 a_result(1, "bob", "Bob", 1, false)};
    play(f, 1, "#cards", noon, true, results, 2);
    play(f, 2, "#other", noon, true, results, 2);
    play(f, 3, "#cards", noon, true, own, 2);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 3);
    store_link(f->store, &nick, &alice, noon);
    commit(f);
    reopen(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 85, 3, 3);
    assert_true(f->rows[0].verified);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 45, 2, 2);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#other", STORE_SEASON, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 40, 1, 1);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    expect_row(&f->rows[STORE_ALL], "alice", 1, 85, 3, 3);
    /* Whoever plays under the nick now is somebody else. */
    assert_string_equal(ask_nick(f, "alice"), "?");
    results[0].who.mark = "there";
    play(f, 4, "#cards", noon, true, results, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 3);
    expect_row(&f->rows[0], "alice", 1, 85, 3, 3);
    expect_row(&f->rows[1], "alice", 2, 40, 1, 1);
    assert_false(f->rows[1].verified);
    /* It can be given again. */
    store_link(f->store, &(struct store_identity){"net", "alice", "alice", false, "there"}, &alice,
               noon);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 125, 4, 4);
}

/* Accounts of two networks: what each plays later goes to the same person. */
static void accounts_of_two_networks_are_one_person(void **state)
{
    struct fixture *f = *state;
    const struct store_identity other = {"other", "4711", "al", true, NULL};
    struct store_result one = {.who = alice, .points = 10, .won = true};
    struct store_result two = {.who = other, .points = 7, .won = true};
    play(f, 1, "#cards", noon, true, &one, 1);
    play(f, 2, "#cards", noon, true, &two, 1);
    store_link(f->store, &other, &alice, noon);
    commit(f);
    reopen(f);
    play(f, 3, "#cards", noon, true, &two, 1);
    play(f, 4, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 34, 4, 4);
}

/* A third one joins, from either side, and what is joined already stays as it is. */
static void persons_are_joined_again(void **state)
{
    struct fixture *f = *state;
    const struct store_identity b = {"net", "b", "B", true, NULL};
    const struct store_identity c = {"net", "c", "C", true, NULL};
    struct store_result results[] = {{.who = alice, .points = 1, .won = true},
                                     {.who = b, .seat = 1, .points = 2, .won = true},
                                     {.who = c, .seat = 2, .points = 4, .won = true}};
    for (unsigned i = 0; i < 3; i++)
        play(f, 1 + i, "#cards", noon, true, &results[i], 1);
    store_link(f->store, &b, &alice, noon);
    store_link(f->store, &b, &alice, noon);
    store_link(f->store, &alice, &b, noon);
    store_link(f->store, &alice, &alice, noon);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    store_link(f->store, &b, &c, noon); /* with all that b was joined to */
    commit(f);
    reopen(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 7, 3, 3);
    play(f, 4, "#cards", noon, true, results, 1);
    commit(f);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    expect_row(&f->rows[STORE_ALL], "Alice", 1, 8, 4, 4);
}

/* Who never played can be joined, too. */
static void strangers_can_be_joined(void **state)
{
    struct fixture *f = *state;
    const struct store_identity b = {"net", "b", "B", true, NULL};
    struct store_result one = {.who = b, .points = 3, .won = true};
    store_link(f->store, &b, &alice, noon);
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    assert_int_equal(f->rows[STORE_ALL].points, 3);
}

/* A nick that played from two places is nobody's. */
static void marks_tell_whose_a_nick_is(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {by_nick(0, "one", "here", 1), by_nick(1, "two", "here", 1),
                                     by_nick(2, "three", NULL, 1),
                                     a_result(3, "four", "four", 1, false)};
    play(f, 1, "#cards", noon, true, results, 4);
    results[1].who.mark = "there";
    results[2].who.mark = "here";
    play(f, 2, "#cards", noon, true, results, 3);
    commit(f);
    reopen(f);
    assert_string_equal(ask_nick(f, "one"), "here");
    assert_string_equal(ask_nick(f, "two"), "");
    assert_string_equal(ask_nick(f, "three"), "");
    assert_string_equal(ask_nick(f, "four"), "?"); /* an account is no nick */
}

static void what_waits_is_answered_at_the_end(void **state)
{
    struct fixture *f = *state;
    answer = (struct answer){.f = f};
    f->answered = false;
    store_ask_links(f->store, &alice, on_links, &answer);
    store_stop_asks(f->store);
    assert_true(f->answered);
    assert_false(f->ok);
    f->answered = false;
    store_name_taken(f->store, &alice, "bob", on_taken, &answer);
    store_stop_asks(f->store);
    assert_true(f->answered);
    assert_false(f->ok);
}

/* -- a nick that is linked -- */

/* It stays so for who comes from where it came from; for others it is as new; and moves with who
 * proves to be the same. */
static void a_nick_stays_linked_where_it_is_known(void **state)
{
    struct fixture *f = *state;
    struct store_result one = by_nick(0, "alice", "here", 1);
    store_link(f->store, &nick, &alice, noon);
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    reopen(f);
    assert_int_equal(overall(f), 1);
    expect_row(&f->rows[0], "alice", 1, 1, 1, 1); /* as the one that played most */
    assert_true(f->rows[0].verified);
    one.who.mark = "there";
    one.points = 10;
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 10, 1, 1);
    assert_false(f->rows[0].verified);
    store_move_nick(f->store, &nick, "elsewhere");
    one.who.mark = "elsewhere";
    one.points = 100;
    play(f, 3, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 101, 2, 2);
    assert_int_equal(ask_links(f, &alice), 2);
    one.who.mark = "here";
    one.points = 1000;
    play(f, 4, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 1010, 2, 2); /* the other one, from two places */
}

/* A nick that nobody linked and that moved is from one place still. */
static void a_nick_moves_with_who_it_is(void **state)
{
    struct fixture *f = *state;
    struct store_result one = by_nick(0, "one", "here", 1);
    play(f, 1, "#cards", noon, true, &one, 1);
    store_move_nick(f->store, &(struct store_identity){"net", "one", "one", false, "here"},
                    "there");
    one.who.mark = "there";
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_string_equal(ask_nick(f, "one"), "there");
}

/* -- parting -- */

static const struct store_identity bea = {"other", "b", "Bea", true, NULL};
static const struct store_identity carl = {"net", "c", "Carl", true, NULL};

static struct store_result got(const struct store_identity *who, unsigned seat, int32_t points)
{
    return (struct store_result){.who = *who,
                                 .seat = seat,
                                 .points = points,
                                 .won = points > 0,
                                 .match_over = true,
                                 .match_won = points > 0};
}

/* Whom the overall board shows, in order: "Alice 5, Bea 3". */
static const char *board_text(struct fixture *f, enum store_window window)
{
    static char text[256];
    size_t length = 0;
    unsigned count = ask_board(f, STORE_OVERALL, NULL, window, noon, 10);
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++)
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, "%s%s %d/%u", i > 0 ? ", " : "",
                             f->rows[i].name, (int)f->rows[i].points, f->rows[i].rounds);
    return text;
}

#define assert_board(f, text)                                                                      \
    do {                                                                                           \
        assert_string_equal(board_text(f, STORE_ALL), text);                                       \
        assert_string_equal(board_text(f, STORE_SEASON), text);                                    \
        assert_string_equal(board_text(f, STORE_DAY), text);                                       \
    } while (0)

/* What each earned goes with it, from before the link and from after. */
static void parting_gives_each_their_own(void **state)
{
    struct fixture *f = *state;
    struct store_result with_alice[] = {got(&alice, 0, 5), got(&carl, 1, 0)};
    struct store_result with_bea[] = {got(&bea, 0, 30), got(&carl, 1, 0)};
    play(f, 1, "#cards", noon, true, with_alice, 2);
    play(f, 2, "#other", noon, true, with_bea, 2);
    commit(f);
    assert_board(f, "Bea 30/1, Alice 5/1, Carl 0/2");
    store_link(f->store, &bea, &alice, noon);
    play(f, 3, "#other", noon, true, with_bea, 2);
    commit(f);
    assert_board(f, "Bea 65/3, Carl 0/3");
    assert_int_equal(ask_links(f, &bea), 2);
    assert_string_equal(answer.links.at[0].account, "alice_acc");
    assert_false(answer.links.at[0].own);
    assert_string_equal(answer.links.at[1].network, "other");
    assert_true(answer.links.at[1].own);
    store_part(f->store, &bea, noon);
    store_part(f->store, &bea, noon); /* alone already */
    store_part(f->store, &(struct store_identity){"net", "x", "x", true, NULL}, noon);
    commit(f);
    reopen(f);
    assert_board(f, "Bea 60/2, Alice 5/1, Carl 0/3");
    assert_int_equal(ask_links(f, &bea), 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "Alice", 1, 5, 1, 1);
    play(f, 4, "#cards", noon, true, with_alice, 2);
    commit(f);
    assert_board(f, "Bea 60/2, Alice 10/2, Carl 0/4");
    /* And again. */
    store_link(f->store, &alice, &bea, noon);
    commit(f);
    assert_board(f, "Alice 70/4, Carl 0/4");
    store_part(f->store, &bea, noon);
    commit(f);
    assert_board(f, "Bea 60/2, Alice 10/2, Carl 0/4");
}

/* A nick that is parted is that nick again. */
static void a_nick_is_parted(void **state)
{
    struct fixture *f = *state;
    struct store_result one = by_nick(0, "alice", "here", 7);
    store_link(f->store, &nick, &alice, noon);
    play(f, 1, "#cards", noon, true, &one, 1);
    store_part(f->store, &nick, noon);
    commit(f);
    assert_int_equal(overall(f), 1);
    assert_false(f->rows[0].verified);
    assert_string_equal(ask_nick(f, "alice"), "here");
    /* Somebody else took the nick meanwhile. */
    store_link(f->store, &nick, &alice, noon);
    one.who.mark = "there";
    one.points = 1;
    play(f, 2, "#cards", noon, true, &one, 1);
    store_part(f->store, &nick, noon);
    one.who.mark = "here";
    play(f, 3, "#cards", noon, true, &one, 1);
    commit(f);
    assert_board(f, "alice 8/2, alice 1/1");
}

/* -- a table counts by persons -- */

/* Who plays against themselves earns nothing, whenever the link is made; others at the table do. */
static void nobody_earns_against_themselves(void **state)
{
    struct fixture *f = *state;
    struct store_result two[] = {got(&alice, 0, 50), got(&bea, 1, 0)};
    struct store_result three[] = {got(&alice, 0, 0), got(&bea, 1, 0), got(&carl, 2, 9)};
    struct store_result three_alice[] = {got(&alice, 0, 20), got(&bea, 1, 0), got(&carl, 2, 0)};
    struct store_result honest[] = {got(&alice, 0, 4), got(&carl, 1, 0)};
    play(f, 1, "#cards", noon, true, two, 2);
    play(f, 2, "#cards", noon, true, three, 3);
    play(f, 3, "#cards", noon, true, three_alice, 3);
    play(f, 4, "#cards", noon, true, honest, 2);
    commit(f);
    assert_board(f, "Alice 74/4, Carl 9/3, Bea 0/3");
    store_link(f->store, &bea, &alice, noon);
    commit(f);
    assert_board(f, "Carl 9/3, Alice 4/1");
    play(f, 5, "#cards", noon, true, two, 2);
    play(f, 6, "#cards", noon, true, three_alice, 3);
    play(f, 7, "#cards", noon, true, three, 3);
    commit(f);
    reopen(f);
    assert_board(f, "Carl 18/5, Alice 4/1");
    store_part(f->store, &bea, noon); /* two persons, as if they had never been one */
    commit(f);
    assert_board(f, "Alice 144/7, Carl 18/5, Bea 0/6");
}

/* Links and partings in any order: the boards are what the results say, by the persons of now; and
 * each one's rank is that of the board. */
static void boards_follow_persons(void **state)
{
    struct fixture *f = *state;
    enum { PEOPLE = 6 };
    static const char *const names[PEOPLE] = {"a", "b", "c", "d", "e", "g"};
    struct store_identity who[PEOPLE];
    unsigned group[PEOPLE];
    int seats[200][3], winner[200];
    unsigned chance = 7, rounds = 0;
    for (unsigned i = 0; i < PEOPLE; i++) {
        who[i] = (struct store_identity){i % 2 ? "net" : "other", names[i], names[i], true, NULL};
        group[i] = i;
    }
#define DRAW(n) ((chance = chance * 1103515245U + 12345U) / 65536 % (n))
    for (unsigned step = 0; step < 60; step++) {
        unsigned one = DRAW(PEOPLE), other = DRAW(PEOPLE), kind = DRAW(6);
        if (kind == 0 && group[one] != group[other]) {
            store_link(f->store, &who[one], &who[other], noon);
            for (unsigned i = 0, from = group[one]; i < PEOPLE; i++)
                group[i] = group[i] == from ? group[other] : group[i];
        } else if (kind == 1) {
            store_part(f->store, &who[one], noon);
            group[one] = 100 + step;
        } else {
            struct store_result results[3];
            winner[rounds] = (int)DRAW(3);
            for (unsigned s = 0; s < 3; s++) {
                seats[rounds][s] = (int)((one + s * (1 + other % 2)) % PEOPLE);
                results[s] = got(&who[seats[rounds][s]], s, (int)s == winner[rounds] ? 1 << s : 0);
            }
            play(f, ++rounds, "#cards", noon, true, results, 3);
        }
        commit(f);
        int64_t points[PEOPLE] = {0}, shown = 0, sum = 0;
        for (unsigned r = 0; r < rounds; r++)
            for (unsigned s = 0; s < 3; s++) {
                unsigned own = group[seats[r][s]], of = 0, first = 0;
                for (unsigned n = 0; n < 3; n++)
                    of += group[seats[r][n]] == own;
                while (group[first] != own)
                    first++;
                points[first] += of == 1 && (int)s == winner[r] ? 1 << s : 0;
            }
        unsigned count = overall(f);
        for (unsigned i = 0; i < PEOPLE; i++)
            shown += points[i];
        for (unsigned i = 0; i < count; i++)
            sum += f->rows[i].points;
        assert_int_equal(sum, shown);
        struct store_score board[STORE_BOARD_MAX];
        memcpy(board, f->rows, sizeof(board));
        for (unsigned i = 0; i < PEOPLE; i++) {
            unsigned first = 0, at = 0;
            while (group[first] != group[i])
                first++;
            if (!ask_query(f, &(struct store_stats_query){STORE_OVERALL, "net", NULL, &who[i], NULL,
                                                          noon}))
                continue;
            const struct store_score *own = &f->rows[STORE_ALL];
            assert_int_equal(own->points, points[first]);
            while (own->rank > 0 && strcmp(board[at].name, own->name) != 0)
                at++;
            assert_int_equal(own->rank, own->rank > 0 ? board[at].rank : 0);
        }
    }
}

/* -- names -- */

static void a_name_is_chosen(void **state)
{
    struct fixture *f = *state;
    struct store_result one[] = {got(&alice, 0, 5), got(&carl, 1, 0)};
    struct store_result other[] = {got(&bea, 0, 1), got(&carl, 1, 0)};
    play(f, 1, "#cards", noon, true, one, 2);
    play(f, 2, "#cards", noon, true, one, 2);
    play(f, 3, "#cards", noon, true, other, 2);
    store_link(f->store, &alice, &bea, noon);
    commit(f);
    assert_board(f, "Alice 11/3, Carl 0/3"); /* as the one that played most */
    assert_true(ask_taken(f, &carl, "ALICE"));
    assert_true(ask_taken(f, &carl, "bea"));
    assert_true(ask_taken(f, &carl, "alice_acc"));
    assert_false(ask_taken(f, &alice, "bea"));
    assert_false(ask_taken(f, &carl, "queen"));
    store_put_name(f->store, &carl, "Bea", noon); /* another's */
    store_put_name(f->store, &bea, "Queen", noon);
    play(f, 4, "#cards", noon, true, one, 2);
    commit(f);
    reopen(f);
    assert_board(f, "Queen 16/4, Carl 0/4");
    assert_true(ask_taken(f, &carl, "queen"));
    assert_int_equal(ask_links(f, &alice), 2);
    assert_true(answer.links.named);
    assert_string_equal(answer.links.name, "Queen");
    store_put_name(f->store, &alice, NULL, noon);
    commit(f);
    assert_board(f, "Alice 16/4, Carl 0/4");
}

/* Who is called by what the board shows is found, wherever they play. */
static void people_of_other_networks_are_found(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&bea, 0, 5), got(&carl, 1, 0)};
    struct store_stats_query query = {STORE_OVERALL, "net", NULL, NULL, "bea", noon};
    play(f, 1, "#cards", noon, true, results, 2);
    commit(f);
    assert_true(ask_query(f, &query));
    expect_row(&f->rows[STORE_ALL], "Bea", 1, 5, 1, 1);
    store_put_name(f->store, &bea, "Queen", noon);
    commit(f);
    query.name = "queen";
    assert_true(ask_query(f, &query));
    query.name = "nobody";
    assert_false(ask_query(f, &query));
    query.name = NULL;
    query.who = &carl;
    assert_true(ask_query(f, &query));
    expect_row(&f->rows[STORE_ALL], "Carl", 2, 0, 1, 0);
}

/* A person is not made of ever more identities. */
static void links_are_bounded(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < STORE_LINKS_MAX + 5; i++) {
        char account[16];
        snprintf(account, sizeof(account), "acc%u", i);
        store_link(f->store, &(struct store_identity){"net", account, account, true, NULL}, &alice,
                   noon);
    }
    commit(f);
    assert_int_equal(ask_links(f, &alice), STORE_LINKS_MAX);
}

/* -- databases of earlier versions -- */

static void version_1_is_brought_up(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, store_migrations, 1, f->why, sizeof(f->why)),
                     STORE_OK);
    sqlite3_close(db);
    raw(f, "INSERT INTO person VALUES (1, 'alice', 'alice', 0), (2, 'Alice', 'alice', 1);"
           "INSERT INTO identity VALUES (1, 'net', 'alice', 0, 1, 'alice', 'alice', 0),"
           " (2, 'net', 'alice_acc', 1, 2, 'alice_acc', 'alice', 0);"
           "INSERT INTO scope VALUES (1, 2, '', '');"
           "INSERT INTO score VALUES (1, 4, 0, 1, 1, 1, 0, 0, 30), (1, 4, 0, 2, 1, 1, 0, 0, 12);");
    must_open(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    assert_string_equal(ask_nick(f, "alice"), ""); /* from before: nobody can tell */
    store_link(f->store, &(struct store_identity){"net", "b", "B", true, NULL}, &alice, noon);
    struct store_result one = {.who = alice, .points = 3, .won = true};
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[1], "Alice", 2, 15, 2, 2);
    close_store(f);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), store_migration_count);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM link WHERE person = 2"), 1);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    must_open(f);
}

/* Version 2: a nick that was linked goes on as it is now, and is called as it was. */
static void version_2_is_brought_up(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, store_migrations, 2, f->why, sizeof(f->why)),
                     STORE_OK);
    sqlite3_close(db);
    raw(f, "INSERT INTO person VALUES (2, 'Alice', 'alice', 1), (3, 'alice', 'alice', 0);"
           "INSERT INTO identity VALUES"
           " (1, 'net', 'alice' || char(10) || '1', 0, 2, 'alice', 'alice', 0, 'here'),"
           " (2, 'net', 'alice_acc', 1, 2, 'alice_acc', 'alice', 0, ''),"
           " (3, 'net', 'alice', 0, 3, 'alice', 'alice', 0, 'there'),"
           " (4, 'net', 'dan' || char(10) || '4', 0, 2, 'dan', 'dan', 0, '');"
           "INSERT INTO link VALUES (1, 0, 1, 2);"
           "INSERT INTO round VALUES (1, 7, 'net', '#cards', 'classic', '', 3, 0, zeroblob(32),"
           " zeroblob(32), 0, 0, 'won', 1, x'');"
           "INSERT INTO result VALUES (1, 0, 1, 30, 1, 0, 0), (1, 1, 3, 0, 0, 0, 0);"
           "INSERT INTO scope VALUES (1, 2, '', '');"
           "INSERT INTO score VALUES (1, 4, 0, 2, 1, 1, 0, 0, 30), (1, 4, 0, 3, 1, 0, 0, 0, 0);");
    must_open(f);
    struct store_result one = by_nick(0, "alice", "here", 4);
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 34, 2, 2);
    assert_int_equal(ask_links(f, &alice), 3);
    store_part(f->store, &nick, noon);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 34, 2, 2);
    assert_false(f->rows[0].verified);
    close_store(f);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), store_migration_count);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    must_open(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_nick_gives_its_scores_to_an_account),
        BOTH(accounts_of_two_networks_are_one_person),
        BOTH(persons_are_joined_again),
        BOTH(strangers_can_be_joined),
        BOTH(marks_tell_whose_a_nick_is),
        BOTH(what_waits_is_answered_at_the_end),
        BOTH(a_nick_stays_linked_where_it_is_known),
        BOTH(a_nick_moves_with_who_it_is),
        BOTH(parting_gives_each_their_own),
        BOTH(a_nick_is_parted),
        BOTH(nobody_earns_against_themselves),
        BOTH(boards_follow_persons),
        BOTH(a_name_is_chosen),
        BOTH(people_of_other_networks_are_found),
        BOTH(links_are_bounded),
        {"version_2_is_brought_up", version_2_is_brought_up, setup, teardown, NULL},
        {"version_1_is_brought_up", version_1_is_brought_up, setup, teardown, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
