#include "sqlite_people.h"

#include <string.h>

#include "identity.h"
#include "window.h"

/* -- meeting -- */

enum found sqlite_find(sqlite3_stmt *stmt, const struct store_identity *who, int64_t *identity,
                       int64_t *person)
{
    char linked[STORE_LINKED_MAX];
    const char *nick = identity_linked_nick(who, linked) ? linked : who->account;
    return bind_text(stmt, 1, who->network) && bind_text(stmt, 2, who->account) &&
                   bind_int(stmt, 3, who->verified) && bind_text(stmt, 4, nick)
               ? sqlite_run_row(stmt, identity, person)
               : ERROR;
}

/* Brings the name of a person up to date with their identities. */
static bool refresh(struct sqlite_store *sq, int64_t person)
{
    sqlite3_stmt *stmt = sq->write[W_PERSON_SEEN];
    return bind_int(stmt, 1, person) && sqlite_run(stmt);
}

static bool new_person(struct sqlite_store *sq, const char *name, bool verified, int64_t *person)
{
    char key[STORE_KEY_MAX];
    sqlite3_stmt *stmt = sq->write[W_PERSON_NEW];
    identity_fold(key, name);
    return bind_text(stmt, 1, name) && bind_text(stmt, 2, key) && bind_int(stmt, 3, verified) &&
           sqlite_run_row(stmt, person, NULL) == FOUND;
}

bool sqlite_meet(struct sqlite_store *sq, const struct store_identity *who, int64_t at, int rounds,
                 struct met *met)
{
    char account_key[STORE_KEY_MAX], name_key[STORE_KEY_MAX];
    identity_fold(account_key, who->account);
    identity_fold(name_key, who->name);
    const char *mark = who->mark != NULL && !who->verified ? who->mark : "";
    sqlite3_stmt *seen = sq->write[W_IDENTITY_SEEN], *named = sq->write[W_IDENTITY_NAMED];
    sqlite3_stmt *id = sq->write[W_IDENTITY_NEW];
    switch (sqlite_find(sq->write[W_IDENTITY], who, &met->identity, &met->person)) {
    case ERROR:
        return false;
    case NONE:
        return new_person(sq, who->name, who->verified, &met->person) &&
               bind_text(id, 1, who->network) && bind_text(id, 2, who->account) &&
               bind_int(id, 3, who->verified) && bind_int(id, 4, met->person) &&
               bind_text(id, 5, account_key) && bind_text(id, 6, name_key) && bind_int(id, 7, at) &&
               bind_text(id, 8, mark) && bind_text(id, 9, who->name) && bind_int(id, 10, rounds) &&
               sqlite_run_row(id, &met->identity, NULL) == FOUND;
    case FOUND:
        break;
    }
    return bind_int(seen, 1, met->identity) && bind_int(seen, 2, at) && bind_text(seen, 3, mark) &&
           bind_int(seen, 4, rounds) && sqlite_run(seen) && bind_int(named, 1, met->identity) &&
           bind_text(named, 2, who->name) && bind_text(named, 3, name_key) && sqlite_run(named) &&
           refresh(sq, met->person);
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
static bool recount(struct sqlite_store *sq, int64_t at, struct share share)
{
    static const int64_t day = 24 * 60 * 60 * INT64_C(1000);
    int zone = sq->base.timezone_minutes;
    sqlite3_stmt *stmt = sq->write[W_RECOUNT];
    for (int w = 0; w < STORE_WINDOWS; w++) {
        int64_t start = window_start((enum store_window)w, at, zone);
        int64_t begin = w == STORE_ALL ? INT64_MIN : start * day - zone * INT64_C(60000);
        bool bound = share.where == ANYWHERE ? sqlite3_bind_null(stmt, 8) == SQLITE_OK
                                             : bind_int(stmt, 8, share.where == AT_TABLE);
        if (!bound || !bind_int(stmt, 1, share.whose) || !bind_int(stmt, 2, w) ||
            !bind_int(stmt, 3, start) || !bind_int(stmt, 4, begin) ||
            !bind_int(stmt, 5, share.sign) || !bind_int(stmt, 6, share.earner) ||
            !bind_int(stmt, 7, share.other) || !sqlite_run(stmt))
            return false;
    }
    return true;
}

static bool clear_empty(struct sqlite_store *sq, int64_t person)
{
    sqlite3_stmt *stmt = sq->write[W_RECOUNT_CLEAR];
    return bind_int(stmt, 1, person) && sqlite_run(stmt);
}

/* -- linking and parting -- */

/* Gives the person `into` everything that `from` has, who is no more. */
static bool join(struct sqlite_store *sq, int64_t from, int64_t into)
{
    static const enum write_stmt steps[] = {W_JOIN_SCORES, W_JOIN_CLEAR, W_JOIN_IDENTITIES,
                                            W_JOIN_LINKS,  W_JOIN_NAME,  W_JOIN_HIDDEN,
                                            W_JOIN_PERSON};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        sqlite3_stmt *stmt = sq->write[steps[i]];
        bool two = sqlite3_bind_parameter_count(stmt) > 1;
        if (!bind_int(stmt, 1, from) || (two && !bind_int(stmt, 2, into)) || !sqlite_run(stmt))
            return false;
    }
    return true;
}

bool sqlite_link(struct sqlite_store *sq, const struct link *link)
{
    struct met to, from;
    int64_t count = 0;
    if (!sqlite_meet(sq, &link->into, link->at, 0, &to) ||
        !sqlite_meet(sq, &link->from, link->at, 0, &from))
        return false;
    int64_t person = from.person, into = to.person;
    sqlite3_stmt *many = sq->write[W_IDENTITIES];
    if (!bind_int(many, 1, person) || !bind_int(many, 2, into) ||
        sqlite_run_row(many, &count, NULL) != FOUND)
        return false;
    if (person == into || count > STORE_LINKS_MAX)
        return true;
    struct feater_join feats = {.from = person, .into = into};
    sqlite3_stmt *stmt = sq->write[W_LINK], *nick = sq->write[W_JOIN_NICK];
    return recount(sq, link->at, (struct share){person, -1, person, AT_TABLE, into}) &&
           recount(sq, link->at, (struct share){into, -1, into, AT_TABLE, person}) &&
           rater_join(&sq->rater, person, into) && feater_join_begin(&sq->feater, &feats) &&
           join(sq, person, into) && feater_join_end(&sq->feater, &feats) &&
           clear_empty(sq, into) && bind_int(stmt, 1, link->at) &&
           bind_int(stmt, 2, from.identity) && bind_int(stmt, 3, into) && sqlite_run(stmt) &&
           bind_int(nick, 1, from.identity) && sqlite_run(nick) && refresh(sq, into);
}

bool sqlite_part(struct sqlite_store *sq, const struct person_op *op)
{
    int64_t identity = 0, person = 0, own = 0, count = 0;
    enum found found = sqlite_find(sq->write[W_IDENTITY], &op->who, &identity, &person);
    if (found != FOUND)
        return found == NONE;
    sqlite3_stmt *many = sq->write[W_IDENTITIES];
    if (!bind_int(many, 1, person) || !bind_int(many, 2, person) ||
        sqlite_run_row(many, &count, NULL) != FOUND)
        return false;
    if (count < 2)
        return true;
    sqlite3_stmt *part = sq->write[W_PART], *link = sq->write[W_PART_LINK];
    sqlite3_stmt *nick = sq->write[W_PART_NICK], *hidden = sq->write[W_JOIN_HIDDEN];
    return new_person(sq, op->who.name, op->who.verified, &own) && bind_int(part, 1, identity) &&
           bind_int(part, 2, own) && sqlite_run(part) && bind_int(link, 1, identity) &&
           sqlite_run(link) && bind_int(nick, 1, identity) && sqlite_run(nick) &&
           bind_int(hidden, 1, person) && bind_int(hidden, 2, own) && sqlite_run(hidden) &&
           recount(sq, op->at, (struct share){person, -1, own, NOT_AT_TABLE, person}) &&
           recount(sq, op->at, (struct share){own, 1, own, ANYWHERE, person}) &&
           recount(sq, op->at, (struct share){person, 1, person, AT_TABLE, own}) &&
           rater_part(&sq->rater, person, own) && feater_part(&sq->feater, person, own) &&
           clear_empty(sq, person) && refresh(sq, own) && refresh(sq, person);
}

/* -- names and marks -- */

bool sqlite_name(struct sqlite_store *sq, const struct person_op *op)
{
    char key[STORE_KEY_MAX] = "";
    struct met met;
    sqlite3_stmt *stmt = sq->write[W_NAME];
    if (op->text != NULL)
        identity_fold(key, op->text);
    if (!sqlite_meet(sq, &op->who, op->at, 0, &met) || !bind_int(stmt, 1, met.person) ||
        !(op->text != NULL ? bind_text(stmt, 2, op->text)
                           : sqlite3_bind_null(stmt, 2) == SQLITE_OK) ||
        !(op->text != NULL ? bind_text(stmt, 3, key) : sqlite3_bind_null(stmt, 3) == SQLITE_OK))
        return false;
    return sqlite_run(stmt) && refresh(sq, met.person);
}

bool sqlite_hide(struct sqlite_store *sq, const struct person_op *op)
{
    struct met met;
    sqlite3_stmt *stmt = sq->write[W_HIDE];
    return sqlite_meet(sq, &op->who, op->at, 0, &met) && bind_int(stmt, 1, met.person) &&
           bind_int(stmt, 2, op->hidden) && sqlite_run(stmt);
}

bool sqlite_move(struct sqlite_store *sq, const struct person_op *op)
{
    int64_t identity = 0, person = 0;
    sqlite3_stmt *stmt = sq->write[W_MOVE];
    enum found found = sqlite_find(sq->write[W_IDENTITY], &op->who, &identity, &person);
    if (found != FOUND)
        return found == NONE;
    return bind_int(stmt, 1, identity) && bind_text(stmt, 2, op->who.account) &&
           bind_text(stmt, 4, op->text) && sqlite_run(stmt);
}
