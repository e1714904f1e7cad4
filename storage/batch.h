/* batch.h: operations that are gathered on the loop and become durable together.
 *
 * A batch is filled on the loop's thread, then belongs to the writer thread (writer.h), and comes
 * back empty to be filled again. It owns all memory of its operations. */
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
    OP_GIVE
};

struct setting {
    const char *scope, *key;
    const char *value; /* NULL: delete */
};

struct link {
    struct store_identity from, into;
    int64_t at;
};

/* Times (milliseconds); 0: for ever. */
struct prune {
    int64_t results, replays;
};

/* What is done to one identity. */
struct person_op {
    struct store_identity who;
    const char *text; /* OP_NAME: the name; OP_MOVE: the new mark */
    bool hidden;      /* OP_HIDE */
    int64_t at;       /* OP_PART, OP_NAME, OP_HIDE */
};

/* What was found of a person before they are forgotten (forget.h). */
struct forget_op {
    struct store_identity who;
    const struct store_forget_texts *texts;
    const struct store_identity *known; /* network, account, verified of whom `rounds` are */
    unsigned known_count;
    const int64_t *rounds;
    size_t round_count;
    int64_t last;
};

/* A lease. */
struct give_op {
    const char *name;
    bool told;
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
    } as;
};

/* Memory that grows in chunks and goes all at once; what is in it never moves. */
struct chunk;

struct batch {
    const struct log *log;
    struct batch *next;
    uint64_t number;
    struct op *first, **last;
    struct chunk *chunks; /* newest first */
    unsigned tries;       /* that failed */
};

/* What is accepted must not be lost in silence: where memory is out these end the process with a
 * line in `log`, and the journal brings it back. */

/* A new empty batch. */
struct batch *batch_create(const struct log *log);
/* Accepts NULL. */
void batch_destroy(struct batch *batch);
/* Empties it for new use; keeps one chunk. */
void batch_clear(struct batch *batch);
/* Memory that lives as long as what is in the batch. */
void *batch_alloc(struct batch *batch, size_t size);
/* A copy of a text; NULL stays NULL. */
const char *batch_copy(struct batch *batch, const char *text);
/* A new operation behind the others. */
struct op *batch_add(struct batch *batch, enum op_kind kind);

#endif
