/* Resident memory: idle, and with 1,000 and 10,000 tables in play, four people at each. Idle is
 * after the first table: what the libraries load with a first deal is no table's. */
#include <stdio.h>

#include "table_load.h"

enum { FEW = 1000, MANY = 10000, WINDOW = 64, MOVES = 5, LIMIT = 4096 };

static double a_table(size_t now, size_t idle, unsigned tables)
{
    return ((double)now - (double)idle) / tables;
}

/* Deals up to `tables` and has each play a few moves; gives what is resident then. */
static size_t resident_with(struct table_load *rig, unsigned tables)
{
    if (!table_load_deal(rig, tables) || !table_load_play(rig, tables, WINDOW, 0, MOVES))
        return 0;
    return measure_resident(0);
}

static void show(size_t resident, size_t idle, unsigned tables)
{
    char what[MEASURE_TEXT];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    double each = a_table(resident, idle, tables);
    measure_row((double)resident / (double)idle, measure_text(what, "memory, %u tables", tables),
                measure_text(here, "%.0f bytes a table", each),
                measure_text(baseline, "idle %.2f MB, now %.2f MB", (double)idle / 1e6,
                             (double)resident / 1e6),
                "under 4096 bytes a table", verdict_of(each < LIMIT));
}

int main(void)
{
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 16];
    struct table_load rig;
    if (!measure_folder(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    if (!table_load_open(&rig, path, MANY))
        return 1;
    table_load_settle(&rig);
    size_t fresh = measure_resident(0);
    size_t idle = resident_with(&rig, 1);
    size_t few = resident_with(&rig, FEW);
    size_t many = few > 0 ? resident_with(&rig, MANY) : 0;
    table_load_close(&rig);
    measure_folder_remove(folder);
    if (many == 0)
        return 1;
    char here[MEASURE_TEXT];
    measure_head();
    measure_row(
        0, "memory, idle",
        measure_text(here, "%.2f MB, fresh %.2f MB", (double)idle / 1e6, (double)fresh / 1e6), "-",
        "-", VERDICT_NONE);
    show(few, idle, FEW);
    show(many, idle, MANY);
    return 0;
}
