/* banned.h: removes the seats and tables of people and tenants that the operator has banned
 * (bot/people/ban.h). */
#ifndef TALON_BOT_TABLE_SEATS_BANNED_H
#define TALON_BOT_TABLE_SEATS_BANNED_H

struct tables;

/* Banned people lose their seats; tables in channels of a banned tenant close. */
void banned_clear(struct tables *tables);

#endif
