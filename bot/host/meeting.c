#include "meeting.h"

#include <stdio.h>

#include "bot/command/context.h"
#include "bot/host.h"
#include "bot/people/nick.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/speak.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* -- who needs a seat word -- */

/* Tells a user who may own a seat how to take it back. The table shows all of this to everybody, so
 * it does no harm if the user is somebody else. */
static void whisper_claim(struct host *host, struct person *person, const struct chat_user *user)
{
    struct message *line = message_create(NULL, user->id, URGENCY_HAND);
    if (line == NULL)
        return;
    const struct language *language = person_language(person);
    PHRASE(
        line,
        tr(language != NULL ? language : host->options.language, context_claim_words(person, user)),
        arg_text("p", network_prefix(person->network)));
    speak_durable(person->network, line);
    person->reminded = true;
}

/* Returns true if the person's seat waits for them, they have not been reminded, and the user under
 * their nick, `user`, may be them. Returns false while the network is asked about that user's
 * connection. */
static bool is_claimed(struct person *person, char nick[PERSON_ID_MAX], struct chat_user *user)
{
    const struct adapter *adapter = person->network->adapter;
    if (person->id != NULL || !person->has_word || person->reminded || adapter == NULL ||
        adapter->impl->user == NULL)
        return false;
    if (!people_other_nick(person, nick))
        snprintf(nick, PERSON_ID_MAX, "%s", person->key);
    return adapter->impl->user(adapter, nick, user) && people_seems_back(person, user) &&
           (user->connection != NULL || person->connection == NULL);
}

/* Tells the channel, once, why the bot does not act for guests. */
static void tell_channel(struct place *place)
{
    const struct adapter *adapter = place->network->adapter;
    struct message *line =
        place->words_asked || !place->reachable ? NULL : place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line,
           tr(place->language,
              N_("Guests, show me who you are: /msg {bot} {p}seat WORD, with your seat word.")),
           arg_text("bot", adapter->impl->own_name != NULL ? adapter->impl->own_name(adapter) : ""),
           arg_text("p", network_prefix(place->network)));
    place_say(place, line);
    place->words_asked = true;
}

/* Reminds all guests of that table who seem to be there, first the one whose turn it is. */
static void remind_table(struct table *table, const struct network *network)
{
    unsigned first = table->round != NULL ? table->round->game.turn : 0;
    char nick[PERSON_ID_MAX]; /* of `user` */
    struct chat_user user;
    for (unsigned i = 0; i < table->seat_count; i++) {
        struct person *person = table->seats[(first + i) % table->seat_count].person;
        if (person != NULL && person->network == network && is_claimed(person, nick, &user))
            whisper_claim(table->host, person, &user);
    }
}

static void remind_guests(struct host *host, struct person *person, const struct chat_user *user)
{
    struct table *table = NULL;
    unsigned at = 0;
    if (!person->has_word || person->reminded)
        return;
    while ((table = person_table(person, &at)) != NULL) {
        if (table_is_private(table))
            continue;
        if (!person->untold)
            tell_channel(place_on(table, person->network));
        remind_table(table, person->network);
    }
    if (!person->reminded)
        whisper_claim(host, person, user);
}

/* -- who is seen -- */

static bool is_on_turn(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    while (person != NULL && (table = person_table(person, &at)) != NULL) {
        if (table->round != NULL && table->round->game.turn == seat_of(table, person))
            return true;
    }
    return false;
}

/* Asks the network for the user's connection. `person`: whom the user may be; NULL: not known.
 * Returns true if it asks. */
static bool look_up(const struct network *network, const struct person *person,
                    const struct chat_user *user)
{
    struct adapter *adapter = network->adapter;
    return user->connection == NULL && adapter->impl->look_up != NULL &&
           adapter->impl->look_up(adapter, user->id, is_on_turn(person));
}

/* The user certainly is that person. */
static void return_to(struct person *person, const struct chat_user *user)
{
    char old[PERSON_NAME_MAX];
    bool stays = person->stays;
    snprintf(old, sizeof(old), "%s", person->name);
    person = nick_follow(person, user);
    if (person == NULL)
        return;
    lines_renamed(person, old);
    save_tables_of(person);
    if (!stays) /* if the person stays, their hand is still in front of them */
        render_hands_of(person);
    presence_back(person);
}

void meeting_seen(struct host *host, struct network *network, const struct chat_user *user)
{
    struct person *person = people_find(host->people, network, user);
    if (person == NULL) {
        if (people_may_be_connected(host->people, network, user))
            look_up(network, NULL, user);
        return;
    }
    if (person == people_at(host->people, network, user->id))
        presence_seen(person);
    if (person->id != NULL)
        return;
    people_see(person);
    bool seems = people_seems_back(person, user);
    if (people_is_back(person, user))
        return_to(person, user);
    else if ((seems || people_may_be_connected(host->people, network, user)) &&
             look_up(network, person, user))
        return; /* meeting_known() goes on */
    else if (seems)
        remind_guests(host, person, user);
}

void meeting_known(struct host *host, struct network *network, const struct chat_user *user)
{
    struct person *person = people_at(host->people, network, user->id);
    if (person == NULL) {
        meeting_seen(host, network, user);
        return;
    }
    bool moved = user->host != NULL && !people_seems_back(person, user);
    if (moved && people_find(host->people, network, user) == person)
        nick_follow(person, user);
    if (people_set_connection(host->people, person, user->connection) || moved)
        save_tables_of(person);
}
