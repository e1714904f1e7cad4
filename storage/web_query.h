/* web_query.h: questions that web pages ask a store: whole boards, persons, rounds, channels.
 *
 * They are answered like those of query.h: off the loop, by a callback in a later turn of the loop,
 * whose memory is valid during it. `ok` false: nothing could be read.
 *
 * A person has a number here. It is theirs for as long as they are known, and never becomes anybody
 * else's. If a person is linked to another, both have the other's number from then on. People who
 * hide (store_put_hidden()) or were forgotten are in no answer, as if their number did not exist;
 * in a round they are `hidden`, without number and name. Everybody else keeps the rank that the
 * channels show.
 *
 * The store does not know what a channel allows pages to show. So the answers have rounds of all
 * channels, and the caller leaves out those that must not be shown. */
#ifndef TALON_STORAGE_WEB_QUERY_H
#define TALON_STORAGE_WEB_QUERY_H

#include "query.h"

enum {
    STORE_PAGE_MAX = 101, /* rows of a board in one answer: a page of 100, and one that shows that
                           * more follow */
    STORE_FOUND_MAX = 20, /* persons found by a name */
    STORE_LIST_MAX = 50,  /* rounds in a list */
    STORE_CHANNELS_MAX = 51, /* channels in one answer: a page of 50, and one more, as above */
    STORE_SEATS_MAX = 32,    /* results of a round that are read at most; a round has fewer */
    STORE_COUNT_MAX = 1000,  /* counts of rounds and people of a channel stop at this number ... */
    STORE_RANK_MAX = 10000   /* ... and ranks in a profile are not given beyond this one */
};

/* A person, as boards show them. */
struct store_someone {
    int64_t person; /* 0: nobody */
    char name[STORE_NAME_MAX];
    bool verified;
    bool hidden; /* hides or was forgotten: `person` is 0 and the name empty */
};

/* -- a board, from any row on -- */

/* The row after which the next ones begin (store_behind()). All zero: begin with the first row. */
struct store_behind {
    int64_t person;
    int64_t points;
    uint32_t rounds_won;
    double standing; /* boards by rating: rating_standing() */
    uint32_t rank;   /* of that row ... */
    uint32_t number; /* ... and position of that row, from 1; rows of people who hide count */
};

/* A row of a board. People with equal points and rounds won, or with an equal rating, share a rank;
 * the one first seen stands first. */
struct store_ranked {
    int64_t person;
    uint32_t number; /* position on the board, from 1; rows of people who hide count */
    struct store_score score;
};
struct store_behind store_behind(const struct store_ranked *row, bool rated);

typedef void store_page_fn(void *arg, bool ok, const struct store_ranked *rows, unsigned count);
/* `query` as for store_board(), but up to STORE_PAGE_MAX rows. Rows far down the board take no
 * longer than the first ones. */
void store_page(struct store *store, const struct store_board_query *query,
                const struct store_behind *behind, store_page_fn *done, void *arg);

/* -- persons -- */

typedef void store_found_fn(void *arg, bool ok, const struct store_someone *found, unsigned count);
/* Finds people who have played and whose folded name begins with `beginning`, folded: in order of
 * name, STORE_FOUND_MAX at most. "" finds nobody. */
void store_search(struct store *store, const char *beginning, store_found_fn *done, void *arg);

/* The persons behind `count` identities (STORE_SEATS_MAX at most), in their order. Of an identity
 * only network, account, verified and mark count. An unknown identity gives nobody (person 0). */
void store_ask_someone(struct store *store, const struct store_identity *who, unsigned count,
                       store_found_fn *done, void *arg);

struct store_person_query {
    int64_t person;
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    int64_t at;
};

/* What a person got from a finished round. */
struct store_taken_part {
    int64_t round, ended_at;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX], set[STORE_SET_MAX];
    char outcome[STORE_SET_MAX];
    bool counts;
    int32_t points;
    bool won;
    unsigned place, seats; /* place as in store_result; number of results that the round has */
};

struct store_profile {
    struct store_someone who;
    int64_t first_at; /* when the first of their rounds ended whose results are kept; 0: there is
                         none */
    struct store_score scores[STORE_PERIODS]; /* scores in the scope of the question; rank 0: no
                                               * games there, or STORE_RANK_MAX people are better */
    struct store_ratings ratings;
    unsigned last_count;
    struct store_taken_part last[STORE_LIST_MAX]; /* the newest first */
};
typedef void store_profile_fn(void *arg, bool ok, bool found, const struct store_profile *profile);
void store_ask_profile(struct store *store, const struct store_person_query *query,
                       store_profile_fn *done, void *arg);

/* -- rounds -- */

struct store_seat_result {
    struct store_someone who; /* `computer`: `who` is nobody, and not hidden */
    bool computer; /* nobody got this result: a computer player had the seat, or a person who moved
                    * to another seat of theirs in mid-round (!link) */
    unsigned seat;
    int32_t points;
    bool won, match_over, match_won;
    unsigned place;
};

/* A finished round that had a move. */
struct store_played {
    int64_t id, started_at, ended_at;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX], set[STORE_SET_MAX];
    char outcome[STORE_SET_MAX];
    bool counts;
    bool kept;         /* its setup and its moves are kept */
    const char *setup; /* the setup, in the host's text; "" if it is not kept */
    unsigned result_count;
    struct store_seat_result results[STORE_SEATS_MAX];
};

typedef void store_rounds_fn(void *arg, bool ok, const struct store_played *rounds, unsigned count);
/* Rounds of a channel with a number below `before` (0: the newest), newest first, up to `limit` and
 * STORE_LIST_MAX. */
void store_ask_rounds(struct store *store, const char *network, const char *channel, int64_t before,
                      unsigned limit, store_rounds_fn *done, void *arg);

struct store_replay {
    struct store_played played;
    uint32_t rules_version;
    uint8_t secret[STORE_SECRET_SIZE];
    uint64_t deal_hash;
    const char *actions; /* the actions, each with a line end; "" if they are not kept */
};
typedef void store_replay_fn(void *arg, bool ok, bool found, const struct store_replay *replay);
void store_ask_replay(struct store *store, int64_t round, store_replay_fn *done, void *arg);

/* -- channels -- */

struct store_channel {
    int64_t id; /* ids rise in the order in which channels had their first round */
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX];
    unsigned people, rounds; /* people on the channel's board of all time, and rounds that ended;
                              * STORE_COUNT_MAX: that many or more */
    int64_t last_at;         /* when the last round ended; 0: none is kept */
};
typedef void store_channels_fn(void *arg, bool ok, const struct store_channel *channels,
                               unsigned count);
/* Channels that have a board, after the one with id `behind` (0: from the first on),
 * STORE_CHANNELS_MAX at most. */
void store_ask_channels(struct store *store, int64_t behind, store_channels_fn *done, void *arg);

#endif
