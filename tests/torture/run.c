#include "run.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 280, FOLDERS_OPEN = 8 };

static double began;

double torture_now(void)
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
    began = torture_now();
}

double torture_left(void)
{
    return began + number_of("TALON_TORTURE_SECONDS", RUN_SECONDS) - torture_now();
}

void *torture_shared(size_t size)
{
    int zero = open("/dev/zero", O_RDWR | O_CLOEXEC);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (memory == MAP_FAILED)
        exit(EXIT_FAILURE);
    close(zero);
    return memory;
}

static _Noreturn void live(int (*body)(void *arg), void *arg, FILE *said)
{
    const struct rlimit none = {0, 0};
    int out = said != NULL ? fileno(said) : open("/dev/null", O_WRONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    alarm(PATIENCE);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    int status = body(arg);
    fflush(NULL);
    _exit(status);
}

int torture_fork(int (*body)(void *arg), void *arg, FILE *said)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        live(body, arg, said);
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

void torture_show(FILE *said)
{
    char line[512];
    rewind(said);
    while (fgets(line, sizeof(line), said) != NULL)
        fprintf(stderr, "    %s", line);
}

void torture_make_folder(char path[RUN_PATH])
{
    snprintf(path, RUN_PATH, "/tmp/talon-torture-XXXXXX");
    if (mkdtemp(path) == NULL)
        exit(EXIT_FAILURE);
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
