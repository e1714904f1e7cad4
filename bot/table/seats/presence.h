/* presence.h: finds out who is there, when people speak, are seen, leave or come back.
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
 * After a netsplit the table waits instead (split.h). While the bot does not hear the table, it
 * takes nobody for missing. Networks with permanent ids never report that somebody has left. */
#ifndef TALON_BOT_TABLE_SEATS_PRESENCE_H
#define TALON_BOT_TABLE_SEATS_PRESENCE_H

#include <stdbool.h>

#include "bot/people/people.h"

struct chat_event;
struct host;
struct table;

/* Notes where the author of a message was seen. Returns false if the operator has banned the author
 * or the channel's owner; the event must do nothing then. */
bool presence_heard(struct host *host, const struct network *network,
                    const struct chat_event *event);

/* The person as whom a user acts now. */
struct presence {
    struct person *person;  /* NULL: nobody who is known here */
    struct person *claimed; /* whom they would be with the proof `lack`; NULL: nobody */
    enum people_lack lack;
    bool returned; /* a computer player kept a seat of theirs; it is theirs again */
};
/* Finds the person behind a user who says something. If the person is certain, binds them to the
 * user and calls presence_back(). */
void presence_find(struct host *host, struct network *network, const struct chat_user *user,
                   struct presence *found);

/* Call it when a person is bound to a user (again). They get back the seats that computer players
 * kept, with the hands. Tables that waited for them after a netsplit continue, and so do their
 * private tables. Returns true if a computer player kept a seat of theirs. */
bool presence_back(const struct person *person);
/* Call it when somebody who was bound all along is seen: it gives back only the seats that computer
 * players kept. */
bool presence_seen(const struct person *person);

/* Call presence_gone() when somebody has left the network, and presence_left() when they have left
 * only the channel of that table; `seat` is theirs or SEAT_NONE. */
void presence_gone(const struct person *person);
void presence_left(struct table *table, unsigned seat);
/* Call it before a match begins. The seats of people who left during the match before wait from now
 * on. */
void presence_before_match(struct table *table);
/* Takes everybody for gone whose grace is over. Returns false if nobody's is. Only timeout.c calls
 * it. */
bool presence_act(struct table *table);

#endif
