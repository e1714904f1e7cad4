/* A table's state is written whole or not at all (bot/table/saved/save.h): memory that is out at
 * any place. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "bot/table/round/round.h"
#include "tests/bot/pair.h"

/* -- the text of a state cannot grow for the n-th time -- */

static unsigned long asked, denied; /* 0: memory is never out */
static bool only_once;              /* after the n-th time there is memory again */

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_realloc(void *old, size_t size)
{
    asked++;
    bool out = only_once ? asked == denied : asked >= denied;
    return denied > 0 && out ? NULL : __real_realloc(old, size);
}

static void deny(unsigned long from, bool once)
{
    asked = 0;
    denied = from;
    only_once = once;
}

static int tear_down(void **state)
{
    deny(0, false);
    return pair_tear_down(state);
}

/* A state that has everything: rules that differ, totals, an opener, words that wait. */
static struct table *fill(enum scene_store kind)
{
    scene_init(&scene, kind);
    scene_begin(&scene);
    pair_come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!bots 2");
    scene_do(&scene, "alice", "!set jump_in on");
    scene_do(&scene, "bob", "!lang fr");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!away");
    struct table *table = scene_table(&scene);
    table->last.id = 7;
    table->last.words = strdup("alice wins the round");
    return table;
}

static void half_a_state_is_none(void **state)
{
    (void)state;
    const struct table *table = fill(SCENE_MEMORY);
    char *whole = save_state(table);
    assert_non_null(strstr(whole, "\"last_words\""));
    for (unsigned way = 0; way < 2; way++) {
        char *text = NULL;
        unsigned long n = 0;
        do {
            free(text);
            deny(++n, way == 1);
            text = save_state(table);
            if (text != NULL)
                assert_string_equal(text, whole);
        } while (asked >= n);
        assert_true(n > 3); /* it grew three times at least */
        assert_non_null(text);
        free(text);
    }
    free(whole);
}

/* The daemon ends rather than write half of it, and what was there stands. */
static void what_cannot_be_written_whole_is_not_written(void **state)
{
    (void)state;
    struct table *table = fill(SCENE_SQLITE);
    scene_settle(&scene);
    table->match.total[0] = 77; /* what is not to be kept */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        log_set_level((enum log_level)0);
        deny(2, false);
        save_table(table);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    scene_down(&scene);
    scene_up(&scene);
    pair_come();
    table = scene_table(&scene);
    assert_non_null(table);
    assert_false(table->damaged);
    assert_int_equal(table->match.total[0], 0);
    assert_int_equal(table->seat_count, 4);
}

static bool none_left;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

/* The program's own calls; cJSON does not go through it. */
void *__wrap_malloc(size_t size)
{
    return none_left ? NULL : __real_malloc(size);
}

/* A table that memory was out for is not taken for one that cannot be read, and closed. */
static void memory_that_is_out_damages_no_table(void **state)
{
    (void)state;
    struct table *table = fill(SCENE_MEMORY);
    char *text = save_state(table);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        none_left = true;
        save_read(table, text);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    free(text);
}

/* A reader of JSON gets back what people wrote, and numbers beyond 32 bits. */
static void what_is_written_reads_back(void **state)
{
    static const char odd[] = "\"zo\xc3\xa9\" \\ /\b\f\n\r\t\x01\x1f\x7f";
    (void)state;
    struct table *table = fill(SCENE_MEMORY);
    free(table->last.words);
    table->last.words = strdup(odd);
    table->last.id = 123456789012345;
    table->match.total[1] = -20;
    char *text = save_state(table);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    const cJSON *match = cJSON_GetObjectItemCaseSensitive(json, "match");
    const cJSON *total = cJSON_GetObjectItemCaseSensitive(match, "total");
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(json, "last_words")->valuestring, odd);
    assert_true(cJSON_GetObjectItemCaseSensitive(json, "last_round")->valuedouble ==
                (double)table->last.id);
    assert_int_equal(cJSON_GetArrayItem(total, 1)->valueint, -20);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "seats")), 4);
    cJSON_Delete(json);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(half_a_state_is_none, tear_down),
        cmocka_unit_test_teardown(what_is_written_reads_back, tear_down),
        cmocka_unit_test_teardown(memory_that_is_out_damages_no_table, tear_down),
        cmocka_unit_test_teardown(what_cannot_be_written_whole_is_not_written, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
