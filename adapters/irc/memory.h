/* memory.h: what a connection remembers over restarts, in files of `state_dir` (state.h): how long
 * its server wants it to come by TLS (sts.h), and which channels invited it. */
#ifndef TALON_ADAPTERS_IRC_MEMORY_H
#define TALON_ADAPTERS_IRC_MEMORY_H

#include "bot/base/log.h"
#include "session.h"
#include "state.h"
#include "sts.h"

struct memory {
    struct state_file policy, guests; /* without a name: not kept */
    struct log *log;
    void (*idle)(void *arg);
    void *arg;
};

/* `folder` and `log` are the caller's; "": nothing is kept. `name` is the connection's, `host` its
 * server's. `idle` is called when the disk has what was kept. */
void memory_init(struct memory *memory, struct loop *loop, const char *folder, const char *name,
                 const char *host, struct log *log, void (*idle)(void *arg), void *arg);
/* Still writing: the memory must stay until `idle`. */
bool memory_busy(const struct memory *memory);

/* Reading waits for the disk, writing does not; what cannot be written is logged. */
void memory_load_policy(const struct memory *memory, const char *host, struct sts_policy *policy);
void memory_keep_policy(struct memory *memory, const struct sts_policy *policy);
/* Wants them in the session. */
void memory_load_guests(const struct memory *memory, struct session *session);
void memory_keep_guests(struct memory *memory, const struct session *session);

#endif
