#include "sql_forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sql_people.h"
#include "sql_read.h"

/* -- rounds -- */

enum { ROUNDS_STEP = 64 /* rounds that are asked for together */ };

/* What to do with a round. */
struct setup_row {
    int64_t id;
    const char *setup; /* the new setup; NULL: it stays */
    bool drop;         /* the replay must go: its setup cannot be read without the person */
    bool talk;         /* it was in a private talk of theirs */
};

static bool run_with(struct forgetting *f, const char *sql, int64_t round, const char *text)
{
    struct sql_stmt *stmt = NULL;
    bool good = (stmt = sql_prepare(f->sql, sql)) != NULL && sql_bind_int(stmt, 1, round) &&
                (text == NULL || sql_bind_text(stmt, 2, text)) && sql_run(stmt);
    return sql_finalize(stmt) && good;
}

static bool write_row(struct forgetting *f, const struct setup_row *row)
{
    f->replays += row->drop;
    f->setups += row->setup != NULL && !row->drop;
    return (!row->talk ||
            run_with(f, "UPDATE round SET channel = '' WHERE id = ?1", row->id, NULL)) &&
           (!row->drop || run_with(f, "UPDATE round SET setup = '', archive = x'' WHERE id = ?1",
                                   row->id, NULL)) &&
           (row->drop || row->setup == NULL ||
            run_with(f, "UPDATE round SET setup = ?2 WHERE id = ?1", row->id, row->setup));
}

/* Takes the identities out of the setup, one after the other, each out of the text that the step
 * before has written. */
static void change_setup(struct forgetting *f, const char *setup, const char *channel,
                         struct setup_row *row)
{
    const char *text = setup;
    unsigned next = 0;
    for (unsigned i = 0; i < f->all.count && !row->drop; i++) {
        enum store_forgets forgets =
            f->texts->setup(&f->all.who[i], text, f->out[next], FORGET_OUT_SIZE);
        row->talk = row->talk || f->texts->channel(&f->all.who[i], channel);
        row->drop = forgets == STORE_KNOWS_FOR_GOOD;
        if (forgets != STORE_FORGOT)
            continue;
        text = row->setup = f->out[next];
        next ^= 1U;
    }
}

/* Forgets the person in one round: the current row of a statement that gives its id, setup, channel
 * and whether it has ended. */
static bool forget_in(struct forgetting *f, struct sql_stmt *stmt)
{
    struct setup_row row = {.id = sql_int64(stmt, 0)};
    change_setup(f, sql_text(stmt, 1), sql_text(stmt, 2), &row);
    bool named = row.drop || row.setup != NULL;
    if (named && sql_int64(stmt, 3) == 0) {
        f->running = row.id;
        return true;
    }
    return write_row(f, &row);
}

/* Goes through the rounds of the bound statement and forgets the person in each. `last` gets the
 * number of the last round; it stays as it is if there was none. */
static bool forget_in_all(struct forgetting *f, struct sql_stmt *stmt, int64_t *last)
{
    enum sql_step code = SQL_DONE;
    bool good = true;
    while (good && (code = sql_step(stmt)) == SQL_ROW) {
        *last = sql_int64(stmt, 0);
        good = forget_in(f, stmt);
    }
    return sql_reset(stmt) && good && code == SQL_DONE;
}

bool forgetting_these(struct forgetting *f, const int64_t *rounds, size_t count)
{
    static const char sql[] =
        "SELECT id, setup, channel, ended_at IS NOT NULL FROM round WHERE id = ?1";
    struct sql_stmt *stmt = sql_prepare(f->sql, sql);
    bool good = stmt != NULL;
    int64_t last;
    for (size_t from = 0; good && from < count; from += ROUNDS_STEP) {
        size_t end = count - from < ROUNDS_STEP ? count : from + ROUNDS_STEP;
        for (size_t i = from; good && i < end && sql_is_remote(stmt); i++)
            good = sql_bind_int(stmt, 1, rounds[i]) && sql_pipeline(stmt);
        for (size_t i = from; good && i < end; i++)
            good = sql_bind_int(stmt, 1, rounds[i]) && forget_in_all(f, stmt, &last);
    }
    return sql_finalize(stmt) && good;
}

bool forgetting_rounds(struct forgetting *f, int64_t after)
{
    static const char sql[] = "SELECT id, setup, channel, ended_at IS NOT NULL FROM round"
                              " WHERE id > ?1 ORDER BY id LIMIT ?2";
    struct sql_stmt *stmt = sql_prepare(f->sql, sql);
    bool good = stmt != NULL && sql_bind_int(stmt, 2, ROUNDS_STEP), more = good;
    while (good && more) {
        int64_t last = after;
        good = sql_bind_int(stmt, 1, after) && forget_in_all(f, stmt, &last);
        more = last > after;
        after = last;
    }
    return sql_finalize(stmt) && good;
}

/* -- rows -- */

/* Deletes the board of a private talk, whose name is the person. If it has scores, which should not
 * be, only its name goes. */
static bool forget_talk(struct forgetting *f, int64_t scope)
{
    return run_with(f,
                    "DELETE FROM scope WHERE id = ?1"
                    " AND NOT EXISTS (SELECT 1 FROM score WHERE scope = ?1)",
                    scope, NULL) &&
           run_with(f, "UPDATE scope SET channel = char(10) || id WHERE id = ?1", scope, NULL);
}

static bool forget_talks(struct forgetting *f)
{
    static const char sql[] = "SELECT id, channel FROM scope WHERE kind = 0 AND id > ?1"
                              " ORDER BY id LIMIT 1";
    int64_t at = 0;
    struct sql_stmt *stmt = NULL;
    enum sql_step code = SQL_ERROR;
    bool good = (stmt = sql_prepare(f->sql, sql)) != NULL;
    while (good && sql_bind_int(stmt, 1, at) && (code = sql_step(stmt)) == SQL_ROW) {
        bool talk = false;
        at = sql_int64(stmt, 0);
        for (unsigned i = 0; i < f->all.count; i++)
            talk = talk || f->texts->channel(&f->all.who[i], sql_text(stmt, 1));
        good = sql_reset(stmt) && (!talk || forget_talk(f, at));
    }
    return sql_finalize(stmt) && good && code == SQL_DONE;
}

/* Deletes the rows about the person. Identities stay without a name: a line end and their id
 * replace the account, because no account of a network has a line end. */
bool forgetting_rows(struct forgetting *f)
{
    static const char *const sql[] = {
        "DELETE FROM link WHERE person = ?1",
        "DELETE FROM achievement WHERE identity IN (SELECT id FROM identity WHERE person = ?1)",
        "DELETE FROM feat WHERE person = ?1",
        ("DELETE FROM versus WHERE other = ?1 AND person IN (SELECT other FROM versus"
         " WHERE person = ?1)"),
        "DELETE FROM versus WHERE person = ?1",
        ("UPDATE identity SET account = char(10) || id, account_key = '', name = '', name_key = '',"
         " mark = '', seen_at = 0 WHERE person = ?1"),
        "UPDATE person SET name = '', name_key = '', named = 1, hidden = 1 WHERE id = ?1",
    };
    for (size_t i = 0; i < ARRAY_SIZE(sql); i++) {
        if (!run_with(f, sql[i], f->all.person, NULL))
            return false;
    }
    return forget_talks(f);
}

/* -- by the writer -- */

/* Whether the traces are of this identity, too. */
static bool was_known(const struct forget_op *op, const struct store_identity *who)
{
    for (unsigned i = 0; i < op->known_count; i++) {
        if (op->known[i].verified == who->verified &&
            strcmp(op->known[i].account, who->account) == 0 &&
            strcmp(op->known[i].network, who->network) == 0)
            return true;
    }
    return false;
}

static bool forget_all(struct forgetting *f, const struct forget_op *op)
{
    bool known = true;
    for (unsigned i = 0; i < f->all.count; i++)
        known = known && was_known(op, &f->all.who[i]);
    return (!known || forgetting_these(f, op->rounds, op->round_count)) &&
           forgetting_rounds(f, known ? op->last : 0) && forgetting_rows(f);
}

bool sql_forget(struct sql_store *sq, const struct forget_op *op)
{
    int64_t identity = 0;
    struct forgetting *f = calloc(1, sizeof(*f));
    if (f == NULL)
        return false; /* tried again */
    f->sql = sq->writer;
    f->texts = op->texts;
    enum found found = sql_find(sq->write[W_IDENTITY], &op->who, &identity, &f->all.person);
    bool good = found != ERROR;
    if (found == FOUND) {
        good =
            sq->kind->forget_begin(sq) && identities_read(&f->all, sq->writer) && forget_all(f, op);
        sq->kind->forget_end(sq, good);
    }
    free(f);
    return good;
}

/* -- finding what names somebody -- */

enum {
    STEP = 500 /* rounds or tables read in one transaction; during a long one the write-ahead log
                  could not be emptied */
};

struct trace_search {
    const struct store_forget_texts *texts;
    struct store_traces *traces;
    const struct store_identity *who;
    int64_t *rounds;
    struct store_seated *seated;
    char *out; /* of FORGET_OUT_SIZE */
};

/* Judges the current row of a statement, and notes it if it names them. Column 0 is its id. */
typedef bool row_fn(struct trace_search *l, struct sql_stmt *stmt);

static struct store_identity identity_at(const struct trace_search *l, unsigned i)
{
    const struct store_known *known = &l->traces->links.at[i];
    if (l->traces->links.count == 0) /* they may sit at a table for the first time */
        return *l->who;
    return (struct store_identity){
        .network = known->network, .account = known->account, .verified = known->verified};
}

static bool note_seated(struct trace_search *l, int64_t table, unsigned known)
{
    struct store_traces *traces = l->traces;
    struct store_seated *seated = array_grow(l->seated, traces->seated_count, sizeof(*seated));
    if (seated == NULL)
        return false;
    traces->seated = l->seated = seated;
    l->seated[traces->seated_count++] = (struct store_seated){table, known};
    return true;
}

static bool note_round(struct trace_search *l, int64_t round)
{
    struct store_traces *traces = l->traces;
    int64_t *rounds = array_grow(l->rounds, traces->round_count, sizeof(*rounds));
    if (rounds == NULL)
        return false;
    traces->rounds = l->rounds = rounds;
    l->rounds[traces->round_count++] = round;
    return true;
}

static bool search_round(struct trace_search *l, struct sql_stmt *stmt)
{
    for (unsigned i = 0; i < l->traces->links.count; i++) {
        const struct store_identity who = identity_at(l, i);
        if (l->texts->setup(&who, sql_text(stmt, 1), l->out, FORGET_OUT_SIZE) !=
                STORE_NAMES_NOBODY ||
            l->texts->channel(&who, sql_text(stmt, 2))) {
            return note_round(l, sql_int64(stmt, 0)) &&
                   (sql_int64(stmt, 3) == 0 || note_seated(l, sql_int64(stmt, 4), i));
        }
    }
    return true;
}

static bool search_table(struct trace_search *l, struct sql_stmt *stmt)
{
    unsigned i = 0;
    do {
        const struct store_identity who = identity_at(l, i);
        if (l->texts->table(&who, sql_text(stmt, 1), sql_text(stmt, 3)) ||
            (strcmp(who.network, sql_text(stmt, 1)) == 0 &&
             l->texts->channel(&who, sql_text(stmt, 2))))
            return note_seated(l, sql_int64(stmt, 0), i);
    } while (++i < l->traces->links.count);
    return true;
}

/* Searches the STEP rows behind `*last`, and sets it to the last of them. `more`: false if there
 * was no row left. */
static bool search_some(struct trace_search *l, struct sql_stmt *stmt, row_fn *search,
                        int64_t *last, bool *more)
{
    enum sql_step code = SQL_ERROR;
    bool good = sql_bind_int(stmt, 1, *last) && sql_bind_int(stmt, 2, STEP);
    *more = false;
    while (good && (code = sql_step(stmt)) == SQL_ROW) {
        *more = true;
        *last = sql_int64(stmt, 0);
        good = search(l, stmt);
    }
    return sql_reset(stmt) && good && code == SQL_DONE;
}

static bool search_all(struct sql_store *sq, struct trace_search *l, const char *sql,
                       row_fn *search, int64_t *last)
{
    struct store *store = (struct store *)sq;
    struct sql_stmt *stmt = NULL;
    bool good = true;
    bool more = true;
    while (good && more) {
        good = !atomic_load(&sq->interrupted) && sql_begin_read(store);
        if (good) {
            good = (stmt != NULL || (stmt = sql_prepare(sq->reader, sql)) != NULL) &&
                   search_some(l, stmt, search, last, &more);
            sql_end_read(store, good);
        }
    }
    sql_finalize(stmt);
    return good;
}

bool sql_traces(struct store *store, const struct store_identity *who,
                const struct store_forget_texts *texts, struct store_traces *traces)
{
    static const char rounds[] = "SELECT id, setup, channel, ended_at IS NULL, game_table"
                                 " FROM round WHERE id > ?1 ORDER BY id LIMIT ?2";
    static const char tables[] = "SELECT id, network, channel, state FROM game_table"
                                 " WHERE id > ?1 ORDER BY id LIMIT ?2";
    struct sql_store *sq = (struct sql_store *)store;
    struct trace_search l = {
        .texts = texts, .traces = traces, .who = who, .out = malloc(FORGET_OUT_SIZE)};
    int64_t last = 0;
    bool good = l.out != NULL && sql_begin_read(store);
    if (good) {
        good = sql_links(store, who, &traces->links);
        sql_end_read(store, good);
    }
    if (good && traces->links.count > 0)
        good = search_all(sq, &l, rounds, search_round, &traces->last);
    /* Tables come last: nobody should sit down between the search and the batch that forgets. */
    good = good && search_all(sq, &l, tables, search_table, &last);
    free(l.out);
    return good;
}
