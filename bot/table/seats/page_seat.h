/* page_seat.h: seats that somebody plays from a page of the web, and the links to them.
 *
 * A link (!web) is told to one person and stands for their seat at one table: it is good once, for
 * ten minutes, and is exchanged for a session, which the browser keeps and sends along. What is in
 * a link or a session is 128 bits from the operating system; its hash alone is kept, here and in
 * the store (scope "page"), in the batch of what caused it. A session ends with the seat, with the
 * identity of who sits there, when its person says so, and after a while.
 *
 * An invitation (!invite) is to a table, and makes anybody who opens it a guest: a person of the
 * network of pages, without account, whose id is that of their session. The row of a guest keeps
 * who invited them, as long as these sit there, too: a guest has no vote about that seat (vote.h).
 *
 * Who has a session is the person who asked for the link, as far as the table goes; nothing else of
 * them is open to a page (context.h). */
#ifndef TALON_BOT_TABLE_SEATS_PAGE_SEAT_H
#define TALON_BOT_TABLE_SEATS_PAGE_SEAT_H

#include <uthash.h>

#include "adapters/adapter.h"
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

/* A link to the seat of somebody at a table; the one before is worth nothing any more. False: there
 * are too many, or memory is out. */
bool page_seat_offer(struct table *table, const struct person *person,
                     char secret[PAGE_SECRET_SIZE]);
/* Whose link or session that is: NULL when it is none, or worth nothing any more. */
struct page_seat *page_seat_find(struct host *host, enum page_seat_kind kind, const char *secret);
struct page_seat *page_seat_by_id(struct host *host, const char *id);
/* Exchanges a link, which is gone then, for a session. False: likewise. */
bool page_seat_exchange(struct host *host, struct page_seat *link, char secret[PAGE_SECRET_SIZE]);

/* An invitation to a table by somebody who sits there; the one before is worth nothing any more.
 * False: as above. */
bool page_seat_invite(struct table *table, const struct person *by, char secret[PAGE_SECRET_SIZE]);
/* Takes it back; false: there was none. */
bool page_seat_uninvite(struct table *table);
/* A session for a new guest at that table (guest->session), who is to sit down in this turn: else
 * it is dropped. NULL: as above. */
struct page_seat *page_seat_guest(struct table *table, const struct network *network,
                                  struct guest *guest);
/* Guests at a table (0: at all), from there (NULL: from anywhere). */
unsigned page_seat_guests(const struct host *host, int64_t table, const char *peer);
/* The address from which a guest's page connects; one that is known stays. */
void page_seat_note_peer(struct host *host, const char *id, const char *peer);
/* The session of somebody who is a guest by an invitation; NULL: they are not. */
const struct page_seat *page_seat_of_guest(const struct person *person);
/* Whether both are guests from one address. All whose address is not known count as one. */
bool page_seat_together(const struct person *one, const struct person *other);
/* Whether `by` invited that guest. */
bool page_seat_invited(const struct person *guest, const struct person *by);
/* What a person invited to, another one does from now on. */
void page_seats_hand_over(struct table *table, const struct person *from, const struct person *to);

/* Who that is, at which table and seat; NULL: they have it no more. */
struct person *page_seat_person(struct host *host, const struct page_seat *seat,
                                struct table **table, unsigned *number);

/* -- what is left to pages -- */
/* A page of that session is open, or none is any more: somebody whose turn it is, and who was not
 * whispered their hand for that page, is told it now. */
void page_seat_show(struct host *host, const char *id, bool open);
/* Of the sessions with an open page that a seat has beside its network, the one behind `last`
 * (NULL: the first), or NULL. */
const struct page_seat *page_seat_next_open(const struct table *table, unsigned seat,
                                            const struct page_seat *last);
/* Whether who sits there wants no hand whispered while a page shows it, and one does. */
bool page_seat_alone(const struct table *table, unsigned seat);

/* -- revoking -- */
/* Sessions that were revoked since the start. */
uint64_t page_seat_drops(const struct host *host);
/* One; if its page was open, as page_seat_show() has it. */
void page_seat_drop(struct host *host, struct page_seat *seat);
/* All of one seat; how many there were, links and sessions. */
unsigned page_seats_end(struct table *table, const struct person *person);
/* All of a person who is not, or may not be, who they were. */
void page_seats_revoke(const struct person *person);
/* Those whose seat is gone; and who invited is forgotten with their seat. */
void page_seats_check(struct table *table);
/* All of a table that closes. */
void page_seats_close(const struct table *table);

/* A row of the store: scope "page". */
void page_seat_load(struct host *host, const char *key, const char *value);
/* It is not there any more. */
void page_seat_unload(struct host *host, const char *key);
void page_seats_finish(struct host *host);

#endif
