/* !link: two identities of one person. */
#include <stdio.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/language.h"
#include "bot/linking.h"
#include "bot/phrase.h"
#include "command.h"

enum { MINUTE = 60000, GUESS_COST = 8 };

/* Whether they sit as a nick, whatever account they have by now. */
static bool sits_as_nick(const struct call *call)
{
    return call->person != NULL && !call->person->verified;
}

/* The nick as which they play, or would; false: they are not that one, and were told. */
static bool own_nick(struct call *call, struct link_self *self)
{
    return call_person(call) != NULL && link_self_nick(call, self);
}

/* As whom they give the command; false: told why not. */
static bool own(struct call *call, struct link_self *self)
{
    return (!sits_as_nick(call) && link_self_account(call, self)) || own_nick(call, self);
}

static void tell_of(struct call *call, const char *pattern, const struct store_identity *of)
{
    struct message *message = call_private(call);
    call_say(call, linking_words(message, call->network, call->language, pattern, of));
}

static void offer(struct call *call, const struct link_self *self)
{
    char code[CODE_SIZE];
    struct message *message = call_private(call);
    if (message == NULL ||
        !link_offer(call->host, &self->who, call->event->user.id, call->channel, code)) {
        message_destroy(message);
        call_tell(call, N_("I am out of memory."));
        return;
    }
    message->urgency = URGENCY_HAND; /* for nobody else, whoever has the nick by then */
    PHRASE(message,
           tr(call->language, N_("Your code is {code}. Say {p}link {code} to me within {n} minutes "
                                 "as your other account, or on your other network, and say yes "
                                 "there; then say {p}link yes to me from here, and both are one "
                                 "player, scores and all. Tell it to nobody.")),
           arg_strong("code", code), arg_text("p", network_prefix(call->network)),
           arg_number("n", (long)(call->host->options.link_life / MINUTE)));
    call_say(call, message);
    code_wipe(code);
}

/* -- the maker -- */

static const char asks_maker[] =
    N_("{player} on {network} has said your code. If that is you, too, say {p}link yes to me: then "
       "both are one player. If not, say {p}link no.");

static void show_maker(struct call *call, struct link_code *code)
{
    code->shown = true;
    link_keep(call->host, code);
    tell_of(call, asks_maker, &code->taker->who);
}

/* Where nothing surely reaches them they see it when they ask. */
static void ask_maker(struct host *host, struct link_code *code)
{
    const struct network *network = linking_network(host, code->maker->who.network);
    linking_tell(host, code->maker, asks_maker, &code->taker->who);
    code->shown = network != NULL && !network->stopped &&
                  network->adapter->impl->caps.whisper != WHISPER_EPHEMERAL;
}

/* What was whispered went to the nick that they had then. */
static bool has_seen(const struct call *call, const struct link_code *code)
{
    return code->shown &&
           (people_last(call->network) || strcmp(code->maker->id, call->event->user.id) == 0);
}

static void say_yes(struct call *call)
{
    struct link_self self;
    if (!own(call, &self))
        return;
    struct link_code *code = link_made_by(call->host, &self.who);
    if (code == NULL)
        call_tell(call, N_("Nobody has said a code of yours: {p}link gives you one."));
    else if (!code->sure)
        call_tell(call, N_("Nobody has said your code and yes to it yet: that comes first."));
    else if (!has_seen(call, code)) {
        struct link_identity *maker =
            link_identity_create(&self.who, call->event->user.id, call->channel);
        if (maker != NULL) {
            free(code->maker);
            code->maker = maker;
        }
        show_maker(call, code);
    } else
        linking_begin(call, code);
}

static void say_no(struct call *call)
{
    struct link_self self;
    if (!own(call, &self))
        return;
    struct link_code *code = link_made_by(call->host, &self.who);
    if (code == NULL) {
        call_tell(call, N_("Nobody has said a code of yours: {p}link gives you one."));
        return;
    }
    if (code->sure)
        linking_tell(call->host, code->taker,
                     N_("{player} on {network} said no: the two of you stay apart."), &self.who);
    link_drop(call->host, code);
    call_tell(call, N_("Your code is worth nothing any more, and nothing was linked."));
}

/* -- who says the code -- */

/* The typist as somebody else than `other`; false: they are not, and were told. */
static bool own_other(struct call *call, const struct store_identity *other, struct link_self *self)
{
    bool account = link_self_account(call, self);
    if (account && !link_same(&self->who, other))
        return true;
    if (sits_as_nick(call) || !account) {
        if (!own_nick(call, self))
            return false;
        if (!link_same(&self->who, other) && other->verified)
            return true;
        if (!link_same(&self->who, other)) {
            call_tell(call, N_("One of the two must have an account."));
            return false;
        }
    }
    call_tell(call, N_("That code is your own, and good still: say it as your other account, or on "
                       "your other network."));
    return false;
}

/* Nobody is joined with somebody whom they have not been shown. */
static void show_taker(struct call *call, struct link_code *code, const char *typed,
                       const struct link_self *self)
{
    const struct store_identity *other = &code->maker->who;
    struct message *message = call_private(call);
    if (message == NULL ||
        !link_take(call->host, code, &self->who, call->event->user.id, call->channel)) {
        message_destroy(message);
        call_tell(call, N_("I am out of memory."));
        return;
    }
    PHRASE(message,
           tr(call->language, N_("That code is of {player} on {network}. If that is you, too, say "
                                 "{p}link {code} yes to me.")),
           arg_name("player", other->name), arg_text("network", other->network),
           arg_text("p", network_prefix(call->network)), arg_strong("code", typed));
    call_say(call, message);
}

static void take(struct call *call, const char *typed, bool yes)
{
    struct link_self self;
    struct link_code *code = link_find(call->host, typed);
    if (code == NULL) {
        call_charge(call, GUESS_COST);
        call_tell(call, N_("I know no such code, or its time is over."));
        return;
    }
    if (!own_other(call, &code->maker->who, &self))
        return;
    bool shown = code->taker != NULL && link_same(&code->taker->who, &self.who);
    if (code->sure && !shown) {
        call_tell(call, N_("Somebody else has said that code: ask for a new one."));
    } else if (!yes && !code->sure) {
        show_taker(call, code, typed, &self);
    } else if (!shown) {
        show_taker(call, code, typed, &self);
    } else {
        if (!code->sure) {
            code->sure = true;
            ask_maker(call->host, code);
            link_keep(call->host, code);
        }
        tell_of(call,
                N_("Now {player} on {network} is asked: say {p}link yes to me from there, and both "
                   "are one player."),
                &code->maker->who);
    }
}

void run_link(struct call *call)
{
    struct link_self self;
    char word[CODE_SIZE + 1];
    size_t length = strcspn(call->arguments, " ");
    const char *answer = call->arguments + length + strspn(call->arguments + length, " ");
    snprintf(word, sizeof(word), "%.*s", length < sizeof(word) ? (int)length : 0, call->arguments);
    if (call->network->adapter->impl->caps.local) {
        call_tell(call, N_("You are alone here: there is nobody to link with."));
    } else if (text_same(word, "yes") || text_same(word, "oui")) {
        say_yes(call);
    } else if (text_same(word, "no") || text_same(word, "non")) {
        say_no(call);
    } else if (length > 0) {
        take(call, word, text_same(answer, "yes") || text_same(answer, "oui"));
    } else if (call->event->user.stranger) {
        call_tell(call, N_("I give a code only to people whom I see: come to a channel where I am, "
                           "and ask again."));
    } else if (own(call, &self)) {
        struct link_code *code = link_made_by(call->host, &self.who);
        if (code != NULL && code->sure)
            show_maker(call, code);
        else
            offer(call, &self);
    }
    code_wipe(word);
}
