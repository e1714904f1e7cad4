#include "sql_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/log.h"
#include "sql_people.h"
#include "storage/achievement.h"
#include "storage/board_period.h"

/* One result, and the person whose it is. */
struct ended_seat {
    const struct store_result *result;
    bool somebody; /* else a computer player */
    bool twice;    /* the person has another seat, too */
    bool rated;
    struct met met;
    struct standing standing;
};

/* A round that ends: the boards and periods in which it is scored, and the rule set in which it is
 * rated. */
struct round_ending {
    const struct store_round_end *end;
    char set[STORE_SET_MAX];
    int64_t lasted; /* milliseconds */
    int season;
    int64_t scopes[STORE_OVERALL + 1];
    int64_t starts[STORE_PERIODS];
    struct ended_seat *seats; /* one for each result */
};

static bool is_somebody(const struct store_result *result)
{
    return result->who.network != NULL;
}

static unsigned smaller_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* -- the round and its boards -- */

static void note_lasting(const struct sql_store *sq, struct round_ending *ending, const char *set,
                         int64_t started_at)
{
    int64_t at = ending->end->ended_at;
    snprintf(ending->set, sizeof(ending->set), "%s", set);
    ending->lasted = at - started_at;
    for (int w = 0; w < STORE_PERIODS; w++) {
        ending->starts[w] = board_period_start((enum store_period)w, at, sq->base.timezone_minutes);
    }
}

/* The remembered scopes of a round that is remembered, too; NULL: they must be read. */
static const int64_t *scopes_of(const struct sql_store *sq, const struct pack_round *round)
{
    return round != NULL ? known_scopes(&sq->known, round->network, round->channel) : NULL;
}

/* Finds the number of each scope of the round, whose row the statement is on. */
static bool find_scopes(struct sql_store *sq, struct sql_stmt *round, struct round_ending *ending)
{
    struct sql_stmt *made = sq->write[W_SCOPE_NEW];
    for (int s = 0; s <= STORE_OVERALL; s++) {
        ending->scopes[s] = sql_int64(round, 4 + s);
        if (ending->scopes[s] == 0 &&
            (!sql_bind_int(made, 1, s) ||
             !sql_bind_text(made, 2, s == STORE_OVERALL ? "" : sql_text(round, 0)) ||
             !sql_bind_text(made, 3, s == STORE_CHANNEL ? sql_text(round, 1) : "") ||
             sql_run_row(made, &ending->scopes[s], NULL) != FOUND))
            return false;
    }
    return true;
}

/* Finds what the database has of the round. NONE: it is not running. */
static enum found find_round(struct sql_store *sq, struct round_ending *ending)
{
    struct sql_stmt *stmt = sq->write[W_ROUND_OF];
    const struct pack_round *begun = packs_round(&sq->packs, ending->end->round);
    const int64_t *scopes = scopes_of(sq, begun);
    if (scopes != NULL) {
        memcpy(ending->scopes, scopes, sizeof(ending->scopes));
        note_lasting(sq, ending, begun->set, begun->started_at);
        return FOUND;
    }
    if (!sql_bind_int(stmt, 1, ending->end->round))
        return ERROR;
    enum sql_step code = sql_step(stmt);
    if (code != SQL_ROW)
        return sql_reset(stmt) && code == SQL_DONE ? NONE : ERROR;
    note_lasting(sq, ending, sql_text(stmt, 2), sql_int64(stmt, 3));
    bool good = find_scopes(sq, stmt, ending);
    if (good && begun != NULL)
        known_put_scopes(&sq->known, begun->network, begun->channel, ending->scopes);
    return sql_reset(stmt) && good ? FOUND : ERROR;
}

/* -- the people -- */

static struct meeting_round round_of(const struct sql_store *sq, const struct store_round_end *end,
                                     const char *set)
{
    return (struct meeting_round){end->round, end->ended_at,
                                  board_period_quarter(end->ended_at, sq->base.timezone_minutes),
                                  set};
}

/* Meets the people of MEETS_MAX seats at most. */
static bool meet_some(struct sql_store *sq, const struct meeting_round *round,
                      struct ended_seat *seats, unsigned count)
{
    const struct store_identity *who[MEETS_MAX];
    struct met met[MEETS_MAX];
    struct standing standing[MEETS_MAX];
    unsigned known = 0;
    for (unsigned i = 0; i < count; i++) {
        if (seats[i].somebody)
            who[known++] = &seats[i].result->who;
    }
    if (!sql_meet_all(sq, round, who, known, met, standing))
        return false;
    known = 0;
    for (unsigned i = 0; i < count; i++) {
        if (seats[i].somebody) {
            seats[i].met = met[known];
            seats[i].standing = standing[known++];
        }
    }
    return true;
}

static bool has_other_seat(const struct round_ending *ending, const struct ended_seat *seat)
{
    for (unsigned i = 0; i < ending->end->result_count; i++) {
        const struct ended_seat *other = &ending->seats[i];
        if (other != seat && other->somebody && other->met.person == seat->met.person)
            return true;
    }
    return false;
}

static bool meet_people(struct sql_store *sq, struct round_ending *ending)
{
    const struct store_round_end *end = ending->end;
    const struct meeting_round round = round_of(sq, end, ending->set);
    for (unsigned i = 0; i < end->result_count; i++) {
        ending->seats[i] = (struct ended_seat){.result = &end->results[i],
                                               .somebody = is_somebody(&end->results[i])};
    }
    for (unsigned from = 0; from < end->result_count; from += MEETS_MAX) {
        if (!meet_some(sq, &round, &ending->seats[from],
                       smaller_of(end->result_count - from, MEETS_MAX)))
            return false;
    }
    for (unsigned i = 0; i < end->result_count; i++) {
        ending->seats[i].twice =
            ending->seats[i].somebody && has_other_seat(ending, &ending->seats[i]);
    }
    return true;
}

/* -- ratings and records -- */

static bool is_placed(const struct round_ending *ending, const struct ended_seat *seat)
{
    return ending->end->counts && seat->somebody && seat->result->place > 0;
}

/* Rates everybody who was placed, and writes their ratings. */
static bool rate(struct sql_store *sq, struct round_ending *ending)
{
    const struct rater_round round = {ending->end->round, ending->set, ending->season};
    struct ended_seat *rated[RATER_SEATS_READ];
    struct rater_seats seats = {.count = 0};
    unsigned count = 0;
    for (unsigned i = 0; i < ending->end->result_count && count < RATER_SEATS_READ; i++) {
        struct ended_seat *seat = &ending->seats[i];
        if (!is_placed(ending, seat) || seat->twice)
            continue;
        unsigned at = count++;
        rated[at] = seat;
        seats.all[at] =
            (struct rating_seat){seat->met.person, seat->standing.all.rating, seat->result->place};
        seats.own[at] =
            (struct rating_seat){seat->met.person, seat->standing.own.rating, seat->result->place};
    }
    seats.count = count;
    if (!rater_end(&sq->rater, &round, &seats))
        return false;
    for (unsigned i = 0; i < count && seats.told; i++) {
        rated[i]->rated = true;
        rated[i]->standing.all.rating = seats.all[i].rating;
        rated[i]->standing.own.rating = seats.own[i].rating;
    }
    return true;
}

static struct achievement_facts facts_of(const struct standing *standing,
                                         const struct store_result *result, unsigned beaten)
{
    return (struct achievement_facts){&standing->all.records, &standing->own.records, result,
                                      beaten};
}

/* Gathers the achievements of a set for one seat. */
static bool earn(struct sql_store *sq, const struct ended_seat *seat, uint32_t set, int64_t round,
                 int64_t at)
{
    struct sql_stmt *stmt = sq->write[W_EARN];
    bool good = true;
    for (unsigned i = 0; good && i < STORE_ACHIEVEMENTS; i++) {
        good = (set >> i & 1) == 0 ||
               (sql_bind_int(stmt, 1, seat->met.identity) && sql_bind_int(stmt, 2, i) &&
                sql_bind_int(stmt, 3, round) && sql_bind_int(stmt, 4, at) && sql_gather(stmt));
    }
    return good;
}

/* Adds the round to the records of one seat, and gathers what it earned. */
static bool record_seat(struct sql_store *sq, const struct round_ending *ending,
                        struct ended_seat *seat, unsigned beaten)
{
    const struct store_round_end *end = ending->end;
    const struct store_result *result = seat->result;
    struct standing *standing = &seat->standing;
    const struct record_round did = {end->round,         ending->lasted, result->won,
                                     result->plays,      result->cards,  result->duels_won,
                                     result->duels_lost, result->bluffs};
    const struct achievement_facts before = facts_of(standing, NULL, beaten);
    const struct achievement_facts after = facts_of(standing, result, beaten);
    const uint32_t had = achievements_of(&before);
    if (!recorder_end(&sq->recorder, seat->met.person, &did, &standing->all.records) ||
        (*ending->set != '\0' &&
         !recorder_end(&sq->recorder, seat->met.person, &did, &standing->own.records)))
        return false;
    const uint32_t added = achievements_of(&after) & ~standing->earned;
    standing->earned |= added;
    return earn(sq, seat, added & ~had, end->round, end->ended_at) &&
           earn(sq, seat, added & had, 0, 0);
}

/* The people who have not won. */
static unsigned count_beaten(const struct round_ending *ending)
{
    unsigned beaten = 0;
    for (unsigned i = 0; i < ending->end->result_count; i++)
        beaten += ending->seats[i].somebody && !ending->seats[i].result->won;
    return beaten;
}

static bool is_recorded(const struct ended_seat *seat)
{
    return seat->somebody && !seat->twice && !seat->standing.forgotten;
}

static struct recorder_met met_of(const struct ended_seat *seat)
{
    const struct store_result *result = seat->result;
    return (struct recorder_met){seat->met.person, result->place > 0 ? (int64_t)result->place
                                                   : result->won     ? 1
                                                                     : 2};
}

/* Notes who met whom. */
static bool note_met(struct sql_store *sq, const struct round_ending *ending)
{
    bool good = true;
    for (unsigned i = 0; good && i < ending->end->result_count; i++) {
        const struct recorder_met one = met_of(&ending->seats[i]);
        for (unsigned j = 0; good && j < ending->end->result_count; j++) {
            const struct recorder_met other = met_of(&ending->seats[j]);
            good = j == i || !is_recorded(&ending->seats[i]) || !is_recorded(&ending->seats[j]) ||
                   recorder_meet(&sq->recorder, &one, &other);
        }
    }
    return good;
}

static bool record(struct sql_store *sq, struct round_ending *ending)
{
    const struct recorder_round round = {ending->end->round, ending->lasted, ending->set};
    const unsigned beaten = count_beaten(ending);
    for (unsigned i = 0; i < ending->end->result_count; i++) {
        struct ended_seat *seat = &ending->seats[i];
        if (is_recorded(seat) && !record_seat(sq, ending, seat, beaten))
            return false;
    }
    return (sql_is_remote(sq->write[W_EARN]) ? recorder_end_met(&sq->recorder, &round)
                                             : note_met(sq, ending)) &&
           sql_send_gathered(sq->write[W_EARN]);
}

/* -- results -- */

static bool bind_or_null(struct sql_stmt *stmt, int at, bool known, int64_t value)
{
    return known ? sql_bind_int(stmt, at, value) : sql_bind_null(stmt, at);
}

static bool put_result(struct sql_store *sq, const struct round_ending *ending,
                       const struct ended_seat *seat)
{
    const struct store_result *result = seat->result;
    const struct rating *all = &seat->standing.all.rating, *own = &seat->standing.own.rating;
    struct sql_stmt *stmt = sq->write[W_RESULT];
    bool placed = is_placed(ending, seat), rated = seat->rated;
    const struct {
        bool known;
        int64_t value;
    } columns[] = {
        {true, ending->end->round},
        {true, result->seat},
        {seat->somebody, seat->met.identity},
        {true, result->points},
        {true, result->won},
        {true, result->match_over},
        {true, result->match_won},
        {placed, result->place},
        {placed, seat->met.person},
        {seat->somebody, result->plays},
        {seat->somebody, result->cards},
        {seat->somebody, result->duels_won},
        {seat->somebody, result->duels_lost},
        {seat->somebody, result->bluffs},
        {rated, rated ? rating_shown(all) : 0},
        {rated, rated ? rating_off(all) : 0},
        {rated, rated ? rating_shown(own) : 0},
        {rated, rated ? rating_off(own) : 0},
    };
    bool good = true;
    for (int i = 0; good && i < (int)(ARRAY_SIZE(columns)); i++)
        good = bind_or_null(stmt, 1 + i, columns[i].known, columns[i].value);
    return good && sql_gather(stmt);
}

static bool put_results(struct sql_store *sq, const struct round_ending *ending)
{
    for (unsigned i = 0; i < ending->end->result_count; i++) {
        if (!put_result(sq, ending, &ending->seats[i]))
            return false;
    }
    return sql_send_gathered(sq->write[W_RESULT]);
}

_Static_assert(STORE_OVERALL == 2 && STORE_PERIODS == 5, "as W_SCORES has them");

/* Binds the boards of the round, after ?1. */
static bool bind_boards(struct sql_stmt *stmt, const struct round_ending *ending)
{
    bool bound = true;
    for (int s = 0; bound && s <= STORE_OVERALL; s++)
        bound = sql_bind_int(stmt, 2 + s, ending->scopes[s]);
    for (int w = 0; bound && w < STORE_PERIODS; w++)
        bound = sql_bind_int(stmt, 5 + w, ending->starts[w]);
    return bound;
}

/* Adds what everybody earned to the boards, in two statements. */
static bool put_scores(struct sql_store *sq, const struct round_ending *ending)
{
    static const enum write_stmt both[] = {W_SCORES, W_SCORES_PLAYED};
    for (int i = 0; i < 2; i++) {
        struct sql_stmt *stmt = sq->write[both[i]];
        if (!sql_bind_int(stmt, 1, ending->end->round) || !bind_boards(stmt, ending) ||
            !sql_run(stmt))
            return false;
    }
    return true;
}

/* Binds what one person earned, from the column `at` on. */
static bool bind_earned(struct sql_stmt *stmt, int at, const struct store_result *result)
{
    return sql_bind_int(stmt, at, result->match_over) &&
           sql_bind_int(stmt, at + 1, result->match_over && result->match_won) &&
           (sql_params(stmt) < (unsigned)at + 2 || (sql_bind_int(stmt, at + 2, result->won) &&
                                                    sql_bind_int(stmt, at + 3, result->points)));
}

/* Adds what one person earned to the rows that they have; sets `*rows` to how many these are. */
static bool add_earned(struct sql_stmt *stmt, const struct round_ending *ending,
                       const struct ended_seat *seat, int64_t *rows)
{
    bool good = sql_bind_int(stmt, 1, seat->met.person) && bind_earned(stmt, 8, seat->result);
    for (int w = 0; good && w < STORE_PERIODS; w++)
        good = sql_bind_int(stmt, 3 + w, ending->starts[w]);
    *rows = 0;
    for (int s = 0; good && s <= STORE_OVERALL; s++) {
        good = sql_bind_int(stmt, 2, ending->scopes[s]) && sql_run(stmt);
        *rows += good ? sql_changes(stmt) : 0;
    }
    return good;
}

/* Makes the rows that one person has not yet. */
static bool make_rows(struct sql_stmt *stmt, const struct round_ending *ending,
                      const struct ended_seat *seat)
{
    return sql_bind_int(stmt, 1, seat->met.person) && bind_boards(stmt, ending) &&
           bind_earned(stmt, 10, seat->result) && sql_run(stmt);
}

enum { BOARDS = (STORE_OVERALL + 1) * STORE_PERIODS }; /* of a round */

/* Adds what one person earned to the boards. */
static bool put_earned(struct sql_store *sq, const struct round_ending *ending,
                       const struct ended_seat *seat)
{
    bool more = seat->result->won || seat->result->points != 0;
    int64_t rows = 0;
    return add_earned(sq->write[more ? W_SCORE_MORE : W_SCORE_PLAYED], ending, seat, &rows) &&
           (rows == BOARDS || make_rows(sq->write[W_SCORE_NEW], ending, seat));
}

static bool score(struct sql_store *sq, const struct round_ending *ending)
{
    if (sql_is_remote(sq->write[W_SCORES]))
        return put_scores(sq, ending);
    for (unsigned i = 0; i < ending->end->result_count; i++) {
        const struct ended_seat *seat = &ending->seats[i];
        if (seat->somebody && !seat->twice && !put_earned(sq, ending, seat))
            return false;
    }
    return true;
}

/* -- the end -- */

static bool mark_ended(struct sql_store *sq, const struct round_ending *ending)
{
    const uint8_t *bytes;
    size_t size;
    const struct store_round_end *end = ending->end;
    struct sql_stmt *stmt = sq->write[W_ROUND_END];
    bool good = sq->kind->pack(sq, end->round, &bytes, &size) &&
                sql_bind_int(stmt, 1, end->round) && sql_bind_int(stmt, 2, end->ended_at) &&
                sql_bind_text(stmt, 3, end->outcome) && sql_bind_int(stmt, 4, end->counts) &&
                sql_bind_bytes(stmt, 5, bytes, size) &&
                (sql_params(stmt) < 7 || sql_bind_int(stmt, 7, ending->scopes[0])) && sql_run(stmt);
    packs_drop(&sq->packs, end->round);
    return good;
}

static bool anybody_won(const struct store_round_end *end)
{
    for (unsigned i = 0; i < end->result_count; i++) {
        if (end->results[i].won)
            return true;
    }
    return false;
}

/* Deletes the round if it has no action and no winner, and returns FOUND. NONE: it stays. */
static enum found drop_idle(struct sql_store *sq, const struct store_round_end *end)
{
    struct sql_stmt *drop = sq->write[W_ROUND_DROP];
    bool has = false;
    if (anybody_won(end))
        return NONE;
    if (!sq->kind->has(sq, end->round, &has))
        return ERROR;
    if (has)
        return NONE;
    packs_drop(&sq->packs, end->round);
    return sql_bind_int(drop, 1, end->round) && sql_run(drop) ? FOUND : ERROR;
}

bool sql_expect_end(struct sql_store *sq, const struct store_round_end *end)
{
    struct sql_stmt *stmt = sq->write[W_ROUND_OF];
    const struct store_identity *who[MEETS_MAX];
    const struct pack_round *begun = packs_round(&sq->packs, end->round);
    const struct meeting_round round = round_of(sq, end, begun != NULL ? begun->set : NULL);
    unsigned known = 0;
    if (!sql_is_remote(stmt))
        return true;
    for (unsigned i = 0; i < smaller_of(end->result_count, MEETS_MAX); i++) {
        if (is_somebody(&end->results[i]))
            who[known++] = &end->results[i].who;
    }
    return sql_expect_meet(sq, &round, who, known) &&
           (scopes_of(sq, begun) != NULL ||
            (sql_bind_int(stmt, 1, end->round) && sql_pipeline(stmt)));
}

static bool write_end(struct sql_store *sq, struct round_ending *ending)
{
    bool counts = ending->end->counts;
    return meet_people(sq, ending) && mark_ended(sq, ending) && (!counts || rate(sq, ending)) &&
           put_results(sq, ending) && (!counts || (score(sq, ending) && record(sq, ending))) &&
           sq->kind->drop(sq, ending->end->round);
}

/* Remembers how everybody stands now who can be remembered (sql_known.h). */
static void remember(struct sql_store *sq, const struct round_ending *ending)
{
    for (unsigned i = 0; i < ending->end->result_count; i++) {
        struct ended_seat *seat = &ending->seats[i];
        if (!seat->somebody)
            continue;
        if (seat->standing.settled && !seat->twice && !seat->standing.forgotten) {
            seat->standing.rounds++;
            known_put(&sq->known, &seat->result->who, ending->season, &seat->met, &seat->standing);
        } else {
            known_drop(&sq->known, &seat->result->who);
        }
    }
}

bool sql_end_round(struct sql_store *sq, const struct store_round_end *end)
{
    struct round_ending ending = {.end = end};
    if (sql_is_remote(sq->write[W_SEAT]) &&
        (!sql_expect_end(sq, end) || !sq->kind->expect(sq, end->round, !anybody_won(end))))
        return false;
    enum found idle = drop_idle(sq, end);
    if (idle != NONE)
        return idle == FOUND;
    ending.season = round_of(sq, end, NULL).season;
    switch (find_round(sq, &ending)) {
    case ERROR:
        return false;
    case NONE: /* scored already, or never begun: nothing counts twice */
        log_warn(sq->log, "a round is not running, so its end is ignored round=%lld",
                 (long long)end->round);
        return true;
    case FOUND:
        break;
    }
    ending.seats = calloc(end->result_count + 1, sizeof(*ending.seats));
    bool good = ending.seats != NULL && write_end(sq, &ending);
    if (good)
        remember(sq, &ending);
    free(ending.seats);
    return good;
}
