#include "sql_web_query_text.h"

#include "sql_text.h"

/* Each statement gives ?6 rows at most, because PostgreSQL sends all rows of a statement, even if
 * nobody reads them. */
#define LIMIT_ROWS " LIMIT ?6"

/* A board ?1 ?2 ?3. Its index sorts rows by points, rounds won and person. Without CROSS JOIN,
 * SQLite would read all persons of the board to find the rows after a given one. */
#define ROWS                                                                                       \
    "SELECT s.person, p.name, p.verified, p.hidden, s.rounds, s.rounds_won, s.matches,"            \
    " s.matches_won, s.points FROM score s INDEXED BY score_order CROSS JOIN person p ON p.id = "  \
    "s.person"                                                                                     \
    " WHERE s.scope = ?1 AND s.span = ?2 AND s.start = ?3"
#define ROWS_ORDER " ORDER BY s.points DESC, s.rounds_won DESC, s.person" LIMIT_ROWS

/* A rating board: the rule set ?1, the season ?3, the scope ?2. A channel has few people, so all
 * are read and sorted. */
#define RATED                                                                                      \
    "SELECT r.person, p.name, p.verified, p.hidden, r.mu, r.sigma, r.rounds,"                      \
    " " SQL_STANDING " AS standing"
#define RATED_ROWS                                                                                 \
    RATED " FROM rating r CROSS JOIN person p ON p.id = r.person"                                  \
          " WHERE r.rule_set = ?1 AND r.season = ?3"
#define RATED_SAME " AND " SQL_STANDING " = ?4 AND r.person > ?7"
#define RATED_LESS " AND " SQL_STANDING " < ?4"
#define THERE                                                                                      \
    " AND EXISTS (SELECT 1 FROM score s WHERE s.scope = ?2 AND s.span = 4 AND s.start = 0"         \
    " AND s.person = r.person)"
#define RATED_ORDER " ORDER BY " SQL_STANDING " DESC, r.person" LIMIT_ROWS

#define BETTER                                                                                     \
    "SELECT count(*) FROM (SELECT 1 FROM score WHERE scope = ?1 AND span = ?2 AND start = ?3"

#define PLAYED                                                                                     \
    "SELECT id, started_at, ended_at, network, channel, rule_set, outcome, counts, setup,"         \
    " length(archive) > 0"

const char *const sql_web_sql[WEB_STMTS] = {
    [WEB_SAME] = ROWS
    " AND s.points = ?4 AND s.rounds_won = ?5 AND s.person > ?7 ORDER BY s.person" LIMIT_ROWS,
    [WEB_WON] = ROWS " AND s.points = ?4 AND s.rounds_won < ?5" ROWS_ORDER,
    [WEB_POINTS] = ROWS " AND s.points < ?4" ROWS_ORDER,
    [WEB_RATED_SAME] = RATED_ROWS RATED_SAME " ORDER BY r.person" LIMIT_ROWS,
    [WEB_RATED_LESS] = RATED_ROWS RATED_LESS RATED_ORDER,
    [WEB_THERE_SAME] = RATED_ROWS THERE RATED_SAME " ORDER BY r.person" LIMIT_ROWS,
    [WEB_THERE_LESS] = RATED_ROWS THERE RATED_LESS RATED_ORDER,
    [WEB_RATED_CHANNEL] =
        RATED " FROM score s CROSS JOIN rating r ON r.person = s.person AND r.rule_set = ?1"
              " AND r.season = ?3"
              " CROSS JOIN person p ON p.id = r.person"
              " WHERE s.scope = ?2 AND s.span = 4 AND s.start = 0"
              " AND (" SQL_STANDING " < ?4"
              " OR (" SQL_STANDING " = ?4 AND r.person > ?7))" RATED_ORDER,
    [WEB_SEARCH] = "SELECT p.id, p.name, p.verified, p.hidden FROM person p"
                   " WHERE p.name_key >= ?1 AND p.name_key < ?2 AND p.hidden = 0"
                   " AND EXISTS (SELECT 1 FROM score s WHERE s.person = p.id)"
                   " ORDER BY p.name_key, p.id LIMIT ?3",
    [WEB_SOMEONE] = "SELECT id, name, verified, hidden FROM person WHERE id = ?1",
    [WEB_FIRST] = "SELECT min(o.ended_at) FROM round o WHERE o.id IN (SELECT (SELECT min(r.round)"
                  " FROM result r WHERE r.identity = i.id) FROM identity i WHERE i.person = ?1)",
    [WEB_LAST] = "SELECT o.id, o.ended_at, o.network, o.channel, o.rule_set, o.outcome, o.counts,"
                 " r.points, r.won, r.place, (SELECT count(*) FROM result q WHERE q.round = o.id)"
                 " FROM identity i CROSS JOIN result r ON r.identity = i.id"
                 " AND r.round IN (SELECT t.round FROM result t WHERE t.identity = i.id"
                 " ORDER BY t.round DESC LIMIT ?2)"
                 " CROSS JOIN round o ON o.id = r.round WHERE i.person = ?1"
                 " ORDER BY o.id DESC, r.seat LIMIT ?2",
    [WEB_BETTER_POINTS] = BETTER " AND points > ?4 LIMIT ?7) b",
    [WEB_BETTER_WON] = BETTER " AND points = ?4 AND rounds_won > ?5 LIMIT ?7) b",
    [WEB_ROUNDS_OF] = PLAYED " FROM round WHERE network = ?1 AND channel = ?2"
                             " AND ended_at IS NOT NULL AND id < ?3 ORDER BY id DESC LIMIT ?4",
    [WEB_ROUND] = PLAYED ", rules_version, secret, deal_hash, archive FROM round"
                         " WHERE id = ?1 AND ended_at IS NOT NULL",
    [WEB_RESULTS] =
        "SELECT p.id, p.name, p.verified, p.hidden, r.identity IS NULL, r.seat, r.points,"
        " r.won, r.match_over, r.match_won, r.place FROM result r"
        " LEFT JOIN identity i ON i.id = r.identity LEFT JOIN person p ON p.id = i.person"
        " WHERE r.round = ?1 ORDER BY r.seat LIMIT ?2",
    [WEB_CHANNELS] =
        "SELECT c.id, c.network, c.channel, (SELECT count(*) FROM (SELECT 1 FROM score s"
        " WHERE s.scope = c.id AND s.span = 4 AND s.start = 0 LIMIT ?3) people),"
        " (SELECT count(*) FROM (SELECT 1 FROM round o WHERE o.network = c.network"
        " AND o.channel = c.channel AND o.ended_at IS NOT NULL LIMIT ?3) rounds),"
        " (SELECT o.ended_at FROM round o WHERE o.network = c.network AND o.channel = c.channel"
        " AND o.ended_at IS NOT NULL ORDER BY o.id DESC LIMIT 1)"
        " FROM scope c WHERE c.kind = 0 AND c.id > ?1"
        " AND EXISTS (SELECT 1 FROM score s WHERE s.scope = c.id) ORDER BY c.id LIMIT ?2",
};
