/* talon site on a database that was really played: every link of every page leads to a file, what
 * is nobody's business is in none, and what was there before is treated with care. */
#include <dirent.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "adapters/files/names.h"
#include "base/array.h"
#include "tests/bot/pages/markup.h"
#include "tests/bot/program.h"
#include "tests/bot/scene.h"

enum { PATH_SIZE = 4096, FILE_MAX = 1 << 20 };

static struct scene scene;
static char folder[128];
static unsigned pages; /* that were read */

static int write_site(void)
{
    return program_run("site --db '%s' '%s'", scene.path, folder);
}

/* A match of three people, and a round that is running. */
static int set_up(void **state)
{
    (void)state;
    static const char *const names[] = {"alice", "bob", "carol"};
    struct actor actors[3];
    unsigned chance = 2;
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    snprintf(folder, sizeof(folder), "%s/site", scene.folder);
    setenv("TMPDIR", scene.folder, 1);
    for (unsigned i = 0; i < 3; i++) {
        scene_join(&scene, names[i]);
        scene_do(&scene, names[i], i == 0 ? "!new" : "!join");
        actors[i] = (struct actor){.name = names[i], .forgets = 20};
    }
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!set target 200");
    scene_type(&scene, "alice", "!start");
    scene_mark(&scene);
    scene_play(&scene, actors, 3, " wins the match!", 10000);
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        scene_settle(&scene);
    }
    return 0;
}

static int tear_down(void **state)
{
    char command[PATH_SIZE];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own */
    scene_finish(&scene);
    return 0;
}

/* -- looking at what was written -- */

static char *read_file(const char *name)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    char *text = calloc(1, FILE_MAX);
    assert_non_null(text);
    size_t length = fread(text, 1, FILE_MAX - 1, file);
    assert_true(length < FILE_MAX - 1);
    fclose(file);
    return text;
}

static bool is_there(const char *name)
{
    char path[PATH_SIZE];
    struct stat status;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void check_links(const char *name, const char *page)
{
    char target[NAME_SIZE];
    struct markup markup;
    markup_read(&markup, page);
    for (size_t i = 0; i < markup.href_count; i++) {
        const char *href = markup.hrefs[i];
        if (*href == '#')
            continue;
        if (!name_of_link(name, href, target) || !is_there(target))
            fail_msg("%s has a link that leads nowhere: %s", name, href);
    }
    markup_finish(&markup);
}

static void check_page(const char *name)
{
    char *page = read_file(name);
    assert_non_null(page);
    check_links(name, page);
    assert_null(strstr(page, "_account"));
    assert_null(strstr(page, "<form"));
    free(page);
    pages++;
}

/* Each page below a folder ("" or "rules/"). */
static void walk(const char *below)
{
    char path[PATH_SIZE], name[NAME_SIZE];
    const struct dirent *entry = NULL;
    snprintf(path, sizeof(path), "%s/%s", folder, below);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        struct stat status;
        if (*entry->d_name == '.')
            continue;
        assert_true(snprintf(name, sizeof(name), "%s%s", below, entry->d_name) < (int)sizeof(name));
        assert_true(snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path));
        assert_int_equal(stat(path, &status), 0);
        if (S_ISDIR(status.st_mode)) {
            strcat(name, "/");
            walk(name);
        } else if (strstr(entry->d_name, ".html") != NULL) {
            check_page(name);
        }
    }
    closedir(dir);
}

static void says(const char *name, const char *words)
{
    char *text = read_file(name);
    if (text == NULL || strstr(text, words) == NULL)
        fail_msg("%s does not say %s", name, words);
    free(text);
}

/* Boards of that name at the ends of seasons. */
static size_t seasons(const char *board)
{
    char pattern[PATH_SIZE];
    glob_t found;
    snprintf(pattern, sizeof(pattern), "%s/%s,season~*.html", folder, board);
    size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    globfree(&found);
    return count;
}

/* -- tests -- */

static void every_link_leads_to_a_file(void **state)
{
    (void)state;
    assert_int_equal(write_site(), 0);
    pages = 0;
    walk("");
    assert_true(pages > 100);
    assert_true(is_there("rounds/1.html") && is_there("api/1/rounds/1.json"));
    assert_true(is_there("fr/players/1.html"));
    assert_true(is_there("boards,window~week.html"));
    assert_true(is_there("boards,set~rating.html") && is_there("fr/boards,set~rating.html"));
    /* before this one, which is the board itself */
    assert_int_equal(seasons("boards,set~rating"), 4);
    assert_int_equal(seasons("boards,set~flex"), 4);
    says("boards.html", "alice");
    says("index.html", "lang=\"en\"");
    says("fr/index.html", "lang=\"fr\"");
    says("fr/rules/flex.html", "Flex");
    assert_true(is_there("site/style.css"));
    assert_true(is_there("robots.txt"));
    assert_true(is_there("talon-site.txt"));
}

static void the_copy_is_gone(void **state)
{
    (void)state;
    const struct dirent *entry = NULL;
    DIR *dir = opendir(scene.folder);
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL)
        assert_null(strstr(entry->d_name, "talon-site-"));
    closedir(dir);
}

/* The second time files are replaced, and those of no page go, with their folders. */
static void what_is_of_no_page_any_more_goes(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/players", folder);
    mkdir(path, 0755);
    snprintf(path, sizeof(path), "%s/players/999.html", folder);
    FILE *old = fopen(path, "w");
    assert_non_null(old);
    fclose(old);
    snprintf(path, sizeof(path), "%s/talon-site.txt", folder);
    FILE *list = fopen(path, "a");
    assert_non_null(list);
    fputs("players/999.html\n", list);
    fclose(list);
    assert_int_equal(write_site(), 0);
    assert_false(is_there("players/999.html"));
    assert_true(is_there("index.html"));
}

/* A file that nobody listed is somebody's own. */
static void what_others_put_there_stays(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/CNAME", folder);
    FILE *own = fopen(path, "w");
    assert_non_null(own);
    fclose(own);
    assert_int_equal(write_site(), 0);
    assert_true(is_there("CNAME"));
}

static void a_folder_of_others_is_not_touched(void **state)
{
    (void)state;
    assert_int_equal(program_run("site --db '%s' '%s'", scene.path, scene.folder), 1);
    assert_non_null(strstr(program_said, "name another one"));
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/index.html", scene.folder);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite3_changes(db) > 0);
    sqlite3_close(db);
}

static void rename_channel(const char *path, const char *name)
{
    static const char *const tables[] = {"scope", "round"};
    char sql[2048];
    for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
        snprintf(sql, sizeof(sql), "UPDATE %s SET channel = '%s' WHERE channel <> ''", tables[i],
                 name);
        change(path, sql);
    }
}

/* Percent-encoded such a name is longer than a file's may be. */
static void a_long_channel_name_is_shortened(void **state)
{
    (void)state;
    char copy[PATH_SIZE], name[400] = "#";
    snprintf(copy, sizeof(copy), "%s/long.db", scene.folder);
    assert_int_equal(program_run("backup --db '%s' '%s'", scene.path, copy), 0);
    for (unsigned i = 0; i < 100; i++)
        strcat(name, "\xc3\xa9");
    rename_channel(copy, name);
    assert_int_equal(program_run("site --db '%s' '%s'", copy, folder), 0);
    pages = 0;
    walk("");
    assert_true(pages > 100);
    says("channels.html", name);
    says("channels.html", "==");
    /* No page has such an address: it is told which one, and all others are there. */
    memset(name + 1, 'x', sizeof(name) - 2);
    for (unsigned i = 1; i + 2 < sizeof(name); i += 2)
        memcpy(name + i, "\xc3\xa9", 2);
    name[sizeof(name) - 1] = '\0';
    rename_channel(copy, name);
    assert_int_equal(program_run("site --db '%s' '%s'", copy, folder), 2);
    assert_non_null(strstr(program_said, "talon site: bad page: "));
    assert_true(is_there("index.html") && is_there("rounds/1.html") && is_there("fr/how.html"));
    unlink(copy);
}

/* Who is not on the pages of the daemon is in no file, and was taken out of those that were there.
 */
static void who_hides_is_in_no_file(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!hide");
    scene_settle(&scene);
    assert_int_equal(write_site(), 0);
    char *board = read_file("boards.html");
    assert_non_null(board);
    assert_non_null(strstr(board, "alice"));
    assert_null(strstr(board, "bob"));
    free(board);
    char *round = read_file("api/1/rounds/1.json");
    assert_non_null(round);
    assert_null(strstr(round, "bob"));
    free(round);
    unsigned players = 0;
    for (unsigned id = 1; id < 10; id++) {
        char name[40];
        snprintf(name, sizeof(name), "players/%u.html", id);
        players += is_there(name);
    }
    assert_int_equal(players, 2);
    scene_do(&scene, "alice", "!set channel web off");
    scene_settle(&scene);
    assert_int_equal(write_site(), 0);
    assert_false(is_there("rounds/1.html"));
    assert_false(is_there("api/1/rounds/1.json"));
}

/* The text of all files, in the order of their names, added up. */
static uint64_t sum_of_all(void)
{
    char command[2 * PATH_SIZE];
    unsigned long sum = 0;
    snprintf(command, sizeof(command), "cd '%s' && find . -type f | sort | xargs cksum | cksum",
             folder);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): a path of our own */
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%lu", &sum), 1);
    assert_int_equal(pclose(pipe), 0);
    return sum;
}

/* Begins to write, and is interrupted when the first pages lie there. Its exit status. */
static int interrupt(int number, char said[512])
{
    char fresh[PATH_SIZE];
    int tell[2];
    int status = 0;
    assert_int_equal(pipe(tell), 0);
    snprintf(fresh, sizeof(fresh), "%s/.talon-site-new/index.html", folder);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(tell[1], STDERR_FILENO);
        execl(getenv("TALON_PROGRAM"), "talon", "site", "--db", scene.path, folder, NULL);
        _exit(127);
    }
    close(tell[1]);
    while (access(fresh, F_OK) != 0 && waitpid(child, &status, WNOHANG) == 0)
        ;
    kill(child, number);
    ssize_t length = 0;
    size_t had = 0;
    while ((length = read(tell[0], said + had, 511 - had)) > 0)
        had += (size_t)length;
    said[had] = '\0';
    close(tell[0]);
    if (waitpid(child, &status, 0) == child)
        assert_true(WIFEXITED(status) || number == SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Again, where it was quicker than we. */
static void expect_as_it_was(int number)
{
    char said[512];
    for (unsigned tries = 0; tries < 50; tries++) {
        uint64_t before = sum_of_all();
        scene_do(&scene, "bob", tries % 2 == 0 ? "!hide" : "!show");
        scene_settle(&scene);
        int status = interrupt(number, said);
        if (status == 0)
            continue;
        assert_int_equal(sum_of_all(), before);
        assert_non_null(strstr(said, "interrupted"));
        assert_non_null(strstr(said, "is as it was"));
        assert_int_equal(status, 1);
        return;
    }
    fail_msg("it was never interrupted");
}

static void who_interrupts_it_leaves_all_as_it_was(void **state)
{
    (void)state;
    char command[PATH_SIZE];
    assert_int_equal(write_site(), 0);
    expect_as_it_was(SIGINT);
    expect_as_it_was(SIGTERM);
    /* the first time, too, and then it can be written */
    snprintf(command, sizeof(command), "rm -rf '%s' && mkdir '%s'", folder, folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a path of our own */
    expect_as_it_was(SIGINT);
    assert_int_equal(write_site(), 0);
    assert_true(is_there("index.html"));
}

/* Whoever could not even say so has left what the next one takes away. */
static void who_is_killed_leaves_nothing_for_long(void **state)
{
    (void)state;
    char said[512];
    char path[PATH_SIZE];
    uint64_t before = sum_of_all();
    int status = 0;
    snprintf(path, sizeof(path), "%s/.talon-site-new", folder);
    for (unsigned tries = 0; tries < 50 && status == 0; tries++)
        status = interrupt(SIGKILL, said);
    assert_int_equal(status, 128);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(write_site(), 0);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(sum_of_all(), before);
}

static void what_is_asked_wrongly_is_told(void **state)
{
    (void)state;
    assert_int_equal(program_run("site --help"), 0);
    assert_int_equal(program_run("site"), EX_USAGE);
    assert_int_equal(program_run("site --timezone Mars '%s'", folder), EX_USAGE);
    assert_non_null(strstr(program_said, "--timezone"));
    assert_int_equal(program_run("site --db '%s.none' '%s'", scene.path, folder), 1);
    assert_non_null(strstr(program_said, "talon site: "));
    assert_int_equal(program_run("site --presets 'calm: luck on' '%s'", folder), EX_USAGE);
    assert_non_null(strstr(program_said, "--presets names a switch that does not exist"));
}

static void operators_presets_are_offered(void **state)
{
    (void)state;
    assert_int_equal(
        program_run("site --presets 'friday: stack any' --db '%s' '%s'", scene.path, folder), 0);
    says("play.html", "data-presets=\"{&quot;friday&quot;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_link_leads_to_a_file),
        cmocka_unit_test(the_copy_is_gone),
        cmocka_unit_test(what_is_of_no_page_any_more_goes),
        cmocka_unit_test(what_others_put_there_stays),
        cmocka_unit_test(a_folder_of_others_is_not_touched),
        cmocka_unit_test(a_long_channel_name_is_shortened),
        cmocka_unit_test(who_hides_is_in_no_file),
        cmocka_unit_test(who_interrupts_it_leaves_all_as_it_was),
        cmocka_unit_test(who_is_killed_leaves_nothing_for_long),
        cmocka_unit_test(what_is_asked_wrongly_is_told),
        cmocka_unit_test(operators_presets_are_offered),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
