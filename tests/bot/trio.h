/* trio.h: alice, bob and carol at a table of a daemon that ends and starts again, for tests. */
#ifndef TALON_TESTS_BOT_TRIO_H
#define TALON_TESTS_BOT_TRIO_H

#include "scene.h"

extern struct scene scene;
extern const char *const trio[3];

int trio_tear_down(void **state);

/* alice opened the table of a match to 500 points, and all three sit. */
void trio_begin(enum scene_store kind);
/* They join the channel, bob by his account. */
void trio_come(void);
/* The daemon ends in mid-play and starts again, and they come. */
void trio_restart(void);
/* alice deals, and they play so many moves of a round that runs then; the actors as they stand. */
void trio_play(struct actor actors[3], unsigned moves);
/* Of the round that runs. */
uint64_t trio_hash(void);

/* Another hand in the database: a statement that changes something, and a query for a number. */
void trio_sql(const char *format, ...) __attribute__((format(printf, 1, 2)));
int64_t trio_number(const char *query);

#endif
