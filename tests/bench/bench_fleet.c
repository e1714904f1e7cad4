/* Moves a second that are durable in one PostgreSQL server, by one, two and four processes that
 * share it: typed commands through host, table, engine, store and outbox, 64 tables of each waiting
 * at a time; within rounds, and with the rounds that end meanwhile, whose people and boards are the
 * server's work, too. Against libpq alone, as many processes committing rows of the same form in
 * groups of as many. And where
 * the server is 2.5 ms away: a move to its line, and the last move of a round to its line, against
 * libpq committing one row over the same way. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "away.h"
#include "pg_raw.h"
#include "storage/lease.h"
#include "storage/postgresql/postgresql.h"
#include "table_load.h"
#include "tests/storage/postgresql/pg_server.h"

enum {
    WINDOW = 64,
    TABLES = 1000,
    EACH = 20,
    MOVES = 20000,
    TURNS = 3,
    MOST = 4,
    FAR_TABLES = 24,
    FAR_MOVES = 4000,
    ENOUGH = 20,
    ENDURES_MS = 60000
};
static const double trip = 0.0025;

/* -- a process -- */

/* What one has done between the starting shot and its end. */
struct outcome {
    double done, from, until;
    double group; /* moves a turn of the loop */
    double cpu;   /* seconds of processor time */
};

struct job {
    const char *address;
    unsigned number;
    unsigned group; /* of the rows */
    bool within;    /* rounds */
    bool (*run)(const struct job *job, int shot, struct outcome *outcome);
};

static double spent(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Says that it is ready, and waits for all others. */
static bool wait_for(int shot)
{
    char byte = 'r';
    return write(shot, &byte, 1) == 1 && read(shot, &byte, 1) == 1;
}

static struct store *open_server(struct loop *loop, const char *address)
{
    struct store *store = NULL;
    struct fault why = {0};
    /* A loaded machine may stop a process, or let the server think, longer than the usual lease. */
    const struct postgresql_setup setup = {
        .address = address, .lease_life = ENDURES_MS, .patience = ENDURES_MS, .loop = loop};
    if (store_open_postgresql(&store, &setup, &why) != STORE_OK)
        fprintf(stderr, "bench_fleet: %s\n", why.text);
    char lease[32]; /* who wants none gets no numbers */
    snprintf(lease, sizeof(lease), "bench/%ld", (long)getpid());
    if (store != NULL)
        store_lease_want(store, lease);
    unsigned many = 0; /* all tables are opened in one turn, and dealt in another */
    for (unsigned tries = 0; store != NULL && tries < ENDURES_MS / 5; tries++) {
        many = store_new_table_id(store) >= 0 && store_new_round_id(store) >= 0 ? many + 1 : 0;
        if (many == ENOUGH)
            return store;
        uv_sleep(5);
    }
    return NULL;
}

static bool open_rig(struct table_load *rig, const char *address, unsigned number, unsigned tables)
{
    char network[16];
    snprintf(network, sizeof(network), "net%u", number);
    return table_load_open_on(rig, open_server, address, network, tables) &&
           table_load_deal(rig, tables);
}

/* Rounds end at all times, as they do where people play. */
static bool warm_up(struct table_load *rig, const struct job *job)
{
    return job->within || table_load_play(rig, WINDOW, WINDOW, (unsigned long)WINDOW * 80, 0);
}

static bool run_rig(const struct job *job, int shot, struct outcome *outcome)
{
    struct table_load rig;
    unsigned tables = job->within ? TABLES : WINDOW;
    if (!open_rig(&rig, job->address, job->number, tables) || !warm_up(&rig, job) ||
        !wait_for(shot))
        return false;
    double cpu = spent();
    outcome->from = measure_now();
    bool good =
        table_load_play(&rig, tables, WINDOW, job->within ? 0 : MOVES, job->within ? EACH : 0);
    outcome->until = measure_now();
    outcome->cpu = spent() - cpu;
    outcome->done = (double)rig.moves;
    outcome->group = (double)rig.moves / (double)rig.groups;
    table_load_close(&rig);
    return good;
}

static bool run_raw(const struct job *job, int shot, struct outcome *outcome)
{
    if (!wait_for(shot))
        return false;
    double cpu = spent();
    outcome->from = measure_now();
    double took = pg_raw_insert(job->address, job->number, MOVES, job->group, NULL);
    outcome->until = outcome->from + took;
    outcome->cpu = spent() - cpu;
    outcome->done = MOVES;
    return took > 0;
}

/* -- several -- */

static int start(const struct job *job)
{
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        struct outcome outcome = {0};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(both[0]);
        bool good = job->run(job, both[1], &outcome) &&
                    write(both[1], &outcome, sizeof(outcome)) == sizeof(outcome);
        _exit(good ? 0 : 1);
    }
    close(both[1]);
    return pid > 0 ? both[0] : -1;
}

static bool collect(const int *shots, unsigned count, struct outcome *sum)
{
    bool good = true;
    char byte = 'r';
    for (unsigned i = 0; i < count; i++)
        good &= read(shots[i], &byte, 1) == 1;
    for (unsigned i = 0; i < count; i++)
        good &= write(shots[i], &byte, 1) == 1;
    for (unsigned i = 0; i < count; i++) {
        struct outcome one;
        if (read(shots[i], &one, sizeof(one)) != sizeof(one))
            return false;
        sum->from = i == 0 || one.from < sum->from ? one.from : sum->from;
        sum->until = one.until > sum->until ? one.until : sum->until;
        sum->done += one.done;
        sum->cpu += one.cpu;
        sum->group += one.group / count;
    }
    return good;
}

static bool run_all(struct job job, unsigned count, struct outcome *sum)
{
    int shots[MOST];
    bool good = true;
    *sum = (struct outcome){0};
    for (unsigned i = 0; i < count; i++) {
        job.number = i;
        shots[i] = start(&job);
        good &= shots[i] >= 0;
    }
    good = good && collect(shots, count, sum);
    for (unsigned i = 0; i < count; i++) {
        int status = 0;
        close(shots[i]);
        good &= wait(&status) > 0 && status == 0;
    }
    return good;
}

/* -- moves a second -- */

struct rates {
    struct samples ours, raw, ratios;
};

static bool measure_once(unsigned count, bool within, struct rates *rates, double *group,
                         double *cpu)
{
    char address[160];
    struct outcome ours, raw;
    pg_server_fresh(address, sizeof(address));
    pg_server_run(address, pg_raw_table);
    if (!run_all((struct job){.address = address, .within = within, .run = run_rig}, count, &ours))
        return false;
    *group = ours.group;
    *cpu = ours.cpu / ours.done;
    unsigned rows = ours.group > 1 ? (unsigned)ours.group : 1;
    if (!run_all((struct job){.address = address, .group = rows, .run = run_raw}, count, &raw))
        return false;
    samples_add(&rates->ours, ours.done / (ours.until - ours.from));
    samples_add(&rates->raw, raw.done / (raw.until - raw.from));
    samples_add(&rates->ratios,
                ours.done / (ours.until - ours.from) * (raw.until - raw.from) / raw.done);
    return true;
}

/* Moves a second by so many processes; 0: it could not be measured. */
static double show_moves(unsigned count, bool within)
{
    struct rates rates = {0};
    char what[MEASURE_TEXT], here[MEASURE_TEXT], baseline[MEASURE_TEXT];
    double group = 0, cpu = 0, rate = 0;
    bool good = true;
    for (unsigned turn = 0; good && turn < TURNS; turn++)
        good = measure_once(count, within, &rates, &group, &cpu);
    samples_sort(&rates.ours);
    samples_sort(&rates.raw);
    samples_sort(&rates.ratios);
    if (good) {
        double ratio = samples_at(&rates.ratios, 0.5);
        rate = samples_at(&rates.ours, 0.5);
        measure_row(
            ratio,
            measure_text(what, "%s, processes: %u", within ? "moves" : "and rounds that end",
                         count),
            measure_text(here, "%.1f k moves/s, %.0f us each of ours", rate / 1e3, cpu * 1e6),
            measure_text(baseline, "libpq %.1f k rows/s, by %.0f",
                         samples_at(&rates.raw, 0.5) / 1e3, group),
            within ? "ratio of 0.8" : "ratio of 0.4", verdict_of(ratio >= (within ? 0.8 : 0.4)));
    }
    samples_finish(&rates.ours);
    samples_finish(&rates.raw);
    samples_finish(&rates.ratios);
    return rate;
}

static void show_growth(const double *rates)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char here[MEASURE_TEXT], baseline[MEASURE_TEXT], wanted[MEASURE_TEXT];
    measure_row(rates[1] / rates[0], "two processes to one",
                measure_text(here, "%.1f k; four: %.1f k moves/s", rates[1] / 1e3, rates[2] / 1e3),
                measure_text(baseline, "%.1f k moves/s", rates[0] / 1e3),
                measure_text(wanted, "growth; cores: %ld", cores), VERDICT_NONE);
}

/* -- a server that is far away -- */

/* A move, until its line is said. */
static double time_move(struct table_load *rig, unsigned index)
{
    struct table_load_table *at = &rig->tables[index];
    double start = measure_now();
    at->waiting = true;
    rig->flying++;
    table_load_move(rig, index);
    while (at->waiting && !rig->stuck)
        uv_run(loop_uv(rig->loop), UV_RUN_ONCE);
    return measure_now() - start;
}

/* Plays every table to the end of its round. */
static bool time_rounds(struct table_load *rig, struct samples *moves, struct samples *ends)
{
    rig->wanted = rig->moves; /* nobody goes on by themselves */
    for (unsigned i = 0; i < FAR_TABLES; i++) {
        while (table_load_actions(rig, i) > 0 && !rig->stuck) {
            double took = time_move(rig, i);
            samples_add(table_load_actions(rig, i) > 0 ? moves : ends, took);
        }
    }
    samples_sort(moves);
    samples_sort(ends);
    return !rig->stuck && ends->count > 0;
}

static bool run_far(const struct job *job, int shot, struct outcome *outcome)
{
    struct table_load rig;
    struct samples moves = {0}, ends = {0};
    if (!open_rig(&rig, job->address, 0, FAR_TABLES) || !wait_for(shot) ||
        !table_load_play(&rig, FAR_TABLES, FAR_TABLES, FAR_MOVES, 0) ||
        !time_rounds(&rig, &moves, &ends))
        return false;
    outcome->from = samples_at(&moves, 0.5);
    outcome->until = samples_at(&ends, 0.5);
    outcome->done = (double)ends.count;
    table_load_close(&rig);
    return true;
}

static bool show_far(void)
{
    char address[160], far_address[200], here[MEASURE_TEXT], baseline[MEASURE_TEXT];
    struct outcome far_away;
    struct samples raw = {0};
    struct away away;
    pg_server_fresh(address, sizeof(address));
    pg_server_run(address, pg_raw_table);
    if (!away_start(&away, pg_server_folder(), trip))
        return false;
    snprintf(far_address, sizeof(far_address), "host=%s %s", away.folder,
             strstr(address, "dbname"));
    bool good = run_all((struct job){.address = far_address, .run = run_far}, 1, &far_away) &&
                pg_raw_insert(far_address, 0, 400, 1, &raw) > 0;
    samples_sort(&raw);
    double row = samples_at(&raw, 0.5);
    measure_text(baseline, "libpq, one row: %.2f ms", row * 1e3);
    if (good) {
        measure_row(far_away.from / row, "a move to its line, 2.5 ms away",
                    measure_text(here, "%.2f ms", far_away.from * 1e3), baseline,
                    "ratio 1.2 or less", verdict_of(far_away.from <= 1.2 * row));
        measure_row(far_away.until / row, "the last move of a round",
                    measure_text(here, "%.2f ms, of %.0f", far_away.until * 1e3, far_away.done),
                    baseline, "ratio 5 or less", verdict_of(far_away.until <= 5 * row));
    }
    samples_finish(&raw);
    away_stop(&away);
    return good;
}

int main(void)
{
    static const unsigned counts[] = {1, 2, MOST};
    double rates[2][3] = {{0}};
    bool good = true;
    pg_server_earnest();
    if (!pg_server_there())
        return 0;
    pg_server_folder();
    measure_head();
    for (unsigned i = 0; good && i < 6; i++)
        good = (rates[i / 3][i % 3] = show_moves(counts[i % 3], i < 3)) > 0;
    for (unsigned i = 0; good && i < 2; i++)
        show_growth(rates[i]);
    good = good && show_far();
    pg_server_stop();
    return good ? 0 : 1;
}
