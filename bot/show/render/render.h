/* render.h: game events and views as messages, in words of a language. */
#ifndef TALON_BOT_SHOW_RENDER_RENDER_H
#define TALON_BOT_SHOW_RENDER_RENDER_H

#include "bot/text/cards.h"
#include "bot/text/phrase.h"
#include "engine/move/legal.h"

struct person;
struct place;
struct table;
struct language;

/* Whom a line speaks of: of clauses in a row about one player only the first names them. */
struct flow {
    unsigned about; /* the seat of the last clause, before and after; SEAT_NONE: of nobody */
    bool joined;    /* the words go on in mid-sentence: ", plays [R 5] and says UNO!" */
};

/* What an action did, as a line to the channel; NULL without memory. */
struct message *render_told(struct place *place, const struct events *events, struct flow *flow);

/* Tells everybody what an action did: in each place one line that names who is next, and in private
 * what each seat drew or was shown, and the hand of whoever is to act. */
void render_events(struct table *table, const struct events *events);

/* Adds to the round's last moves what an action did (also one that is replayed). */
void render_recent(struct place *place, const struct events *events);

/* How things stand, for a channel that sees the table again; NULL without memory. */
struct message *render_state(struct place *place);
/* Whether how a round ended is the newest there is to tell: no move was made since. */
bool render_ends_newest(const struct place *place);
/* What the switches do that differ from the set's sheet and have an effect, in words of
 * `language`; empty: none; NULL: no memory. */
struct message *render_changes_in(const struct table *table, const struct language *language);
/* "Rules: classic, but ...": the set, and those. */
void render_rules(const struct table *table, const struct language *language,
                  struct message *message);
/* Tells the place of them before the first deal of a match, if there are any. */
void render_changes(struct place *place);
/* The top card, and the colour in force where it shows none, as a piece; NULL without memory. */
struct message *render_top_piece(const struct table *table, const struct language *language);
/* A level of computer players in the language's words. */
const char *render_level(const struct language *language, const char *level);
/* Whispers a seat its hand and what is open to it now: what they ask for, or may have missed. */
void render_hand(struct table *table, unsigned seat);
/* The same where nobody asked for it: not while a page shows it and that is enough for them
 * (page_seat_alone()). */
void render_hand_unasked(struct table *table, unsigned seat);
/* Whispers somebody to whom nobody could whisper, and who is back, their hands. */
void render_hands_of(const struct person *person);
/* Likewise after an action, behind the cards it drew (none: empty), unless that is what it was told
 * last. Reset seat.hand_told where a whisper may be lost. */
void render_hand_news(struct table *table, unsigned seat, struct cards drawn);
/* At each table where it is their turn, and nothing was whispered for a page that they may not use
 * any more. */
void render_hands_missed(const struct person *person);
/* One line: top card, colour in force, piles, direction, whose turn. */
void render_table(const struct place *place, const struct language *language,
                  struct message *message);
/* One line: seats in playing order with their counts. */
void render_order(const struct place *place, const struct language *language,
                  struct message *message);
/* The same in the place's language, as a sentence: "At the table: ...". */
void render_seats(const struct place *place, struct message *message);
/* One line: totals of the match. */
void render_totals(const struct table *table, const struct language *language,
                   struct message *message);
/* Whether how a round ended, from its EVENT_ROUND_OVER, is the end of its match too, of one round
 * that its winner has won: it is told with it. */
bool render_says_match(const struct table *table, const struct event *over);
/* Appends how a round ended. */
void render_round_over(const struct place *place, struct message *message,
                       const struct event *over);
/* The playable cards of a seat in the round, behind `why` (a sentence; {p} is the prefix). */
void render_playable(const struct table *table, unsigned seat, const struct language *language,
                     const char *why, struct message *line);

#endif
