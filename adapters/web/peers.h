/* peers.h: counts the connections and requests of each subscriber, and limits them. The caller
 * gives the time. address_subscriber() says what one subscriber is. */
#ifndef TALON_ADAPTERS_WEB_PEERS_H
#define TALON_ADAPTERS_WEB_PEERS_H

#include <stdbool.h>
#include <stdint.h>

#include "address.h"

struct peers;

struct peers_limits {
    unsigned most;        /* subscribers who are remembered */
    unsigned connections; /* connections of one subscriber, open at once */
    unsigned burst;       /* requests of one subscriber at once */
    unsigned pause;       /* ms until a subscriber may send one more request */
};

/* NULL: memory is out. */
struct peers *peers_create(const struct peers_limits *limits);
void peers_destroy(struct peers *peers); /* accepts NULL */

/* Counts one more connection. Returns false if the subscriber has too many, or memory is out. */
bool peers_connect(struct peers *peers, const struct address *address);
/* Counts one connection less. */
void peers_leave(struct peers *peers, const struct address *address);
/* Counts one more request. Returns false if the subscriber asks too fast, or cannot be remembered.
 * `now` in ms. */
bool peers_request(struct peers *peers, const struct address *address, uint64_t now);
/* Returns how many subscribers are remembered. */
unsigned peers_count(const struct peers *peers);

#endif
