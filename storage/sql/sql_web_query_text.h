/* sql_web_query_text.h: what sql_web_query.c asks, prepared once on the connection that reads. */
#ifndef TALON_STORAGE_SQL_SQL_WEB_QUERY_TEXT_H
#define TALON_STORAGE_SQL_SQL_WEB_QUERY_TEXT_H

enum look_stmt {
    L_SAME, /* rows of a board behind one: of the same rank ... */
    L_WON,
    L_POINTS, /* ... to those of fewer points */
    L_RATED_SAME,
    L_RATED_LESS,
    L_THERE_SAME, /* likewise of those who have played in a network */
    L_THERE_LESS,
    L_RATED_CHANNEL,
    L_SEARCH,
    L_SOMEONE,
    L_FIRST,
    L_LAST,
    L_BETTER_POINTS,
    L_BETTER_WON,
    L_ROUNDS_OF,
    L_ROUND,
    L_RESULTS,
    L_CHANNELS,
    LOOK_STMTS
};
extern const char *const sql_look_sql[LOOK_STMTS];

#endif
