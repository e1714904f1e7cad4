/* seated.h: alice and bob at a table, what they hold, and the words by which they take their seats
 * back, for tests of what a round outlives (served_daemon.h has the server). All of it asserts. */
#ifndef TALON_TESTS_MATCH_SEATED_H
#define TALON_TESTS_MATCH_SEATED_H

#include "guest.h"

extern struct seated {
    struct irc_client *alice, *bob;
    char alices[GUEST_HAND], bobs[GUEST_HAND];
    char alices_word[GUEST_WORD], bobs_word[GUEST_WORD];
} seated;

/* They join #cards; alice comes first and so rules it. */
void seated_come(void);
/* With the bot there: she opens a table, and a round is dealt to both. */
void seated_deal(void);
/* The same on a network that takes few lines a second: the seat words come with the hands there. */
void seated_deal_slowly(void);
/* The bot, by this nick (which may end in '*'), says that the table goes on where it was, and shows
 * both the hands that they had: they are on the same connections and need no word. */
void seated_expect(const char *bot);
/* The second half of that. */
void seated_expect_hands(void);
/* The same where they are on new connections: each takes the seat by its word. */
void seated_expect_by_word(void);
/* Both go; they may come again. */
void seated_go(void);

#endif
