/* persons.h: identities, and what a store answers about the persons behind them. */
#ifndef TALON_TESTS_STORAGE_PERSONS_H
#define TALON_TESTS_STORAGE_PERSONS_H

#include "database_fixture.h"
#include "storage/query.h"

static inline struct store_result by_nick(unsigned seat, const char *nick, const char *mark,
                                          int32_t points)
{
    return (struct store_result){.who = {"net", nick, nick, false, mark},
                                 .seat = seat,
                                 .points = points,
                                 .won = true,
                                 .place = 1};
}

static const struct store_identity alice = {"net", "alice_acc", "Alice", true, NULL};
static const struct store_identity dan = {"other", "d", "Dan", true, NULL};
static const struct store_identity nick = {"net", "alice", "alice", false, "here"};

struct answer {
    struct fixture *f;
    bool waits; /* in the loop */
    struct store_links links;
    bool taken;
};

static struct answer answer;

static inline void on_links(void *arg, bool ok, const struct store_links *links)
{
    struct answer *to = arg;
    to->f->ok = ok;
    to->f->answered = true;
    to->links = *links;
    if (to->waits)
        loop_stop(to->f->loop);
}

static inline void on_taken(void *arg, bool ok, bool taken)
{
    struct answer *to = arg;
    to->f->ok = ok;
    to->f->answered = true;
    to->taken = taken;
    if (to->waits)
        loop_stop(to->f->loop);
}

static inline void wait_answer(struct fixture *f)
{
    assert_false(f->answered);
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
}

static struct store_player player; /* what ask_player() found */

static inline void on_player(void *arg, bool ok, const struct store_player *found)
{
    struct fixture *f = arg;
    f->answered = true;
    f->ok = ok;
    player = *found;
    loop_stop(f->loop);
}

static inline const struct store_player *ask_player(struct fixture *f,
                                                    const struct store_player_query *query)
{
    f->answered = false;
    store_ask_player(f->store, query, on_player, f);
    wait_answer(f);
    return &player;
}

/* How many identities the person has; answer.links has them. */
static inline unsigned ask_links(struct fixture *f, const struct store_identity *who)
{
    answer = (struct answer){.f = f, .waits = true};
    f->answered = false;
    store_ask_links(f->store, who, on_links, &answer);
    wait_answer(f);
    return answer.links.count;
}

static inline bool ask_taken(struct fixture *f, const struct store_identity *who, const char *name)
{
    answer = (struct answer){.f = f, .waits = true};
    f->answered = false;
    store_name_taken(f->store, who, name, on_taken, &answer);
    wait_answer(f);
    return answer.taken;
}

/* The identity of a nick without a mark; "?" if nobody of that name has played. */
static inline const char *ask_nick(struct fixture *f, const char *account)
{
    const struct store_identity who = {"net", account, account, false, NULL};
    if (ask_links(f, &who) == 0)
        return "?";
    for (unsigned i = 0; i < answer.links.count; i++) {
        if (answer.links.at[i].own)
            return answer.links.at[i].mark;
    }
    return NULL;
}

static inline unsigned overall(struct fixture *f)
{
    return ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10);
}

static const struct store_identity bea = {"other", "b", "Bea", true, NULL};
static const struct store_identity carl = {"net", "c", "Carl", true, NULL};

static inline struct store_result got(const struct store_identity *who, unsigned seat,
                                      int32_t points)
{
    return (struct store_result){.who = *who,
                                 .seat = seat,
                                 .points = points,
                                 .won = points > 0,
                                 .match_over = true,
                                 .match_won = points > 0,
                                 .place = points > 0 ? 1 : 2};
}

/* Whom the overall board shows, in order: "Alice 5, Bea 3". */
static inline const char *board_text(struct fixture *f, enum store_period period)
{
    static char text[256];
    size_t length = 0;
    unsigned count = ask_board(f, STORE_OVERALL, NULL, period, noon, 10);
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, "%s%s %d/%u", i > 0 ? ", " : "",
                             f->rows[i].name, (int)f->rows[i].points, f->rows[i].rounds);
    }
    return text;
}

#define assert_board(f, text)                                                                      \
    do {                                                                                           \
        assert_string_equal(board_text(f, STORE_ALL), text);                                       \
        assert_string_equal(board_text(f, STORE_SEASON), text);                                    \
        assert_string_equal(board_text(f, STORE_DAY), text);                                       \
    } while (0)

#endif
