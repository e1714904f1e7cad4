/* page_typist.h: the typist behind a page of a seat (page_seat.h): their person, table and
 * network.
 *
 * A page has a user id of its own, on the network of pages. We carry out what it says as if its
 * person had typed it to us in private, about that table; the answer goes to the page. A page has
 * none of the rights that a person has by their account or as an operator, and cannot give commands
 * about who the person is (command.personal). This holds for the owner of a seat, too.
 * bot/command/handlers/invite.h and bot/table/vote.h say what only guests may do; SECURITY.md,
 * "Guests", has all of it. */
#ifndef TALON_BOT_COMMAND_PAGE_TYPIST_H
#define TALON_BOT_COMMAND_PAGE_TYPIST_H

#include "adapters/adapter.h"
#include "bot/table/seats/page_seat.h"

struct language;
struct network;
struct pages;
struct person;
struct table;
struct tables;

struct page_typist {
    struct network *network;
    struct person *person;
    struct table *table;
    const struct language *language; /* in which it is read */
    const char *answer_user;
    /* The guest by a link, for limits (flood.h); empty if not known, or if it is no guest. This is
     * a copy, because the command may remove the seat. */
    char address[PAGE_PEER_SIZE];
    struct chat_event event; /* as the person's own */
};

/* Returns true if the users of that network are pages of seats. */
bool page_typist_sits(const struct network *network);
/* Returns false if no page (any more) belongs to that user. */
bool page_typist_find(struct tables *tables, const struct pages *pages,
                      const struct chat_event *event, struct page_typist *page);

#endif
