#include "refused.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "bot/command/context.h"
#include "bot/people/setting_store.h"
#include "bot/show/render/lines.h"
#include "bot/table/table.h"

enum { LIFE = 300000 /* ms */ };

static const char kind[] = "refused"; /* setting_of_user() */

/* Returns the state of the table for which the player meant a move; 0 if the command was no move,
 * or if there is no such table. */
static uint64_t stamp_of(const struct command_context *context)
{
    unsigned at = 0;
    const struct table *table =
        context->table != NULL ? context->table : person_table(context->claimed, &at);
    return context->command->act == ACT_MOVE && table != NULL ? table_stamp(table) : 0;
}

void refused_note(const struct command_context *context)
{
    char value[REFUSED_MAX];
    const struct chat_event *event = context->event;
    if (event->user.unseen) /* nobody would tell refused_forget() */
        return;
    int length =
        snprintf(value, sizeof(value), "%c%" PRIu64 " %" PRIu64 " %s\n%s",
                 event->command ? '/' : ' ', loop_now(context->host->loop) + LIFE,
                 stamp_of(context), event->channel != NULL ? event->channel : "", event->text);
    if (length > 0 && length < REFUSED_MAX)
        setting_set_of_user(context->network, kind, event->user.id, value);
}

void refused_forget(const struct network *network, const char *id)
{
    setting_set_of_user(network, kind, id, NULL);
}

bool refused_take(const struct command_context *context, struct chat_event *event,
                  char room[REFUSED_MAX])
{
    const struct chat_user *user = &context->event->user;
    const char *kept = setting_of_user(context->network, kind, user->id);
    if (kept == NULL)
        return false;
    snprintf(room, REFUSED_MAX, "%s", kept);
    refused_forget(context->network, user->id);
    char *channel = NULL;
    uint64_t until = strtoull(room + 1, &channel, 10);
    uint64_t stamp = strtoull(channel, &channel, 10);
    channel++; /* the blank behind the number */
    char *text = channel + strcspn(channel, "\n");
    *text++ = '\0';
    if (loop_now(context->host->loop) >= until)
        return false;
    *event = (struct chat_event){.kind = CHAT_MESSAGE,
                                 .channel = *channel != '\0' ? channel : NULL,
                                 .text = text,
                                 .user = *user,
                                 .stamp = stamp,
                                 .command = *room == '/',
                                 .written = *channel != '\0'};
    return true;
}
