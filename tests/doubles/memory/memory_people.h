/* memory_people.h: people and their scores in memory. The caller holds the mutex. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_PEOPLE_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_PEOPLE_H

#include "memory_data.h"

#define MEMORY_NOBODY ((size_t)-1)

/* The number of an identity seen at `at`. Makes a new one, with a person of its own, and adds
 * `rounds` to the rounds that it has played. */
size_t memory_meet(struct memory_store *m, const struct store_identity *who, int64_t at,
                   unsigned rounds);
/* The number of an identity; MEMORY_NOBODY: there is none. */
size_t memory_find(const struct memory_store *m, const struct store_identity *who);
/* Whether a person has an identity; after a link the other person has none. */
bool memory_is_known(const struct memory_store *m, size_t person);
/* Do what store_link(), store_part(), store_put_name(), store_put_hidden(), store_move_nick() and
 * store_forget_person() ask for. The caller forgets the rounds. */
void memory_link(struct memory_store *m, const struct link *link);
void memory_part(struct memory_store *m, const struct person_op *op);
void memory_name(struct memory_store *m, const struct person_op *op);
void memory_forget(struct memory_store *m, const struct forget_op *op);
void memory_hide(struct memory_store *m, const struct person_op *op);
void memory_move(struct memory_store *m, const struct person_op *op);
/* Whether anybody but that person (MEMORY_NOBODY: anybody at all) has the folded name. */
bool memory_is_taken(const struct memory_store *m, size_t person, const char *key);
/* Adds the results of a finished round to the scores. */
void memory_score(struct memory_store *m, const struct memory_round *round);
void memory_free_people(struct memory_store *m);

/* Whether a score stands on that board. */
bool memory_is_board(const struct score *score, const struct board *board);
/* The person's score there; NULL: no games. */
struct score *memory_find_score(struct memory_store *m, const struct board *board, size_t person);

#endif
