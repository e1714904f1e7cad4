#include "sql_text.h"

#include "sql_records.h"

#define SCORE_COLUMNS "scope, span, start, person, rounds, rounds_won, matches, matches_won, points"
#define SCORES_ADDED                                                                               \
    " ON CONFLICT (person, scope, span, start) DO UPDATE SET"                                      \
    " rounds = score.rounds + excluded.rounds,"                                                    \
    " rounds_won = score.rounds_won + excluded.rounds_won,"                                        \
    " matches = score.matches + excluded.matches,"                                                 \
    " matches_won = score.matches_won + excluded.matches_won,"                                     \
    " points = score.points + excluded.points"
/* The boards of a round: the scopes ?2 to ?4, in the periods that start at ?5 to ?9. */
#define BOARDS_OF_ROUND                                                                            \
    "(SELECT ?2 AS id UNION ALL SELECT ?3 UNION ALL SELECT ?4) s,"                                 \
    " (SELECT 0 AS span, ?5 AS start UNION ALL SELECT 1, ?6 UNION ALL SELECT 2, ?7"                \
    " UNION ALL SELECT 3, ?8 UNION ALL SELECT 4, ?9) w"
/* What the seats of the round ?1 earned, for each board. Leaves out the seats of a person who has
 * two of them. */
#define EARNED_ON_BOARDS                                                                           \
    "INSERT INTO score (" SCORE_COLUMNS                                                            \
    ") WITH e AS MATERIALIZED (SELECT i.person AS person, r.won AS won, r.match_over AS matches,"  \
    " r.match_over * r.match_won AS matches_won, r.points AS points"                               \
    " FROM result r JOIN identity i ON i.id = r.identity WHERE r.round = ?1"                       \
    " AND NOT EXISTS (" SQL_OTHER_SEAT " AND j.person = i.person))"                                \
    " SELECT s.id, w.span, w.start, e.person, 1, e.won, e.matches, e.matches_won, e.points"        \
    " FROM e, " BOARDS_OF_ROUND
/* The rows that the person ?1 has already on the boards of the scope ?2. */
#define ROWS_ON_BOARDS                                                                             \
    " WHERE person = ?1 AND scope = ?2 AND start = CASE span WHEN 0 THEN ?3 WHEN 1 THEN ?4"        \
    " WHEN 2 THEN ?5 WHEN 3 THEN ?6 WHEN 4 THEN ?7 END"
#define NICK_ALONE "substr(identity.account, 1, instr(identity.account, char(10)) - 1)"

const char *const sql_write_sql[WRITE_STMTS] = {
    [W_TABLE] = "INSERT INTO game_table (id, network, channel, state) VALUES (?1, ?2, ?3, ?4)"
                " ON CONFLICT (id) DO UPDATE SET network = ?2, channel = ?3, state = ?4",
    [W_TABLE_CLOSED] = "DELETE FROM game_table WHERE id = ?1",
    [W_ROUND] = "INSERT INTO round (" SQL_ROUND_COLUMNS ")"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    /* With its scopes; NULL: nobody has played there. */
    [W_ROUND_OF] = "SELECT o.network, o.channel, o.rule_set, o.started_at, (SELECT id FROM scope"
                   " WHERE kind = 0 AND network = o.network AND channel = o.channel), (SELECT id"
                   " FROM scope WHERE kind = 1 AND network = o.network AND channel = ''),"
                   " (SELECT id FROM scope WHERE kind = 2 AND network = '' AND channel = '')"
                   " FROM round o WHERE o.id = ?1 AND o.ended_at IS NULL",
    [W_ROUND_END] = "UPDATE round SET ended_at = ?2, outcome = ?3, counts = ?4, archive = ?5"
                    " WHERE id = ?1",
    [W_RESULT] = "INSERT INTO result (round, seat, identity, points, won, match_over, match_won,"
                 " place, person, plays, cards, duels_won, duels_lost, bluffs, rating, rating_off,"
                 " set_rating, set_rating_off) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                 " ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    [W_IDENTITY] = "SELECT id, person FROM identity"
                   " WHERE network = ?1 AND account IN (?2, ?4) AND verified = ?3"
                   " ORDER BY account = ?4 DESC LIMIT 1",
    /* The identity of somebody with a seat in the round ?6, and how they stood (struct standing):
     * the ratings as of the season ?5. ?7 is the name that they have now. */
    [W_SEAT] =
        "SELECT i.id, i.person, i.rounds, CASE WHEN p.named = 1 AND p.name = '' THEN 1 ELSE 0 END,"
        " CASE WHEN i.name = ?7 AND p.verified = i.verified"
        " AND (p.named = 1 OR (p.name = i.name AND p.name_key = i.name_key)) AND NOT EXISTS"
        " (SELECT 1 FROM identity j WHERE j.person = i.person AND j.id <> i.id) THEN 1 ELSE 0 END,"
        " (SELECT coalesce(sum(DISTINCT 1 << CAST(e.what AS INTEGER)), 0) FROM identity j"
        " CROSS JOIN achievement e ON e.identity = j.id WHERE j.person = i.person),"
        " a.season, a.mu, a.sigma, a.rounds, " RECORD_COLUMNS_OF("f.") //
    ", s.season, s.mu, s.sigma, s.rounds, " RECORD_COLUMNS_OF("g.")    //
    " FROM identity i CROSS JOIN person p ON p.id = i.person CROSS JOIN round o ON o.id = ?6"
    " LEFT JOIN rating a ON a.person = i.person AND a.rule_set = '' AND a.season = (SELECT"
    " max(q.season) FROM rating q WHERE q.person = i.person AND q.rule_set = ''"
    " AND q.season <= ?5)"
    " LEFT JOIN feat f ON f.person = i.person AND f.rule_set = ''"
    " LEFT JOIN rating s ON s.person = i.person AND s.rule_set = o.rule_set AND s.season ="
    " (SELECT max(q.season) FROM rating q WHERE q.person = i.person"
    " AND q.rule_set = o.rule_set AND q.season <= ?5)"
    " LEFT JOIN feat g ON g.person = i.person AND g.rule_set = o.rule_set"
    " WHERE i.id = coalesce((SELECT id FROM identity WHERE network = ?1 AND account = ?4"
    " AND verified = ?3), (SELECT id FROM identity WHERE network = ?1 AND account = ?2"
    " AND verified = ?3))",
    [W_PERSON_NEW] = "INSERT INTO person (name, name_key, verified) VALUES (?1, ?2, ?3)"
                     " RETURNING id",
    [W_IDENTITY_NEW] = "INSERT INTO identity"
                       " (network, account, verified, person, account_key, name_key, seen_at,"
                       " mark, name, rounds) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                       " RETURNING id",
    [W_IDENTITY_SEEN] =
        "UPDATE identity SET seen_at = ?2, mark = CASE WHEN mark = ?3 THEN mark ELSE '' END,"
        " rounds = rounds + ?4 WHERE id = ?1",
    /* Not part of the statement above: a database writes an index whenever one of its columns is
     * set, even to the same value, and names rarely change. */
    [W_IDENTITY_NAMED] = "UPDATE identity SET name = ?2, name_key = ?3"
                         " WHERE id = ?1 AND (name <> ?2 OR name_key <> ?3)",
    [W_PERSON_SEEN] =
        "UPDATE person SET name = n.name, name_key = n.name_key, verified = n.verified"
        " FROM (SELECT CASE WHEN p.named = 1 THEN p.name ELSE i.name END AS name,"
        " CASE WHEN p.named = 1 THEN p.name_key ELSE i.name_key END AS name_key,"
        " (SELECT max(verified) FROM identity WHERE person = ?1) AS verified"
        " FROM person p CROSS JOIN identity i ON i.person = p.id WHERE p.id = ?1"
        " ORDER BY i.rounds DESC, i.verified DESC, i.seen_at DESC, i.id LIMIT 1) n"
        " WHERE person.id = ?1 AND (person.name <> n.name OR person.name_key <> n.name_key"
        " OR person.verified <> n.verified)",
    /* Returns the id, too, if another process has made the row at the same moment. */
    [W_SCOPE_NEW] = "INSERT INTO scope (kind, network, channel) VALUES (?1, ?2, ?3)"
                    " ON CONFLICT (kind, network, channel) DO UPDATE SET kind = ?1 RETURNING id",
    [W_SCORES] = EARNED_ON_BOARDS
    " WHERE e.won <> 0 OR e.points <> 0 ON CONFLICT (person, scope, span, start)"
    " DO UPDATE SET rounds = score.rounds + 1, rounds_won = score.rounds_won + excluded.rounds_won,"
    " matches = score.matches + excluded.matches,"
    " matches_won = score.matches_won + excluded.matches_won,"
    " points = score.points + excluded.points",
    /* For people who won no points and not the round. Does not set the columns by which boards are
     * ordered, because that would write their index. */
    [W_SCORES_PLAYED] = EARNED_ON_BOARDS
    " WHERE e.won = 0 AND e.points = 0 ON CONFLICT (person, scope, span, start)"
    " DO UPDATE SET rounds = score.rounds + 1, matches = score.matches + excluded.matches,"
    " matches_won = score.matches_won + excluded.matches_won",
    /* The same for one person in one scope, for a database that tells at once how many rows it has
     * changed: a third of the work, because these rows lie side by side. With all scopes in one
     * statement SQLite would make a temporary table of them each time. W_SCORE_NEW makes missing
     * rows. */
    [W_SCORE_MORE] = "UPDATE score SET rounds = rounds + 1, matches = matches + ?8,"
                     " matches_won = matches_won + ?9, rounds_won = rounds_won + ?10,"
                     " points = points + ?11" ROWS_ON_BOARDS,
    [W_SCORE_PLAYED] = "UPDATE score SET rounds = rounds + 1, matches = matches + ?8,"
                       " matches_won = matches_won + ?9" ROWS_ON_BOARDS,
    [W_SCORE_NEW] = "INSERT INTO score (" SCORE_COLUMNS ") SELECT s.id, w.span, w.start, ?1, 1,"
                    " ?12, ?10, ?11, ?13 FROM " BOARDS_OF_ROUND
                    " WHERE true ON CONFLICT (person, scope, span, start) DO NOTHING",
    [W_SETTING] = "INSERT INTO setting (scope, key, value) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT (scope, key) DO UPDATE SET value = ?3",
    [W_SETTING_CLEAR] = "DELETE FROM setting WHERE scope = ?1 AND key = ?2",
    [W_JOIN_SCORES] = "INSERT INTO score (" SCORE_COLUMNS
                      ") SELECT scope, span, start, ?2, rounds, rounds_won, matches,"
                      " matches_won, points FROM score WHERE person = ?1" SCORES_ADDED,
    [W_JOIN_CLEAR] = "DELETE FROM score WHERE person = ?1",
    [W_JOIN_IDENTITIES] = "UPDATE identity SET person = ?2 WHERE person = ?1",
    [W_JOIN_LINKS] = "UPDATE link SET person = ?2 WHERE person = ?1",
    [W_JOIN_NICK] = "UPDATE identity SET account = account || char(10) ||"
                    " CASE WHEN mark = '' THEN CAST(id AS TEXT) ELSE mark END"
                    " WHERE id = ?1 AND verified = 0 AND instr(account, char(10)) = 0",
    [W_JOIN_NAME] = "UPDATE person SET (name, name_key, named) ="
                    " (SELECT name, name_key, 1 FROM person WHERE id = ?1)"
                    " WHERE id = ?2 AND named = 0"
                    " AND (SELECT named FROM person WHERE id = ?1) = 1",
    [W_JOIN_HIDDEN] = "UPDATE person SET hidden = 1 WHERE id = ?2"
                      " AND (SELECT hidden FROM person WHERE id = ?1) = 1",
    [W_JOIN_PERSON] = "DELETE FROM person WHERE id = ?1",
    [W_LINK] = "INSERT INTO link (at, identity, person) VALUES (?1, ?2, ?3)",
    [W_ROUND_DROP] = "DELETE FROM round WHERE id = ?1 AND ended_at IS NULL",
    [W_PRUNE_REPLAYS] = "UPDATE round SET setup = '', archive = x'' WHERE id IN (SELECT id"
                        " FROM round WHERE ended_at IS NOT NULL AND archive <> x''"
                        " AND ended_at < ?1 ORDER BY ended_at LIMIT ?2)",
    [W_PRUNE_RESULTS] = "DELETE FROM result WHERE round IN (SELECT id FROM round"
                        " WHERE ended_at IS NOT NULL AND ended_at < ?1"
                        " ORDER BY ended_at, id LIMIT ?2)",
    [W_PRUNE_ROUNDS] = "DELETE FROM round WHERE id IN (SELECT id FROM round"
                       " WHERE ended_at IS NOT NULL AND ended_at < ?1"
                       " ORDER BY ended_at, id LIMIT ?2)"
                       " AND NOT EXISTS (SELECT 1 FROM result WHERE result.round = round.id)",
    [W_LAST_END] = "SELECT coalesce(max(ended_at), 0) FROM round WHERE ended_at IS NOT NULL",
    [W_LAST_SCOPE] = "SELECT coalesce(max(id), 0) FROM scope",
    [W_FOLD] = "DELETE FROM score WHERE (scope, span, start, person) IN"
               " (SELECT s.scope, s.span, s.start, s.person FROM scope c"
               " CROSS JOIN score s ON s.scope = c.id AND s.span = ?1 AND s.start < ?2"
               " WHERE c.id > ?3 AND c.id <= ?4 LIMIT ?5)",
    [W_IDENTITIES] = "SELECT count(*) FROM identity WHERE person IN (?1, ?2)",
    /* The person ?1 gets (?5 = 1) or loses (?5 = -1) what the person ?6 earned since ?4, on the
     * boards of the period ?2 that starts at ?3. Counts rounds in which the person ?7 also has a
     * seat (?8 = 1), has none (?8 = 0), or all (?8 is NULL). */
    [W_RECOUNT] =
        "INSERT INTO score (" SCORE_COLUMNS
        ") SELECT s.id, ?2, ?3, ?1, ?5 * sum(e.rounds), ?5 * sum(e.rounds_won),"
        " ?5 * sum(e.matches), ?5 * sum(e.matches_won), ?5 * sum(e.points)"
        " FROM (SELECT o.network AS network, o.channel AS channel, count(*) AS rounds,"
        " sum(r.won) AS rounds_won, sum(r.match_over) AS matches,"
        " sum(r.match_over * r.match_won) AS matches_won, sum(r.points) AS points"
        " FROM identity i CROSS JOIN result r ON r.identity = i.id"
        " CROSS JOIN round o ON o.id = r.round"
        " WHERE i.person = ?6 AND o.counts = 1 AND o.ended_at >= ?4"
        " AND NOT EXISTS (" SQL_OTHER_SEAT " AND j.person = ?6)"
        " AND (?8 IS NULL OR ?8 ="
        " CASE WHEN EXISTS (" SQL_OTHER_SEAT " AND j.person = ?7) THEN 1 ELSE 0 END)"
        " GROUP BY o.network, o.channel) e CROSS JOIN scope s"
        " ON s.kind = 2 OR (s.network = e.network AND (s.kind = 1 OR s.channel = e.channel))"
        " WHERE true GROUP BY s.id" SCORES_ADDED,
    [W_RECOUNT_CLEAR] = "DELETE FROM score WHERE person = ?1 AND rounds <= 0",
    [W_PART] = "UPDATE identity SET person = ?2 WHERE id = ?1",
    [W_PART_LINK] = "DELETE FROM link WHERE identity = ?1",
    /* Takes the mark out of the account of a linked nick. Does nothing if another identity has the
     * plain nick by now. */
    [W_PART_NICK] = "UPDATE identity SET account = " NICK_ALONE
                    " WHERE id = ?1 AND verified = 0 AND instr(account, char(10)) > 0"
                    " AND NOT EXISTS (SELECT 1 FROM identity q WHERE q.network = identity.network"
                    " AND q.verified = 0 AND q.account = " NICK_ALONE ")",
    [W_NAME] = "UPDATE person SET name = coalesce(?2, name), name_key = coalesce(?3, name_key),"
               " named = CASE WHEN ?2 IS NULL THEN 0 ELSE 1 END WHERE id = ?1 AND NOT EXISTS "
               "(" SQL_NAME_TAKEN ")",
    [W_HIDE] = "UPDATE person SET hidden = ?2 WHERE id = ?1",
    /* Does nothing if another identity has that nick and mark. */
    [W_MOVE] = "UPDATE identity SET mark = ?4, account = CASE WHEN instr(account, char(10)) > 0"
               " THEN ?2 || char(10) || ?4 ELSE account END WHERE id = ?1"
               " AND NOT EXISTS (SELECT 1 FROM identity q WHERE q.network = identity.network"
               " AND q.verified = identity.verified AND q.id <> identity.id"
               " AND instr(identity.account, char(10)) > 0 AND q.account = ?2 || char(10) || ?4)",
    /* Before the first round whose results are kept. */
    [W_RATED_TRIM] = "DELETE FROM rated WHERE id < (SELECT d.id FROM rated d CROSS JOIN result q"
                     " ON q.round = d.round ORDER BY d.id LIMIT 1)",
    [W_EARN] = "INSERT INTO achievement (identity, what, round, at) VALUES (?1, ?2, ?3, ?4)"
               " ON CONFLICT (identity, what) DO NOTHING",
    /* Those of two persons that come from a round in which both sat. */
    [W_UNEARN_BOTH] = "DELETE FROM achievement WHERE identity IN"
                      " (SELECT id FROM identity WHERE person IN (?1, ?2))"
                      " AND EXISTS (SELECT 1 FROM result r JOIN identity i ON i.id = r.identity"
                      " WHERE r.round = achievement.round AND i.person = ?1)"
                      " AND EXISTS (SELECT 1 FROM result r JOIN identity i ON i.id = r.identity"
                      " WHERE r.round = achievement.round AND i.person = ?2)",
};

#define RATED_COLUMNS "SELECT p.name, p.verified, r.mu, r.sigma, r.rounds"
#define RATED_ORDER   " ORDER BY " SQL_STANDING " DESC, r.person LIMIT ?2"

#define STREAK_COLUMNS "SELECT p.name, p.verified, f.streak, f.longest, f.rounds, f.won, p.id"
#define STREAK_ORDER   " ORDER BY f.longest DESC, f.streak DESC, p.name_key, p.id LIMIT ?2"

const char *const sql_read_sql[READ_STMTS] = {
    [R_SCOPE] = "SELECT id FROM scope WHERE kind = ?1 AND network = ?2 AND channel = ?3",
    [R_BOARD] = "SELECT p.name, p.verified, s.rounds, s.rounds_won, s.matches, s.matches_won,"
                " s.points FROM score s CROSS JOIN person p ON p.id = s.person"
                " WHERE s.scope = ?1 AND s.span = ?2 AND s.start = ?3"
                " ORDER BY s.points DESC, s.rounds_won DESC, s.rounds, p.name_key, p.id LIMIT ?4",
    /* The best ?2 by rating in the set ?1 and the season ?4; ?3 is the scope. A channel has few
     * people, so all are read and sorted. The other statements go through people in order of rating
     * until they have enough. */
    [R_RATED_CHANNEL] =
        RATED_COLUMNS " FROM score s CROSS JOIN rating r ON r.person = s.person AND r.rule_set = ?1"
                      " AND r.season = ?4 CROSS JOIN person p ON p.id = r.person"
                      " WHERE s.scope = ?3 AND s.span = 4 AND s.start = 0" RATED_ORDER,
    [R_RATED_NETWORK] = RATED_COLUMNS
    " FROM rating r CROSS JOIN person p ON p.id = r.person"
    " WHERE r.rule_set = ?1 AND r.season = ?4"
    " AND EXISTS (SELECT 1 FROM score s WHERE s.scope = ?3 AND s.span = 4 AND s.start = 0"
    " AND s.person = r.person)" RATED_ORDER,
    [R_RATED_OVERALL] = RATED_COLUMNS " FROM rating r CROSS JOIN person p ON p.id = r.person"
                                      " WHERE r.rule_set = ?1 AND r.season = ?4" RATED_ORDER,
    /* For each set, the last rating up to the season ?3. */
    [R_RATINGS] = "SELECT rule_set, mu, sigma, rounds, season FROM rating r WHERE person = ?1"
                  " AND season = (SELECT max(q.season) FROM rating q WHERE q.person = ?1"
                  " AND q.rule_set = r.rule_set AND q.season <= ?3) ORDER BY rule_set LIMIT ?2",
    /* The best ?2 by the longest streak in the set ?1; ?3 is the scope. */
    [R_STREAK_CHANNEL] =
        STREAK_COLUMNS " FROM score s CROSS JOIN feat f ON f.person = s.person AND f.rule_set = ?1"
                       " AND f.longest > 0 CROSS JOIN person p ON p.id = f.person AND p.hidden = 0"
                       " WHERE s.scope = ?3 AND s.span = 4 AND s.start = 0" STREAK_ORDER,
    [R_STREAK_NETWORK] = STREAK_COLUMNS
    " FROM feat f CROSS JOIN person p ON p.id = f.person AND p.hidden = 0"
    " WHERE f.rule_set = ?1 AND f.longest > 0"
    " AND EXISTS (SELECT 1 FROM score s WHERE s.scope = ?3 AND s.span = 4 AND s.start = 0"
    " AND s.person = f.person)" STREAK_ORDER,
    [R_STREAK_OVERALL] =
        STREAK_COLUMNS " FROM feat f CROSS JOIN person p ON p.id = f.person"
                       " AND p.hidden = 0 WHERE f.rule_set = ?1 AND f.longest > 0" STREAK_ORDER,
    [R_RECORDS] = "SELECT rule_set, rounds, won, duels_won, duels_lost, bluffs, streak, longest,"
                  " plays, lasted, fast_round, cards, cards_round FROM feat WHERE person = ?1"
                  " ORDER BY rule_set LIMIT ?2",
    [R_RIVALS] = "SELECT v.other, p.name, p.verified, v.rounds, v.ahead, v.behind FROM versus v"
                 " CROSS JOIN person p ON p.id = v.other AND p.hidden = 0 WHERE v.person = ?1"
                 " AND (?3 = 0 OR v.other = ?3) ORDER BY v.rounds DESC, v.other LIMIT ?2",
    [R_WINNER] = "SELECT i.person, s.id FROM round o CROSS JOIN result r ON r.round = o.id"
                 " CROSS JOIN identity i ON i.id = r.identity CROSS JOIN scope s ON s.kind = 0"
                 " AND s.network = o.network AND s.channel = o.channel"
                 " WHERE o.id = ?1 AND o.counts = 1 AND r.won = 1 ORDER BY r.seat",
    /* The best records of the people who play in the scope ?1, except the person ?2. */
    [R_BEST] =
        "SELECT max(f.longest), max(f.cards), min(CASE WHEN f.plays > 0 THEN f.plays * 1000000000"
        " + CASE WHEN f.lasted < 999999999 THEN f.lasted ELSE 999999999 END END) FROM score s "
        "CROSS JOIN feat f"
        " ON f.person = s.person AND f.rule_set = ''"
        " WHERE s.scope = ?1 AND s.span = 4 AND s.start = 0 AND s.person <> ?2",
    /* Of the person ?1; of equal ones the earliest comes last. */
    [R_ACHIEVEMENTS] = "SELECT e.what, e.at FROM identity i CROSS JOIN achievement e"
                       " ON e.identity = i.id WHERE i.person = ?1 ORDER BY e.what, e.at DESC",
    /* Those that the round ?1 added, ?2 at most. */
    [R_EARNED] = "SELECT p.name, p.verified, e.what, p.id FROM result r CROSS JOIN achievement e"
                 " ON e.identity = r.identity AND e.round = r.round"
                 " CROSS JOIN identity i ON i.id = r.identity"
                 " CROSS JOIN person p ON p.id = i.person AND p.hidden = 0"
                 " WHERE r.round = ?1 ORDER BY r.seat, e.what LIMIT ?2",
    [R_IDENTITIES] = "SELECT id FROM identity WHERE person = ?1 ORDER BY id LIMIT ?2",
    /* Points of the identity ?1, newest first, ?2 rows of the set ?3 at most ('': all sets). */
    [R_POINTS] =
        "SELECT r.round, o.ended_at, CASE WHEN ?3 = '' THEN r.rating ELSE r.set_rating END,"
        " CASE WHEN ?3 = '' THEN r.rating_off ELSE r.set_rating_off END, r.seat"
        " FROM (SELECT * FROM result WHERE identity = ?1 AND rating IS NOT NULL"
        " ORDER BY round DESC LIMIT CASE WHEN ?3 = '' THEN ?2 ELSE 2000 END) r"
        " CROSS JOIN round o ON o.id = r.round"
        " WHERE ?3 = '' OR o.rule_set = ?3 ORDER BY r.round DESC LIMIT ?2",
    [R_PLAYER] = "SELECT person FROM identity i"
                 " WHERE i.id IN (SELECT id FROM identity WHERE network = ?1 AND account_key = ?2"
                 " UNION ALL SELECT id FROM identity WHERE network = ?1 AND name_key = ?2)"
                 " ORDER BY i.verified DESC, i.account_key = ?2 DESC, i.seen_at DESC, i.id LIMIT 1",
    [R_SHOWN] =
        "SELECT p.id FROM person p WHERE p.name_key = ?2"
        " ORDER BY p.named DESC, EXISTS (SELECT 1 FROM identity i WHERE i.person = p.id"
        " AND i.network = ?1) DESC, p.verified DESC,"
        " coalesce((SELECT max(seen_at) FROM identity WHERE person = p.id), 0) DESC LIMIT 1",
    [R_IDENTITY] = "SELECT id, person FROM identity"
                   " WHERE network = ?1 AND account IN (?2, ?4) AND verified = ?3"
                   " ORDER BY account = ?4 DESC LIMIT 1",
    [R_PERSON] = "SELECT name, verified, named FROM person WHERE id = ?1",
    [R_LINKS] = "SELECT network, account, name, verified, mark, id FROM identity WHERE person = ?1"
                " ORDER BY id LIMIT ?2",
    [R_TAKEN] = SQL_NAME_TAKEN " LIMIT 1",
    [R_SCORE] = "SELECT rounds, rounds_won, matches, matches_won, points FROM score"
                " WHERE scope = ?1 AND span = ?2 AND start = ?3 AND person = ?4",
    [R_BETTER_POINTS] = "SELECT count(*) FROM score"
                        " WHERE scope = ?1 AND span = ?2 AND start = ?3 AND points > ?4",
    [R_BETTER_WON] = "SELECT count(*) FROM score WHERE scope = ?1 AND span = ?2 AND start = ?3"
                     " AND points = ?4 AND rounds_won > ?5",
    [R_BETTER_ROUNDS] = "SELECT count(*) FROM score WHERE scope = ?1 AND span = ?2 AND start = ?3"
                        " AND points = ?4 AND rounds_won = ?5 AND rounds < ?6",
};
