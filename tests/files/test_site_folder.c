/* talon site on a database that was really played: every link of every page leads to a file, what
 * is nobody's business is in none, and what was there before is treated with care. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/files/names.h"
#include "tests/bot/program.h"
#include "tests/bot/scene.h"
#include "tests/pages/markup.h"

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

static void what_is_asked_wrongly_is_told(void **state)
{
    (void)state;
    assert_int_equal(program_run("site --help"), 0);
    assert_int_equal(program_run("site"), EX_USAGE);
    assert_int_equal(program_run("site --timezone Mars '%s'", folder), EX_USAGE);
    assert_non_null(strstr(program_said, "--timezone"));
    assert_int_equal(program_run("site --db '%s.none' '%s'", scene.path, folder), 1);
    assert_non_null(strstr(program_said, "talon site: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_link_leads_to_a_file),
        cmocka_unit_test(the_copy_is_gone),
        cmocka_unit_test(what_is_of_no_page_any_more_goes),
        cmocka_unit_test(what_others_put_there_stays),
        cmocka_unit_test(a_folder_of_others_is_not_touched),
        cmocka_unit_test(who_hides_is_in_no_file),
        cmocka_unit_test(what_is_asked_wrongly_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
