#include "sqlite_player.h"

#include <stdlib.h>
#include <string.h>

#include "sqlite_look.h"
#include "sqlite_people.h"
#include "sqlite_read.h"

/* Whom the question is about. */
static enum found find_player(struct sqlite_store *sq, const struct store_player_query *query,
                              struct store_player *player)
{
    int64_t identity = 0, person = query->person;
    bool named = false;
    struct store_someone someone;
    enum found found = FOUND;
    if (person == 0)
        found = query->who != NULL
                    ? sqlite_find(sq->read[R_IDENTITY], query->who, &identity, &person)
                    : sqlite_find_named(sq, query->network, query->name, &person);
    if (found != FOUND)
        return found;
    if (!sqlite_someone(sq, person, &someone))
        return ERROR;
    if (someone.hidden ? query->who == NULL : someone.person == 0)
        return NONE;
    player->person = person;
    return sqlite_read_person(sq, person, player->name, &player->verified, &named) ? FOUND : ERROR;
}

/* -- points -- */

struct seat_point {
    struct store_point point;
    int64_t seat;
};

/* Those of one identity, besides what was read of others. */
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

/* Of a round in which two of their accounts sat the first seat's is kept. */
static void keep_newest(struct points *points)
{
    unsigned kept = 0;
    qsort(points->at, points->count, sizeof(points->at[0]), newest_first);
    for (unsigned i = 0; i < points->count && kept < STORE_POINTS_MAX; i++)
        if (kept == 0 || points->at[i].point.round != points->at[kept - 1].point.round)
            points->at[kept++] = points->at[i];
    points->count = kept;
}

static bool read_points(struct sqlite_store *sq, int64_t identity, const char *set,
                        struct points *points)
{
    sqlite3_stmt *stmt = sq->read[R_POINTS];
    if (!bind_int(stmt, 1, identity) || !bind_int(stmt, 2, STORE_POINTS_MAX) ||
        !bind_text(stmt, 3, set))
        return false;
    while (points->count < 2 * STORE_POINTS_MAX && sqlite3_step(stmt) == SQLITE_ROW) {
        points->at[points->count++] =
            (struct seat_point){.point = {.round = sqlite3_column_int64(stmt, 0),
                                          .at = sqlite3_column_int64(stmt, 1),
                                          .rating = sqlite3_column_int(stmt, 2),
                                          .off = sqlite3_column_int(stmt, 3)},
                                .seat = sqlite3_column_int64(stmt, 4)};
    }
    keep_newest(points);
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool read_all_points(struct sqlite_store *sq, const char *set, struct store_player *player)
{
    struct points points = {.count = 0};
    int64_t identities[STORE_LINKS_MAX];
    unsigned count = 0;
    sqlite3_stmt *stmt = sq->read[R_IDENTITIES];
    if (!bind_int(stmt, 1, player->person) || !bind_int(stmt, 2, STORE_LINKS_MAX))
        return false;
    while (count < STORE_LINKS_MAX && sqlite3_step(stmt) == SQLITE_ROW)
        identities[count++] = sqlite3_column_int64(stmt, 0);
    if (sqlite3_reset(stmt) != SQLITE_OK)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!read_points(sq, identities[i], set, &points))
            return false;
    player->point_count = points.count;
    for (unsigned i = 0; i < points.count; i++)
        player->points[i] = points.at[points.count - 1 - i].point;
    return true;
}

static bool read_player(struct sqlite_store *sq, const struct store_player_query *query,
                        struct store_player *player)
{
    enum found found = find_player(sq, query, player);
    return found == NONE || (found == FOUND && read_all_points(sq, query->set, player));
}

bool sqlite_player(struct store *store, const struct store_player_query *query,
                   struct store_player *player)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) && sqlite_end_read(sq, read_player(sq, query, player));
}
