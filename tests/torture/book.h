/* book.h: looking at a database from outside, for tests: not through the disk that fails (vfs.h).
 */
#ifndef TALON_TESTS_TORTURE_BOOK_H
#define TALON_TESTS_TORTURE_BOOK_H

#include <stdint.h>

/* A number for all that its tables hold; 0: there is no such database, or nothing in it. */
uint64_t book_hash(const char *path);
/* Writes it down, for people. */
void book_print(const char *path);

/* Fails the test unless it is whole (integrity_check), its boards are what its results add up to
 * (`talon check-db`), and every round can be repeated from its secret (`talon verify --all`). */
void book_check(const char *path, int64_t now);

#endif
