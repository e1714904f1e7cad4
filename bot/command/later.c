#include "later.h"

#include <stdlib.h>
#include <string.h>

#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "command.h"

const char later_unread[] = N_("The score book cannot be read just now.");

bool later_init(struct later *later, struct command_context *context, bool aloud)
{
    struct host *host = context->host;
    const struct chat_event *event = context->event;
    if (host->questions >= HOST_QUESTIONS_MOST) {
        context_tell(context, later_unread);
        return false;
    }
    *later =
        (struct later){.host = host,
                       .network = context->network,
                       .language = context->language,
                       .preferences = context->preferences,
                       .channel = context->channel != NULL ? strdup(context->channel) : NULL,
                       .user = strdup(event->user.id),
                       .aloud = aloud && context->channel != NULL && !context_is_alone(context),
                       .answers = event->answers};
    if (later->user == NULL || (later->channel == NULL && context->channel != NULL)) {
        free(later->channel);
        free(later->user);
        context_tell(context, N_("I am out of memory."));
        return false;
    }
    if (later->aloud && context->table != NULL)
        later->language = context->table->language;
    else if (later->aloud && event->user.locale != NULL) /* all read it */
        later->language = host_channel_language(host, context->network, context->channel);
    host->questions++;
    return true;
}

void later_finish(struct later *later)
{
    later->host->questions--;
    free(later->channel);
    free(later->user);
}

struct message *later_message(const struct later *later)
{
    struct message *message =
        message_create(later->channel, later->aloud ? NULL : later->user, URGENCY_INFO);
    if (!later->aloud)
        host_dress(message, &later->preferences, false);
    return message;
}

void later_say(const struct later *later, struct message *message)
{
    if (message == NULL || later->network->stopped) {
        message_destroy(message);
        return;
    }
    message->answers = later->answers;
    message->stays = true;
    host_say(later->host, later->network, message);
}

void later_tell(const struct later *later, const char *pattern)
{
    struct message *message = later_message(later);
    if (message == NULL)
        return;
    PHRASE(message, tr(later->language, pattern), arg_text("p", network_prefix(later->network)));
    later_say(later, message);
}
