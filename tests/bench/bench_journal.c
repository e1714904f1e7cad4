/* Moves a second that are on disk before they are told, pipelined over 64 tables: typed commands
 * through host, table, engine, SQLite store and outbox. Against SQLite alone committing as many
 * journal rows in groups of 64, one a table. */
#include <stdio.h>

#include "raw.h"
#include "rig.h"

enum { TABLES = 64, MOVES = 40000, TURNS = 3 };

struct turn {
    double moves_a_second, rows_a_second, moves_a_group;
};

static bool measure(const char *folder, unsigned n, struct turn *turn)
{
    char path[MEASURE_PATH + 32];
    struct rig rig;
    snprintf(path, sizeof(path), "%s/talon-%u.db", folder, n);
    if (!rig_open(&rig, path, TABLES) || !rig_deal(&rig, TABLES))
        return false;
    double start = measure_now();
    bool good = rig_play(&rig, TABLES, TABLES, MOVES, 0);
    double took = measure_now() - start;
    turn->moves_a_second = (double)rig.moves / took;
    turn->moves_a_group = (double)rig.moves / (double)rig.groups;
    rig_close(&rig);
    snprintf(path, sizeof(path), "%s/raw-%u.db", folder, n);
    took = raw_insert(path, MOVES, TABLES, NULL);
    turn->rows_a_second = MOVES / took;
    return good && took > 0;
}

int main(void)
{
    struct samples ours = {0};
    struct samples raw = {0};
    struct samples ratios = {0};
    struct turn turn = {0};
    char folder[MEASURE_PATH];
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    bool good = measure_folder(folder);
    for (unsigned i = 0; good && i < TURNS; i++) {
        good = measure(folder, i, &turn);
        samples_add(&ours, turn.moves_a_second);
        samples_add(&raw, turn.rows_a_second);
        samples_add(&ratios, turn.moves_a_second / turn.rows_a_second);
    }
    measure_folder_remove(folder);
    if (!good)
        return 1;
    samples_sort(&ours);
    samples_sort(&raw);
    samples_sort(&ratios);
    measure_head();
    measure_row(samples_at(&ratios, 0.5), "journaled moves, 64 tables",
                measure_text(here, "%.1f k moves/s, %.0f a turn", samples_at(&ours, 0.5) / 1e3,
                             turn.moves_a_group),
                measure_text(baseline, "SQLite %.1f k rows/s, by 64", samples_at(&raw, 0.5) / 1e3),
                "-", VERDICT_NONE);
    samples_finish(&ours);
    samples_finish(&raw);
    samples_finish(&ratios);
    return 0;
}
