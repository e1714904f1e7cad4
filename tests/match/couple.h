/* couple.h: alice, who rules #cards, and bob, with the bot there, for tests of what a channel does
 * to a table of two (served_daemon.h has the server). */
#ifndef TALON_TESTS_MATCH_COUPLE_H
#define TALON_TESTS_MATCH_COUPLE_H

struct irc_client;

extern struct irc_client *alice, *bob;

/* Set-up and tear-down of a test; nothing where there is no server. */
int couple_begin(void **state);
int couple_end(void **state);
/* Both sit at a table. */
void couple_sit(void);
/* A round is dealt to them. */
void couple_deal(void);
/* Modes that alice sets in the channel; returns when she sees them set. */
void couple_set_channel(const char *modes);

#endif
