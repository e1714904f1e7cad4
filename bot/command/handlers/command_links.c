/* !links, !unlink, !name: the identities of one person. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/command/deferred.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/handlers/linking.h"
#include "bot/command/input.h"
#include "bot/command/typist.h"
#include "bot/people/nick.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/typed.h"
#include "storage/query.h"

enum { NAME_LENGTH_MAX = 30 }; /* bytes */

/* A question to the store about the identities of the typist. */
struct question {
    struct deferred answer; /* first */
    struct link_identity *self;
    char *words; /* behind the command */
};

static void question_destroy(struct question *question)
{
    deferred_finish(&question->answer);
    free(question->self);
    free(question->words);
    free(question);
}

/* Asks the store for all identities of the typist. */
static void ask_links(struct command_context *context, store_links_fn *done)
{
    struct typist self;
    if (context->network->adapter->impl->caps.local || !typist_of(context, &self)) {
        context_tell(context, N_("You are alone here: there is nobody to link with."));
        return;
    }
    struct question *question = calloc(1, sizeof(*question));
    if (question == NULL || !deferred_init(&question->answer, context, false)) {
        free(question);
        return;
    }
    question->self = link_identity_create(&self.who, context->event->user.id, context->channel);
    question->words = strdup(context->arguments);
    if (question->self != NULL && question->words != NULL) {
        typed_unquote(question->words);
        store_ask_links(context->host->store, &question->self->who, done, question);
        return;
    }
    deferred_tell(&question->answer, N_("I am out of memory: try again in a minute."));
    question_destroy(question);
}

static void tell_list(const struct deferred *answer, const char *pattern,
                      const struct store_links *links)
{
    struct message *message = deferred_message(answer);
    struct message *names = linking_list(links);
    if (message != NULL) {
        PHRASE(message, tr(answer->language, pattern), arg_piece(message, "names", names),
               arg_name("player", links->name), arg_text("p", network_prefix(answer->network)));
    }
    message_destroy(names);
    deferred_say(answer, message);
}

static const char alone[] =
    N_("You are linked with nobody: {p}link makes your accounts, networks or nick one player.");

static void links_came(void *arg, bool ok, const struct store_links *links)
{
    struct question *question = arg;
    if (!ok)
        deferred_tell(&question->answer, deferred_unread);
    else if (links->count < 2)
        deferred_tell(&question->answer, alone);
    else {
        tell_list(&question->answer,
                  N_("You are one player as {names}; the boards call you {player}. {p}unlink NAME "
                     "separates one, {p}name NAME renames you."),
                  links);
    }
    question_destroy(question);
}

void run_links(struct command_context *context)
{
    ask_links(context, links_came);
}

/* -- parting -- */

/* The arguments are "NAME", "NAME NETWORK", or nothing for the typist's own identity. find_link()
 * returns the index of that identity, NOBODY if none fits, or SEVERAL if the words fit several
 * identities. */
enum { NOBODY = STORE_LINKS_MAX, SEVERAL };

static bool is_called(const struct store_known *known, const char *words)
{
    char whole[STORE_NAME_MAX + STORE_NAME_MAX + 2];
    const char *const names[] = {known->name, known->account};
    for (unsigned i = 0; i < 2; i++) {
        if (text_same(words, names[i]))
            return true;
        snprintf(whole, sizeof(whole), "%.63s %.63s", names[i], known->network);
        if (text_same(words, whole))
            return true;
    }
    return false;
}

static unsigned find_link(const struct store_links *links, const char *words)
{
    unsigned found = NOBODY;
    for (unsigned i = 0; i < links->count; i++) {
        bool is = *words == '\0' ? links->at[i].own : is_called(&links->at[i], words);
        if (is)
            found = found == NOBODY ? i : SEVERAL;
    }
    return found;
}

static void part(const struct question *question, const struct store_links *links, unsigned at)
{
    struct host *host = question->answer.host;
    const struct store_known *known = &links->at[at];
    const struct store_identity who = {known->network, known->account, known->name, known->verified,
                                       known->mark};
    static const char words[] =
        N_("{player} on {network} is a separate player again, with the wins of that name.");
    store_part(host->store, &who, clock_now());
    link_forget(host->people, &who);
    if (!known->verified)
        nick_unlink(host->people, known->network, known->account);
    deferred_say(&question->answer,
                 linking_words(deferred_message(&question->answer), question->answer.network,
                               question->answer.language, words, &who));
    for (unsigned i = 0; i < links->count; i++) {
        if (!links->at[i].own)
            linking_tell_known(host->people, &links->at[i], words, &who);
    }
}

static void unlink_came(void *arg, bool ok, const struct store_links *links)
{
    struct question *question = arg;
    const char *words = question->words;
    unsigned at = find_link(links, words);
    if (!ok)
        deferred_tell(&question->answer, deferred_unread);
    else if (links->count < 2)
        deferred_tell(&question->answer, alone);
    else if (at == NOBODY) {
        tell_list(&question->answer, N_("None of your identities has that name. You are {names}."),
                  links);
    } else if (at == SEVERAL) {
        tell_list(&question->answer,
                  N_("Say the network behind the name, for example {p}unlink NAME NETWORK: you are "
                     "{names}."),
                  links);
    } else
        part(question, links, at);
    question_destroy(question);
}

void run_unlink(struct command_context *context)
{
    ask_links(context, unlink_came);
}

/* -- the name on the boards -- */

static void say_name(const struct question *question, const char *pattern, const char *name)
{
    struct message *message = deferred_message(&question->answer);
    if (message != NULL) {
        PHRASE(message, tr(question->answer.language, pattern), arg_name("player", name),
               arg_text("p", network_prefix(question->answer.network)),
               arg_number("n", NAME_LENGTH_MAX));
    }
    deferred_say(&question->answer, message);
}

static void taken_came(void *arg, bool ok, bool taken)
{
    struct question *question = arg;
    if (!ok)
        deferred_tell(&question->answer, deferred_unread);
    else if (taken) {
        deferred_tell(&question->answer, N_("That name is taken: choose another one."));
    } else {
        store_put_name(question->answer.host->store, &question->self->who, question->words,
                       clock_now());
        say_name(question, N_("The boards call you {player} from now on."), question->words);
    }
    question_destroy(question);
}

/* A name must not contain the signs that the boards use as marks. */
static bool is_name(const char *name)
{
    return *name != '\0' && strlen(name) <= NAME_LENGTH_MAX && strpbrk(name, "~,;:()@<>") == NULL;
}

static void name_came(void *arg, bool ok, const struct store_links *links)
{
    struct question *question = arg;
    const char *words = question->words;
    struct host *host = question->answer.host;
    if (!ok)
        deferred_tell(&question->answer, deferred_unread);
    else if (!question->self->who.verified && links->count < 2) {
        deferred_tell(&question->answer, N_("You need an account for this: anyone can take a nick. "
                                            "Log in, or {p}link this nick with an account."));
    } else if (*words == '\0') {
        say_name(question,
                 N_("The boards call you {player}. {p}name NAME changes that. {p}name default "
                    "takes the name of the account you play most."),
                 links->count > 0 ? links->name : question->self->who.name);
    } else if (input_is_default(words)) {
        store_put_name(host->store, &question->self->who, NULL, clock_now());
        deferred_tell(&question->answer, N_("The boards call you by the account you play most."));
    } else if (!is_name(words))
        say_name(question, N_("A name has at most {n} letters, and none of ~ , ; : ( ) @ < >"), "");
    else {
        store_name_taken(host->store, &question->self->who, words, taken_came, question);
        return;
    }
    question_destroy(question);
}

void run_name(struct command_context *context)
{
    ask_links(context, name_came);
}
