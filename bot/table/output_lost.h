/* output_lost.h: what was lost on its way to the outbox because memory was out.
 *
 * It is counted, and the tables it was for are told how they stand as soon as there is memory
 * (trouble.h). Nothing here needs memory. */
#ifndef TALON_BOT_TABLE_OUTPUT_LOST_H
#define TALON_BOT_TABLE_OUTPUT_LOST_H

#include <stdbool.h>

struct host;
struct network;
struct table;

/* Messages that were lost since the start. */
unsigned long output_lost_count(const struct host *host);
/* Whether a table is to be told how it stands (table->tell_anew); whoever begins to tell says so.
 */
bool output_lost_waits(const struct host *host);
void output_lost_begin_telling(struct host *host);

/* A line of the table could not even be made. */
void output_lost_line(struct table *table);
/* What was meant for that channel, or else for that user, is lost. */
void output_lost_message(struct host *host, const struct network *network, const char *channel,
                         const char *user);

#endif
