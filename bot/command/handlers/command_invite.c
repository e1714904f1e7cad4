/* !invite: guests at a table, who sit there from pages of the web; and people of the network, who
 * are asked to the table by name. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/confusable.h"
#include "base/private.h"
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/commands_state.h"
#include "bot/command/handlers/capacity.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/handlers/invite.h"
#include "bot/pages/address.h"
#include "bot/pages/live.h"
#include "bot/people/channel_name.h"
#include "bot/people/flood.h"
#include "bot/people/preferences.h"
#include "bot/show/button_wording.h"
#include "bot/show/render/lines.h"
#include "bot/show/seat_names.h"
#include "bot/show/table_message.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { HOUR = 3600, NAME_BYTES = 24 };

/* -- the link -- */

/* "https://talon.example/seat#i=TOKEN&at=%23cards", as !web has it. */
static bool write_link(const struct command_context *context, const char *secret,
                       char link[ADDRESS_WHOLE])
{
    char address[ADDRESS_WHOLE];
    char name[CHANNEL_NAME_MAX];
    struct buf buf;
    buf_init(&buf, link, ADDRESS_WHOLE);
    buf_printf(&buf, "%s#i=%s&at=", address_whole(context->host->people, "/seat", address), secret);
    address_escape(&buf, channel_name(context->host->people, context->network->name,
                                      context_place(context)->channel, name));
    return !buf.full;
}

static void give_link(struct command_context *context)
{
    char secret[PAGE_SECRET_SIZE];
    char link[ADDRESS_WHOLE];
    struct message *message = context_private(context);
    if (message == NULL || !page_seat_invite(context->table, context->person, secret) ||
        !write_link(context, secret, link)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return;
    }
    PHRASE(message,
           tr(context->language, N_("This link seats guests here from a page, for {n} hours: "
                                    "{link} {p}invite off ends it.")),
           arg_number("n", PAGE_INVITE_LIFE / HOUR), arg_strong("link", link),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
    private_wipe(secret, sizeof(secret));
    private_wipe(link, sizeof(link));
}

/* True if every channel that shows the table admits guests. */
static bool lets_guests_in(const struct table *table)
{
    return live_guests(table) != GUESTS_OFF;
}

/* -- people of the network -- */

/* Somebody who is asked to the table. */
struct asked {
    const struct command_context *context;
    const char *word;       /* as the typist named them */
    char id[PERSON_ID_MAX]; /* chat_user.id; "": not found */
    char name[PERSON_NAME_MAX];
    bool picked; /* `word` is "<@ID>", which the network shows as a name */
    bool silent; /* this person does not want to be called */
};

static void compare_member(void *arg, const struct chat_user *user)
{
    struct asked *asked = arg;
    struct network *network = asked->context->network;
    char one[PERSON_ID_MAX];
    char other[PERSON_ID_MAX];
    if (!network_fold(network, asked->word, one, sizeof(one)) ||
        !network_fold(network, user->id, other, sizeof(other)) || strcmp(one, other) != 0)
        return;
    snprintf(asked->id, sizeof(asked->id), "%s", user->id);
    people_clean_name(user->name, asked->name);
    asked->silent = preferences_of(network, user).silent;
}

/* Finds a person whom the typist picked from a list, or who is in the channel under that nick. */
static bool find_asked(struct asked *asked)
{
    const struct command_context *context = asked->context;
    const struct adapter *adapter = context->network->adapter;
    asked->picked =
        people_stable_ids(context->network) && picked_id(asked->word, asked->id, sizeof(asked->id));
    if (asked->picked) {
        snprintf(asked->name, sizeof(asked->name), "%s", asked->word);
        asked->silent = preferences_by(context->network, asked->id, true).silent;
    } else if (adapter->impl->members != NULL && context->table != NULL)
        adapter->impl->members(adapter, context_place(context)->channel, compare_member, asked);
    return asked->id[0] != '\0';
}

/* Says in the channel that somebody is asked to the table, and brings the table below that line, so
 * that Join stands there. */
static void call_asked(struct command_context *context, const struct asked *asked)
{
    struct place *place = context_place(context);
    struct message *line = place_line(place, URGENCY_INFO);
    if (line == NULL)
        return;
    message_call(line, asked->id);
    line->rings = !asked->silent;
    PHRASE(line,
           tr(place->language,
              button_wording(place->network,
                             N_("{other}, {player} asks you to the table: {p}join takes a seat."))),
           asked->silent && !asked->picked ? arg_name("other", asked->name)
                                           : arg_mention("other", asked->name),
           arg_name("player", context->name), arg_text("p", network_prefix(place->network)));
    place_say(place, line);
    table_message_renew(place);
    if (context->event->answers != 0)
        context_tell(context, N_("I asked them."));
}

static void ask_person(struct command_context *context)
{
    struct asked asked = {.context = context, .word = context->arguments};
    if (context_at_private_table(context))
        context_tell(context, N_("A private table cannot be shared. Open one in a channel."));
    else if (seat_named(context->table, asked.word) != SEAT_NONE)
        context_tell(context, N_("They have a seat at this table already."));
    else if (!find_asked(&asked))
        context_tell(context, N_("I see nobody of that name here. {p}invite alone gives a link."));
    else if (!flood_invite(context->host->loop, context->network->name, asked.id))
        context_tell(context, N_("Somebody asked them a few minutes ago. Give them time."));
    else
        call_asked(context, &asked);
}

void run_invite(struct command_context *context)
{
    char address[ADDRESS_WHOLE];
    const char *state = channel_read_state(context->arguments);
    if (state != NULL && state[1] == 'f') {
        context_tell(context, page_seat_uninvite(context->table)
                                  ? N_("Nobody more sits down here by a link.")
                                  : N_("There was no such link."));
    } else if (*context->arguments != '\0')
        ask_person(context);
    else if (context->seat == SEAT_NONE) /* an operator may only end it */
        context_tell(context, N_("You have no seat at this table: {p}join takes one."));
    else if (context_at_private_table(context))
        context_tell(context, N_("A private table cannot be shared. Open one in a channel."));
    else if (!lets_guests_in(context->table)) {
        context_tell(context,
                     N_("Guests by links are off in this channel. An operator can allow them."));
    } else if (*address_whole(context->host->people, "/seat", address) == '\0')
        context_tell(context, N_("I have no web pages, so guests cannot come."));
    else
        give_link(context);
}

/* -- who comes by it -- */

/* Returns the place that shows the table to guests, and adds it if it is missing; NULL if that
 * fails. */
static struct place *open_place(struct table *table, struct network *network)
{
    char name[40];
    struct place *place = place_on(table, network);
    if (place->network == network)
        return place;
    snprintf(name, sizeof(name), "table-%" PRId64, table->id);
    place = place_add(table, network, name);
    if (place != NULL)
        table_set_reachable(place, true);
    return place;
}

/* True if a name looks like ours, or like that of a player at the table, with or without the mark
 * of guests. */
static bool is_taken(const struct table *table, const char *clean, const char *marked)
{
    for (const struct place *place = &table->home; place != NULL; place = place->next) {
        const struct adapter *adapter = place->network->adapter;
        const char *ours = adapter != NULL && adapter->impl->own_name != NULL
                               ? adapter->impl->own_name(adapter)
                               : NULL;
        if (ours != NULL && confusable_same(ours, clean))
            return true;
    }
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (confusable_same(seat_name(table, i), marked) ||
            confusable_same(seat_name(table, i), clean))
            return true;
    }
    return false;
}

/* Writes the guest's name as everybody sees it: with the mark of guests, and unlike every other
 * name. Returns false if no such name fits. */
static bool write_name(const struct table *table, const char *typed, char name[PERSON_NAME_MAX])
{
    char clean[PERSON_NAME_MAX];
    people_clean_name(typed, clean);
    clean[text_cut(clean, strlen(clean), NAME_BYTES)] = '\0';
    int length =
        snprintf(name, PERSON_NAME_MAX, "%s (%s)", clean, tr(table->home.language, N_("guest")));
    return length < PERSON_NAME_MAX && strcmp(clean, "?") != 0 && !is_taken(table, clean, name);
}

static const char *sit(const struct lent *lent, struct table *table, struct network *network,
                       const char *name, struct guest *guest)
{
    struct page_seat *seat = page_seat_guest(table, network, guest);
    if (seat == NULL)
        return N_("I am out of memory: try again in a minute.");
    struct person *person = people_of(
        lent->people, network,
        &(struct chat_user){.id = seat->id, .name = name, .locale = guest->language->code});
    enum table_refusal refusal = TABLE_NO_MEMORY;
    if (person != NULL) {
        person_hold(person);
        refusal = command_table_sit(table, person);
        person_release(lent->people, person);
    }
    if (refusal == TABLE_OK)
        return NULL;
    page_seat_drop(lent->tables, seat);
    return context_table_refusal_words(refusal);
}

/* -- how many come -- */

static struct flood_guest flood_at(const struct place *place, const struct guest *guest,
                                   const char *link)
{
    const struct adapter *adapter = place->network->adapter;
    return (struct flood_guest){.network = place->network->name,
                                .channel = place->key,
                                .link = link,
                                .address = guest->peer,
                                .says_little = adapter != NULL && adapter->impl->behind != NULL};
}

/* True if this guest must wait: too many came just now, or the table's networks are too far
 * behind. */
static bool is_rush(const struct lent *lent, const struct table *table, const struct guest *guest,
                    const char *link)
{
    for (const struct place *place = &table->home; place != NULL; place = place->next) {
        const struct flood_guest flood = flood_at(place, guest, link);
        if (flood_guest_full(lent->loop, &flood) || capacity_is_late(lent->options, place->network))
            return true;
    }
    return false;
}

/* Charges the flood buckets for each place of the table, but those of the address and the link only
 * once. */
static void charge(struct loop *loop, const struct table *table, const struct guest *guest,
                   const char *link)
{
    for (const struct place *place = &table->home; place != NULL; place = place->next) {
        struct flood_guest flood = flood_at(place, guest, link);
        if (place != &table->home) {
            flood.address = NULL;
            flood.link = "";
        }
        flood_guest_charge(loop, &flood);
    }
}

static const char *seat_or_refuse(const struct commands *commands, struct table *table,
                                  struct network *network, struct guest *guest)
{
    char name[PERSON_NAME_MAX];
    char link[HASH_HEX];
    const struct lent *lent = &commands->lent;
    link[0] = '\0';
    if (guest->invite != NULL)
        hash_hex(guest->invite->hash, link);
    if (!lets_guests_in(table))
        return N_("Guests by links are off in this channel. An operator can allow them.");
    if (page_seat_guests(lent->tables, table->id, NULL) >= PAGE_GUESTS_TABLE_MAX ||
        (guest->peer != NULL &&
         page_seat_guests(lent->tables, 0, guest->peer) >= PAGE_GUESTS_PEER_MAX))
        return N_("All guest seats are taken. Wait until a guest leaves.");
    if (is_rush(lent, table, guest, link))
        return N_("Many guests sat down a moment ago: please try again in a minute.");
    if (!write_name(table, guest->name, name))
        return N_("Choose another name: somebody here has that one, or one that looks like it.");
    struct place *place = open_place(table, network);
    if (place == NULL)
        return N_("I am out of memory: try again in a minute.");
    const char *why = sit(lent, table, network, name, guest);
    if (why == NULL)
        charge(lent->loop, table, guest, link);
    else
        table_remove_guests_place(place);
    return why;
}

const char *invite_seat(struct commands *commands, struct guest *guest)
{
    struct table *table = table_by_id(commands->lent.tables,
                                      guest->invite != NULL ? guest->invite->table : guest->table);
    struct network *network = network_of(commands->lent.people, guest->adapter);
    bool there = table != NULL && network != NULL && !table->damaged && !table->closing;
    if (guest->invite == NULL && !(there && live_seats_strangers(table)))
        return N_("Nobody sits down at this table from its page now.");
    if (!there)
        return N_("This invitation is over: ask for another one.");
    return seat_or_refuse(commands, table, network, guest);
}
