/* Not a test: for `./dev fleet --simulate`. What a fleet for a million servers of Discord would ask
 * of one PostgreSQL: its leases at their full number, and games at a hundredth of the size,
 * measured on a real server that syncs; from that, in the open, what the whole would take. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "simulate_boards.h"
#include "storage/lease.h"
#include "storage/postgresql/postgresql.h"
#include "tests/bench/measure.h"
#include "tests/storage/postgresql/pg_server.h"

/* The fleet that is thought of. */
enum {
    SERVERS = 1000000,
    SHARDS = 1000,
    PLAYING = 100,   /* of how many servers one plays, when most do */
    MOVE_EVERY = 8,  /* seconds, at a table */
    DAY_OF_PEAK = 3, /* a day is as long as a third of it at its height */
    DAY = 86400
};

/* What is measured. */
enum {
    PROCESSES = 10,
    WRITERS = 4,
    TABLES = SERVERS / PLAYING,
    ENDS = 4000, /* rounds that end */
    PERSONS = 100000,
    MOVES_OF_ROUND = 80,      /* of four persons, as it is thought */
    PACE = 1000 * MOVE_EVERY, /* ms in which each of the tables moves once */
    TICK = 10,                /* ms: a turn of a loop */
    FULL = 24000,             /* moves as fast as they are taken */
    TURN = 64,                /* of them in a batch */
    RING = 4096,              /* batches that are under way */
    QUIET = 5000              /* ms in which nothing is done */
};

static struct process {
    struct store *store;
    struct loop *loop;
    unsigned had;
    double sent[RING];
    uint64_t last; /* batch */
} processes[PROCESSES];

static struct loop *loop;
static char address[160];
static struct boards boards;
static struct samples commits; /* ms */
static uint32_t seqs[TABLES];

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fleet: %s\n", what);
    exit(1);
}

/* -- processes -- */

static void on_had(void *arg, const char *name, int64_t epoch, int64_t given)
{
    (void)name, (void)epoch, (void)given;
    ((struct process *)arg)->had++;
}

static void on_committed(void *arg, uint64_t batch)
{
    struct process *process = arg;
    for (; process->last < batch; process->last++) {
        double sent = process->sent[(process->last + 1) % RING];
        if (sent > 0)
            samples_add(&commits, 1000 * (measure_now() - sent));
    }
}

static void enter(struct process *process, unsigned n)
{
    char name[16];
    struct fault why = {0};
    snprintf(name, sizeof(name), "p%u", n);
    const struct postgresql_setup setup = {.address = address, .process = name, .loop = loop};
    must(store_open_postgresql(&process->store, &setup, &why) == STORE_OK, why.text);
    store_set_lease_owner(process->store,
                          &(struct store_lease_owner){.had = on_had, .arg = process});
    store_set_owner(process->store,
                    &(struct store_owner){.committed = on_committed, .arg = process});
}

static void fire(struct timer *timer)
{
    (void)timer;
    loop_stop(loop);
}

static void turn(struct timer *timer)
{
    timer_set(timer, TICK);
    loop_run(loop);
}

static void pass(struct timer *timer, double milliseconds)
{
    for (double end = measure_now() + milliseconds / 1000; measure_now() < end;)
        turn(timer);
}

static unsigned all_had(void)
{
    unsigned had = 0;
    for (unsigned i = 0; i < PROCESSES; i++)
        had += processes[i].had;
    return had;
}

/* -- leases -- */

static struct {
    double spread, again;         /* seconds */
    unsigned least, most;         /* of a process */
    unsigned moved;               /* of the one that went */
    double transactions, written; /* a second of one process: their number, and bytes of WAL */
} leases;

static long transactions(void)
{
    return pg_server_number(address, "SELECT xact_commit + xact_rollback FROM pg_stat_database"
                                     " WHERE datname = current_database()");
}

static long written(void)
{
    return pg_server_number(address, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8");
}

static void measure_leases(struct timer *timer)
{
    char name[32];
    for (unsigned i = 0; i < PROCESSES; i++)
        enter(&processes[i], i);
    double began = measure_now();
    for (unsigned i = 0; i < PROCESSES; i++) {
        for (unsigned shard = 0; shard < SHARDS; shard++) {
            snprintf(name, sizeof(name), "discord/%u/%u", shard, SHARDS);
            must(store_lease_want(processes[i].store, name), "a lease is not wanted");
        }
    }
    while (all_had() < SHARDS)
        turn(timer);
    leases.spread = measure_now() - began;
    leases.least = leases.most = processes[0].had;
    for (unsigned i = 1; i < PROCESSES; i++) {
        leases.least = processes[i].had < leases.least ? processes[i].had : leases.least;
        leases.most = processes[i].had > leases.most ? processes[i].had : leases.most;
    }
    pass(timer, 1500); /* the numbers of statistics are a second old */
    long before = transactions(), wal = written();
    pass(timer, QUIET);
    leases.transactions = (double)(transactions() - before) * 1000 / QUIET / PROCESSES;
    leases.written = (double)(written() - wal) * 1000 / QUIET / PROCESSES;
}

/* One goes in order; the others have its shards. */
static void measure_going(struct timer *timer)
{
    leases.moved = processes[PROCESSES - 1].had;
    must(store_close(processes[PROCESSES - 1].store), "it does not close");
    processes[PROCESSES - 1] = (struct process){0};
    double began = measure_now();
    while (all_had() < SHARDS)
        turn(timer);
    leases.again = measure_now() - began;
}

/* -- games -- */

static struct {
    double full;      /* moves a second */
    double pace;      /* that came */
    double p50, p99;  /* ms until they were durable */
    double wal, kept; /* bytes of a move: of WAL, and in the journal */
    double loaded;    /* ms for the tables of one shard */
    double rounds;    /* that end, a second */
    double round_wal; /* bytes of WAL of one */
} games;

static struct store *store_of(unsigned table)
{
    return processes[table % WRITERS].store;
}

static void note_sent(struct process *process)
{
    uint64_t batch = store_commit(process->store);
    process->sent[batch % RING] = measure_now();
}

static void commit_all(void)
{
    for (unsigned i = 0; i < WRITERS; i++)
        note_sent(&processes[i]);
}

static bool all_durable(void)
{
    for (unsigned i = 0; i < WRITERS; i++) {
        if (store_durable(processes[i].store) < store_batch(processes[i].store))
            return false;
    }
    return true;
}

static void settle(struct timer *timer)
{
    commit_all();
    while (!all_durable())
        turn(timer);
}

static void deal(struct timer *timer)
{
    char network[32], channel[32];
    for (unsigned i = 0; i < TABLES; i++) {
        snprintf(network, sizeof(network), "discord/%u", i % SHARDS);
        snprintf(channel, sizeof(channel), "%u", i);
        const struct store_table table = {
            .id = i + 1, .network = network, .channel = channel, .state = "{}"};
        struct store_round round = {.id = i + 1,
                                    .table = i + 1,
                                    .network = network,
                                    .channel = channel,
                                    .set = "classic",
                                    .setup = "seats=a,b,c,d",
                                    .rules_version = 1,
                                    .started_at = clock_now()};
        store_put_table(store_of(i), &table);
        store_begin_round(store_of(i), &round);
        if (i % 1000 == 999)
            settle(timer);
    }
    settle(timer);
}

static void move(unsigned table)
{
    char text[16];
    snprintf(text, sizeof(text), "p%u r%u", table % 4, seqs[table] % 10);
    const struct store_action action = {.round = table + 1,
                                        .seq = ++seqs[table],
                                        .at = clock_now(),
                                        .text = text,
                                        .hash =
                                            (uint64_t)seqs[table] * UINT64_C(0x9e3779b97f4a7c15)};
    store_append(store_of(table), &action);
}

/* As they come, each table once. */
static void play(struct timer *timer)
{
    unsigned moved = 0;
    samples_finish(&commits);
    commits = (struct samples){0};
    long wal = written();
    double began = measure_now(), now = began;
    while (moved < TABLES) {
        unsigned due = (unsigned)(1000 * (now - began) / PACE * TABLES);
        for (due = due < TABLES ? due : TABLES; moved < due; moved++)
            move(moved);
        commit_all();
        turn(timer);
        now = measure_now();
    }
    games.pace = moved / (now - began);
    settle(timer);
    samples_sort(&commits);
    games.p50 = samples_at(&commits, 0.5);
    games.p99 = samples_at(&commits, 0.99);
    games.wal = (double)(written() - wal) / moved;
}

static void play_at_full(struct timer *timer)
{
    unsigned moved = 0;
    double began = measure_now();
    while (moved < FULL) {
        for (unsigned i = 0; i < WRITERS; i++) {
            const struct store *store = processes[i].store;
            if (store_batch(store) > store_durable(store) + 2) /* one is written, one waits */
                continue;
            for (unsigned n = 0; n < TURN; n++)
                move((moved++ / WRITERS * WRITERS + i) % TABLES);
            note_sent(&processes[i]);
        }
        timer_set(timer, 1);
        loop_run(loop);
    }
    settle(timer);
    games.full = moved / (measure_now() - began);
    games.kept = (double)pg_server_number(address, "SELECT pg_total_relation_size('journal')") /
                 (double)pg_server_number(address, "SELECT count(*) FROM journal");
}

static void end_round(unsigned table)
{
    enum { SEATS = 4 };
    char accounts[SEATS][16];
    struct store_result results[SEATS];
    for (unsigned seat = 0; seat < SEATS; seat++) {
        snprintf(accounts[seat], sizeof(accounts[seat]), "%u",
                 (table * 7919U + seat * 104729U) % PERSONS);
        results[seat] =
            (struct store_result){.who = {"discord", accounts[seat], accounts[seat], true, NULL},
                                  .seat = seat,
                                  .points = seat == 0 ? 60 : 0,
                                  .won = seat == 0,
                                  .place = seat == 0 ? 1 : 2};
    }
    store_end_round(store_of(table), &(struct store_round_end){.round = table + 1,
                                                               .ended_at = clock_now(),
                                                               .outcome = "won",
                                                               .counts = true,
                                                               .results = results,
                                                               .result_count = SEATS});
}

static void measure_ends(struct timer *timer)
{
    unsigned ended = 0;
    long wal = written();
    double began = measure_now();
    while (ended < ENDS) {
        for (unsigned i = 0; i < WRITERS; i++) {
            const struct store *store = processes[i].store;
            if (store_batch(store) > store_durable(store) + 2)
                continue;
            for (unsigned n = 0; n < 4; n++)
                end_round(ended++ / WRITERS * WRITERS + i);
            note_sent(&processes[i]);
        }
        timer_set(timer, 1);
        loop_run(loop);
    }
    settle(timer);
    games.rounds = ended / (measure_now() - began);
    games.round_wal = (double)(written() - wal) / ended;
}

static void on_loaded(void *arg, bool ok)
{
    (void)arg;
    must(ok, "the tables of a shard cannot be read");
    loop_stop(loop);
}

static void measure_loading(void)
{
    enum { SOME = 50 };
    static const struct store_network_rows rows = {.done = on_loaded};
    char network[32];
    struct samples took = {0};
    for (unsigned i = 0; i < SOME; i++) {
        snprintf(network, sizeof(network), "discord/%u", i * (SHARDS / SOME));
        double began = measure_now();
        store_load_network(processes[0].store, network, &rows, NULL);
        loop_run(loop);
        samples_add(&took, 1000 * (measure_now() - began));
    }
    samples_sort(&took);
    games.loaded = samples_at(&took, 0.5);
    samples_finish(&took);
}

/* -- what comes of it -- */

static void row(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void row(const char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%-52s ", what);
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

static void say_measured(void)
{
    printf("measured: %d processes with %d shards, %d tables that play, on one machine with its "
           "server\n",
           PROCESSES, SHARDS, TABLES);
    row("all shards are had after", "%.1f s (%u to %u for a process)", leases.spread, leases.least,
        leases.most);
    row("those of one that ends, by the others after", "%.1f s (%u)", leases.again, leases.moved);
    row("a process that waits, a second", "%.1f transactions, %.0f bytes of WAL",
        leases.transactions, leases.written);
    row("moves as they come", "%.0f/s, durable after %.1f ms (p50), %.1f ms (p99)", games.pace,
        games.p50, games.p99);
    row("moves as fast as they are taken, 4 writers", "%.0f/s", games.full);
    row("a move", "%.0f bytes of WAL, %.0f in the journal while its round runs", games.wal,
        games.kept);
    row("rounds of four as fast as they end, 4 writers", "%.0f/s, %.1f kB of WAL each",
        games.rounds, games.round_wal / 1e3);
    row("the tables of a shard (10 that play) are read in", "%.1f ms", games.loaded);
    row("the first ten of a board, of 100,000 people", "%.1f ms (p50), %.1f ms (p99)", boards.top,
        boards.top_worst);
    row("somebody's ranks there", "%.1f ms (p50), %.1f ms (p99)", boards.stats, boards.stats_worst);
    row("a row of a board", "%.0f bytes", boards.person);
}

static void say_games(void)
{
    const double peak = (double)TABLES / MOVE_EVERY, moves = peak * DAY / DAY_OF_PEAK;
    const double wal = moves * games.wal + moves / MOVES_OF_ROUND * games.round_wal;
    /* of a second, what a second of play at the height takes of the server */
    const double load = peak / games.full + peak / MOVES_OF_ROUND / games.rounds;
    printf("\nfor %d servers, of which one in %d plays at the height: a move every %d s, %d a "
           "round; a third"
           " of that over the day\n",
           SERVERS, PLAYING, MOVE_EVERY, MOVES_OF_ROUND);
    row("moves and ends of rounds", "%.0f/s and %.0f/s at the height, %.0f million moves a day",
        peak, peak / MOVES_OF_ROUND, moves / 1e6);
    row("WAL", "%.0f GB a day", wal / 1e9);
    row("rows of running rounds", "%.0f GB a day written, and taken out when their round ends",
        moves * games.kept / 1e9);
    row("of what this server takes", "%.0f %%: one writer ends at %.0f tables that play",
        100 * load, TABLES / load);
}

static void say_fleet(void)
{
    for (unsigned count = 10; count <= 100; count *= 10) {
        printf("%u processes:\n", count);
        row("  connections", "%u (max_connections of a server is 100 at first)", 3 * count);
        row("  renewals and looks", "%.0f transactions/s, %.1f GB of WAL a day",
            count * leases.transactions, count * leases.written * DAY / 1e9);
    }
    printf("IDENTIFY where no session can be resumed (5 s for each of a bucket, by Discord's "
           "pages)\n");
    for (unsigned at_once = 1; at_once <= 16; at_once *= 16) {
        row(at_once == 1 ? "  max_concurrency 1" : "  max_concurrency 16", "%.0f min for %d shards",
            SHARDS / (double)at_once * 5 / 60, SHARDS);
    }
}

int main(void)
{
    struct timer timer;
    char words[160];
    if (!pg_server_there())
        return 0;
    pg_server_earnest();
    pg_server_fresh(words, sizeof(words));
    snprintf(address, sizeof(address), "%s", words);
    loop = loop_create();
    must(loop != NULL, "no loop");
    timer_init(loop, &timer, fire);
    measure_leases(&timer);
    measure_going(&timer);
    deal(&timer);
    play(&timer);
    play_at_full(&timer);
    measure_loading();
    measure_ends(&timer);
    must(boards_measure(&boards, processes[0].store, loop, address), "the boards cannot be read");
    say_measured();
    say_games();
    say_fleet();
    for (unsigned i = 0; i < PROCESSES; i++)
        store_close(processes[i].store);
    timer_finish(&timer, NULL);
    loop_destroy(loop);
    return 0;
}
