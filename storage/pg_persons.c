#include "pg_persons.h"

#include <stdlib.h>
#include <string.h>

#include "identity.h"

/* A list as PostgreSQL writes an array: {"a","b"}. */
struct list {
    char *text;
    size_t size, room;
};

static bool list_put(struct list *list, const char *bytes, size_t size)
{
    if (list->room - list->size <= size) {
        size_t room = 2 * (list->size + size) + 256;
        char *text = realloc(list->text, room);
        if (text == NULL)
            return false;
        list->text = text;
        list->room = room;
    }
    memcpy(list->text + list->size, bytes, size);
    list->size += size;
    list->text[list->size] = '\0';
    return true;
}

static bool list_add(struct list *list, const char *text)
{
    bool good = list_put(list, list->size == 0 ? "{\"" : ",\"", 2);
    while (good && *text != '\0') {
        size_t plain = strcspn(text, "\"\\");
        good = list_put(list, text, plain);
        text += plain;
        if (good && *text != '\0') {
            good = list_put(list, "\\", 1) && list_put(list, text, 1);
            text++;
        }
    }
    return good && list_put(list, "\"", 1);
}

struct lists {
    struct list networks, accounts, verified;
    bool good;
};

static void add_account(struct lists *lists, const struct store_identity *who, const char *account)
{
    lists->good = lists->good && list_add(&lists->networks, who->network) &&
                  list_add(&lists->accounts, account) &&
                  list_add(&lists->verified, who->verified ? "1" : "0");
}

/* Under both accounts that it may have. */
static void add(struct lists *lists, const struct store_identity *who)
{
    char linked[STORE_LINKED_MAX];
    if (who->network == NULL)
        return;
    add_account(lists, who, who->account);
    if (identity_linked_nick(who, linked))
        add_account(lists, who, linked);
}

static void add_op(struct lists *lists, const struct op *op)
{
    switch (op->kind) {
    case OP_ROUND_END:
        for (unsigned i = 0; i < op->as.end.result_count; i++)
            add(lists, &op->as.end.results[i].who);
        break;
    case OP_LINK:
        add(lists, &op->as.link.from);
        add(lists, &op->as.link.into);
        break;
    case OP_PART:
    case OP_NAME:
    case OP_HIDE:
        add(lists, &op->as.person.who);
        break;
    default:
        break;
    }
}

static bool close_list(struct list *list)
{
    return list_put(list, "}", 1);
}

/* Sent twice: who waited for another's link finds in the second whom the identity belongs to since
 * then. */
static bool send_twice(struct sql_stmt *stmt, struct lists *lists)
{
    return close_list(&lists->networks) && close_list(&lists->accounts) &&
           close_list(&lists->verified) && sql_bind_text(stmt, 1, lists->networks.text) &&
           sql_bind_text(stmt, 2, lists->accounts.text) &&
           sql_bind_text(stmt, 3, lists->verified.text) && sql_run(stmt) && sql_run(stmt);
}

bool pg_persons_lock(struct pg_store *pg, const struct batch *first, unsigned count)
{
    struct lists lists = {.good = true};
    for (const struct batch *batch = first; count > 0; count--) {
        for (const struct op *op = batch->first; op != NULL; op = op->next)
            add_op(&lists, op);
        if (count > 1) /* as sql_write_group() */
            batch = batch->next;
    }
    bool good = lists.good && (lists.networks.size == 0 || send_twice(pg->own[P_PERSONS], &lists));
    free(lists.networks.text);
    free(lists.accounts.text);
    free(lists.verified.text);
    return good;
}
