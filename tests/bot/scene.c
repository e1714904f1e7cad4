#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "base/array.h"
#include "bot/show/outbox.h"
#include "bot/text/language.h"
#include "engine/move/check.h"
#include "scene_watch.h"
#include "storage/sqlite/sqlite.h"
#include "tests/doubles/memory/memory.h"
#include "tests/leak/leak.h"

enum { PATIENCE = 240 }; /* seconds, for what surely comes: a busy machine may be slow */

static const struct log quiet = {NULL, ""};

/* Everything that is logged is searched; errors are shown, too. */
static void note_record(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    leak_note(line);
    if (level == LOG_ERROR)
        fprintf(stderr, "error: %s\n", line);
}

/* -- life -- */

void scene_init(struct scene *scene, enum scene_store kind)
{
    static unsigned scenes;
    *scene = (struct scene){.kind = kind, .impl = &script_adapter};
    snprintf(scene->name, sizeof(scene->name), "net%u", scenes++);
    log_set_level(LOG_DEBUG);
    log_set_sink(note_record, NULL);
    scene->options = (struct host_options){.language = language_find("en"),
                                           .prefix = "!",
                                           .tables_max = 10,
                                           .link_life = 600000,
                                           .pause_limit = 600000,
                                           .vote_time = 600000,
                                           .seed = "scene"};
    assert_true(settings_init(&scene->settings, script_adapter.keys));
    if (kind == SCENE_SQLITE) {
        snprintf(scene->folder, sizeof(scene->folder), "/tmp/talon-scene-XXXXXX");
        assert_non_null(mkdtemp(scene->folder));
        snprintf(scene->path, sizeof(scene->path), "%s/talon.db", scene->folder);
    }
    scene->loop = loop_create();
    assert_non_null(scene->loop);
}

void scene_up(struct scene *scene)
{
    struct fault why = {0};
    if (scene->kind == SCENE_SQLITE) {
        assert_int_equal(
            store_open_sqlite(
                &scene->store,
                &(struct sqlite_setup){.path = scene->path, .loop = scene->loop, .log = &quiet},
                &why),
            STORE_OK);
    } else if (scene->store == NULL) {
        assert_int_equal(store_open_memory(&scene->store, 0, scene->loop), STORE_OK);
    }
    assert_true(host_init(&scene->host, scene->loop, scene->store, &quiet, &scene->options));
    /* where time leaps no disk keeps pace with it */
    scene->host.daemon->slow_after = scene->host.daemon->trouble_wait = UINT32_MAX;
    assert_true(host_add_network(&scene->host, scene->impl, scene->name, &scene->settings, &why));
    scene->running = true;
    scene->network = network_at(scene->host.people, 0);
    scene->adapter = scene->network->adapter;
    watch_begin(scene);
    if (scene->more != NULL)
        scene->more(scene);
    assert_true(replay_all(scene->host.tables));
    host_start(&scene->host);
    scene->mark = 0;
}

void scene_begin(struct scene *scene)
{
    scene_up(scene);
    scene_settle(scene);
}

void scene_watch(struct scene *scene)
{
    watch_begin(scene);
}

void scene_down(struct scene *scene)
{
    if (!scene->running)
        return;
    scene->running = false;
    host_finish(&scene->host);
    watch_end();
    if (scene->kind == SCENE_SQLITE) {
        assert_true(store_close(scene->store));
        scene->store = NULL;
    }
}

void scene_restart(struct scene *scene)
{
    scene_down(scene);
    scene_up(scene);
    scene_settle(scene);
}

void scene_finish(struct scene *scene)
{
    static const char *const files[] = {"", "-wal", "-shm", "-lock", ".copy"};
    char path[128];
    scene_down(scene);
    if (scene->store != NULL)
        store_close(scene->store);
    loop_destroy(scene->loop);
    settings_finish(&scene->settings);
    if (leak_logged() != NULL)
        fail_msg("the log holds a hand or a code: %s", leak_logged());
    for (unsigned i = 0; *scene->folder != '\0' && i < ARRAY_SIZE(files); i++) {
        snprintf(path, sizeof(path), "%s%s", scene->path, files[i]);
        unlink(path);
    }
    if (*scene->folder != '\0')
        rmdir(scene->folder);
}

/* -- people -- */

void scene_join(struct scene *scene, const char *who)
{
    script_join(scene->adapter, "#table", who, NULL, false);
}

static void __attribute__((format(printf, 4, 0)))
type(struct scene *scene, const char *channel, const char *who, const char *format, va_list args)
{
    char text[700];
    vsnprintf(text, sizeof(text), format, args);
    script_type(scene->adapter, channel, who, text);
}

void scene_type(struct scene *scene, const char *who, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    type(scene, "#table", who, format, args);
    va_end(args);
}

void scene_whisper(struct scene *scene, const char *who, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    type(scene, NULL, who, format, args);
    va_end(args);
}

void scene_do(struct scene *scene, const char *who, const char *format, ...)
{
    va_list args;
    scene_settle(scene);
    scene_mark(scene);
    va_start(args, format);
    type(scene, "#table", who, format, args);
    va_end(args);
    scene_settle(scene);
}

void scene_stop(struct scene *scene)
{
    script_join(scene->adapter, "#table", "oper", NULL, true);
    scene_do(scene, "oper", "!stop"); /* asks whether it is meant */
    scene_do(scene, "oper", "!stop");
}

void scene_tell(struct scene *scene, const char *who, const char *format, ...)
{
    va_list args;
    scene_settle(scene);
    scene_mark(scene);
    va_start(args, format);
    type(scene, NULL, who, format, args);
    va_end(args);
    scene_settle(scene);
}

uint32_t scene_command(struct scene *scene, const char *who, const char *format, ...)
{
    char text[700];
    va_list args;
    scene_settle(scene);
    scene_mark(scene);
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    script_command(scene->adapter, "#table", who, text, ++scene->answers);
    scene_settle(scene);
    return scene->answers;
}

uint32_t scene_press(struct scene *scene, const char *who, const char *words)
{
    scene_settle(scene);
    scene_mark(scene);
    if (!script_press(scene->adapter, "#table", who, words, ++scene->answers))
        fail_msg("%s sees no control that says \"%s\"", who, words);
    scene_settle(scene);
    return scene->answers;
}

/* -- looking -- */

struct table *scene_table(struct scene *scene)
{
    return table_at(scene->host.tables, scene->network, "#table");
}

/* A timer that runs out in this turn: a computer player without delay, a deal without pause. */
static bool timer_due(const struct scene *scene)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(scene->host.tables), table, next)
    {
        if (table->thought != NULL)
            return true;
        if (timer_active(&table->timer) && uv_timer_get_due_in(&table->timer.uv) == 0)
            return true;
    }
    return false;
}

static time_t deadline(void)
{
    return time(NULL) + PATIENCE;
}

static void turn(struct scene *scene)
{
    uv_run(loop_uv(scene->loop), UV_RUN_NOWAIT);
}

/* Lets the other threads do something. */
static void give_way(void)
{
    static const struct timespec moment = {0, 20000};
    nanosleep(&moment, NULL);
}

void scene_turn(struct scene *scene)
{
    turn(scene);
    give_way();
}

static void expect_before(time_t end)
{
    if (time(NULL) > end)
        fail_msg("what was waited for did not come");
}

static void run_once(struct scene *scene, time_t end)
{
    scene_turn(scene);
    expect_before(end);
}

static bool at_rest(const struct scene *scene)
{
    return outbox_count(scene->host.outbox) == 0 &&
           store_durable(scene->store) >= store_batch(scene->store) && !timer_due(scene);
}

/* Sleeps only while another thread is at work: on a busy machine who sleeps is long to come back.
 */
void scene_settle(struct scene *scene)
{
    time_t end = deadline();
    for (unsigned calm = 0; calm < 3;) {
        assert_true(script_settle(scene->adapter, 1000 * PATIENCE));
        turn(scene);
        expect_before(end);
        calm = at_rest(scene) ? calm + 1 : 0;
        if (calm == 0)
            give_way();
    }
}

void scene_await(struct scene *scene, const bool *flag, bool value)
{
    time_t end = deadline();
    while (*flag != value)
        run_once(scene, end);
}

void scene_mark(struct scene *scene)
{
    scene->mark = script_lines(scene->adapter);
}

const char *scene_said(const struct scene *scene, const char *part)
{
    for (size_t i = scene->mark; i < script_lines(scene->adapter); i++) {
        if (strstr(script_line(scene->adapter, i), part) != NULL)
            return script_line(scene->adapter, i);
    }
    return NULL;
}

const char *scene_wait(struct scene *scene, const char *part)
{
    time_t end = deadline();
    const char *line = NULL;
    while ((line = scene_said(scene, part)) == NULL)
        run_once(scene, end);
    return line;
}

unsigned scene_count(const struct scene *scene, const char *start)
{
    unsigned count = 0;
    for (size_t i = scene->mark; i < script_lines(scene->adapter); i++)
        count += strncmp(script_line(scene->adapter, i), start, strlen(start)) == 0;
    return count;
}

static void show(const struct scene *scene)
{
    for (size_t i = scene->mark; i < script_lines(scene->adapter); i++)
        print_message("  %s\n", script_line(scene->adapter, i));
}

void scene_assert_said(const struct scene *scene, const char *part, bool said, const char *file,
                       int line)
{
    if ((scene_said(scene, part) != NULL) == said)
        return;
    print_message("%s:%d: \"%s\" was %ssaid:\n", file, line, part, said ? "not " : "");
    show(scene);
    _fail(file, line);
}

/* What must be as it was: the table's text, and the running round's state. */
static void picture(struct scene *scene, char **state, uint64_t *hash)
{
    struct table *table = scene_table(scene);
    *state = table != NULL ? save_state(table) : strdup("none");
    *hash = table != NULL && table->round != NULL
                ? game_hash(table->round->rules, &table->round->game)
                : 0;
}

void scene_assert_refused(struct scene *scene, const char *who, const char *text, const char *part,
                          const char *file, int line)
{
    char *before = NULL;
    char *after = NULL;
    uint64_t hash = 0;
    uint64_t now = 0;
    char private[80];
    snprintf(private, sizeof(private), "@%s: ", who);
    scene_settle(scene);
    picture(scene, &before, &hash);
    scene_do(scene, who, "%s", text);
    picture(scene, &after, &now);
    bool right = strcmp(before, after) == 0 && hash == now && scene_count(scene, "") == 1 &&
                 scene_count(scene, private) == 1 && scene_said(scene, part) != NULL;
    if (!right) {
        print_message("%s:%d: %s: \"%s\" was not refused by \"%s\":\n%s\n%s\n", file, line, who,
                      text, part, before, after);
        show(scene);
    }
    free(before);
    free(after);
    if (!right)
        _fail(file, line);
}
