/* pg_tool.h: runs a program of PostgreSQL (pg_dump, pg_restore) and waits for it. Not on the loop.
 *
 * The program is found in PATH. It gets the password in its environment, never in its arguments,
 * which everybody on the machine can read. It never asks for one. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TOOL_H
#define TALON_STORAGE_POSTGRESQL_PG_TOOL_H

#include <stdatomic.h>

#include "storage/store.h"

struct pg_tool {
    const char *const *arguments; /* begin with the program's name and end with NULL */
    const char *password;         /* NULL: none, or libpq finds it */
    int in;                       /* what it reads; -1: nothing */
    int out;                      /* where the program writes; -1: `take` gets its output */
    void (*take)(void *arg, const char *bytes, size_t length);
    void *arg;
    atomic_bool *stop; /* another thread sets it to end the program soon; NULL: none does */
};

/* STORE_OK: the program ended well. Otherwise `why` has one line, such as the first error that the
 * program printed, or that it is not installed. */
enum store_error pg_tool_run(const struct pg_tool *tool, struct fault *why);

/* Returns the major version that the program prints with --version: 15. 0 and a fault: it cannot be
 * run. */
unsigned pg_tool_version(const char *program, struct fault *why);

#endif
