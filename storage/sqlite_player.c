#include "sqlite_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feat.h"
#include "identity.h"
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

/* -- feats and rivals -- */

static void feats_of(sqlite3_stmt *row, struct store_feats *feats)
{
    uint32_t *const counts[] = {&feats->rounds,     &feats->won,    &feats->duels_won,
                                &feats->duels_lost, &feats->bluffs, &feats->streak,
                                &feats->longest,    &feats->plays};
    snprintf(feats->set, sizeof(feats->set), "%s", column_text(row, 0));
    for (int i = 0; i < (int)(sizeof(counts) / sizeof(counts[0])); i++)
        *counts[i] = (uint32_t)sqlite3_column_int64(row, i + 1);
    feats->lasted = sqlite3_column_int64(row, 9);
    feats->fast_round = sqlite3_column_int64(row, 10);
    feats->cards = (uint32_t)sqlite3_column_int64(row, 11);
    feats->cards_round = sqlite3_column_int64(row, 12);
}

/* Those in all sets come first: their name is "". */
static bool read_feats(struct sqlite_store *sq, int64_t person, struct store_feats *feats,
                       unsigned max, unsigned *count)
{
    sqlite3_stmt *row = sq->read[R_FEATS];
    *count = 0;
    if (!bind_int(row, 1, person) || !bind_int(row, 2, max))
        return false;
    while (*count < max && sqlite3_step(row) == SQLITE_ROW)
        feats_of(row, &feats[(*count)++]);
    return sqlite3_reset(row) == SQLITE_OK;
}

static bool read_rivals(struct sqlite_store *sq, int64_t versus, struct store_player *player)
{
    sqlite3_stmt *row = sq->read[R_RIVALS];
    if (!bind_int(row, 1, player->person) || !bind_int(row, 2, STORE_RIVALS_MAX) ||
        !bind_int(row, 3, versus))
        return false;
    while (player->rival_count < STORE_RIVALS_MAX && sqlite3_step(row) == SQLITE_ROW) {
        struct store_rival *rival = &player->rivals[player->rival_count++];
        *rival = (struct store_rival){
            .person = sqlite3_column_int64(row, 0),
            .verified = sqlite3_column_int(row, 2) != 0,
            .rounds = (uint32_t)sqlite3_column_int64(row, 3),
            .ahead = (uint32_t)sqlite3_column_int64(row, 4),
            .behind = (uint32_t)sqlite3_column_int64(row, 5),
        };
        identity_set_name(rival->name, column_text(row, 1), (size_t)sqlite3_column_bytes(row, 1));
    }
    return sqlite3_reset(row) == SQLITE_OK;
}

/* Whom alone it is about; of a name that nobody has, nobody. */
static bool read_versus(struct sqlite_store *sq, const struct store_player_query *query,
                        struct store_player *player)
{
    int64_t versus = query->versus;
    enum found found = FOUND;
    if (versus == 0 && query->versus_name != NULL)
        found = sqlite_find_named(sq, query->network, query->versus_name, &versus);
    return found == NONE || (found == FOUND && read_rivals(sq, versus, player));
}

static bool read_player(struct sqlite_store *sq, const struct store_player_query *query,
                        struct store_player *player)
{
    enum found found = find_player(sq, query, player);
    return found == NONE ||
           (found == FOUND && read_all_points(sq, query->set, player) &&
            read_feats(sq, player->person, player->feats, STORE_FEATS_MAX, &player->feat_count) &&
            read_versus(sq, query, player));
}

bool sqlite_player(struct store *store, const struct store_player_query *query,
                   struct store_player *player)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) && sqlite_end_read(sq, read_player(sq, query, player));
}

/* -- records that fall -- */

/* Those of everybody else in the channel. */
static bool read_best(struct sqlite_store *sq, int64_t scope, int64_t person,
                      struct feat_best *best)
{
    sqlite3_stmt *row = sq->read[R_BEST];
    if (!bind_int(row, 1, scope) || !bind_int(row, 2, person))
        return false;
    if (sqlite3_step(row) == SQLITE_ROW) {
        best->longest = (uint32_t)sqlite3_column_int64(row, 0);
        best->cards = (uint32_t)sqlite3_column_int64(row, 1);
        best->fastest = sqlite3_column_int64(row, 2);
    }
    return sqlite3_reset(row) == SQLITE_OK;
}

static bool read_fallen(struct sqlite_store *sq, int64_t round, struct store_fallen *fallen)
{
    int64_t person = 0, scope = 0;
    unsigned count = 0;
    struct store_someone someone;
    struct feat_best best = {.longest = 0};
    sqlite3_stmt *winner = sq->read[R_WINNER];
    enum found found = bind_int(winner, 1, round) ? sqlite_run_row(winner, &person, &scope) : ERROR;
    if (found != FOUND)
        return found == NONE;
    if (!sqlite_someone(sq, person, &someone) || !read_feats(sq, person, &fallen->feats, 1, &count))
        return false;
    memcpy(fallen->name, someone.name, sizeof(fallen->name));
    fallen->verified = someone.verified;
    if (someone.hidden || !feat_is_own_best(&fallen->feats, round)) /* as nearly always */
        return true;
    if (!read_best(sq, scope, person, &best))
        return false;
    feat_fallen(fallen, &best, round);
    return true;
}

bool sqlite_fallen(struct store *store, int64_t round, struct store_fallen *fallen)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) && sqlite_end_read(sq, read_fallen(sq, round, fallen));
}
