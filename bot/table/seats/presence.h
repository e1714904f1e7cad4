/* presence.h: who is there: people who are heard, seen, gone or back.
 *
 * Each line that somebody types goes through presence_heard() and presence_find(), before anybody
 * looks at what it says. Together they call the rest: bans (bot/people/ban.h), where people were
 * seen (seen.h), linked nicks (nick.h), netsplits (split.h) and private tables (private_table.h).
 *
 * Somebody who leaves the network, or the channel of their table, may have lost their connection.
 * So nothing happens during host_options.quit_grace, only !order marks them. Then, in a match, a
 * computer player keeps the seat, and the channel is told. If they opened the table, somebody else
 * gets charge of it. In the lobby the seat waits: the channel is told, and the seat gets no cards,
 * also in later matches. Players are back when they are seen or give a command. A seat that waited
 * becomes the last one and is dealt in at the next deal.
 *
 * After a netsplit the table waits instead (split.h). While the table is not heard, nobody is found
 * missing. Networks with permanent ids do not tell that somebody is gone. */
#ifndef TALON_BOT_TABLE_SEATS_PRESENCE_H
#define TALON_BOT_TABLE_SEATS_PRESENCE_H

#include <stdbool.h>

#include "bot/people/people.h"

struct chat_event;
struct host;
struct table;

/* False: the operator lets the author of a message, or the channel's owner, not play: the event
 * must do nothing. Notes where the author was seen. */
bool presence_heard(struct host *host, const struct network *network,
                    const struct chat_event *event);

/* As whom somebody acts now. */
struct presence {
    struct person *person;  /* NULL: nobody who is known here */
    struct person *claimed; /* whom they would be, if they gave what `lack` says; NULL: nobody */
    enum people_lack lack;
    bool returned; /* a computer player kept a seat of theirs; it is theirs again */
};
/* Finds the person behind a user who says something. Binds the person to the user where that is
 * sure, and gives back what waited for them, as presence_back() does. */
void presence_find(struct host *host, struct network *network, const struct chat_user *user,
                   struct presence *found);

/* They are bound to a user (again): the seats that computer players kept are theirs, with their
 * hands; tables that waited after a netsplit go on, and so do their private tables. True: a
 * computer player kept a seat of theirs. */
bool presence_back(const struct person *person);
/* They were bound all along, and are seen: only the seats that computer players kept. */
bool presence_seen(const struct person *person);

/* Somebody has left the network; or one channel, where they have that seat (or SEAT_NONE). */
void presence_gone(const struct person *person);
void presence_left(struct table *table, unsigned seat);
/* A match is about to begin: seats wait whose people left the match before. */
void presence_before_match(struct table *table);
/* For timeout.c: everybody whose grace is over is taken for gone. False: nobody's is. */
bool presence_act(struct table *table);

#endif
