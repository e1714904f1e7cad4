/* answer.h: builds an answer of the control socket.
 *
 * An answer is a result (an object of JSON) or a refusal (one clear line). If memory runs out while
 * the result is filled, the whole answer becomes a refusal: no half answer is sent. */
#ifndef TALON_BOT_CONTROL_ANSWER_H
#define TALON_BOT_CONTROL_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/fault.h"

struct answer {
    cJSON *result;        /* owned; NULL if memory is out */
    bool lost;            /* memory was out for a part of it */
    struct fault refusal; /* why it is refused; empty if it is a result */
};

/* Begins an answer whose result is an empty object. */
void answer_init(struct answer *answer);
/* Frees what the answer holds. */
void answer_finish(struct answer *answer);

/* Makes the answer a refusal with that text. */
void answer_refuse(struct answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Each adds a member to an object of the answer. `object` may be NULL, because memory may have been
 * out for it. A text may be NULL, which becomes JSON's null. */
void answer_text(struct answer *answer, cJSON *object, const char *key, const char *value);
void answer_number(struct answer *answer, cJSON *object, const char *key, double value);
void answer_bool(struct answer *answer, cJSON *object, const char *key, bool value);
cJSON *answer_list(struct answer *answer, cJSON *object, const char *key);
/* Appends an empty object to a list, and returns it. NULL if memory is out. */
cJSON *answer_row(struct answer *answer, cJSON *list);
/* Appends a text to a list, which may be NULL. */
void answer_name(struct answer *answer, cJSON *list, const char *value);

/* Returns the answer as one line of JSON with its newline: {"result": ...} or {"error": ...}. The
 * caller frees it. NULL if memory is out. */
char *answer_print(const struct answer *answer);

#endif
