/* daemon.h: makes the daemon of its rooms, and ends it.
 *
 * An adapter raises an event. The host finds people and tables, and a command becomes an action.
 * The table decides and journals, and messages wait in the outbox until the store has the change
 * (DESIGN, "one way through"). At the end of each turn of the loop the store commits everything
 * that was gathered as one batch. */
#ifndef TALON_BOT_HOST_DAEMON_H
#define TALON_BOT_HOST_DAEMON_H

#include "bot/host.h"

/* The caller that asked for the configuration to be read again, and that is told the result. */
struct host_reload {
    void (*tell)(void *arg, const char *line);
    void (*done)(void *arg, bool right);
    void *arg;
};

/* What the daemon tells the program that runs it, and asks it to do. Each function may be NULL. */
struct daemon_hooks {
    void (*entered)(void *arg, struct network *network, const char *channel);
    void (*left)(void *arg, struct network *network); /* the network's adapter has ended, and other
                                                       * networks run on */
    void (*stopped)(void *arg);                       /* all adapters have ended */
    void (*lease_lost)(void *arg); /* another process has taken our networks: the program must say
                                      and write nothing more */
    /* Reads the configuration again, off the loop (bot/cli/config/reload.h). `tell` gets each line
     * that goes to the log about it. Then it calls `done`: `right` is false if the configuration
     * has errors, and nothing has changed then. Returns false, and calls neither, if the
     * configuration is being read already, or reading cannot begin. */
    bool (*reload)(void *arg, const struct host_reload *asker);
    void *arg;
};

/* Makes the host, which owns neither the loop nor the store. Returns false if memory is out or the
 * store cannot be read; then do not call host_finish(). */
bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options);
/* Call it after the adapters have stopped. Frees everything; the tables stay in the store. */
void host_finish(struct host *host);

/* Adds a network and makes its adapter. Returns false, with a clear line in `why`, if that fails.
 */
bool host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                      const struct settings *settings, struct fault *why);
void host_start(struct host *host);

/* Replaces the options. They apply to open tables, too: their timers are set again. */
void host_reconfigure(struct host *host, const struct host_options *options);

/* After host_init(); copied. */
void daemon_set_hooks(struct host *host, const struct daemon_hooks *hooks);
/* Sets the database, of which daily.h and `talon ctl backup` make copies. Its texts outlive the
 * host. */
struct store_source;
void daemon_set_database(struct host *host, const struct store_source *source);
const struct store_source *daemon_database(const struct host *host);
/* Sets the function to call for each batch that has become durable; NULL for none. */
void daemon_on_durable(struct host *host, void (*durable)(void *arg, uint64_t batch), void *arg);
/* daemon_hooks.reload, if there is one. */
bool daemon_reads_config(const struct host *host);
bool daemon_read_config(struct host *host, const struct host_reload *asker);

#endif
