/* A database as text and back (export.h, import.h). */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "base/array.h"
#include "storage/check/board_check.h"
#include "storage/check/prove.h"
#include "storage/export/export.h"
#include "storage/export/import.h"
#include "tests/storage/persons.h"

enum { KILLS = 40, TEXT_MAX = 4 * 1024 * 1024 };

static const int64_t day = INT64_C(86400000);

static char other[160];     /* where it is imported */
static char text[TEXT_MAX]; /* what was exported last */
static unsigned left_out;

static int set_up(void **state)
{
    setup(state);
    struct fixture *f = *state;
    snprintf(other, sizeof(other), "%s/other.db", f->folder);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    char name[200];
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", other, tails[i]);
        unlink(name);
    }
    return teardown(state); /* nothing else may be left */
}

static void note_left_out(void *arg, const char *line)
{
    (void)arg;
    assert_null(strchr(line, '\n'));
    left_out++;
}

static const char *exported(struct fixture *f, const char *path)
{
    struct store_export to = {.out = fmemopen(text, sizeof(text), "w"), .left_out = note_left_out};
    assert_non_null(to.out);
    left_out = 0;
    if (store_export(path, &to, &f->why) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_int_equal(fclose(to.out), 0);
    assert_int_equal(to.left, left_out);
    assert_true(strlen(text) < sizeof(text) - 1);
    return text;
}

static enum store_error import_text(struct fixture *f, const char *what)
{
    int64_t lines = 0;
    FILE *in = fmemopen((void *)(uintptr_t)what, strlen(what), "r");
    assert_non_null(in);
    enum store_error error = store_import(other, in, &lines, &f->why);
    fclose(in);
    return error;
}

/* Exported, imported, exported again: the same bytes. */
static void expect_round_trip(struct fixture *f)
{
    char *first = strdup(exported(f, f->path));
    assert_non_null(first);
    if (import_text(f, first) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_string_equal(first, exported(f, other));
    assert_int_equal(left_out, 0);
    free(first);
}

static const struct store_identity late = {"net", "late", "Late", true, NULL};

/* Everything a database may hold: links, nicks, deleted results and replays, a running round. */
static void fill_all(struct fixture *f)
{
    struct store_result results[] = {
        got(&alice, 0, 10), got(&bea, 1, 0), got(&carl, 2, 0), {.seat = 3}};
    struct store_result of_nick[] = {by_nick(0, "alice", "here", 7), got(&carl, 1, 0)};
    must_open(f);
    store_put_table(f->store, &(struct store_table){1, "net", "#closed", "{}"});
    store_put_table(f->store,
                    &(struct store_table){7, "net", "#cards", "{\"seats\":[\"\u00e9\"]}"});
    store_put_table(f->store, &(struct store_table){9, "net", "#late", "{}"});
    store_close_table(f->store, 9);
    for (int64_t id = 1; id <= 6; id++) {
        play(f, id, id % 2 != 0 ? "#cards" : "#more", noon - (6 - id) * 40 * day, id != 4, results,
             4);
    }
    play(f, 7, "#cards", noon, true, of_nick, 2);
    store_link(f->store, &nick, &alice, noon);
    store_link(f->store, &bea, &carl, noon);
    store_part(f->store, &bea, noon);
    store_link(f->store, &late, &alice, noon); /* the last number is of nobody now */
    store_put_hidden(f->store, &carl, true, noon);
    store_put_name(f->store, &alice, "Ali \"the\" \\ \u00e9", noon);
    store_put_setting(f->store, "channel:net:#cards", "language", "fr");
    store_put_setting(f->store, "daemon", "key", "a\nb");
    store_prune(f->store, noon - 150 * day, noon - 100 * day);
    struct store_round running = a_round(8);
    store_begin_round(f->store, &running);
    append(f, 8, 1, 40);
    commit(f);
}

static bool same_actions(void *arg, const struct store_each_round *each)
{
    uint64_t *sum = arg;
    assert_non_null(each->proof);
    for (unsigned i = 0; i < each->proof->action_count; i++)
        *sum = *sum * 31 + each->proof->actions[i].hash + strlen(each->proof->actions[i].text);
    return true;
}

static uint64_t sum_of(struct fixture *f, const char *path)
{
    uint64_t sum = 1;
    assert_int_equal(store_prove_all(path, same_actions, &sum, &f->why), STORE_OK);
    return sum;
}

static void it_comes_back_as_it_was(void **state)
{
    struct fixture *f = *state;
    struct store_board_result sums;
    struct stat found;
    fill_all(f);
    assert_in_range(raw_number(f, "SELECT count(*) FROM achievement"), 2, 20);
    expect_round_trip(f); /* beside the store in use */
    assert_true(sum_of(f, f->path) == sum_of(f, other));
    const struct store_board_check asked = {.periods = true, .now = noon};
    assert_int_equal(store_check_boards(other, &asked, &sums, &f->why), STORE_OK);
    assert_int_equal(sums.differ, 0);
    assert_true(sums.pruned);
    assert_int_equal(stat(other, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);

    /* A store goes on from it: boards, people by their names, and numbers that were never given. */
    char board[256];
    assert_int_equal(overall(f), 3);
    snprintf(board, sizeof(board), "%s", board_text(f, STORE_ALL));
    close_store(f);
    assert_int_equal(rename(other, f->path), 0);
    must_open(f);
    assert_string_equal(board_text(f, STORE_ALL), board);
    assert_int_equal(store_next_round_id(f->store), 9);
    assert_int_equal(store_next_table_id(f->store), 10);
    assert_true(ask_stats(f, NULL, "CARL", noon));
    assert_int_equal(ask_links(f, &alice), 3);
    append(f, 8, 41, 60);
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0)};
    store_end_round(f->store, &(struct store_round_end){8, noon, "won", true, results, 2});
    store_part(f->store, &late, noon);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM journal"), 0);
    assert_int_equal(raw_number(f, "SELECT max(id) FROM person"), 7);
}

#ifdef TALON_POSTGRESQL
/* From a file to a server and back nothing is lost, and each goes on from there. */
static void it_goes_to_a_server_and_back(void **state)
{
    struct fixture *f = *state;
    if (!pg_server_shared())
        skip();
    fill_all(f);
    char *first = strdup(exported(f, f->path));
    assert_non_null(first);
    pg_server_fresh(f->address, sizeof(f->address));
    if (store_push_postgresql(f->path, f->address, NULL, &f->why) != STORE_OK ||
        store_pull_postgresql(f->address, NULL, other, &f->why) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_string_equal(first, exported(f, other));
    assert_true(sum_of(f, f->path) == sum_of(f, other));
    free(first);
    assert_int_equal(store_push_postgresql(other, f->address, NULL, &f->why), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "is not empty"));

    char board[256];
    overall(f);
    snprintf(board, sizeof(board), "%s", board_text(f, STORE_ALL));
    close_store(f);
    f->kind = POSTGRESQL;
    must_open(f);
    assert_string_equal(board_text(f, STORE_ALL), board);
    assert_int_equal(store_next_round_id(f->store), 9);
    assert_int_equal(store_next_table_id(f->store), 10);
    append(f, 8, 41, 60);
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0)};
    store_end_round(f->store, &(struct store_round_end){8, noon, "won", true, results, 2});
    store_part(f->store, &late, noon);
    commit(f);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM journal"), 0);
    assert_int_equal(pg_server_number(f->address, "SELECT max(id) FROM person"), 7);
    assert_true(store_close(f->store));
    f->store = NULL;
    f->kind = SQLITE;
}

/* More rows than are read at once. */
static void many_rows_go_as_well(void **state)
{
    struct fixture *f = *state;
    if (!pg_server_shared())
        skip();
    must_open(f);
    for (int i = 0; i < 1700; i++) {
        char key[16];
        snprintf(key, sizeof(key), "k%d", i);
        store_put_setting(f->store, "daemon", key, "value");
    }
    commit(f);
    char *first = strdup(exported(f, f->path));
    assert_non_null(first);
    pg_server_fresh(f->address, sizeof(f->address));
    if (store_push_postgresql(f->path, f->address, NULL, &f->why) != STORE_OK ||
        store_pull_postgresql(f->address, NULL, other, &f->why) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_string_equal(first, exported(f, other));
    free(first);
}
#endif

/* A text of a talon that knew no ratings: what was played is rated. */
static void an_old_text_is_rated(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0), got(&carl, 2, 0)};
    static char old[TEXT_MAX];
    char *to = old;
    must_open(f);
    for (int64_t id = 1; id <= 3; id++)
        play(f, id, "#cards", noon + id, true, results, 3);
    commit(f);
    exported(f, f->path);
    unsigned lines = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *rated = strstr(line, "\"results\":");
        if (strncmp(line, "{\"rat", 5) == 0)
            continue;
        if (strncmp(line, "{\"end\"", 6) == 0)
            to += sprintf(to, "{\"end\":%u}\n", lines);
        else if (rated != NULL) {
            to += sprintf(to,
                          "%.*s[[0,1,10,true,true,true],[1,2,0,false,true,false],"
                          "[2,3,0,false,true,false]]}\n",
                          (int)(rated + strlen("\"results\":") - line), line);
        } else
            to += sprintf(to, "%s\n", line);
        lines++;
    }
    assert_int_equal(import_text(f, old), STORE_OK);
    close_store(f);
    int64_t due = raw_number(f, "SELECT 1e9 * mu FROM rating WHERE person = 1 AND rule_set = ''");
    assert_int_equal(rename(other, f->path), 0);
    must_open(f);
    assert_true(due > INT64_C(30000000000));
    assert_int_equal(
        raw_number(f, "SELECT 1e9 * mu FROM rating WHERE person = 1 AND rule_set = ''"), due);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM rating WHERE rounds = 3"), 6);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM rated"), 3);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result WHERE place = 2 AND person = 3"),
                     3);
}

static void an_empty_database_comes_back(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    expect_round_trip(f);
    unlink(other);
    expect_round_trip(f);
    expect_round_trip(f); /* one that holds nothing is no hindrance */
}

/* What cannot be read is left out aloud, and the rest comes. */
static void a_damaged_replay_is_left_out(void **state)
{
    struct fixture *f = *state;
    fill_all(f);
    close_store(f);
    raw(f, "UPDATE round SET archive = x'54' WHERE id = 6");
    exported(f, f->path);
    assert_int_equal(left_out, 1);
    assert_int_equal(import_text(f, text), STORE_OK);
    exported(f, other);
    assert_int_equal(left_out, 0);
    assert_non_null(strstr(text, "{\"round\":6,"));
}

static void only_an_empty_place_is_taken(void **state)
{
    struct fixture *f = *state;
    fill_all(f);
    expect_round_trip(f);
    assert_int_equal(import_text(f, text), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "it is not empty"));
    int64_t lines = 0;
    FILE *in = fmemopen(text, strlen(text), "r");
    assert_int_equal(store_import(f->path, in, &lines, &f->why), STORE_LOCKED);
    fclose(in);
    exported(f, f->path);
}

/* -- lines that cannot be taken -- */

/* The text with the first `from` replaced. */
static char *with(const char *whole, const char *from, const char *to)
{
    const char *at = strstr(whole, from);
    if (at == NULL)
        fail_msg("\"%s\" is not there", from);
    char *changed = malloc(strlen(whole) + strlen(to) + 1);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    return changed;
}

/* Each is refused with the number of the line, and leaves nothing. */
static void bad_lines_are_refused_by_number(void **state)
{
    static const struct {
        const char *from, *to, *why;
    } changes[] = {
        {"{\"talon\":\"export\"", "{\"talon\":\"else\"", "line 1: this is not the beginning"},
        {"\"format\":1", "\"format\":2", "line 1: its format is 2; this version of Talon reads 1"},
        {"\"rounds\":8", "\"rounds\":null", "line 1: "},
        {"{\"person\":1,", "{\"person\":\"x\",", "line 2: datatype mismatch"},
        {"{\"person\":1,", "{\"persona\":1,", "line 2: not a line of talon export"},
        {"{\"person\":1,", "\"person\":1,", "line 2: not a line of talon export"},
        {"{\"person\":1,", "[\"person\"]\n{\"person\":1,", "line 2: not a line of talon export"},
        {"{\"person\":3,", "{\"person\":1,", "line 3: UNIQUE constraint failed"},
        {"\"named\":true", "\"named\":null", "NOT NULL constraint failed: person.named"},
        {"{\"identity\":1,\"person\":1", "{\"identity\":1,\"person\":77",
         "FOREIGN KEY constraint failed"},
        {"{\"link\":1,\"at\":", "{\"link\":1,\"at\":\"soon\",\"when\":", "cannot store TEXT"},
        {"{\"round\":5,", "{\"round\":4,", "round 4 comes after round 4"},
        {"{\"round\":5,", "{\"round\":-5,", "an incomplete round"},
        {"\"secret\":\"0", "\"secret\":\"x", "an incomplete round"},
        {"\"secret\":\"0", "\"secret\":\"", "an incomplete round"},
        {"\"deal\":\"f", "\"deal\":\"F", "an incomplete round"},
        {"\"outcome\":\"won\"", "\"outcome\":null", "an incomplete round"},
        {"\"counts\":true", "\"counts\":1", "an incomplete round"},
        {"\"actions\":[[", "\"actions\":[[\"now\",", "action 1 of round 4 cannot be read"},
        {"\"results\":[[0,1,", "\"results\":[[0,66,", "FOREIGN KEY constraint failed"},
        {"\"results\":[[0,1,", "\"results\":[[1,1,", "UNIQUE constraint failed: result.round"},
        {"{\"score\":0,", "{\"score\":\"zero\",", "cannot store TEXT"},
        {"{\"end\":", "{\"person\":90,\"name\":\"n\",\"verified\":true,\"named\":true}\n{\"end\":",
         "lines before it, but there are"},
        {"{\"end\":", "\n{\"end\":", "not a line of talon export"},
        {"{\"end\":", "{\"ends\":", "not a line of talon export"},
    };
    struct fixture *f = *state;
    struct stat found;
    fill_all(f);
    char *whole = strdup(exported(f, f->path));
    for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
        char *changed = with(whole, changes[i].from, changes[i].to);
        enum store_error error = import_text(f, changed);
        if (error == STORE_OK || strstr(f->why.text, changes[i].why) == NULL ||
            strncmp(f->why.text, "line ", 5) != 0)
            fail_msg("%s: %s", changes[i].to, error == STORE_OK ? "taken" : f->why.text);
        assert_int_not_equal(stat(other, &found), 0);
        free(changed);
    }
    /* Cut off anywhere, and with something behind. */
    for (size_t cut = 0; cut < strlen(whole) - 1; cut += strlen(whole) / 23) {
        char *changed = strndup(whole, cut);
        assert_int_not_equal(cut > 0 ? import_text(f, changed) : STORE_FAILED, STORE_OK);
        assert_int_not_equal(stat(other, &found), 0);
        free(changed);
    }
    char *changed = with(whole, "{\"end\":", "{\"end\":-1}\n{\"end\":");
    assert_int_equal(import_text(f, changed), STORE_FAILED);
    free(changed);
    assert_int_equal(import_text(f, whole),
                     STORE_OK); /* and the whole one is taken after all that */
    free(whole);
}

/* What a database left that was moved away is not taken for what belongs to the new one. */
static void a_log_of_another_database_is_not_used(void **state)
{
    struct fixture *f = *state;
    static const char *const tails[] = {"-wal", "-journal"};
    char log[200], why[200];
    fill_all(f);
    exported(f, f->path);
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(log, sizeof(log), "%s%s", other, tails[i]);
        FILE *file = fopen(log, "w");
        assert_non_null(file);
        fputs("of another", file);
        fclose(file);
        assert_int_equal(import_text(f, text), STORE_FAILED);
        snprintf(why, sizeof(why), "other.db%s: belongs to a database that is no longer here",
                 tails[i]);
        assert_non_null(strstr(f->why.text, why));
        unlink(log);
    }
    assert_int_equal(import_text(f, text), STORE_OK);
}

static long microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Killed at any moment, an import has made a whole database or none. */
static void a_killed_import_is_whole_or_nothing(void **state)
{
    struct fixture *f = *state;
    unsigned killed = 0;
    unsigned whole_ones = 0;
    fill_all(f);
    close_store(f);
    char *whole = strdup(exported(f, f->path));
    long lasts = microseconds();
    assert_int_equal(import_text(f, whole), STORE_OK);
    lasts = microseconds() - lasts;
    for (unsigned i = 0; i < KILLS; i++) {
        struct stat found;
        long at = lasts * i / (KILLS - 12);
        const struct timespec moment = {at / 1000000, at % 1000000 * 1000};
        unlink(other);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(import_text(f, whole) == STORE_OK ? 0 : 1);
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status);
        if (stat(other, &found) != 0)
            continue;
        whole_ones++;
        assert_string_equal(exported(f, other), whole);
    }
    print_message("%u of %d were killed, %u databases are there\n", killed, KILLS, whole_ones);
    assert_true(killed > 0);
    unlink(other);
    assert_int_equal(import_text(f, whole),
                     STORE_OK); /* it clears what they left: teardown looks */
    free(whole);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_comes_back_as_it_was),
#ifdef TALON_POSTGRESQL
        TEST(it_goes_to_a_server_and_back),
        TEST(many_rows_go_as_well),
#endif
        TEST(an_old_text_is_rated),
        TEST(an_empty_database_comes_back),
        TEST(a_damaged_replay_is_left_out),
        TEST(only_an_empty_place_is_taken),
        TEST(bad_lines_are_refused_by_number),
        TEST(a_log_of_another_database_is_not_used),
        TEST(a_killed_import_is_whole_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
