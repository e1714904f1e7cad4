/* memory_rating.h: ratings (rating.h) in memory. The caller holds the mutex. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_RATING_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_RATING_H

#include "memory_data.h"

/* A round that counts has ended. */
void memory_rate(struct memory_store *m, struct memory_round *round);
/* Gives the ratings of `from`, who is deleted, to the person `into`. */
void memory_join_ratings(struct memory_store *m, size_t from, size_t into);
/* The new person `own` was part of `person` until now. */
void memory_copy_ratings(struct memory_store *m, size_t person, size_t own);
/* The last rating of a person in a set ("": in all) up to a season; NULL: none yet. */
struct memory_rating *memory_find_rating(const struct memory_store *m, size_t person,
                                         const char *set, int season);
void memory_free_ratings(struct memory_store *m);

#endif
