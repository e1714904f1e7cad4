/* vote.h: decisions that no person may make alone, so the players of a table make them together.
 *
 * A table has one vote at a time. The person who asks has voted for it. All people who sit there
 * and are present count (they can be whispered to and are not away, or have voted). More than half
 * of them must agree within host_options.vote_time. The vote ends as soon as nothing can change the
 * result, and a line in the channel tells the result, unless the wish came true in another way.
 * After a vote that failed the table rests for the same time, and the person who asked for four
 * times that. A restart forgets a vote.
 *
 * Guests by a link (page_seat.h) cost nothing to make. So all guests of one address are one voter,
 * whose vote is the latest of any of them. No guest votes about the seat of the person who invited
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

/* News of a vote for a table's watchers. */
enum vote_turn { VOTE_ASKED, VOTE_AGREED, VOTE_OPPOSED, VOTE_CARRIED, VOTE_FAILED };

struct vote_note {
    enum vote_turn turn;
    enum vote_about about;
    const char *name;         /* of the last voter (VOTE_AGREED, VOTE_OPPOSED), else of the asker */
    unsigned seat;            /* to be taken away; SEAT_NONE: none */
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

/* Carries out the decision in a later turn of the loop, so that the caller of vote_say() does not
 * lose its table. `seat` is the seat to remove. */
typedef void vote_action(struct table *table, enum vote_about about, unsigned seat);

/* The number of voters who would count in a vote about that. */
unsigned vote_voters(const struct table *table, enum vote_about about, unsigned seat);
/* True if the person is a guest who may neither vote about that nor decide it. */
bool vote_bars(const struct table *table, enum vote_about about, unsigned seat,
               const struct person *person);
/* Lets somebody who sits there ask for it, or agree with an open vote about it. `seat` is the seat
 * to remove, or else SEAT_NONE. */
enum vote_refusal vote_ask(struct table *table, enum vote_about about, unsigned seat,
                           struct person *person, vote_action *carry_out);
/* Lets somebody who sits there agree or disagree; they may change their mind. */
enum vote_refusal vote_say(struct table *table, struct person *person, bool yes);
/* Returns true if a vote is under way. */
bool vote_is_open(const struct table *table);
/* Seconds until the person may ask again. */
unsigned vote_wait(const struct table *table, const struct person *person);
/* Call it when the table's match is over. It drops a vote that has become pointless. */
void vote_match_over(struct table *table);
/* The table's seats, or who is away, have changed. */
void vote_check(struct table *table);
/* With the table. */
void vote_forget(struct table *table);

#endif
