/* page_typist.h: who gives a command from a page of a seat (page_seat.h): their person, table and
 * network.
 *
 * A page has a user id of its own, on the network of pages. What it says is carried out as if its
 * person had typed it to us in private, about that table; the answer goes to the page. It has none
 * of the rights that a person has by their account or as an operator, and no command about who they
 * are (command.personal). That holds for the owner of a seat too. What guests alone may do stands
 * in bot/command/handlers/invite.h and bot/table/vote.h; SECURITY.md, "Guests", has all of it. */
#ifndef TALON_BOT_COMMAND_PAGE_TYPIST_H
#define TALON_BOT_COMMAND_PAGE_TYPIST_H

#include "adapters/adapter.h"
#include "bot/table/seats/page_seat.h"

struct host;
struct language;
struct network;
struct person;
struct table;

struct page_typist {
    struct network *network;
    struct person *person;
    struct table *table;
    const struct language *language; /* in which it is read */
    const char *answer_user;
    /* Of a guest by a link, for limits (flood.h); empty: not known, or no guest. A copy: the seat
     * may be gone once the command is carried out. */
    char address[PAGE_PEER_SIZE];
    struct chat_event event; /* as the person's own */
};

/* Whether the users of that network are pages of seats. */
bool page_typist_sits(const struct network *network);
/* False: nobody is heard who says that from a page (any more). */
bool page_typist_find(struct host *host, const struct chat_event *event, struct page_typist *page);

#endif
