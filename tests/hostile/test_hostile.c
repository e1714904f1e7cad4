/* The daemon itself between a server that does harm and people who do, while four play on: nobody
 * is told another's hand, the four are answered as before, and it grows neither in memory nor in
 * descriptors. At the end it goes in order, and every round of theirs proves.
 *
 * TALON_HOSTILE_SEED: of everything that is drawn; one of its own each time otherwise, and said.
 * TALON_HOSTILE_ROUNDS: that the four play to the end meanwhile (10). TALON_HOSTILE_MINUTES: that
 * it goes on at least. TALON_HOSTILE_LOG: a file for every line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <time.h>

#include "bot/text/language.h"
#include "world.h"

/* What a phase may take more than the calm one. */
enum {
    CALM_ROUNDS = 4,
    ROUNDS = 10,
    ACTS = 3000,       /* at least */
    SILENCE = 120,     /* seconds without a move that mean a wedge */
    MORE_FILES = 24,   /* descriptors */
    MORE_BETWEEN = 40, /* lines to others before an answer, at p99 */
    NUDGES = 2,        /* a nick that was taken: times that the four had to ask how it stands */
    GUST = 512         /* turns, of which every fourth lot brings more than the others */
};
#if defined(__SANITIZE_THREAD__)
enum { MORE_MEMORY = 400 }; /* MiB */
#elif defined(__SANITIZE_ADDRESS__)
enum { MORE_MEMORY = 160 };
#else
enum { MORE_MEMORY = 64 };
#endif

static struct world world;
static struct answers calm, storm;
static uint64_t seed;

static unsigned long number_of(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

/* -- what it holds -- */

static unsigned long resident; /* most bytes that were seen */
static unsigned files;

static void measure(void)
{
    unsigned long now = measure_resident(world.daemon.pid);
    unsigned open = measure_files(world.daemon.pid);
    resident = now > resident ? now : resident;
    files = open > files ? open : files;
}

/* -- phases -- */

static void show(const char *why)
{
    fprintf(stderr, "seed %llu, %u acts, the last was \"%s\", on both networks: %s\n",
            (unsigned long long)seed, world.acts, world.act, why);
    for (unsigned i = 0; i < TOLD; i++) {
        if (world.told[(world.tell + i) % TOLD][0] != 0)
            fprintf(stderr, "  %s\n", world.told[(world.tell + i) % TOLD]);
    }
    fprintf(stderr, "  the visitor heard last: %s\n", world.visited);
    daemon_show_log(&world.daemon);
}

static void need(bool good, const char *why)
{
    if (!good) {
        show(why);
        fail_msg("%s (TALON_HOSTILE_SEED=%llu)", why, (unsigned long long)seed);
    }
}

static void act(struct net *net)
{
    if (net->fd < 0 || !net->welcomed || net_full(net)) {
        if (net->deaf && world_random(&world, 50) == 0)
            net->deaf = false;
        return;
    }
    world.acts++;
    if (net == &world.net[WILD] && world_random(&world, 4) == 0)
        server_act(&world, net);
    else
        users_act(&world, net);
}

static void play(struct answers *answers, unsigned rounds, bool hostile)
{
    double minutes = hostile ? (double)number_of("TALON_HOSTILE_MINUTES", 0) : 0;
    double end = measure_now() + 60 * minutes;
    unsigned least = hostile ? ACTS : 0, turns = 0;
    world.answers = answers;
    while (answers->rounds < rounds || world.acts < least || measure_now() < end) {
        world_turn(&world, 2);
        need(world_lives(&world), "it ended by itself");
        need(world.witness.wrong[0] == '\0', world.witness.wrong);
        need(measure_now() - world.moved < SILENCE, "the innocent cannot play on");
        bool now = turns / GUST % 4 == 0 || world_random(&world, 8) == 0;
        if (hostile && now) {
            for (unsigned i = 0; i < NETS; i++)
                act(&world.net[i]);
        }
        if (turns++ % 64 == 0)
            measure();
    }
}

/* -- the end -- */

static bool is_whole(const char *database)
{
    sqlite3 *file = NULL;
    sqlite3_stmt *ask = NULL;
    bool whole = sqlite3_open_v2(database, &file, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
                 sqlite3_prepare_v2(file, "PRAGMA integrity_check", -1, &ask, NULL) == SQLITE_OK &&
                 sqlite3_step(ask) == SQLITE_ROW &&
                 strcmp((const char *)sqlite3_column_text(ask, 0), "ok") == 0;
    sqlite3_finalize(ask);
    sqlite3_close(file);
    return whole;
}

static void report(const char *phase, struct answers *answers)
{
    samples_sort(&answers->between);
    samples_sort(&answers->seconds);
    print_message("%s: %u rounds, %zu answers, lines to others before one p50 %.0f p99 %.0f, "
                  "p50 %.3f s p99 %.3f s\n",
                  phase, answers->rounds, answers->between.count,
                  samples_at(&answers->between, 0.5), samples_at(&answers->between, 0.99),
                  samples_at(&answers->seconds, 0.5), samples_at(&answers->seconds, 0.99));
}

static void test_hostile(void **state)
{
    (void)state;
    struct verdict_of_rounds verdict;
    unsigned rounds = (unsigned)number_of("TALON_HOSTILE_ROUNDS", ROUNDS);
    print_message("TALON_HOSTILE_SEED=%llu\n", (unsigned long long)seed);
    assert_true(world_open(&world, seed));
    world.answers = &calm;
    need(innocent_sit(&world), "the innocent cannot sit down");
    play(&calm, CALM_ROUNDS, false);
    measure();
    unsigned long calm_resident = resident;
    unsigned calm_files = files;
    play(&storm, rounds, true);
    users_relent(&world);
    measure();
    need(innocent_visit(&world), "no room is left for a table of somebody else");
    report("calm", &calm);
    report("storm", &storm);
    print_message("%u acts, %u connections of the hostile server, %u nicks taken, %u times asked "
                  "again, %lu hands, %lu MiB and %u files (%lu and %u before)\n",
                  world.acts, world.net[WILD].connections, world.robberies, world.nudges,
                  world.witness.hands, resident >> 20, files, calm_resident >> 20, calm_files);
    need(daemon_stop(&world.daemon) == 0, "it does not end in order");
    bool proven = witness_judge(&world.witness, world.daemon.database, "calm", "#cards", &verdict);
    print_message("%u rounds in all, %u of the innocent, %u won; %lu of their hands compared\n",
                  verdict.rounds, verdict.innocent, verdict.finished, verdict.compared);
    need(proven, world.witness.wrong);
    need(is_whole(world.daemon.database), "the database is not whole");
    need(verdict.finished >= CALM_ROUNDS + rounds, "rounds that were told are not kept");
    need(verdict.compared >= 10UL * verdict.finished, "too few hands were compared");
    for (unsigned round = 1; round <= 3 && round <= verdict.rounds; round++)
        need(daemon_verify(&world.daemon, round), "a round is not proven");
    need(files <= calm_files + MORE_FILES, "descriptors pile up");
    need(resident <= calm_resident + ((unsigned long)MORE_MEMORY << 20), "memory piles up");
    need(samples_at(&storm.between, 0.99) <= samples_at(&calm.between, 0.99) + MORE_BETWEEN,
         "others are answered first");
    need(world.nudges <= NUDGES * (world.robberies + 1), "questions to the innocent were lost");
}

static int end(void **state)
{
    (void)state;
    world_close(&world);
    samples_finish(&calm.between);
    samples_finish(&calm.seconds);
    samples_finish(&storm.between);
    samples_finish(&storm.seconds);
    return 0;
}

int main(void)
{
    seed = number_of("TALON_HOSTILE_SEED", (unsigned long)time(NULL));
    /* What was freed is not kept for long: memory is measured. */
    setenv("ASAN_OPTIONS", "quarantine_size_mb=16", 0);
    language_setup();
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_hostile, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
