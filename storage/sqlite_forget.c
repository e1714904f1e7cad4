#include "sqlite_forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "sqlite_people.h"
#include "sqlite_read.h"

/* -- rounds -- */

/* What becomes of a round's row. */
struct row {
    int64_t id;
    const char *setup; /* the new one; NULL: it stays */
    bool drop;         /* its replay, since its setup cannot be read without them */
    bool talk;         /* it was in their private talk */
};

static bool run_with(struct forgetting *f, const char *sql, int64_t round, const char *text)
{
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, round) && (text == NULL || bind_text(stmt, 2, text)) &&
                sqlite_run(stmt);
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

static bool write_row(struct forgetting *f, const struct row *row)
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

/* Takes each identity out of the text in turn: what one leaves is what the next is sought in. */
static void change(struct forgetting *f, const char *setup, const char *channel, struct row *row)
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

/* The row on which a statement stands that gives id, setup, channel and whether it has ended. */
static bool forget_in(struct forgetting *f, sqlite3_stmt *stmt)
{
    struct row row = {.id = sqlite3_column_int64(stmt, 0)};
    change(f, column_text(stmt, 1), column_text(stmt, 2), &row);
    bool named = row.drop || row.setup != NULL;
    if (named && sqlite3_column_int64(stmt, 3) == 0) {
        f->running = row.id;
        return true;
    }
    return write_row(f, &row);
}

bool forgetting_round(struct forgetting *f, int64_t round)
{
    static const char sql[] =
        "SELECT id, setup, channel, ended_at IS NOT NULL FROM round WHERE id = ?1";
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, round) &&
                (sqlite3_step(stmt) != SQLITE_ROW || forget_in(f, stmt));
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

bool forgetting_rounds(struct forgetting *f, int64_t after)
{
    static const char sql[] = "SELECT id, setup, channel, ended_at IS NOT NULL FROM round"
                              " WHERE id > ?1 ORDER BY id LIMIT 1";
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) == SQLITE_OK;
    while (good && bind_int(stmt, 1, after) && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        after = sqlite3_column_int64(stmt, 0);
        good = forget_in(f, stmt) && sqlite3_reset(stmt) == SQLITE_OK;
    }
    return sqlite3_finalize(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

/* -- rows -- */

/* Nobody has scores on the board of a private talk; if somebody did, it would lose its name. */
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
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) == SQLITE_OK;
    while (good && bind_int(stmt, 1, at) && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        bool talk = false;
        at = sqlite3_column_int64(stmt, 0);
        for (unsigned i = 0; i < f->all.count; i++)
            talk = talk || f->texts->channel(&f->all.who[i], column_text(stmt, 1));
        good = sqlite3_reset(stmt) == SQLITE_OK && (!talk || forget_talk(f, at));
    }
    return sqlite3_finalize(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

/* The line end is in no account of a network: nobody is ever taken for them. */
bool forgetting_rows(struct forgetting *f)
{
    static const char *const sql[] = {
        "DELETE FROM link WHERE person = ?1",
        "DELETE FROM feat WHERE person = ?1",
        ("DELETE FROM versus WHERE other = ?1 AND person IN (SELECT other FROM versus"
         " WHERE person = ?1)"),
        "DELETE FROM versus WHERE person = ?1",
        ("UPDATE identity SET account = char(10) || id, account_key = '', name = '', name_key = '',"
         " mark = '', seen_at = 0 WHERE person = ?1"),
        "UPDATE person SET name = '', name_key = '', named = 1, hidden = 1 WHERE id = ?1",
    };
    for (size_t i = 0; i < sizeof(sql) / sizeof(sql[0]); i++)
        if (!run_with(f, sql[i], f->all.person, NULL))
            return false;
    return forget_talks(f);
}

/* -- by the writer -- */

/* Whether the rounds that were found are those of this identity, too. */
static bool was_known(const struct forget_op *op, const struct store_identity *who)
{
    for (unsigned i = 0; i < op->known_count; i++)
        if (op->known[i].verified == who->verified &&
            strcmp(op->known[i].account, who->account) == 0 &&
            strcmp(op->known[i].network, who->network) == 0)
            return true;
    return false;
}

static bool forget_all(struct forgetting *f, const struct forget_op *op)
{
    bool known = true;
    for (unsigned i = 0; i < f->all.count; i++)
        known = known && was_known(op, &f->all.who[i]);
    for (size_t i = 0; known && i < op->round_count; i++)
        if (!forgetting_round(f, op->rounds[i]))
            return false;
    return forgetting_rounds(f, known ? op->last : 0) && forgetting_rows(f);
}

bool sqlite_forget(struct sqlite_store *sq, const struct forget_op *op)
{
    int64_t identity = 0;
    int64_t overwrites = 0;
    struct forgetting *f = calloc(1, sizeof(*f));
    if (f == NULL)
        return false; /* tried again */
    f->db = sq->writer;
    f->texts = op->texts;
    enum found found = sqlite_find(sq->write[W_IDENTITY], &op->who, &identity, &f->all.person);
    bool good = found != ERROR;
    if (found == FOUND) {
        /* What is deleted is written over, and does not stay in pages that are free. */
        good =
            sqlite_number(sq->writer, "PRAGMA secure_delete", &overwrites) &&
            sqlite3_exec(sq->writer, "PRAGMA secure_delete = ON", NULL, NULL, NULL) == SQLITE_OK &&
            identities_read(&f->all, sq->writer) && forget_all(f, op);
        if (overwrites == 0)
            sqlite3_exec(sq->writer, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    }
    if (good)
        sq->forgot = 1;
    free(f);
    return good;
}

void sqlite_forget_log(struct sqlite_store *sq)
{
    int64_t wait = 0;
    unsigned commits = sq->forgot;
    if (commits == 0)
        return;
    sq->forgot++;
    if ((commits & (commits - 1)) != 0) /* a try costs: at the 1st, the 2nd, the 4th, ... */
        return;
    if (!sqlite_number(sq->writer, "PRAGMA busy_timeout", &wait))
        return;
    sqlite3_busy_timeout(sq->writer, 0); /* games wait for this thread */
    if (sqlite3_wal_checkpoint_v2(sq->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
        SQLITE_OK)
        sq->forgot = 0;
    sqlite3_busy_timeout(sq->writer, (int)wait);
}

/* -- looking -- */

enum { STEP = 500 /* rounds that are read in one transaction: the log is kept for it */ };

struct looking {
    const struct store_forget_texts *texts;
    struct store_traces *traces;
    int64_t *rounds;
    size_t room;
    char *out; /* of FORGET_OUT_SIZE */
};

static bool names_them(const struct looking *l, const char *setup, const char *channel)
{
    for (unsigned i = 0; i < l->traces->links.count; i++) {
        const struct store_known *known = &l->traces->links.at[i];
        const struct store_identity who = {
            .network = known->network, .account = known->account, .verified = known->verified};
        if (l->texts->setup(&who, setup, l->out, FORGET_OUT_SIZE) != STORE_NAMES_NOBODY ||
            l->texts->channel(&who, channel))
            return true;
    }
    return false;
}

static bool note(struct looking *l, int64_t round)
{
    struct store_traces *traces = l->traces;
    if (l->rounds == NULL || traces->round_count == l->room) {
        size_t room = l->room > 0 ? 2 * l->room : 64;
        int64_t *bigger = realloc(l->rounds, room * sizeof(*bigger));
        if (bigger == NULL)
            return false;
        l->room = room;
        traces->rounds = l->rounds = bigger;
    }
    l->rounds[traces->round_count++] = round;
    return true;
}

/* Looks through some rounds; `more` is false when there was none. */
static bool look(struct looking *l, sqlite3_stmt *stmt, bool *more)
{
    int code = SQLITE_ERROR;
    bool good = bind_int(stmt, 1, l->traces->last) && bind_int(stmt, 2, STEP);
    *more = false;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        int64_t round = sqlite3_column_int64(stmt, 0);
        *more = true;
        l->traces->last = round;
        if (names_them(l, column_text(stmt, 1), column_text(stmt, 2)))
            good = note(l, round);
    }
    return sqlite3_reset(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

bool sqlite_traces(struct store *store, const struct store_identity *who,
                   const struct store_forget_texts *texts, struct store_traces *traces)
{
    static const char sql[] =
        "SELECT id, setup, channel FROM round WHERE id > ?1 ORDER BY id LIMIT ?2";
    struct sqlite_store *sq = (struct sqlite_store *)store;
    struct looking l = {.texts = texts, .traces = traces, .out = malloc(FORGET_OUT_SIZE)};
    sqlite3_stmt *stmt = NULL;
    bool good = l.out != NULL && sqlite_links(store, who, &traces->links);
    bool more = good && traces->links.count > 0;
    good = good && sqlite3_prepare_v2(sq->reader, sql, -1, &stmt, NULL) == SQLITE_OK;
    while (good && more)
        good = !atomic_load(&sq->interrupted) && look(&l, stmt, &more);
    if (!good && !atomic_load(&sq->interrupted))
        log_error(sq->log, "%s: %s", sq->path, sqlite3_errmsg(sq->reader));
    sqlite3_finalize(stmt);
    free(l.out);
    return good;
}
