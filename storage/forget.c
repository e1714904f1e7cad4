#include "forget.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sql_forget.h"
#include "sqlite_link.h"
#include "sqlite_tool.h"

struct tool {
    sqlite3 *db;
    const char *path;
    struct store_forget *asked;
    struct sqlite_link link;
    struct forgetting *f;
    char *why;
    size_t why_size;
};

static enum store_error fault(const struct tool *tool)
{
    return sqlite_fault(tool->db, tool->path, tool->why, tool->why_size);
}

static bool find_person(struct tool *tool)
{
    const struct store_forget *asked = tool->asked;
    struct identities *all = &tool->f->all;
    bool good = identities_find(all, &tool->link.sql, asked->network, asked->account);
    tool->asked->identities = all->count;
    if (all->count == 0) { /* they may have settings all the same */
        identities_add(all, asked->network, asked->account, true);
        identities_add(all, asked->network, asked->account, false);
    }
    return good;
}

/* -- what they are at -- */

static enum store_error expect_away(const struct tool *tool)
{
    static const char sql[] = "SELECT state, channel, network FROM game_table ORDER BY id";
    const struct forgetting *f = tool->f;
    sqlite3_stmt *stmt = NULL;
    enum store_error error = STORE_OK;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(tool->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return fault(tool);
    while (error == STORE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        for (unsigned i = 0; i < f->all.count && error == STORE_OK; i++)
            if (f->texts->table(&f->all.who[i], column_text(stmt, 0)) ||
                f->texts->channel(&f->all.who[i], column_text(stmt, 1)))
                error = sqlite_refuse(STORE_FAILED, tool->why, tool->why_size,
                                      "they are at the open table of %s on %s: they leave it first",
                                      column_text(stmt, 1), column_text(stmt, 2));
    }
    sqlite3_finalize(stmt);
    return error == STORE_OK && code != SQLITE_DONE ? fault(tool) : error;
}

/* -- rounds -- */

static enum store_error forget_in_rounds(const struct tool *tool)
{
    if (!forgetting_rounds(tool->f, 0))
        return fault(tool);
    if (tool->f->running != 0)
        return sqlite_refuse(STORE_FAILED, tool->why, tool->why_size,
                             "round %lld, in which they sit, is not over",
                             (long long)tool->f->running);
    tool->asked->setups = tool->f->setups;
    tool->asked->replays = tool->f->replays;
    return STORE_OK;
}

/* -- settings -- */

static bool write_setting(struct tool *tool, const struct store_setting *setting)
{
    static const char drop_sql[] = "DELETE FROM setting WHERE scope = ?1 AND key = ?2";
    static const char put_sql[] = "UPDATE setting SET value = ?3 WHERE scope = ?1 AND key = ?2";
    bool put = tool->f->out[0][0] != '\0';
    sqlite3_stmt *stmt = NULL;
    bool good =
        sqlite3_prepare_v2(tool->db, put ? put_sql : drop_sql, -1, &stmt, NULL) == SQLITE_OK &&
        bind_text(stmt, 1, setting->scope) && bind_text(stmt, 2, setting->key) &&
        (!put || bind_text(stmt, 3, tool->f->out[0])) && sqlite_run(stmt);
    tool->asked->settings++;
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

static enum store_error forget_in_settings(struct tool *tool, const struct store_identity *who)
{
    /* The copy is complete before the first is changed. */
    static const char copy_sql[] =
        "CREATE TEMP TABLE IF NOT EXISTS each_setting (scope TEXT, key TEXT, value TEXT);"
        "DELETE FROM temp.each_setting;"
        "INSERT INTO temp.each_setting SELECT scope, key, value FROM setting";
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(tool->db, copy_sql, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(tool->db, "SELECT scope, key, value FROM temp.each_setting", -1,
                                   &stmt, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        const struct store_setting setting = {column_text(stmt, 0), column_text(stmt, 1),
                                              column_text(stmt, 2)};
        if (tool->f->texts->setting(who, &setting, tool->f->out[0], FORGET_OUT_SIZE) ==
            STORE_FORGOT)
            good = write_setting(tool, &setting);
    }
    sqlite3_finalize(stmt);
    return good && code == SQLITE_DONE ? STORE_OK : fault(tool);
}

static enum store_error forget_all(struct tool *tool)
{
    const struct store_forget *asked = tool->asked;
    struct forgetting *f = tool->f;
    /* What is deleted is written over, and does not stay in pages that are free. */
    if (sqlite3_exec(tool->db, "PRAGMA secure_delete = ON", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(tool->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(tool->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
        !find_person(tool))
        return fault(tool);
    enum store_error error = expect_away(tool);
    if (error == STORE_OK)
        error = forget_in_rounds(tool);
    for (unsigned i = 0; error == STORE_OK && i < f->all.count; i++)
        error = forget_in_settings(tool, &f->all.who[i]);
    if (error == STORE_OK && !forgetting_rows(f))
        error = fault(tool);
    if (error == STORE_OK &&
        asked->identities + asked->settings + asked->setups + asked->replays == 0)
        error = sqlite_refuse(STORE_FAILED, tool->why, tool->why_size,
                              "nothing is kept of %s on %s", asked->account, asked->network);
    if (error == STORE_OK &&
        (sqlite3_exec(tool->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK ||
         sqlite3_exec(tool->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) != SQLITE_OK))
        error = fault(tool);
    return error;
}

enum store_error store_forget(const char *path, struct store_forget *forget, char *why,
                              size_t why_size)
{
    struct tool tool = {.path = path, .asked = forget, .why = why, .why_size = why_size};
    int lock = -1;
    forget->identities = forget->settings = forget->setups = forget->replays = 0;
    tool.f = calloc(1, sizeof(*tool.f));
    if (tool.f == NULL)
        return sqlite_refuse(STORE_NO_MEMORY, why, why_size, "%s: out of memory", path);
    enum store_error error = sqlite_lock_tool(path, &lock, why, why_size);
    if (error == STORE_OK)
        error = sqlite_open_tool(path, TOOL_WRITES, &tool.db, why, why_size);
    if (error == STORE_OK) {
        tool.f->sql = sqlite_link(&tool.link, tool.db);
        tool.f->texts = forget->texts;
        error = forget_all(&tool);
    }
    sqlite3_close(tool.db); /* what is not committed is undone */
    free(tool.f);
    if (lock >= 0)
        close(lock);
    return error;
}
