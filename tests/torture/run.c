#include "run.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 280, FOLDERS_OPEN = 8 };

static double began;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static unsigned number_of(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

unsigned torture_seed(void)
{
    return number_of("TALON_TORTURE_SEED", 1);
}

unsigned torture_draw(unsigned *chance, unsigned below)
{
    *chance = *chance * 1103515245U + 12345U;
    return (*chance >> 8) % below;
}

static unsigned long common(unsigned long a, unsigned long b)
{
    return b == 0 ? a : common(b, a % b);
}

unsigned long torture_shuffled(unsigned long i, unsigned long count)
{
    unsigned long step = count * 5 / 8 + 1; /* near the golden ratio */
    while (common(step, count) != 1)
        step++;
    return (torture_seed() * 7919UL + i * step) % count;
}

void torture_begin(void)
{
    began = now();
}

double torture_left(void)
{
    return began + number_of("TALON_TORTURE_SECONDS", RUN_SECONDS) - now();
}

void *torture_shared(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* The child's own run of tests: its asserts end it alone. */
static int run_body(void (*body)(void **state), FILE *said)
{
    const struct CMUnitTest tests[] = {{"apart", body, NULL, NULL, NULL}};
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    alarm(PATIENCE);
    dup2(fileno(said), STDOUT_FILENO);
    dup2(fileno(said), STDERR_FILENO);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

static void show(FILE *said)
{
    char line[512];
    rewind(said);
    while (fgets(line, sizeof(line), said) != NULL)
        print_error("    %s", line);
}

bool torture_apart(void (*body)(void **state), const char *what)
{
    int status = 0;
    FILE *said = tmpfile();
    assert_non_null(said);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        status = run_body(body, said);
        fflush(NULL);
        _exit(status);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) {
        print_error("%s: status %#x\n", what, (unsigned)status);
        show(said);
    }
    fclose(said);
    return good;
}

void torture_make_folder(char path[RUN_PATH])
{
    snprintf(path, RUN_PATH, "/tmp/talon-torture-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *at)
{
    (void)found;
    (void)kind;
    (void)at;
    return remove(path);
}

void torture_remove_folder(const char *path)
{
    nftw(path, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}
