/* memory_achievement.h: achievements (achievement.h), in memory. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_ACHIEVEMENT_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_ACHIEVEMENT_H

#include "memory_data.h"

/* Adds what the round that has just ended earned. */
void memory_earn(struct memory_store *m, const struct memory_round *round);
/* Removes what two persons earned in rounds in which both sat, or all of one person. */
void memory_unearn_both(struct memory_store *m, size_t one, size_t other);
void memory_unearn(struct memory_store *m, size_t person);
/* Reads those of a person. */
void memory_achievements(const struct memory_store *m, size_t person,
                         struct store_achievement achievements[STORE_ACHIEVEMENTS]);
/* Reads those that a round added. */
void memory_earned_in(const struct memory_store *m, int64_t round, struct store_round_news *news);

#endif
