/* state.h: what a connection remembers over restarts, in files of `state_dir` (state_file.h): for
 * how long its server wants it to come by TLS (sts.h), and which channels invited it (invite.h). */
#ifndef TALON_ADAPTERS_IRC_STATE_H
#define TALON_ADAPTERS_IRC_STATE_H

#include "bot/base/log.h"
#include "session.h"
#include "state_file.h"
#include "sts.h"

struct state {
    struct state_file policy, invites; /* without a name: not kept */
    struct log *log;
    void (*idle)(void *arg);
    void *arg;
};

struct state_setup {
    struct loop *loop;
    const char *folder;      /* outlives the state; "": nothing is kept */
    const char *name;        /* of the connection */
    const char *host;        /* of its server */
    struct log *log;         /* outlives the state */
    void (*idle)(void *arg); /* the disk has what was saved */
    void *arg;
};

void state_init(struct state *state, const struct state_setup *setup);
/* Whether a file is being written: the state must stay until `idle` is called. */
bool state_busy(const struct state *state);

/* Loading waits for the disk, saving does not; what cannot be saved is logged. */
void state_load_policy(const struct state *state, const char *host, struct sts_policy *policy);
void state_save_policy(struct state *state, const struct sts_policy *policy);
/* Wants them in the session. */
void state_load_invites(const struct state *state, struct session *session);
void state_save_invites(struct state *state, const struct session *session);

#endif
