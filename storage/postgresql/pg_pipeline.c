#include "pg_pipeline.h"

#include <stdlib.h>
#include <string.h>

struct pg_answer *pg_pipeline_find(const struct pg_conn *conn, const struct pg_stmt *stmt,
                                   const char *key, size_t size)
{
    struct pg_answer *answer = conn->answers;
    while (answer != NULL &&
           (answer->stmt != stmt || answer->size != size || memcmp(answer->key, key, size) != 0))
        answer = answer->next;
    return answer;
}

struct pg_answer *pg_pipeline_add(struct pg_conn *conn, const struct pg_stmt *stmt, char *key,
                                  size_t size)
{
    struct pg_answer *answer = NULL;
    if (conn->answer_count < PG_PIPELINE_MAX && pg_pipeline_find(conn, stmt, key, size) == NULL)
        answer = malloc(sizeof(*answer));
    if (answer == NULL) {
        free(key);
        return NULL;
    }
    *answer = (struct pg_answer){.next = conn->answers, .stmt = stmt, .key = key, .size = size};
    conn->answers = answer;
    conn->answer_count++;
    return answer;
}

/* Removes the answer that `at` points to. */
static void drop_answer(struct pg_conn *conn, struct pg_answer **at)
{
    struct pg_answer *answer = *at;
    *at = answer->next;
    conn->answer_count--;
    PQclear(answer->result);
    free(answer->key);
    free(answer);
}

PGresult *pg_pipeline_take(struct pg_conn *conn, struct pg_answer *answer)
{
    PGresult *result = answer->result;
    struct pg_answer **at = &conn->answers;
    while (*at != answer)
        at = &(*at)->next;
    answer->result = NULL;
    drop_answer(conn, at);
    return result;
}

void pg_pipeline_forget(struct pg_conn *conn, const struct pg_stmt *stmt)
{
    struct pg_answer **at = &conn->answers;
    while (*at != NULL) {
        if (stmt == NULL || (*at)->stmt == stmt)
            drop_answer(conn, at);
        else
            at = &(*at)->next;
    }
}
