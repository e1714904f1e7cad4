/* batch.h: write operations that the loop gathers, and that become durable together.
 *
 * The loop's thread fills a batch, then the writer thread owns it (writer.h) and gives it back
 * empty to be filled again. A batch owns all memory of its operations. */
#ifndef TALON_STORAGE_BATCH_H
#define TALON_STORAGE_BATCH_H

#include <stddef.h>

#include "forget.h"

enum op_kind {
    OP_TABLE,
    OP_TABLE_CLOSED,
    OP_ROUND,
    OP_ACTION,
    OP_ROUND_END,
    OP_SETTING,
    OP_LINK,
    OP_PART,
    OP_NAME,
    OP_HIDE,
    OP_MOVE,
    OP_PRUNE,
    OP_FOLD,
    OP_EMPTY_LOG,
    OP_FORGET,
    OP_GIVE,
    OP_LETTER,
    OP_LETTER_READ
};

struct setting {
    const char *scope, *key;
    const char *value; /* NULL: delete */
};

struct link {
    struct store_identity from, into;
    int64_t at;
};

/* Rows before these times are deleted (milliseconds since 1970); 0: none. */
struct prune {
    int64_t results, replays;
};

/* A change of one identity. */
struct person_op {
    struct store_identity who;
    const char *text; /* OP_NAME: the name; OP_MOVE: the new mark */
    bool hidden;      /* OP_HIDE */
    int64_t at;       /* OP_PART, OP_NAME, OP_HIDE */
};

/* What store_ask_traces() found of a person who is now forgotten (forget.h). */
struct forget_op {
    struct store_identity who;
    const struct store_forget_texts *texts;
    const struct store_identity *known; /* the identities whose names were searched in the rounds:
                                           network, account, verified */
    unsigned known_count;
    const int64_t *rounds;
    size_t round_count;
    int64_t last;
};

/* A lease. */
struct give_op {
    const char *name;
    const char *heir; /* the process that is to have the lease next; NULL: anybody may take it */
    bool told, by_hand;
};

/* A letter from the holder of one network to that of another (lease.h). OP_LETTER has no `id` yet,
 * OP_LETTER_READ nothing else. */
struct letter_op {
    int64_t id;
    const char *to, *from, *text;
};

struct op {
    struct op *next;
    enum op_kind kind;
    union {
        struct store_table table;
        int64_t closed; /* table */
        struct store_round round;
        struct store_action action;
        struct store_round_end end;
        struct setting setting;
        struct link link;
        struct prune prune;
        int64_t fold; /* now */
        struct person_op person;
        struct forget_op forget;
        struct give_op give;
        struct letter_op letter;
    } as;
};

/* Memory that grows in chunks, and is freed all at once. Data in it never moves. */
struct chunk;

struct batch {
    const struct log *log;
    struct batch *next;
    uint64_t number;
    struct op *first, **last;
    struct chunk *chunks; /* newest first */
    unsigned tries;       /* that failed */
};

/* The functions below never lose an accepted operation silently. If memory is out, they end the
 * process with a line in `log`; the next start goes on from what is durable. */

/* A new empty batch. */
struct batch *batch_create(const struct log *log);
/* Accepts NULL. */
void batch_destroy(struct batch *batch);
/* Empties the batch for new use, and keeps one chunk of its memory. */
void batch_clear(struct batch *batch);
/* Memory that lives until the batch is cleared. */
void *batch_alloc(struct batch *batch, size_t size);
/* Copies a text into the batch; NULL stays NULL. */
const char *batch_copy(struct batch *batch, const char *text);
/* Adds an operation at the end. The five functions below copy their texts into the batch. */
struct op *batch_add(struct batch *batch, enum op_kind kind);
void batch_add_table(struct batch *batch, const struct store_table *table);
void batch_add_round(struct batch *batch, const struct store_round *round);
void batch_add_action(struct batch *batch, const struct store_action *action);
void batch_add_setting(struct batch *batch, const struct setting *setting);
void batch_add_letter(struct batch *batch, const struct letter_op *letter);

#endif
