/* raw.h: the baselines of the journal: SQLite alone, with the settings of the store. */
#ifndef TALON_TESTS_BENCH_RAW_H
#define TALON_TESTS_BENCH_RAW_H

#include "measure.h"

/* Inserts `rows` rows like the journal's in transactions of `group` (WAL, synchronous=FULL) into a
 * new database. Seconds it took, 0 when it failed; each commit's duration goes into `commits`
 * (may be NULL). */
double raw_insert(const char *path, unsigned long rows, unsigned group, struct samples *commits);

/* Makes a database with the tables and rounds of Talon's database `talon`, and a row for each
 * action: `tables` play in turns, each for so many actions. False: said on stderr. */
bool raw_copy(const char *path, const char *talon, unsigned tables, unsigned actions);
/* Reads every row of tables, running rounds and the journal of a store's database. Seconds, 0 when
 * it failed. */
double raw_scan(const char *path);

/* Puts rounds that are over into a store's database that has none, as years of play leave them:
 * setup, archive, results of four people, sums of all time. False: said on stderr. */
bool raw_fill(const char *path, unsigned rounds);

#endif
