#include "fleet.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/postgresql/postgresql.h"
#include "tests/match/sharing.h"
#include "tests/storage/postgresql/pg_server.h"

enum { CLI_FAILED = 1, CLI_LATER = 75, START = 15 /* seconds that one may take */ };

static struct ircd servers[FLEET_TOWNS];
static bool small; /* the disk of the database can be full */
static const char *const networks[FLEET_TOWNS] = {"test", "south"};

uint32_t fleet_draw(struct fleet *fleet, uint32_t below)
{
    fleet->random = fleet->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(fleet->random >> 33) % below;
}

void fleet_need(const struct fleet *fleet, bool good, const char *why)
{
    if (good)
        return;
    for (unsigned i = 0; i < FLEET_PROCESSES; i++) {
        fprintf(stderr, "-- p%u\n", i);
        daemon_show_log(&fleet->processes[i].daemon);
    }
    fail_msg("%s (TALON_FLEET_SEED=%" PRIu64 ")", why, fleet->seed);
}

void fleet_tell(const struct fleet *fleet, const char *what, const struct process *process)
{
    if (!fleet->tells)
        return;
    fprintf(stderr, "%.3f %s", measure_now(), what);
    if (process != NULL)
        fprintf(stderr, " p%d (s%u)", (int)(process - fleet->processes), process->start);
    fprintf(stderr, "\n");
}

/* -- servers -- */

int fleet_find(void **state)
{
    static const enum ircd_kind kinds[FLEET_TOWNS] = {IRCD_NGIRCD, IRCD_INSPIRCD};
    (void)state;
    if (!pg_server_there() || !ircd_has(kinds[0]) || !ircd_has(kinds[1]))
        return 0;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        if (!ircd_start(&servers[i], &(struct ircd_options){.kind = kinds[i]}))
            return -1;
    }
    small = pg_server_small();
    return 0;
}

bool fleet_can(enum fleet_act act)
{
    return act != FLEET_FULL || small;
}

int fleet_lose(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        ircd_stop(&servers[i]);
    return 0;
}

bool fleet_there(void)
{
    return servers[FLEET_TOWNS - 1].pid != 0;
}

/* -- processes -- */

static void make_clock(struct fleet *fleet, struct process *process)
{
    char folder[sizeof(process->daemon.folder)];
    strcpy(folder, process->daemon.folder);
    snprintf(process->clock_path, sizeof(process->clock_path), "%s/clock", folder);
    int fd = open(process->clock_path, O_RDWR | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0 && ftruncate(fd, sizeof(*process->clock)) == 0);
    void *shared = mmap(NULL, sizeof(*process->clock), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(shared != MAP_FAILED);
    process->clock = shared;
    *process->clock = ((int64_t)fleet_draw(fleet, 7) - 3) * 137000;
    close(fd);
}

static void configure(struct fleet *fleet, struct process *process)
{
    char more[400];
    process->start = ++fleet->starts;
    assert_true(process->start < TOWN_STARTS);
    snprintf(more, sizeof(more),
             "user = s%u\nflood_rate = 0\nreconnect_max = 1\n[irc %s]\nhost = 127.0.0.1\n"
             "port = %u\ntls = off\nchannels = #cards\nreconnect_min = 1\nreconnect_max = 1\n"
             "flood_rate = 0\nuser = s%u\n",
             process->start, networks[1], servers[1].port, process->start);
    daemon_server = process->address;
    daemon_talon_lines = process->lines;
    assert_true(daemon_configure(&process->daemon, &servers[0], false, more));
}

void fleet_start(struct fleet *fleet, struct process *process)
{
    configure(fleet, process);
    setenv("TALON_CLOCK", process->clock_path, 1);
    setenv("LD_PRELOAD", FLEET_CLOCK_LIBRARY, 1);
    assert_true(daemon_start(&process->daemon));
    unsetenv("LD_PRELOAD");
    unsetenv("TALON_CLOCK");
    process->again = 0;
    process->began = measure_now();
    process->may_end = false;
    fleet_tell(fleet, "started", process);
}

static void make_process(struct fleet *fleet, unsigned n)
{
    struct process *process = &fleet->processes[n];
    char options[80], folder[64];
    snprintf(process->lines, sizeof(process->lines),
             "process = p%u\nrounds_per_hour = 1000000\nlog_level = info\n", n);
    assert_true(wire_open(&process->wire, pg_server_folder()));
    snprintf(options, sizeof(options), "%s", strchr(fleet->database, '&'));
    snprintf(folder, sizeof(folder), "%s", process->wire.folder);
    snprintf(process->address, sizeof(process->address),
             "postgresql://postgres@/postgres?host=%s%s", folder, options);
    daemon_talon_lines = process->lines;
    daemon_server = process->address;
    assert_true(daemon_init(&process->daemon, &servers[0], false, ""));
    make_clock(fleet, process);
    fleet_start(fleet, process);
}

/* Whoever has ended by itself is started again, as systemd would. */
static void look_after(struct fleet *fleet, struct process *process, double now)
{
    int status = 0;
    if (process->daemon.pid == 0 && process->again != 0 && now >= process->again)
        fleet_start(fleet, process);
    if (process->daemon.pid == 0 ||
        waitpid(process->daemon.pid, &status, WNOHANG) != process->daemon.pid)
        return;
    process->daemon.pid = 0;
    process->again = now + 0.3;
    fleet_tell(fleet, "ended", process);
    fleet->ended++;
    /* A start may find the server gone when it has found it; and what a standby did not have is no
     * lost lease. */
    bool right =
        (WIFEXITED(status) &&
         (WEXITSTATUS(status) == CLI_LATER ||
          (WEXITSTATUS(status) == CLI_FAILED && now - process->began < START))) ||
        (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT &&
         daemon_logged(&process->daemon, "the database has lost changes that it had acknowledged"));
    fleet_need(fleet, right, "a process has ended that should not");
    fleet->unasked += !process->may_end; /* the machine was too busy to renew in time */
}

/* -- playing -- */

/* Returns true if lines have come. */
static bool wait_for_lines(struct fleet *fleet, int milliseconds)
{
    struct pollfd fds[FLEET_TOWNS * TOWN_CLIENTS];
    unsigned count = 0;
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        const struct crowd *crowd = &fleet->towns[i].crowd;
        for (unsigned who = 0; who < TOWN_PEOPLE; who++)
            fds[count++] = (struct pollfd){irc_client_fd(crowd->who[who].client), POLLIN, 0};
        fds[count++] = (struct pollfd){irc_client_fd(crowd->onlooker), POLLIN, 0};
    }
    return poll(fds, count, milliseconds) > 0;
}

static void turn(struct fleet *fleet)
{
    enum { TURN = 10 /* milliseconds */ };
    wait_for_lines(fleet, TURN);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        struct town *town = &fleet->towns[i];
        town_hear(town);
        town_act(town);
        fleet_need(fleet, town->wrong[0] == '\0', town->wrong);
    }
    double now = measure_now();
    for (unsigned i = 0; i < FLEET_PROCESSES; i++)
        look_after(fleet, &fleet->processes[i], now);
}

void fleet_play(struct fleet *fleet, int milliseconds)
{
    double until = measure_now() + milliseconds / 1000.0;
    while (measure_now() < until)
        turn(fleet);
}

void fleet_await(struct fleet *fleet, bool (*is_so)(const struct fleet *fleet, const void *arg),
                 const void *arg, const char *what)
{
    double until = measure_now() + FLEET_PATIENCE;
    while (!is_so(fleet, arg)) {
        fleet_need(fleet, measure_now() < until, what);
        turn(fleet);
    }
}

/* -- begin and end -- */

/* Numbers of rounds are given in blocks, and clocks differ: the server tells what came when. */
static void note_rounds(const struct fleet *fleet)
{
    pg_server_run(fleet->database,
                  "CREATE TABLE dealt (id BIGSERIAL PRIMARY KEY, round BIGINT, network TEXT);"
                  "CREATE FUNCTION note_dealt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                  " INSERT INTO dealt (round, network) VALUES (NEW.id, NEW.network);"
                  " RETURN NEW; END $$;"
                  "CREATE TRIGGER dealt AFTER INSERT ON round"
                  " FOR EACH ROW EXECUTE FUNCTION note_dealt()");
}

void fleet_open(struct fleet *fleet, uint64_t seed)
{
    fleet->seed = fleet->random = seed;
    fleet->starts = 0;
    sharing_fresh();
    snprintf(fleet->database, sizeof(fleet->database), "%s", daemon_server);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        fleet->towns[i].network = networks[i];
        fleet->towns[i].server = servers[i];
        assert_true(town_open(&fleet->towns[i], seed + i));
    }
    make_process(fleet, 0);
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        assert_true(crowd_await_bot(&fleet->towns[i].crowd));
    note_rounds(fleet);
    for (unsigned i = 1; i < FLEET_PROCESSES; i++)
        make_process(fleet, i);
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        town_sit(&fleet->towns[i]);
}

static unsigned read_rounds(const struct fleet *fleet, const char *network, int64_t *rounds,
                            unsigned most)
{
    char sql[160];
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM dealt WHERE network = '%s'", network);
    unsigned count = (unsigned)pg_server_number(fleet->database, sql);
    fleet_need(fleet, count > 0 && count <= most, "how many rounds there are");
    for (unsigned i = 0; i < count; i++) {
        snprintf(sql, sizeof(sql),
                 "SELECT round FROM dealt WHERE network = '%s' ORDER BY id LIMIT 1 OFFSET %u",
                 network, i);
        rounds[i] = pg_server_number(fleet->database, sql);
    }
    return count;
}

static void end_all(struct fleet *fleet)
{
    for (unsigned i = 0; i < FLEET_PROCESSES; i++) {
        struct process *process = &fleet->processes[i];
        process->again = 0;
        if (process->daemon.pid == 0)
            continue;
        int status = daemon_stop(&process->daemon);
        fleet_need(fleet, status == 0 || status == 128 + SIGTERM || process->may_end,
                   "it does not end in order");
        for (unsigned town = 0; town < FLEET_TOWNS; town++)
            town_hear(&fleet->towns[town]);
    }
    for (unsigned tries = 0; wait_for_lines(fleet, 300) && tries < 1000; tries++) {
        for (unsigned town = 0; town < FLEET_TOWNS; town++) /* what was said last */
            town_hear(&fleet->towns[town]);
    }
}

static void ask_tools(struct fleet *fleet)
{
    static const char *const words[] = {"check-db --timezone UTC", "verify --all"};
    static char text[8192];
    daemon_server = fleet->database;
    for (unsigned i = 0; i < 2; i++) {
        int status = daemon_tool(&fleet->processes[0].daemon, words[i], text, sizeof(text));
        if (status != 0)
            fprintf(stderr, "%s: %d: %s\n", words[i], status, text);
        fleet_need(fleet, status == 0, words[i]);
    }
}

void fleet_judge(struct fleet *fleet)
{
    enum { ROUNDS = 2000 };
    static int64_t rounds[ROUNDS];
    struct fault why = {0};
    end_all(fleet);
    ask_tools(fleet);
    const char *copy = fleet->processes[0].daemon.database;
    fleet_need(fleet, store_pull_postgresql(fleet->database, NULL, copy, &why) == STORE_OK,
               why.text);
    for (unsigned i = 0; i < FLEET_TOWNS; i++) {
        struct town *town = &fleet->towns[i];
        unsigned count = read_rounds(fleet, town->network, rounds, ROUNDS);
        fleet_need(fleet, town_judge(town, copy, rounds, count), town->wrong);
        fleet->rounds += count;
        fleet->plays += town->record.heard_count;
        fleet->hands += town->witness.hands;
    }
}

static void close_process(struct process *process)
{
    if (process->clock == NULL)
        return;
    daemon_kill(&process->daemon);
    munmap((void *)(uintptr_t)process->clock, sizeof(*process->clock));
    unlink(process->clock_path);
    daemon_finish(&process->daemon);
    wire_close(&process->wire);
    *process = (struct process){0};
}

void fleet_close(struct fleet *fleet)
{
    for (unsigned i = 0; i < FLEET_PROCESSES; i++)
        close_process(&fleet->processes[i]);
    for (unsigned i = 0; i < FLEET_TOWNS; i++)
        town_close(&fleet->towns[i]);
}
