/* sql_impl.h: what both databases put into their struct store_impl. */
#ifndef TALON_STORAGE_SQL_SQL_IMPL_H
#define TALON_STORAGE_SQL_SQL_IMPL_H

#include "sql_forget.h"
#include "sql_player.h"
#include "sql_read.h"
#include "sql_web_query.h"

/* Initialisers. A database adds how it applies batches, interrupts a question and is destroyed. */
#define SQL_IMPL                                                                                   \
    .group_max = 64, .next_table_id = sql_next_table_id, .next_round_id = sql_next_round_id,       \
    .load_tables = sql_load_tables, .load_rounds = sql_load_rounds,                                \
    .load_settings = sql_load_settings, .begin_read = sql_begin_read, .end_read = sql_end_read,    \
    .board = sql_board, .stats = sql_stats, .player = sql_player, .round_news = sql_round_news,    \
    .links = sql_links, .taken = sql_taken, .traces = sql_traces, .web = &sql_web_query

#endif
