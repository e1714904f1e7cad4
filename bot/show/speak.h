/* speak.h: the way of a message to its network. */
#ifndef TALON_BOT_SHOW_SPEAK_H
#define TALON_BOT_SHOW_SPEAK_H

struct chat_event;
struct host;
struct message;
struct network;
struct place;
struct show;

/* The state of this room. NULL: memory is out. */
struct show *show_create(void);
void show_destroy(struct show *show); /* accepts NULL */

/* What is said until speak_end_answer() answers that event, if it goes to whoever caused it or to
 * where it was caused. */
void speak_begin_answer(const struct network *network, const struct chat_event *event);
void speak_end_answer(struct host *host);
/* The network is about to be freed. */
void speak_forget_network(const struct network *network);

/* Hands a message to the outbox: spoken when all that this turn of the loop gathers is durable. */
void speak_durable(struct host *host, struct network *network, struct message *message);
/* Says at once what is about the daemon itself and waits for no commit: that it cannot write. */
void speak_now(struct network *network, struct message *message);
/* Likewise to the channel of a table, or to the opener of one in a private talk. */
void speak_now_at(struct place *place, struct message *message);

#endif
