/* page_seat.h: seats that somebody plays from a web page, and the links to them. It stands in
 * this room because votes, seats and states ask it who is a guest.
 *
 * The bot whispers a link (!web) to one person. It stands for their seat at one table, works
 * once within ten minutes, and becomes a session, which the browser keeps and sends along. A
 * link or session holds 128 bits from the operating system. Only its hash is kept, here and in
 * the store (scope "page"), in the batch of what caused it. A session ends with the seat, with
 * the identity of the person, when they say so, and when its time is over.
 *
 * An invitation (!invite) is for a table, and makes anybody who opens it a guest: a person of
 * the network of pages, without account, whose id is that of their session. The row of a guest
 * keeps who invited them while both sit there: a guest has no vote about that seat (vote.h).
 *
 * At the table, the holder of a session is the person who asked for the link. The page sees
 * nothing else of that person (context.h). */
#ifndef TALON_BOT_TABLE_SEATS_PAGE_SEAT_H
#define TALON_BOT_TABLE_SEATS_PAGE_SEAT_H

#include <uthash.h>

#include "adapters/pages.h"
#include "bot/people/hash.h"

struct host;
struct language;
struct network;
struct person;
struct table;

enum page_seat_kind {
    PAGE_LINK,    /* to one person's seat */
    PAGE_SESSION, /* what a browser has */
    PAGE_INVITE,  /* to a table, for guests: good until it is taken back or over */
    PAGE_KINDS
};

enum {
    PAGE_SECRET_SIZE = 33, /* of what a link or a session has: 32 hexadecimal digits and NUL */
    PAGE_SEATS_MAX = 20000,
    PAGE_SESSIONS_OF_MAX = 4, /* of one seat: browsers */
    PAGE_LINK_LIFE = 600,     /* seconds */
    PAGE_SESSION_LIFE = 30 * 86400,
    PAGE_INVITE_LIFE = 86400,
    PAGE_GUESTS_TABLE_MAX = 4,
    PAGE_GUESTS_PEER_MAX = 4, /* of one address (page_request.peer), at all tables */
    PAGE_PEER_SIZE = 40
};

struct page_seat {
    UT_hash_handle hh;    /* of all, by hash */
    UT_hash_handle by_id; /* of the sessions only, by id */
    uint8_t hash[HASH_SIZE];
    char id[SEAT_ID_MAX]; /* what a session is called: no secret */
    enum page_seat_kind kind;
    bool verified;
    int64_t expires_at; /* clock_now() */
    int64_t table;
    const char *network, *key; /* whose (people.h); of an invitation both are "" */
    char *by; /* of an invitation and of a guest: who invites, as the row has it; owned. "" or NULL:
                 not known */
    bool guest; /* who has it came by an invitation, and is the key themselves */
    bool open;  /* of a session: a page shows it now */
    /* Of a guest: their address. "": not known. No database holds an address (SECURITY.md): after a
     * start it is that from which the guest's page connects first. */
    char peer[PAGE_PEER_SIZE];
    char texts[];
};

/* Somebody who has an invitation and wants to sit down (seat_guest_fn in bot/pages/pages.h). */
struct guest {
    struct adapter *adapter; /* by which they came */
    struct page_seat *invite;
    const char *name; /* as they typed it */
    const char *peer; /* page_request.peer */
    const struct language *language;
    char session[PAGE_SECRET_SIZE]; /* what they have then */
};

/* Makes a link to the seat of somebody at a table, in place of the one before. False: there are
 * too many, or memory is out. */
bool page_seat_offer(struct table *table, const struct person *person,
                     char secret[PAGE_SECRET_SIZE]);
/* The link or session with that secret; NULL: there is none, or it is over. */
struct page_seat *page_seat_find(struct host *host, enum page_seat_kind kind, const char *secret);
struct page_seat *page_seat_by_id(struct host *host, const char *id);
/* Exchanges a link, which is gone then, for a session. False: as above. */
bool page_seat_exchange(struct host *host, struct page_seat *link, char secret[PAGE_SECRET_SIZE]);

/* Makes an invitation to a table by somebody who sits there, in place of the one before. False:
 * as above. */
bool page_seat_invite(struct table *table, const struct person *by, char secret[PAGE_SECRET_SIZE]);
/* Takes it back; false: there was none. */
bool page_seat_uninvite(struct table *table);
/* Makes a session for a new guest at that table (guest->session). The guest must sit down in
 * this turn of the loop, or drop it. NULL: as above. */
struct page_seat *page_seat_guest(struct table *table, const struct network *network,
                                  struct guest *guest);
/* The number of guests at a table (0: at all), from that address (NULL: from any). */
unsigned page_seat_guests(const struct host *host, int64_t table, const char *peer);
/* Notes the address from which a guest's page connects, unless one is known. */
void page_seat_note_peer(struct host *host, const char *id, const char *peer);
/* The session of a guest by an invitation; NULL: they are no such guest. */
const struct page_seat *page_seat_of_guest(const struct person *person);
/* True if both are guests from one address. All unknown addresses count as one. */
bool page_seat_together(const struct person *one, const struct person *other);
/* Whether `by` invited that guest. */
bool page_seat_invited(const struct person *guest, const struct person *by);
/* The guests of one person count as invited by another from now on. */
void page_seats_hand_over(struct table *table, const struct person *from, const struct person *to);

/* The person of a session, with table and seat; NULL: they no longer have the seat. */
struct person *page_seat_person(struct host *host, const struct page_seat *seat,
                                struct table **table, unsigned *number);

/* -- what is left to pages -- */
/* A page of that session is open, or the last one is closed. Then a person whose turn it is gets
 * the hand whispered, if the page was the reason that it was not. */
void page_seat_show(struct host *host, const char *id, bool open);
/* The next open session of a seat behind `last` (NULL: the first), apart from guests; NULL: no
 * more. */
const struct page_seat *page_seat_next_open(const struct table *table, unsigned seat,
                                            const struct page_seat *last);
/* True if the person there wants no hand whispered while a page shows it, and a page does. */
bool page_seat_alone(const struct table *table, unsigned seat);

/* -- revoking -- */
/* Sessions that were revoked since the start. */
uint64_t page_seat_drops(const struct host *host);
/* One; if its page was open, as page_seat_show() has it. */
void page_seat_drop(struct host *host, struct page_seat *seat);
/* Ends all links and sessions of one seat; returns how many there were. */
unsigned page_seats_end(struct table *table, const struct person *person);
/* Ends all of a person who is not, or may not be, who they were. */
void page_seats_revoke(const struct person *person);
/* Ends those whose seat is gone; forgets inviters without a seat. */
void page_seats_check(struct table *table);
/* All of a table that closes. */
void page_seats_close(const struct table *table);

/* A row of the store: scope "page". */
void page_seat_load(struct host *host, const char *key, const char *value);
/* It is not there any more. */
void page_seat_unload(struct host *host, const char *key);
void page_seats_finish(struct host *host);

#endif
