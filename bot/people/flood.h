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
    const struct chat_user *user; /* NULL: somebody who opens a link and is nobody yet */
    const char *channel; /* NULL in private, and for people at its table, whom a full channel does
                            not stop */
    const char *address; /* the address from which a page connects (page_request.peer), used in
                            place of the user's host; NULL: none */
};

/* Somebody who comes by a link. */
struct flood_guest {
    const char *network;
    const char *channel; /* folded */
    const char *link;    /* "": none */
    const char *address; /* NULL: not known */
    bool says_little;    /* the network limits how much we send (adapter_impl.behind) */
};

/* Returns true if any bucket of theirs is full: the caller must ignore the command. */
bool flood_full(const struct loop *loop, const struct flood *flood);
/* Charges `cost` seconds. Returns true if this filled a bucket, so that the caller must tell the
 * person. Until that bucket has drained completely, it does not return true for it again. */
bool flood_charge(const struct loop *loop, const struct flood *flood, unsigned cost);

/* Returns true if no further guest may sit down by a link now. Call flood_guest_charge() for each
 * guest who has sat down. */
bool flood_guest_full(const struct loop *loop, const struct flood_guest *guest);
void flood_guest_charge(const struct loop *loop, const struct flood_guest *guest);

/* Limits the rounds that may be dealt for somebody to `per_hour`. flood_rounds() returns the
 * milliseconds until the next one may be dealt (0: now); flood_round() counts one. They are counted
 * by account, else by host, else by nick. */
uint64_t flood_rounds(const struct loop *loop, const struct flood *flood, unsigned per_hour);
void flood_round(const struct loop *loop, const struct flood *flood, unsigned per_hour);

/* Returns true if that person may be asked to a table now, and counts the call. All callers
 * together may ask a person once in ten minutes. */
bool flood_invite(const struct loop *loop, const char *network, const char *id);

/* Returns true once an hour for each person. Ask it before a line to somebody who may be a bot: two
 * bots that answer each other would never stop. */
bool flood_first(const struct loop *loop, const struct flood *flood);

#endif
