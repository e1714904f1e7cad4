/* process.h: a server's process for a test: found, started as nobody, watched, ended. */
#ifndef TALON_TESTS_REAL_PROCESS_H
#define TALON_TESTS_REAL_PROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

void process_pause(long milliseconds);

/* The program of that name: what the environment's variable `given` says, or below $TALON_SERVERS
 * (the root of a tree of unpacked packages), in PATH or where servers are. */
bool process_find(const char *given, const char *name, char *path, size_t size);
/* Root of the tree that holds the program: what is before its /usr; "" when it is installed. */
void process_root(const char *program, char root[PATH_MAX]);
/* Puts a pattern (glob) of a path below `root` (may be "") into `path`, if something matches. */
bool process_glob(const char *root, const char *pattern, char *path, size_t size);

/* Gives free ports of 127.0.0.1 that no other test gets while this process lives. */
bool process_ports(unsigned *ports, unsigned count);
bool process_answers(unsigned port);

/* Whether nobody may run the program: a checkout below a private folder may be closed to them. */
bool process_open_to_nobody(const char *program);
/* As root: gives a file or folder to nobody. */
void process_give(const char *path);

struct process {
    const char *program;
    const char *const *arguments; /* the name first, NULL at the end */
    const char *log;              /* file for its output */
    const char *libraries;        /* LD_LIBRARY_PATH; NULL: as it is */
    const char *elsewhere; /* the tree whose /usr/lib it shall see (elsewhere.c); NULL: none */
    bool drop;             /* become nobody */
};

/* The process ends with us. */
pid_t process_start(const struct process *process);
/* SIGTERM (SIGKILL if `rough`, or after some seconds), and waits. */
void process_stop(pid_t *pid, bool rough);

#endif
