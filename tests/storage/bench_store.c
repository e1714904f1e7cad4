/* Measures the journal: durable moves a second, against raw SQLite in the same run, and loading.
 *
 *     bench_store [FOLDER [SECONDS]]
 *
 * Each way is measured SLICES times in turn, SECONDS altogether, and the medians are compared: a
 * shared disk changes its mind from second to second.
 * The raw figure is one connection, one table of the same columns, ten rows a transaction, no
 * thread and no loop: what SQLite and this disk give at best. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/array.h"
#include "base/loop.h"
#include "storage/sqlite/sqlite.h"
#include "storage/store.h"

enum { ROUNDS = 64, PER_COMMIT = 10, LOAD_ROUNDS = 10000, LOAD_ACTIONS = 50, SLICES = 5 };

static char path[512];

static void clear_files(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        char name[600];
        snprintf(name, sizeof(name), "%s%s", path, tails[i]);
        unlink(name);
    }
}

static double seconds_since(uint64_t start)
{
    return (double)(uv_hrtime() - start) / 1e9;
}

static void begin(struct store *store, int64_t id)
{
    struct store_round round = {
        .id = id,
        .table = id,
        .network = "libera",
        .channel = "#cards",
        .set = "classic",
        .setup = "seats=alice,bob,carol,dave switches=stack:on,seven:off dealer=2",
        .rules_version = 1,
        .started_at = clock_now()};
    store_begin_round(store, &round);
}

static void append(struct store *store, int64_t round, uint32_t seq)
{
    store_append(store, &(struct store_action){.round = round,
                                               .seq = seq,
                                               .at = 1700000000000 + seq * INT64_C(1000),
                                               .text = "1 play r7",
                                               .hash = UINT64_C(0x9e3779b97f4a7c15) * seq});
}

/* -- durable moves -- */

struct run {
    struct loop *loop;
    struct store *store;
    uint64_t until;
    unsigned waiting; /* batches that may be under way at once */
    uint64_t moves, commits, last;
    uint32_t seqs[ROUNDS];
    unsigned next;
};

static void send_batch(struct run *run)
{
    for (int i = 0; i < PER_COMMIT; i++) {
        unsigned round = run->next++ % ROUNDS;
        append(run->store, round + 1, ++run->seqs[round]);
    }
    run->last = store_commit(run->store);
}

static void on_committed(void *arg, uint64_t batch)
{
    struct run *run = arg;
    if (batch == 1) /* the rounds themselves */
        return;
    run->moves += PER_COMMIT;
    run->commits++;
    if (uv_hrtime() < run->until)
        send_batch(run);
    else if (batch == run->last)
        loop_stop(run->loop);
}

static bool must(enum store_error error, const char *why)
{
    if (error != STORE_OK)
        fprintf(stderr, "bench_store: %s\n", why);
    return error == STORE_OK;
}

static double measure_store(double seconds, unsigned waiting)
{
    struct fault why = {0};
    struct run run = {.loop = loop_create()};
    clear_files();
    if (!must(store_open_sqlite(&run.store, &(struct sqlite_setup){.path = path, .loop = run.loop},
                                &why),
              why.text))
        exit(1);
    store_set_owner(run.store, &(struct store_owner){on_committed, NULL, &run});
    for (int64_t i = 1; i <= ROUNDS; i++)
        begin(run.store, i);
    store_commit(run.store);
    uint64_t start = uv_hrtime();
    run.until = start + (uint64_t)(seconds * 1e9);
    for (unsigned i = 0; i < waiting; i++)
        send_batch(&run);
    loop_run(run.loop);
    double rate = (double)run.moves / seconds_since(start);
    store_close(run.store);
    loop_destroy(run.loop);
    return rate;
}

static double measure_raw(double seconds)
{
    sqlite3 *db;
    sqlite3_stmt *insert;
    clear_files();
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "CREATE TABLE j (round INTEGER, seq INTEGER, at INTEGER, action TEXT,"
                     " hash INTEGER, PRIMARY KEY (round, seq)) STRICT, WITHOUT ROWID",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "INSERT INTO j VALUES (?, ?, ?, '1 play r7', ?)", -1, &insert,
                           NULL) != SQLITE_OK) {
        fprintf(stderr, "bench_store: %s\n", sqlite3_errmsg(db));
        exit(1);
    }
    uint64_t start = uv_hrtime(), until = start + (uint64_t)(seconds * 1e9);
    int64_t moves = 0;
    while (uv_hrtime() < until) {
        sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (int i = 0; i < PER_COMMIT; i++, moves++) {
            sqlite3_bind_int64(insert, 1, moves % ROUNDS);
            sqlite3_bind_int64(insert, 2, moves / ROUNDS);
            sqlite3_bind_int64(insert, 3, 1700000000000 + moves);
            sqlite3_bind_int64(insert, 4,
                               (int64_t)(UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)moves));
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        if (sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
            exit(1);
    }
    double rate = (double)moves / seconds_since(start);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    return rate;
}

/* -- loading -- */

static bool count_round(void *arg, const struct store_round *round)
{
    (void)round;
    (void)arg;
    return true;
}

static bool count_action(void *arg, const struct store_action *action)
{
    *(uint64_t *)arg += action->seq > 0;
    return true;
}

static void measure_load(void)
{
    struct fault why = {0};
    struct store *store;
    struct loop *loop = loop_create();
    clear_files();
    if (!must(store_open_sqlite(&store, &(struct sqlite_setup){.path = path, .loop = loop}, &why),
              why.text))
        exit(1);
    for (int64_t i = 1; i <= LOAD_ROUNDS; i++) {
        begin(store, i);
        for (uint32_t seq = 1; seq <= LOAD_ACTIONS; seq++)
            append(store, i, seq);
        store_commit(store);
    }
    store_close(store);

    uint64_t start = uv_hrtime(), actions = 0;
    if (!must(store_open_sqlite(&store, &(struct sqlite_setup){.path = path, .loop = loop}, &why),
              why.text))
        exit(1);
    double opened = seconds_since(start);
    start = uv_hrtime();
    if (!store_load_rounds(store, count_round, count_action, &actions))
        exit(1);
    printf("load %d rounds, %llu actions: open and check %.3f s, load %.3f s\n", LOAD_ROUNDS,
           (unsigned long long)actions, opened, seconds_since(start));
    store_close(store);
    loop_destroy(loop);
}

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double rates[SLICES])
{
    qsort(rates, SLICES, sizeof(rates[0]), by_size);
    return rates[SLICES / 2];
}

int main(int argc, char **argv)
{
    snprintf(path, sizeof(path), "%s/talon-bench-%ld.db", argc > 1 ? argv[1] : "/tmp",
             (long)getpid());
    double seconds = (argc > 2 ? atof(argv[2]) : 3) / SLICES;
    double raw[SLICES], one[SLICES], eight[SLICES];
    for (int i = 0; i < SLICES; i++) {
        raw[i] = measure_raw(seconds);
        one[i] = measure_store(seconds, 1);
        eight[i] = measure_store(seconds, 8);
    }
    double base = median(raw), single = median(one), group = median(eight);
    printf("raw SQLite, %d a commit: %.0f moves/s\n", PER_COMMIT, base);
    printf("store, %d rounds, %d a commit, one under way: %.0f moves/s (%.2f of raw)\n", ROUNDS,
           PER_COMMIT, single, single / base);
    printf("store, %d rounds, %d a commit, eight under way: %.0f moves/s (%.2f of raw)\n", ROUNDS,
           PER_COMMIT, group, group / base);
    measure_load();
    clear_files();
    return 0;
}
