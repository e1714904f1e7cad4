/* uplink.h: one connection to the network: a session, its socket, and when to connect again.
 *
 * A network has one uplink for the bot itself, and one for each helper (sending/helper.h). The
 * owner makes the session and owns the struct. */
#ifndef TALON_ADAPTERS_IRC_UPLINK_H
#define TALON_ADAPTERS_IRC_UPLINK_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "adapters/irc/wire/proto.h"
#include "adapters/irc/wire/reconnect.h"
#include "options.h"
#include "session.h"

struct conn;

struct uplink {
    struct adapter *adapter; /* the owner sets this and the next four before uplink_start() */
    const struct log *log;
    const struct options *options;
    struct session *session;
    void (*moved)(struct uplink *uplink); /* something came in, or the connection began or ended */
    void (*ended)(struct uplink *uplink); /* after uplink_stop(): all is closed */

    struct conn *conn; /* NULL: we are neither connected nor connecting */
    bool open;         /* the connection stands */
    struct reconnect reconnect;
    bool started, stopping;
    char goodbye[256];
    bool finished;        /* all is being closed */
    bool told;            /* the server has read every line that we had to send */
    unsigned handles;     /* how many of the timer and the conns are still open */
    uint64_t opened_at;   /* ms */
    uint64_t goodbye_due; /* ms */
    struct timer timer;   /* when to connect; while connected: the next step of the session */
    struct proto_input input;
};

/* Connects after `delay` ms, and from then on again whenever the connection is lost. */
void uplink_start(struct uplink *uplink, uint64_t delay);
/* The session has something to do or to send: the next turn of the loop does it. */
void uplink_wake(struct uplink *uplink);
/* The session may have something to do or to send: sets the time for it. */
void uplink_look(struct uplink *uplink);
/* Sends what waits, then QUIT with these words, and closes. Calls `ended` in a later turn. The
 * uplink must have been started. */
void uplink_stop(struct uplink *uplink, const char *words);
/* The server told us by TLS for how many seconds we must use TLS. */
void uplink_secure(struct uplink *uplink, uint64_t seconds);
/* The configured name of the server. */
const char *uplink_host(const struct uplink *uplink);

#endif
