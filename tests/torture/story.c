#include "story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/loop.h"
#include "book.h"
#include "bot/people/code.h"
#include "storage/check/copy.h"
#include "storage/sqlite/sqlite.h"
#include "storage/store_base.h"
#include "tests/bot/trio.h"
#include "vfs.h"

enum { SECOND = 1000, LOG_PAGES = 40, MOVES = 5000, MOVES_AFTER = 12, PATIENCE = 200 };

static const char waits[] = "I cannot save moves just now";
static const char goes_on[] = "I can save moves again";

static struct story_report *told;
static bool watching;
static char copy_path[RUN_PATH];
static int64_t at = INT64_C(1772625600000);

void story_path(char *path, size_t size, const char *folder, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
}

int64_t story_now(void)
{
    return at;
}

/* -- what is told to who started it -- */

static void keep_line(const char *line)
{
    size_t length = told->said_length;
    if (strstr(line, waits) != NULL)
        told->troubles++;
    else if (strstr(line, goes_on) != NULL)
        told->ends++;
    else {
        told->said_length +=
            (size_t)snprintf(told->said + length, STORY_SAID - length, "%s\n", line);
    }
    assert_true(told->said_length < STORY_SAID);
}

/* The lines go with the adapter. */
static void keep_said(void)
{
    for (size_t i = 0; i < script_lines(scene.adapter); i++)
        keep_line(script_line(scene.adapter, i));
}

static void note_numbers(void)
{
    if (scene.store != NULL)
        told->announced = scene.store->announced;
    told->errors = vfs_errors();
    told->count = vfs_count();
}

/* The machine is off. */
static _Noreturn void leave(void)
{
    note_numbers();
    if (scene.running)
        keep_said();
    fflush(NULL);
    _exit(0);
}

static bool is_told(const char *words)
{
    for (size_t i = 0; i < script_lines(scene.adapter); i++) {
        if (strstr(script_line(scene.adapter, i), words) != NULL)
            return true;
    }
    return false;
}

/* -- in the place of what the daemon calls -- */

bool __real_script_settle(struct adapter *adapter, unsigned milliseconds);
bool __wrap_script_settle(struct adapter *adapter, unsigned milliseconds);
/* Whoever waits for calm waits for the end of trouble: what is typed before is refused. The table
 * is told of it as long as it lasts, and then the disk is mended. */
bool __wrap_script_settle(struct adapter *adapter, unsigned milliseconds)
{
    if (vfs_is_cut())
        leave();
    note_numbers();
    for (time_t until = time(NULL) + PATIENCE; scene.host.trouble; scene_turn(&scene)) {
        assert_true(time(NULL) < until);
        if (vfs_is_cut())
            leave();
        if (is_told(waits))
            vfs_heal();
    }
    return __real_script_settle(adapter, milliseconds);
}

static void note_batch(uint64_t number)
{
    assert_true(told->batches < STORY_BATCHES);
    told->batch[told->batches++] =
        (struct story_batch){told->starts, number, watching ? book_hash(scene.path) : 0};
}

enum apply __real_sqlite_apply(struct store *store, const struct batch *first, unsigned count,
                               struct fault *why);
enum apply __wrap_sqlite_apply(struct store *store, const struct batch *first, unsigned count,
                               struct fault *why);
/* One batch at a time, so that each is seen. */
enum apply __wrap_sqlite_apply(struct store *store, const struct batch *first, unsigned count,
                               struct fault *why)
{
    if (!watching)
        return __real_sqlite_apply(store, first, count, why);
    for (const struct batch *batch = first; count > 0; count--) {
        enum apply applied = __real_sqlite_apply(store, batch, 1, why);
        if (applied != APPLY_DONE)
            return applied;
        note_batch(batch->number);
        if (count > 1)
            batch = batch->next;
    }
    return APPLY_DONE;
}

enum store_error __real_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why);
enum store_error __wrap_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why);
/* A start that fails says why, and the next one succeeds. */
enum store_error __wrap_store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                          struct fault *why)
{
    enum store_error error = __real_store_open_sqlite(store, setup, why);
    if (error != STORE_OK) {
        if (vfs_is_cut())
            leave();
        if (!vfs_struck() || error == STORE_DAMAGED)
            fail_msg("%d: %s", (int)error, why->text);
        assert_true(*why->text != '\0' && strchr(why->text, '\n') == NULL);
        told->refused++;
        vfs_heal();
        error = __real_store_open_sqlite(store, setup, why);
    }
    if (error != STORE_OK)
        fail_msg("once more, %d: %s", (int)error, why->text);
    told->starts++;
    told->announced = 0;
    if (watching)
        note_batch(0);
    return error;
}

int64_t __wrap_clock_now(void);
int64_t __wrap_clock_now(void)
{
    return at;
}

/* So that the log is written back now and then. */
int __real_sqlite3_wal_autocheckpoint(sqlite3 *db, int pages);
int __wrap_sqlite3_wal_autocheckpoint(sqlite3 *db, int pages);
int __wrap_sqlite3_wal_autocheckpoint(sqlite3 *db, int pages)
{
    (void)pages;
    return __real_sqlite3_wal_autocheckpoint(db, LOG_PAGES);
}

/* -- the evening -- */

static struct actor actors[3];
static unsigned chance = 9;

static void pass(void)
{
    at += SECOND;
}

static void act(const char *who, const char *words)
{
    pass();
    scene_do(&scene, who, "%s", words);
}

static void come(void)
{
    pass();
    trio_come();
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i]};
}

static void move(void)
{
    pass();
    for (unsigned n = 0; n < 3; n++) {
        actor_step(&scene, &actors[n], &chance);
        scene_settle(&scene);
    }
}

static void play_moves(unsigned moves)
{
    for (unsigned i = 0; i < moves; i++)
        move();
}

static void play_round(void)
{
    scene_mark(&scene);
    for (unsigned i = 0; scene_said(&scene, " wins the round and ") == NULL; i++) {
        assert_true(i < MOVES);
        move();
    }
}

/* What the store is asked for first. */
static const char *await_answer(const char *answer)
{
    const char *line = NULL;
    for (time_t until = time(NULL) + PATIENCE; line == NULL; line = scene_said(&scene, answer)) {
        assert_true(time(NULL) < until);
        scene_settle(&scene);
    }
    scene_settle(&scene);
    return line;
}

static void link_alice(void)
{
    char line[200];
    pass();
    scene_tell(&scene, "bob", "!link");
    const char *code = strstr(await_answer("Your code is "), "Your code is ");
    code += strlen("Your code is ");
    snprintf(line, sizeof(line), "!link %.*s", (int)strcspn(code, ". "), code);
    scene_tell(&scene, "alice", "%s", line);
    await_answer("one player now");
}

static void ask(const char *who, const char *words, const char *answer)
{
    pass();
    scene_mark(&scene);
    scene_type(&scene, who, "%s", words);
    await_answer(answer);
}

/* What is so old goes. */
static void pass_minute(uint64_t keep_results, uint64_t keep_replays)
{
    pass();
    scene.host.options.keep_results = keep_results;
    scene.host.options.keep_replays = keep_replays;
    timer_set((struct timer *)scene.host.daemon->retention, 0); /* its first member */
    scene_turn(&scene);
    scene_settle(&scene);
    scene.host.options.keep_results = scene.host.options.keep_replays = 0;
}

static void copy_book(void)
{
    struct fault why = {0};
    enum store_error error = store_backup(scene.path, copy_path, NULL, &why);
    if (vfs_is_cut())
        leave();
    if (error != STORE_OK) {
        assert_true(vfs_struck());
        assert_true(*why.text != '\0' && strchr(why.text, '\n') == NULL);
        assert_int_not_equal(access(copy_path, F_OK), 0);
        vfs_heal();
        error = store_backup(scene.path, copy_path, NULL, &why);
    }
    if (error != STORE_OK)
        fail_msg("%s", why.text);
    told->copied = true;
}

static void restart(void)
{
    scene_settle(&scene);
    keep_said();
    note_numbers();
    scene_down(&scene);
    scene_up(&scene);
    scene.host.daemon->trouble_wait = 0;
    come();
}

static void prepare(const char *folder)
{
    scene_init(&scene, SCENE_SQLITE);
    rmdir(scene.folder);
    snprintf(scene.folder, sizeof(scene.folder), "%s", folder);
    story_path(scene.path, sizeof(scene.path), folder, STORY_DATABASE);
    story_path(copy_path, sizeof(copy_path), folder, STORY_COPY);
}

static void end(void)
{
    scene_settle(&scene);
    keep_said();
    note_numbers();
    scene_down(&scene);
    if (vfs_is_cut())
        leave();
    vfs_heal();
    told->ended = true;
    told->errors = vfs_errors();
    told->count = vfs_count();
    told->book = book_hash(scene.path);
    book_check(scene.path, at);
}

void story_play(const char *folder, bool watches, struct story_report *report)
{
    told = report;
    watching = watches;
    prepare(folder);
    scene_up(&scene);
    scene.host.daemon->trouble_wait = 0;
    come();
    act("alice", "!new");
    act("alice", "!set channel autostart 600"); /* the time of the deal is saved */
    /* These are stored all the same. Their line comes when the disk has answered, so at no fixed
     * place among the others (test_earned_once). */
    act("alice", "!set channel achievements off");
    act("bob", "!join");
    act("carol", "!join");
    act("alice", "!set score points_500");
    act("alice", "!start");
    play_moves(3);
    play_round();
    link_alice();
    ask("carol", "!top", "Best of ");
    play_moves(4);
    pass_minute(0, 1);
    copy_book();
    restart();
    play_moves(2);
    ask("bob", "!name Bobby", "call you Bobby");
    act("carol", "!lang fr");
    act("carol", "!lang en");
    play_round();
    ask("bob", "!unlink alice", "separate player again");
    pass_minute(1, 1);
    play_moves(3);
    end();
}

/* It is whole, or not there. */
static void look_at_copy(bool copied)
{
    struct fault why = {0};
    bool there = access(copy_path, F_OK) == 0;
    assert_true(there || !copied);
    if (there && store_check(copy_path, NULL, &why) != STORE_OK)
        fail_msg("%s", why.text);
}

void story_go_on(const char *folder, bool copied, struct story_report *report)
{
    told = report;
    watching = true;
    at += INT64_C(86400000); /* later than all that was written */
    prepare(folder);
    look_at_copy(copied);
    scene_up(&scene);
    report->book = report->batch[0].book;
    come();
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 0);
    if (scene_table(&scene) != NULL && scene_table(&scene)->round != NULL)
        play_moves(MOVES_AFTER);
    else
        act("alice", "!new");
    scene_down(&scene);
    book_check(scene.path, at);
}
