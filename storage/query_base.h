/* query_base.h: how a question gets into the store's line (query.c), whatever it asks. */
#ifndef TALON_STORAGE_QUERY_BASE_H
#define TALON_STORAGE_QUERY_BASE_H

#include <stdbool.h>

struct store;
struct question;

struct question_kind {
    /* Off the loop, one question at a time: reads what is asked for. False: it could not. */
    bool (*run)(struct store *store, struct question *question);
    /* On the loop, once: tells who asked. Without `ok` it may not have run. */
    void (*answer)(struct question *question, bool ok);
    /* Frees it and all that it holds. */
    void (*destroy)(struct question *question);
};

/* First in a struct of its own. */
struct question {
    const struct question_kind *kind;
};

/* Takes the question over, and answers it in a later turn of the loop; where memory is out at once,
 * with ok = false. */
void store_question(struct store *store, struct question *question);

#endif
