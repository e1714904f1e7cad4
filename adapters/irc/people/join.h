/* join.h: the channels that we ask to be let into, many with one JOIN. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_JOIN_H
#define TALON_ADAPTERS_IRC_PEOPLE_JOIN_H

#include <stdint.h>

struct channel;
struct session;

enum { JOIN_ANSWER = 60000 /* ms; then a JOIN that was not answered is sent again */ };

/* Queues a JOIN of the channels that are due, unless one is queued already. */
void join_queue(struct session *session);
/* The queued JOIN goes out: the next one may be queued. */
void join_sent(struct session *session);
/* The channel is to be joined at `due` (ms). */
void join_again(struct session *session, struct channel *channel, uint64_t due);

#endif
