/* sql_web_query_text.h: what sql_web_query.c asks, prepared once on the connection that reads. */
#ifndef TALON_STORAGE_SQL_SQL_WEB_QUERY_TEXT_H
#define TALON_STORAGE_SQL_SQL_WEB_QUERY_TEXT_H

enum web_stmt {
    WEB_SAME, /* rows of a board after a given one: of the same rank ... */
    WEB_WON,
    WEB_POINTS, /* ... to those of fewer points */
    WEB_RATED_SAME,
    WEB_RATED_LESS,
    WEB_THERE_SAME, /* rating boards of a network: people who have played there */
    WEB_THERE_LESS,
    WEB_RATED_CHANNEL,
    WEB_SEARCH,
    WEB_SOMEONE,
    WEB_FIRST,
    WEB_LAST,
    WEB_BETTER_POINTS,
    WEB_BETTER_WON,
    WEB_ROUNDS_OF,
    WEB_ROUND,
    WEB_RESULTS,
    WEB_CHANNELS,
    WEB_STMTS
};
extern const char *const sql_web_sql[WEB_STMTS];

#endif
