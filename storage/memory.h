/* memory.h: the data of the memory store, shared by its writing and its reading half. */
#ifndef TALON_STORAGE_MEMORY_H
#define TALON_STORAGE_MEMORY_H

#include "internal.h"

struct list {
    void *items;
    size_t count, room;
};

struct memory_round {
    struct store_round round; /* owns its text */
    struct list actions;      /* struct store_action */
    bool ended;
};

struct person {
    char *name, *key;
    bool verified;
};

struct identity {
    char *network, *account, *account_key, *name_key;
    bool verified;
    char *mark;
    size_t person;
    int64_t seen_at;
};

struct score {
    enum store_scope scope;
    char *network, *channel;
    enum store_window window;
    int64_t start;
    size_t person;
    struct store_score sums;
};

struct memory_store {
    struct store base; /* first */
    uv_mutex_t mutex;  /* guards the lists: the writer applies, the loop and its workers read */
    struct list tables, rounds, people, identities, scores, settings;
    int64_t last_table, last_round;
    atomic_bool fails;
};

/* Without memory a store in memory has nothing to fall back on: ends the program. */
void *memory_need(void *memory);

bool memory_is_board(const struct score *score, enum store_scope scope, const char *network,
                     const char *channel, enum store_window window, int64_t start);
/* NULL: no games there. */
struct score *memory_find_score(struct memory_store *m, enum store_scope scope, const char *network,
                                const char *channel, enum store_window window, int64_t start,
                                size_t person);

/* memory_read.c: entries of the table of functions. */
int64_t memory_next_table_id(struct store *store);
int64_t memory_next_round_id(struct store *store);
bool memory_load_tables(struct store *store,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
bool memory_load_rounds(struct store *store,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
bool memory_load_settings(struct store *store,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
bool memory_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
bool memory_stats(struct store *store, const char *network, const char *channel, const char *name,
                  int64_t at, bool *found, struct store_score scores[STORE_WINDOWS]);
bool memory_record(struct store *store, int64_t round, bool *found, char **setup, char **actions);
bool memory_nick(struct store *store, const char *network, const char *account, bool *found,
                 char mark[STORE_MARK_MAX]);

#endif
