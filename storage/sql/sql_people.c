#include "sql_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "storage/board_period.h"
#include "storage/identity.h"

/* -- meeting -- */

/* The bound texts must outlive the binding; `linked` holds one of them. */
static bool bind_find(struct sql_stmt *stmt, const struct store_identity *who,
                      char linked[STORE_LINKED_MAX])
{
    const char *nick = identity_linked_nick(who, linked) ? linked : who->account;
    return sql_bind_text(stmt, 1, who->network) && sql_bind_text(stmt, 2, who->account) &&
           sql_bind_int(stmt, 3, who->verified) && sql_bind_text(stmt, 4, nick);
}

enum found sql_find(struct sql_stmt *stmt, const struct store_identity *who, int64_t *identity,
                    int64_t *person)
{
    char linked[STORE_LINKED_MAX];
    return bind_find(stmt, who, linked) ? sql_run_row(stmt, identity, person) : ERROR;
}

/* Updates the name of a person from their identities. */
static bool refresh_name(struct sql_store *sq, int64_t person)
{
    struct sql_stmt *stmt = sq->write[W_PERSON_SEEN];
    return sql_bind_int(stmt, 1, person) && sql_run(stmt);
}

/* An identity that is being met. */
struct meeting {
    const struct store_identity *who;
    int64_t at;
    int rounds;
};

static const char *mark_of(const struct store_identity *who)
{
    return who->mark != NULL && !who->verified ? who->mark : "";
}

static bool bind_person(struct sql_stmt *stmt, const struct store_identity *who,
                        char key[STORE_KEY_MAX])
{
    identity_fold(key, who->name);
    return sql_bind_text(stmt, 1, who->name) && sql_bind_text(stmt, 2, key) &&
           sql_bind_int(stmt, 3, who->verified);
}

static bool new_person(struct sql_store *sq, const struct store_identity *who, int64_t *person)
{
    char key[STORE_KEY_MAX];
    struct sql_stmt *stmt = sq->write[W_PERSON_NEW];
    return bind_person(stmt, who, key) && sql_run_row(stmt, person, NULL) == FOUND;
}

struct identity_keys {
    char account[STORE_KEY_MAX], name[STORE_KEY_MAX];
};

static bool bind_identity(struct sql_stmt *stmt, const struct meeting *meeting, int64_t person,
                          struct identity_keys *keys)
{
    const struct store_identity *who = meeting->who;
    identity_fold(keys->account, who->account);
    identity_fold(keys->name, who->name);
    return sql_bind_text(stmt, 1, who->network) && sql_bind_text(stmt, 2, who->account) &&
           sql_bind_int(stmt, 3, who->verified) && sql_bind_int(stmt, 4, person) &&
           sql_bind_text(stmt, 5, keys->account) && sql_bind_text(stmt, 6, keys->name) &&
           sql_bind_int(stmt, 7, meeting->at) && sql_bind_text(stmt, 8, mark_of(who)) &&
           sql_bind_text(stmt, 9, who->name) && sql_bind_int(stmt, 10, meeting->rounds);
}

static bool new_identity(struct sql_store *sq, const struct meeting *meeting, struct met *met)
{
    struct identity_keys keys;
    struct sql_stmt *stmt = sq->write[W_IDENTITY_NEW];
    return bind_identity(stmt, meeting, met->person, &keys) &&
           sql_run_row(stmt, &met->identity, NULL) == FOUND;
}

/* Binds what must still be so of an identity whose rounds are `rounds`; negative: nothing. */
static bool bind_known(struct sql_stmt *seen, const struct store_identity *who,
                       const struct met *met, int64_t rounds, char linked[STORE_LINKED_MAX])
{
    const char *nick = identity_linked_nick(who, linked) ? linked : who->account;
    return sql_bind_int(seen, 5, met->person) && sql_bind_int(seen, 6, rounds) &&
           sql_bind_text(seen, 7, who->network) && sql_bind_text(seen, 8, who->account) &&
           sql_bind_text(seen, 9, nick) && sql_bind_int(seen, 10, who->verified);
}

/* Gathers that an identity is met again. `standing` NULL: it was read in this transaction. */
static bool see_identity(struct sql_store *sq, const struct meeting *meeting, const struct met *met,
                         const struct standing *standing)
{
    char linked[STORE_LINKED_MAX];
    struct sql_stmt *seen = sq->write[W_IDENTITY_SEEN];
    const int64_t rounds = standing != NULL && standing->remembered ? standing->rounds : -1;
    return sql_bind_int(seen, 1, met->identity) && sql_bind_int(seen, 2, meeting->at) &&
           sql_bind_text(seen, 3, mark_of(meeting->who)) &&
           sql_bind_int(seen, 4, meeting->rounds) &&
           (sql_params(seen) < 10 || bind_known(seen, meeting->who, met, rounds, linked)) &&
           sql_gather(seen);
}

/* Gives it the name that it has now. */
static bool name_identity(struct sql_store *sq, const struct meeting *meeting,
                          const struct met *met)
{
    char key[STORE_KEY_MAX];
    struct sql_stmt *named = sq->write[W_IDENTITY_NAMED];
    identity_fold(key, meeting->who->name);
    return sql_bind_int(named, 1, met->identity) && sql_bind_text(named, 2, meeting->who->name) &&
           sql_bind_text(named, 3, key) && sql_run(named) && refresh_name(sq, met->person);
}

bool sql_meet(struct sql_store *sq, const struct store_identity *who, int64_t at, int rounds,
              struct met *met)
{
    const struct meeting meeting = {who, at, rounds};
    switch (sql_find(sq->write[W_IDENTITY], who, &met->identity, &met->person)) {
    case ERROR:
        break;
    case NONE:
        return new_person(sq, who, &met->person) && new_identity(sq, &meeting, met);
    case FOUND:
        return see_identity(sq, &meeting, met, NULL) &&
               sql_send_gathered(sq->write[W_IDENTITY_SEEN]) && name_identity(sq, &meeting, met);
    }
    return false;
}

/* -- meeting several -- */

/* Whether the same identity comes earlier in the list. If so, it need not be asked for or made
 * twice. */
static bool is_again(const struct store_identity *const *who, unsigned at)
{
    for (unsigned i = 0; i < at; i++) {
        if (who[i]->verified == who[at]->verified &&
            strcmp(who[i]->account, who[at]->account) == 0 &&
            strcmp(who[i]->network, who[at]->network) == 0)
            return true;
    }
    return false;
}

static bool bind_seat(struct sql_stmt *stmt, const struct meeting_round *round,
                      const struct store_identity *who, char linked[STORE_LINKED_MAX])
{
    return bind_find(stmt, who, linked) && sql_bind_int(stmt, 5, round->season) &&
           sql_bind_int(stmt, 6, round->round) && sql_bind_text(stmt, 7, who->name);
}

static bool is_known(const struct sql_store *sq, const struct meeting_round *round,
                     const struct store_identity *who)
{
    struct met met;
    struct standing standing;
    return round->set != NULL &&
           known_find(&sq->known, who, round->set, round->season, &met, &standing);
}

bool sql_expect_meet(struct sql_store *sq, const struct meeting_round *round,
                     const struct store_identity *const *who, unsigned count)
{
    char linked[STORE_LINKED_MAX];
    struct sql_stmt *stmt = sq->write[W_SEAT];
    for (unsigned i = 0; i < count && sql_is_remote(stmt); i++) {
        if (!is_again(who, i) && !is_known(sq, round, who[i]) &&
            !(bind_seat(stmt, round, who[i], linked) && sql_pipeline(stmt)))
            return false;
    }
    return true;
}

/* Reads how somebody stood from the columns from `at` on: the season of their rating (NULL: they
 * have none), the rating, and the records. */
static void read_stands(struct sql_stmt *row, int at, int season, const char *set,
                        struct stands_in *stands)
{
    *stands = (struct stands_in){.rating = rating_new()};
    if (!sql_is_null(row, at)) {
        const struct rating was = {.mu = sql_double(row, at + 1),
                                   .sigma = sql_double(row, at + 2),
                                   .rounds = (uint32_t)sql_int64(row, at + 3)};
        stands->rating = rating_carry(&was, (unsigned)(season - sql_int(row, at)));
    }
    snprintf(stands->records.set, sizeof(stands->records.set), "%s", set);
    recorder_read(row, at + 4, &stands->records);
}

enum { SEAT_ALL = 6, SEAT_OWN = SEAT_ALL + 4 + RECORD_COLUMN_COUNT };

/* Asks for an identity, its person, and how they stood. */
static enum found ask_seat(struct sql_stmt *stmt, const struct meeting_round *round,
                           const struct store_identity *who, struct met *met,
                           struct standing *standing)
{
    char linked[STORE_LINKED_MAX];
    if (!bind_seat(stmt, round, who, linked))
        return ERROR;
    enum sql_step code = sql_step(stmt);
    if (code == SQL_ROW) {
        *met = (struct met){sql_int64(stmt, 0), sql_int64(stmt, 1)};
        standing->rounds = sql_int64(stmt, 2);
        standing->forgotten = sql_int64(stmt, 3) != 0;
        standing->settled = sql_int64(stmt, 4) != 0;
        standing->earned = (uint32_t)sql_int64(stmt, 5);
        read_stands(stmt, SEAT_ALL, round->season, "", &standing->all);
        read_stands(stmt, SEAT_OWN, round->season, round->set, &standing->own);
    }
    return !sql_reset(stmt) ? ERROR : code == SQL_ROW ? FOUND : code == SQL_DONE ? NONE : ERROR;
}

/* Those whose persons, then identities, must be made. */
struct meetings {
    const struct meeting_round *round;
    const struct store_identity *const *who;
    unsigned count;
    enum found found[MEETS_MAX]; /* ERROR: the same identity comes earlier in the list */
    struct met *met;
    struct standing *standing;
};

static bool is_changed(const struct changed_people *changed, int64_t person)
{
    for (unsigned i = 0; i < changed->count; i++) {
        if (changed->persons[i] == person)
            return true;
    }
    return changed->unknown;
}

static void note_changed(struct changed_people *changed, int64_t person)
{
    if (changed->count == changed->room) {
        unsigned room = changed->room > 0 ? 2 * changed->room : 64;
        int64_t *more = realloc(changed->persons, room * sizeof(*more));
        changed->unknown = changed->unknown || more == NULL;
        if (more == NULL)
            return;
        changed->persons = more;
        changed->room = room;
    }
    changed->persons[changed->count++] = person;
}

/* Whether an early answer may be wrong by now. */
static bool is_old(const struct sql_store *sq, const struct meetings *all, unsigned at)
{
    const enum found found = all->found[at];
    if (all->standing[at].remembered)
        return false;
    return found == FOUND ? is_changed(&sq->changed, all->met[at].person)
                          : found == NONE && sq->changed.made;
}

/* Asks again for those whose early answers may be wrong by now. */
static bool ask_again(struct sql_store *sq, struct meetings *all)
{
    struct sql_stmt *stmt = sq->write[W_SEAT];
    bool old[MEETS_MAX];
    for (unsigned i = 0; i < all->count; i++) {
        char linked[STORE_LINKED_MAX];
        old[i] = is_old(sq, all, i);
        if (old[i] && !(bind_seat(stmt, all->round, all->who[i], linked) && sql_pipeline(stmt)))
            return false;
    }
    for (unsigned i = 0; i < all->count; i++) {
        if (!old[i])
            continue;
        all->found[i] = ask_seat(stmt, all->round, all->who[i], &all->met[i], &all->standing[i]);
        if (all->found[i] == ERROR)
            return false;
    }
    return true;
}

/* Remembered people first: after a round in the same transaction their early answers are old. */
static bool find_all(struct sql_store *sq, struct meetings *all)
{
    struct sql_stmt *stmt = sq->write[W_SEAT];
    for (unsigned i = 0; i < all->count; i++) {
        all->found[i] = ERROR;
        if (is_again(all->who, i))
            continue;
        if (known_find(&sq->known, all->who[i], all->round->set, all->round->season, &all->met[i],
                       &all->standing[i])) {
            all->found[i] = FOUND;
        } else {
            all->found[i] =
                ask_seat(stmt, all->round, all->who[i], &all->met[i], &all->standing[i]);
        }
        if (all->found[i] == ERROR)
            return false;
    }
    return !sql_is_remote(stmt) || ask_again(sq, all);
}

static bool expect_persons(struct sql_store *sq, const struct meetings *all)
{
    struct sql_stmt *stmt = sq->write[W_PERSON_NEW];
    for (unsigned i = 0; i < all->count && sql_is_remote(stmt); i++) {
        char key[STORE_KEY_MAX];
        if (all->found[i] == NONE && !(bind_person(stmt, all->who[i], key) && sql_pipeline(stmt)))
            return false;
    }
    return true;
}

static struct meeting meeting_of(const struct meetings *all, unsigned at)
{
    return (struct meeting){all->who[at], all->round->at, 1};
}

static bool make_persons(struct sql_store *sq, struct meetings *all)
{
    struct sql_stmt *stmt = sq->write[W_IDENTITY_NEW];
    for (unsigned i = 0; i < all->count; i++) {
        struct identity_keys keys;
        const struct meeting meeting = meeting_of(all, i);
        if (all->found[i] != NONE)
            continue;
        if (!new_person(sq, all->who[i], &all->met[i].person))
            return false;
        if (sql_is_remote(stmt) &&
            !(bind_identity(stmt, &meeting, all->met[i].person, &keys) && sql_pipeline(stmt)))
            return false;
    }
    return true;
}

static void stand_new(struct standing *standing, const char *set)
{
    *standing = (struct standing){.all.rating = rating_new(), .own.rating = rating_new()};
    snprintf(standing->own.records.set, sizeof(standing->own.records.set), "%s", set);
}

/* Those who are known already. */
static bool see_all(struct sql_store *sq, const struct meetings *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        const struct meeting meeting = meeting_of(all, i);
        if (all->found[i] == FOUND && !see_identity(sq, &meeting, &all->met[i], &all->standing[i]))
            return false;
    }
    return sql_send_gathered(sq->write[W_IDENTITY_SEEN]);
}

static bool make_or_name(struct sql_store *sq, const struct meetings *all, unsigned at)
{
    const struct meeting meeting = meeting_of(all, at);
    struct met *met = &all->met[at];
    switch (all->found[at]) {
    case FOUND:
        return all->standing[at].settled || name_identity(sq, &meeting, met);
    case NONE: /* the person has no other identity yet, and has its name */
        all->standing[at].settled = true;
        return new_identity(sq, &meeting, met);
    case ERROR:
        break;
    }
    return sql_meet(sq, meeting.who, meeting.at, meeting.rounds, met);
}

bool sql_meet_all(struct sql_store *sq, const struct meeting_round *round,
                  const struct store_identity *const *who, unsigned count, struct met *met,
                  struct standing *standing)
{
    struct meetings all = {
        .round = round, .who = who, .count = count, .met = met, .standing = standing};
    for (unsigned i = 0; i < count; i++)
        stand_new(&standing[i], round->set);
    if (!sql_expect_meet(sq, round, who, count) || !find_all(sq, &all) ||
        !expect_persons(sq, &all) || !make_persons(sq, &all) || !see_all(sq, &all))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!make_or_name(sq, &all, i))
            return false;
        note_changed(&sq->changed, met[i].person);
        sq->changed.made = sq->changed.made || all.found[i] != FOUND;
    }
    return true;
}

/* -- what a link changes on the boards -- */

/* Which rounds count: those in which a certain other person did not sit, those in which they sat,
 * or all. */
enum where { NOT_AT_TABLE, AT_TABLE, ANYWHERE };

/* The points that the person `whose` gains or loses: those that `earner` earned in some rounds. */
struct share {
    int64_t whose;
    int sign; /* 1: gains the points, -1: loses them */
    int64_t earner;
    enum where
        where; /* ... in rounds in which `other` sat, in those in which they did not, or in all */
    int64_t other;
};

/* Adds or takes away the points of a share on the boards of the periods around `at`. Those of past
 * periods stay as they are. */
static bool recount_share(struct sql_store *sq, int64_t at, struct share share)
{
    static const int64_t day = 24 * 60 * 60 * INT64_C(1000);
    int zone = sq->base.timezone_minutes;
    struct sql_stmt *stmt = sq->write[W_RECOUNT];
    for (int w = 0; w < STORE_PERIODS; w++) {
        int64_t start = board_period_start((enum store_period)w, at, zone);
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

/* Gives everything that `from` has to the person `into`, and deletes the person `from`. */
static bool join_persons(struct sql_store *sq, int64_t from, int64_t into)
{
    static const enum write_stmt steps[] = {W_JOIN_SCORES, W_JOIN_CLEAR, W_JOIN_IDENTITIES,
                                            W_JOIN_LINKS,  W_JOIN_NAME,  W_JOIN_HIDDEN,
                                            W_JOIN_PERSON};
    for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
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
    struct recorder_join records = {.from = person, .into = into};
    struct sql_stmt *stmt = sq->write[W_LINK], *nick = sq->write[W_JOIN_NICK];
    struct sql_stmt *unearn = sq->write[W_UNEARN_BOTH];
    return sql_bind_int(unearn, 1, person) && sql_bind_int(unearn, 2, into) && sql_run(unearn) &&
           recount_share(sq, link->at, (struct share){person, -1, person, AT_TABLE, into}) &&
           recount_share(sq, link->at, (struct share){into, -1, into, AT_TABLE, person}) &&
           rater_join(&sq->rater, person, into) && recorder_join_begin(&sq->recorder, &records) &&
           join_persons(sq, person, into) && recorder_join_end(&sq->recorder, &records) &&
           clear_empty(sq, into) && sql_bind_int(stmt, 1, link->at) &&
           sql_bind_int(stmt, 2, from.identity) && sql_bind_int(stmt, 3, into) && sql_run(stmt) &&
           sql_bind_int(nick, 1, from.identity) && sql_run(nick) && refresh_name(sq, into);
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
    return new_person(sq, &op->who, &own) && sql_bind_int(part, 1, identity) &&
           sql_bind_int(part, 2, own) && sql_run(part) && sql_bind_int(link, 1, identity) &&
           sql_run(link) && sql_bind_int(nick, 1, identity) && sql_run(nick) &&
           sql_bind_int(hidden, 1, person) && sql_bind_int(hidden, 2, own) && sql_run(hidden) &&
           recount_share(sq, op->at, (struct share){person, -1, own, NOT_AT_TABLE, person}) &&
           recount_share(sq, op->at, (struct share){own, 1, own, ANYWHERE, person}) &&
           recount_share(sq, op->at, (struct share){person, 1, person, AT_TABLE, own}) &&
           rater_part(&sq->rater, person, own) && recorder_part(&sq->recorder, person, own) &&
           clear_empty(sq, person) && refresh_name(sq, own) && refresh_name(sq, person);
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
    return sql_run(stmt) && refresh_name(sq, met.person);
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
