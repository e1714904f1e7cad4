/* output_lost.h: what was lost on its way to the outbox because memory was out.
 *
 * It is counted (host->lost), and the tables it was for are told how they stand as soon as there is
 * room (trouble.h). Nothing here needs memory. */
#ifndef TALON_BOT_TABLE_OUTPUT_LOST_H
#define TALON_BOT_TABLE_OUTPUT_LOST_H

struct host;
struct network;
struct table;

/* A line of the table could not even be made. */
void lost_line(struct table *table);
/* What was meant for that channel, or else for that user, is lost. */
void lost_message(struct host *host, const struct network *network, const char *channel,
                  const char *user);

#endif
