/* sql_forget_tool.h: store_forget() (forget.h) on any database that nobody else uses. */
#ifndef TALON_STORAGE_SQL_SQL_FORGET_TOOL_H
#define TALON_STORAGE_SQL_SQL_FORGET_TOOL_H

#include "sql.h"

struct store_forget;

/* Runs in the caller's transaction, which the caller ends. FOUND: the person is forgotten. NONE: it
 * refused, and the fault says why. ERROR: `sql` has the error. */
enum found sql_forget_tool(struct sql *sql, struct store_forget *asked, struct fault *why);

#endif
