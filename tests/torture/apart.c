#include "apart.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

static int run_apart(void *arg)
{
    const struct CMUnitTest *test = arg;
    const struct CMUnitTest tests[] = {*test};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* As log_fatal() does: nobody should have to guess what a daemon ended of. */
static bool said_why(FILE *said)
{
    static const char start[] = "error: ";
    static const char end[] = ": ending\n";
    char line[512];
    bool found = false;
    rewind(said);
    while (!found && fgets(line, sizeof(line), said) != NULL) {
        size_t length = strlen(line);
        found = strncmp(line, start, strlen(start)) == 0 && length > strlen(end) &&
                strcmp(line + length - strlen(end), end) == 0;
    }
    return found;
}

bool torture_apart_or_abort(void (*body)(void **state), const char *what, const bool *ended)
{
    struct CMUnitTest test = {what, body, NULL, NULL, NULL};
    FILE *said = tmpfile();
    assert_non_null(said);
    int status = torture_fork(run_apart, &test, said);
    bool on_purpose = ended != NULL && *ended && WIFSIGNALED(status) &&
                      WTERMSIG(status) == SIGABRT && said_why(said);
    bool good = status == 0 || on_purpose;
    if (!good) {
        print_error("%s: status %#x\n", what, (unsigned)status);
        torture_show(said);
    }
    fclose(said);
    return good;
}

bool torture_apart(void (*body)(void **state), const char *what)
{
    return torture_apart_or_abort(body, what, NULL);
}
