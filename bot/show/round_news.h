/* round_news.h: tells once, after the end of a round, what it changed: broken records, and
 * achievements (storage/achievement.h).
 *
 * Only the store knows them (store_ask_round_news()), and only when the end of the round is
 * durable, so the question waits for that. The answer is a line for the records and one for the
 * achievements, in each place of the table whose channel has "records" or "achievements" on
 * (bot/command/channel.h). If a crash or a closed table prevents a line, we do not send it later:
 * !stats, !achievements and the page of the player show it. */
#ifndef TALON_BOT_SHOW_ROUND_NEWS_H
#define TALON_BOT_SHOW_ROUND_NEWS_H

#include <stdbool.h>
#include <stdint.h>

struct show;
struct table;

enum { ROUND_NEWS_MAX = 256 /* rounds that can wait here; we do not ask about further ones */ };

/* Call it when the table's round has ended. Returns false if we do not ask the store about it. */
bool round_news_wait(struct table *table);
/* Asks the store about the rounds whose ends are durable by now. */
void round_news_look(struct show *show);
void round_news_finish(struct show *show);

#endif
