/* How many moves a second four people at each of 10,000 tables may make, until their line comes too
 * late: the load rises until, of a hundred lines, one comes more than 50 ms after its move was due.
 * Moves are typed when they are due, whether the host keeps up or not; they go through host, table,
 * engine, SQLite store and outbox, and each is on the disk before it is told. Against SQLite alone
 * committing as many journal rows in groups of as many.
 *
 * TALON_LOAD_RATE: thousands of moves a second, this load alone; TALON_LOAD_BEFORE: thousands of
 * moves that are made before, as fast as they go, so that rounds end everywhere. */
#include <stdio.h>
#include <stdlib.h>

#include "raw.h"
#include "table_load.h"

enum { TABLES = 10000, SECONDS = 2, STEP = 5, MOST = 200, TRIES = 2, TURNS = 3, ROWS = 200000 };
enum { WINDOW = 1000 };
static const double late = 0.05, goal = 60e3;

/* One load, as it was borne. */
struct borne {
    double rate, p99;
    double group; /* moves that a turn of the loop typed */
};

static void say(const struct table_load *rig, const struct table_load_load *load)
{
    double moves = (double)rig->moves;
    printf(
        "  %5.1f k moves/s: line p50 %.1f ms, p99 %.1f ms; at p99 %.0f moves behind, %.0f messages"
        " and %.0f batches waiting; a move takes %.1f us of the loop's processor time (the"
        " people's own thinking %.1f us) and %.1f us of the writer's; %.1f MB\n",
        load->rate / 1e3, samples_at(&load->line, 0.5) * 1e3, samples_at(&load->line, 0.99) * 1e3,
        samples_at(&load->behind, 0.99), samples_at(&load->outbox, 0.99),
        samples_at(&load->batches, 0.99), load->loop / moves * 1e6, rig->chosen / moves * 1e6,
        load->writer / moves * 1e6, (double)measure_resident(0) / 1e6);
    fflush(stdout);
}

static bool play(struct table_load *rig, double rate, struct borne *borne)
{
    struct table_load_load load = {.rate = rate, .seconds = SECONDS};
    bool good = table_load_load(rig, TABLES, &load);
    *borne = (struct borne){.rate = rate,
                            .p99 = samples_at(&load.line, 0.99),
                            .group = (double)rig->moves / (double)rig->groups};
    say(rig, &load);
    table_load_load_finish(&load);
    return good;
}

/* The highest load that is borne. What else the machine does may make one fail that is not too
 * much: it is tried again. */
static bool climb(struct table_load *rig, struct borne *highest)
{
    *highest = (struct borne){.rate = 0};
    for (unsigned step = STEP, tries = 0; step <= MOST && tries < TRIES;) {
        struct borne borne;
        if (!play(rig, step * 1e3, &borne))
            return false;
        if (borne.p99 > late) {
            tries++;
            continue;
        }
        *highest = borne;
        tries = 0;
        step += STEP;
    }
    return true;
}

static bool measure(const char *folder, struct table_load *rig)
{
    char path[MEASURE_PATH + 16], here[MEASURE_TEXT], baseline[MEASURE_TEXT];
    struct samples ours = {0}, raw = {0}, groups = {0};
    bool good = true;
    for (unsigned turn = 0; good && turn < TURNS; turn++) {
        struct borne borne;
        good = climb(rig, &borne);
        unsigned group = borne.group > 1 ? (unsigned)borne.group : 1;
        snprintf(path, sizeof(path), "%s/raw-%u.db", folder, turn);
        double took = good ? raw_insert(path, ROWS / group * group, group, NULL) : 0;
        good = took > 0;
        samples_add(&ours, borne.rate);
        samples_add(&raw, ROWS / took);
        samples_add(&groups, group);
    }
    samples_sort(&ours);
    samples_sort(&raw);
    samples_sort(&groups);
    double rate = samples_at(&ours, 0.5);
    measure_head();
    if (good) {
        measure_row(rate / samples_at(&raw, 0.5), "moves/s with p99 of 50 ms or less",
                    measure_text(here, "%.0f k, 10,000 tables", rate / 1e3),
                    measure_text(baseline, "SQLite %.0f k rows/s, by %.0f",
                                 samples_at(&raw, 0.5) / 1e3, samples_at(&groups, 0.5)),
                    "60 k", verdict_of(rate >= goal));
    }
    samples_finish(&ours);
    samples_finish(&raw);
    samples_finish(&groups);
    return good;
}

/* That load, for who wants to know what it costs. */
static bool play_alone(struct table_load *rig, const char *rate)
{
    const char *text = getenv("TALON_LOAD_BEFORE");
    unsigned long before = text != NULL ? 1000 * strtoul(text, NULL, 10) : 0;
    struct borne borne;
    return (before == 0 || table_load_play(rig, TABLES, WINDOW, before, 0)) &&
           play(rig, strtod(rate, NULL) * 1e3, &borne);
}

int main(void)
{
    char folder[MEASURE_PATH], path[MEASURE_PATH + 16];
    const char *alone = getenv("TALON_LOAD_RATE");
    struct table_load rig;
    if (!measure_folder(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    if (!table_load_open(&rig, path, TABLES) || !table_load_deal(&rig, TABLES))
        return 1;
    bool good = alone != NULL ? play_alone(&rig, alone) : measure(folder, &rig);
    table_load_close(&rig);
    measure_folder_remove(folder);
    return good ? 0 : 1;
}
