/* pg_serve start LINK | stop LINK: the PostgreSQL that programs of tests use together
 * (pg_server_shared()). LINK points to the folder of its socket while it runs. ctest starts it
 * before the first of them and stops it after the last one; should ctest end without that, it stops
 * by itself. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pg_server.h"
#include "tests/real/process.h"

static volatile sig_atomic_t told;

static void on_signal(int signal)
{
    (void)signal;
    told = 1;
}

/* The name of the file that holds the number of the process that serves. */
static void name_number(char path[512], const char *link)
{
    snprintf(path, 512, "%s.pid", link);
}

/* Until it is told to stop, or the process that wanted it is gone. Says on `ready` when it serves.
 */
static int serve(const char *link, pid_t wanted_by, int ready)
{
    enum { PAUSE = 100 /* milliseconds */ };
    char path[512];
    const struct sigaction action = {.sa_handler = on_signal};
    setsid();
    sigaction(SIGTERM, &action, NULL);
    unlink(link);
    name_number(path, link);
    FILE *file = fopen(path, "w");
    if (symlink(pg_server_folder(), link) != 0 || file == NULL ||
        fprintf(file, "%ld\n", (long)getpid()) < 0 || fclose(file) != 0) {
        perror(link);
        return 1;
    }
    if (write(ready, "", 1) != 1)
        return 1;
    close(ready);
    /* ctest waits for the end of what it reads */
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    while (told == 0 && (kill(wanted_by, 0) == 0 || errno == EPERM))
        process_pause(PAUSE);
    unlink(link);
    pg_server_stop();
    unlink(path); /* the last thing, which stop() waits for */
    return 0;
}

static int start(const char *link)
{
    int ends[2];
    char byte;
    pid_t wanted_by = getppid();
    if (!pg_server_there())
        return 0; /* each program that wants it says that it is skipped */
    if (pipe(ends) != 0)
        return 1;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        exit(serve(link, wanted_by, ends[1]));
    }
    close(ends[1]);
    return pid > 0 && read(ends[0], &byte, 1) == 1 ? 0 : 1;
}

static int stop(const char *link)
{
    enum { TRIES = 600, PAUSE = 50 /* milliseconds */ };
    char path[512];
    long number = 0;
    name_number(path, link);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0; /* it was not started */
    char line[32] = "";
    if (fgets(line, sizeof(line), file) != NULL)
        number = strtol(line, NULL, 10);
    fclose(file);
    if (number <= 0 || kill((pid_t)number, SIGTERM) != 0)
        return unlink(path);
    for (int tries = 0; tries < TRIES; tries++) {
        if (access(path, F_OK) != 0)
            return 0;
        process_pause(PAUSE);
    }
    fprintf(stderr, "pg_serve: it does not stop\n");
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "start") == 0)
        return start(argv[2]);
    if (argc == 3 && strcmp(argv[1], "stop") == 0)
        return stop(argv[2]);
    fprintf(stderr, "usage: pg_serve start LINK | stop LINK\n");
    return 2;
}
