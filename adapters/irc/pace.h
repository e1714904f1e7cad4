/* pace.h: what waits to be sent, and when it may go.
 *
 * Servers delay or drop clients that speak too fast; how, a row of servers.h says: a line costs
 * time, and lines may go while the sum is less than some seconds ahead of the clock. Where lines
 * are delayed only so many may be under way (window.h); where they may be more than that, the
 * server has no more bytes to read by this count than it takes.
 *
 * Lines wait in classes; the lowest class goes first, but each of the others has one line in five:
 * neither hands nor the channel wait for players who answer at once. Only who is curious waits
 * until no table of a channel says anything, or for a long time. Channels go before private talks,
 * and people who play together before who plays with computers. The end of the burst is kept for
 * what answers a player's own move, and half of it is not for the curious and private talks: what
 * channels say goes at once where the others have used up theirs. Within a class every
 * channel and every user has a lane, and the lanes take turns, so that no table starves another; a
 * lane keeps its order, and a move's line takes along what waits for its channel. When much is
 * said, or after some seconds, lines of a lane that fit into one go as one. Urgent lines never
 * wait, but cost; they are taken however much else waits (a PONG that is dropped ends the
 * connection). Pure: the time comes in.
 */
#ifndef TALON_ADAPTERS_IRC_PACE_H
#define TALON_ADAPTERS_IRC_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "window.h"

enum pace_class {
    PACE_URGENT, /* PONG, NICK, registration */
    PACE_MARK,   /* PING behind lines that are under way */
    PACE_MOVE,   /* to the channel: what a player's own command did; to them: why it did nothing */
    PACE_HAND,   /* whispers a player waits for */
    PACE_TABLE,  /* the channel; JOIN */
    PACE_ONE,    /* all of a table in a channel where one person plays against computers */
    PACE_INFO,   /* help, tables, answers to the curious */
    PACE_ALONE,  /* all of a table in a private talk */
    PACE_CLASSES
};

/* Bounds, in bytes of memory of the lines that wait and of their lanes. All that is said fills the
 * first; answers to the curious find it full sooner, and what must not wait has a bound of its own:
 * only who makes us answer and does not read fills that. What finds no room is refused: the caller
 * tells the table anew (flow.c), or hangs up (session_put()). */
enum { PACE_BYTES = 4 << 20, PACE_INFO_BYTES = 1 << 20, PACE_URGENT_BYTES = 32 << 10 };

enum { PACE_EXTRAS = 4 };

/* How a server limits one talker. */
struct pace_limits {
    unsigned burst;        /* short lines at once */
    unsigned line_ms;      /* what a line costs; 0: nothing is paced */
    unsigned byte_us;      /* and a byte of it */
    unsigned unread;       /* bytes that it may have to read by this count; 0: any */
    unsigned lines, bytes; /* that may be under way; 0 lines: any (window.h) */
    struct {
        const char *command; /* that costs more */
        unsigned ms;
    } extra[PACE_EXTRAS];
};

struct pace_lane;

struct pace {
    struct pace_class_lanes {
        struct pace_lane *named; /* uthash by name */
        struct pace_lane *turn;  /* a ring; its first lane is next */
    } lanes[PACE_CLASSES];
    size_t bytes;
    size_t urgent;                    /* of them, of PACE_URGENT */
    unsigned overtaken[PACE_CLASSES]; /* lines of lower classes that went while it waited */
    struct pace_limits limits;
    struct window window;
    uint64_t now;       /* ms; of the last call that told it */
    uint64_t clock;     /* ms; time that the lines sent so far cost */
    uint64_t ahead;     /* ms that clock may run ahead of now */
    size_t unread;      /* bytes that the server had not read by this count at `unread_at` */
    uint64_t unread_at; /* ms */
    size_t waiting;     /* bytes of text in the classes of the tables of channels */
    size_t alone;       /* and of those in private talks */
};

/* The topic of lines to a channel that another one makes stale. */
enum { PACE_STALE = 1 };

/* Where a line goes. All zero: to the server. */
struct pace_way {
    const char *to; /* channel or user, as pace_forget() and pace_rename() will name them */
    bool whisper;   /* `to` is a user */
    bool first;     /* its lane goes before those that have not waited for long */
    uint32_t topic; /* of a whisper: what a newer one replaces; to a channel: the next line there
                       makes it stale; 0: nothing does */
    bool replaces;  /* a whisper: what waits for them on its topic is stale; this waits as if since
                       then, and their lane keeps its turn */
    size_t head; /* bytes before the text of a line that may be joined with others; 0: it may not */
    size_t most; /* bytes that such a line may have, CRLF included */
};

/* Empty, without limits. */
void pace_init(struct pace *pace);
/* From now on; what was sent so far costs nothing any more. */
void pace_limit(struct pace *pace, const struct pace_limits *limits);
/* Of so many short lines at once, then so many a minute (0: no pacing), as the most careful server
 * counts them. */
struct pace_limits pace_limits_of(unsigned burst, unsigned rate);
/* What a line costs, in ms. */
uint64_t pace_cost(const struct pace_limits *limits, const char *line, size_t length);
/* The time; of lines that are put, too. */
void pace_time(struct pace *pace, uint64_t now);
/* Drops what waits; may be used again. */
void pace_clear(struct pace *pace);

/* Queues a complete line, CRLF included (copied, as is `way`; NULL: to the server). Of answers to
 * the curious one that is like the last that waits goes in that. False: full, or memory is out. */
bool pace_put(struct pace *pace, enum pace_class class, const struct pace_way *way,
              const char *line, size_t length);

/* Takes the next line that may go at `now` (ms) and fits `size` into `out`, with what is joined to
 * it; returns its length, 0: none. */
size_t pace_take(struct pace *pace, uint64_t now, char *out, size_t size);
/* When the next line may go: `now` or earlier: at once; UINT64_MAX: nothing waits, or nothing may
 * go before a line is through. */
uint64_t pace_due(const struct pace *pace);
/* How long, in ms, what is said now to a table in a channel, or (`alone`) in a private talk, will
 * wait; or what waits already has, where that is longer. */
uint64_t pace_behind(const struct pace *pace, bool alone);
/* Whether so little waits that more of what was refused may come. */
static inline bool pace_has_room(const struct pace *pace)
{
    return pace->bytes < PACE_INFO_BYTES;
}

/* Whether lines to that user wait. Names are compared byte by byte: the caller gives the name it
 * gave to pace_put(). */
bool pace_waits(const struct pace *pace, const char *user);
/* Whether lines to that user wait that others on that topic would replace; on 0 none do. */
bool pace_waits_on(const struct pace *pace, const char *user, uint32_t topic);
/* Whether the last line that waits for a user begins so, of all but answers to the curious. */
bool pace_waits_with(const struct pace *pace, const char *user, const char *beginning);
/* Drops the lines that wait for a user; returns how many. */
unsigned pace_forget(struct pace *pace, const char *user);
/* Readdresses the lines that wait for a user: `rewrite` makes the new line from the old one (0:
 * drop it). */
void pace_rename(struct pace *pace, const char *user, const char *new_user,
                 size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg);

#endif
