/* host.h: the parts of the daemon that all of its rooms use.
 *
 * `struct host` has what every room uses (loop, log, store, options) and a pointer to the state of
 * each room. A room reads and writes only its own: each struct is defined in a header that only the
 * files of its room include (people_state.h, tables_state.h, show_state.h, pages_state.h,
 * commands_state.h, daemon_state.h). Rooms above ask through functions. bot/host/daemon.h makes and
 * ends a host. */
#ifndef TALON_BOT_HOST_H
#define TALON_BOT_HOST_H

#include "base/log.h"
#include "base/loop.h"
#include "bot/host_options.h"
#include "bot/people/network.h"
#include "bot/people/people.h"
#include "storage/store.h"

/* Each room below bot/ defines one of these structs, and only the files of that room know its
 * members. */
struct commands;
struct daemon;
struct outbox;
struct pages;
struct people;
struct show;
struct tables;

struct host {
    struct loop *loop;
    struct log log;
    struct store *store;
    struct host_options options;
    bool stopping; /* the daemon is ending (shutdown.h) */
    bool trouble;  /* the journal cannot be written: nothing new begins (trouble.h) */

    /* What each room keeps for the whole daemon, the lowest room first. */
    struct people *people; /* networks, persons, settings, bans, codes of !link */
    struct tables *tables; /* tables, their places, what they share */
    struct outbox *outbox; /* messages that wait for the journal (outbox.h) */
    struct show *show;     /* what bot/show must show when the turn of the loop ends */
    struct pages *pages;   /* unfinished documents, and the tables and seats that pages follow */
    struct commands *commands; /* questions to the store, codes of !bridge */
    struct daemon *daemon;     /* leases, clocks of the daemon, its status */
};

#endif
