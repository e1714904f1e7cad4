#include "pg_persons.h"

#include "pg_array.h"
#include "storage/identity.h"

struct lists {
    struct pg_array networks, accounts, verified;
    bool good;
};

static void add_account(struct lists *lists, const struct store_identity *who, const char *account)
{
    lists->good = lists->good && pg_array_add(&lists->networks, who->network) &&
                  pg_array_add(&lists->accounts, account) &&
                  pg_array_add_int(&lists->verified, who->verified);
}

/* Adds both accounts that an identity may have. */
static void add_person(struct lists *lists, const struct store_identity *who)
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
            add_person(lists, &op->as.end.results[i].who);
        break;
    case OP_LINK:
        add_person(lists, &op->as.link.from);
        add_person(lists, &op->as.link.into);
        break;
    case OP_PART:
    case OP_NAME:
    case OP_HIDE:
        add_person(lists, &op->as.person.who);
        break;
    case OP_FORGET:
        add_person(lists, &op->as.forget.who);
        break;
    default:
        break;
    }
}

/* Sends the locking statement twice. The first may wait until another process has linked an
 * identity to another person; then only the second locks that person. */
static bool send_twice(struct sql_stmt *stmt, struct lists *lists)
{
    return pg_array_close(&lists->networks) && pg_array_close(&lists->accounts) &&
           pg_array_close(&lists->verified) && sql_bind_text(stmt, 1, lists->networks.text) &&
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
    pg_array_finish(&lists.networks);
    pg_array_finish(&lists.accounts);
    pg_array_finish(&lists.verified);
    return good;
}
