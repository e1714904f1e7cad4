/* page_seat.h: seats that somebody plays from a web page, and the links to them. The file is in
 * bot/table because votes, seats and saved states ask it who is a guest.
 *
 * The bot whispers a link (!web) to one person. The link is for their seat at one table and works
 * once, within ten minutes. Opening it makes a session, whose secret the browser keeps and sends
 * with each request. A link or session holds 128 bits from the operating system. Memory and the
 * store (scope "page") keep only its hash, written in the batch of the event that caused it. A
 * session ends when its seat is given up, when its person may be somebody else now, on their
 * request, or when its time is over.
 *
 * An invitation (!invite) is for a table, and makes anybody who opens it a guest. So does the page
 * of a table whose channel allows it, without an invitation. A guest is a person of the network of
 * pages, without account, whose id is that of their session. While both sit there, a guest's row
 * also names who invited them, because a guest may not vote about the inviter's seat (vote.h).
 *
 * When a guest's session expires, no page plays the seat any more. The session is kept while the
 * guest has the seat, because it alone tells that the seat is a guest's.
 *
 * At the table, the holder of a session is the person who asked for the link. The page shows
 * nothing else about that person (context.h). */
#ifndef TALON_BOT_TABLE_SEATS_PAGE_SEAT_H
#define TALON_BOT_TABLE_SEATS_PAGE_SEAT_H

#include <uthash.h>

#include "adapters/pages.h"
#include "bot/people/hash.h"

struct language;
struct network;
struct person;
struct table;
struct tables;

enum page_seat_kind {
    PAGE_LINK,    /* to one person's seat */
    PAGE_SESSION, /* what a browser has */
    PAGE_INVITE,  /* an invitation to a table, for guests; valid until it is taken back or
                   * expires */
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
    PAGE_GUESTS_PEER_MAX = 4, /* guests from one address (page_request.peer), at all tables */
    PAGE_PEER_SIZE = 40
};

struct page_seat {
    UT_hash_handle hh;    /* of all, by hash */
    UT_hash_handle by_id; /* in the table of sessions, by id */
    uint8_t hash[HASH_SIZE];
    char id[SEAT_ID_MAX]; /* the public name of a session */
    enum page_seat_kind kind;
    bool verified;
    int64_t expires_at; /* clock_now() */
    int64_t table;
    const char *network, *key; /* network and key of the person (people.h); "" for an invitation */
    char *by;   /* who invited, as stored; only for an invitation or a guest; owned; "" or NULL: not
                 * known */
    bool guest; /* its holder came by an invitation, and `key` is the session's own id */
    bool open;  /* a page shows this session now */
    /* The address of a guest; "" if not known. No database may contain an address (SECURITY.md). So
     * after a start this is the first address from which the guest's page connects. */
    char peer[PAGE_PEER_SIZE];
    char texts[];
};

/* Somebody who wants to sit down as a guest (seat_guest_fn in bot/pages/pages.h). */
struct guest {
    struct adapter *adapter;  /* by which they came */
    struct page_seat *invite; /* NULL: they come from the page of `table` */
    int64_t table;
    const char *name; /* as they typed it */
    const char *peer; /* page_request.peer */
    const struct language *language;
    char session[PAGE_SECRET_SIZE]; /* the secret that they get */
};

/* Makes a link to a person's seat at a table, which replaces their earlier link. Returns false if
 * there are too many links and sessions, or memory is out. */
bool page_seat_offer(struct table *table, const struct person *person,
                     char secret[PAGE_SECRET_SIZE]);
/* Returns the link, session or invitation with that secret; NULL if there is none, or it has
 * expired. */
struct page_seat *page_seat_find(struct tables *tables, enum page_seat_kind kind,
                                 const char *secret);
struct page_seat *page_seat_by_id(struct tables *tables, const char *id);
/* Makes a session in place of a link, and frees the link. Returns false as page_seat_offer() does.
 */
bool page_seat_exchange(struct tables *tables, struct page_seat *link,
                        char secret[PAGE_SECRET_SIZE]);

/* Makes an invitation to a table by somebody who sits there. It replaces the table's earlier
 * invitation. Returns false as page_seat_offer() does. */
bool page_seat_invite(struct table *table, const struct person *by, char secret[PAGE_SECRET_SIZE]);
/* Takes the table's invitation back. Returns false if there was none. */
bool page_seat_uninvite(struct table *table);
/* Makes a session for a new guest at that table (guest->session). In this turn of the loop the
 * caller must seat the guest, or drop the session. Returns NULL when page_seat_offer() would return
 * false. */
struct page_seat *page_seat_guest(struct table *table, const struct network *network,
                                  struct guest *guest);
/* Returns the number of guests at a table (0: at all tables) from that address (NULL: from any). */
unsigned page_seat_guests(const struct tables *tables, int64_t table, const char *peer);
/* Keeps the address from which a guest's page connects, unless one is known. */
void page_seat_note_peer(struct tables *tables, const char *id, const char *peer);
/* Returns the session of a guest who came by an invitation; NULL for anybody else. */
const struct page_seat *page_seat_of_guest(const struct tables *tables,
                                           const struct person *person);
/* Returns true if both are guests from one address. All unknown addresses count as one and the
 * same. */
bool page_seat_together(const struct tables *tables, const struct person *one,
                        const struct person *other);
/* Returns true if `by` invited that guest. */
bool page_seat_invited(const struct tables *tables, const struct person *guest,
                       const struct person *by);
/* From now on the guests of `from` count as invited by `to`. */
void page_seats_hand_over(struct table *table, const struct person *from, const struct person *to);

/* Returns the person of a session, with their table and seat; NULL if they no longer have the seat.
 */
struct person *page_seat_person(struct tables *tables, const struct page_seat *seat,
                                struct table **table, unsigned *number);

/* -- hands that pages show -- */
/* Call it when a page of that session opens, or when its last page closes. While a page shows the
 * hand, some people want no whispers of it. So when the last page closes, it whispers the hand to
 * such a person if it is their turn. */
void page_seat_show(struct tables *tables, const char *id, bool open);
/* Returns the next session of a seat that a page shows, after `last` (NULL: the first), without
 * those of guests. NULL after the last. */
const struct page_seat *page_seat_next_open(const struct table *table, unsigned seat,
                                            const struct page_seat *last);
/* Returns true if the person there wants no hand whispered while a page shows it, and a page shows
 * it now. */
bool page_seat_alone(const struct table *table, unsigned seat);

/* -- revoking -- */
/* Sessions that were revoked since the start. */
uint64_t page_seat_drops(const struct tables *tables);
/* Ends one session. If a page showed it, does what page_seat_show() does for the last page. */
void page_seat_drop(struct tables *tables, struct page_seat *seat);
/* Ends all links and sessions of one seat; returns how many there were. */
unsigned page_seats_end(struct table *table, const struct person *person);
/* Ends all links and sessions of a person, because somebody else may be behind the nick or account
 * now. */
void page_seats_revoke(struct tables *tables, const struct person *person);
/* Ends sessions whose seat is gone, and removes the names of inviters without a seat. */
void page_seats_check(struct table *table);
/* Ends all links, sessions and invitations of a table that closes. */
void page_seats_close(const struct table *table);

/* Reads a row of the store (scope "page"). */
void page_seat_load(struct tables *tables, const char *key, const char *value);
/* Drops from memory a row that is no longer in the store. */
void page_seat_unload(struct tables *tables, const char *key);
void page_seats_finish(struct tables *tables);

#endif
