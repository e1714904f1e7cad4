/* presence.h: finds out who is there, when people speak, are seen, leave or come back.
 *
 * Each line that somebody types goes through presence_heard() and presence_find(), before anybody
 * looks at what it says. Together they call the rest: bans (bot/people/ban.h), where people were
 * seen (seen.h), linked nicks (nick.h), netsplits (split.h) and private tables (private_table.h).
 *
 * Somebody who leaves the network, or the channel of their table, may have lost their connection.
 * So nothing happens during host_options.quit_grace, except that !order marks them. After that, the
 * channel is told. In a match a computer player keeps the seat; if they opened the table, somebody
 * else gets charge of it. In the lobby the seat waits: it gets no cards, even in later matches.
 * Players are back when they are seen or give a command. A seat that waited is the last in the
 * order, and gets cards from the next deal on.
 *
 * After a netsplit the table waits instead (split.h). While the bot cannot reach the table, it
 * counts nobody as gone. Networks with permanent ids never report that somebody has left. */
#ifndef TALON_BOT_TABLE_SEATS_PRESENCE_H
#define TALON_BOT_TABLE_SEATS_PRESENCE_H

#include <stdbool.h>

#include "bot/people/people.h"

struct chat_event;
struct table;

/* Notes where the author of a message or suggestion was seen. Returns false if the operator has
 * banned the author or the channel's owner: then the caller must ignore the event. */
bool presence_heard(const struct network *network, const struct chat_event *event);

/* The person as whom a user acts now. */
struct presence {
    struct person *person; /* NULL: no person is behind the user */
    struct person
        *claimed; /* the person whom they claim to be, who lacks the proof `lack`; NULL: nobody */
    enum people_lack lack;
    bool returned; /* a computer player kept a seat of theirs, which they have back now */
    char old_name[PERSON_NAME_MAX]; /* name of `person` before they were found; "": nobody was
                                     * found */
};
/* Finds the person behind a user who says something. If the person is certain, binds them to the
 * user and calls presence_back(). */
void presence_find(struct network *network, const struct chat_user *user, struct presence *found);

/* Call it when a person is bound to a user (again). Computer players give back the seats that they
 * kept, with the hands. Tables that waited for the person after a netsplit continue, and so do
 * their private tables. Returns true if a computer player kept a seat of theirs. */
bool presence_back(const struct person *person);
/* Call it when somebody is seen who was bound all along. It only gives back the seats that computer
 * players kept. */
bool presence_seen(const struct person *person);

/* Call presence_gone() when a person has left the network, and presence_left() when they have left
 * only the channel of that table; `seat` is their seat there, or SEAT_NONE. */
void presence_gone(const struct person *person);
void presence_left(struct table *table, unsigned seat);
/* Call it before a match begins. Seats whose people left the network during the last match get no
 * cards until these are back (seat.waits). */
void presence_before_match(struct table *table);
/* Counts everybody as gone whose grace is over. Returns false if nobody's grace is. Only timeout.c
 * calls it. */
bool presence_act(struct table *table);

#endif
