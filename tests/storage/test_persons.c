/* store_part(), store_put_name() and what a link means for the boards: they count by persons. */
#include "persons.h"
#include "storage/query.h"

/* -- parting -- */

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
    int seats[200][3], winner[200] = {0};
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
        for (unsigned r = 0; r < rounds; r++) {
            for (unsigned s = 0; s < 3; s++) {
                unsigned own = group[seats[r][s]], of = 0, first = 0;
                for (unsigned n = 0; n < 3; n++)
                    of += group[seats[r][n]] == own;
                while (group[first] != own)
                    first++;
                points[first] += of == 1 && (int)s == winner[r] ? 1 << s : 0;
            }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(parting_gives_each_their_own),
        EACH(a_nick_is_parted),
        EACH(nobody_earns_against_themselves),
        EACH(boards_follow_persons),
        EACH(a_name_is_chosen),
        EACH(people_of_other_networks_are_found),
        EACH(links_are_bounded),
    };
    return RUN_ON_EACH(tests);
}
