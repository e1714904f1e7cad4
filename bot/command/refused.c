#include "refused.h"

#include <stdio.h>
#include <string.h>

#include "bot/command/context.h"
#include "bot/people/kept.h"

enum { SCOPE_SIZE = 128 };

static const char *scope_of(const struct network *network, char scope[SCOPE_SIZE])
{
    snprintf(scope, SCOPE_SIZE, "refused:%s", network->name);
    return scope;
}

static void keep(struct host *host, const struct network *network, const char *id,
                 const char *value)
{
    char scope[SCOPE_SIZE];
    char folded[PERSON_ID_MAX];
    if (network_fold(network, id, folded, sizeof(folded)))
        kept_set_passing(host, scope_of(network, scope), folded, value);
}

void refused_note(const struct command_context *context)
{
    char value[REFUSED_MAX];
    const struct chat_event *event = context->event;
    int length = snprintf(value, sizeof(value), "%c%s\n%s", event->command ? '/' : ' ',
                          event->channel != NULL ? event->channel : "", event->text);
    if (length > 0 && length < REFUSED_MAX)
        keep(context->host, context->network, event->user.id, value);
}

void refused_forget(struct host *host, const struct network *network, const char *id)
{
    keep(host, network, id, NULL);
}

bool refused_take(const struct command_context *context, struct chat_event *event,
                  char room[REFUSED_MAX])
{
    char scope[SCOPE_SIZE];
    char folded[PERSON_ID_MAX];
    const struct chat_user *user = &context->event->user;
    const char *kept = network_fold(context->network, user->id, folded, sizeof(folded))
                           ? kept_passing(context->host, scope_of(context->network, scope), folded)
                           : NULL;
    if (kept == NULL)
        return false;
    snprintf(room, REFUSED_MAX, "%s", kept);
    refused_forget(context->host, context->network, user->id);
    char *channel = room + 1;
    char *text = channel + strcspn(channel, "\n");
    *text++ = '\0';
    *event = (struct chat_event){.kind = CHAT_MESSAGE,
                                 .channel = *channel != '\0' ? channel : NULL,
                                 .text = text,
                                 .user = *user,
                                 .command = *room == '/',
                                 .written = *channel != '\0'};
    return true;
}
