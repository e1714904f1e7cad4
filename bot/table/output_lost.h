/* output_lost.h: messages that were lost on their way to the outbox because memory was out.
 *
 * This file counts them. As soon as there is memory, the tables concerned show their state again
 * (trouble.h). Nothing here needs memory. */
#ifndef TALON_BOT_TABLE_OUTPUT_LOST_H
#define TALON_BOT_TABLE_OUTPUT_LOST_H

#include <stdbool.h>

struct network;
struct table;
struct tables;

/* Messages that were lost since the start. */
unsigned long output_lost_count(const struct tables *tables);
/* Returns true if any table must show its state again (table->tell_anew). The caller that begins to
 * do that calls output_lost_begin_telling(). */
bool output_lost_waits(const struct tables *tables);
void output_lost_begin_telling(struct tables *tables);

/* Notes that memory was out even to make a line of the table. */
void output_lost_line(struct table *table);
/* Notes that a message was lost: to that channel, or if it is NULL to that user. */
void output_lost_message(struct tables *tables, const struct network *network, const char *channel,
                         const char *user);

#endif
