#include "ctl_print.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

enum { COLUMNS_MAX = 7, CELL_MAX = 320 };

/* -- members -- */

static const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static bool is_true(const cJSON *object, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, key));
}

/* -- rows in columns -- */

/* One kind of row. Text in cells comes from networks, so it is cleaned before it goes to a
 * terminal. */
struct grid {
    unsigned columns;
    const char *heads[COLUMNS_MAX];
    void (*cell)(const cJSON *row, unsigned column, struct buf *cell);
};

static void make_cell(const struct grid *grid, const cJSON *row, unsigned column,
                      char clean[CELL_MAX])
{
    char memory[CELL_MAX];
    struct buf cell;
    struct buf out;
    buf_init(&cell, memory, sizeof(memory));
    buf_init(&out, clean, CELL_MAX);
    grid->cell(row, column, &cell);
    text_clean(&out, memory, buf_length(&cell));
}

static size_t width_of(const struct grid *grid, const cJSON *list, unsigned column)
{
    size_t widest = strlen(grid->heads[column]);
    char cell[CELL_MAX];
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, list)
    {
        make_cell(grid, row, column, cell);
        size_t width = text_width(cell, strlen(cell));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_cell(const char *cell, size_t width, bool last)
{
    size_t blanks = last ? 0 : width + 2 - text_width(cell, strlen(cell));
    printf("%s%*s", cell, (int)blanks, "");
    if (last)
        putchar('\n');
}

static void print_grid(const struct grid *grid, const cJSON *list)
{
    size_t widths[COLUMNS_MAX];
    char cell[CELL_MAX];
    const cJSON *row = NULL;
    for (unsigned i = 0; i < grid->columns; i++)
        widths[i] = width_of(grid, list, i);
    for (unsigned i = 0; i < grid->columns; i++)
        put_cell(grid->heads[i], widths[i], i + 1 == grid->columns);
    cJSON_ArrayForEach(row, list)
    {
        for (unsigned i = 0; i < grid->columns; i++) {
            make_cell(grid, row, i, cell);
            put_cell(cell, widths[i], i + 1 == grid->columns);
        }
    }
}

/* -- status -- */

static void network_cell(const cJSON *row, unsigned column, struct buf *cell)
{
    if (column == 0)
        buf_printf(cell, "%s %s", text_of(row, "adapter"), text_of(row, "name"));
    else if (column == 1)
        buf_add(cell, is_true(row, "connected") ? "connected" : "not connected");
    else if (column == 2)
        buf_printf(cell, "%.0f", number_of(row, "tables"));
    else if (column == 3)
        buf_printf(cell, "%.1f s", number_of(row, "behind_ms") / 1000);
    else if (column == 4 && number_of(row, "tables_fit") > 0)
        buf_printf(cell, "%.0f tables", number_of(row, "tables_fit"));
    else if (column == 5 && number_of(row, "helpers") > 0) {
        buf_printf(cell, "%.0f of %.0f", number_of(row, "helpers_connected"),
                   number_of(row, "helpers"));
    } else
        buf_add(cell, "-");
}

static void print_age(double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    unsigned at = 0;
    while (at < 3 && seconds < units[at].seconds)
        at++;
    printf("%.0f %s", seconds / units[at].seconds, units[at].name);
}

static void print_processes(const cJSON *list)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, list)
    {
        const cJSON *networks = cJSON_GetObjectItemCaseSensitive(row, "networks");
        const cJSON *name = NULL;
        char memory[CELL_MAX];
        char clean[CELL_MAX];
        struct buf text;
        struct buf out;
        buf_init(&text, memory, sizeof(memory));
        buf_init(&out, clean, sizeof(clean));
        cJSON_ArrayForEach(name, networks)
        {
            if (cJSON_IsString(name))
                buf_printf(&text, "%s%s", name == networks->child ? "" : ", ", name->valuestring);
        }
        text_clean(&out, memory, buf_length(&text));
        printf("%s  %s%s: %s%s\n", row == list->child ? "fleet   " : "        ",
               *text_of(row, "process") != '\0' ? text_of(row, "process") : "no process",
               is_true(row, "ours")      ? " (this one)"
               : is_true(row, "drained") ? " (drained)"
                                         : "",
               networks != NULL && networks->child != NULL ? clean : "nothing",
               text.full ? "..." : "");
    }
}

static void print_status(const cJSON *result)
{
    static const struct grid networks = {
        6, {"network", "is", "tables", "behind", "room for", "helpers"}, network_cell};
    printf("talon %s, %s for ", text_of(result, "version"), text_of(result, "state"));
    print_age(number_of(result, "uptime_s"));
    printf(", process %.0f\n", number_of(result, "pid"));
    printf("status    %s\n", text_of(result, "status"));
    printf("tables    %.0f (%.0f in a round)\n", number_of(result, "tables"),
           number_of(result, "rounds"));
    printf("players   %.0f\n", number_of(result, "players"));
    printf("queue     %.0f lines wait for the disk\n", number_of(result, "queue"));
    printf("memory    %.1f MB\n", number_of(result, "memory_bytes") / 1e6);
    printf("database  %s\n", text_of(result, "database"));
    printf("log       %s\n", text_of(result, "log_level"));
    print_processes(cJSON_GetObjectItemCaseSensitive(result, "fleet"));
    putchar('\n');
    print_grid(&networks, cJSON_GetObjectItemCaseSensitive(result, "networks"));
}

/* -- tables and people -- */

static void add_places(const cJSON *row, struct buf *cell)
{
    const cJSON *place = NULL;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(row, "places");
    cJSON_ArrayForEach(place, list)
    {
        const char *channel = text_of(place, "channel");
        buf_printf(cell, "%s%s%s%s%s", place == list->child ? "" : ", ", text_of(place, "network"),
                   *channel != '\0' ? "/" : " (private)", channel,
                   is_true(place, "reachable") ? "" : " (not reachable)");
    }
}

static void table_cell(const cJSON *row, unsigned column, struct buf *cell)
{
    switch (column) {
    case 0:
        buf_printf(cell, "%.0f", number_of(row, "id"));
        break;
    case 1:
        add_places(row, cell);
        break;
    case 2:
        buf_printf(cell, "%s%s", text_of(row, "state"), is_true(row, "paused") ? ", paused" : "");
        break;
    case 3:
        buf_add(cell, text_of(row, "set"));
        break;
    case 4:
        buf_printf(cell, "%.0f", number_of(row, "players"));
        break;
    case 5:
        buf_printf(cell, "%.0f", number_of(row, "computers"));
        break;
    default:
        buf_add(cell, text_of(row, "turn"));
    }
}

static void person_cell(const cJSON *row, unsigned column, struct buf *cell)
{
    if (column == 0)
        buf_add(cell, text_of(row, "name"));
    else if (column == 1) {
        buf_printf(cell, "%s/%s%s", text_of(row, "network"), text_of(row, "account"),
                   is_true(row, "verified") ? "" : " (nick)");
    } else if (column == 2)
        buf_printf(cell, "%.0f", number_of(row, "table"));
    else
        buf_add(cell, !is_true(row, "here") ? "gone" : is_true(row, "away") ? "away" : "here");
}

/* -- all commands -- */

static void print_tables(const cJSON *result)
{
    static const struct grid grid = {
        7, {"table", "where", "state", "set", "people", "computers", "turn"}, table_cell};
    if (*text_of(result, "process") != '\0')
        printf("tables of process %s\n", text_of(result, "process"));
    print_grid(&grid, cJSON_GetObjectItemCaseSensitive(result, "tables"));
}

static void print_people(const cJSON *result)
{
    static const struct grid grid = {4, {"name", "account", "table", "is"}, person_cell};
    print_grid(&grid, cJSON_GetObjectItemCaseSensitive(result, "people"));
}

static void print_said(const cJSON *result)
{
    printf("said: %s\n", text_of(result, "said"));
}

static void print_end(const cJSON *result)
{
    printf("table %.0f is closed\n", number_of(result, "table"));
}

static void print_log(const cJSON *result)
{
    printf("log level: %s\n", text_of(result, "log_level"));
}

static void ban_cell(const cJSON *row, unsigned column, struct buf *cell)
{
    if (column == 0)
        buf_add(cell, text_of(row, "kind"));
    else
        buf_printf(cell, "%s/%s", text_of(row, "network"), text_of(row, "whom"));
}

static void print_ban(const cJSON *result)
{
    static const struct grid grid = {2, {"kind", "whom"}, ban_cell};
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(result, "bans");
    if (list != NULL)
        print_grid(&grid, list);
    else {
        printf("banned: %s %s/%s\n", text_of(result, "kind"), text_of(result, "network"),
               text_of(result, "banned"));
    }
}

static void print_unban(const cJSON *result)
{
    printf("no longer banned: %s %s/%s\n", text_of(result, "kind"), text_of(result, "network"),
           text_of(result, "unbanned"));
}

static void print_reload(const cJSON *result)
{
    const cJSON *line = NULL;
    cJSON_ArrayForEach(line, cJSON_GetObjectItemCaseSensitive(result, "told"))
    {
        if (cJSON_IsString(line))
            puts(line->valuestring);
    }
}

static void print_backup(const cJSON *result)
{
    printf("%s has no damage: %.0f kB, %.0f people, %.0f rounds, %.0f open tables\n",
           text_of(result, "file"), number_of(result, "bytes") / 1024, number_of(result, "people"),
           number_of(result, "rounds"), number_of(result, "tables"));
}

static void lease_cell(const cJSON *row, unsigned column, struct buf *cell)
{
    enum { SECONDS = 1000 };
    if (column == 0)
        buf_add(cell, text_of(row, "network"));
    else if (column == 1) {
        buf_printf(cell, "%s%s", *text_of(row, "process") != '\0' ? text_of(row, "process") : "-",
                   is_true(row, "ours") ? " (this one)" : "");
    } else if (column == 2)
        buf_printf(cell, "%.8s", text_of(row, "id"));
    else if (column == 3)
        buf_printf(cell, "%.0f", number_of(row, "epoch"));
    else if (column == 4)
        buf_printf(cell, "%.0f s", number_of(row, "held_ms") / SECONDS);
    else if (column == 5)
        buf_printf(cell, "%.0f ms", number_of(row, "left_ms"));
    else
        buf_printf(cell, "%.0f ms ago", number_of(row, "renewed_ms"));
}

static void print_fleet(const cJSON *result)
{
    static const struct grid grid = {
        7, {"network", "process", "id", "lease", "held for", "left", "renewed"}, lease_cell};
    print_grid(&grid, cJSON_GetObjectItemCaseSensitive(result, "leases"));
    printf("queue  %.0f lines of this process wait for the database\n", number_of(result, "queue"));
}

static void print_drain(const cJSON *result)
{
    printf("networks given up: %.0f\n", number_of(result, "drained"));
}

static void print_undrain(const cJSON *result)
{
    printf("networks wanted again: %.0f\n", number_of(result, "wanted"));
}

static void print_give(const cJSON *result)
{
    printf("it moves to process %s\n", text_of(result, "to"));
}

void ctl_print(const char *command, const cJSON *result)
{
    static const struct {
        const char *command;
        void (*print)(const cJSON *result);
    } rows[] = {{"status", print_status},   {"tables", print_tables}, {"people", print_people},
                {"say", print_said},        {"end", print_end},       {"log", print_log},
                {"ban", print_ban},         {"unban", print_unban},   {"reload", print_reload},
                {"backup", print_backup},   {"fleet", print_fleet},   {"drain", print_drain},
                {"undrain", print_undrain}, {"give", print_give}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strcmp(rows[i].command, command) == 0)
            rows[i].print(result);
    }
}
