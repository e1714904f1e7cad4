/* pace.h: what waits to be sent, and when it may go.
 *
 * Servers throttle or drop clients that speak too fast. One model fits all networks: a line costs
 * time (2 s and 1/120 s a byte at the default rate), and lines may go while the sum is less than
 * some seconds ahead of the clock, and the server has no more than 1024 bytes to read by it (more
 * where a larger burst is allowed). Lines wait in classes; the lowest class goes first, but each
 * of the others has one line in five: neither the channel nor the curious wait for players who
 * answer at once. Within a class every channel and every user has a lane, and the lanes take turns,
 * so that no table starves another; a lane keeps its order. When much is said, lines of a lane that
 * fit into one go as one. Urgent lines never wait, but cost; they alone are taken however much
 * waits (a PONG that is dropped ends the connection). Pure: the time comes in.
 */
#ifndef TALON_ADAPTERS_IRC_PACE_H
#define TALON_ADAPTERS_IRC_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pace_class {
    PACE_URGENT, /* PONG, NICK, registration */
    PACE_HAND,   /* whispers a player waits for */
    PACE_TABLE,  /* the channel; JOIN */
    PACE_INFO,   /* help, tables, answers to the curious */
    PACE_CLASSES
};

/* Bytes of waiting lines; beyond it more are refused, of answers to the curious sooner. */
enum { PACE_BYTES = 4 << 20, PACE_INFO_BYTES = 1 << 20 };

struct pace_lane;

struct pace {
    struct pace_class_lanes {
        struct pace_lane *named; /* uthash by name */
        struct pace_lane *turn;  /* a ring; its first lane is next */
    } lanes[PACE_CLASSES];
    size_t bytes;
    unsigned overtaken[PACE_CLASSES]; /* lines of lower classes that went while it waited */
    uint64_t clock;                   /* ms; time that the lines sent so far cost */
    uint64_t ahead;                   /* ms that clock may run ahead of now */
    uint64_t line_cost;               /* ms a line; 0: no pacing */
    size_t unread; /* bytes that the server had not read by this model at `unread_at` */
    size_t unread_most;
    uint64_t unread_at; /* ms */
};

/* Where a line goes. All zero: to the server. */
struct pace_way {
    const char *to; /* channel or user, as pace_forget() and pace_rename() will name them */
    bool whisper;   /* `to` is a user */
    uint32_t topic; /* what pace_supersede() will name; 0: nothing makes it stale */
    size_t head; /* bytes before the text of a line that may be joined with others; 0: it may not */
    size_t most; /* bytes that such a line may have, CRLF included */
};

/* `rate`: short lines a minute, 0: no pacing. `burst`: short lines at once. */
void pace_init(struct pace *pace, unsigned burst, unsigned rate);
/* Drops what waits; may be used again. */
void pace_clear(struct pace *pace);

/* What was sent so far costs nothing any more. */
void pace_forgive(struct pace *pace);

/* Queues a complete line, CRLF included (copied, as is `way`; NULL: to the server). Of answers to
 * the curious one that is like the last that waits goes in that. False: full, or memory is out. */
bool pace_put(struct pace *pace, enum pace_class class, const struct pace_way *way,
              const char *line, size_t length);
/* Drops the lines that wait for a user on a topic, since newer ones come; returns how many. */
unsigned pace_supersede(struct pace *pace, const char *user, uint32_t topic);

/* Takes the next line that may go at `now` (ms) and fits `size` into `out`, with what is joined to
 * it; returns its length, 0: none. */
size_t pace_take(struct pace *pace, uint64_t now, char *out, size_t size);
/* When the next line may go: `now` or earlier: at once; UINT64_MAX: nothing waits. */
uint64_t pace_due(const struct pace *pace);

/* Whether lines to that user wait. Names are compared byte by byte: the caller gives the name it
 * gave to pace_put(). */
bool pace_waits(const struct pace *pace, const char *user);
/* Drops the lines that wait for a user; returns how many. */
unsigned pace_forget(struct pace *pace, const char *user);
/* Readdresses the lines that wait for a user: `rewrite` makes the new line from the old one (0:
 * drop it). */
void pace_rename(struct pace *pace, const char *user, const char *new_user,
                 size_t (*rewrite)(void *arg, const char *line, char *out, size_t size), void *arg);

#endif
