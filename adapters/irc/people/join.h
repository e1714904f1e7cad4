/* join.h: joins channels, many with one JOIN. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_JOIN_H
#define TALON_ADAPTERS_IRC_PEOPLE_JOIN_H

#include <stdint.h>

struct channel;
struct session;

enum { JOIN_ANSWER = 60000 /* ms until a JOIN without an answer is sent again */ };

/* Queues a JOIN of the channels that are due, unless one is queued already. */
void join_queue(struct session *session);
/* Call it when the queued JOIN has gone out, so that the next one can be queued. */
void join_sent(struct session *session);
/* Plans to join the channel at `due` (ms). */
void join_again(struct session *session, struct channel *channel, uint64_t due);

#endif
