#include "handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/command/board_ratings.h"
#include "bot/command/deferred.h"
#include "bot/command/page_link.h"
#include "bot/command/typist.h"
#include "bot/people/link.h"
#include "bot/show/named.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "engine/ruleset.h"
#include "storage/ask.h"

/* A question to the store: for a board (!top), or for one player's results (!stats). */
struct question {
    struct deferred answer;    /* first */
    char *name;                /* stats: whose */
    struct link_identity *own; /* stats: or of that one alone */
    bool typed;                /* stats: a name */
    enum store_scope scope;
    enum store_window window;
    const char *rated; /* top: by rating in that set ("": in all); NULL: by points */
};

static void question_destroy(struct question *question)
{
    deferred_finish(&question->answer);
    free(question->name);
    free(question->own);
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

/* -- words of windows and scopes, in English and French -- */

enum asks { ASKS_WINDOW, ASKS_SCOPE, ASKS_RATING };

static const struct {
    const char *word;
    enum asks asks;
    int value;
} board_words[] = {{"day", ASKS_WINDOW, STORE_DAY},
                   {"today", ASKS_WINDOW, STORE_DAY},
                   {"jour", ASKS_WINDOW, STORE_DAY},
                   {"week", ASKS_WINDOW, STORE_WEEK},
                   {"semaine", ASKS_WINDOW, STORE_WEEK},
                   {"month", ASKS_WINDOW, STORE_MONTH},
                   {"mois", ASKS_WINDOW, STORE_MONTH},
                   {"season", ASKS_WINDOW, STORE_SEASON},
                   {"saison", ASKS_WINDOW, STORE_SEASON},
                   {"all", ASKS_WINDOW, STORE_ALL},
                   {"tout", ASKS_WINDOW, STORE_ALL},
                   {"toujours", ASKS_WINDOW, STORE_ALL},
                   {"channel", ASKS_SCOPE, STORE_CHANNEL},
                   {"salon", ASKS_SCOPE, STORE_CHANNEL},
                   {"network", ASKS_SCOPE, STORE_NETWORK},
                   {"reseau", ASKS_SCOPE, STORE_NETWORK},
                   {"overall", ASKS_SCOPE, STORE_OVERALL},
                   {"general", ASKS_SCOPE, STORE_OVERALL},
                   {"partout", ASKS_SCOPE, STORE_OVERALL},
                   {"rating", ASKS_RATING, 0},
                   {"ratings", ASKS_RATING, 0},
                   {"cote", ASKS_RATING, 0}};

static const char *const window_names[STORE_WINDOWS] = {[STORE_DAY] = N_("today"),
                                                        [STORE_WEEK] = N_("this week"),
                                                        [STORE_MONTH] = N_("this month"),
                                                        [STORE_SEASON] = N_("this season"),
                                                        [STORE_ALL] = N_("of all time")};

static const char *const scope_names[] = {[STORE_CHANNEL] = N_("this channel"),
                                          [STORE_NETWORK] = N_("this network"),
                                          [STORE_OVERALL] = N_("everywhere")};

/* A rule set asks for the ratings in it: points are of all sets together. */
static bool read_set(const char *word, size_t length, struct question *question)
{
    char name[STORE_SET_MAX];
    snprintf(name, sizeof(name), "%.*s", (int)length, word);
    const struct ruleset *set = ruleset_find(name);
    if (set != NULL)
        question->rated = ruleset_name(set);
    return set != NULL;
}

/* False: it is none of those. */
static bool read_word(const char *word, size_t length, struct question *question)
{
    for (unsigned i = 0; i < sizeof(board_words) / sizeof(board_words[0]); i++) {
        if (strlen(board_words[i].word) != length ||
            strncmp(board_words[i].word, word, length) != 0)
            continue;
        if (board_words[i].asks == ASKS_SCOPE)
            question->scope = (enum store_scope)board_words[i].value;
        else if (board_words[i].asks == ASKS_WINDOW)
            question->window = (enum store_window)board_words[i].value;
        else if (question->rated == NULL)
            question->rated = "";
        return true;
    }
    return read_set(word, length, question);
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
    /* A rating is of now. */
    return known && (question->rated == NULL || question->window == STORE_ALL);
}

/* -- boards -- */

static void add_row(struct message *message, const struct language *language,
                    const struct store_score *row)
{
    PHRASE(message, " {rank}. {player}{mark} {points}", arg_number("rank", (long)row->rank),
           arg_name("player", board_name(row, language)),
           arg_text("mark", row->verified ? "" : "~"), arg_number("points", (long)row->points));
    PHRASE(message, tr(language, N_(" (rounds {won}/{rounds}, matches {matches})")),
           arg_number("won", (long)row->rounds_won), arg_number("rounds", (long)row->rounds),
           arg_number("matches", (long)row->matches_won));
}

static const char *const rounds_count = N_("Rounds with at least two people count.");
/* The same board as a list of facts, for networks that show one. */
static void add_board(struct message *message, const struct question *question,
                      const struct store_score *rows, unsigned count)
{
    const struct language *language = question->answer.language;
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    struct facts *facts = title != NULL && count > 0 ? message_facts(message) : NULL;
    bool unverified = false;
    for (unsigned i = 0; facts != NULL && i < count; i++) {
        struct fact *fact = board_fact(facts, &rows[i], language);
        if (fact == NULL)
            break;
        snprintf(fact->cells[0], FACT_CELL, "%u", rows[i].rank);
        snprintf(fact->cells[1], FACT_CELL, "%lld", (long long)rows[i].points);
        snprintf(fact->cells[2], FACT_CELL, "%u/%u", rows[i].rounds_won, rows[i].rounds);
        snprintf(fact->cells[3], FACT_CELL, "%u", rows[i].matches_won);
        unverified = unverified || !rows[i].verified;
    }
    if (facts != NULL) {
        PHRASE(title, tr(language, N_("Best {window}, {scope}")),
               arg_text("window", tr(language, window_names[question->window])),
               arg_text("scope", tr(language, scope_names[question->scope])));
        facts_words(facts->title, FACTS_WORDS, title->text);
        facts_words(facts->head, FACTS_WORDS,
                    tr(language, N_("Rank, points, rounds won, matches won")));
        snprintf(facts->note, FACTS_WORDS, "%s%s%s", tr(language, rounds_count),
                 unverified ? " " : "", unverified ? tr(language, board_tilde) : "");
    }
    message_destroy(title);
}

static void board_came(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    struct question *question = arg;
    const struct language *language = question->answer.language;
    struct message *message = deferred_message(&question->answer);
    bool unverified = false;
    if (message != NULL && !ok) {
        message_text(message, tr(language, deferred_unread));
    } else if (message != NULL && question->rated != NULL) {
        board_rated(message,
                    &(struct board_rated){language, question->rated,
                                          tr(language, scope_names[question->scope]), rows, count});
    } else if (message != NULL) {
        PHRASE(message,
               tr(language, N_("Best {window}, {scope} (points; rounds and matches won):")),
               arg_text("window", tr(language, window_names[question->window])),
               arg_text("scope", tr(language, scope_names[question->scope])));
        for (unsigned i = 0; i < count; i++) {
            message_text(message, i > 0 ? "," : "");
            add_row(message, language, &rows[i]);
            unverified = unverified || !rows[i].verified;
        }
        if (count == 0)
            message_text(message, tr(language, N_(" nobody yet")));
        message_text(message, ". ");
        message_text(message, tr(language, rounds_count));
        if (unverified) {
            message_text(message, " ");
            message_text(message, tr(language, board_tilde));
        }
        add_board(message, question, rows, count);
    }
    if (ok)
        page_link_board(message, &question->answer, question->scope != STORE_CHANNEL);
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
                        "{p}top rating, {p}top rating classic"));
        question_destroy(question);
        return;
    }
    if (question->scope == STORE_CHANNEL &&
        context_at_private_table(context)) /* no board counts those */
        question->scope = STORE_NETWORK;
    struct store_board_query query = {.scope = question->scope,
                                      .network = context->network->name,
                                      .channel = question->answer.channel,
                                      .window = question->window,
                                      .at = clock_now(),
                                      .limit = 10,
                                      .rated = question->rated};
    store_board(context->host->store, &query, board_came, question);
}

/* The same results as a list of facts; a window without points is left out. */
static void add_profile(struct message *message, const struct question *question,
                        const struct store_score scores[STORE_WINDOWS],
                        const struct store_ratings *ratings)
{
    static const char *const points[STORE_WINDOWS] = {[STORE_DAY] = N_("Points today"),
                                                      [STORE_WEEK] = N_("Points this week"),
                                                      [STORE_MONTH] = N_("Points this month"),
                                                      [STORE_SEASON] = N_("Points this season"),
                                                      [STORE_ALL] = N_("Points in all")};
    const struct language *language = question->answer.language;
    const struct store_score *all = &scores[STORE_ALL];
    struct facts *facts = message_facts(message);
    if (facts == NULL)
        return;
    snprintf(facts->title, FACTS_WORDS, "%s%s", all->name, all->verified ? "" : "~");
    snprintf(facts_add(facts, tr(language, question->scope == STORE_OVERALL ? N_("Rank everywhere")
                                                                            : N_("Rank here")))
                 ->cells[0],
             FACT_CELL, "%u", all->rank);
    snprintf(facts_add(facts, tr(language, N_("Rounds won")))->cells[0], FACT_CELL, "%u/%u (%u %%)",
             all->rounds_won, all->rounds,
             (unsigned)(100 * (uint64_t)all->rounds_won / all->rounds));
    snprintf(facts_add(facts, tr(language, N_("Matches won")))->cells[0], FACT_CELL, "%u/%u",
             all->matches_won, all->matches);
    for (int window = STORE_DAY; window <= STORE_ALL; window++)
        if (window == STORE_ALL || scores[window].points != 0)
            snprintf(facts_add(facts, tr(language, points[window]))->cells[0], FACT_CELL, "%lld",
                     (long long)scores[window].points);
    if (!all->verified)
        facts_words(facts->note, FACTS_WORDS, tr(language, board_tilde));
    board_ratings_facts(facts, language, ratings);
}

static void tell_stats(struct message *message, const struct question *question,
                       const struct store_score scores[STORE_WINDOWS],
                       const struct store_ratings *ratings)
{
    static const char *const words[2][2] = {
        {N_("{player}{mark}: points {points}; rounds won {won} of {rounds} ({rate} %); rank {rank} "
            "here."),
         N_("{player}{mark}: points {points}; rounds won {won} of {rounds} ({rate} %); matches won "
            "{matches} of {played}; rank {rank} here.")},
        {N_("No round here yet. Everywhere {player}{mark}: points {points}; rounds won {won} of "
            "{rounds} ({rate} %); rank {rank}."),
         N_("No round here yet. Everywhere {player}{mark}: points {points}; rounds won {won} of "
            "{rounds} ({rate} %); matches won {matches} of {played}; rank {rank}.")}};
    const struct language *language = question->answer.language;
    const struct store_score *all = &scores[STORE_ALL];
    PHRASE(message, tr(language, words[question->scope == STORE_OVERALL][all->matches > 0]),
           arg_strong("player", all->name), arg_text("mark", all->verified ? "" : "~"),
           arg_number("points", (long)all->points), arg_number("won", (long)all->rounds_won),
           arg_number("rounds", (long)all->rounds),
           arg_number("rate", (long)(100 * (uint64_t)all->rounds_won / all->rounds)),
           arg_number("matches", (long)all->matches_won), arg_number("played", (long)all->matches),
           arg_number("rank", (long)all->rank));
    for (int window = STORE_DAY; window < STORE_ALL; window++)
        if (scores[window].points != 0)
            PHRASE(message, tr(language, N_(" Points {window}: {points}.")),
                   arg_text("window", tr(language, window_names[window])),
                   arg_number("points", (long)scores[window].points));
    board_ratings(message, language, ratings);
    if (!all->verified) {
        message_text(message, " ");
        message_text(message, tr(language, board_tilde));
    }
    add_profile(message, question, scores, ratings);
    page_link_player(message, &question->answer, all->person);
}

static void ask_stats(struct question *question);

static void stats_came(void *arg, bool ok, bool found,
                       const struct store_score scores[STORE_WINDOWS],
                       const struct store_ratings *ratings)
{
    struct question *question = arg;
    const struct language *language = question->answer.language;
    if (ok && found && scores[STORE_ALL].rounds == 0 && question->scope != STORE_OVERALL) {
        question->scope = STORE_OVERALL; /* they play elsewhere */
        ask_stats(question);
        return;
    }
    struct message *message = deferred_message(&question->answer);
    if (message != NULL && !ok)
        message_text(message, tr(language, deferred_unread));
    else if (message != NULL && !found && question->typed)
        /* What was typed is not repeated: another bot of the channel might read a command in it. */
        message_text(message,
                     tr(language, N_("Nobody of that name has finished a round with other people "
                                     "yet.")));
    else if (message != NULL && (!found || scores[STORE_ALL].rounds == 0))
        PHRASE(message,
               tr(language, N_("{player} has not finished a round with other people yet.")),
               arg_name("player", found ? scores[STORE_ALL].name : question->name));
    else if (message != NULL)
        tell_stats(message, question, scores, ratings);
    deferred_say(&question->answer, message);
    question_destroy(question);
}

static void ask_stats(struct question *question)
{
    const struct store_stats_query query = {.scope = question->scope,
                                            .network = question->answer.network->name,
                                            .channel = question->answer.channel,
                                            .who =
                                                question->own != NULL ? &question->own->who : NULL,
                                            .name = question->name,
                                            .at = clock_now()};
    store_stats(question->answer.host->store, &query, stats_came, question);
}

void run_stats(struct command_context *context)
{
    struct typist self;
    char id[PERSON_ID_MAX];
    struct question *question = question_create(context);
    if (question == NULL)
        return;
    question->scope = context_at_private_table(context) ? STORE_NETWORK : STORE_CHANNEL;
    question->typed = *context->arguments != '\0';
    bool picked = question->typed && picked_id(context->arguments, id, sizeof(id));
    bool own = !question->typed && typist_of(context, &self);
    if (picked)
        self.who = (struct store_identity){context->network->name, id, "", true, NULL};
    if (picked || own)
        question->own = link_identity_create(&self.who, "", NULL);
    question->name = strdup(question->typed ? context->arguments : context->name);
    if (question->name != NULL && (question->own != NULL || !(picked || own)))
        ask_stats(question);
    else
        question_destroy(question);
}
