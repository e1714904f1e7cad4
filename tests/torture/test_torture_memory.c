/* The n-th allocation fails, alone or with more behind it, while people play, give every command
 * and the daemon ends and starts: what cannot be done is refused, what must not be lost ends the
 * daemon on purpose (storage/batch.h), and the next start has all that was told. Nothing is done by
 * half, and no card goes to anybody but its owner (tests/bot/scene_watch.c looks on). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "apart.h"
#include "base/array.h"
#include "book.h"
#include "bot/people/ban.h"
#include "bot/people/setting_store.h"
#include "bot/table/pause.h"
#include "bot/table/round/round.h"
#include "scarce.h"
#include "storage/sqlite/sqlite.h"
#include "tests/bot/trio.h"

enum { BURST = 40, WAYS = 2, MOVES_MAX = 3000, PATIENCE = 200, RUNS_MIN = 12, SHOWN = 30 };

static const unsigned long lengths[WAYS] = {1, BURST};

static struct report {
    unsigned long asked; /* allocations */
    bool played;         /* to the end */
    bool refused;        /* a start was, aloud */
    bool ended;          /* on purpose */
    int64_t round;       /* of which so many actions were told */
    uint32_t seq;
} * report;

static char folder[RUN_PATH];
static unsigned long at, length;
static bool starts; /* memory is out in a start, and never before */

/* -- a start for which memory is out is refused, and the process ends -- */

static bool may_refuse(bool good)
{
    if (good || !scarce_struck())
        return good;
    report->refused = true;
    fflush(NULL);
    _exit(0);
}

enum store_error __real_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why);
enum store_error __wrap_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why);
enum store_error __wrap_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why)
{
    enum store_error error = __real_store_open_sqlite(store, setup, why);
    if (error != STORE_OK) {
        assert_true(error != STORE_DAMAGED && *why->text != '\0' &&
                    strchr(why->text, '\n') == NULL);
    }
    may_refuse(error == STORE_OK);
    return error;
}

bool __real_host_init(struct host *host, struct loop *loop, struct store *store,
                      const struct log *log, const struct host_options *options);
bool __wrap_host_init(struct host *host, struct loop *loop, struct store *store,
                      const struct log *log, const struct host_options *options);
bool __wrap_host_init(struct host *host, struct loop *loop, struct store *store,
                      const struct log *log, const struct host_options *options)
{
    return may_refuse(__real_host_init(host, loop, store, log, options));
}

bool __real_host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                             const struct settings *settings, struct fault *why);
bool __wrap_host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                             const struct settings *settings, struct fault *why);
bool __wrap_host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                             const struct settings *settings, struct fault *why)
{
    return may_refuse(__real_host_add_network(host, impl, name, settings, why));
}

bool __real_replay_all(struct tables *tables);
bool __wrap_replay_all(struct tables *tables);
bool __wrap_replay_all(struct tables *tables)
{
    return may_refuse(__real_replay_all(tables));
}

/* -- only the daemon lacks memory, not who plays with it -- */

int __real_uv_run(uv_loop_t *loop, uv_run_mode mode);
int __wrap_uv_run(uv_loop_t *loop, uv_run_mode mode);
int __wrap_uv_run(uv_loop_t *loop, uv_run_mode mode)
{
    bool was = scarce_spare(false);
    int result = __real_uv_run(loop, mode);
    scarce_spare(was);
    return result;
}

/* Nor who looks on what is told. */
static void look_on(bool begins)
{
    static bool was;
    if (begins)
        was = scarce_spare(true);
    else
        scarce_spare(was);
}

/* -- an evening on which memory is out for a moment -- */

static struct actor actors[3];
static unsigned chance = 9;

/* Each row is given as the table is then: some are refused for other reasons than memory. */
static const struct {
    const char *who, *words;
    bool whispered;
} lines[] = {
    {"bob", "!hand", false},
    {"carol", "!table", false},
    {"carol", "!order", true},
    {"alice", "!score", false},
    {"dave", "!help all", true},
    {"dave", "!rules skull", true},
    {"bob", "!lang fr", false},
    {"bob", "!lang en", false},
    {"carol", "!theme mono", false},
    {"carol", "!whisper pm", false},
    {"carol", "!pings off", false},
    {"dave", "!watch", false},
    {"dave", "!notify on", false},
    {"bob", "!cut pears", false},
    {"alice", "!fair", false},
    {"bob", "!away", false},
    {"bob", "!back", false},
    {"alice", "!pause", false},
    {"bob", "!yes", false},
    {"alice", "!resume", false},
    {"bob", "!yes", false},
    {"bob", "!link", true},
    {"carol", "!seat", true},
    {"dave", "!join", false},
    {"dave", "!leave", false},
    {"carol", "!top", false},
    {"carol", "!stats alice", false},
    {"bob", "!name Bobby", true},
    {"bob", "!links", true},
    {"alice", "!kick carol", false},
    {"carol", "!no", false},
    {"alice", "!quiet on", false},
    {"alice", "!quiet off", false},
    {"alice", "!set channel", false},
    {"alice", "!set channel autostart 60", false},
    {"bob", "!clock", false},
    {"dave", "!new", true},
    {"dave", "!bots 2", true},
    {"dave", "!start", true},
    {"dave", "!stop", true},
    {"alice", "!uno", false},
    {"bob", "!catch carol", false},
    {"bob", "!swap", false},
    {"carol", "nobody means the bot", false},
};

/* What was told by now must be there whatever happens. */
static void note_told(void)
{
    const struct table *table = scene_table(&scene);
    scene_settle(&scene);
    if (table == NULL || table->round == NULL)
        return;
    report->round = table->round->id;
    report->seq = table->round->seq;
}

static bool move(void)
{
    bool typed = false;
    for (unsigned n = 0; n < 3; n++) {
        typed = actor_step(&scene, &actors[n], &chance) || typed;
        note_told();
    }
    return typed;
}

static void give_commands(void)
{
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        if (lines[i].whispered)
            scene_whisper(&scene, lines[i].who, "%s", lines[i].words);
        else
            scene_type(&scene, lines[i].who, "%s", lines[i].words);
        note_told();
        if (i % 4 == 3)
            move();
    }
}

/* What was said last, where a round does not end. */
static void show_end(void)
{
    size_t count = script_lines(scene.adapter);
    char *state = save_state(scene_table(&scene));
    for (size_t i = count > SHOWN ? count - SHOWN : 0; i < count; i++)
        print_message("%s\n", script_line(scene.adapter, i));
    print_message("%s\n", state);
    free(state);
}

/* A line that was lost is told anew; who waits for one for long asks, and whoever lost the end of a
 * pause ends it. */
static void wake(const struct table *table)
{
    size_t count = script_lines(scene.adapter);
    for (double until = torture_now() + 2;
         script_lines(scene.adapter) == count && torture_now() < until;)
        scene_turn(&scene);
    if (script_lines(scene.adapter) > count || table->round == NULL)
        return;
    if (pause_is_on(table)) {
        scene_type(&scene, "alice", "!resume");
        for (unsigned i = 0; i < 3; i++)
            scene_type(&scene, trio[i], "!yes");
    }
    scene_type(&scene, seat_name(table, table->round->game.turn), "!hand");
    scene_settle(&scene);
}

static void play_round(void)
{
    const time_t until = time(NULL) + PATIENCE;
    const struct table *table = scene_table(&scene);
    int64_t round = table->round != NULL ? table->round->id : 0;
    for (unsigned i = 0; table->round != NULL && table->round->id == round; i++) {
        if (i == MOVES_MAX || time(NULL) >= until)
            show_end();
        assert_true(i < MOVES_MAX && time(NULL) < until);
        if (!move())
            wake(table);
        table = scene_table(&scene);
        assert_non_null(table);
    }
}

static void come(void)
{
    trio_come();
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i]};
}

/* What is in memory is what stands on the disk. */
static void restart(void)
{
    scene_settle(&scene);
    bool there = scene_table(&scene) != NULL;
    bool runs = there && scene_table(&scene)->round != NULL;
    uint64_t hash = runs ? trio_hash() : 0;
    char *state = there ? save_state(scene_table(&scene)) : NULL;
    scarce_spare(false);
    scene_down(&scene);
    scene_up(&scene);
    scarce_spare(true);
    const struct table *table = scene_table(&scene);
    if (starts) {
        const char *theme = setting_channel(scene.network, "#table", "theme");
        assert_true(scene.host.people->bans != NULL && scene.host.people->bans->next == NULL);
        assert_true(theme != NULL && strcmp(theme, "mono") == 0);
    }
    if (state != NULL) {
        assert_non_null(table);
        char *again = save_state(table);
        if (again != NULL)
            assert_string_equal(state, again);
        free(again);
    }
    if (runs) {
        assert_non_null(table->round);
        assert_true(trio_hash() == hash);
    }
    free(state);
    come();
}

static void prepare(void)
{
    scene_init(&scene, SCENE_SQLITE);
    rmdir(scene.folder);
    snprintf(scene.folder, sizeof(scene.folder), "%.60s", folder);
    snprintf(scene.path, sizeof(scene.path), "%.80s/talon.db", folder);
}

/* What a table may keep for one of them: a play that waits for an answer, and a cut. */
static void leave_open_ends(void)
{
    struct table *table = scene_table(&scene);
    unsigned seat = table->round->game.turn;
    struct action play = action_make(ACTION_PLAY, seat);
    play.face = 0;
    seat_ask(table, seat, &play);
    scene_do(&scene, "carol", "!cut pears");
    assert_null(ban_set(scene.host.people, BAN_MASK, scene.name, scene.impl, "mallory!*@*"));
    assert_true(setting_set_channel(scene.network, "#table", "theme", "mono"));
    note_told();
}

/* From a deal to the end of its round, and whatever comes to their minds. */
static void play_an_evening(void)
{
    scarce_begin(at, length);
    scene_do(&scene, "alice", "!start");
    give_commands();
    if (scene_table(&scene) != NULL)
        play_round();
}

static void body(void **state)
{
    (void)state;
    scarce_ended = &report->ended;
    scarce_install();
    scarce_spare(true);
    scene_looks_on = look_on;
    prepare();
    scene_begin(&scene);
    come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    script_join(scene.adapter, "#table", "dave", NULL, false);
    scene_do(&scene, "alice", "!set score points_500");
    if (starts) {
        scene_do(&scene, "alice", "!start");
        leave_open_ends();
        scarce_begin(at, length);
    } else {
        play_an_evening();
    }
    restart();
    if (!starts)
        move();
    report->asked = scarce_end();
    restart();
    if (scene_table(&scene) == NULL) {
        scene_do(&scene, "alice", "!new");
        scene_do(&scene, "bob", "!join");
    }
    if (scene_table(&scene)->round == NULL)
        scene_do(&scene, "alice", "!start");
    assert_non_null(scene_table(&scene)->round);
    play_round();
    scene_settle(&scene);
    scene_down(&scene);
    book_check(scene.path, clock_now());
    report->played = true;
}

/* The next start, of a daemon that has memory. */
static void next_body(void **state)
{
    char query[160];
    (void)state;
    prepare();
    scene_up(&scene);
    come();
    snprintf(query, sizeof(query),
             "SELECT count(*) FROM round WHERE id = %lld AND (ended_at IS NOT NULL OR %u <="
             " (SELECT coalesce(max(seq), 0) FROM journal WHERE round = %lld))",
             (long long)report->round, report->seq, (long long)report->round);
    if (report->seq > 0)
        assert_int_equal(trio_number(query), 1);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 0);
    if (scene_table(&scene) != NULL && scene_table(&scene)->round != NULL)
        play_round();
    scene_down(&scene);
    book_check(scene.path, clock_now());
}

/* -- each n -- */

static struct {
    unsigned long runs, ended, refused;
} sum;

static bool run(unsigned long n)
{
    char words[80];
    at = n / WAYS;
    length = lengths[n % WAYS];
    snprintf(words, sizeof(words), "run %lu%s: %lu allocations from the %lu-th on", n,
             starts ? " start" : "", length, at);
    memset(report, 0, sizeof(*report));
    torture_make_folder(folder);
    bool good = torture_apart_or_abort(body, words, &report->ended);
    if (good && !report->played)
        good = (report->ended || report->refused) && torture_apart(next_body, words);
    torture_remove_folder(folder);
    sum.runs++;
    sum.ended += report->ended;
    sum.refused += report->refused;
    return good;
}

/* As far as there is time until so much of it is left, in an order of the seed's. */
static void run_all(unsigned long least, double left)
{
    memset(&sum, 0, sizeof(sum));
    assert_true(run(0)); /* none fails */
    assert_true(report->played && report->asked > least);
    unsigned long all = (report->asked + 1) * WAYS;
    unsigned long i = 0;
    for (; i < all && (torture_left() > left || i < RUNS_MIN); i++)
        assert_true(run(torture_shuffled(i, all)));
    print_message(
        "torture: %lu of %lu allocations fail: ended on purpose in %lu, a start refused in "
        "%lu\n",
        i, all, sum.ended, sum.refused);
}

static void memory_is_out_at_any_moment(void **state)
{
    (void)state;
    starts = false;
    run_all(1000, torture_left() / 2);
}

static void memory_is_out_at_any_moment_of_a_start(void **state)
{
    (void)state;
    starts = true;
    run_all(100, 0);
}

static unsigned long chosen;

static void this_run(void **state)
{
    (void)state;
    assert_true(run(chosen));
}

/* With a number, as a failure names it: that run alone; behind it, "start": that of a start. */
int main(int argc, char **argv)
{
    const struct CMUnitTest one[] = {cmocka_unit_test(this_run)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_out_at_any_moment),
        cmocka_unit_test(memory_is_out_at_any_moment_of_a_start),
    };
    torture_begin();
    report = torture_shared(sizeof(*report));
    chosen = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    starts = argc > 2 && strcmp(argv[2], "start") == 0;
    return chosen > 0 ? cmocka_run_group_tests(one, NULL, NULL)
                      : cmocka_run_group_tests(tests, NULL, NULL);
}
