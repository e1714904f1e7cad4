/* Moves a second that are on disk before they are told, pipelined over 64 and over 1,000 tables:
 * typed commands through host, table, engine, SQLite store and outbox. Against SQLite alone
 * committing as many journal rows in groups of as many, one a table. And what a move writes where
 * one table plays alone, each in a commit of its own, with the rounds that end meanwhile: against
 * one row alone. */
#include <stdio.h>

#include "raw.h"
#include "table_load.h"

enum { FEW = 64, MANY = 1000, MOVES = 40000, ALONE = 6000, TURNS = 3 };

struct turn {
    double moves_a_second, rows_a_second, moves_a_group;
};

static bool measure(const char *folder, unsigned tables, unsigned n, struct turn *turn)
{
    char path[MEASURE_PATH + 32];
    struct table_load rig;
    snprintf(path, sizeof(path), "%s/talon-%u-%u.db", folder, tables, n);
    if (!table_load_open(&rig, path, tables) || !table_load_deal(&rig, tables))
        return false;
    double start = measure_now();
    bool good = table_load_play(&rig, tables, tables, MOVES, 0);
    double took = measure_now() - start;
    turn->moves_a_second = (double)rig.moves / took;
    turn->moves_a_group = (double)rig.moves / (double)rig.groups;
    table_load_close(&rig);
    snprintf(path, sizeof(path), "%s/raw-%u-%u.db", folder, tables, n);
    took = raw_insert(path, MOVES, tables, NULL);
    turn->rows_a_second = MOVES / took;
    return good && took > 0;
}

static bool show_rate(const char *folder, unsigned tables, double target)
{
    struct samples ours = {0};
    struct samples raw = {0};
    struct samples ratios = {0};
    struct turn turn = {0};
    char what[MEASURE_TEXT];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    char wanted[MEASURE_TEXT];
    bool good = true;
    for (unsigned i = 0; good && i < TURNS; i++) {
        good = measure(folder, tables, i, &turn);
        samples_add(&ours, turn.moves_a_second);
        samples_add(&raw, turn.rows_a_second);
        samples_add(&ratios, turn.moves_a_second / turn.rows_a_second);
    }
    samples_sort(&ours);
    samples_sort(&raw);
    samples_sort(&ratios);
    double ratio = samples_at(&ratios, 0.5);
    if (good) {
        measure_row(ratio, measure_text(what, "journaled moves, %u tables", tables),
                    measure_text(here, "%.1f k moves/s, %.0f a turn", samples_at(&ours, 0.5) / 1e3,
                                 turn.moves_a_group),
                    measure_text(baseline, "SQLite %.1f k rows/s, by %u",
                                 samples_at(&raw, 0.5) / 1e3, tables),
                    measure_text(wanted, "ratio of %.2f", target), verdict_of(ratio >= target));
    }
    samples_finish(&ours);
    samples_finish(&raw);
    samples_finish(&ratios);
    return good;
}

static bool show_written(const char *folder)
{
    char path[MEASURE_PATH + 32];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    struct table_load rig;
    snprintf(path, sizeof(path), "%s/alone.db", folder);
    if (!table_load_open(&rig, path, 1) || !table_load_deal(&rig, 1))
        return false;
    unsigned long long before = measure_written();
    bool good = table_load_play(&rig, 1, 1, ALONE, 0);
    double ours = (double)(measure_written() - before) / (double)rig.moves;
    table_load_close(&rig);
    snprintf(path, sizeof(path), "%s/alone-raw.db", folder);
    before = measure_written();
    if (!good || raw_insert(path, ALONE, 1, NULL) <= 0)
        return false;
    double raw = (double)(measure_written() - before) / ALONE;
    measure_row(ours / raw, "written a move, 1 table", measure_text(here, "%.0f bytes", ours),
                measure_text(baseline, "%.0f bytes a row", raw), "under 800 bytes",
                verdict_of(ours < 800));
    return true;
}

int main(void)
{
    char folder[MEASURE_PATH];
    bool good = measure_folder(folder);
    measure_head();
    good = good && show_rate(folder, FEW, 0.5) && show_rate(folder, MANY, 0.25) &&
           show_written(folder);
    measure_folder_remove(folder);
    return good ? 0 : 1;
}
