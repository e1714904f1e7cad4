#include "page_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "bot/command/deferred.h"
#include "bot/host.h"
#include "bot/pages/address.h"
#include "bot/people/web.h"

static void add_address(struct message *message, const struct deferred *answer, const char *path,
                        const char *between)
{
    char address[ADDRESS_WHOLE];
    if (message == NULL || *address_whole(answer->host->people, path, address) == '\0')
        return;
    message_text(message, between);
    message_text(message, address);
    if (message->facts != NULL && strlen(address) < sizeof(message->facts->address))
        snprintf(message->facts->address, sizeof(message->facts->address), "%s", address);
}

/* Adds the address to the second line if the answer has two lines (brief.h). */
static void add_below(struct message *message, const struct deferred *answer, const char *path)
{
    if (message != NULL)
        add_address(message, answer, path, strchr(message->text, '\n') == NULL ? "\n" : " ");
}

bool page_link_works(const struct deferred *answer)
{
    char address[ADDRESS_WHOLE];
    return *address_whole(answer->host->people, "/", address) != '\0';
}

/* True if the web may show the channel where the question was asked. */
static bool is_shown(const struct deferred *answer)
{
    return answer->channel != NULL &&
           web_of(answer->host->people, answer->network->name, answer->channel) != WEB_OFF;
}

void page_link_board(struct message *message, const struct deferred *answer, bool wider)
{
    char path[ADDRESS_PATH];
    if (wider)
        add_below(message, answer, "/boards");
    else if (is_shown(answer) &&
             address_of_channel("/boards", answer->network->name, answer->channel, path))
        add_below(message, answer, path);
}

void page_link_player(struct message *message, const struct deferred *answer, int64_t person)
{
    char path[64];
    snprintf(path, sizeof(path), "/players/%" PRId64, person);
    if (person > 0)
        add_below(message, answer, path);
}

void page_link_round(struct message *message, const struct deferred *answer, int64_t round)
{
    char path[64];
    snprintf(path, sizeof(path), "/rounds/%" PRId64, round);
    if (is_shown(answer))
        add_address(message, answer, path, " ");
}
