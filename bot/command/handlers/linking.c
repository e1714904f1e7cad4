#include "linking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/command/commands_state.h"
#include "bot/command/context.h"
#include "bot/command/deferred.h"
#include "bot/command/typist.h"
#include "bot/people/nick.h"
#include "bot/people/setting_store.h"
#include "bot/show/speak.h"
#include "bot/table/seats/seat.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "storage/query.h"

/* -- telling -- */

struct message *linking_words(struct message *message, const struct network *network,
                              const struct language *language, const char *pattern,
                              const struct store_identity *of)
{
    if (message != NULL) {
        PHRASE(message, tr(language, pattern), arg_name("player", of->name),
               arg_text("network", of->network), arg_text("p", network_prefix(network)));
    }
    return message;
}

void linking_tell(struct people *people, const struct link_identity *to, const char *pattern,
                  const struct store_identity *of)
{
    struct network *network = network_named(people, to->who.network);
    if (network == NULL || network->stopped)
        return;
    const struct preferences preferences =
        preferences_by(network, to->who.account, to->who.verified);
    const struct language *language = preferences.language != NULL
                                          ? preferences.language
                                          : setting_channel_language(network, to->channel);
    struct message *message = message_create(to->channel, to->id, URGENCY_INFO);
    preferences_dress(message, &preferences, false);
    if (message != NULL)
        message->stays = true;
    speak_durable(network, linking_words(message, network, language, pattern, of));
}

void linking_tell_known(struct people *people, const struct store_known *to, const char *pattern,
                        const struct store_identity *of)
{
    struct network *network = network_named(people, to->network);
    if (network == NULL || network->stopped)
        return;
    const struct person *person = people_known(people, network, to->account, to->verified);
    const char *id = to->verified && people_stable_ids(network) ? to->account
                     : person != NULL                           ? person->id
                                                                : NULL;
    const struct store_identity who = {to->network, to->account, to->name, to->verified, to->mark};
    struct link_identity *identity = id != NULL ? link_identity_create(&who, id, NULL) : NULL;
    if (identity != NULL)
        linking_tell(people, identity, pattern, of);
    free(identity);
}

struct message *linking_list(const struct store_links *links)
{
    struct message *message = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; message != NULL && i < links->count; i++) {
        const struct store_known *at = &links->at[i];
        message_text(message, i > 0 ? ", " : "");
        PHRASE(message, "{player}{mark} ({network})", arg_name("player", at->name),
               arg_text("mark", at->verified ? "" : "~"), arg_text("network", at->network));
    }
    return message;
}

/* -- joining -- */

/* Two identities that become one person, while the store checks them. Owns its texts. */
struct joining {
    struct deferred answer; /* first: for the taker */
    struct link_code *code; /* the code that is used; owned until the link is made */
    const struct link_identity *from, *into;
    unsigned count; /* number of identities that the person behind `from` has */
};

static void joining_destroy(struct joining *joining)
{
    deferred_finish(&joining->answer);
    link_destroy(joining->code);
    free(joining);
}

/* True if the person who sits under the nick now is the one who made the code or said it. */
static bool is_same_nick(const struct joining *joining, const struct person *nick)
{
    char mark[FAIR_HEX];
    nick_mark_of(nick, mark);
    return *mark != '\0' && strcmp(mark, joining->from->who.mark) == 0;
}

/* Takes the nick from the table if the account sits there, too: one player has one seat. The nick's
 * seat then counts for nobody in this round. */
static void leave_one(struct table *table, struct person *nick, const struct person *account)
{
    unsigned seat = seat_of(table, nick);
    if (seat == SEAT_NONE || seat_of(table, account) == SEAT_NONE)
        return;
    table->seats[seat].given = true;
    seat_leave(table, seat);
}

/* A player who sits under the nick and is logged in to the account becomes the account. Anybody
 * else keeps the seat as that nick. */
static void join_seats(struct joining *joining)
{
    struct host *host = joining->answer.host;
    struct people *people = host->people;
    const struct store_identity *into = &joining->into->who;
    struct network *network = network_named(host->people, into->network);
    if (network == NULL || strcmp(joining->from->who.network, network->name) != 0)
        return;
    struct person *nick = people_known(people, network, joining->from->who.account, false);
    if (joining->from->who.verified || nick == NULL || nick->table_count == 0 ||
        !is_same_nick(joining, nick))
        return;
    struct person *account = people_restore(people, network, into->account, nick->name, true);
    if (account == NULL)
        return;
    person_hold(nick);
    person_hold(account);
    bool same = nick->id != NULL && account->id == NULL && nick->account != NULL &&
                strcmp(nick->account, account->key) == 0;
    bool goes_on = same;
    unsigned at = 0;
    while (at < nick->table_count) {
        struct table *table = person_tables(nick)[at];
        unsigned tables = nick->table_count;
        if (seat_of(table, account) != SEAT_NONE)
            leave_one(table, nick, account);
        else if (same)
            goes_on = table_hand_over(table, nick, account) && goes_on;
        at += nick->table_count == tables; /* the nick still has this table, at least until the
                                            * round ends: go on with the next one */
    }
    if (goes_on) {
        char id[PERSON_ID_MAX];
        snprintf(id, sizeof(id), "%s", nick->id);
        const struct chat_user user = {.id = id, .name = nick->name, .host = nick->host};
        people_unbind(people, nick);
        people_prove(people, account, &user);
    }
    person_release(people, nick);
    person_release(people, account);
}

/* Answers the taker, whose command waits for the store. */
static void tell_taker(const struct joining *joining, const char *pattern)
{
    deferred_say(&joining->answer,
                 linking_words(deferred_message(&joining->answer), joining->answer.network,
                               joining->answer.language, pattern, &joining->code->maker->who));
}

static void tell_both(const struct joining *joining, const char *pattern)
{
    tell_taker(joining, pattern);
    linking_tell(joining->answer.host->people, joining->code->maker, pattern,
                 &joining->code->taker->who);
}

static const char sits_twice[] = N_("You have two seats at this table, the other as {player}. What "
                                    "they win does not count on the boards.");

/* Returns the person of an identity, if they sit somewhere. NULL: we know nobody who is certainly
 * that person. */
static struct person *find_sitting(struct people *people, const struct network *network,
                                   const char *account, bool verified, const char *mark)
{
    char now[FAIR_HEX] = "";
    struct person *person = people_known(people, network, account, verified);
    if (person == NULL || verified)
        return person;
    nick_mark_of(person, now);
    return *now != '\0' && strcmp(now, mark) == 0 ? person : NULL;
}

/* Tells the taker if both identities sit at one table and neither leaves it. */
static void tell_twice(const struct joining *joining)
{
    struct host *host = joining->answer.host;
    const struct store_identity *one = &joining->code->maker->who;
    const struct store_identity *other = &joining->code->taker->who;
    const struct network *network = network_named(host->people, one->network);
    if (network == NULL || strcmp(one->network, other->network) != 0)
        return;
    const struct person *maker =
        find_sitting(host->people, network, one->account, one->verified, one->mark);
    const struct person *taker =
        find_sitting(host->people, network, other->account, other->verified, other->mark);
    for (unsigned i = 0; maker != NULL && taker != NULL && i < maker->table_count; i++) {
        if (seat_of(person_tables(maker)[i], maker) != SEAT_NONE &&
            seat_of(person_tables(maker)[i], taker) != SEAT_NONE) {
            tell_taker(joining, sits_twice);
            return;
        }
    }
}

/* Somebody who has sat down, while the store looks up their other identities. */
struct sitting {
    struct deferred answer; /* first */
    char *channel;          /* of the table */
};

static void sitting_came(void *arg, bool ok, const struct store_links *links)
{
    struct sitting *sitting = arg;
    struct host *host = sitting->answer.host;
    struct network *network = sitting->answer.network;
    const struct table *table = ok ? table_at(host->tables, network, sitting->channel) : NULL;
    for (unsigned i = 0; table != NULL && i < links->count; i++) {
        const struct store_known *at = &links->at[i];
        if (at->own || strcmp(at->network, network->name) != 0)
            continue;
        const struct store_identity who = {at->network, at->account, at->name, at->verified,
                                           at->mark};
        if (seat_of(table, find_sitting(host->people, network, at->account, at->verified,
                                        at->mark)) == SEAT_NONE)
            continue;
        deferred_say(&sitting->answer, linking_words(deferred_message(&sitting->answer), network,
                                                     sitting->answer.language, sits_twice, &who));
        break;
    }
    deferred_finish(&sitting->answer);
    free(sitting->channel);
    free(sitting);
}

/* This check only helps players, so we leave it out while many questions wait for the store. */
void linking_check_seats(struct command_context *context)
{
    struct typist self;
    if (seats_people(context->table) < 2 ||
        context->host->commands->questions >= QUESTIONS_MAX / 2 || !typist_of(context, &self))
        return;
    struct sitting *sitting = calloc(1, sizeof(*sitting));
    char *channel = strdup(context_place(context)->channel);
    if (sitting == NULL || channel == NULL || !deferred_init(&sitting->answer, context, false)) {
        free(channel);
        free(sitting);
        return;
    }
    sitting->channel = channel;
    store_ask_links(context->host->store, &self.who, sitting_came, sitting);
}

static void join_persons(struct joining *joining)
{
    struct host *host = joining->answer.host;
    const struct store_identity *from = &joining->from->who;
    struct network *network = network_named(host->people, from->network);
    store_link(host->store, from, &joining->into->who, clock_now());
    if (!from->verified && network != NULL) {
        const struct person *nick = people_known(host->people, network, from->account, false);
        nick_link(network, from, joining->from->id,
                  nick != NULL && is_same_nick(joining, nick) ? nick : NULL);
    }
    join_seats(joining);
    tell_both(joining, N_("You and {player} on {network} are one player now, with all scores. "
                          "If {player} is not you, say {p}unlink to take it back. {p}links shows "
                          "who you are."));
    tell_twice(joining);
    link_use(host->people, joining->code);
    joining->code = NULL;
}

static const char too_many[] =
    N_("You and {player} on {network} have too many identities for one player: {p}unlink one.");

static void into_came(void *arg, bool ok, const struct store_links *links)
{
    struct joining *joining = arg;
    unsigned count = links->count > 0 ? links->count : 1;
    if (!ok)
        tell_both(joining, deferred_unread);
    else if (joining->count + count > STORE_LINKS_MAX)
        tell_both(joining, too_many);
    else
        join_persons(joining);
    joining_destroy(joining);
}

/* Returns the row of that identity, or with `own` the row of the identity that we asked about.
 * NULL: there is no such row. */
static const struct store_known *find_known(const struct store_links *links,
                                            const struct store_identity *who, bool own)
{
    for (unsigned i = 0; i < links->count; i++) {
        const struct store_known *known = &links->at[i];
        if (own ? known->own
                : known->verified == who->verified && strcmp(known->account, who->account) == 0 &&
                      strcmp(known->network, who->network) == 0)
            return known;
    }
    return NULL;
}

/* A nick gives its scores away only if no more than one person has played under it. */
static void from_came(void *arg, bool ok, const struct store_links *links)
{
    struct joining *joining = arg;
    const struct store_identity *from = &joining->from->who;
    const struct store_known *own = find_known(links, from, true);
    joining->count = links->count > 0 ? links->count : 1;
    if (!ok) {
        tell_both(joining, deferred_unread);
    } else if (!from->verified &&
               (*from->mark == '\0' || (own != NULL && strcmp(own->mark, from->mark) != 0))) {
        tell_both(joining, N_("Others may have played under that nick: its scores stay with it."));
    } else if (find_known(links, &joining->into->who, false) != NULL) {
        tell_both(joining, N_("You and {player} on {network} are one player already."));
    } else {
        store_ask_links(joining->answer.host->store, &joining->into->who, into_came, joining);
        return;
    }
    joining_destroy(joining);
}

void linking_begin(struct command_context *context, struct link_code *code,
                   const struct store_identity *taker)
{
    struct joining *joining = calloc(1, sizeof(*joining));
    struct link_identity *side =
        link_identity_create(taker, context->event->user.id, context->channel);
    if (joining == NULL || side == NULL || !deferred_init(&joining->answer, context, false)) {
        free(joining);
        free(side);
        return; /* the code stays valid */
    }
    link_take(context->host->people, code);
    code->taker = side;
    joining->code = code;
    bool takes = code->maker->who.verified;
    joining->into = takes ? code->maker : code->taker;
    joining->from = takes ? code->taker : code->maker;
    store_ask_links(context->host->store, &joining->from->who, from_came, joining);
}
