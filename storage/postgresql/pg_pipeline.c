#include "pg_pipeline.h"

#include <stdlib.h>
#include <string.h>

struct pg_answer *pg_ahead_find(const struct pg_link *link, const struct pg_stmt *stmt,
                                const char *key, size_t size)
{
    struct pg_answer *answer = link->answers;
    while (answer != NULL &&
           (answer->stmt != stmt || answer->size != size || memcmp(answer->key, key, size) != 0))
        answer = answer->next;
    return answer;
}

struct pg_answer *pg_ahead_add(struct pg_link *link, const struct pg_stmt *stmt, char *key,
                               size_t size)
{
    struct pg_answer *answer = NULL;
    if (link->answer_count < PG_AHEAD_MAX && pg_ahead_find(link, stmt, key, size) == NULL)
        answer = malloc(sizeof(*answer));
    if (answer == NULL) {
        free(key);
        return NULL;
    }
    *answer = (struct pg_answer){.next = link->answers, .stmt = stmt, .key = key, .size = size};
    link->answers = answer;
    link->answer_count++;
    return answer;
}

/* Takes the one out that `at` leads to. */
static void drop(struct pg_link *link, struct pg_answer **at)
{
    struct pg_answer *answer = *at;
    *at = answer->next;
    link->answer_count--;
    PQclear(answer->result);
    free(answer->key);
    free(answer);
}

PGresult *pg_ahead_take(struct pg_link *link, struct pg_answer *answer)
{
    PGresult *result = answer->result;
    struct pg_answer **at = &link->answers;
    while (*at != answer)
        at = &(*at)->next;
    answer->result = NULL;
    drop(link, at);
    return result;
}

void pg_ahead_forget(struct pg_link *link, const struct pg_stmt *stmt)
{
    struct pg_answer **at = &link->answers;
    while (*at != NULL) {
        if (stmt == NULL || (*at)->stmt == stmt)
            drop(link, at);
        else
            at = &(*at)->next;
    }
}
