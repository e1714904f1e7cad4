/* What the end of a round costs the writer of a SQLite store: people at many tables play rounds of
 * as many actions as usual to their ends, twice each. The second time measures; by then everybody
 * is known. Against the same rounds that go on: their actions alone.
 *
 * TALON_ENDS_TABLES: tables, with four people each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/loop.h"
#include "measure.h"
#include "storage/sqlite/sqlite.h"

enum { TABLES = 2000, PEOPLE = 4, ACTIONS = 58, PER_COMMIT = 64, WAITING = 8 };

struct ends {
    struct loop *loop;
    struct store *store;
    unsigned tables;
    int64_t round; /* the last begun */
    uint64_t sent, durable;
    struct samples none;
};

static void on_committed(void *arg, uint64_t batch)
{
    struct ends *ends = arg;
    ends->durable = batch;
    loop_stop(ends->loop);
}

static void wait_until(struct ends *ends, uint64_t batch)
{
    while (ends->durable < batch)
        loop_run(ends->loop);
}

static void commit(struct ends *ends)
{
    ends->sent = store_commit(ends->store);
    if (ends->sent > WAITING)
        wait_until(ends, ends->sent - WAITING);
}

static double spent(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Bytes that this process has passed to write() so far. */
static double written(void)
{
    char line[128];
    double bytes = 0;
    FILE *io = fopen("/proc/self/io", "r");
    while (io != NULL && fgets(line, sizeof(line), io) != NULL) {
        if (strncmp(line, "wchar: ", 7) == 0)
            bytes = strtod(line + 7, NULL);
    }
    if (io != NULL)
        fclose(io);
    return bytes;
}

static void begin(struct ends *ends, unsigned table, int64_t at)
{
    char channel[32];
    snprintf(channel, sizeof(channel), "#cards%u", table % 500);
    struct store_round round = {.id = ++ends->round,
                                .table = table + 1,
                                .network = "libera",
                                .channel = channel,
                                .set = "classic",
                                .setup = "seats=alice,bob,carol,dave switches=stack:on,seven:off",
                                .rules_version = 1,
                                .started_at = at};
    store_begin_round(ends->store, &round);
}

static void append(struct ends *ends, int64_t round, uint32_t seq, int64_t at)
{
    store_append(ends->store, &(struct store_action){.round = round,
                                                     .seq = seq,
                                                     .at = at + seq * INT64_C(1000),
                                                     .text = "1 play r7",
                                                     .hash = UINT64_C(0x9e3779b97f4a7c15) * seq});
}

static void end(struct ends *ends, unsigned table, int64_t round, int64_t at)
{
    char names[PEOPLE][32];
    struct store_result results[PEOPLE];
    for (unsigned i = 0; i < PEOPLE; i++) {
        unsigned winner = (unsigned)round % PEOPLE;
        snprintf(names[i], sizeof(names[i]), "person%u", table * PEOPLE + i);
        results[i] = (struct store_result){
            .who = {"libera", names[i], names[i], true, NULL},
            .seat = i,
            .points = i == winner ? 20 + (int)(round % 90) : 0,
            .won = i == winner,
            .place = i == winner ? 1 : i + 2,
            .plays = 9,
            .cards = 8,
        };
    }
    store_end_round(ends->store, &(struct store_round_end){.round = round,
                                                           .ended_at = at + 100000,
                                                           .outcome = "won",
                                                           .counts = true,
                                                           .results = results,
                                                           .result_count = PEOPLE});
}

/* Plays one round at each table, action by action at all tables in turn. */
static void play(struct ends *ends, bool to_the_end)
{
    int64_t at = INT64_C(1774000000000), first = 0;
    unsigned gathered = 0;
    for (unsigned table = 0; table < ends->tables; table++) {
        begin(ends, table, at);
        first = table == 0 ? ends->round : first;
        if (++gathered % PER_COMMIT == 0)
            commit(ends);
    }
    for (uint32_t seq = 1; seq <= ACTIONS; seq++) {
        for (unsigned table = 0; table < ends->tables; table++) {
            append(ends, first + table, seq, at);
            if (to_the_end && seq == ACTIONS)
                end(ends, table, first + table, at);
            if (++gathered % PER_COMMIT == 0)
                commit(ends);
        }
    }
    commit(ends);
    wait_until(ends, ends->sent);
}

static void measure(struct ends *ends, bool to_the_end, double *cpu, double *bytes)
{
    double spent_before = spent(), written_before = written();
    play(ends, to_the_end);
    *cpu = spent() - spent_before;
    *bytes = written() - written_before;
}

int main(void)
{
    const char *tables = getenv("TALON_ENDS_TABLES");
    struct ends ends = {.tables = tables != NULL ? (unsigned)atoi(tables) : TABLES};
    struct fault why = {0};
    char folder[] = "/tmp/talon_bench_endsXXXXXX", path[64];
    double cpu[2] = {0}, bytes[2] = {0};
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    ends.loop = loop_create();
    if (store_open_sqlite(&ends.store, &(struct sqlite_setup){.path = path, .loop = ends.loop},
                          &why) != STORE_OK) {
        fprintf(stderr, "bench_ends: %s\n", why.text);
        return 1;
    }
    store_set_owner(ends.store, &(struct store_owner){on_committed, NULL, &ends});
    play(&ends, true);
    for (unsigned i = 0; i < 3; i++) {
        double c[2], b[2];
        measure(&ends, true, &c[1], &b[1]);
        cpu[1] += c[1], bytes[1] += b[1];
    }
    measure(&ends, false, &cpu[0], &bytes[0]);
    double rounds = ends.tables;
    printf("with ends: %.0f us, %.0f bytes a round; without: %.0f us, %.0f bytes\n",
           cpu[1] / rounds / 3 * 1e6, bytes[1] / rounds / 3, cpu[0] / rounds * 1e6,
           bytes[0] / rounds);
    store_close(ends.store);
    loop_destroy(ends.loop);
    return 0;
}
