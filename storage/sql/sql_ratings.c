#include "sql_ratings.h"

#include <stdlib.h>
#include <string.h>

/* The statements on a table of ratings. */
#define RATER_SQL(ratings)                                                                         \
    {                                                                                              \
        [RATER_SEATS] = "SELECT person, place, seat FROM result r WHERE round = ?1"                \
                        " AND place > 0 AND person IS NOT NULL AND NOT EXISTS (SELECT 1"           \
                        " FROM result q WHERE q.round = r.round AND q.seat <> r.seat"              \
                        " AND q.person = r.person) ORDER BY seat",                                 \
        [RATER_GET] = "SELECT mu, sigma, rounds, season FROM " ratings                             \
                      " WHERE person = ?1 AND rule_set = ?2 AND season <= ?3"                      \
                      " ORDER BY season DESC LIMIT 1",                                             \
        [RATER_PUT] = "INSERT INTO " ratings " (person, rule_set, season, mu, sigma, rounds)"      \
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (person, rule_set, season)"    \
                      " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"                   \
                      " rounds = excluded.rounds",                                                 \
        [RATER_NEXT] = "SELECT rule_set, season FROM " ratings                                     \
                       " WHERE person IN (?1, ?2) AND (?3 IS NULL OR (rule_set, season) <"         \
                       " (?3, ?4)) ORDER BY rule_set DESC, season DESC LIMIT 1",                   \
        [RATER_COPY] =                                                                             \
            "INSERT INTO " ratings " (person, rule_set, season, mu, sigma, rounds)"                \
            " SELECT ?2, rule_set, season, mu, sigma, rounds FROM " ratings " WHERE person = ?1",  \
        [RATER_DROP] = "DELETE FROM " ratings " WHERE person = ?1",                                \
        [RATER_LOG_ROUND] = "INSERT INTO rated (round, season) VALUES (?1, ?2)",                   \
        [RATER_LOG_PERSON] = "INSERT INTO rated (person, source, stays) VALUES (?1, ?2, ?3)",      \
    }

static const char *const rater_sql[][RATER_STMTS] = {
    [RATINGS_KEPT] = RATER_SQL("rating"),
    [RATINGS_DUE] = RATER_SQL("temp.due_rating"),
};
static const char *const point_sql[] = {
    [RATINGS_KEPT] = "UPDATE result SET rating = ?3, rating_off = ?4, set_rating = ?5,"
                     " set_rating_off = ?6 WHERE round = ?1 AND seat = ?2",
    [RATINGS_DUE] = "INSERT INTO temp.due_point VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
};

bool rater_open(struct rater *rater, struct sql *sql, enum ratings_table table)
{
    for (unsigned i = 0; i < RATER_STMTS; i++) {
        const char *text = i == RATER_POINT ? point_sql[table] : rater_sql[table][i];
        rater->stmts[i] = sql_prepare(sql, text);
        if (rater->stmts[i] == NULL)
            return false;
    }
    return true;
}

void rater_close(struct rater *rater)
{
    for (unsigned i = 0; i < RATER_STMTS; i++)
        sql_finalize(rater->stmts[i]);
    *rater = (struct rater){{NULL}};
}

void rater_reset(struct rater *rater)
{
    for (unsigned i = 0; i < RATER_STMTS; i++) {
        if (rater->stmts[i] != NULL)
            sql_reset(rater->stmts[i]);
    }
}

/* -- one rating -- */

static struct rating column_rating(struct sql_stmt *row, int at)
{
    return (struct rating){.mu = sql_double(row, at),
                           .sigma = sql_double(row, at + 1),
                           .rounds = (uint32_t)sql_int64(row, at + 2)};
}

/* A rating: of which person, in which set and season. */
struct rated_as {
    int64_t person;
    const char *rule_set;
    int season;
};

/* Reads the rating as of that season: its row, or an older one carried over (rating_carry()). */
static bool get_rating(struct rater *rater, struct rated_as as, struct rating *rating)
{
    struct sql_stmt *stmt = rater->stmts[RATER_GET];
    *rating = rating_new();
    if (!sql_bind_int(stmt, 1, as.person) || !sql_bind_text(stmt, 2, as.rule_set) ||
        !sql_bind_int(stmt, 3, as.season))
        return false;
    if (sql_step(stmt) == SQL_ROW) {
        struct rating was = column_rating(stmt, 0);
        *rating = rating_carry(&was, (unsigned)(as.season - sql_int(stmt, 3)));
    }
    return sql_reset(stmt);
}

/* Gathers it. */
static bool put_rating(struct rater *rater, struct rated_as as, const struct rating *rating)
{
    struct sql_stmt *stmt = rater->stmts[RATER_PUT];
    return sql_bind_int(stmt, 1, as.person) && sql_bind_text(stmt, 2, as.rule_set) &&
           sql_bind_int(stmt, 3, as.season) && sql_bind_double(stmt, 4, rating->mu) &&
           sql_bind_double(stmt, 5, rating->sigma) && sql_bind_int(stmt, 6, rating->rounds) &&
           sql_gather(stmt);
}

/* -- a round -- */

/* The seats of a round that is replayed. */
struct replayed {
    struct rater_seats seats;
    int64_t at[RATER_SEATS_READ]; /* their numbers */
};

static bool read_seats(struct rater *rater, int64_t round, struct replayed *replayed)
{
    struct sql_stmt *stmt = rater->stmts[RATER_SEATS];
    struct rater_seats *seats = &replayed->seats;
    seats->count = 0;
    if (!sql_bind_int(stmt, 1, round))
        return false;
    while (seats->count < RATER_SEATS_READ && sql_step(stmt) == SQL_ROW) {
        seats->all[seats->count] = seats->own[seats->count] = (struct rating_seat){
            .person = sql_int64(stmt, 0),
            .place = (unsigned)sql_int64(stmt, 1),
        };
        replayed->at[seats->count++] = sql_int64(stmt, 2);
    }
    return sql_reset(stmt);
}

static bool get_ratings(struct rater *rater, struct rating_seat *seats, unsigned count,
                        struct rated_as as)
{
    for (unsigned i = 0; i < count; i++) {
        as.person = seats[i].person;
        if (!get_rating(rater, as, &seats[i].rating))
            return false;
    }
    return true;
}

static bool put_ratings(struct rater *rater, const struct rating_seat *seats, unsigned count,
                        struct rated_as as)
{
    for (unsigned i = 0; i < count; i++) {
        as.person = seats[i].person;
        if (!put_rating(rater, as, &seats[i].rating))
            return false;
    }
    return true;
}

/* Changes the ratings of the seats, and writes them. */
static bool rate_seats(struct rater *rater, const struct rater_round *round,
                       struct rater_seats *seats)
{
    const struct rated_as all = {.rule_set = "", .season = round->season},
                          own = {.rule_set = round->rule_set, .season = round->season};
    seats->told = rating_round(seats->all, seats->count);
    if (!seats->told)
        return true;
    rating_round(seats->own, seats->count);
    return put_ratings(rater, seats->all, seats->count, all) &&
           put_ratings(rater, seats->own, seats->count, own) &&
           sql_send_gathered(rater->stmts[RATER_PUT]);
}

static bool put_points(struct rater *rater, int64_t round, const struct replayed *replayed)
{
    struct sql_stmt *stmt = rater->stmts[RATER_POINT];
    for (unsigned i = 0; i < replayed->seats.count; i++) {
        const struct rating *all = &replayed->seats.all[i].rating,
                            *own = &replayed->seats.own[i].rating;
        if (!sql_bind_int(stmt, 1, round) || !sql_bind_int(stmt, 2, replayed->at[i]) ||
            !sql_bind_int(stmt, 3, rating_shown(all)) || !sql_bind_int(stmt, 4, rating_off(all)) ||
            !sql_bind_int(stmt, 5, rating_shown(own)) || !sql_bind_int(stmt, 6, rating_off(own)) ||
            !sql_run(stmt))
            return false;
    }
    return true;
}

bool rater_rate(struct rater *rater, const struct rater_round *round)
{
    struct replayed replayed;
    struct rater_seats *seats = &replayed.seats;
    const struct rated_as all = {.rule_set = "", .season = round->season},
                          own = {.rule_set = round->rule_set, .season = round->season};
    return read_seats(rater, round->round, &replayed) &&
           get_ratings(rater, seats->all, seats->count, all) &&
           get_ratings(rater, seats->own, seats->count, own) && rate_seats(rater, round, seats) &&
           (!seats->told || put_points(rater, round->round, &replayed));
}

bool rater_end(struct rater *rater, const struct rater_round *round, struct rater_seats *seats)
{
    struct sql_stmt *log = rater->stmts[RATER_LOG_ROUND];
    return rate_seats(rater, round, seats) && sql_bind_int(log, 1, round->round) &&
           sql_bind_int(log, 2, round->season) && sql_run(log);
}

/* -- persons -- */

/* Goes backwards through the sets and seasons in which one of two persons is rated. Replaces
 * `*rule_set` and `*season` by the next ones; `*rule_set` NULL: begins with the last. NONE: there
 * is no other. */
static enum found next_rated(struct rater *rater, int64_t one, int64_t other, char **rule_set,
                             int *season)
{
    struct sql_stmt *stmt = rater->stmts[RATER_NEXT];
    enum found found = ERROR;
    if (!sql_bind_text(stmt, 3, *rule_set) || !sql_bind_int(stmt, 1, one) ||
        !sql_bind_int(stmt, 2, other) || !sql_bind_int(stmt, 4, *season))
        return ERROR;
    enum sql_step code = sql_step(stmt);
    if (code == SQL_ROW) {
        free(*rule_set);
        *rule_set = strdup(sql_text(stmt, 0));
        *season = sql_int(stmt, 1);
        found = *rule_set != NULL ? FOUND : ERROR;
    } else if (code == SQL_DONE) {
        found = NONE;
    }
    return sql_reset(stmt) ? found : ERROR;
}

/* Goes backwards from the last season. A rating is carried over from earlier seasons, so these must
 * be read before they change. */
bool rater_merge(struct rater *rater, int64_t from, int64_t into)
{
    char *rule_set = NULL;
    int season = 0;
    struct rating theirs, own, joined;
    struct sql_stmt *drop = rater->stmts[RATER_DROP];
    enum found found = next_rated(rater, from, into, &rule_set, &season);
    while (found == FOUND) {
        if (!get_rating(rater, (struct rated_as){from, rule_set, season}, &theirs) ||
            !get_rating(rater, (struct rated_as){into, rule_set, season}, &own)) {
            found = ERROR;
            break;
        }
        joined = rating_join(&own, &theirs);
        found = put_rating(rater, (struct rated_as){into, rule_set, season}, &joined) &&
                        sql_send_gathered(rater->stmts[RATER_PUT])
                    ? next_rated(rater, from, into, &rule_set, &season)
                    : ERROR;
    }
    free(rule_set);
    return found == NONE && sql_bind_int(drop, 1, from) && sql_run(drop);
}

bool rater_copy(struct rater *rater, int64_t person, int64_t own)
{
    struct sql_stmt *stmt = rater->stmts[RATER_COPY];
    return sql_bind_int(stmt, 1, person) && sql_bind_int(stmt, 2, own) && sql_run(stmt);
}

static bool note_rated(struct rater *rater, int64_t person, int64_t source, bool stays)
{
    struct sql_stmt *log = rater->stmts[RATER_LOG_PERSON];
    return sql_bind_int(log, 1, person) && sql_bind_int(log, 2, source) &&
           sql_bind_int(log, 3, stays) && sql_run(log);
}

bool rater_join(struct rater *rater, int64_t from, int64_t into)
{
    return rater_merge(rater, from, into) && note_rated(rater, into, from, false);
}

bool rater_part(struct rater *rater, int64_t person, int64_t own)
{
    return rater_copy(rater, person, own) && note_rated(rater, own, person, true);
}
