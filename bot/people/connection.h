/* connection.h: recognises guests by their connection (people.h). Only people.c uses it. */
#ifndef TALON_BOT_PEOPLE_CONNECTION_H
#define TALON_BOT_PEOPLE_CONNECTION_H

#include "bot/people/people.h"

/* Returns true if the user comes from the host from which the person came last. */
bool connection_same_host(const struct person *person, const struct chat_user *user);
/* Returns true if the user's connection is certainly that of the guest `person`. */
bool connection_is(const struct person *person, const struct chat_user *user);
/* The guest who is away and whose connection the user certainly has; NULL if there is none. */
struct person *connection_find(struct people *people, const struct network *network,
                               const struct chat_user *user);
/* Takes what is known of the user's connection for the guest who is bound to them. `same`: the
 * connection has not changed; else the network is asked about the new one. */
void connection_take(struct people *people, struct person *person, const struct chat_user *user,
                     bool same);
/* Asks the network about the connection of a guest who is here and has a seat, if it is not
 * known. */
void connection_look_up(const struct person *person);

#endif
