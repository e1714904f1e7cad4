/* reach.h: makes the networks that stand for those of other processes (distant.h). */
#ifndef TALON_BOT_HOST_FLEET_REACH_H
#define TALON_BOT_HOST_FLEET_REACH_H

struct host;
struct network;

/* Returns the network of that name for the tables of the network `home`. If another process has it,
 * or nobody, it is distant. Returns NULL if the configuration does not name it, it is divided into
 * parts, seats guests of pages, or is just being given up. Files that networks.c calls use it as
 * daemon.reach. */
struct network *reach_network(struct host *host, const char *home, const char *name);

#endif
