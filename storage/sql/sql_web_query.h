/* sql_web_query.h: web_query.h on a database. */
#ifndef TALON_STORAGE_SQL_SQL_WEB_QUERY_H
#define TALON_STORAGE_SQL_SQL_WEB_QUERY_H

#include "storage/web_query.h"

struct web_query_impl;
struct sql_store;

extern const struct web_query_impl sql_web_query;

/* Reads the person with that number; `who->person` is 0 if there is none. False: an error. */
bool sql_someone(struct sql_store *sq, int64_t person, struct store_someone *who);

#endif
