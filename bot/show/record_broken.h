/* record_broken.h: a record that falls is told, once, behind the end of its round.
 *
 * Which ones do only the store knows (store_ask_broken_records()), and only when the end of the
 * round is durable: so the question waits for that, and the answer is a line of its own, in each
 * place of the table whose channel has not turned it off ("records" of bot/command/channel.h). What
 * a crash or a table that closes keeps from being told is not told later: !stats has it. */
#ifndef TALON_BOT_SHOW_RECORD_BROKEN_H
#define TALON_BOT_SHOW_RECORD_BROKEN_H

#include <stdbool.h>
#include <stdint.h>

struct event;
struct host;
struct table;

enum { RECORD_BROKEN_MAX = 256 /* ends that wait to be durable; of more, nobody asks */ };

/* The table's round is over by that event. False: it is not asked about. */
bool record_broken_wait(struct table *table, const struct event *over);
/* Asks about what is durable by now. */
void record_broken_look(struct host *host);
void record_broken_finish(struct host *host);

#endif
