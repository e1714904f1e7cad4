/* page_seat.h: seats that somebody plays from a web page, and the links to them. The file is in
 * this room because votes, seats and states ask it who is a guest.
 *
 * The bot whispers a link (!web) to one person. The link stands for their seat at one table and
 * works once within ten minutes. It becomes a session, which the browser keeps and sends along. A
 * link or session holds 128 bits from the operating system. Memory and the store (scope "page")
 * keep only its hash, written in the batch of the event that caused it. A session ends with the
 * seat, with the identity of the person, on their request, and when its time is over.
 *
 * An invitation (!invite) is for a table, and makes anybody who opens it a guest: a person of the
 * network of pages, without account, whose id is that of their session. The row of a guest keeps
 * who invited them while both sit there: a guest has no vote about that seat (vote.h).
 *
 * At the table, the holder of a session is the person who asked for the link. The page sees nothing
 * else of that person (context.h). */
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
    PAGE_INVITE,  /* to a table, for guests; valid until it is taken back or expires */
    PAGE_KINDS
};

enum {
    PAGE_SECRET_SIZE = 33, /* the secret of a link or a session: 32 hexadecimal digits and NUL */
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
    char *by;   /* of an invitation and of a guest: the person who invites, in the form of the row;
                   owned; "" or NULL: not known */
    bool guest; /* its holder came by an invitation, and `key` is the session's own id */
    bool open;  /* of a session: a page shows it now */
    /* The address of a guest; "" if not known. No database holds an address (SECURITY.md). So after
     * a start this is the first address from which the guest's page connects. */
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
    char session[PAGE_SECRET_SIZE]; /* the secret that they get */
};

/* Makes a link to a person's seat at a table, which replaces their link before. Returns false if
 * there are too many, or memory is out. */
bool page_seat_offer(struct table *table, const struct person *person,
                     char secret[PAGE_SECRET_SIZE]);
/* The link or session with that secret; NULL if there is none, or it has expired. */
struct page_seat *page_seat_find(struct host *host, enum page_seat_kind kind, const char *secret);
struct page_seat *page_seat_by_id(struct host *host, const char *id);
/* Exchanges a link for a session; the link is freed. Returns false as above. */
bool page_seat_exchange(struct host *host, struct page_seat *link, char secret[PAGE_SECRET_SIZE]);

/* Makes an invitation to a table by somebody who sits there, which replaces the one before. Returns
 * false as above. */
bool page_seat_invite(struct table *table, const struct person *by, char secret[PAGE_SECRET_SIZE]);
/* Takes it back; false: there was none. */
bool page_seat_uninvite(struct table *table);
/* Makes a session for a new guest at that table (guest->session). The guest must sit down in this
 * turn of the loop, or drop it. Returns NULL where the others return false. */
struct page_seat *page_seat_guest(struct table *table, const struct network *network,
                                  struct guest *guest);
/* The number of guests at a table (0: at all tables) from that address (NULL: from any). */
unsigned page_seat_guests(const struct host *host, int64_t table, const char *peer);
/* Notes the address from which a guest's page connects, unless one is known. */
void page_seat_note_peer(struct host *host, const char *id, const char *peer);
/* The session of a guest who came by an invitation; NULL for anybody else. */
const struct page_seat *page_seat_of_guest(const struct person *person);
/* True if both are guests from one address. All unknown addresses count as one. */
bool page_seat_together(const struct person *one, const struct person *other);
/* Returns true if `by` invited that guest. */
bool page_seat_invited(const struct person *guest, const struct person *by);
/* From now on the guests of `from` count as invited by `to`. */
void page_seats_hand_over(struct table *table, const struct person *from, const struct person *to);

/* The person of a session, with table and seat; NULL if they no longer have the seat. */
struct person *page_seat_person(struct host *host, const struct page_seat *seat,
                                struct table **table, unsigned *number);

/* -- what is left to pages -- */
/* Call it when a page of that session opens, or when its last page closes. After the last one, the
 * bot whispers the hand to a person whose turn it is, if it did not do so because of the page. */
void page_seat_show(struct host *host, const char *id, bool open);
/* The next open session of a seat after `last` (NULL: the first), without guests' sessions. NULL
 * after the last. */
const struct page_seat *page_seat_next_open(const struct table *table, unsigned seat,
                                            const struct page_seat *last);
/* True if the person there wants no hand whispered while a page shows it, and a page does. */
bool page_seat_alone(const struct table *table, unsigned seat);

/* -- revoking -- */
/* Sessions that were revoked since the start. */
uint64_t page_seat_drops(const struct host *host);
/* Ends one session. If its page was open, this does what page_seat_show() does when a page closes.
 */
void page_seat_drop(struct host *host, struct page_seat *seat);
/* Ends all links and sessions of one seat; returns how many there were. */
unsigned page_seats_end(struct table *table, const struct person *person);
/* Ends all links and sessions of a person who is, or may be, somebody else now. */
void page_seats_revoke(const struct person *person);
/* Ends the sessions whose seat is gone, and forgets inviters without a seat. */
void page_seats_check(struct table *table);
/* Ends all links, sessions and invitations of a table that closes. */
void page_seats_close(const struct table *table);

/* Reads a row of the store (scope "page"). */
void page_seat_load(struct host *host, const char *key, const char *value);
/* Forgets a row that is no longer in the store. */
void page_seat_unload(struct host *host, const char *key);
void page_seats_finish(struct host *host);

#endif
