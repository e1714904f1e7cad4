/* speak.h: the way of a message to its network. */
#ifndef TALON_BOT_SHOW_SPEAK_H
#define TALON_BOT_SHOW_SPEAK_H

struct host;
struct message;
struct network;
struct place;

/* Hands a message to the outbox: spoken when all that this turn of the loop gathers is durable. */
void speak_durable(struct host *host, struct network *network, struct message *message);
/* Says at once what is about the daemon itself and waits for no commit: that it cannot write. */
void speak_now(struct network *network, struct message *message);
/* Likewise to the channel of a table, or to the opener of one in a private talk. */
void speak_now_at(struct place *place, struct message *message);

#endif
