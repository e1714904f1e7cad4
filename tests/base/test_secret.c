/* Secrets stay in files of their owner (settings_secret of base/settings.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/log.h"
#include "base/settings.h"

static const struct setting_key keys[] = {{.name = "password", .type = SETTING_SECRET}, {0}};
static struct settings settings;
static char folder[] = "/tmp/talon-secret-XXXXXX";
static char path[64];
static char secret[32];
static struct fault why;

static void write_file(const char *bytes, size_t length, mode_t mode)
{
    unlink(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static bool read_as(const char *value)
{
    assert_null(settings_put(&settings, 0, value));
    return settings_secret(&settings, 0, secret, sizeof(secret), &why);
}

static bool path_of(const char *value, char *out, size_t size)
{
    assert_null(settings_put(&settings, 0, value));
    return settings_secret_path(&settings, 0, out, size, &why);
}

static void one_line_end_goes(void **state)
{
    (void)state;
    static const char *const texts[] = {"hunter22", "hunter22\n", "hunter22\r\n"};
    for (size_t i = 0; i < 3; i++) {
        write_file(texts[i], strlen(texts[i]), 0600);
        assert_true(read_as(path));
        assert_string_equal(secret, "hunter22");
    }
    write_file(" two words \n", 12, 0400);
    assert_true(read_as(path));
    assert_string_equal(secret, " two words ");
    char found[64];
    assert_true(path_of(path, found, sizeof(found)));
    assert_string_equal(found, path);
    assert_false(path_of(path, found, 4));
}

static void others_must_not_read_it(void **state)
{
    (void)state;
    static const mode_t modes[] = {0640, 0604, 0660, 0666, 0610};
    for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
        write_file("hunter22\n", 9, modes[i]);
        assert_false(read_as(path));
        assert_non_null(strstr(why.text, "others may use"));
        assert_string_equal(secret, "");
        char found[64];
        assert_false(path_of(path, found, sizeof(found)));
        assert_non_null(strstr(why.text, "others may use"));
    }
}

static void what_is_not_one_line_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *says;
    } rows[] = {
        {"", 0, "must hold exactly one line"},
        {"\n", 1, "must hold exactly one line"},
        {"a\nb\n", 4, "must hold exactly one line"},
        {"a\0b\n", 4, "must hold exactly one line"},
        {"0123456789012345678901234567890123456789", 40, "longer than 31 bytes"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        write_file(rows[i].bytes, rows[i].length, 0600);
        assert_false(read_as(path));
        assert_non_null(strstr(why.text, rows[i].says));
        assert_string_equal(secret, "");
    }
    assert_false(read_as(folder));
    assert_non_null(strstr(why.text, "not a file"));
}

/* What stands there may be the secret itself: it is told of only where such a file is. */
static void a_secret_in_place_of_a_name_is_not_told(void **state)
{
    (void)state;
    static const char *const values[] = {"hunter22", "MTE4NzY1.GabcDE.hunter22", "/hunter22",
                                         "/hunter22/x", "/tmp/hunter22"};
    settings_secret_folder(folder);
    for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
        char found[64];
        assert_false(read_as(values[i]));
        assert_null(strstr(why.text, "hunter22"));
        assert_non_null(strstr(why.text, "password: there is no such file in"));
        assert_false(path_of(values[i], found, sizeof(found)));
        assert_null(strstr(why.text, "hunter22"));
    }
    settings_secret_folder(NULL);
}

static void a_name_is_a_credential(void **state)
{
    (void)state;
    /* A DynamicUser gets its credentials by an ACL, which shows as group bits. */
    write_file("hunter22\n", 9, 0440);
    unsetenv("CREDENTIALS_DIRECTORY");
    assert_false(read_as("irc"));
    assert_non_null(strstr(why.text, "CREDENTIALS_DIRECTORY"));
    setenv("CREDENTIALS_DIRECTORY", folder, 1);
    assert_true(read_as("irc"));
    assert_string_equal(secret, "hunter22");
    write_file("hunter22\n", 9, 0444);
    assert_false(read_as("irc"));
    unsetenv("CREDENTIALS_DIRECTORY");
}

/* Without a service manager it is the folder beside the configuration. */
static void credentials_lie_in_a_folder(void **state)
{
    (void)state;
    unsetenv("CREDENTIALS_DIRECTORY");
    settings_secret_folder(folder); /* which nobody else may enter: the file's mode says nothing */
    write_file("hunter22\n", 9, 0644);
    assert_true(read_as("irc"));
    assert_string_equal(secret, "hunter22");
    assert_int_equal(chmod(folder, 0755), 0);
    assert_false(read_as("irc"));
    assert_non_null(strstr(why.text, "others may use"));
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(read_as("irc"));
    assert_true(read_as(path)); /* the same */
    assert_int_equal(chmod(folder, 0700), 0);
    settings_secret_folder(NULL);
}

/* LoadCredential=talon:FOLDER names them so. */
static void systemd_names_what_a_folder_holds(void **state)
{
    char given[80];
    (void)state;
    write_file("hunter22\n", 9, 0440);
    snprintf(given, sizeof(given), "%s/talon_irc.key", folder);
    assert_int_equal(rename(path, given), 0);
    setenv("CREDENTIALS_DIRECTORY", folder, 1);
    settings_secret_folder("/etc/talon");
    assert_true(read_as("irc.key"));
    assert_string_equal(secret, "hunter22");
    char found[80];
    assert_true(path_of("irc.key", found, sizeof(found)));
    assert_string_equal(found, given);
    assert_true(read_as("/etc/talon/irc.key"));
    assert_false(read_as("/etc/talon/sub/irc.key"));
    assert_false(read_as("irc"));
    assert_non_null(strstr(why.text, "no such file in /etc/talon ")); /* where it belongs */
    unsetenv("CREDENTIALS_DIRECTORY");
    settings_secret_folder(NULL);
    assert_int_equal(unlink(given), 0);
}

/* In a child: another user than the file's. */
static void who_may_not_read_is_told(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("needs root\n");
        skip();
    }
    write_file("hunter22\n", 9, 0600);
    settings_secret_folder("/etc/talon");
    for (int closed = 0; closed < 2; closed++) {
        assert_int_equal(chmod(folder, closed ? 0700 : 0755), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            if (setuid(61184) != 0)
                _exit(10);
            bool read = read_as(path);
            const char *part = closed ? "may not look into the folder /tmp/talon-secret-"
                                      : "(owner root, mode 600): put it into "
                                        "/etc/talon and write password = irc";
            _exit(!read && strstr(why.text, "user 61184") && strstr(why.text, part) ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    settings_secret_folder(NULL);
}

static void keep(void *arg, enum log_level level, const char *line)
{
    (void)level;
    snprintf(arg, 200, "%s", line);
}

static void a_secret_never_reaches_the_log(void **state)
{
    (void)state;
    char line[200] = "";
    const struct log log = {.name = "test"};
    write_file("correct-horse\n", 14, 0600);
    log_set_sink(keep, line);
    log_info(&log, "PASS correct-horse");
    assert_non_null(strstr(line, "correct-horse"));
    assert_true(read_as(path));
    log_info(&log, "PASS correct-horse");
    assert_null(strstr(line, "correct-horse"));
    assert_non_null(strstr(line, "PASS ***"));
    log_set_sink(NULL, NULL);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || !settings_init(&settings, keys))
        return -1;
    snprintf(path, sizeof(path), "%s/irc", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    settings_finish(&settings);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_end_goes),
        cmocka_unit_test(others_must_not_read_it),
        cmocka_unit_test(what_is_not_one_line_is_refused),
        cmocka_unit_test(a_name_is_a_credential),
        cmocka_unit_test(a_secret_in_place_of_a_name_is_not_told),
        cmocka_unit_test(credentials_lie_in_a_folder),
        cmocka_unit_test(systemd_names_what_a_folder_holds),
        cmocka_unit_test(who_may_not_read_is_told),
        cmocka_unit_test(a_secret_never_reaches_the_log),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
