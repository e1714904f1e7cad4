/* board_ratings.h: ratings (storage/rating.h) in words and as facts, for !top and !stats; and how
 * every board names a player. */
#ifndef TALON_BOT_COMMAND_HANDLERS_BOARD_RATINGS_H
#define TALON_BOT_COMMAND_HANDLERS_BOARD_RATINGS_H

#include "base/message.h"
#include "bot/command/handlers/brief.h"
#include "bot/text/language.h"
#include "storage/query.h"

/* "today", "this week" ...; not translated. */
extern const char *const board_windows[STORE_PERIODS];
/* The meaning of '~' behind a name; not translated. */
extern const char *const board_tilde;
/* A forgotten player (storage/forget.h) has no name. */
const char *board_name(const struct store_score *row, const struct language *language);
/* Adds a fact whose name is the player's, with '~' behind a nick without account. Returns NULL if
 * the list is full (facts_add()). */
struct fact *board_fact(struct facts *facts, const struct store_score *row,
                        const struct language *language);

bool board_any_unverified(const struct store_score *rows, unsigned count);

/* Returns one player of a board in words, without commas; NULL if memory is out. */
typedef struct message *board_row_fn(const struct store_score *row,
                                     const struct language *language);
/* Writes the rows that fit the line, behind the title. Returns their number. */
unsigned board_rows(struct brief *brief, const struct store_score *rows, unsigned count,
                    const struct language *language, board_row_fn *row);

struct board_rated {
    const struct language *language;
    const char *set;   /* "": all */
    const char *scope; /* in words of the language */
    int season; /* store_season() of a past season, or of the running one; 0: the ratings of now */
    const struct store_score *rows;
    unsigned count;
};
/* The best by rating, as text and as facts. */
void board_rated(struct brief *brief, const struct board_rated *board);

/* Adds a player's ratings in all sets and in each set. */
void board_ratings(struct brief *brief, const struct language *language,
                   const struct store_ratings *ratings);
/* Returns what the marks on these ratings mean; "" if they have none. */
const char *board_ratings_mark(const struct language *language,
                               const struct store_ratings *ratings);
void board_ratings_facts(struct facts *facts, const struct language *language,
                         const struct store_ratings *ratings);

#endif
