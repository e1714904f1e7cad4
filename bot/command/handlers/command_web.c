/* !web: a web page for the typist's seat. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/private.h"
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/handlers/handlers.h"
#include "bot/pages/address.h"
#include "bot/people/channel_name.h"
#include "bot/table/seats/page_seat.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60 };

static const char unserved[] = N_("I have no web pages. Play your seat here.");

/* "https://talon.example/seat#t=TOKEN&as=Ann&at=%23cards": a browser sends the part behind '#' to
 * no server. Only the page's button uses the names. */
static bool write_link(const struct command_context *context, const char *secret,
                       char link[ADDRESS_WHOLE])
{
    char address[ADDRESS_WHOLE];
    struct buf buf;
    buf_init(&buf, link, ADDRESS_WHOLE);
    if (*address_whole(context->host->people, "/seat", address) == '\0')
        return false;
    buf_printf(&buf, "%s#t=%s&as=", address, secret);
    address_escape(&buf, context->person->name);
    if (!context_at_private_table(context)) {
        buf_add(&buf, "&at=");
        char name[CHANNEL_NAME_MAX];
        address_escape(&buf, channel_name(context->host->people, context->network->name,
                                          context_place(context)->channel, name));
    }
    return !buf.full;
}

static void give_link(struct command_context *context)
{
    char secret[PAGE_SECRET_SIZE];
    char link[ADDRESS_WHOLE];
    struct message *message = context_private(context);
    if (message == NULL || !page_seat_offer(context->table, context->person, secret)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return;
    }
    if (write_link(context, secret, link)) {
        message->urgency = URGENCY_HAND; /* a secret: not for the nick's next owner */
        PHRASE(message,
               tr(context->language, N_("Your seat as a page: {link} It works once, within {n} "
                                        "minutes. It shows your hand: give it to nobody.")),
               arg_strong("link", link), arg_number("n", PAGE_LINK_LIFE / MINUTE));
        context_say(context, message);
    } else {
        message_destroy(message);
        page_seats_end(context->table, context->person);
        context_tell(context, unserved);
    }
    private_wipe(secret, sizeof(secret));
    private_wipe(link, sizeof(link));
}

/* -- where the hand is shown -- */

/* Returns the text behind "chat"; NULL if the arguments do not begin with it. */
static const char *chat_words(const char *arguments)
{
    char typed[32];
    size_t length = strcspn(arguments, " ");
    snprintf(typed, sizeof(typed), "%.*s", (int)length, arguments);
    return word_means(typed, "chat") ? arguments + length + strspn(arguments + length, " ") : NULL;
}

static const char hand_in_chat[] = N_(
    "I whisper your hand here even while a page of your seat is open. {p}web chat off stops that.");
static const char hand_on_page[] = N_("While a page of your seat is open, only the page shows your "
                                      "hand. {p}web chat on whispers it too.");

static void choose_chat(struct command_context *context, const char *words)
{
    const char *state = channel_read_state(words);
    bool off = state != NULL ? strcmp(state, "off") == 0 : context->preferences.page_alone;
    if (state == NULL && *words != '\0')
        context_tell(context, N_("For example: {p}web chat off, {p}web chat on"));
    else if (state == NULL || command_set_own(context, "web_chat", off ? "off" : NULL))
        context_tell(context, off ? hand_on_page : hand_in_chat);
}

void run_web(struct command_context *context)
{
    char address[ADDRESS_WHOLE];
    const char *state = channel_read_state(context->arguments);
    const char *chat = chat_words(context->arguments);
    if (chat != NULL)
        choose_chat(context, chat);
    else if (state != NULL && state[1] == 'f') {
        context_tell(context, page_seats_end(context->table, context->person) > 0
                                  ? N_("No page plays your seat any more.")
                                  : N_("No page was playing your seat."));
    } else if (*context->arguments != '\0')
        context_tell(context, N_("For example: {p}web, {p}web off, {p}web chat off"));
    else if (*address_whole(context->host->people, "/seat", address) == '\0')
        context_tell(context, unserved);
    else if (context->event->user.unseen) {
        context_tell(
            context,
            N_("I give links only to people I see. Join a channel where I am, then ask again."));
    } else
        give_link(context);
}
