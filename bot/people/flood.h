/* flood.h: nobody can drown the bot, alone or with others.
 *
 * Each command costs seconds, charged to three buckets: of the person (their account, else their
 * nick), of the host they come from, and of the channel where it was typed. A bucket gives so much
 * back a second and overflows above so much (the rows in flood.c); who hits a full one is ignored,
 * after one private word. A full channel stops those alone who do not sit at its table. Moves of
 * the game are free: turns limit them. A legal move is made also for who is ignored: dispatch.c
 * sees to it. Fixed memory: all share a table (rounds have one of their own), the bucket that has
 * been quiet longest makes room. Which ones share a place is by chance, another one in each run:
 * nobody can choose names that push somebody's bucket out.
 */
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
    const char *channel; /* NULL: in private, or who sits at its table: a full channel does not stop
                            them */
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

/* Whether such a command is to be ignored now. */
bool flood_full(const struct loop *loop, const struct flood *flood);
/* Charges `cost` seconds; true when such commands are ignored from now on, and that is news: not
 * again before all is paid back. */
bool flood_charge(const struct loop *loop, const struct flood *flood, unsigned cost);

/* Whether one more must not sit down by a link now. Each who did is charged. */
bool flood_guest_full(const struct loop *loop, const struct flood_guest *guest);
void flood_guest_charge(const struct loop *loop, const struct flood_guest *guest);

/* Rounds dealt for somebody, so many an hour: milliseconds until the next one may be; 0: now. By
 * their account, else the host they come from, else their nick. */
uint64_t flood_rounds(const struct loop *loop, const struct flood *flood, unsigned per_hour);
void flood_round(const struct loop *loop, const struct flood *flood, unsigned per_hour);

/* True once an hour for each person. For what is said to somebody who may be a machine that
 * answers: a person who goes on talking is told again, and two machines do not keep each other
 * busy. */
bool flood_first(const struct loop *loop, const struct flood *flood);

#endif
