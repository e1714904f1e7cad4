#define _XOPEN_SOURCE 700 /* nftw */
/* Root's tools in the folder of the daemon's user, who may have put anything at any name there
 * (storage/owner.h). Run by somebody else the folder is their own, and links lead to their files.
 */
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/loop.h"
#include "storage/sqlite/sqlite.h"
#include "tests/bot/program.h"
#include "tests/bot/trio.h"

enum { OWNER = 61234, PATH_SIZE = 200 };

static const char precious[] = "precious\n";

/* `closed` is a folder for its maker alone, as /var/lib/private is; `folder` in it is the
 * daemon's. */
static char closed[PATH_SIZE], folder[PATH_SIZE], db[PATH_SIZE], victim[PATH_SIZE], copy[PATH_SIZE],
    lines[PATH_SIZE];
static bool root;

static void path_in(char path[PATH_SIZE], const char *where, const char *name)
{
    assert_in_range(snprintf(path, PATH_SIZE, "%s/%s", where, name), 1, PATH_SIZE - 1);
}

__attribute__((format(printf, 1, 2))) static void shell(const char *format, ...)
{
    char command[900];
    va_list args;
    va_start(args, format);
    assert_in_range(vsnprintf(command, sizeof(command), format, args), 1, sizeof(command) - 1);
    va_end(args);
    assert_int_equal(system(command), 0);
}

/* A match of the past, as database, copy and text. */
static int make_database(void **state)
{
    (void)state;
    struct actor actors[3];
    root = geteuid() == 0;
    snprintf(closed, sizeof(closed), "/tmp/talon-owner-XXXXXX");
    assert_non_null(mkdtemp(closed));
    path_in(folder, closed, "state");
    path_in(db, folder, "t.db");
    path_in(victim, closed, "victim");
    path_in(copy, closed, "copy.db");
    path_in(lines, closed, "lines");
    setenv("DB", db, 1);
    setenv("CLOSED", closed, 1);
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 12);
    setenv("NET", scene.name, 1);
    scene_down(&scene);
    assert_int_equal(program_run("backup --db '%s' '%s'", scene.path, copy), 0);
    assert_int_equal(program_run("export --db '%s' >'%s'", scene.path, lines), 0);
    return 0;
}

static int remove_database(void **state)
{
    shell("rm -rf '%s'", closed);
    return trio_tear_down(state);
}

static int take_away(const char *path, const struct stat *found, int kind, struct FTW *place)
{
    (void)found, (void)kind, (void)place;
    return remove(path);
}

static void remove_all(const char *path)
{
    nftw(path, take_away, 8, FTW_DEPTH | FTW_PHYS);
}

/* begin() runs hundreds of times, so it copies without starting cp. */
static void copy_file(const char *from, const char *to)
{
    char bytes[1 << 16];
    ssize_t length;
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(in >= 0 && out >= 0);
    while ((length = read(in, bytes, sizeof(bytes))) > 0)
        assert_int_equal(write(out, bytes, (size_t)length), length);
    assert_int_equal(length, 0);
    assert_int_equal(close(in), 0);
    assert_int_equal(close(out), 0);
}

/* The folder with the database and nothing else, and the victim as it was. */
static void begin(void)
{
    char out[PATH_SIZE], site[PATH_SIZE];
    path_in(out, closed, "out");
    path_in(site, closed, "site");
    remove_all(folder);
    remove_all(victim);
    remove_all(out);
    remove_all(site);
    assert_int_equal(mkdir(folder, 0700), 0);
    copy_file(copy, db);
    if (root) {
        assert_int_equal(chown(folder, OWNER, OWNER), 0);
        assert_int_equal(chown(db, OWNER, OWNER), 0);
    }
    FILE *file = fopen(victim, "w");
    assert_non_null(file);
    fputs(precious, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(victim, 0640), 0);
}

static void expect_victim(const char *what)
{
    char text[64] = "";
    struct stat found;
    FILE *file = fopen(victim, "r");
    if (file == NULL || stat(victim, &found) != 0)
        fail_msg("%s: it is gone", what);
    size_t length = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    if (length != strlen(precious) || strcmp(text, precious) != 0)
        fail_msg("%s: it was written to", what);
    if (found.st_uid != geteuid() || (found.st_mode & 07777) != 0640)
        fail_msg("%s: it has another owner or mode", what);
}

/* All in the folder is its owner's, but what was planted. */
static void expect_owner(const char *what)
{
    if (root && program_run("--version >/dev/null; find '%s' ! -uid %d -links 1 | grep .", folder,
                            OWNER) == 0)
        fail_msg("%s: root's: %s", what, program_said);
}

static const char *const commands[] = {
    "forget --db \"$DB\" \"$NET\" alice",
    "check-db --db \"$DB\"",
    "check-db --db \"$DB\" --repair",
    "verify --db \"$DB\" --all",
    "export --db \"$DB\"",
    "export --db \"$DB\" --person \"$NET\" alice",
    "import --db \"$DB\" <\"$CLOSED\"'/lines'",
    "restore --db \"$DB\" \"$CLOSED\"'/copy.db'",
    "backup --db \"$DB\" \"$CLOSED\"'/out'",
    "backup --db \"$DB\" \"$CLOSED\"'/state/out'",
    "site --db \"$DB\" \"$CLOSED\"'/site'",
};

static int run(const char *command)
{
    return program_run("%s", command);
}

static void is_import(const char *command)
{
    if (strncmp(command, "import", 6) == 0)
        unlink(db);
}

static void tools_work_and_leave_all_to_the_owner(void **state)
{
    (void)state;
    struct stat found;
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
        begin();
        is_import(commands[i]);
        int status = run(commands[i]);
        if (status != 0 && strstr(commands[i], "forget") == NULL)
            fail_msg("%s: %d: %s", commands[i], status, program_said);
        expect_owner(commands[i]);
        expect_victim(commands[i]);
    }
    /* Somebody at an open table is not forgotten; the line names the whole path or the reason. */
    begin();
    assert_int_not_equal(run(commands[0]), 0);
    assert_non_null(strstr(program_said, "table"));
    begin();
    assert_int_equal(program_run("restore --db '%s' '%s'", db, copy), 0);
    assert_non_null(strstr(program_said, db));
    assert_non_null(strstr(program_said, ".before-restore"));
    assert_int_equal(program_run("backup --db '%s' '%s/out'", db, closed), 0);
    char out[PATH_SIZE];
    path_in(out, closed, "out");
    assert_int_equal(stat(out, &found), 0);
    assert_int_equal(found.st_uid, geteuid());
}

/* -- what is planted -- */

enum planted { SYMBOLIC, SYMBOLIC_NEW, HARD, FIFO, FOLDER, KINDS };

static void plant(enum planted kind, const char *name)
{
    char at[PATH_SIZE], target[PATH_SIZE];
    path_in(at, folder, name);
    unlink(at);
    if (kind == SYMBOLIC)
        assert_int_equal(symlink(victim, at), 0);
    if (kind == SYMBOLIC_NEW) {
        path_in(target, closed, "made");
        unlink(target);
        assert_int_equal(symlink(target, at), 0);
    }
    if (kind == HARD)
        assert_int_equal(link(victim, at), 0);
    if (kind == FIFO)
        assert_int_equal(mkfifo(at, 0600), 0);
    if (kind == FOLDER)
        assert_int_equal(mkdir(at, 0700), 0);
    if (root && kind != HARD)
        assert_int_equal(lchown(at, OWNER, OWNER), 0);
}

/* What takes long, and would open nothing of that name that the others do not. */
static bool is_spared(const char *command, enum planted kind, const char *name)
{
    static const char *const all[] = {"t.db", "t.db-lock", "t.db-wal", "t.db.import-lines",
                                      "t.db.restored"};
    if (strncmp(command, "site", 4) == 0)
        return strcmp(name, "t.db") != 0 && strcmp(name, "t.db-wal") != 0;
    for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
        if (strcmp(name, all[i]) == 0)
            return false;
    }
    return kind == FIFO || kind == FOLDER;
}

static void try_all(enum planted kind, const char *name)
{
    char what[400], made[PATH_SIZE];
    path_in(made, closed, "made");
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
        if (is_spared(commands[i], kind, name))
            continue;
        begin();
        is_import(commands[i]);
        plant(kind, name);
        snprintf(what, sizeof(what), "%s at %s: %s",
                 (const char *const[]){"a link", "a link to nothing", "a hard link", "a FIFO",
                                       "a folder"}[kind],
                 name, commands[i]);
        run(commands[i]);
        expect_victim(what);
        if (kind == SYMBOLIC_NEW && access(made, F_OK) == 0)
            fail_msg("%s: it was followed", what);
        if (strchr(program_said, '\n') == NULL && strlen(program_said) > 0)
            fail_msg("%s: %s", what, program_said);
    }
}

static void what_is_planted_leads_nowhere(void **state)
{
    (void)state;
    static const char *const names[] = {"t.db-lock",
                                        "t.db-wal",
                                        "t.db-shm",
                                        "t.db-journal",
                                        "t.db.import",
                                        "t.db.import-lines",
                                        "t.db.import-lock",
                                        "t.db.import-wal",
                                        "t.db.restored",
                                        "t.db.restored-part",
                                        "t.db.restored-part-journal",
                                        "t.db.before-restore",
                                        "out-part",
                                        "out-part-journal"};
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        for (enum planted kind = 0; kind < KINDS; kind++) {
            if (root || kind != HARD) /* a second name of one's own file is that file */
                try_all(kind, names[i]);
        }
    }
    if (root) {
        for (enum planted kind = 0; kind < KINDS; kind++)
            try_all(kind, "t.db");
    }
}

/* The folder itself may be one's own link to somebody else's. */
static void a_link_in_place_of_the_folder_leads_nowhere(void **state)
{
    (void)state;
    char inner[PATH_SIZE], target[PATH_SIZE], made[PATH_SIZE];
    if (!root)
        return;
    begin();
    path_in(inner, folder, "inner");
    path_in(target, closed, "target");
    shell("rm -rf '%s' && mkdir -m 700 '%s' && cp '%s' '%s/t.db'", target, target, copy, target);
    assert_int_equal(symlink(target, inner), 0);
    assert_int_equal(lchown(inner, OWNER, OWNER), 0);
    path_in(made, target, "t.db-lock");
    assert_int_equal(program_run("check-db --db '%s/t.db' --repair", inner), 1);
    assert_int_not_equal(access(made, F_OK), 0);
}

static void pages_are_written_with_the_rights_of_their_folder(void **state)
{
    (void)state;
    char pages[PATH_SIZE], emptied[PATH_SIZE], file[PATH_SIZE];
    begin();
    path_in(pages, closed, "pages");
    path_in(emptied, closed, "emptied");
    path_in(file, emptied, "file");
    shell("rm -rf '%s' '%s' && mkdir '%s' '%s' && echo kept >'%s'", pages, emptied, pages, emptied,
          file);
    if (root)
        shell("chown %d:%d '%s'", OWNER, OWNER, pages);
    assert_int_equal(program_run("site --db '%s' '%s'", db, pages), 0);
    if (root)
        shell("! find '%s' ! -uid %d | grep .", pages, OWNER);
    /* What a killed one left is taken away: a link there is not. */
    char fresh[PATH_SIZE];
    path_in(fresh, pages, ".talon-site-new");
    assert_int_equal(symlink(emptied, fresh), 0);
    if (root)
        assert_int_equal(lchown(fresh, OWNER, OWNER), 0);
    assert_int_equal(program_run("site --db '%s' '%s'", db, pages), 0);
    assert_int_equal(access(file, F_OK), 0);
    /* The list of names and the pages are never written through a link. */
    for (int i = 0; root && i < 2; i++) {
        char name[PATH_SIZE];
        path_in(name, pages, i == 0 ? "index.html" : "talon-site.txt");
        unlink(name);
        assert_int_equal(symlink(victim, name), 0);
        program_run("site --db '%s' '%s'", db, pages);
        expect_victim(name);
    }
}

/* Root may run the daemon itself there. */
static void a_daemon_of_root_follows_no_link(void **state)
{
    (void)state;
    static const char *const names[] = {"t.db-lock", "t.db-wal", "t.db-shm", "t.db-journal",
                                        "t.db"};
    struct fault why = {0};
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        for (enum planted kind = 0; kind < KINDS; kind++) {
            struct store *store = NULL;
            struct loop *loop = loop_create();
            if (!root && (kind == HARD || i > 0)) {
                loop_destroy(loop);
                continue;
            }
            begin();
            plant(kind, names[i]);
            const struct sqlite_setup setup = {.path = db, .loop = loop};
            assert_int_not_equal(store_open_sqlite(&store, &setup, &why), STORE_OK);
            assert_non_null(strstr(why.text, db));
            loop_destroy(loop);
            expect_victim(names[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tools_work_and_leave_all_to_the_owner),
        cmocka_unit_test(what_is_planted_leads_nowhere),
        cmocka_unit_test(a_link_in_place_of_the_folder_leads_nowhere),
        cmocka_unit_test(pages_are_written_with_the_rights_of_their_folder),
        cmocka_unit_test(a_daemon_of_root_follows_no_link),
    };
    return cmocka_run_group_tests(tests, make_database, remove_database);
}
