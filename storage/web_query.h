/* web_query.h: what the pages of the web ask a store: boards with all their rows, persons, rounds.
 *
 * Questions as those of query.h: off the loop, answered by a callback in a later turn of it, whose
 * memory is valid during it; ok = false: nothing could be read.
 *
 * Persons have a number here, which is theirs for as long as they are known, and nobody else's ever
 * after: who is joined to somebody else by a link goes on with that one's. Who hides
 * (store_put_hidden()) and who was forgotten is in no answer, as if nobody had that number; in a
 * round they are `hidden` and have neither number nor name. The ranks of the others stay what they
 * are in the channels.
 *
 * What a channel lets the pages show is not the store's to know: its rounds are in these answers
 * whatever it has set, and who asks leaves them out. */
#ifndef TALON_STORAGE_WEB_QUERY_H
#define TALON_STORAGE_WEB_QUERY_H

#include "query.h"

enum {
    STORE_PAGE_MAX = 100,   /* rows of a page of a board */
    STORE_FOUND_MAX = 20,   /* persons that are found by a name */
    STORE_LIST_MAX = 50,    /* rounds and channels in a list */
    STORE_SEATS_MAX = 16,   /* results of a round that are read: no round has as many */
    STORE_COUNT_MAX = 1000, /* of a channel nobody counts more rounds or people than these ... */
    STORE_RANK_MAX = 10000  /* ... and of a person's betters than these */
};

/* Somebody, as the boards show them. */
struct store_someone {
    int64_t person; /* 0: nobody */
    char name[STORE_NAME_MAX];
    bool verified;
    bool hidden; /* they are left out everywhere else: `person` is 0 and the name empty */
};

/* -- a board, from any row on -- */

/* Behind which row the next ones begin: store_behind() of that one. All zero: from the first on. */
struct store_behind {
    int64_t person;
    int64_t points;
    uint32_t rounds_won;
    double standing; /* of a board by rating: rating_standing() */
    uint32_t rank;   /* of that row ... */
    uint32_t number; /* ... and how many rows stand up to it, with those who hide */
};

/* Who has as many points and rounds won shares a rank here, or who is rated the same: whoever has
 * been known for longest stands first. */
struct store_ranked {
    int64_t person;
    uint32_t number; /* rows up to this one, with those who hide */
    struct store_score score;
};
struct store_behind store_behind(const struct store_ranked *row, bool rated);

typedef void store_page_fn(void *arg, bool ok, const struct store_ranked *rows, unsigned count);
/* `query` as store_board() takes it, but with up to STORE_PAGE_MAX rows. Takes as long for the last
 * rows as for the first. */
void store_page(struct store *store, const struct store_board_query *query,
                const struct store_behind *behind, store_page_fn *done, void *arg);

/* -- persons -- */

typedef void store_found_fn(void *arg, bool ok, const struct store_someone *found, unsigned count);
/* Those who have played and whose name begins so, folded; in the order of their names, up to
 * STORE_FOUND_MAX. "" finds nobody. */
void store_search(struct store *store, const char *beginning, store_found_fn *done, void *arg);

/* Who `count` identities are (at most STORE_SEATS_MAX), in their order: network, account, verified
 * and mark count. Whom nobody knows yet is nobody. */
void store_ask_someone(struct store *store, const struct store_identity *who, unsigned count,
                       store_found_fn *done, void *arg);

struct store_person_query {
    int64_t person;
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    int64_t at;
};

/* What a person got out of a round that has ended. */
struct store_taken_part {
    int64_t round, ended_at;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX], set[STORE_SET_MAX];
    char outcome[STORE_SET_MAX];
    bool counts;
    int32_t points;
    bool won;
    unsigned place, seats; /* place as in store_result; how many results the round has */
};

struct store_profile {
    struct store_someone who;
    int64_t first_at; /* the end of the first of their rounds whose results are kept; 0: of none */
    struct store_score scores[STORE_PERIODS]; /* in the scope; rank 0: no games there, or behind the
                                                 first STORE_RANK_MAX */
    struct store_ratings ratings;
    unsigned last_count;
    struct store_taken_part last[STORE_LIST_MAX]; /* the newest first */
};
typedef void store_profile_fn(void *arg, bool ok, bool found, const struct store_profile *profile);
void store_ask_profile(struct store *store, const struct store_person_query *query,
                       store_profile_fn *done, void *arg);

/* -- rounds -- */

struct store_seat_result {
    struct store_someone who; /* a computer player is nobody, and not hidden */
    bool computer;
    unsigned seat;
    int32_t points;
    bool won, match_over, match_won;
    unsigned place;
};

/* A round that has ended, and was not without a move. */
struct store_played {
    int64_t id, started_at, ended_at;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX], set[STORE_SET_MAX];
    char outcome[STORE_SET_MAX];
    bool counts;
    bool kept;         /* its setup and its moves are */
    const char *setup; /* the host's text; "" when it is not kept */
    unsigned result_count;
    struct store_seat_result results[STORE_SEATS_MAX];
};

typedef void store_rounds_fn(void *arg, bool ok, const struct store_played *rounds, unsigned count);
/* Rounds of a channel with a number below `before` (0: the last ones), the newest first, up to
 * `limit` and STORE_LIST_MAX. */
void store_ask_rounds(struct store *store, const char *network, const char *channel, int64_t before,
                      unsigned limit, store_rounds_fn *done, void *arg);

struct store_replay {
    struct store_played played;
    uint32_t rules_version;
    uint8_t secret[STORE_SECRET_SIZE];
    uint64_t deal_hash;
    const char *actions; /* each with a line end; "" when they are not kept */
};
typedef void store_replay_fn(void *arg, bool ok, bool found, const struct store_replay *replay);
void store_ask_replay(struct store *store, int64_t round, store_replay_fn *done, void *arg);

/* -- channels -- */

struct store_channel {
    int64_t id; /* their order: where a round was played first stands first */
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX];
    unsigned people, rounds; /* on its board of all time; that have ended; STORE_COUNT_MAX: or more
                              */
    int64_t last_at;         /* when the last one ended; 0: none is kept */
};
typedef void store_channels_fn(void *arg, bool ok, const struct store_channel *channels,
                               unsigned count);
/* Channels that have a board, behind that one (0: from the first on), up to STORE_LIST_MAX. */
void store_ask_channels(struct store *store, int64_t behind, store_channels_fn *done, void *arg);

#endif
