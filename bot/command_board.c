#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/alone.h"
#include "bot/base/text.h"
#include "bot/language.h"
#include "bot/named.h"
#include "bot/phrase.h"
#include "bot/table.h"

/* A question to the store: the answer comes in a later turn, when the call is gone. */
struct asked {
    struct host *host;
    struct network *network;
    const struct language *language;
    struct taste taste;
    char *channel;
    char *user; /* answer in private; NULL: in the channel */
    char *who;  /* stats: whose */
    bool named; /* by the typist */
    enum store_scope scope;
    enum store_window window;
    uint32_t answers; /* of the event that asked */
};

static void asked_destroy(struct asked *asked)
{
    asked->host->questions--;
    free(asked->channel);
    free(asked->user);
    free(asked->who);
    free(asked);
}

static struct asked *asked_create(struct call *call)
{
    struct asked *asked = calloc(1, sizeof(*asked));
    if (asked == NULL)
        return NULL;
    if (call->host->questions >= HOST_QUESTIONS_MOST) {
        call_tell(call, N_("The score book cannot be read just now."));
        free(asked);
        return NULL;
    }
    call->host->questions++;
    asked->host = call->host;
    asked->network = call->network;
    asked->language = call->table != NULL ? call->table->language : call->language;
    asked->answers = call->event->answers;
    asked->channel = strdup(call->channel);
    asked->taste = call->taste;
    asked->user = call_is_alone(call) ? strdup(call->event->user.id) : NULL;
    if (asked->user != NULL)
        asked->language = call->language;
    else if (call->event->user.locale != NULL) /* all read it */
        asked->language = host_channel_language(call->host, call->network, call->channel);
    if (asked->channel == NULL) {
        asked_destroy(asked);
        return NULL;
    }
    return asked;
}

static void answer(struct asked *asked, struct message *message)
{
    if (asked->user != NULL)
        host_dress(message, &asked->taste, false);
    if (message != NULL)
        message->answers = asked->answers;
    if (message != NULL && !asked->network->stopped)
        host_say(asked->host, asked->network, message);
    else
        message_destroy(message);
}

/* -- words of windows and scopes, in English and French -- */

static const struct {
    const char *word;
    int value;
} windows[] = {{"day", STORE_DAY},    {"today", STORE_DAY},     {"jour", STORE_DAY},
               {"week", STORE_WEEK},  {"semaine", STORE_WEEK},  {"month", STORE_MONTH},
               {"mois", STORE_MONTH}, {"season", STORE_SEASON}, {"saison", STORE_SEASON},
               {"all", STORE_ALL},    {"tout", STORE_ALL},      {"toujours", STORE_ALL}},
  scopes[] = {{"channel", STORE_CHANNEL}, {"salon", STORE_CHANNEL},   {"network", STORE_NETWORK},
              {"reseau", STORE_NETWORK},  {"overall", STORE_OVERALL}, {"general", STORE_OVERALL},
              {"partout", STORE_OVERALL}};

static const char *const window_names[STORE_WINDOWS] = {[STORE_DAY] = N_("today"),
                                                        [STORE_WEEK] = N_("this week"),
                                                        [STORE_MONTH] = N_("this month"),
                                                        [STORE_SEASON] = N_("this season"),
                                                        [STORE_ALL] = N_("of all time")};

static const char *const scope_names[] = {[STORE_CHANNEL] = N_("this channel"),
                                          [STORE_NETWORK] = N_("this network"),
                                          [STORE_OVERALL] = N_("everywhere")};

static bool read_words(const char *typed, struct asked *asked)
{
    char folded[80];
    struct buf buf;
    const char *text = folded;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, typed, strlen(typed)))
        return false;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        bool known = false;
        for (unsigned i = 0; i < sizeof(windows) / sizeof(windows[0]); i++)
            if (strlen(windows[i].word) == length &&
                strncasecmp(windows[i].word, text, length) == 0) {
                asked->window = (enum store_window)windows[i].value;
                known = true;
            }
        for (unsigned i = 0; i < sizeof(scopes) / sizeof(scopes[0]); i++)
            if (strlen(scopes[i].word) == length &&
                strncasecmp(scopes[i].word, text, length) == 0) {
                asked->scope = (enum store_scope)scopes[i].value;
                known = true;
            }
        if (!known)
            return false;
        text += length + strspn(text + length, " ");
    }
    return true;
}

/* -- boards -- */

static void add_row(struct message *message, const struct language *language,
                    const struct store_score *row)
{
    PHRASE(message, " {rank}. {player}{mark} {points}", arg_number("rank", (long)row->rank),
           arg_name("player", row->name), arg_text("mark", row->verified ? "" : "~"),
           arg_number("points", (long)row->points));
    PHRASE(message, tr(language, N_(" (rounds {won}/{rounds}, matches {matches})")),
           arg_number("won", (long)row->rounds_won), arg_number("rounds", (long)row->rounds),
           arg_number("matches", (long)row->matches_won));
}

static void board_came(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    struct asked *asked = arg;
    const struct language *language = asked->language;
    struct message *message = message_create(asked->channel, asked->user, URGENCY_INFO);
    bool unverified = false;
    if (message != NULL && !ok) {
        message_text(message, tr(language, N_("The score book cannot be read just now.")));
    } else if (message != NULL) {
        PHRASE(message,
               tr(language, N_("Best {window}, {scope} (points; rounds and matches won):")),
               arg_text("window", tr(language, window_names[asked->window])),
               arg_text("scope", tr(language, scope_names[asked->scope])));
        for (unsigned i = 0; i < count; i++) {
            message_text(message, i > 0 ? "," : "");
            add_row(message, language, &rows[i]);
            unverified = unverified || !rows[i].verified;
        }
        if (count == 0)
            message_text(message, tr(language, N_(" nobody yet")));
        message_text(message, tr(language, N_(". Rounds with at least two people count.")));
        if (unverified)
            message_text(message, tr(language, N_(" ~ marks a nick without account.")));
    }
    answer(asked, message);
    asked_destroy(asked);
}

void run_top(struct call *call)
{
    struct asked *asked = asked_create(call);
    if (asked == NULL)
        return;
    asked->window = STORE_ALL;
    if (!read_words(call->arguments, asked)) {
        call_tell(call, N_("For example: {p}top week, {p}top month network, {p}top all overall"));
        asked_destroy(asked);
        return;
    }
    if (asked->scope == STORE_CHANNEL && alone_is(asked->channel)) /* no board counts those */
        asked->scope = STORE_NETWORK;
    struct store_board_query query = {.scope = asked->scope,
                                      .network = call->network->name,
                                      .channel = asked->channel,
                                      .window = asked->window,
                                      .at = clock_now(),
                                      .limit = 10};
    store_board(call->host->store, &query, board_came, asked);
}

static void stats_came(void *arg, bool ok, bool found,
                       const struct store_score scores[STORE_WINDOWS])
{
    struct asked *asked = arg;
    const struct language *language = asked->language;
    struct message *message = message_create(asked->channel, asked->user, URGENCY_INFO);
    if (message != NULL && !ok) {
        message_text(message, tr(language, N_("The score book cannot be read just now.")));
    } else if (message != NULL && !found && asked->named) {
        /* Not what was typed: other bots of the channel would read commands in it. */
        message_text(message,
                     tr(language, N_("Nobody of that name has finished a round with other people "
                                     "yet.")));
    } else if (message != NULL && (!found || scores[STORE_ALL].rounds == 0)) {
        PHRASE(
            message,
            tr(language, found ? N_("{player} has not finished a round with other people here yet.")
                               : N_("{player} has not finished a round with other people yet.")),
            arg_name("player", asked->who));
    } else if (message != NULL) {
        const struct store_score *all = &scores[STORE_ALL];
        const char *words =
            all->matches > 0
                ? N_("{player}{mark}: points {points}; rounds won {won} of {rounds} ({rate} %); "
                     "matches won {matches} of {played}; rank {rank} here.")
                : N_("{player}{mark}: points {points}; rounds won {won} of {rounds} ({rate} %); "
                     "rank {rank} here.");
        PHRASE(message, tr(language, words), arg_strong("player", all->name),
               arg_text("mark", all->verified ? "" : "~"), arg_number("points", (long)all->points),
               arg_number("won", (long)all->rounds_won), arg_number("rounds", (long)all->rounds),
               arg_number("rate", (long)(100 * (uint64_t)all->rounds_won / all->rounds)),
               arg_number("matches", (long)all->matches_won),
               arg_number("played", (long)all->matches), arg_number("rank", (long)all->rank));
        for (int window = STORE_DAY; window < STORE_ALL; window++)
            if (scores[window].rounds > 0)
                PHRASE(message, tr(language, N_(" Points {window}: {points}.")),
                       arg_text("window", tr(language, window_names[window])),
                       arg_number("points", (long)scores[window].points));
    }
    answer(asked, message);
    asked_destroy(asked);
}

void run_stats(struct call *call)
{
    struct asked *asked = asked_create(call);
    const char *own = call->person != NULL ? call->person->name : call->event->user.name;
    if (asked == NULL)
        return;
    asked->named = *call->arguments != '\0';
    char id[PERSON_ID_MAX];
    bool picked = asked->named && picked_id(call->arguments, id, sizeof(id));
    asked->who = strdup(picked ? id : asked->named ? call->arguments : own);
    if (asked->who == NULL) {
        asked_destroy(asked);
        return;
    }
    store_stats(call->host->store, call->network->name, asked->channel, asked->who, clock_now(),
                stats_came, asked);
}
