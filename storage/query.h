/* query.h: questions to the store while the loop runs: boards, scores, identities, records.
 *
 * A question runs off the loop on a read-only connection, one at a time. The answer comes by a
 * callback in a later turn of the loop; its memory is valid during the callback. `ok` is false if
 * nothing could be read: memory is out, the disk fails, or the store closes. If there is no memory
 * for the question itself, the callback is called at once. */
#ifndef TALON_STORAGE_QUERY_H
#define TALON_STORAGE_QUERY_H

#include "rating.h"
#include "store.h"

enum {
    STORE_BOARD_MAX = 50,
    STORE_RATINGS_MAX = 16,
    STORE_POINTS_MAX = 200,
    STORE_RIVALS_MAX = 50,
    STORE_RECORDS_MAX = 16,
    STORE_ACHIEVEMENTS = 20 /* that can be earned (achievement.h), numbered from 0 */
};

/* Scopes and periods of a board. */
enum store_scope { STORE_CHANNEL, STORE_NETWORK, STORE_OVERALL };
enum store_period { STORE_DAY, STORE_WEEK, STORE_MONTH, STORE_SEASON, STORE_ALL, STORE_PERIODS };

struct store_board_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    enum store_period period;
    int64_t at;     /* the period around this time (clock_now()) */
    unsigned limit; /* rows wanted, at most STORE_BOARD_MAX */
    /* Not NULL: a board by rating in that rule set ("": in all), as it is or was at the end of a
     * season. Its rows are the people who were rated in that season and have ever played in the
     * scope. */
    const char *rated;
    int season; /* store_season(); 0: the season around `at` */
    /* Not NULL: a board by the longest streak in that rule set ("": in all). Its rows are the
     * people who have ever won with that set and have played in the scope, without those who hide
     * (store_put_hidden()). */
    const char *streaks;
};

/* A season is a quarter of a year in the time zone of the boards, as a number that goes up by one.
 */
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
/* The season around `at` (clock_now()). */
int store_season_at(const struct store *store, int64_t at);

/* Whose scores are wanted. `who`: the person of that identity (network and account). `who` NULL:
 * the person called `name`, compared folded with accounts and shown names, first in that network,
 * then in any. If there are several, a verified one comes first, then one found by account, then
 * the one seen last. */
struct store_stats_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs; the network is always needed */
    const struct store_identity *who;
    const char *name;
    int64_t at;
};

struct store_score {
    char name[STORE_NAME_MAX];
    bool verified;
    uint32_t rank; /* from 1; people who differ only in name share a rank */
    uint32_t rounds, rounds_won, matches, matches_won;
    int64_t points;
    struct rating rating;     /* boards by rating only; provisional: rank 0 */
    int64_t person;           /* store_stats() only: their number (web_query.h); 0: they hide */
    uint32_t streak, longest; /* boards by streak only: the running one, and the longest */
};

/* The ratings of a person: in all rule sets first, then by the names of the sets. */
struct store_ratings {
    unsigned count;
    struct {
        char set[STORE_SET_MAX]; /* "": in all */
        struct rating rating;    /* as it is now: carried over from `season` (rating_carry()) */
        int season;              /* the last season in which they were rated */
    } at[STORE_RATINGS_MAX];
};

/* Rows in order of points, then rounds won, then fewer rounds, then name. A board by rating: in
 * order of rating_standing(), then the person first seen comes first. A board by streak: in order
 * of the longest streak, then the running one, then name. */
typedef void store_board_fn(void *arg, bool ok, const struct store_score *rows, unsigned count);
/* The scores of one player, by enum store_period; rank 0: no games in that period. */
typedef void store_stats_fn(void *arg, bool ok, bool found,
                            const struct store_score scores[STORE_PERIODS],
                            const struct store_ratings *ratings);

/* An identity of a person. */
struct store_known {
    char network[STORE_NAME_MAX], account[STORE_ACCOUNT_MAX], name[STORE_NAME_MAX];
    bool verified;
    char mark[STORE_MARK_MAX]; /* of a nick: where it comes from (store_identity); "" if it came
                                  from several places */
    bool own;                  /* the identity that was asked for */
};

/* A person: the name that the boards show, whether the person chose it, and all identities in the
 * order in which they were first seen. count 0: nobody knows the identity. */
struct store_links {
    char name[STORE_NAME_MAX];
    bool named;
    unsigned count;
    struct store_known at[STORE_LINKS_MAX];
};

/* -- what is shown of a player beside their scores -- */

/* Who is wanted: by number (web_query.h), or by identity, or by name as in store_stats_query.
 * People who hide (store_put_hidden()) are found by their identity only, because then they ask
 * about themselves. */
struct store_player_query {
    int64_t person;
    const struct store_identity *who;
    const char *network, *name;
    const char *set; /* rule set of the points; "": in all */
    /* To get only one rival: their number, or else their name. 0 and NULL: all rivals. */
    int64_t versus;
    const char *versus_name;
};

/* Records and streaks in one rule set, or in all. record.h says what counts. */
struct store_records {
    char set[STORE_SET_MAX]; /* "": in all */
    uint32_t rounds, won;    /* that count */
    uint32_t duels_won, duels_lost, bluffs;
    uint32_t streak, longest; /* the running one, and the longest ever */
    uint32_t plays;           /* turns of the fastest win; 0: no win is known */
    int64_t lasted;           /* milliseconds that the fastest win took */
    int64_t fast_round;       /* its number */
    uint32_t cards;           /* the most cards ever held in a round that was won; 0: not known */
    int64_t cards_round;
};

/* Somebody whom they played against, and who does not hide. */
struct store_rival {
    int64_t person;
    char name[STORE_NAME_MAX];
    bool verified;
    uint32_t rounds; /* at one table */
    uint32_t ahead,
        behind; /* rounds in which they finished before, or after, the rival; the rest are ties */
};

/* The rating after a round, as people read it. */
struct store_point {
    int64_t round, at; /* its number; when it ended */
    int rating, off;   /* rating_shown(), rating_off() */
};

/* An achievement of a person (achievement.h). */
struct store_achievement {
    bool earned;
    int64_t at; /* when the round ended that earned it; 0: not known */
};

/* The points are those of the newest rounds that rated the person, oldest first. A round before a
 * link has the rating that the account in its seat had then. For one rule set, only the newest
 * 2,000 rated rounds are searched. In the database a point is four small numbers, 12 bytes, in the
 * row of the result. */
struct store_player {
    int64_t person; /* 0: nobody is found */
    char name[STORE_NAME_MAX];
    bool verified;
    unsigned record_count; /* 0: no round of theirs counts yet */
    struct store_records
        records[STORE_RECORDS_MAX]; /* in all sets first, then by the names of the sets */
    unsigned rival_count;
    struct store_rival rivals[STORE_RIVALS_MAX]; /* the rival whom they met most often first */
    unsigned point_count;
    struct store_point points[STORE_POINTS_MAX];
    struct store_achievement achievements[STORE_ACHIEVEMENTS];
};
typedef void store_player_fn(void *arg, bool ok, const struct store_player *player);

/* Which records of a channel a round has broken. A record is broken if nobody else's is as good,
 * and another player had the best before. People who hide break none. */
struct store_broken_records {
    bool streak, fastest, largest;
    char name[STORE_NAME_MAX]; /* of the round's winner */
    bool verified;
    struct store_records records; /* in all sets, by now */
};
enum { STORE_STREAK_MIN = 3 }; /* a streak of fewer rounds is no record */
/* The records that a finished round broke and the achievements that it earned, sorted by seat.
 * People who hide are left out. */
enum { STORE_EARNED_MAX = 64 };
struct store_round_news {
    struct store_broken_records broken;
    unsigned earned_count;
    struct {
        int64_t person;
        char name[STORE_NAME_MAX]; /* others may have the same */
        bool verified;
        unsigned achievement;
    } earned[STORE_EARNED_MAX];
};
typedef void store_round_news_fn(void *arg, bool ok, const struct store_round_news *news);

typedef void store_links_fn(void *arg, bool ok, const struct store_links *links);
typedef void store_taken_fn(void *arg, bool ok, bool taken);

void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg);
void store_stats(struct store *store, const struct store_stats_query *query, store_stats_fn *done,
                 void *arg);
void store_ask_player(struct store *store, const struct store_player_query *query,
                      store_player_fn *done, void *arg);
/* Asks which records a round has broken and which achievements it earned. Its end must be durable;
 * for any other round the answer is: none. */
void store_ask_round_news(struct store *store, int64_t round, store_round_news_fn *done, void *arg);
/* All identities of the person behind one. */
void store_ask_links(struct store *store, const struct store_identity *who, store_links_fn *done,
                     void *arg);
/* Whether somebody other than the person behind `who` has that name; both are folded. */
void store_name_taken(struct store *store, const struct store_identity *who, const char *name,
                      store_taken_fn *done, void *arg);

/* Calls back all waiting questions at once with ok = false, also those that are asked in such a
 * call. Call it before what they would call back goes away. */
void store_stop_queries(struct store *store);

#endif
