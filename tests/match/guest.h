/* guest.h: people whom a test leads line by line, on a real server with a real daemon.
 *
 * All of it asserts: what does not come fails the test, with what came instead. */
#ifndef TALON_TESTS_MATCH_GUEST_H
#define TALON_TESTS_MATCH_GUEST_H

#include "tests/real/irc_client.h"
#include "tests/real/ircd.h"

enum { GUEST_PATIENCE = IRC_CLIENT_PATIENCE, GUEST_HAND = 700, GUEST_WORD = 16 /* bytes */ };

/* Begins to come as `nick` from user@host; joins #cards when the server has welcomed them. */
struct irc_client *guest_come(const struct ircd *server, const char *nick, const char *user);
void guest_join(struct irc_client *guest);
/* Both in one. */
struct irc_client *guest_enter(const struct ircd *server, const char *nick, const char *user);
/* Goes without a word; returns when `witness` has seen it. */
void guest_leave(struct irc_client *guest, const char *nick, struct irc_client *witness);

/* Makes an account of their nick, with a password that everybody knows, and is logged in. */
void guest_register(struct irc_client *guest, const char *nick);
void guest_identify(struct irc_client *guest, const char *account);

void guest_say(struct irc_client *guest, const char *text); /* in #cards */
void guest_hear(struct irc_client *guest, const char *pattern);
/* The next hand that the bot whispers to `nick`: the cards, without colours and marks. */
void guest_hand(struct irc_client *guest, const char *nick, char hand[GUEST_HAND]);
/* Waits until all that they said before is done. A hand that comes meanwhile proves nothing: it may
 * tell an earlier move. */
void guest_done(struct irc_client *guest, const char *nick);
/* Does that, then asks for the hand: those that were on their way are older. */
void guest_hand_now(struct irc_client *guest, const char *nick, char hand[GUEST_HAND]);
/* The same, and a line that matches: whichever of the two comes first. */
void guest_hand_and_hear(struct irc_client *guest, const char *nick, char hand[GUEST_HAND],
                         const char *pattern);
/* Each of both tries to draw a card, and so whose turn it is does; `first` hears it said. */
void guest_draw(struct irc_client *first, struct irc_client *second);
/* The seat word that the bot whispers next to `nick`. */
void guest_word(struct irc_client *guest, const char *nick, char word[GUEST_WORD]);
/* Takes their seat back by it. */
void guest_take_seat(struct irc_client *guest, const char *nick, const char *word);
/* A line as a terminal would show it: without the codes of mIRC. */
void guest_strip(const char *line, char *out, unsigned size);

#endif
