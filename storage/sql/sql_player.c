#include "sql_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sql_people.h"
#include "sql_read.h"
#include "sql_web_query.h"
#include "storage/identity.h"
#include "storage/record.h"

/* The person whom the question is about. */
static enum found find_player(struct sql_store *sq, const struct store_player_query *query,
                              struct store_player *player)
{
    int64_t identity = 0, person = query->person;
    bool named = false;
    struct store_someone someone;
    enum found found = FOUND;
    if (person == 0) {
        found = query->who != NULL ? sql_find(sq->read[R_IDENTITY], query->who, &identity, &person)
                                   : sql_find_named(sq, query->network, query->name, &person);
    }
    if (found != FOUND)
        return found;
    if (!sql_someone(sq, person, &someone))
        return ERROR;
    if (someone.hidden ? query->who == NULL : someone.person == 0)
        return NONE;
    player->person = person;
    return sql_read_person(sq, person, player->name, &player->verified, &named) ? FOUND : ERROR;
}

/* -- points -- */

struct seat_point {
    struct store_point point;
    int64_t seat;
};

/* The newest points of the identities read so far, with room for those of one more identity. */
struct points {
    unsigned count;
    struct seat_point at[2 * STORE_POINTS_MAX];
};

static int newest_first(const void *a, const void *b)
{
    const struct seat_point *left = a, *right = b;
    int order = (left->point.round < right->point.round) - (left->point.round > right->point.round);
    return order != 0 ? order : (left->seat > right->seat) - (left->seat < right->seat);
}

/* Sorts the points, and keeps the newest. If two of the person's accounts sat in one round, the
 * point of the first seat is kept. */
static void keep_newest(struct points *points)
{
    unsigned kept = 0;
    qsort(points->at, points->count, sizeof(points->at[0]), newest_first);
    for (unsigned i = 0; i < points->count && kept < STORE_POINTS_MAX; i++) {
        if (kept == 0 || points->at[i].point.round != points->at[kept - 1].point.round)
            points->at[kept++] = points->at[i];
    }
    points->count = kept;
}

static bool read_points(struct sql_store *sq, int64_t identity, const char *set,
                        struct points *points)
{
    struct sql_stmt *stmt = sq->read[R_POINTS];
    if (!sql_bind_int(stmt, 1, identity) || !sql_bind_int(stmt, 2, STORE_POINTS_MAX) ||
        !sql_bind_text(stmt, 3, set))
        return false;
    while (points->count < 2 * STORE_POINTS_MAX && sql_step(stmt) == SQL_ROW) {
        points->at[points->count++] = (struct seat_point){.point = {.round = sql_int64(stmt, 0),
                                                                    .at = sql_int64(stmt, 1),
                                                                    .rating = sql_int(stmt, 2),
                                                                    .off = sql_int(stmt, 3)},
                                                          .seat = sql_int64(stmt, 4)};
    }
    keep_newest(points);
    return sql_reset(stmt);
}

static bool read_all_points(struct sql_store *sq, const char *set, struct store_player *player)
{
    struct points points = {.count = 0};
    int64_t identities[STORE_LINKS_MAX];
    unsigned count = 0;
    struct sql_stmt *stmt = sq->read[R_IDENTITIES];
    if (!sql_bind_int(stmt, 1, player->person) || !sql_bind_int(stmt, 2, STORE_LINKS_MAX))
        return false;
    while (count < STORE_LINKS_MAX && sql_step(stmt) == SQL_ROW)
        identities[count++] = sql_int64(stmt, 0);
    if (!sql_reset(stmt))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!read_points(sq, identities[i], set, &points))
            return false;
    }
    player->point_count = points.count;
    for (unsigned i = 0; i < points.count; i++)
        player->points[i] = points.at[points.count - 1 - i].point;
    return true;
}

/* -- records and rivals -- */

static void records_of(struct sql_stmt *row, struct store_records *records)
{
    uint32_t *const counts[] = {&records->rounds,     &records->won,    &records->duels_won,
                                &records->duels_lost, &records->bluffs, &records->streak,
                                &records->longest,    &records->plays};
    snprintf(records->set, sizeof(records->set), "%s", sql_text(row, 0));
    for (int i = 0; i < (int)(ARRAY_SIZE(counts)); i++)
        *counts[i] = (uint32_t)sql_int64(row, i + 1);
    records->lasted = sql_int64(row, 9);
    records->fast_round = sql_int64(row, 10);
    records->cards = (uint32_t)sql_int64(row, 11);
    records->cards_round = sql_int64(row, 12);
}

/* The row for all sets comes first, because its name is "". */
static bool read_records(struct sql_store *sq, int64_t person, struct store_records *records,
                         unsigned max, unsigned *count)
{
    struct sql_stmt *row = sq->read[R_RECORDS];
    *count = 0;
    if (!sql_bind_int(row, 1, person) || !sql_bind_int(row, 2, max))
        return false;
    while (*count < max && sql_step(row) == SQL_ROW)
        records_of(row, &records[(*count)++]);
    return sql_reset(row);
}

static bool read_rivals(struct sql_store *sq, int64_t versus, struct store_player *player)
{
    struct sql_stmt *row = sq->read[R_RIVALS];
    if (!sql_bind_int(row, 1, player->person) || !sql_bind_int(row, 2, STORE_RIVALS_MAX) ||
        !sql_bind_int(row, 3, versus))
        return false;
    while (player->rival_count < STORE_RIVALS_MAX && sql_step(row) == SQL_ROW) {
        struct store_rival *rival = &player->rivals[player->rival_count++];
        *rival = (struct store_rival){
            .person = sql_int64(row, 0),
            .verified = sql_int(row, 2) != 0,
            .rounds = (uint32_t)sql_int64(row, 3),
            .ahead = (uint32_t)sql_int64(row, 4),
            .behind = (uint32_t)sql_int64(row, 5),
        };
        identity_set_name(rival->name, sql_text(row, 1), sql_size(row, 1));
    }
    return sql_reset(row);
}

/* Finds the one rival who is wanted. If nobody has that name, there are no rivals. */
static bool read_versus(struct sql_store *sq, const struct store_player_query *query,
                        struct store_player *player)
{
    int64_t versus = query->versus;
    enum found found = FOUND;
    if (versus == 0 && query->versus_name != NULL)
        found = sql_find_named(sq, query->network, query->versus_name, &versus);
    return found == NONE || (found == FOUND && read_rivals(sq, versus, player));
}

/* -- achievements -- */

/* The earliest of each. A row without a date is earlier than all others. */
static bool read_achievements(struct sql_store *sq, struct store_player *player)
{
    struct sql_stmt *row = sq->read[R_ACHIEVEMENTS];
    if (!sql_bind_int(row, 1, player->person))
        return false;
    while (sql_step(row) == SQL_ROW) {
        int64_t what = sql_int64(row, 0);
        if (what >= 0 && what < STORE_ACHIEVEMENTS)
            player->achievements[what] = (struct store_achievement){true, sql_int64(row, 1)};
    }
    return sql_reset(row);
}

bool sql_player(struct store *store, const struct store_player_query *query,
                struct store_player *player)
{
    struct sql_store *sq = (struct sql_store *)store;
    enum found found = find_player(sq, query, player);
    return found == NONE || (found == FOUND && read_all_points(sq, query->set, player) &&
                             read_records(sq, player->person, player->records, STORE_RECORDS_MAX,
                                          &player->record_count) &&
                             read_versus(sq, query, player) && read_achievements(sq, player));
}

/* -- records that fall -- */

/* Reads the best records of all players of the channel, except the person. */
static bool read_best(struct sql_store *sq, int64_t scope, int64_t person, struct record_best *best)
{
    struct sql_stmt *row = sq->read[R_BEST];
    if (!sql_bind_int(row, 1, scope) || !sql_bind_int(row, 2, person))
        return false;
    if (sql_step(row) == SQL_ROW) {
        best->longest = (uint32_t)sql_int64(row, 0);
        best->cards = (uint32_t)sql_int64(row, 1);
        best->fastest = sql_int64(row, 2);
    }
    return sql_reset(row);
}

/* Sets which records of the channel the person, who has won the round, has broken. */
static bool find_broken_by(struct sql_store *sq, int64_t round, int64_t person, int64_t scope,
                           struct store_broken_records *broken)
{
    unsigned count = 0;
    struct store_someone someone;
    struct record_best best = {.longest = 0};
    *broken = (struct store_broken_records){.streak = false};
    if (!sql_someone(sq, person, &someone) ||
        !read_records(sq, person, &broken->records, 1, &count))
        return false;
    memcpy(broken->name, someone.name, sizeof(broken->name));
    broken->verified = someone.verified;
    if (someone.hidden ||
        !record_is_own_best(&broken->records, round)) /* which is nearly always so */
        return true;
    if (!read_best(sq, scope, person, &best))
        return false;
    record_broken(broken, &best, round);
    return true;
}

/* Sets which records of the channel a winner has broken: of the partners of a team the first who
 * has broken one. */
static bool find_broken(struct sql_store *sq, int64_t round, struct store_broken_records *broken)
{
    enum { TEAM = 2 };
    int64_t person[TEAM], scope[TEAM];
    unsigned count = 0;
    struct sql_stmt *winner = sq->read[R_WINNER];
    if (!sql_bind_int(winner, 1, round))
        return false;
    for (; count < TEAM && sql_step(winner) == SQL_ROW; count++) {
        person[count] = sql_int64(winner, 0);
        scope[count] = sql_int64(winner, 1);
    }
    bool good = sql_reset(winner);
    for (unsigned i = 0; good && i < count; i++) {
        good = find_broken_by(sq, round, person[i], scope[i], broken);
        if (broken->streak || broken->fastest || broken->largest)
            break;
    }
    return good;
}

/* -- what a round changed -- */

static bool read_earned(struct sql_store *sq, int64_t round, struct store_round_news *news)
{
    struct sql_stmt *row = sq->read[R_EARNED];
    if (!sql_bind_int(row, 1, round) || !sql_bind_int(row, 2, STORE_EARNED_MAX))
        return false;
    while (news->earned_count < STORE_EARNED_MAX && sql_step(row) == SQL_ROW) {
        int64_t what = sql_int64(row, 2);
        if (what < 0 || what >= STORE_ACHIEVEMENTS) /* written by a newer version */
            continue;
        identity_set_name(news->earned[news->earned_count].name, sql_text(row, 0),
                          sql_size(row, 0));
        news->earned[news->earned_count].person = sql_int64(row, 3);
        news->earned[news->earned_count].verified = sql_int(row, 1) != 0;
        news->earned[news->earned_count++].achievement = (unsigned)what;
    }
    return sql_reset(row);
}

/* A remote database gets the first two queries in one round trip. */
bool sql_round_news(struct store *store, int64_t round, struct store_round_news *news)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *earned = sq->read[R_EARNED];
    return (!sql_is_remote(earned) ||
            (sql_bind_int(earned, 1, round) && sql_bind_int(earned, 2, STORE_EARNED_MAX) &&
             sql_pipeline(earned))) &&
           find_broken(sq, round, &news->broken) && read_earned(sq, round, news);
}
