#include "board_ratings.h"

#include <stdio.h>
#include <string.h>

#include "bot/text/phrase.h"

const char *const board_windows[STORE_PERIODS] = {[STORE_DAY] = N_("today"),
                                                  [STORE_WEEK] = N_("this week"),
                                                  [STORE_MONTH] = N_("this month"),
                                                  [STORE_SEASON] = N_("this season"),
                                                  [STORE_ALL] = N_("of all time")};

const char *const board_tilde = N_("~ marks a nick without account.");

const char *board_name(const struct store_score *row, const struct language *language)
{
    return row->name[0] != '\0' ? row->name : tr(language, N_("former player"));
}

struct fact *board_fact(struct facts *facts, const struct store_score *row,
                        const struct language *language)
{
    char name[FACT_NAME];
    snprintf(name, sizeof(name), "%s%s", board_name(row, language), row->verified ? "" : "~");
    return facts_add(facts, name);
}

bool board_any_unverified(const struct store_score *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!rows[i].verified)
            return true;
    }
    return false;
}

unsigned board_rows(struct brief *brief, const struct store_score *rows, unsigned count,
                    const struct language *language, board_row_fn *row)
{
    unsigned told = 0;
    while (told < count && brief_add(brief, told > 0 ? ", " : " ", row(&rows[told], language)))
        told++;
    message_text(brief->message, count > 0 ? "." : tr(language, N_(" nobody yet.")));
    return told;
}

static const char *const new_marks = N_("A rating is new until ten rounds.");

/* Writes a rating: "1068", or "still new". */
static const char *rating_words(const struct rating *rating, const struct language *language,
                                char words[FACT_CELL])
{
    if (rating_provisional(rating))
        snprintf(words, FACT_CELL, "%s", tr(language, N_("still new")));
    else
        snprintf(words, FACT_CELL, "%ld", rating_number(rating));
    return words;
}

/* -- boards -- */

/* With `numbers`, the title also says what the numbers of the rows mean. */
static void add_title(struct message *message, const struct board_rated *board, bool numbers)
{
    char season[32];
    static const char *const words[2][2] = {
        {N_("Best by rating, {scope}"), N_("Best by rating in {set}, {scope}")},
        {N_("Best by rating, {scope} (rating; rounds):"),
         N_("Best by rating in {set}, {scope} (rating; rounds):")}};
    struct message *scope = message_create(NULL, NULL, URGENCY_INFO);
    snprintf(season, sizeof(season), "%d-%d", store_season_year(board->season),
             store_season_quarter(board->season));
    if (scope != NULL) {
        PHRASE(scope,
               board->season != 0 ? tr(board->language, N_("{scope}, season {season}")) : "{scope}",
               arg_text("scope", board->scope), arg_text("season", season));
    }
    PHRASE(message, tr(board->language, words[numbers][*board->set != '\0']),
           arg_text("set", board->set), arg_piece(message, "scope", scope));
    message_destroy(scope);
}

/* Writes the meaning of the marks on the board; "" if it has none. */
static void print_marks(char words[FACTS_WORDS], const struct board_rated *board)
{
    bool unverified = board_any_unverified(board->rows, board->count), provisional = false;
    for (unsigned i = 0; i < board->count; i++)
        provisional = provisional || rating_provisional(&board->rows[i].rating);
    snprintf(words, FACTS_WORDS, "%s%s%s", unverified ? tr(board->language, board_tilde) : "",
             unverified && provisional ? " " : "",
             provisional ? tr(board->language, new_marks) : "");
}

static void add_facts(struct message *message, const struct board_rated *board)
{
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    struct facts *facts = title != NULL && board->count > 0 ? message_facts(message) : NULL;
    for (unsigned i = 0; facts != NULL && i < board->count; i++) {
        struct fact *fact = board_fact(facts, &board->rows[i], board->language);
        if (fact == NULL)
            break;
        if (board->rows[i].rank > 0)
            snprintf(fact->cells[0], FACT_CELL, "%u", board->rows[i].rank);
        else
            snprintf(fact->cells[0], FACT_CELL, "–");
        rating_words(&board->rows[i].rating, board->language, fact->cells[1]);
        snprintf(fact->cells[2], FACT_CELL, "%u", board->rows[i].rating.rounds);
    }
    if (facts != NULL) {
        add_title(title, board, false);
        facts_words(facts->title, FACTS_WORDS, title->text);
        facts_words(facts->head, FACTS_WORDS, tr(board->language, N_("Rank, rating, rounds")));
        print_marks(facts->note, board);
    }
    message_destroy(title);
}

static struct message *row_piece(const struct store_score *row, const struct language *language)
{
    char words[FACT_CELL];
    struct message *piece = brief_piece();
    if (piece != NULL) {
        PHRASE(piece,
               row->rank > 0 ? "{rank}. {player}{mark} {rating} ({rounds})"
                             : "{player}{mark} {rating} ({rounds})",
               arg_number("rank", (long)row->rank), arg_name("player", board_name(row, language)),
               arg_text("mark", row->verified ? "" : "~"),
               arg_text("rating", rating_words(&row->rating, language, words)),
               arg_number("rounds", (long)row->rating.rounds));
    }
    return piece;
}

void board_rated(struct brief *brief, const struct board_rated *board)
{
    char marks[FACTS_WORDS];
    struct board_rated told = *board;
    add_title(brief->message, board, true);
    told.count = board_rows(brief, board->rows, board->count, board->language, row_piece);
    print_marks(marks, &told);
    brief_note(brief, marks);
    add_facts(brief->message, board);
}

/* -- one player -- */

/* Returns how many ratings to tell. The first one covers all sets. A player of only one set has the
 * same rating in that set, so we tell it once. */
static unsigned told_ratings(const struct store_ratings *ratings)
{
    bool twice = ratings->count == 2 &&
                 rating_number(&ratings->at[0].rating) == rating_number(&ratings->at[1].rating);
    return twice ? 1 : ratings->count;
}

static bool any_provisional(const struct store_ratings *ratings)
{
    for (unsigned i = 0; i < ratings->count; i++) {
        if (rating_provisional(&ratings->at[i].rating))
            return true;
    }
    return false;
}

void board_ratings(struct brief *brief, const struct language *language,
                   const struct store_ratings *ratings)
{
    char words[FACT_CELL];
    struct message *piece = brief_piece();
    for (unsigned i = 0; piece != NULL && i < told_ratings(ratings); i++) {
        const char *set = ratings->at[i].set;
        PHRASE(piece,
               *set != '\0' ? tr(language, N_(", in {set} {rating}"))
                            : tr(language, N_("Rating {rating}")),
               arg_text("set", set),
               arg_text("rating", rating_words(&ratings->at[i].rating, language, words)));
    }
    if (ratings->count > 0 && piece != NULL)
        message_text(piece, ".");
    brief_add(brief, " ", piece);
}

const char *board_ratings_mark(const struct language *language, const struct store_ratings *ratings)
{
    return any_provisional(ratings) ? tr(language, new_marks) : "";
}

void board_ratings_facts(struct facts *facts, const struct language *language,
                         const struct store_ratings *ratings)
{
    char name[FACT_NAME];
    for (unsigned i = 0; i < told_ratings(ratings); i++) {
        const char *set = ratings->at[i].set;
        snprintf(name, sizeof(name), "%s%s%s", tr(language, N_("Rating")), *set != '\0' ? ", " : "",
                 set);
        struct fact *fact = facts_add(facts, name);
        if (fact != NULL)
            rating_words(&ratings->at[i].rating, language, fact->cells[0]);
    }
    size_t length = strlen(facts->note);
    if (any_provisional(ratings)) {
        snprintf(facts->note + length, FACTS_WORDS - length, "%s%s", length > 0 ? " " : "",
                 tr(language, new_marks));
    }
}
