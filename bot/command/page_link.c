#include "page_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "bot/command/deferred.h"
#include "bot/host.h"
#include "bot/pages/address.h"
#include "bot/people/web.h"

static void add(struct message *message, const struct deferred *answer, const char *path)
{
    char address[ADDRESS_WHOLE];
    if (message == NULL || *address_whole(answer->host, path, address) == '\0')
        return;
    message_text(message, " ");
    message_text(message, address);
    if (message->facts != NULL && strlen(address) < sizeof(message->facts->address))
        snprintf(message->facts->address, sizeof(message->facts->address), "%s", address);
}

/* True if the web may show the channel where the question was asked. */
static bool is_shown(const struct deferred *answer)
{
    return answer->channel != NULL &&
           web_of(answer->host, answer->network->name, answer->channel) != WEB_OFF;
}

void page_link_board(struct message *message, const struct deferred *answer, bool wider)
{
    char path[ADDRESS_PATH];
    if (wider)
        add(message, answer, "/boards");
    else if (is_shown(answer) &&
             address_of_channel("/boards", answer->network->name, answer->channel, path))
        add(message, answer, path);
}

static void add_number(struct message *message, const struct deferred *answer, const char *page,
                       int64_t number)
{
    char path[64];
    snprintf(path, sizeof(path), "%s/%" PRId64, page, number);
    add(message, answer, path);
}

void page_link_player(struct message *message, const struct deferred *answer, int64_t person)
{
    if (person > 0)
        add_number(message, answer, "/players", person);
}

void page_link_round(struct message *message, const struct deferred *answer, int64_t round)
{
    if (is_shown(answer))
        add_number(message, answer, "/rounds", round);
}
