/* late_log.h: keeps the records of the log while the screen shows the table, and writes them to
 * stderr afterwards. Any thread may log meanwhile. */
#ifndef TALON_ADAPTERS_TERMINAL_LATE_LOG_H
#define TALON_ADAPTERS_TERMINAL_LATE_LOG_H

enum { LATE_LOG_BYTES = 16384 }; /* later records are dropped, and counted */

void late_log_begin(void);
/* Writes what was kept. From now on records go to stderr at once. */
void late_log_end(void);

#endif
