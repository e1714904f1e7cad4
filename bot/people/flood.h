/* flood.h: limits on how much people can make the bot do, alone or together.
 *
 * Each command costs seconds. They go into three buckets: of the person (account, else nick), of
 * their host, and of the channel where it was typed. A bucket drains at a steady rate and is
 * full above a limit (the rows in flood.c). The bot ignores people with a full bucket, after one
 * private line to them. A full channel only stops people without a seat at its table.
 *
 * Moves of the game are free, for turns limit them; dispatch.c also lets people with a full
 * bucket make a legal move. The memory is fixed: all buckets share a table, and the one that has
 * been quiet longest makes room (rounds have a table of their own). Which buckets share a slot
 * is random in each run, so nobody can choose names that push out somebody else's bucket. */
#ifndef TALON_BOT_PEOPLE_FLOOD_H
#define TALON_BOT_PEOPLE_FLOOD_H

#include <stdbool.h>
#include <stdint.h>

struct chat_user;
struct loop;

/* Who types where. */
struct flood {
    const char *network;
    const struct chat_user *user; /* NULL: who comes by a link is nobody yet */
    const char *channel; /* NULL in private, and for people at its table, whom a full channel does
                            not stop */
    const char
        *address; /* of a page (page_request.peer), in place of the user's host; NULL: none */
};

/* Who comes by a link. */
struct flood_guest {
    const char *network;
    const char *channel; /* folded */
    const char *link;    /* "": none */
    const char *address; /* NULL: not known */
    bool says_little;    /* the network has a limit of its own (adapter_impl.behind) */
};

/* True if a bucket of theirs is full: the command is to be ignored. */
bool flood_full(const struct loop *loop, const struct flood *flood);
/* Charges `cost` seconds. True if this filled a bucket, and the person is to be told so. It is
 * true again only after everything has drained. */
bool flood_charge(const struct loop *loop, const struct flood *flood, unsigned cost);

/* True if no further guest may sit down by a link now. flood_guest_charge() counts one who did. */
bool flood_guest_full(const struct loop *loop, const struct flood_guest *guest);
void flood_guest_charge(const struct loop *loop, const struct flood_guest *guest);

/* Rounds that may be dealt for somebody in an hour: milliseconds until the next one may be
 * dealt; 0: now. Counted by account, else by host, else by nick. */
uint64_t flood_rounds(const struct loop *loop, const struct flood *flood, unsigned per_hour);
void flood_round(const struct loop *loop, const struct flood *flood, unsigned per_hour);

/* True once an hour for each person. Use it for lines to somebody who may be a bot that answers:
 * two bots must not keep each other busy. */
bool flood_first(const struct loop *loop, const struct flood *flood);

#endif
