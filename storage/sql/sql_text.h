/* sql_text.h: the statements of the writing and the reading connection. */
#ifndef TALON_STORAGE_SQL_SQL_TEXT_H
#define TALON_STORAGE_SQL_SQL_TEXT_H

/* rating_standing() of the row r of `rating`, as the index rating_order computes it. */
#define SQL_STANDING "(CASE WHEN r.rounds < 10 THEN r.rounds - 1e6 ELSE r.mu - 3 * r.sigma END)"

enum write_stmt {
    W_TABLE,
    W_TABLE_CLOSED,
    W_ROUND,
    W_ROUND_OF,
    W_ROUND_END,
    W_RESULT,
    W_IDENTITY,
    W_SEAT,
    W_PERSON_NEW,
    W_IDENTITY_NEW,
    W_IDENTITY_SEEN,
    W_IDENTITY_NAMED,
    W_PERSON_SEEN,
    W_SCOPE_NEW,
    W_SCORES,
    W_SCORES_PLAYED,
    W_SCORE_MORE,
    W_SCORE_PLAYED,
    W_SCORE_NEW,
    W_SETTING,
    W_SETTING_CLEAR,
    W_JOIN_SCORES,
    W_JOIN_CLEAR,
    W_JOIN_IDENTITIES,
    W_JOIN_LINKS,
    W_JOIN_NICK,
    W_JOIN_NAME,
    W_JOIN_HIDDEN,
    W_JOIN_PERSON,
    W_LINK,
    W_ROUND_DROP,
    W_PRUNE_REPLAYS,
    W_PRUNE_RESULTS,
    W_PRUNE_ROUNDS,
    W_LAST_END,
    W_LAST_SCOPE,
    W_FOLD,
    W_IDENTITIES,
    W_RECOUNT,
    W_RECOUNT_CLEAR,
    W_PART,
    W_PART_LINK,
    W_PART_NICK,
    W_NAME,
    W_HIDE,
    W_MOVE,
    W_RATED_TRIM,
    W_EARN,
    W_UNEARN_BOTH,
    WRITE_STMTS
};
enum read_stmt {
    R_SCOPE,
    R_BOARD,
    R_PLAYER,
    R_SCORE,
    R_RATED_CHANNEL,
    R_RATED_NETWORK,
    R_RATED_OVERALL,
    R_STREAK_CHANNEL,
    R_STREAK_NETWORK,
    R_STREAK_OVERALL,
    R_RECORDS,
    R_RIVALS,
    R_WINNER,
    R_BEST,
    R_ACHIEVEMENTS,
    R_EARNED,
    R_RATINGS,
    R_IDENTITIES,
    R_POINTS,
    R_BETTER_POINTS,
    R_BETTER_WON,
    R_BETTER_ROUNDS,
    R_SHOWN,
    R_IDENTITY,
    R_PERSON,
    R_LINKS,
    R_TAKEN,
    READ_STMTS
};
extern const char *const sql_write_sql[WRITE_STMTS];
extern const char *const sql_read_sql[READ_STMTS];

/* Selects the other seats q of the round of result r, each with its identity j. */
#define SQL_OTHER_SEAT                                                                             \
    "SELECT 1 FROM result q JOIN identity j ON j.id = q.identity"                                  \
    " WHERE q.round = r.round AND q.seat <> r.seat"
/* Selects everybody else than the person ?1 who has the folded name ?3. */
#define SQL_NAME_TAKEN                                                                             \
    "SELECT 1 FROM person WHERE name_key = ?3 AND id <> ?1 UNION ALL"                              \
    " SELECT 1 FROM identity WHERE name_key = ?3 AND person <> ?1 UNION ALL"                       \
    " SELECT 1 FROM identity WHERE account_key = ?3 AND person <> ?1"

/* The columns of a round, in the order of sql_round_of(). */
#define SQL_ROUND_COLUMNS                                                                          \
    "id, game_table, network, channel, rule_set, setup, rules_version, started_at, secret, "       \
    "commitment, deal_hash"
enum { ROUND_COLUMNS = 11 };

#endif
