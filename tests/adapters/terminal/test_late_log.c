/* Records of the log while the screen shows a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/terminal/late_log.h"
#include "base/log.h"

static const struct log root = {NULL, "here"};
static char said[4 * LATE_LOG_BYTES];

/* Runs `call` with stderr in a file, and keeps in `said` what was written there. */
static void listen(void (*call)(void))
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int before = dup(STDERR_FILENO);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    call();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    said[fread(said, 1, sizeof(said) - 1, file)] = '\0';
    fclose(file);
}

static void log_two(void)
{
    log_warn(&root, "first");
    log_warn(&root, "second");
}

static void log_much(void)
{
    for (unsigned i = 0; i < LATE_LOG_BYTES; i++)
        log_warn(&root, "record");
}

static void records_wait_and_are_counted(void **state)
{
    (void)state;
    late_log_begin();
    listen(log_two);
    assert_string_equal(said, "");
    listen(late_log_end);
    assert_non_null(strstr(said, "first"));
    assert_non_null(strstr(said, "second"));
    listen(log_two); /* now at once */
    assert_non_null(strstr(said, "first"));

    late_log_begin();
    log_much();
    listen(late_log_end);
    assert_true(strlen(said) < 2 * LATE_LOG_BYTES);
    assert_non_null(strstr(said, "more records of the log were dropped"));
    listen(late_log_end);
    assert_string_equal(said, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_wait_and_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
