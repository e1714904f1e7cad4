/* daemon_state.h: what this room keeps (host->daemon). For bot/host only. Times in milliseconds. */
#ifndef TALON_BOT_HOST_DAEMON_STATE_H
#define TALON_BOT_HOST_DAEMON_STATE_H

#include "bot/host/daemon.h"
#include "storage/check/backups.h"

struct daemon {
    struct daemon_hooks hooks;
    void (*durable)(void *arg, uint64_t batch); /* daemon_on_durable() */
    void *durable_arg;
    struct store_source database; /* the database that is copied each day and by `talon ctl
                                   * backup` */

    struct network_watch
        *coming;               /* the timer for networks that begin or are given up (networks.h) */
    struct lease_wish *leases; /* networks that this process wants, if several processes share a
                                  store (leases.h) */
    struct network *(*reach)(struct host *host, const char *home,
                             const char *name); /* reach_network() */
    struct distant *distants;                   /* adapters that are being made for distant networks
                                                 * (distant.h) */
    struct bridge_user *bridge_users; /* users whom tables of other processes know (bridges.h) */
    bool drained;                     /* this process wants no network until leases_undrain() */
    uint64_t
        away_batch; /* when this batch is durable, the store has all tables that have left memory */
    uint64_t lease_rest; /* how long this process waits before it asks again for a network that
                            failed here (leases.h) */

    struct trouble *trouble; /* watches the journal (trouble.h) */
    uint64_t trouble_wait;   /* how long trouble lasts before tables are told */
    uint64_t slow_after;     /* how long a write may take */
    bool crowded;            /* too many messages wait for the journal, because the store is slow */

    struct sharing *share;       /* evens out what processes have (share.h) */
    struct retention *retention; /* removes what is old (retention.h) */
    struct daily *daily;         /* copies of the database (daily.h) */
    struct disk *disk;           /* room on disks (disk.h) */
    struct status_line *status;  /* of the service (status.h) */
    struct shutdown *shutdown;   /* waits for the disk while the daemon ends; NULL: it does not wait
                                    (shutdown.h) */
    uint64_t patience;           /* how long shutdown_begin() waits for the disk */
};

#endif
