/* answer.h: builds an answer of the control socket: a result (an object of JSON) or a refusal (one
 * clear line). If memory runs out meanwhile, the whole answer becomes a refusal: clients never get
 * half an answer. */
#ifndef TALON_BOT_CONTROL_ANSWER_H
#define TALON_BOT_CONTROL_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

enum { ANSWER_REFUSAL_MAX = 640 };

struct answer {
    cJSON *result;                    /* owned; NULL: memory is out */
    bool lost;                        /* memory was out for a part of it */
    char refusal[ANSWER_REFUSAL_MAX]; /* "": it is a result */
};

void answer_init(struct answer *answer);
void answer_finish(struct answer *answer);

void answer_refuse(struct answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Each adds a member to an object that is, or will be, a part of the answer. `object` may be NULL
 * (memory was out for it). A text may be NULL, which becomes null in JSON. */
void answer_text(struct answer *answer, cJSON *object, const char *key, const char *value);
void answer_number(struct answer *answer, cJSON *object, const char *key, double value);
void answer_bool(struct answer *answer, cJSON *object, const char *key, bool value);
cJSON *answer_list(struct answer *answer, cJSON *object, const char *key);
/* An empty object at the end of a list. */
cJSON *answer_row(struct answer *answer, cJSON *list);

/* One line of JSON with its line end: {"result": ...} or {"error": ...}. The caller frees it. NULL:
 * memory is out. */
char *answer_print(const struct answer *answer);

#endif
