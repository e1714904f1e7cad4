/* What a round that is over and a table in play take on the disk, four people of random play at
 * each: by how much a database is larger after an orderly end than one with fewer of them. Against
 * what the moves are as text. */
#include <stdio.h>
#include <sys/stat.h>

#include "storage/lease.h"
#include "table_load.h"

enum {
    TABLES = 16,
    MANY = 256,
    MOVES = 20000,
    ACTIONS = 40,
    MOVE = 6 /* bytes: "1 play", about */
};

struct end {
    double size, rounds, moves;
};

/* Of so many tables that make so many moves in all or, 0, ACTIONS each in the first round. */
static bool play(const char *folder, unsigned tables, unsigned wanted, struct end *end)
{
    char path[MEASURE_PATH + 32];
    struct table_load rig;
    struct stat found;
    snprintf(path, sizeof(path), "%s/talon-%u-%u.db", folder, tables, wanted);
    if (!table_load_open(&rig, path, tables) || !table_load_deal(&rig, tables) ||
        !table_load_play(&rig, tables, TABLES, wanted, wanted > 0 ? 0 : ACTIONS))
        return false;
    end->rounds = (double)store_new_round_id(rig.host.store);
    end->moves = (double)rig.moves;
    table_load_close(&rig);
    if (stat(path, &found) != 0)
        return false;
    end->size = (double)found.st_size;
    return true;
}

static void show(const char *what, double bytes, double moves)
{
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    measure_row(bytes / (moves * MOVE), what,
                measure_text(here, "%.0f bytes, %.0f moves", bytes, moves),
                measure_text(baseline, "%.0f bytes of moves", moves * MOVE), "-", VERDICT_NONE);
}

int main(void)
{
    char folder[MEASURE_PATH];
    struct end rounds[2], tables[2];
    bool good = measure_folder(folder) && play(folder, TABLES, MOVES, &rounds[0]) &&
                play(folder, TABLES, 2 * MOVES, &rounds[1]) &&
                play(folder, TABLES, 0, &tables[0]) && play(folder, MANY, 0, &tables[1]);
    measure_folder_remove(folder);
    if (!good || rounds[1].rounds <= rounds[0].rounds)
        return 1;
    double more = rounds[1].rounds - rounds[0].rounds;
    measure_head();
    show("disk, a round that is over", (rounds[1].size - rounds[0].size) / more,
         (rounds[1].moves - rounds[0].moves) / more);
    show("disk, a table in play", (tables[1].size - tables[0].size) / (MANY - TABLES), ACTIONS);
    return 0;
}
