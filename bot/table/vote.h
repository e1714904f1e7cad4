/* vote.h: decisions that no person may make alone, so the players of a table make them together.
 *
 * A table has one vote at a time. The person who asks has voted for it. Voters are all people with
 * a seat who can be whispered to, and who are not away or have voted already. People who lost the
 * connection a moment ago (their grace runs, or a netsplit took them) are voters, too, until the
 * time of the vote is over: then only their vote counts, if they gave one. More than half of all
 * voters must agree within host_options.vote_time. The vote ends as soon as nothing can change the
 * result, and the channel is told. If what it is about has happened in another way, the vote is
 * dropped silently. After a vote that failed nobody may ask for another one for
 * host_options.vote_time, and the person who asked for four times as long. A restart forgets a
 * vote.
 *
 * Anybody can become many guests by a link (page_seat.h). So all guests from one address are one
 * voter, and the latest vote of any of them counts. No guest votes about the seat of the person who
 * invited them. */
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
    const char *name; /* the last voter (VOTE_AGREED, VOTE_OPPOSED), else the person who asked */
    unsigned seat;    /* to be taken away; SEAT_NONE: none */
    unsigned yes, no, voters; /* votes so far, and the number of voters */
    unsigned needed;          /* how many must agree */
};

enum vote_refusal {
    VOTE_OK,
    VOTE_OTHER, /* another vote is open */
    VOTE_RESTS, /* a vote failed a moment ago (vote_wait()) */
    VOTE_SAID,  /* they said so already */
    VOTE_NONE,  /* no vote is open */
    VOTE_GUEST, /* they are a guest, and it is about the person who invited them */
    VOTE_NO_MEMORY
};

/* The function that carries out a decision. It is called in a later turn of the loop, because it
 * may free the table that the caller of vote_say() still uses. `seat` is the seat to remove. */
typedef void vote_action(struct table *table, enum vote_about about, unsigned seat);

/* Returns the number of people who would be voters in a vote about that. */
unsigned vote_voters(const struct table *table, enum vote_about about, unsigned seat);
/* Returns true if the person is a guest whom the vote's person invited: they may neither vote about
 * that nor decide it. */
bool vote_bars(const struct table *table, enum vote_about about, unsigned seat,
               const struct person *person);
/* Returns true if the player who opened the table may not decide that: it would end a rated match
 * (seats_rated()), or take a person who plays in it out of it. */
bool vote_is_shared(const struct table *table, enum vote_about about, unsigned seat);
/* Asks for a vote in the name of somebody who sits there, or agrees if such a vote is open. `seat`
 * is the seat to remove, or else SEAT_NONE. */
enum vote_refusal vote_ask(struct table *table, enum vote_about about, unsigned seat,
                           struct person *person, vote_action *carry_out);
/* Lets somebody who sits there agree or disagree. They may change their mind. */
enum vote_refusal vote_say(struct table *table, struct person *person, bool yes);
/* Returns true if a vote is under way. */
bool vote_is_open(const struct table *table);
/* Returns the seconds until the vote is over, or until the person may ask for another one. */
unsigned vote_wait(const struct table *table, const struct person *person);
/* Call it when the table's match is over. Drops a vote that is pointless now. */
void vote_match_over(struct table *table);
/* Call it when the table's seats have changed, or who is away: the vote may be decided. */
void vote_check(struct table *table);
/* `to` has the seat of `from` now: what `from` asked for and said counts as theirs, and a vote
 * about `from` is about them. */
void vote_hand_over(struct table *table, struct person *from, struct person *to);
/* With the table. */
void vote_forget(struct table *table);

#endif
