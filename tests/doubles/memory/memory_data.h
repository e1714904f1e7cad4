/* memory_data.h: what a store in memory holds. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_DATA_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_DATA_H

#include "storage/store_base.h"

struct list {
    void *items;
    size_t count, room;
};

/* What one identity got from a round. */
struct memory_result {
    struct store_result result; /* do not read `who`: the identity counts */
    size_t identity;
    struct store_point
        points[2]; /* the rating in all sets and in that of the round; round 0: not rated */
};

struct memory_round {
    struct store_round round; /* owns its text */
    struct list actions;      /* struct store_action */
    struct list results;      /* struct memory_result */
    struct list computers;    /* struct store_result: of computer players */
    char *outcome;            /* NULL: the round runs, or left nothing */
    int64_t ended_at;
    size_t end_number; /* counts the rounds that ended, from 1 */
    bool ended, counts;
};

struct person {
    char *name, *key;
    bool verified, named, hidden;
};

struct identity {
    char *network, *account, *account_key, *name, *name_key;
    bool verified;
    char *mark;
    size_t person;
    int64_t seen_at;
    unsigned rounds;
};

/* Which board of which period. */
struct board {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    enum store_period period;
    int64_t start; /* board_period_start() */
};

/* The sums of one person on a board. */
struct score {
    struct board board; /* owns its texts */
    size_t person;
    struct store_score sums;
};

/* The rating of a person in that season and set ("": in all). */
struct memory_rating {
    size_t person;
    int season;
    char *set;
    struct rating rating;
};

/* An achievement of an identity; `round` and `at` 0: earlier than is known. */
struct memory_earned {
    size_t identity;
    unsigned what;
    int64_t round, at;
};

struct memory_store {
    struct store base; /* first */
    uv_mutex_t mutex;  /* guards the lists: the writer applies, the loop and its workers read */
    struct list tables, rounds, people, identities, scores, ratings, settings, earned;
    struct list ended; /* size_t: places in `rounds`, in the order in which they ended */
    int64_t last_table, last_round;
    atomic_bool fails;
};

/* Returns its argument, but ends the program on NULL: a store in memory cannot do without. */
void *memory_need(void *memory);
char *memory_copy(const char *text);
/* Adds a zeroed item at the end. */
void *memory_list_add(struct list *list, size_t size);

/* Removes the item at that place. */
void memory_list_remove(struct list *list, size_t size, size_t at);

#endif
