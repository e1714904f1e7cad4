/* render.h: game events and views of a table as messages, in the words of a language.
 *
 * There are three kinds of functions: those that return a message or a piece, which the caller
 * destroys; those that add to a message of the caller; and those that send, by place_say() or
 * seat_say(). A function that returns a message returns NULL if memory is out; one that adds or
 * sends then says less. A place has one language, a seat has its player's (seat_language()).
 * Only its owner ever gets a hand. */
#ifndef TALON_BOT_SHOW_RENDER_RENDER_H
#define TALON_BOT_SHOW_RENDER_RENDER_H

#include "bot/text/cards.h"
#include "bot/text/phrase.h"
#include "engine/move/legal.h"

struct person;
struct place;
struct table;
struct language;

/* How a line continues the one before. If several clauses in a row are about one player, only the
 * first names the player. */
struct flow {
    unsigned about; /* before the call: the seat of the last clause; after it: the seat of the new
                       last clause. SEAT_NONE: none */
    bool joined;    /* the line continues a sentence: ", plays [R 5] and says UNO!" */
};

/* Returns a line to the channel that tells what an action did. */
struct message *render_told(struct place *place, const struct events *events, struct flow *flow);

/* Sends what an action did: to each place one line, which also names the next player; to each seat,
 * in private, the cards it drew or was shown; to the player who must act now, their hand. */
void render_events(struct table *table, const struct events *events);

/* Adds what an action did to the place's list of the round's last moves. Replayed actions count
 * too. */
void render_recent(struct place *place, const struct events *events);

/* Returns the state of the table, for a channel that sees it again after a break. */
struct message *render_state(struct place *place);
/* Returns true if the end of the last round is the latest news, because nobody has moved since. */
bool render_ends_newest(const struct place *place);
/* Returns what the changed switches of the table do, as a piece: "a 7 swaps hands; ...". Switches
 * without effect are left out. The piece is empty if the table plays by the set's sheet. */
struct message *render_changes_in(const struct table *table, const struct language *language);
/* Adds "Rules: classic, but ...": the set and its changed switches. */
void render_rules(const struct table *table, const struct language *language,
                  struct message *message);
/* Sends the changed switches to the place before the first deal of a match, if there are any. */
void render_changes(struct place *place);
/* The top card of a table, in a language. */
struct top_said {
    const struct table *table;
    const struct language *language;
};
/* Returns an argument of a phrase: the top card, for a wild also the colour in force. `said` must
 * live until the phrase is made. */
struct arg arg_top(const char *place, const struct top_said *said);
/* The partners of a team (HR-20), or one player. */
struct team_said {
    const struct table *table;
    const struct language *language;
    unsigned seat, partner; /* partner SEAT_NONE: one player */
    bool mention;           /* the seat's name is a mention */
};
/* Returns an argument of a phrase: "Ann and Cid", or "Ann". `said` must live until the phrase is
 * made. */
struct arg arg_team(const char *place, const struct team_said *said);
/* Adds `before`, and then the teams of the round, or those that the next deal makes, or why it can
 * make none. Adds nothing if the table does not play in teams. */
void render_teams(const struct place *place, const struct language *language, const char *before,
                  struct message *message);
/* Returns the words that say what a table lacks to play in teams. */
const char *render_teams_lack(const struct table *table);
/* Returns the language's word for a level of computer players ("easy"). */
const char *render_level(const struct language *language, const char *level);
/* Whispers a seat its hand and its legal moves, because its player asked or may have missed it. */
void render_hand(struct table *table, unsigned seat);
/* Like render_hand(), but the player did not ask. Sends nothing while a page shows the hand and the
 * player wants it only there (page_seat_alone()). */
void render_hand_unasked(struct table *table, unsigned seat);
/* Whispers a player all their hands, called when the player is back and can get whispers again. */
void render_hands_of(const struct person *person);
/* Whispers a seat the cards it drew (`drawn`, may be empty) and its hand after an action. Sends
 * nothing if the last whisper to the seat said the same (seat.hand_told). Reset seat.hand_told if a
 * whisper may be lost. */
void render_hand_news(struct table *table, unsigned seat, struct cards drawn);
/* Whispers the hand at each table where it is the player's turn and their page, which showed it
 * until now, is closed. */
void render_hands_missed(const struct person *person);
/* Adds one line: top card, colour in force, piles, direction, whose turn. */
void render_table(const struct place *place, const struct language *language,
                  struct message *message);
/* Adds `before`, and then the time at which the table deals its first round by itself
 * (autostart.h). Adds nothing if it does not deal by itself. */
void render_autostart(const struct table *table, const struct language *language,
                      const char *before, struct message *message);
/* Adds `before`, and then how long it is until the table deals by itself. Adds nothing if no count
 * runs. */
void render_count(const struct table *table, const struct language *language, const char *before,
                  struct message *message);
/* Adds one line: the seats in playing order with their numbers of cards. */
void render_order(const struct place *place, const struct language *language,
                  struct message *message);
/* Adds the seats as a sentence in the place's language: "At the table: ...". */
void render_seats(const struct place *place, struct message *message);
/* Adds one line: the totals of the match. */
void render_totals(const struct table *table, const struct language *language,
                   struct message *message);
/* True if `over` (EVENT_ROUND_OVER) also ends a match of one round: one sentence tells both. */
bool render_says_match(const struct table *table, const struct event *over);
/* Adds how a round ended: the winner, the points, the totals. */
void render_round_over(const struct place *place, struct message *message,
                       const struct event *over);
/* Adds `why` (a pattern of the catalogue with {p}) and then the playable cards of a seat. */
void render_playable(const struct table *table, unsigned seat, const struct language *language,
                     const char *why, struct message *line);

#endif
