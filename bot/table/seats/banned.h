/* banned.h: what becomes of the seats and tables of whom the operator bans (bot/people/ban.h). */
#ifndef TALON_BOT_TABLE_SEATS_BANNED_H
#define TALON_BOT_TABLE_SEATS_BANNED_H

struct host;

/* Whoever is banned by now sits nowhere any more; the tables of a banned tenant's channels close.
 */
void banned_clear(struct host *host);

#endif
