/* What the end of a round costs the writer of a SQLite store: people at many tables play rounds of
 * 58 actions to their ends. The first round at each table does not count: it makes the people.
 * Against the same actions of rounds that go on.
 *
 * TALON_ENDS_TABLES: tables, with four people each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/loop.h"
#include "measure.h"
#include "storage/sqlite/sqlite.h"

enum { TABLES = 2000, PEOPLE = 4, ACTIONS = 58, PER_COMMIT = 64, WAITING = 8, TURNS = 3 };

struct ends {
    struct loop *loop;
    struct store *store;
    unsigned tables;
    int64_t round; /* the last begun */
    uint64_t sent, durable;
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

static void clear(const char *path, const char *folder)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    for (unsigned i = 0; i < ARRAY_SIZE(tails); i++) {
        char name[96];
        snprintf(name, sizeof(name), "%s%s", path, tails[i]);
        unlink(name);
    }
    rmdir(folder);
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

/* What a round at one table costs. */
struct cost {
    double cpu, bytes; /* seconds of processor time; bytes written */
};

static struct cost measure(struct ends *ends, bool to_the_end)
{
    double before = spent(), bytes = written();
    play(ends, to_the_end);
    return (struct cost){(spent() - before) / ends->tables, (written() - bytes) / ends->tables};
}

static void show(const struct cost *ended, const struct cost *going)
{
    char here[MEASURE_TEXT], baseline[MEASURE_TEXT];
    measure_row(ended->cpu / going->cpu, "processor time of a round with its end",
                measure_text(here, "%.0f us, %.1f us an action", ended->cpu * 1e6,
                             ended->cpu / ACTIONS * 1e6),
                measure_text(baseline, "its actions alone: %.0f us", going->cpu * 1e6), "",
                VERDICT_NONE);
    measure_row(ended->bytes / going->bytes, "bytes of a round with its end",
                measure_text(here, "%.0f bytes", ended->bytes),
                measure_text(baseline, "its actions alone: %.0f bytes", going->bytes), "",
                VERDICT_NONE);
}

int main(void)
{
    const char *tables = getenv("TALON_ENDS_TABLES");
    struct ends ends = {.tables = tables != NULL ? (unsigned)strtoul(tables, NULL, 10) : TABLES};
    struct fault why = {0};
    struct cost ended = {0};
    char folder[] = "/tmp/talon_bench_endsXXXXXX", path[64];
    if (ends.tables == 0 || mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    ends.loop = loop_create();
    if (store_open_sqlite(&ends.store, &(struct sqlite_setup){.path = path, .loop = ends.loop},
                          &why) != STORE_OK) {
        fprintf(stderr, "bench_ends: %s\n", why.text);
        return 1;
    }
    store_set_owner(ends.store, &(struct store_owner){on_committed, NULL, &ends});
    measure_head();
    play(&ends, true);
    for (unsigned i = 0; i < TURNS; i++) {
        struct cost cost = measure(&ends, true);
        ended.cpu += cost.cpu / TURNS;
        ended.bytes += cost.bytes / TURNS;
    }
    struct cost going = measure(&ends, false);
    show(&ended, &going);
    store_close(ends.store);
    loop_destroy(ends.loop);
    clear(path, folder);
    return 0;
}
