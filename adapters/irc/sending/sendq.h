/* sendq.h: the send queue: the lines that wait to go out, and when each of them may go.
 *
 * Servers delay or drop clients that speak too fast; servers.h has the limits of each software.
 * Each line costs time. A line may go while the sum of these costs is at most some seconds ahead of
 * the clock. A server that delays lines gets only a few in flight (inflight.h). For a server
 * without such a limit, we estimate from the cost of lines how many bytes it has not read, and
 * limit those.
 *
 * Lines wait in classes, and the lowest class goes first. But one line in five comes from each
 * other class that waits, so that hands and channels do not wait for quick players. Only SENDQ_INFO
 * waits until no channel's table has anything to say, or for a long time. Channels go before
 * private talks, and people who play together before a person who plays with computers. The end of
 * the burst is kept for answers to a player's own move. SENDQ_INFO and SENDQ_PRIVATE may use half
 * of the burst at most, so that a channel's lines go at once even then.
 *
 * Within a class every channel and every user has a queue (targetq.h). The queues take turns, so
 * that no table starves another. A queue keeps its order. A channel's lines about its table are all
 * in one queue: the line of a move brings the waiting ones from later classes, and a later line
 * joins the move that waits. When much waits, or after some seconds, lines of one queue are joined
 * if they fit into one. Urgent lines never wait, but they cost as others do. The queue takes them
 * even when it is full, since a lost PONG ends the connection.
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
    SENDQ_MOVE,    /* channel: results of a player's command; player: why it failed */
    SENDQ_HAND,    /* whispers that a player waits for */
    SENDQ_TABLE,   /* to a channel; JOIN */
    SENDQ_SOLO,    /* channel: tables where one person plays against computers */
    SENDQ_INFO,    /* help, lists, answers to curious people */
    SENDQ_PRIVATE, /* tables in a private talk */
    SENDQ_CLASSES
};

/* Bounds, in bytes of memory for waiting lines and their queues. The first is for all lines
 * together. SENDQ_INFO has a lower one. Urgent lines have one of their own, which only a server can
 * reach that makes us answer and does not read. A line that finds no room is refused. Then the
 * caller tells the table again later (throttle.h), or ends the connection (session_put()). */
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
    size_t bytes;                      /* bytes of memory of all lines and queues */
    size_t urgent;                     /* of them, of SENDQ_URGENT */
    unsigned overtaken[SENDQ_CLASSES]; /* lines of lower classes that overtook this class */
    struct flood_limits limits;
    struct inflight inflight;
    bool held;          /* only urgent lines may go */
    uint64_t now;       /* ms; the latest time that the caller gave */
    uint64_t clock;     /* ms; each sent line moves it ahead by its cost */
    uint64_t ahead;     /* ms that `clock` may be ahead of `now` */
    size_t unread;      /* estimate of the bytes that the server had not read at `unread_at` */
    uint64_t unread_at; /* ms */
    size_t waiting;     /* bytes of text that wait in the classes of channels' tables */
    bool (*is_stale)(void *arg,
                     uint32_t ticket); /* asked before a line goes; NULL: no line is stale */
    void *arg;
    uint32_t stale[SENDQ_STALE_MAX]; /* tickets of dropped stale lines; the caller sends new ones
                                        and removes the tickets */
    unsigned stale_count;
    size_t private; /* bytes of text that wait in the class of private tables */
};

/* The topic of a channel's lines that the next line to the channel makes outdated. */
enum { SENDQ_STALE = 1 };

/* Where a line goes, and how. All zero: to the server. */
struct sendq_target {
    const char *name; /* name of the channel or user, as in sendq_forget() and sendq_rename() */
    bool whisper;     /* the name is a user's */
    bool first;       /* its queue overtakes queues whose lines have not waited for long */
    uint32_t topic;   /* whisper: a newer one on this topic may replace it; channel: SENDQ_STALE; 0:
                         nothing replaces it */
    uint32_t ticket;  /* message.ticket */
    bool replaces; /* a whisper that drops the user's waiting whispers on its topic, and takes over
                      their place and waiting time */
    size_t head;   /* bytes before the text, if the line may be joined; 0: it may not */
    size_t max;    /* bytes that the joined line may have, with CRLF */
    /* The line rings for the player who must act: bytes of "bob: " behind `head`, and of
     * " → your turn" before CRLF. 0: it does not. A joined line asks only the last such player,
     * whom it names first: some clients ring only for the first name. */
    size_t mention, asks;
};

/* Makes an empty queue without limits. */
void sendq_init(struct sendq *sendq);
/* Sets the limits. What was sent before no longer counts. */
void sendq_limit(struct sendq *sendq, const struct flood_limits *limits);
/* Sets the time (ms). Lines queued from now on count their waiting from this time. */
void sendq_time(struct sendq *sendq, uint64_t now);
/* Drops what waits; the queue may be used again. */
void sendq_clear(struct sendq *sendq);

/* Queues a copy of a complete line with CRLF, and copies `target` (NULL: the server). Skips a
 * SENDQ_INFO line that is equal to the last one that waits there. Returns false if the queue is
 * full, or memory is out. */
bool sendq_put(struct sendq *sendq, enum sendq_class class, const struct sendq_target *target,
               const char *line, size_t length);

/* Takes the next line that may go at `now` (ms) and fits `size`, and joins others to it. Writes it
 * to `out` and returns its length; 0: there is none. */
size_t sendq_take(struct sendq *sendq, uint64_t now, char *out, size_t size);
/* Returns when (ms) the next line may go; a time that is over means at once. UINT64_MAX: nothing
 * waits, or a line in flight must arrive first. */
uint64_t sendq_due(const struct sendq *sendq);
/* Returns when (ms) half of the burst is free. UINT64_MAX: lines wait. */
uint64_t sendq_idle_due(const struct sendq *sendq);
/* Returns how many ms a new line to a table in a channel will wait, or (`private`) to a table in a
 * private talk. If the oldest line has waited longer already, returns its time. */
uint64_t sendq_behind(const struct sendq *sendq, bool private);
/* True if there is room again for messages that were refused. */
static inline bool sendq_has_room(const struct sendq *sendq)
{
    return sendq->bytes < SENDQ_INFO_BYTES_MAX;
}

/* True if lines wait for the user. Names are compared byte by byte: give the name that went to
 * sendq_put(). */
bool sendq_waits(const struct sendq *sendq, const char *user);
/* True if lines on this topic wait for the user: a later message on it would replace them. Always
 * false for topic 0. */
bool sendq_waits_topic(const struct sendq *sendq, const char *user, uint32_t topic);
/* True if the last line that waits for a user in some class (except SENDQ_INFO) has this
 * beginning. */
bool sendq_waits_like(const struct sendq *sendq, const char *user, const char *beginning);
/* Drops the lines that wait for a user, and returns how many. */
unsigned sendq_forget(struct sendq *sendq, const char *user);
/* Drops the lines on this topic that wait for a user. 0: drops none. */
void sendq_forget_topic(struct sendq *sendq, const char *user, uint32_t topic);
/* Gives the lines that wait for a user another name. `rewrite` makes the new line from the old one
 * and returns its length (0: drop the line). */
void sendq_rename(struct sendq *sendq, const char *user, const char *new_user,
                  size_t (*rewrite)(void *arg, const char *line, char *out, size_t size),
                  void *arg);

#endif
