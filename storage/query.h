/* query.h: what a store is asked while the loop runs: boards, a player's scores, identities,
 * rounds.
 *
 * A question runs off the loop on a read-only connection, one at a time, and is answered by a
 * callback on the loop in a later turn of it. What the callback is given is valid during it. When
 * `ok` is false nothing could be read (memory is out, the disk fails, the store is being closed);
 * a question for which there is no memory is answered so at once. */
#ifndef TALON_STORAGE_QUERY_H
#define TALON_STORAGE_QUERY_H

#include "rating.h"
#include "store.h"

enum {
    STORE_BOARD_MAX = 50,
    STORE_RATINGS_MAX = 16,
    STORE_POINTS_MAX = 200,
    STORE_RIVALS_MAX = 50,
    STORE_RECORDS_MAX = 16
};

/* Scopes and periods of a board. */
enum store_scope { STORE_CHANNEL, STORE_NETWORK, STORE_OVERALL };
enum store_period { STORE_DAY, STORE_WEEK, STORE_MONTH, STORE_SEASON, STORE_ALL, STORE_PERIODS };

struct store_board_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    enum store_period period;
    int64_t at;     /* the period that holds this time (clock_now()) */
    unsigned limit; /* rows wanted, at most STORE_BOARD_MAX */
    /* Not NULL: a board by rating in that rule set ("": in all) as it stands in a season, or stood
     * at its end, of those who were rated in it and have ever played in the scope. */
    const char *rated;
    int season; /* store_season(); 0: that which holds `at` */
    /* Not NULL: a board by the longest streak in that rule set ("": in all), of those who have ever
     * won there and played in the scope, and do not hide (store_put_hidden()). */
    const char *streaks;
};

/* A season is a quarter of a year, in the time zone of the boards: a number that goes up by one. */
static inline int store_season(int year, int quarter /* 1-4 */)
{
    return 4 * year + quarter - 1;
}
static inline int store_season_year(int season)
{
    return season / 4;
}
static inline int store_season_quarter(int season)
{
    return season % 4 + 1;
}
/* The one that holds `at` (clock_now()). */
int store_season_at(const struct store *store, int64_t at);

/* Whose scores are asked for. If `who` is not NULL: those of that identity (its network and
 * account). Else: those of the person called `name`, compared folded with accounts and shown names,
 * in that network first and then in any. Of several a verified one comes first, then one found by
 * account, then the one seen last. */
struct store_stats_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs; the network always */
    const struct store_identity *who;
    const char *name;
    int64_t at;
};

struct store_score {
    char name[STORE_NAME_MAX];
    bool verified;
    uint32_t rank; /* from 1; those that only the name puts in order share it */
    uint32_t rounds, rounds_won, matches, matches_won;
    int64_t points;
    struct rating rating; /* of a board by rating, which has nothing else; provisional: rank 0 */
    int64_t
        person; /* of store_stats(): their number (web_query.h); 0: they hide, or are not found */
    uint32_t streak, longest; /* of one by streaks: the running one, and the longest */
};

/* What a person is rated at: first in all rule sets, then by the names of the sets. */
struct store_ratings {
    unsigned count;
    struct {
        char set[STORE_SET_MAX]; /* "": in all */
        struct rating rating;    /* now: carried over from that season (rating_carry()) */
        int season;              /* the last one in which they were rated */
    } at[STORE_RATINGS_MAX];
};

/* Rows in order of points, then rounds won, then fewer rounds, then name; by rating in order of
 * rating_standing(), then whoever has been known for longest; by streaks in order of the longest,
 * then of the running one, then name. */
typedef void store_board_fn(void *arg, bool ok, const struct store_score *rows, unsigned count);
/* One player's scores: index by enum store_period; rank 0: no games there. */
typedef void store_stats_fn(void *arg, bool ok, bool found,
                            const struct store_score scores[STORE_PERIODS],
                            const struct store_ratings *ratings);

/* An identity of a person. */
struct store_known {
    char network[STORE_NAME_MAX], account[STORE_ACCOUNT_MAX], name[STORE_NAME_MAX];
    bool verified;
    char mark[STORE_MARK_MAX]; /* of a nick: "" when it played from several places */
    bool own;                  /* it is the one that was asked for */
};

/* A person: the name as the boards show it, whether it was chosen, and all identities in the order
 * in which they were first seen. count 0: nobody knows the identity that was asked for. */
struct store_links {
    char name[STORE_NAME_MAX];
    bool named;
    unsigned count;
    struct store_known at[STORE_LINKS_MAX];
};

/* -- what is shown of a player beside their scores -- */

/* Who is asked about: by number (web_query.h), or else an identity, or else a name as in
 * store_stats_query. Who hides (store_put_hidden()) is found by their identity alone: they ask
 * about themselves. */
struct store_player_query {
    int64_t person;
    const struct store_identity *who;
    const char *network, *name;
    const char *set; /* of the points; "": in all */
    /* Against whom alone: by number, or else by a name; 0 and NULL: all whom they met. */
    int64_t versus;
    const char *versus_name;
};

/* Records and streaks in a rule set, or in all: what they are is said in record.h. */
struct store_records {
    char set[STORE_SET_MAX]; /* "": in all */
    uint32_t rounds, won;    /* that count */
    uint32_t duels_won, duels_lost, bluffs;
    uint32_t streak, longest; /* the running one, and the longest ever */
    uint32_t plays;           /* the fastest win: in so many turns; 0: none is known */
    int64_t lasted;           /* and so many milliseconds */
    int64_t fast_round;       /* its number */
    uint32_t cards;           /* the largest hand that still won; 0: none is known */
    int64_t cards_round;
};

/* Somebody whom they played against, and who does not hide. */
struct store_rival {
    int64_t person;
    char name[STORE_NAME_MAX];
    bool verified;
    uint32_t rounds;        /* at one table */
    uint32_t ahead, behind; /* of them: came in before the rival, or behind; else equal */
};

/* The rating after a round, as people read it. */
struct store_point {
    int64_t round, at; /* its number; when it ended */
    int rating, off;   /* rating_shown(), rating_off() */
};

/* The points are those of the newest rounds that rated them, the oldest first; of rounds before
 * they were linked, what each of their accounts stood at. Of a set they are looked for among the
 * newest 2,000 that rated them. A point is four small numbers in the result's row, 12 bytes. */
struct store_player {
    int64_t person; /* 0: nobody is known by that */
    char name[STORE_NAME_MAX];
    bool verified;
    unsigned record_count; /* 0: no round of theirs counts yet */
    struct store_records
        records[STORE_RECORDS_MAX]; /* in all sets first, then by the names of the sets */
    unsigned rival_count;
    struct store_rival rivals[STORE_RIVALS_MAX]; /* whom they met most often first */
    unsigned point_count;
    struct store_point points[STORE_POINTS_MAX];
};
typedef void store_player_fn(void *arg, bool ok, const struct store_player *player);

/* Which records of those who play in its channel a round has broken: nobody's is as good, and
 * somebody else's was the best before. Who hides breaks none. */
struct store_broken_records {
    bool streak, fastest, largest;
    char name[STORE_NAME_MAX]; /* of who won it */
    bool verified;
    struct store_records records; /* in all sets, by now */
};
enum { STORE_STREAK_MIN = 3 }; /* fewer rounds in a row are no record */
typedef void store_broken_records_fn(void *arg, bool ok, const struct store_broken_records *broken);

typedef void store_links_fn(void *arg, bool ok, const struct store_links *links);
typedef void store_taken_fn(void *arg, bool ok, bool taken);

void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg);
void store_stats(struct store *store, const struct store_stats_query *query, store_stats_fn *done,
                 void *arg);
void store_ask_player(struct store *store, const struct store_player_query *query,
                      store_player_fn *done, void *arg);
/* Of a round whose end is durable; of another none has broken. */
void store_ask_broken_records(struct store *store, int64_t round, store_broken_records_fn *done,
                              void *arg);
/* All identities of the person behind one. */
void store_ask_links(struct store *store, const struct store_identity *who, store_links_fn *done,
                     void *arg);
/* Whether somebody else than the person behind `who` is known by that name, folded. */
void store_name_taken(struct store *store, const struct store_identity *who, const char *name,
                      store_taken_fn *done, void *arg);

/* Answers all questions that wait with ok = false, now: for an owner that goes away. */
void store_stop_queries(struct store *store);

#endif
