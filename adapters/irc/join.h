/* join.h: the channels that we ask to be let into, many with one JOIN. */
#ifndef TALON_ADAPTERS_IRC_JOIN_H
#define TALON_ADAPTERS_IRC_JOIN_H

#include <stdint.h>

struct member_channel;
struct session;

enum { JOIN_ANSWER = 60000 /* ms a JOIN may stay unanswered */ };

/* Queues a JOIN of the channels that are due, one at a time. */
void join_queue(struct session *session);
/* The JOIN that waited goes out: the next one may. */
void join_sent(struct session *session);
/* We are to be there from `due` (ms) on. */
void join_again(struct session *session, struct member_channel *channel, uint64_t due);

#endif
