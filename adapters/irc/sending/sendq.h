/* sendq.h: the send queue: the lines that wait to be sent, and when each of them may go.
 *
 * Servers delay or drop clients that speak too fast. How they do it, a row of servers.h says: each
 * line costs time, and lines may go as long as their sum is no more than some seconds ahead of the
 * clock. A server that delays lines takes only so many in flight (inflight.h); a server that has no
 * such limit here has at most so many bytes to read, by the same count.
 *
 * Lines wait in classes. The lowest class goes first, but one line in five is of each other class
 * that waits, so that neither hands nor the channel wait for players who answer at once. Only
 * SENDQ_INFO waits until no table of a channel has anything to say, or for a long time. Channels go
 * before private talks, and people who play together go before somebody who plays with computers.
 * The end of the burst is kept for answers to a player's own move, and SENDQ_INFO and SENDQ_PRIVATE
 * may not use more than half of it, so that a channel's lines go at once even where those have used
 * up their part.
 *
 * Within a class every channel and every user has a queue (targetq.h), and the queues take turns,
 * so that no table starves another. A queue keeps its order, and the line of a move takes along
 * what waits for its channel. When much waits, or after some seconds, lines of one queue that fit
 * into one line are joined. Urgent lines never wait, but they cost as others do; they are taken
 * however much else waits, since a PONG that is dropped ends the connection.
 *
 * Pure: the caller gives the time. */
#ifndef TALON_ADAPTERS_IRC_SENDING_SENDQ_H
#define TALON_ADAPTERS_IRC_SENDING_SENDQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flood.h"
#include "inflight.h"

enum sendq_class {
    SENDQ_URGENT,  /* PONG, NICK, registration */
    SENDQ_PING,    /* PING behind lines in flight */
    SENDQ_MOVE,    /* to a channel: what a player's command did; to a player: why it did nothing */
    SENDQ_HAND,    /* whispers that a player waits for */
    SENDQ_TABLE,   /* to a channel; JOIN */
    SENDQ_SOLO,    /* all of a channel's table where one person plays against computers */
    SENDQ_INFO,    /* help, lists, answers to who is only curious */
    SENDQ_PRIVATE, /* all of a table in a private talk */
    SENDQ_CLASSES
};

/* Bounds, in bytes of memory of the lines that wait and of their queues. All lines together fill
 * the first; SENDQ_INFO finds it full sooner; urgent lines have a bound of their own, which only a
 * server fills that makes us answer and does not read. A line that finds no room is refused: the
 * caller tells the table anew (throttle.h), or ends the connection (session_put()). */
enum {
    SENDQ_BYTES_MAX = 4 << 20,
    SENDQ_INFO_BYTES_MAX = 1 << 20,
    SENDQ_URGENT_BYTES_MAX = 32 << 10
};

enum { SENDQ_STALE_MAX = 16 };

struct targetq;

struct sendq {
    struct sendq_class_queues {
        struct targetq *named; /* uthash by name */
        struct targetq *turn;  /* a ring; the first queue is next */
    } queues[SENDQ_CLASSES];
    size_t bytes;                      /* of memory that all takes */
    size_t urgent;                     /* of them, of SENDQ_URGENT */
    unsigned overtaken[SENDQ_CLASSES]; /* lines of lower classes that went while this one waited */
    struct flood_limits limits;
    struct inflight inflight;
    bool held;          /* urgent lines alone may go */
    uint64_t now;       /* ms; the latest time that the caller gave */
    uint64_t clock;     /* ms; up to when the lines that were sent count */
    uint64_t ahead;     /* ms that `clock` may be ahead of `now` */
    size_t unread;      /* bytes that the server had not read at `unread_at`, by this count */
    uint64_t unread_at; /* ms */
    size_t waiting;     /* bytes of text that wait in the classes of channels' tables */
    bool (*is_stale)(void *arg, uint32_t ticket); /* asked before a line goes; NULL: none is */
    void *arg;
    uint32_t stale[SENDQ_STALE_MAX]; /* tickets of lines that were dropped for that; the caller says
                                        what they told anew, and takes the tickets out */
    unsigned stale_count;
    size_t private; /* bytes of text that wait in the class of private tables */
};

/* The topic of a line to a channel that the next line there makes stale. */
enum { SENDQ_STALE = 1 };

/* Where a line goes, and how. All zero: to the server. */
struct sendq_target {
    const char *name; /* of a channel or user, as sendq_forget() and sendq_rename() will name it */
    bool whisper;     /* the name is a user's */
    bool first;       /* the queue goes before those that have not waited for long */
    uint32_t topic;   /* of a whisper: what a newer one replaces; to a channel: SENDQ_STALE; 0:
                         nothing replaces it */
    uint32_t ticket;  /* message.ticket */
    bool replaces; /* a whisper: what waits for the user on its topic is dropped; this line counts
                      as having waited since then, and the queue keeps its turn */
    size_t head;   /* bytes before the text of a line that may be joined; 0: it may not */
    size_t max;    /* bytes that a joined line may have, CRLF included */
};

/* Empty, without limits. */
void sendq_init(struct sendq *sendq);
/* From now on these limits hold; what was sent so far counts no more. */
void sendq_limit(struct sendq *sendq, const struct flood_limits *limits);
/* Tells the time (ms). Lines that are put wait since then. */
void sendq_time(struct sendq *sendq, uint64_t now);
/* Drops what waits; the queue may be used again. */
void sendq_clear(struct sendq *sendq);

/* Queues a copy of a complete line, CRLF included; `target` is copied, too (NULL: the server). A
 * SENDQ_INFO line that is the same as the last one that waits there is not put again. False: the
 * queue is full, or memory is out. */
bool sendq_put(struct sendq *sendq, enum sendq_class class, const struct sendq_target *target,
               const char *line, size_t length);

/* Takes the next line that may go at `now` (ms) and fits `size` into `out`, with what is joined to
 * it. Returns its length; 0: there is none. */
size_t sendq_take(struct sendq *sendq, uint64_t now, char *out, size_t size);
/* When (ms) the next line may go: at once where that is `now` or earlier. UINT64_MAX: nothing
 * waits, or nothing may go before a line in flight has arrived. */
uint64_t sendq_due(const struct sendq *sendq);
/* How long, in ms, a line will wait that is said now to a table in a channel or (`private`) in a
 * private talk; or how long one has waited already, where that is longer. */
uint64_t sendq_behind(const struct sendq *sendq, bool private);
/* Whether so little waits that more of what was refused may come. */
static inline bool sendq_has_room(const struct sendq *sendq)
{
    return sendq->bytes < SENDQ_INFO_BYTES_MAX;
}

/* Whether lines wait for that user. Names are compared byte by byte: the caller gives the name that
 * it gave to sendq_put(). */
bool sendq_waits(const struct sendq *sendq, const char *user);
/* Whether lines wait for that user that others on that topic would replace; on topic 0 none do. */
bool sendq_waits_topic(const struct sendq *sendq, const char *user, uint32_t topic);
/* Whether the last line that waits for a user in some class but SENDQ_INFO begins like that. */
bool sendq_waits_like(const struct sendq *sendq, const char *user, const char *beginning);
/* Drops the lines that wait for a user; returns how many there were. */
unsigned sendq_forget(struct sendq *sendq, const char *user);
/* Readdresses the lines that wait for a user: `rewrite` makes the new line from the old one and
 * returns its length (0: the line is dropped). */
void sendq_rename(struct sendq *sendq, const char *user, const char *new_user,
                  size_t (*rewrite)(void *arg, const char *line, char *out, size_t size),
                  void *arg);

#endif
