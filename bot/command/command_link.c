/* !link: two identities of one person. */
#include <stdio.h>
#include <string.h>

#include "bot/base/plain.h"
#include "bot/base/text.h"
#include "bot/command/handlers.h"
#include "bot/command/linking.h"
#include "bot/command/typist.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60000, GUESS_COST = 8 };

/* Whether they sit as a nick, whatever account they have by now. */
static bool sits_as_nick(const struct command_context *context)
{
    return context->person != NULL && !context->person->verified;
}

/* The identity of the nick that they play as. False: they have not proved to be that nick, and
 * were told. */
static bool own_nick(struct command_context *context, struct typist *self)
{
    return context_require_person(context) != NULL && typist_nick(context, self);
}

/* The identity that gives the command: their account, or the nick that they sit as. False: there
 * is none, and they were told why. */
static bool own(struct command_context *context, struct typist *self)
{
    return (!sits_as_nick(context) && typist_account(context, self)) || own_nick(context, self);
}

static void tell_of(struct command_context *context, const char *pattern,
                    const struct store_identity *of)
{
    struct message *message = context_private(context);
    context_say(context, linking_words(message, context->network, context->language, pattern, of));
}

static void give_code(struct command_context *context, const struct typist *self)
{
    char code[CODE_SIZE];
    struct message *message = context_private(context);
    if (message == NULL ||
        !link_offer(context->host, &self->who, context->event->user.id, context->channel, code)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory."));
        return;
    }
    message->urgency = URGENCY_HAND; /* for nobody else, whoever has the nick by then */
    PHRASE(
        message,
        tr(context->language, N_("Your code is {code}. Say {p}link {code} to me within {n} minutes "
                                 "as your other account, or on your other network, and say yes "
                                 "there; then say {p}link yes to me from here, and both are one "
                                 "player, scores and all. Tell it to nobody.")),
        arg_strong("code", code), arg_text("p", network_prefix(context->network)),
        arg_number("n", (long)(context->host->options.link_life / MINUTE)));
    context_say(context, message);
    code_wipe(code);
}

bool command_link_leaks_code(struct command_context *context, const char *text)
{
    char plain[2048];
    struct buf buf;
    buf_init(&buf, plain, sizeof(plain));
    const char *read = plain_text(&buf, text, strlen(text)) ? plain : text; /* as !link reads it */
    if (!context_is_overheard(context) || !link_overheard(context->host, read))
        return false;
    context_tell(context,
                 N_("Everybody here could read that code: it is worth nothing any more. Ask for "
                    "a new one, and say it to me in private."));
    return true;
}

/* -- who had the code made -- */

static const char asks_maker[] =
    N_("{player} on {network} has said your code. If that is you, too, say {p}link yes to me: then "
       "both are one player. If not, say {p}link no.");

static void show_maker(struct command_context *context, struct link_code *code)
{
    code->shown = true;
    link_keep(context->host, code);
    tell_of(context, asks_maker, &code->taker->who);
}

/* Asks the code's maker. Where a whisper may not reach them they are shown it when they say
 * !link yes. */
static void ask_maker(struct host *host, struct link_code *code)
{
    const struct network *network = network_named(host, code->maker->who.network);
    linking_tell(host, code->maker, asks_maker, &code->taker->who);
    code->shown = network != NULL && !network->stopped &&
                  network->adapter->impl->caps.whisper != WHISPER_EPHEMERAL;
}

/* Whether the typist has seen who said the code: that was whispered to the nick that the maker
 * had then. */
static bool has_seen(const struct command_context *context, const struct link_code *code)
{
    return code->shown && (people_stable_ids(context->network) ||
                           strcmp(code->maker->id, context->event->user.id) == 0);
}

static void say_yes(struct command_context *context)
{
    struct typist self;
    if (!own(context, &self))
        return;
    struct link_code *code = link_made_by(context->host, &self.who);
    if (code == NULL)
        context_tell(context, N_("Nobody has said a code of yours: {p}link gives you one."));
    else if (!code->sure)
        context_tell(context, N_("Nobody has said your code and yes to it yet: that comes first."));
    else if (!has_seen(context, code)) {
        struct link_identity *maker =
            link_identity_create(&self.who, context->event->user.id, context->channel);
        if (maker != NULL) {
            free(code->maker);
            code->maker = maker;
        }
        show_maker(context, code);
    } else
        linking_begin(context, code);
}

static void say_no(struct command_context *context)
{
    struct typist self;
    if (!own(context, &self))
        return;
    struct link_code *code = link_made_by(context->host, &self.who);
    if (code == NULL) {
        context_tell(context, N_("Nobody has said a code of yours: {p}link gives you one."));
        return;
    }
    if (code->sure)
        linking_tell(context->host, code->taker,
                     N_("{player} on {network} said no: the two of you stay apart."), &self.who);
    link_drop(context->host, code);
    context_tell(context, N_("Your code is worth nothing any more, and nothing was linked."));
}

/* -- who says the code -- */

/* An identity of the typist that is not `other`. False: they have no such one, and were told. */
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
    context_tell(context,
                 N_("That code is your own, and good still: say it as your other account, or on "
                    "your other network."));
    return false;
}

/* Shows the typist whose code it is: nobody is linked with somebody whom they have not been
 * shown. */
static void show_taker(struct command_context *context, struct link_code *code, const char *typed,
                       const struct typist *self)
{
    const struct store_identity *other = &code->maker->who;
    struct message *message = context_private(context);
    if (message == NULL ||
        !link_take(context->host, code, &self->who, context->event->user.id, context->channel)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory."));
        return;
    }
    PHRASE(
        message,
        tr(context->language, N_("That code is of {player} on {network}. If that is you, too, say "
                                 "{p}link {code} yes to me.")),
        arg_name("player", other->name), arg_text("network", other->network),
        arg_text("p", network_prefix(context->network)), arg_strong("code", typed));
    context_say(context, message);
}

static void take(struct command_context *context, const char *typed, bool yes)
{
    struct typist self;
    struct link_code *code = link_find(context->host, typed);
    if (code == NULL) {
        context_charge(context, GUESS_COST);
        context_tell(context,
                     N_("I know no such code, or its time is over: {p}link gives a new one."));
        return;
    }
    if (!own_other(context, &code->maker->who, &self))
        return;
    bool shown = code->taker != NULL && link_same(&code->taker->who, &self.who);
    if (code->sure && !shown) {
        context_tell(context, N_("Somebody else has said that code: ask for a new one."));
    } else if (!yes && !code->sure) {
        show_taker(context, code, typed, &self);
    } else if (!shown) {
        show_taker(context, code, typed, &self);
    } else {
        if (!code->sure) {
            code->sure = true;
            ask_maker(context->host, code);
            link_keep(context->host, code);
        }
        tell_of(context,
                N_("Now {player} on {network} is asked: say {p}link yes to me from there, and both "
                   "are one player."),
                &code->maker->who);
    }
}

void run_link(struct command_context *context)
{
    struct typist self;
    char word[CODE_SIZE + 1];
    size_t length = strcspn(context->arguments, " ");
    const char *answer = context->arguments + length + strspn(context->arguments + length, " ");
    snprintf(word, sizeof(word), "%.*s", length < sizeof(word) ? (int)length : 0,
             context->arguments);
    if (context->network->adapter->impl->caps.local) {
        context_tell(context, N_("You are alone here: there is nobody to link with."));
    } else if (text_same(word, "yes") || text_same(word, "oui")) {
        say_yes(context);
    } else if (text_same(word, "no") || text_same(word, "non")) {
        say_no(context);
    } else if (length > 0) {
        take(context, word, text_same(answer, "yes") || text_same(answer, "oui"));
    } else if (context->event->user.unseen) {
        context_tell(context,
                     N_("I give a code only to people whom I see: come to a channel where I am, "
                        "and ask again."));
    } else if (own(context, &self)) {
        struct link_code *code = link_made_by(context->host, &self.who);
        if (code != NULL && code->sure)
            show_maker(context, code);
        else
            give_code(context, &self);
    }
    code_wipe(word);
}
