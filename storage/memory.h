/* memory.h: the data of the memory store, shared by its writing and its reading half. */
#ifndef TALON_STORAGE_MEMORY_H
#define TALON_STORAGE_MEMORY_H

#include "internal.h"

struct list {
    void *items;
    size_t count, room;
};

/* Of a person. */
struct memory_result {
    struct store_result result; /* `who` is not to be read */
    size_t identity;
};

struct memory_round {
    struct store_round round; /* owns its text */
    struct list actions;      /* struct store_action */
    struct list results;      /* struct memory_result */
    int64_t ended_at;
    bool ended, counts;
};

struct person {
    char *name, *key;
    bool verified, named;
};

struct identity {
    char *network, *account, *account_key, *name, *name_key;
    bool verified;
    char *mark;
    size_t person;
    int64_t seen_at;
    unsigned rounds;
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
char *memory_copy(const char *text);
/* A new zeroed item at the end. */
void *memory_list_add(struct list *list, size_t size);

/* memory_people.c: the number of an identity, made with its person when new, with so many rounds
 * more; of one that is there; and what is done to them. */
#define MEMORY_NOBODY ((size_t)-1)
size_t memory_meet(struct memory_store *m, const struct store_identity *who, int64_t at,
                   unsigned rounds);
size_t memory_find(const struct memory_store *m, const struct store_identity *who);
void memory_link(struct memory_store *m, const struct link *link);
void memory_part(struct memory_store *m, const struct person_op *op);
void memory_name(struct memory_store *m, const struct person_op *op);
void memory_move(struct memory_store *m, const struct person_op *op);
/* Whether somebody else than that person (MEMORY_NOBODY: than nobody) is known by a folded name. */
bool memory_is_taken(const struct memory_store *m, size_t person, const char *key);
/* What a round that has ended gives to whom. */
void memory_score(struct memory_store *m, const struct memory_round *round);
void memory_free_people(struct memory_store *m);

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
bool memory_record(struct store *store, int64_t round, bool *found, char **setup, char **actions);
bool memory_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_WINDOWS]);
bool memory_links(struct store *store, const struct store_identity *who, struct store_links *links);
bool memory_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);

#endif
