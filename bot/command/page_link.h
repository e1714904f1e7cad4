/* page_link.h: adds the address of the web page that shows more about an answer, if the bot has
 * web pages (page_server.address). */
#ifndef TALON_BOT_COMMAND_PAGE_LINK_H
#define TALON_BOT_COMMAND_PAGE_LINK_H

#include <stdbool.h>
#include <stdint.h>

struct deferred;
struct message;

/* True if the bot has web pages. */
bool page_link_works(const struct deferred *answer);

/* Each function below ends the message with an address, or leaves it unchanged if nobody serves
 * that page. It adds the address to the message's facts, too, so the caller adds these first. */

/* Adds the board of the channel where the question was asked, if the web may show it; else, with
 * `wider`, the boards of all channels. */
void page_link_board(struct message *message, const struct deferred *answer, bool wider);
void page_link_player(struct message *message, const struct deferred *answer, int64_t person);
/* Adds the page of a finished round of that channel. */
void page_link_round(struct message *message, const struct deferred *answer, int64_t round);

#endif
