/* !link: two identities of one person. */
#include <stdio.h>
#include <string.h>

#include "base/plain.h"
#include "base/text.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/handlers/linking.h"
#include "bot/command/typist.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60000, GUESS_COST = 8 };

/* True if the typist sits as a nick, even if they have an account by now. */
static bool sits_as_nick(const struct command_context *context)
{
    return context->person != NULL && !context->person->verified;
}

/* Writes the identity of the nick under which they play. Returns false, and tells them, if they
 * have not proved that the nick is theirs. */
static bool own_nick(struct command_context *context, struct typist *self)
{
    return context_require_person(context) != NULL && typist_nick(context, self);
}

/* Writes the typist's identity: their account, or the nick under which they sit. Returns false, and
 * tells them, if they have neither. */
static bool own(struct command_context *context, struct typist *self)
{
    return (!sits_as_nick(context) && typist_account(context, self)) || own_nick(context, self);
}

static void give_code(struct command_context *context, const struct typist *self)
{
    char code[CODE_SIZE] = "";
    char words[LINK_WORDS_SIZE];
    struct message *message = context_private(context);
    if (message == NULL || !link_offer(context->host->people, &self->who, context->event->user.id,
                                       context->channel, code)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return;
    }
    message->urgency = URGENCY_HAND; /* a secret: not for the nick's next owner */
    link_words(&self->who, code, words);
    PHRASE(message,
           tr(context->language, N_("Your code is {code}. Say {p}link {code} to me within {n} "
                                    "minutes as your other account, or on your other network: then "
                                    "both are one player, with all scores. Tell it to nobody.")),
           arg_strong("code", words), arg_text("p", network_prefix(context->network)),
           arg_number("n", (long)(context->host->options.link_life / MINUTE)));
    context_say(context, message);
    code_wipe(code, sizeof(code));
    code_wipe(words, sizeof(words));
}

bool command_link_leaks_code(struct command_context *context, const char *text)
{
    char plain[2048];
    struct buf buf;
    buf_init(&buf, plain, sizeof(plain));
    const char *read = plain_text(&buf, text, strlen(text)) ? plain : text; /* as !link reads it */
    if (!context_is_overheard(context) || !link_overheard(context->host->people, read))
        return false;
    context_tell(context, N_("Everybody here could read that code, so I cancelled it. Ask for a "
                             "new one and send it to me in private."));
    return true;
}

static void say_no(struct command_context *context)
{
    struct typist self;
    if (!own(context, &self))
        return;
    struct link_code *code = link_made_by(context->host->people, &self.who);
    if (code != NULL)
        link_drop(context->host->people, code);
    context_tell(context, code != NULL ? N_("Your code is cancelled. Nothing was linked.")
                                       : N_("You have no code that waits: {p}link gives you one."));
}

/* -- who says the code -- */

/* Writes an identity of the typist that differs from `other`. Returns false, and tells them, if
 * they have none. */
static bool own_other(struct command_context *context, const struct store_identity *other,
                      struct typist *self)
{
    bool account = typist_account(context, self);
    if (account && !link_same(&self->who, other))
        return true;
    if (sits_as_nick(context) || !account) {
        if (!own_nick(context, self))
            return false;
        if (!link_same(&self->who, other) && other->verified)
            return true;
        if (!link_same(&self->who, other)) {
            context_tell(
                context,
                N_("One of the two must have an account: log in to yours, then {p}link again."));
            return false;
        }
    }
    context_tell(context, N_("That code is your own. Use it from your other account or network."));
    return false;
}

/* Tells the typist which identity made the code, and the words that use the code (link.h). */
static void show_maker(struct command_context *context, const struct link_code *code,
                       const char *typed)
{
    const struct store_identity *maker = &code->maker->who;
    char words[LINK_WORDS_SIZE];
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    message->urgency = URGENCY_HAND; /* a code, as in give_code() */
    link_words(maker, typed + strlen(typed) - CODE_LENGTH, words);
    PHRASE(
        message,
        tr(context->language, N_("That code makes you and {player} on {network} one player, with "
                                 "all scores. If {player} is you, too, say {p}link {code} to "
                                 "me. If somebody else gave you the code, do not.")),
        arg_name("player", maker->name), arg_text("network", maker->network),
        arg_text("p", network_prefix(context->network)), arg_strong("code", words));
    context_say(context, message);
    code_wipe(words, sizeof(words));
}

/* True if the typist made the code on this same connection, under another of their names. */
static bool is_maker(const struct command_context *context, const struct link_code *code)
{
    return strcmp(code->maker->who.network, context->network->name) == 0 &&
           strcmp(code->maker->id, context->event->user.id) == 0;
}

static void take_code(struct command_context *context, const char *typed)
{
    struct typist self;
    struct link_code *code = link_find(context->host->people, typed);
    if (code == NULL) {
        context_charge(context, GUESS_COST);
        context_tell(context, N_("That code is wrong or expired. {p}link gives a new one."));
        return;
    }
    if (!own_other(context, &code->maker->who, &self))
        return;
    if (link_names(code, typed) || is_maker(context, code))
        linking_begin(context, code, &self.who);
    else
        show_maker(context, code, typed);
}

void run_link(struct command_context *context)
{
    struct typist self;
    char word[LINK_WORDS_SIZE];
    size_t length = strcspn(context->arguments, " ");
    snprintf(word, sizeof(word), "%.*s", length < sizeof(word) ? (int)length : 0,
             context->arguments);
    if (context->network->adapter->impl->caps.local)
        context_tell(context, N_("You are alone here: there is nobody to link with."));
    else if (word_means(word, "yes")) {
        context_tell(context, N_("There is nothing to say yes to: a code links you at once. "
                                 "{p}links shows who you are."));
    } else if (word_means(word, "no"))
        say_no(context);
    else if (length > 0)
        take_code(context, word);
    else if (context->event->user.unseen) {
        context_tell(
            context,
            N_("I give codes only to people I see. Join a channel where I am, then ask again."));
    } else if (own(context, &self))
        give_code(context, &self);
    code_wipe(word, sizeof(word));
}
