/* speak.h: sends a message to its network. */
#ifndef TALON_BOT_SHOW_SPEAK_H
#define TALON_BOT_SHOW_SPEAK_H

struct chat_event;
struct lent;
struct message;
struct network;
struct outbox;
struct place;
struct show;

/* Creates the state of this room. Returns NULL if memory is out. */
struct show *show_create(const struct lent *lent, struct outbox *outbox);
void show_destroy(struct show *show); /* accepts NULL */

/* From here to speak_end_answer() a message answers that event, if it goes to the person who caused
 * it or to the place where it was caused. */
void speak_begin_answer(const struct network *network, const struct chat_event *event);
void speak_end_answer(struct show *show);
/* Called before a network is freed. */
void speak_forget_network(const struct network *network);

/* Puts a message into the outbox, which sends it when all changes of this turn of the loop are
 * durable. */
void speak_durable(struct network *network, struct message *message);
/* Like speak_durable(), for a message about the table of that place. */
void speak_durable_at(const struct place *place, struct message *message);
/* Sends at once, without waiting for a commit. Use it only for news about the daemon itself, such
 * as that it cannot write. */
void speak_now(struct network *network, struct message *message);
/* Like speak_now(), to the channel of a table or to the opener of a private table. */
void speak_now_at(struct place *place, struct message *message);

#endif
