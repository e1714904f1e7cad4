#include "base/array.h"
#include "handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/deferred.h"
#include "bot/command/handlers/board_ratings.h"
#include "bot/command/handlers/board_records.h"
#include "bot/command/handlers/brief.h"
#include "bot/command/page_link.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "engine/ruleset.h"
#include "storage/query.h"

/* A question to the store for a board. */
struct question {
    struct deferred answer; /* first */
    enum store_scope scope;
    enum store_period window;
    const char *rated; /* sort by the rating in that set ("": in all sets); NULL: by points, or by
                          streaks */
    int season; /* store_season() of a past season: the ratings at its end; 0: the ratings of now */
    bool streaks;
};

static void question_destroy(struct question *question)
{
    deferred_finish(&question->answer);
    free(question);
}

static struct question *question_create(struct command_context *context)
{
    struct question *question = calloc(1, sizeof(*question));
    if (question != NULL && deferred_init(&question->answer, context, true))
        return question;
    free(question);
    return NULL;
}

/* -- words of windows and scopes -- */

enum asks { ASKS_WINDOW, ASKS_SCOPE, ASKS_RATING, ASKS_STREAKS };

static const struct {
    const char *word;
    enum asks asks;
    int value;
} board_words[] = {{"day", ASKS_WINDOW, STORE_DAY},
                   {"week", ASKS_WINDOW, STORE_WEEK},
                   {"month", ASKS_WINDOW, STORE_MONTH},
                   {"season", ASKS_WINDOW, STORE_SEASON},
                   {"all", ASKS_WINDOW, STORE_ALL},
                   {"channel", ASKS_SCOPE, STORE_CHANNEL},
                   {"network", ASKS_SCOPE, STORE_NETWORK},
                   {"overall", ASKS_SCOPE, STORE_OVERALL},
                   {"rating", ASKS_RATING, 0},
                   {"streak", ASKS_STREAKS, 0}};

static const char *const scope_names[] = {[STORE_CHANNEL] = N_("this channel"),
                                          [STORE_NETWORK] = N_("this network"),
                                          [STORE_OVERALL] = N_("everywhere")};

/* Reads the name of a rule set, which asks for the ratings in that set: points count all sets
 * together. */
static bool read_set(const char *word, size_t length, struct question *question)
{
    char name[STORE_SET_MAX];
    snprintf(name, sizeof(name), "%.*s", (int)length, word);
    const struct ruleset *set = ruleset_find(name);
    if (set != NULL)
        question->rated = ruleset_name(set);
    return set != NULL;
}

/* A quarter of a year: "2026-3", "2026-q3", "2026t3". It asks for ratings, because the store keeps
 * only these as they were at the end of a season. */
static bool read_season(const char *word, size_t length, struct question *question)
{
    int year = 0;
    size_t at = 0;
    while (at < length && word[at] >= '0' && word[at] <= '9' && at < 4)
        year = 10 * year + (word[at++] - '0');
    bool good = at == 4;
    at += at < length && word[at] == '-';
    at += at < length && (word[at] == 'q' || word[at] == 't');
    if (!good || at == 4 || at + 1 != length || word[at] < '1' || word[at] > '4')
        return false;
    question->season = store_season(year, word[at] - '0');
    if (question->rated == NULL)
        question->rated = "";
    return true;
}

/* False: it is none of those. */
static bool read_word(const char *word, size_t length, struct question *question)
{
    char typed[32];
    snprintf(typed, sizeof(typed), "%.*s", (int)length, word);
    for (unsigned i = 0; i < ARRAY_SIZE(board_words); i++) {
        if (!word_means(typed, board_words[i].word))
            continue;
        if (board_words[i].asks == ASKS_SCOPE)
            question->scope = (enum store_scope)board_words[i].value;
        else if (board_words[i].asks == ASKS_WINDOW)
            question->window = (enum store_period)board_words[i].value;
        else if (board_words[i].asks == ASKS_STREAKS)
            question->streaks = true;
        else if (question->rated == NULL)
            question->rated = "";
        return true;
    }
    return read_set(word, length, question) || read_season(word, length, question);
}

static bool read_words(const char *typed, struct question *question)
{
    char folded[80];
    struct buf buf;
    const char *text = folded;
    bool known = true;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, typed, strlen(typed)))
        return false;
    while (*text != '\0' && known) {
        size_t length = strcspn(text, " ");
        known = read_word(text, length, question);
        text += length + strspn(text + length, " ");
    }
    /* A rating belongs to a season; a streak belongs to all time. */
    bool season = question->window == STORE_ALL || question->window == STORE_SEASON;
    return known && (question->streaks ? question->window == STORE_ALL && question->season == 0
                                       : question->rated == NULL || season);
}

/* -- boards -- */

static struct message *row_piece(const struct store_score *row, const struct language *language)
{
    struct message *piece = brief_piece();
    if (piece != NULL) {
        PHRASE(piece, "{rank}. {player}{mark} {points} ({won}/{rounds})",
               arg_number("rank", (long)row->rank), arg_name("player", board_name(row, language)),
               arg_text("mark", row->verified ? "" : "~"), arg_number("points", (long)row->points),
               arg_number("won", (long)row->rounds_won), arg_number("rounds", (long)row->rounds));
    }
    return piece;
}

static const char *const rounds_count = N_("Rounds with at least two people count.");

/* Adds the board as a list of facts, for networks that show facts as a table. */
static void add_board(struct message *message, const struct question *question,
                      const struct store_score *rows, unsigned count)
{
    const struct language *language = question->answer.language;
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    struct facts *facts = title != NULL && count > 0 ? message_facts(message) : NULL;
    for (unsigned i = 0; facts != NULL && i < count; i++) {
        struct fact *fact = board_fact(facts, &rows[i], language);
        if (fact == NULL)
            break;
        snprintf(fact->cells[0], FACT_CELL, "%u", rows[i].rank);
        snprintf(fact->cells[1], FACT_CELL, "%lld", (long long)rows[i].points);
        snprintf(fact->cells[2], FACT_CELL, "%u/%u", rows[i].rounds_won, rows[i].rounds);
        snprintf(fact->cells[3], FACT_CELL, "%u", rows[i].matches_won);
    }
    if (facts != NULL) {
        bool unverified = board_any_unverified(rows, count);
        PHRASE(title, tr(language, N_("Best {window}, {scope}")),
               arg_text("window", tr(language, board_windows[question->window])),
               arg_text("scope", tr(language, scope_names[question->scope])));
        facts_words(facts->title, FACTS_WORDS, title->text);
        facts_words(facts->head, FACTS_WORDS,
                    tr(language, N_("Rank, points, rounds won, matches won")));
        snprintf(facts->note, FACTS_WORDS, "%s%s%s", tr(language, rounds_count),
                 unverified ? " " : "", unverified ? tr(language, board_tilde) : "");
    }
    message_destroy(title);
}

/* Writes the best by points, as text and as facts. */
static void board_points(struct brief *brief, const struct question *question,
                         const struct store_score *rows, unsigned count)
{
    const struct language *language = question->answer.language;
    PHRASE(brief->message, tr(language, N_("Best {window}, {scope} (points; rounds won):")),
           arg_text("window", tr(language, board_windows[question->window])),
           arg_text("scope", tr(language, scope_names[question->scope])));
    unsigned told = board_rows(brief, rows, count, language, row_piece);
    brief_note(brief, tr(language, rounds_count));
    if (board_any_unverified(rows, told))
        brief_note(brief, tr(language, board_tilde));
    add_board(brief->message, question, rows, count);
}

static void tell_board(struct message *message, const struct question *question,
                       const struct store_score *rows, unsigned count)
{
    const struct language *language = question->answer.language;
    const struct board_rated board = {.language = language,
                                      .set = question->rated != NULL ? question->rated : "",
                                      .scope = tr(language, scope_names[question->scope]),
                                      .season = question->season,
                                      .rows = rows,
                                      .count = count};
    struct brief brief;
    brief_init(&brief, message, &question->answer);
    if (question->streaks)
        board_streaks(&brief, &board);
    else if (question->rated != NULL)
        board_rated(&brief, &board);
    else
        board_points(&brief, question, rows, count);
    page_link_board(message, &question->answer, question->scope != STORE_CHANNEL);
}

static void board_came(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    struct question *question = arg;
    struct message *message = deferred_message(&question->answer);
    if (message != NULL && !ok)
        message_text(message, tr(question->answer.language, deferred_unread));
    else if (message != NULL)
        tell_board(message, question, rows, count);
    deferred_say(&question->answer, message);
    question_destroy(question);
}

void run_top(struct command_context *context)
{
    struct question *question = question_create(context);
    if (question == NULL)
        return;
    question->window = STORE_ALL;
    if (!read_words(context->arguments, question)) {
        context_tell(context,
                     N_("For example: {p}top week, {p}top month network, {p}top all overall, "
                        "{p}top rating, {p}top rating classic, {p}top rating season 2026-3, "
                        "{p}top streak"));
        question_destroy(question);
        return;
    }
    if (question->scope == STORE_CHANNEL &&
        context_at_private_table(context)) /* no board counts those */
        question->scope = STORE_NETWORK;
    struct store_board_query query = {.scope = question->scope,
                                      .network = context->network->name,
                                      .channel = question->answer.channel,
                                      .period = question->window,
                                      .at = clock_now(),
                                      .limit = 10,
                                      .rated = question->streaks ? NULL : question->rated,
                                      .season = question->season,
                                      .streaks = !question->streaks        ? NULL
                                                 : question->rated != NULL ? question->rated
                                                                           : ""};
    store_board(context->host->store, &query, board_came, question);
}
