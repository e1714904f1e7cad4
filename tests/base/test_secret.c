/* Secrets stay in files of their owner (settings_secret of bot/base/settings.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/base/settings.h"

static const struct setting_key keys[] = {{"password", SETTING_SECRET, NULL, 0, 0, false}, {0}};
static struct settings settings;
static char folder[] = "/tmp/talon-secret-XXXXXX";
static char path[64];
static char secret[32], why[200];

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
    return settings_secret(&settings, 0, secret, sizeof secret, why, sizeof why);
}

static bool path_of(const char *value, char *out, size_t size)
{
    assert_null(settings_put(&settings, 0, value));
    return settings_secret_path(&settings, 0, out, size, why, sizeof why);
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
    assert_true(path_of(path, found, sizeof found));
    assert_string_equal(found, path);
    assert_false(path_of(path, found, 4));
}

static void others_must_not_read_it(void **state)
{
    (void)state;
    static const mode_t modes[] = {0640, 0604, 0660, 0666, 0610};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        write_file("hunter22\n", 9, modes[i]);
        assert_false(read_as(path));
        assert_non_null(strstr(why, "others than its owner"));
        assert_string_equal(secret, "");
        char found[64];
        assert_false(path_of(path, found, sizeof found));
        assert_non_null(strstr(why, "others than its owner"));
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
        {"", 0, "does not hold one line"},
        {"\n", 1, "does not hold one line"},
        {"a\nb\n", 4, "does not hold one line"},
        {"a\0b\n", 4, "does not hold one line"},
        {"0123456789012345678901234567890123456789", 40, "longer than 31 bytes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(rows[i].bytes, rows[i].length, 0600);
        assert_false(read_as(path));
        assert_non_null(strstr(why, rows[i].says));
        assert_string_equal(secret, "");
    }
    assert_false(read_as(folder));
    assert_non_null(strstr(why, "not a file"));
    unlink(path);
    assert_false(read_as(path));
    assert_non_null(strstr(why, "No such file"));
}

static void a_name_is_a_credential(void **state)
{
    (void)state;
    /* A DynamicUser gets its credentials by an ACL, which shows as group bits. */
    write_file("hunter22\n", 9, 0440);
    unsetenv("CREDENTIALS_DIRECTORY");
    assert_false(read_as("irc"));
    assert_non_null(strstr(why, "CREDENTIALS_DIRECTORY"));
    setenv("CREDENTIALS_DIRECTORY", folder, 1);
    assert_true(read_as("irc"));
    assert_string_equal(secret, "hunter22");
    write_file("hunter22\n", 9, 0444);
    assert_false(read_as("irc"));
    unsetenv("CREDENTIALS_DIRECTORY");
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
    snprintf(path, sizeof path, "%s/irc", folder);
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
        cmocka_unit_test(a_secret_never_reaches_the_log),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
