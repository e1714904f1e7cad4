/* !stats, !achievements and !versus: what one player has won and earned, and against whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/command/deferred.h"
#include "bot/command/handlers/board_ratings.h"
#include "bot/command/handlers/board_records.h"
#include "bot/command/handlers/brief.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/page_link.h"
#include "bot/command/typist.h"
#include "bot/people/link.h"
#include "bot/show/render/achievement_words.h"
#include "bot/show/seat_names.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/query.h"

/* A question to the store for one player. */
struct question {
    struct deferred answer;    /* first */
    char *name;                /* whose */
    struct link_identity *own; /* or only of that identity */
    bool typed;                /* a name */
    enum store_scope scope;
    /* Puts the answer into words; `player` is zeroed if they hide from the typist. */
    void (*tell)(struct message *message, const struct question *question,
                 const struct store_player *player);
    struct store_score scores[STORE_PERIODS]; /* what came first */
    struct store_ratings ratings;
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

/* True if the points of a period are worth telling: the player won some, and the next longer period
 * has a different number. */
static bool tells_period(const struct store_score scores[STORE_PERIODS], int period)
{
    return period == STORE_ALL ||
           (scores[period].points != 0 && scores[period].points != scores[period + 1].points);
}

/* Adds the player's results as a list of facts. */
static void add_profile(struct message *message, const struct question *question,
                        const struct store_player *player)
{
    const struct store_score *scores = question->scores;
    const struct store_ratings *ratings = &question->ratings;
    static const char *const points[STORE_PERIODS] = {[STORE_DAY] = N_("Points today"),
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
    for (int period = STORE_DAY; period <= STORE_ALL; period++) {
        if (tells_period(scores, period)) {
            snprintf(facts_add(facts, tr(language, points[period]))->cells[0], FACT_CELL, "%lld",
                     (long long)scores[period].points);
        }
    }
    if (!all->verified)
        facts_words(facts->note, FACTS_WORDS, tr(language, board_tilde));
    board_ratings_facts(facts, language, ratings);
    board_feats_facts(facts, language, player, all);
}

static void tell_stats(struct message *message, const struct question *question,
                       const struct store_player *player)
{
    const struct store_score *scores = question->scores;
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
    struct brief brief;
    brief_init(&brief, message, &question->answer);
    PHRASE(message, tr(language, words[question->scope == STORE_OVERALL][all->matches > 0]),
           arg_strong("player", all->name), arg_text("mark", all->verified ? "" : "~"),
           arg_number("points", (long)all->points), arg_number("won", (long)all->rounds_won),
           arg_number("rounds", (long)all->rounds),
           arg_number("rate", (long)(100 * (uint64_t)all->rounds_won / all->rounds)),
           arg_number("matches", (long)all->matches_won), arg_number("played", (long)all->matches),
           arg_number("rank", (long)all->rank));
    for (int period = STORE_DAY; period < STORE_ALL; period++) {
        struct message *piece = tells_period(scores, period) ? brief_piece() : NULL;
        if (piece == NULL)
            continue;
        PHRASE(piece, tr(language, N_("Points {window}: {points}.")),
               arg_text("window", tr(language, board_windows[period])),
               arg_number("points", (long)scores[period].points));
        brief_add(&brief, " ", piece);
    }
    const char *marks[] = {all->verified ? "" : tr(language, board_tilde),
                           board_ratings_mark(language, &question->ratings)};
    brief_next_line(&brief);
    brief_keep_room(&brief, strlen(marks[0]) + strlen(marks[1]) + 2);
    board_ratings(&brief, language, &question->ratings);
    board_feats(&brief, language, player, all);
    brief_note(&brief, marks[1]);
    brief_note(&brief, marks[0]);
    add_profile(message, question, player);
    page_link_player(message, &question->answer, question->scores[STORE_ALL].person);
}

static void player_came(void *arg, bool ok, const struct store_player *player)
{
    struct question *question = arg;
    struct message *message = deferred_message(&question->answer);
    if (message != NULL && !ok)
        message_text(message, tr(question->answer.language, deferred_unread));
    else if (message != NULL)
        question->tell(message, question, player);
    deferred_say(&question->answer, message);
    question_destroy(question);
}

/* Asks the store for the player's records. If a player hides (!hide), only that player gets theirs:
 * others see what the boards of the channel show. */
static void ask_records(struct question *question)
{
    static const struct store_player none;
    struct store_player_query query = {.person = question->scores[STORE_ALL].person, .set = ""};
    if (query.person == 0 && !question->typed && question->own != NULL)
        query.who = &question->own->who;
    if (query.person != 0 || query.who != NULL)
        store_ask_player(question->answer.host->store, &query, player_came, question);
    else
        player_came(question, true, &none);
}

static void ask_stats(struct question *question);

static void stats_came(void *arg, bool ok, bool found,
                       const struct store_score scores[STORE_PERIODS],
                       const struct store_ratings *ratings)
{
    struct question *question = arg;
    const struct language *language = question->answer.language;
    if (ok && found && scores[STORE_ALL].rounds == 0 && question->scope != STORE_OVERALL) {
        question->scope = STORE_OVERALL; /* they play elsewhere */
        ask_stats(question);
        return;
    }
    if (ok && found && scores[STORE_ALL].rounds > 0) {
        memcpy(question->scores, scores, sizeof(question->scores));
        question->ratings = *ratings;
        ask_records(question);
        return;
    }
    struct message *message = deferred_message(&question->answer);
    if (message != NULL && !ok)
        message_text(message, tr(language, deferred_unread));
    else if (message != NULL && !found && question->typed) {
        /* The answer does not repeat what was typed, because another bot of the channel might read
         * a command in it. */
        message_text(message,
                     tr(language, N_("Nobody of that name has finished a round with other people "
                                     "yet.")));
    } else if (message != NULL) {
        PHRASE(message,
               tr(language, N_("{player} has not finished a round with other people yet.")),
               arg_name("player", found ? scores[STORE_ALL].name : question->name));
    }
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

/* The player who asks, or the one whose name they typed or picked. */
static bool read_who(struct command_context *context, struct question *question, bool own)
{
    struct typist self;
    char id[PERSON_ID_MAX];
    bool picked = !own && picked_id(context->arguments, id, sizeof(id));
    own = own && typist_of(context, &self);
    if (picked)
        self.who = (struct store_identity){context->network->name, id, "", true, NULL};
    if (picked || own)
        question->own = link_identity_create(&self.who, "", NULL);
    question->name = strdup(question->typed ? context->arguments : context->name);
    return question->name != NULL && (question->own != NULL || !(picked || own));
}

/* Asks about the player whom the typist names, or about the typist. */
static void ask_about_one(struct command_context *context, struct question *question)
{
    question->typed = *context->arguments != '\0';
    if (read_who(context, question, !question->typed))
        ask_stats(question);
    else
        question_destroy(question);
}

void run_stats(struct command_context *context)
{
    struct question *question = question_create(context);
    if (question == NULL)
        return;
    question->scope = context_at_private_table(context) ? STORE_NETWORK : STORE_CHANNEL;
    question->tell = tell_stats;
    ask_about_one(context, question);
}

/* -- achievements -- */

static void add_earned(struct message *message, const struct language *language,
                       const struct store_player *player)
{
    bool first = true;
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        if (!player->achievements[i].earned)
            continue;
        message_text(message, first ? " " : ", ");
        message_text(message, tr(language, achievement_name(i)));
        first = false;
    }
    message_text(message, ".");
}

static struct message *to_come_piece(const struct language *language, unsigned achievement,
                                     bool first)
{
    struct message *piece = brief_piece();
    struct message *takes = brief_piece();
    if (piece != NULL && takes != NULL) {
        achievement_says(takes, language, achievement);
        PHRASE(piece,
               first ? tr(language, N_("To come: {achievement} ({takes})"))
                     : "{achievement} ({takes})",
               arg_text("achievement", tr(language, achievement_name(achievement))),
               arg_piece(piece, "takes", takes));
    }
    message_destroy(takes);
    return piece;
}

static void tell_achievements(struct message *message, const struct question *question,
                              const struct store_player *player)
{
    const struct language *language = question->answer.language;
    const struct store_score *all = &question->scores[STORE_ALL];
    const unsigned count = board_achievements(player);
    struct brief brief;
    bool first = true;
    if (player->person == 0) {
        PHRASE(message, tr(language, N_("{player} shows no achievements.")),
               arg_name("player", all->name));
        return;
    }
    brief_init(&brief, message, &question->answer);
    PHRASE(message,
           tr(language, count > 0 ? N_("{player}{mark} has {n} of {all} achievements:")
                                  : N_("{player}{mark} has none of {all} achievements yet.")),
           arg_strong("player", player->name), arg_text("mark", player->verified ? "" : "~"),
           arg_number("n", (long)count), arg_number("all", STORE_ACHIEVEMENTS));
    if (count > 0)
        add_earned(message, language, player);
    brief_next_line(&brief);
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        if (!player->achievements[i].earned &&
            brief_add(&brief, ", ", to_come_piece(language, i, first)))
            first = false;
    }
    page_link_player(message, &question->answer, player->person);
}

void run_achievements(struct command_context *context)
{
    struct question *question = question_create(context);
    if (question == NULL)
        return;
    question->scope = STORE_OVERALL;
    question->tell = tell_achievements;
    ask_about_one(context, question);
}

/* -- head to head -- */

/* Tells of the opponents whom the player met most, or of the one whom the typist asked for. */
static void tell_versus(struct message *message, const struct question *question,
                        const struct store_player *player)
{
    enum { SHOWN = 8 };
    const struct language *language = question->answer.language;
    const struct store_rival *one = &player->rivals[0];
    if (player->rival_count == 0) {
        message_text(message, tr(language, question->typed
                                               ? N_("Nobody of that name has finished a round "
                                                    "with you yet.")
                                               : N_("Nobody has finished a round with you yet.")));
    } else if (question->typed) {
        PHRASE(message,
               tr(language, N_("{player}{mark} and {other}{tilde} at one table: rounds {rounds}; "
                               "{player} ahead in {ahead}, {other} in {behind}.")),
               arg_strong("player", player->name), arg_text("mark", player->verified ? "" : "~"),
               arg_strong("other", one->name), arg_text("tilde", one->verified ? "" : "~"),
               arg_number("rounds", (long)one->rounds), arg_number("ahead", (long)one->ahead),
               arg_number("behind", (long)one->behind));
    } else {
        PHRASE(message, tr(language, N_("{player}{mark} against (ahead, behind; rounds):")),
               arg_strong("player", player->name), arg_text("mark", player->verified ? "" : "~"));
        for (unsigned i = 0; i < player->rival_count && i < SHOWN; i++) {
            PHRASE(message,
                   i > 0 ? ", {other}{tilde} {ahead}-{behind} ({rounds})"
                         : " {other}{tilde} {ahead}-{behind} ({rounds})",
                   arg_name("other", player->rivals[i].name),
                   arg_text("tilde", player->rivals[i].verified ? "" : "~"),
                   arg_number("rounds", (long)player->rivals[i].rounds),
                   arg_number("ahead", (long)player->rivals[i].ahead),
                   arg_number("behind", (long)player->rivals[i].behind));
        }
    }
}

static void versus_came(void *arg, bool ok, const struct store_player *player)
{
    struct question *question = arg;
    struct message *message = deferred_message(&question->answer);
    if (message != NULL && !ok)
        message_text(message, tr(question->answer.language, deferred_unread));
    else if (message != NULL)
        tell_versus(message, question, player);
    deferred_say(&question->answer, message);
    question_destroy(question);
}

void run_versus(struct command_context *context)
{
    char id[PERSON_ID_MAX];
    struct question *question = question_create(context);
    if (question == NULL)
        return;
    question->typed = *context->arguments != '\0';
    const char *other = picked_id(context->arguments, id, sizeof(id)) ? id : context->arguments;
    if (!read_who(context, question, true)) {
        question_destroy(question);
        return;
    }
    const struct store_player_query query = {.who =
                                                 question->own != NULL ? &question->own->who : NULL,
                                             .network = context->network->name,
                                             .name = context->name,
                                             .set = "",
                                             .versus_name = question->typed ? other : NULL};
    store_ask_player(context->host->store, &query, versus_came, question);
}
