#include "sql_people.h"

#include <string.h>

#include "identity.h"
#include "window.h"

/* -- meeting -- */

enum found sql_find(struct sql_stmt *stmt, const struct store_identity *who, int64_t *identity,
                    int64_t *person)
{
    char linked[STORE_LINKED_MAX];
    const char *nick = identity_linked_nick(who, linked) ? linked : who->account;
    return sql_bind_text(stmt, 1, who->network) && sql_bind_text(stmt, 2, who->account) &&
                   sql_bind_int(stmt, 3, who->verified) && sql_bind_text(stmt, 4, nick)
               ? sql_run_row(stmt, identity, person)
               : ERROR;
}

/* Brings the name of a person up to date with their identities. */
static bool refresh(struct sql_store *sq, int64_t person)
{
    struct sql_stmt *stmt = sq->write[W_PERSON_SEEN];
    return sql_bind_int(stmt, 1, person) && sql_run(stmt);
}

static bool new_person(struct sql_store *sq, const char *name, bool verified, int64_t *person)
{
    char key[STORE_KEY_MAX];
    struct sql_stmt *stmt = sq->write[W_PERSON_NEW];
    identity_fold(key, name);
    return sql_bind_text(stmt, 1, name) && sql_bind_text(stmt, 2, key) &&
           sql_bind_int(stmt, 3, verified) && sql_run_row(stmt, person, NULL) == FOUND;
}

bool sql_meet(struct sql_store *sq, const struct store_identity *who, int64_t at, int rounds,
              struct met *met)
{
    char account_key[STORE_KEY_MAX], name_key[STORE_KEY_MAX];
    identity_fold(account_key, who->account);
    identity_fold(name_key, who->name);
    const char *mark = who->mark != NULL && !who->verified ? who->mark : "";
    struct sql_stmt *seen = sq->write[W_IDENTITY_SEEN], *named = sq->write[W_IDENTITY_NAMED];
    struct sql_stmt *id = sq->write[W_IDENTITY_NEW];
    switch (sql_find(sq->write[W_IDENTITY], who, &met->identity, &met->person)) {
    case ERROR:
        return false;
    case NONE:
        return new_person(sq, who->name, who->verified, &met->person) &&
               sql_bind_text(id, 1, who->network) && sql_bind_text(id, 2, who->account) &&
               sql_bind_int(id, 3, who->verified) && sql_bind_int(id, 4, met->person) &&
               sql_bind_text(id, 5, account_key) && sql_bind_text(id, 6, name_key) &&
               sql_bind_int(id, 7, at) && sql_bind_text(id, 8, mark) &&
               sql_bind_text(id, 9, who->name) && sql_bind_int(id, 10, rounds) &&
               sql_run_row(id, &met->identity, NULL) == FOUND;
    case FOUND:
        break;
    }
    return sql_bind_int(seen, 1, met->identity) && sql_bind_int(seen, 2, at) &&
           sql_bind_text(seen, 3, mark) && sql_bind_int(seen, 4, rounds) && sql_run(seen) &&
           sql_bind_int(named, 1, met->identity) && sql_bind_text(named, 2, who->name) &&
           sql_bind_text(named, 3, name_key) && sql_run(named) && refresh(sq, met->person);
}

/* -- what a link changes on the boards -- */

/* Which rounds: those at which another person did not sit, sat, or all. */
enum where { NOT_AT_TABLE, AT_TABLE, ANYWHERE };

/* Rounds of which somebody gets, or loses, what one person earned in them. */
struct share {
    int64_t whose;
    int sign; /* 1: gets it, -1: loses it */
    int64_t earner;
    enum where where; /* ... was `other` in these rounds */
    int64_t other;
};

/* Only windows that hold the time `at` change: those that are over stay as they are. */
static bool recount(struct sql_store *sq, int64_t at, struct share share)
{
    static const int64_t day = 24 * 60 * 60 * INT64_C(1000);
    int zone = sq->base.timezone_minutes;
    struct sql_stmt *stmt = sq->write[W_RECOUNT];
    for (int w = 0; w < STORE_WINDOWS; w++) {
        int64_t start = window_start((enum store_window)w, at, zone);
        int64_t begin = w == STORE_ALL ? INT64_MIN : start * day - zone * INT64_C(60000);
        bool bound = share.where == ANYWHERE ? sql_bind_null(stmt, 8)
                                             : sql_bind_int(stmt, 8, share.where == AT_TABLE);
        if (!bound || !sql_bind_int(stmt, 1, share.whose) || !sql_bind_int(stmt, 2, w) ||
            !sql_bind_int(stmt, 3, start) || !sql_bind_int(stmt, 4, begin) ||
            !sql_bind_int(stmt, 5, share.sign) || !sql_bind_int(stmt, 6, share.earner) ||
            !sql_bind_int(stmt, 7, share.other) || !sql_run(stmt))
            return false;
    }
    return true;
}

static bool clear_empty(struct sql_store *sq, int64_t person)
{
    struct sql_stmt *stmt = sq->write[W_RECOUNT_CLEAR];
    return sql_bind_int(stmt, 1, person) && sql_run(stmt);
}

/* -- linking and parting -- */

/* Gives the person `into` everything that `from` has, who is no more. */
static bool join(struct sql_store *sq, int64_t from, int64_t into)
{
    static const enum write_stmt steps[] = {W_JOIN_SCORES, W_JOIN_CLEAR, W_JOIN_IDENTITIES,
                                            W_JOIN_LINKS,  W_JOIN_NAME,  W_JOIN_HIDDEN,
                                            W_JOIN_PERSON};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct sql_stmt *stmt = sq->write[steps[i]];
        bool two = sql_params(stmt) > 1;
        if (!sql_bind_int(stmt, 1, from) || (two && !sql_bind_int(stmt, 2, into)) || !sql_run(stmt))
            return false;
    }
    return true;
}

bool sql_link(struct sql_store *sq, const struct link *link)
{
    struct met to, from;
    int64_t count = 0;
    if (!sql_meet(sq, &link->into, link->at, 0, &to) ||
        !sql_meet(sq, &link->from, link->at, 0, &from))
        return false;
    int64_t person = from.person, into = to.person;
    struct sql_stmt *many = sq->write[W_IDENTITIES];
    if (!sql_bind_int(many, 1, person) || !sql_bind_int(many, 2, into) ||
        sql_run_row(many, &count, NULL) != FOUND)
        return false;
    if (person == into || count > STORE_LINKS_MAX)
        return true;
    struct feater_join feats = {.from = person, .into = into};
    struct sql_stmt *stmt = sq->write[W_LINK], *nick = sq->write[W_JOIN_NICK];
    return recount(sq, link->at, (struct share){person, -1, person, AT_TABLE, into}) &&
           recount(sq, link->at, (struct share){into, -1, into, AT_TABLE, person}) &&
           rater_join(&sq->rater, person, into) && feater_join_begin(&sq->feater, &feats) &&
           join(sq, person, into) && feater_join_end(&sq->feater, &feats) &&
           clear_empty(sq, into) && sql_bind_int(stmt, 1, link->at) &&
           sql_bind_int(stmt, 2, from.identity) && sql_bind_int(stmt, 3, into) && sql_run(stmt) &&
           sql_bind_int(nick, 1, from.identity) && sql_run(nick) && refresh(sq, into);
}

bool sql_part(struct sql_store *sq, const struct person_op *op)
{
    int64_t identity = 0, person = 0, own = 0, count = 0;
    enum found found = sql_find(sq->write[W_IDENTITY], &op->who, &identity, &person);
    if (found != FOUND)
        return found == NONE;
    struct sql_stmt *many = sq->write[W_IDENTITIES];
    if (!sql_bind_int(many, 1, person) || !sql_bind_int(many, 2, person) ||
        sql_run_row(many, &count, NULL) != FOUND)
        return false;
    if (count < 2)
        return true;
    struct sql_stmt *part = sq->write[W_PART], *link = sq->write[W_PART_LINK];
    struct sql_stmt *nick = sq->write[W_PART_NICK], *hidden = sq->write[W_JOIN_HIDDEN];
    return new_person(sq, op->who.name, op->who.verified, &own) &&
           sql_bind_int(part, 1, identity) && sql_bind_int(part, 2, own) && sql_run(part) &&
           sql_bind_int(link, 1, identity) && sql_run(link) && sql_bind_int(nick, 1, identity) &&
           sql_run(nick) && sql_bind_int(hidden, 1, person) && sql_bind_int(hidden, 2, own) &&
           sql_run(hidden) &&
           recount(sq, op->at, (struct share){person, -1, own, NOT_AT_TABLE, person}) &&
           recount(sq, op->at, (struct share){own, 1, own, ANYWHERE, person}) &&
           recount(sq, op->at, (struct share){person, 1, person, AT_TABLE, own}) &&
           rater_part(&sq->rater, person, own) && feater_part(&sq->feater, person, own) &&
           clear_empty(sq, person) && refresh(sq, own) && refresh(sq, person);
}

/* -- names and marks -- */

bool sql_name(struct sql_store *sq, const struct person_op *op)
{
    char key[STORE_KEY_MAX] = "";
    struct met met;
    struct sql_stmt *stmt = sq->write[W_NAME];
    if (op->text != NULL)
        identity_fold(key, op->text);
    if (!sql_meet(sq, &op->who, op->at, 0, &met) || !sql_bind_int(stmt, 1, met.person) ||
        !sql_bind_text(stmt, 2, op->text) || !sql_bind_text(stmt, 3, op->text != NULL ? key : NULL))
        return false;
    return sql_run(stmt) && refresh(sq, met.person);
}

bool sql_hide(struct sql_store *sq, const struct person_op *op)
{
    struct met met;
    struct sql_stmt *stmt = sq->write[W_HIDE];
    return sql_meet(sq, &op->who, op->at, 0, &met) && sql_bind_int(stmt, 1, met.person) &&
           sql_bind_int(stmt, 2, op->hidden) && sql_run(stmt);
}

bool sql_move(struct sql_store *sq, const struct person_op *op)
{
    int64_t identity = 0, person = 0;
    struct sql_stmt *stmt = sq->write[W_MOVE];
    enum found found = sql_find(sq->write[W_IDENTITY], &op->who, &identity, &person);
    if (found != FOUND)
        return found == NONE;
    return sql_bind_int(stmt, 1, identity) && sql_bind_text(stmt, 2, op->who.account) &&
           sql_bind_text(stmt, 4, op->text) && sql_run(stmt);
}
