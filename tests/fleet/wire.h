/* wire.h: between a daemon and its PostgreSQL server: cut, in the middle of a COMMIT, too, or dead.
 *
 * A socket in a folder of its own, and a thread that passes on what comes to the socket in the
 * server's folder. */
#ifndef TALON_TESTS_FLEET_WIRE_H
#define TALON_TESTS_FLEET_WIRE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { WIRE_CONNECTIONS = 16 };

/* What happens at the next COMMIT. */
enum wire_trap { WIRE_NOTHING, WIRE_BEFORE, WIRE_BEHIND };

struct wire {
    char folder[64];  /* for the address of the daemon */
    char server[96];  /* path of the server's socket */
    atomic_int trap;  /* enum wire_trap; sprung, it is WIRE_NOTHING */
    atomic_bool dead; /* nothing passes, nobody is told */

    pthread_t thread;
    char path[96];
    int listening;
    int wake[2];
    struct {
        int client, server; /* -1: none */
        bool answers;       /* what comes next from the server is for nobody: it is cut then */
    } at[WIRE_CONNECTIONS];
};

/* False: no folder, socket or thread. */
bool wire_open(struct wire *wire, const char *server_folder);
/* All its connections break off. */
void wire_cut(struct wire *wire);
void wire_set_dead(struct wire *wire, bool dead);
void wire_close(struct wire *wire);

#endif
