#include "sql_forget_tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_forget.h"

struct tool {
    struct forgetting *f;
    struct store_forget *asked;
    struct fault *why;
};

static bool find_person(const struct tool *tool)
{
    const struct store_forget *asked = tool->asked;
    struct identities *all = &tool->f->all;
    bool good = identities_find(all, tool->f->sql, asked->network, asked->account);
    tool->asked->identities = all->count;
    if (good && all->count == 0) /* settings may name a person without identities */
        good = identities_add_unknown(all, tool->f->sql, asked->network, asked->account);
    return good;
}

/* -- what they are at -- */

static bool are_at(const struct forgetting *f, const char *network, const char *channel,
                   const char *state)
{
    for (unsigned i = 0; i < f->all.count; i++) {
        if (f->texts->table(&f->all.who[i], network, state) ||
            f->texts->channel(&f->all.who[i], channel))
            return true;
    }
    return false;
}

static enum found expect_away(const struct tool *tool)
{
    static const char sql[] = "SELECT network, channel, state FROM game_table ORDER BY id";
    struct sql_stmt *stmt = sql_prepare(tool->f->sql, sql);
    enum sql_step code = SQL_ERROR;
    bool away = true;
    while (stmt != NULL && away && (code = sql_step(stmt)) == SQL_ROW) {
        away = !are_at(tool->f, sql_text(stmt, 0), sql_text(stmt, 1), sql_text(stmt, 2));
        if (!away) {
            fault_set(tool->why, "they sit at the open table of %s on %s: they must leave it first",
                      sql_text(stmt, 1), sql_text(stmt, 0));
        }
    }
    sql_finalize(stmt);
    return !away ? NONE : code == SQL_DONE ? FOUND : ERROR;
}

/* -- rounds -- */

static enum found forget_in_rounds(const struct tool *tool)
{
    if (!forgetting_rounds(tool->f, 0))
        return ERROR;
    tool->asked->setups = tool->f->setups;
    tool->asked->replays = tool->f->replays;
    if (tool->f->running == 0)
        return FOUND;
    fault_set(tool->why, "round %lld, in which they sit, has not ended",
              (long long)tool->f->running);
    return NONE;
}

/* -- settings -- */

/* A setting that names them, and its text without them. */
struct setting_change {
    struct setting_change *next;
    char *scope, *key, *value;
};

static void changes_free(struct setting_change *list)
{
    while (list != NULL) {
        struct setting_change *next = list->next;
        free(list->scope);
        free(list->key);
        free(list->value);
        free(list);
        list = next;
    }
}

static bool note_change(struct setting_change **list, const struct store_setting *setting,
                        const char *value)
{
    struct setting_change *change = calloc(1, sizeof(*change));
    if (change == NULL)
        return false;
    change->next = *list;
    *list = change;
    change->scope = strdup(setting->scope);
    change->key = strdup(setting->key);
    change->value = strdup(value);
    return change->scope != NULL && change->key != NULL && change->value != NULL;
}

/* Takes the identities out of the setting, one after the other, each out of the text that the step
 * before has written. Notes the setting if that changed it. */
static bool judge_setting(const struct tool *tool, const struct store_setting *setting,
                          struct setting_change **list)
{
    struct forgetting *f = tool->f;
    struct store_setting left = *setting;
    unsigned next = 0;
    for (unsigned i = 0; i < f->all.count; i++) {
        if (f->texts->setting(&f->all.who[i], &left, f->out[next], FORGET_OUT_SIZE) != STORE_FORGOT)
            continue;
        left.value = f->out[next];
        next ^= 1U;
        if (*left.value == '\0')
            break;
    }
    return left.value == setting->value || note_change(list, setting, left.value);
}

static enum found find_settings(const struct tool *tool, struct setting_change **list)
{
    struct sql_stmt *stmt = sql_prepare(tool->f->sql, "SELECT scope, key, value FROM setting");
    enum sql_step code = SQL_ERROR;
    bool room = true;
    while (stmt != NULL && room && (code = sql_step(stmt)) == SQL_ROW) {
        const struct store_setting setting = {sql_text(stmt, 0), sql_text(stmt, 1),
                                              sql_text(stmt, 2)};
        room = judge_setting(tool, &setting, list);
    }
    if (!room)
        fault_set(tool->why, "out of memory");
    return sql_finalize(stmt) && room && code == SQL_DONE ? FOUND : room ? ERROR : NONE;
}

static bool write_setting(struct sql *sql, const struct setting_change *change)
{
    bool put = *change->value != '\0';
    struct sql_stmt *stmt =
        sql_prepare(sql, put ? "UPDATE setting SET value = ?3 WHERE scope = ?1 AND key = ?2"
                             : "DELETE FROM setting WHERE scope = ?1 AND key = ?2");
    bool good = stmt != NULL && sql_bind_text(stmt, 1, change->scope) &&
                sql_bind_text(stmt, 2, change->key) &&
                (!put || sql_bind_text(stmt, 3, change->value)) && sql_run(stmt);
    return sql_finalize(stmt) && good;
}

static enum found forget_in_settings(const struct tool *tool)
{
    struct setting_change *list = NULL;
    enum found found = find_settings(tool, &list);
    for (const struct setting_change *at = list; found == FOUND && at != NULL; at = at->next) {
        found = write_setting(tool->f->sql, at) ? FOUND : ERROR;
        tool->asked->settings++;
    }
    changes_free(list);
    return found;
}

/* -- all of it -- */

static enum found forget_all(const struct tool *tool)
{
    const struct store_forget *asked = tool->asked;
    enum found found = find_person(tool) ? expect_away(tool) : ERROR;
    if (found == FOUND)
        found = forget_in_rounds(tool);
    if (found == FOUND)
        found = forget_in_settings(tool);
    if (found == FOUND && !forgetting_rows(tool->f))
        found = ERROR;
    if (found != FOUND || asked->identities + asked->settings + asked->setups + asked->replays > 0)
        return found;
    fault_set(tool->why, "nothing is stored about %s on %s", asked->account, asked->network);
    return NONE;
}

enum found sql_forget_tool(struct sql *sql, struct store_forget *asked, struct fault *why)
{
    struct tool tool = {.f = calloc(1, sizeof(*tool.f)), .asked = asked, .why = why};
    asked->identities = asked->settings = asked->setups = asked->replays = 0;
    if (tool.f == NULL)
        return fault_set(why, "out of memory"), NONE;
    tool.f->sql = sql;
    tool.f->texts = asked->texts;
    enum found found = forget_all(&tool);
    free(tool.f);
    return found;
}
