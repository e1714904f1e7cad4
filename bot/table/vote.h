/* vote.h: what who sits at a table decides together, where no one person may.
 *
 * One vote a table at a time. Who asks has voted for it; all who are seated and present are counted
 * (a person who can be whispered to and is not away, or who has voted), and more than half of them
 * must agree within host_options.vote_time. It ends as soon as nothing can change it any more, and
 * how it ended is told in the channel in any case, but where the wish came true otherwise. After
 * one that failed the table rests for as long, and who asked for four times that. A restart forgets
 * a vote.
 *
 * Guests by a link (page_seat.h) cost nobody anything to make. So all guests of one address are one
 * voter, whose vote is what one of them said last. No guest votes about the seat of who invited
 * them. */
#ifndef TALON_BOT_TABLE_VOTE_H
#define TALON_BOT_TABLE_VOTE_H

#include <stdbool.h>

struct person;
struct table;
struct vote;

enum vote_about {
    VOTE_STOP,  /* the match ends */
    VOTE_CLOSE, /* the table is closed */
    VOTE_KICK,  /* a seat is taken away */
    VOTE_PAUSE, /* pause.h */
    VOTE_RESUME
};

/* What a table's watcher is told of a vote. */
enum vote_turn { VOTE_ASKED, VOTE_AGREED, VOTE_OPPOSED, VOTE_CARRIED, VOTE_FAILED };

struct vote_note {
    enum vote_turn turn;
    enum vote_about about;
    const char *name; /* of who said so last (VOTE_AGREED, VOTE_OPPOSED), else of who asked */
    unsigned seat;    /* to be taken away; SEAT_NONE: none */
    unsigned yes, no, voters; /* so far, and of how many */
    unsigned needed;          /* who must agree */
};

enum vote_refusal {
    VOTE_OK,
    VOTE_OTHER, /* there is one about something else */
    VOTE_RESTS, /* one failed a moment ago */
    VOTE_SAID,  /* they said so already */
    VOTE_NONE,  /* there is nothing to vote on */
    VOTE_GUEST, /* it is about who invited them */
    VOTE_NO_MEMORY
};

/* Does what was decided, in a later turn of the loop: nobody who calls vote_say() loses the table
 * under their hands. `seat` is that to be taken away. */
typedef void vote_action(struct table *table, enum vote_about about, unsigned seat);

/* How many voters would be counted about that. */
unsigned vote_voters(const struct table *table, enum vote_about about, unsigned seat);
/* Whether a person is a guest who may not vote about that, nor decide it. */
bool vote_bars(const struct table *table, enum vote_about about, unsigned seat,
               const struct person *person);
/* Somebody who sits there asks for it, or agrees to who did. `seat` is that to be taken away, else
 * SEAT_NONE. */
enum vote_refusal vote_ask(struct table *table, enum vote_about about, unsigned seat,
                           struct person *person, vote_action *carry_out);
/* Somebody who sits there agrees, or does not; they may change their mind. */
enum vote_refusal vote_say(struct table *table, struct person *person, bool yes);
/* Whether a vote is under way. */
bool vote_is_open(const struct table *table);
/* Seconds until who was refused may ask again. */
unsigned vote_wait(const struct table *table, const struct person *person);
/* The table's match is over: what was asked about it is moot. */
void vote_match_over(struct table *table);
/* The table's seats, or who is away, have changed. */
void vote_check(struct table *table);
/* With the table. */
void vote_forget(struct table *table);

#endif
