/* Start-up with 10,000 unfinished tables, each in a round of 40 actions: opening the store and
 * rebuilding every table by replay. Against a scan by SQLite alone: the same tables and rounds, and
 * a row for each action, in order. */
#include <stdio.h>

#include "raw.h"
#include "table_load.h"

enum { TABLES = 10000, ACTIONS = 40, WINDOW = 4096, TURNS = 3 };
static const double target = 0.5; /* seconds */

static bool make(const char *path)
{
    struct table_load rig;
    if (!table_load_open(&rig, path, TABLES))
        return false;
    bool good = table_load_deal(&rig, TABLES) && table_load_play(&rig, TABLES, WINDOW, 0, ACTIONS);
    table_load_close(&rig);
    return good;
}

/* Seconds of a start, 0 when not all came back. */
static double start_up(const char *path)
{
    struct table_load rig;
    if (!table_load_open(&rig, path, TABLES))
        return 0;
    double took = rig.restored;
    for (unsigned i = 0; i < TABLES; i++) {
        if (rig.tables[i].table == NULL || table_load_actions(&rig, i) != ACTIONS) {
            fprintf(stderr, "bench_restore: table %u did not come back as it was\n", i);
            took = 0;
            break;
        }
    }
    table_load_close(&rig);
    return took;
}

int main(void)
{
    struct samples ours = {0};
    struct samples raw = {0};
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 16];
    char raw_path[MEASURE_PATH + 16];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    bool good = measure_folder(folder);
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    snprintf(raw_path, sizeof(raw_path), "%s/raw.db", folder);
    good = good && make(path) && raw_copy(raw_path, path, TABLES, ACTIONS);
    for (unsigned i = 0; good && i < TURNS; i++) {
        double scan = raw_scan(raw_path);
        double took = start_up(path);
        samples_add(&ours, took);
        samples_add(&raw, scan);
        good = scan > 0 && took > 0;
    }
    measure_folder_remove(folder);
    if (!good)
        return 1;
    samples_sort(&ours);
    samples_sort(&raw);
    double took = samples_at(&ours, 0.5);
    measure_head();
    measure_row(took / samples_at(&raw, 0.5), "start-up, 10000 tables in a round",
                measure_text(here, "%.2f s", took),
                measure_text(baseline, "SQLite scan %.2f s", samples_at(&raw, 0.5)), "under 0.5 s",
                verdict_of(took < target));
    samples_finish(&ours);
    samples_finish(&raw);
    return 0;
}
