/* !invite: guests at a table, who sit there from pages of the web. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/buf.h"
#include "bot/base/private.h"
#include "bot/base/text.h"
#include "bot/command/channel.h"
#include "bot/command/handlers.h"
#include "bot/command/invite.h"
#include "bot/pages/address.h"
#include "bot/table/page_seat.h"
#include "bot/table/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { HOUR = 3600, NAME_BYTES = 24 };

/* -- the link -- */

/* "https://talon.example/seat#i=TOKEN&at=%23cards", as !web has it. */
static bool write_link(const struct command_context *context, const char *secret,
                       char link[ADDRESS_WHOLE])
{
    char address[ADDRESS_WHOLE];
    struct buf buf;
    buf_init(&buf, link, ADDRESS_WHOLE);
    buf_printf(&buf, "%s#i=%s&at=", address_whole(context->host, "/seat", address), secret);
    address_escape(&buf, context_place(context)->channel);
    return !buf.full;
}

static void give_link(struct command_context *context)
{
    char secret[PAGE_SECRET_SIZE];
    char link[ADDRESS_WHOLE];
    struct message *message = context_private(context);
    if (message == NULL || !page_seat_invite(context->table, secret) ||
        !write_link(context, secret, link)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory."));
        return;
    }
    PHRASE(message,
           tr(context->language,
              N_("Whoever opens this link within {n} hours sits down here as a guest, from a page: "
                 "{link} {p}invite off ends it.")),
           arg_number("n", PAGE_INVITE_LIFE / HOUR), arg_strong("link", link),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
    private_wipe(secret, sizeof(secret));
    private_wipe(link, sizeof(link));
}

void run_invite(struct command_context *context)
{
    char address[ADDRESS_WHOLE];
    const char *state = channel_read_state(context->arguments);
    if (state != NULL && state[1] == 'f')
        context_tell(context, page_seat_uninvite(context->table)
                                  ? N_("Nobody more sits down here by a link.")
                                  : N_("There was no such link."));
    else if (*context->arguments != '\0')
        context_tell(context, N_("For example: {p}invite, {p}invite off"));
    else if (context_at_private_table(context))
        context_tell(context, N_("A table in a private talk stays there: open one in a channel."));
    else if (*address_whole(context->host, "/seat", address) == '\0')
        context_tell(context, N_("Nobody has set up pages of the web for me: guests cannot come."));
    else
        give_link(context);
}

/* -- who comes by it -- */

/* Where guests are shown the table, beside its channels. */
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

/* The name that everybody sees: marked, and nobody else's here. False: there is none. */
static bool write_name(const struct table *table, const char *typed, char name[PERSON_NAME_MAX])
{
    char clean[PERSON_NAME_MAX];
    people_clean_name(typed, clean);
    clean[text_cut(clean, strlen(clean), NAME_BYTES)] = '\0';
    int length =
        snprintf(name, PERSON_NAME_MAX, "%s (%s)", clean, tr(table->home.language, N_("guest")));
    for (unsigned i = 0; i < table->seat_count; i++)
        if (text_same(seat_name(table, i), name) || text_same(seat_name(table, i), clean))
            return false;
    return length < PERSON_NAME_MAX && strcmp(clean, "?") != 0;
}

static const char *sit(struct table *table, struct network *network, const char *name,
                       struct guest *guest)
{
    struct host *host = table->host;
    struct page_seat *seat = page_seat_guest(table, network, guest->peer, guest->session);
    if (seat == NULL)
        return N_("I am out of memory.");
    struct person *person = people_of(
        &host->people, network,
        &(struct chat_user){.id = seat->id, .name = name, .locale = guest->language->code});
    enum table_refusal refusal = TABLE_NO_MEMORY;
    if (person != NULL) {
        person_hold(person);
        refusal = command_table_sit(table, person);
        person_release(&host->people, person);
    }
    if (refusal == TABLE_OK)
        return NULL;
    page_seat_drop(host, seat);
    return context_table_refusal_words(refusal);
}

const char *invite_seat(struct host *host, struct guest *guest)
{
    char name[PERSON_NAME_MAX];
    struct table *table = NULL;
    int64_t id = guest->invite->table;
    struct network *network = network_of(host, guest->adapter);
    HASH_FIND(hh, host->tables, &id, sizeof(id), table);
    if (table == NULL || network == NULL || table->damaged || table->closing)
        return N_("This invitation is over: ask for another one.");
    if (page_seat_guests(host, table->id, NULL) >= PAGE_GUESTS_TABLE_MAX ||
        (guest->peer != NULL && page_seat_guests(host, 0, guest->peer) >= PAGE_GUESTS_PEER_MAX))
        return N_("So many guests are there already: wait until one leaves.");
    if (!write_name(table, guest->name, name))
        return N_("Choose another name: somebody here has that one.");
    if (open_place(table, network) == NULL)
        return N_("I am out of memory.");
    return sit(table, network, name, guest);
}
