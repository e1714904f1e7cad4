/* !forget me: a player deletes themselves from the database.
 *
 * This needs an account, because anybody can take a nick. The scores of a linked nick go with
 * the account. There are two steps. The first lists the data that we delete and the person's
 * other identities. The second must come within some minutes, and only if no round needs the
 * person. All changes are one batch, so a crash leaves all of it or nothing. We tell the player
 * when it is on the disk. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/command/deferred.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/handlers/linking.h"
#include "bot/command/typist.h"
#include "bot/people/setting_store.h"
#include "bot/show/controls.h"
#include "bot/table/seats/forget.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60000, MINUTES = 5 /* between the two steps */ };

/* -- the words -- */

enum step { STEP_NONE, STEP_ASK, STEP_YES, STEP_NO };

/* The arguments may be "", "me" or "me yes", in any language. A button sends no "me". */
static enum step read_step(const char *words)
{
    static const struct {
        const char *word;
        enum step step;
    } answers[] = {{"", STEP_ASK}, {"yes", STEP_YES}, {"no", STEP_NO}};
    size_t length = strcspn(words, " ");
    char first[16];
    snprintf(first, sizeof(first), "%.*s", length < sizeof(first) ? (int)length : 0, words);
    if (word_means(first, "me"))
        words += length + strspn(words + length, " ");
    for (unsigned i = 0; i < ARRAY_SIZE(answers); i++) {
        if (word_means(words, answers[i].word))
            return answers[i].step;
    }
    return STEP_NONE;
}

/* -- between the two steps -- */

static void scope_of(const struct network *network, char scope[CHAT_ID_MAX])
{
    snprintf(scope, CHAT_ID_MAX, "forget:%s", network->name);
}

/* Stores that we asked the player, and until when they may confirm. */
static void note_asked(const struct deferred *answer, const char *account)
{
    char scope[CHAT_ID_MAX];
    char until[24];
    scope_of(answer->network, scope);
    snprintf(until, sizeof(until), "%" PRIu64, loop_now(answer->host->loop) + MINUTES * MINUTE);
    setting_set_passing(answer->host->people, scope, account, until);
}

static bool take_asked(const struct command_context *context, const char *account)
{
    char scope[CHAT_ID_MAX];
    scope_of(context->network, scope);
    const char *until = setting_passing(context->host->people, scope, account);
    bool asked = until != NULL && strtoull(until, NULL, 10) > loop_now(context->host->loop);
    setting_set_passing(context->host->people, scope, account, NULL);
    return asked;
}

/* -- the store is asked -- */

struct leaving {
    struct deferred answer; /* first */
    struct link_identity *self;
    bool buttons; /* the answer may have some */
};

static void leaving_destroy(struct leaving *leaving)
{
    deferred_finish(&leaving->answer);
    free(leaving->self);
    free(leaving);
}

/* True if the typist sees a private message with buttons. */
static bool has_buttons(const struct command_context *context)
{
    return context->network->adapter->impl->caps.controls && context->event->answers != 0 &&
           !context->event->written;
}

/* Begins to collect what the steps need. Returns NULL, and tells the typist why, if memory is out
 * or too many questions wait. */
static struct leaving *leaving_create(struct command_context *context, const struct typist *self)
{
    struct leaving *leaving = calloc(1, sizeof(*leaving));
    if (leaving == NULL || !deferred_init(&leaving->answer, context, false)) {
        free(leaving);
        return NULL;
    }
    leaving->buttons = has_buttons(context);
    leaving->self = link_identity_create(&self->who, context->event->user.id, context->channel);
    if (leaving->self != NULL)
        return leaving;
    deferred_tell(&leaving->answer, N_("I am out of memory: try again in a minute."));
    leaving_destroy(leaving);
    return NULL;
}

static struct store_identity identity_of(const struct store_known *known)
{
    return (struct store_identity){known->network, known->account, known->name, known->verified,
                                   known->mark};
}

static const char sits[] = N_(
    "You still play on {network}. Leave there ({p}leave), and ask again when the round is over.");

/* Returns true if the player sits at a table of this process, and sets *who to the identity that
 * does. */
static bool sits_here(const struct leaving *leaving, const struct store_links *links,
                      struct store_identity *who)
{
    struct tables *tables = leaving->answer.host->tables;
    for (unsigned i = 0; i < links->count; i++) {
        *who = identity_of(&links->at[i]);
        if (forget_sits(tables, who))
            return true;
    }
    *who = leaving->self->who;
    return forget_sits(tables, who);
}

/* The same for tables that are only in the store: those of other processes, and of networks that do
 * not run. */
static bool sits_elsewhere(const struct leaving *leaving, const struct store_traces *traces,
                           struct store_identity *who)
{
    for (size_t i = 0; i < traces->seated_count; i++) {
        const struct store_seated *seated = &traces->seated[i];
        if (table_by_id(leaving->answer.host->tables, seated->table) != NULL)
            continue;
        *who = traces->links.count > 0 ? identity_of(&traces->links.at[seated->known])
                                       : leaving->self->who;
        return true;
    }
    return false;
}

static const char young[] =
    N_("You were linked with {player} on {network} less than a day ago. Say {p}unlink first, then "
       "ask again; or ask tomorrow, and I forget you both.");

/* Returns an identity that was recently linked with one of these identities; the typist's own comes
 * first. NULL: no link is recent. */
static const struct store_identity *find_young(const struct leaving *leaving,
                                               const struct store_links *links)
{
    const struct host *host = leaving->answer.host;
    const struct store_identity *other = link_young(host->people, &leaving->self->who);
    for (unsigned i = 0; i < links->count && other == NULL; i++) {
        const struct store_identity who = identity_of(&links->at[i]);
        other = link_young(host->people, &who);
    }
    return other;
}

/* Returns true if none of these identities sits at a table and nobody linked one today. Otherwise
 * tells the typist why not. `traces` is NULL in the first step, which looks only at the tables of
 * this process. */
static bool is_free(const struct leaving *leaving, const struct store_links *links,
                    const struct store_traces *traces)
{
    const struct deferred *answer = &leaving->answer;
    const struct store_identity *other = find_young(leaving, links);
    struct store_identity at;
    bool is_sitting =
        sits_here(leaving, links, &at) || (traces != NULL && sits_elsewhere(leaving, traces, &at));
    if (!is_sitting && other == NULL)
        return true;
    deferred_say(answer, linking_words(deferred_message(answer), answer->network, answer->language,
                                       other != NULL ? young : sits, other != NULL ? other : &at));
    return false;
}

/* -- the first step -- */

static void add_buttons(const struct language *language, struct message *message)
{
    message->purpose = PURPOSE_PANEL;
    control_add(message, CONTROL_BUTTON, tr(language, N_("Keep everything")), "forget me no");
    control_add(message, CONTROL_BUTTON, tr(language, N_("Forget me for good")), "forget me yes");
}

static void ask_yes(const struct leaving *leaving, const struct store_links *links)
{
    const struct deferred *answer = &leaving->answer;
    static const char alone[] =
        N_("This makes me forget your account, your name and your settings. The boards keep your "
           "points without a name, and nobody can ever undo it. To confirm, say {p}forget me yes "
           "within {n} minutes.");
    static const char linked[] =
        N_("This makes me forget all your identities ({names}), your name and your settings. The "
           "boards keep your points without a name, and nobody can ever undo it. To confirm, say "
           "{p}forget me yes within {n} minutes.");
    struct message *message = deferred_message(answer);
    struct message *names = linking_list(links);
    if (message != NULL) {
        PHRASE(message, tr(answer->language, links->count > 1 ? linked : alone),
               arg_piece(message, "names", names), arg_number("n", MINUTES),
               arg_text("p", network_prefix(answer->network)));
    }
    if (message != NULL && leaving->buttons)
        add_buttons(answer->language, message);
    message_destroy(names);
    deferred_say(answer, message);
}

static void links_came(void *arg, bool ok, const struct store_links *links)
{
    struct leaving *leaving = arg;
    if (!ok) {
        deferred_tell(&leaving->answer, deferred_unread);
    } else if (is_free(leaving, links, NULL)) {
        note_asked(&leaving->answer, leaving->self->who.account);
        ask_yes(leaving, links);
    }
    leaving_destroy(leaving);
}

/* -- the second step -- */

static void forget_person(const struct leaving *leaving, const struct store_traces *traces)
{
    struct host *host = leaving->answer.host;
    const struct store_identity *self = &leaving->self->who;
    const struct store_links *links = &traces->links;
    store_forget_person(host->store, self, &forget_texts, traces);
    forget_here(host->tables, self);
    for (unsigned i = 0; i < links->count; i++) {
        const struct store_identity who = identity_of(&links->at[i]);
        forget_here(host->tables, &who);
    }
    deferred_tell(&leaving->answer,
                  N_("Done: I have forgotten you. If you play again, you start from zero."));
    /* Tells the other identities where they are: if somebody stole the account, its owner must hear
     * of this. */
    for (unsigned i = 0; i < links->count; i++) {
        if (!links->at[i].own) {
            linking_tell_known(
                host->people, &links->at[i],
                N_("{player} on {network}, who was linked with you, had me forget you both."),
                self);
        }
    }
}

static void traces_came(void *arg, bool ok, const struct store_traces *traces)
{
    struct leaving *leaving = arg;
    const struct host *host = leaving->answer.host;
    if (!ok || host->trouble || host->stopping)
        deferred_tell(&leaving->answer, deferred_unread);
    else if (is_free(leaving, &traces->links, traces)) /* they may have sat down meanwhile */
        forget_person(leaving, traces);
    leaving_destroy(leaving);
}

/* -- the command -- */

static void say_no(struct command_context *context, const struct typist *self)
{
    take_asked(context, self->account);
    struct message *message = context_private(context);
    if (message != NULL && has_buttons(context))
        message->purpose = PURPOSE_PANEL; /* in the place of the question */
    if (message != NULL) {
        message_text(message, tr(context->language, N_("Nothing was changed: I know you as "
                                                       "before.")));
    }
    context_say(context, message);
}

static void say_yes(struct command_context *context, const struct typist *self)
{
    if (!take_asked(context, self->account)) {
        context_tell(context, N_("First say {p}forget me: I tell you what will be gone."));
        return;
    }
    struct leaving *leaving = leaving_create(context, self);
    if (leaving != NULL) {
        store_ask_traces(context->host->store, &leaving->self->who, &forget_texts, traces_came,
                         leaving);
    }
}

static void ask_links(struct command_context *context, const struct typist *self)
{
    struct leaving *leaving = leaving_create(context, self);
    if (leaving != NULL)
        store_ask_links(context->host->store, &leaving->self->who, links_came, leaving);
}

void run_forget(struct command_context *context)
{
    struct typist self;
    enum step step = read_step(context->arguments);
    if (step == STEP_YES && strchr(context->typed, '?') != NULL)
        step = STEP_ASK; /* "me yes?" is only a question */
    if (context->network->adapter->impl->caps.local) {
        context_tell(
            context,
            N_("You are alone here, so the scores are yours: stop me and use `talon forget`."));
    } else if (step == STEP_NONE)
        context_tell(context, N_("Say {p}forget me, if you want me to forget you."));
    else if (!typist_account(context, &self)) {
        context_tell(
            context,
            N_("You need an account for this: anyone can take a nick. Log in to yours (if you "
               "played without it, {p}link the nick first), or ask the bot's admins."));
    } else if (step == STEP_YES)
        say_yes(context, &self);
    else if (step == STEP_NO)
        say_no(context, &self);
    else
        ask_links(context, &self);
}
