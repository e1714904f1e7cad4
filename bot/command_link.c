/* !link: two identities of one person. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/language.h"
#include "bot/later.h"
#include "bot/link.h"
#include "bot/phrase.h"
#include "bot/seat.h"
#include "command.h"

enum { MINUTE = 60000 };

/* Memory for an identity of the typist. */
struct own {
    struct store_identity who;
    char account[PERSON_ID_MAX];
    char name[PERSON_NAME_MAX];
    char mark[FAIR_HEX];
};

/* The account that the network vouches for; false: none. */
static bool own_account(const struct call *call, struct own *own)
{
    const struct chat_user *user = &call->event->user;
    bool verified = false;
    if (user->account == NULL || !people_key(call->network, user, own->account, &verified))
        return false;
    people_clean_name(user->name, own->name);
    own->who = (struct store_identity){call->network->name, own->account, own->name, true, NULL};
    return true;
}

/* The nick as which they play, or would; false: they are not that one, and were told. */
static bool own_nick(struct call *call, struct own *own)
{
    const struct person *person = call_person(call);
    if (person == NULL || person->verified)
        return false;
    snprintf(own->account, sizeof(own->account), "%s", person->key);
    people_mark(person, own->mark);
    own->who =
        (struct store_identity){call->network->name, own->account, person->name, false, own->mark};
    return true;
}

/* Whether they sit as a nick, whatever account they have by now. */
static bool sits_as_nick(const struct call *call)
{
    return call->person != NULL && !call->person->verified;
}

static void offer(struct call *call)
{
    struct own own;
    char code[CODE_SIZE];
    if (call->network->adapter->impl->caps.local) {
        call_tell(call, N_("You are alone here: there is nobody to link with."));
        return;
    }
    if (call->event->user.stranger) {
        call_tell(call, N_("I give a code only to people whom I see: come to a channel where I am, "
                           "and ask again."));
        return;
    }
    if (sits_as_nick(call) ? !own_nick(call, &own)
                           : !own_account(call, &own) && !own_nick(call, &own))
        return;
    struct message *message = call_private(call);
    if (message == NULL || !link_offer(call->host, &own.who, code)) {
        message_destroy(message);
        call_tell(call, N_("I am out of memory."));
        return;
    }
    message->urgency = URGENCY_HAND; /* for nobody else, whoever has the nick by then */
    PHRASE(message,
           tr(call->language, N_("Your code is {code}. Say {p}link {code} to me within {n} minutes "
                                 "as your other account, or on your other network: then both are "
                                 "one player, scores and all. Tell it to nobody.")),
           arg_strong("code", code), arg_text("p", network_prefix(call->network)),
           arg_number("n", (long)(call->host->options.link_life / MINUTE)));
    call_say(call, message);
    code_wipe(code);
}

/* -- joining -- */

/* Two identities on their way to the store and back: the call is gone when it answers. */
struct joining {
    struct later later; /* first */
    struct link_identity *from, *into;
    const struct store_identity *other; /* of both, the one that is not the typist's */
    bool is_account;                    /* the typist has the account `into` now */
};

static void joining_destroy(struct joining *joining)
{
    if (joining == NULL)
        return;
    later_finish(&joining->later);
    free(joining->from);
    free(joining->into);
    free(joining);
}

/* Whether who sits under the nick now is who had the code made, or said it. */
static bool is_same_nick(const struct joining *joining, const struct person *nick)
{
    char mark[FAIR_HEX];
    people_mark(nick, mark);
    return *mark != '\0' && strcmp(mark, joining->from->who.mark) == 0;
}

/* One player has one seat: where the account sits already, the nick leaves. False: memory is out.
 */
static bool join_table(struct table *table, struct person *nick, struct person *account)
{
    if (seat_of(table, account) == SEAT_NONE)
        return table_hand_over(table, nick, account);
    unsigned seat = seat_of(table, nick);
    if (seat != SEAT_NONE)
        seat_leave_aloud(table, seat);
    return true;
}

/* The seats of the nick become the account's, on the same network. Whoever holds the nick at this
 * moment goes on if they have that account. */
static void join_seats(struct joining *joining)
{
    struct people *people = &joining->later.host->people;
    const struct store_identity *into = &joining->into->who;
    struct network *network = joining->later.network;
    if (strcmp(into->network, network->name) != 0 ||
        strcmp(joining->from->who.network, network->name) != 0)
        return;
    struct person *nick = people_known(people, network, joining->from->who.account, false);
    if (nick == NULL || nick->table_count == 0 || !is_same_nick(joining, nick))
        return;
    struct person *account = people_restore(people, network, into->account, nick->name, true);
    if (account == NULL)
        return;
    person_hold(nick);
    person_hold(account);
    bool goes_on = joining->is_account && nick->id != NULL && account->id == NULL &&
                   strcmp(nick->id, joining->later.user) == 0;
    unsigned at = 0;
    while (at < nick->table_count) {
        unsigned tables = nick->table_count;
        goes_on = join_table(nick->tables[at], nick, account) && goes_on;
        at += nick->table_count == tables; /* it stays to the end of a round, or for ever */
    }
    if (goes_on) {
        const struct chat_user user = {
            .id = joining->later.user, .name = nick->name, .host = nick->host};
        people_unbind(people, nick);
        people_prove(people, account, &user);
    }
    person_release(people, nick);
    person_release(people, account);
}

static void tell(const struct joining *joining, const char *pattern)
{
    struct message *message = later_message(&joining->later);
    if (message == NULL)
        return;
    PHRASE(message, tr(joining->later.language, pattern), arg_name("player", joining->other->name),
           arg_text("network", joining->other->network));
    later_say(&joining->later, message);
}

static void join(struct joining *joining)
{
    store_link(joining->later.host->store, &joining->from->who, &joining->into->who, clock_now());
    join_seats(joining);
    tell(joining, N_("You and {player} on {network} are one player now, with all scores."));
}

/* Scores of a nick are only given away by who alone has played under it. */
static void nick_came(void *arg, bool ok, bool found, const char *mark)
{
    struct joining *joining = arg;
    const char *own = joining->from->who.mark;
    if (!ok)
        tell(joining, later_unread);
    else if (*own == '\0' || (found && strcmp(own, mark) != 0))
        tell(joining, N_("Others may have played under that nick: its scores stay with it."));
    else
        join(joining);
    joining_destroy(joining);
}

static struct joining *joining_create(struct call *call, struct link_identity *theirs,
                                      const struct store_identity *own)
{
    struct joining *joining = calloc(1, sizeof(*joining));
    struct link_identity *mine = link_identity_create(own);
    if (joining == NULL || mine == NULL || !later_init(&joining->later, call, false)) {
        free(joining);
        free(mine);
        free(theirs);
        return NULL;
    }
    joining->from = theirs->who.verified ? mine : theirs;
    joining->into = theirs->who.verified ? theirs : mine;
    joining->other = &theirs->who;
    joining->is_account = !theirs->who.verified;
    return joining;
}

/* The typist as somebody else than `other`; false: they are not, and were told. */
static bool own_other(struct call *call, const struct store_identity *other, struct own *own)
{
    bool account = own_account(call, own);
    if (account && !link_same(&own->who, other))
        return true;
    if (sits_as_nick(call) || !account) {
        if (!own_nick(call, own))
            return false;
        if (!link_same(&own->who, other) && other->verified)
            return true;
        if (!link_same(&own->who, other)) {
            call_tell(call, N_("One of the two must have an account."));
            return false;
        }
    }
    call_tell(call, N_("That code is your own: say it as your other account, or on your other "
                       "network."));
    return false;
}

/* Nobody is joined for good with somebody whom they have not been shown. */
static void ask(struct call *call, const struct store_identity *other, const char *code)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    PHRASE(message,
           tr(call->language, N_("That code is of {player} on {network}. If that is you, too, say "
                                 "{p}link {code} yes to me: then both are one player for good.")),
           arg_name("player", other->name), arg_text("network", other->network),
           arg_text("p", network_prefix(call->network)), arg_strong("code", code));
    call_say(call, message);
}

static void take(struct call *call, const char *code, bool sure)
{
    struct own own;
    struct link_identity *other = sure ? link_take(call->host, code) : link_look(call->host, code);
    if (other == NULL) {
        call_tell(call, N_("I know no such code, or its time is over."));
        return;
    }
    if (!own_other(call, &other->who, &own)) {
        free(other);
        return;
    }
    if (!sure) {
        ask(call, &other->who, code);
        free(other);
        return;
    }
    struct joining *joining = joining_create(call, other, &own.who);
    if (joining == NULL)
        return;
    if (joining->from->who.verified) {
        join(joining);
        joining_destroy(joining);
    } else {
        store_nick(call->host->store, joining->from->who.network, joining->from->who.account,
                   nick_came, joining);
    }
}

void run_link(struct call *call)
{
    char code[CODE_SIZE + 1];
    size_t length = strcspn(call->arguments, " ");
    const char *answer = call->arguments + length + strspn(call->arguments + length, " ");
    snprintf(code, sizeof(code), "%.*s", length < sizeof(code) ? (int)length : 0, call->arguments);
    if (length == 0)
        offer(call);
    else
        take(call, code, text_same(answer, "yes") || text_same(answer, "oui"));
    code_wipe(code);
}
