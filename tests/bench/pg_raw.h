/* pg_raw.h: the baselines of the journal on a server: libpq alone. */
#ifndef TALON_TESTS_BENCH_PG_RAW_H
#define TALON_TESTS_BENCH_PG_RAW_H

#include "measure.h"

extern const char pg_raw_table[]; /* a statement that makes the table, once */

/* Inserts `rows` rows like the journal's in transactions of `group`, each sent at once and waited
 * for, as the process `number`. Seconds it took, 0 when it failed; each commit's duration goes into
 * `commits` (may be NULL). */
double pg_raw_insert(const char *address, unsigned number, unsigned long rows, unsigned group,
                     struct samples *commits);

#endif
