#include "deferred.h"

#include <stdlib.h>
#include <string.h>

#include "bot/command/commands_state.h"
#include "bot/command/context.h"
#include "bot/people/setting_store.h"
#include "bot/show/speak.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

const char deferred_unread[] =
    N_("The score book cannot be read just now. Please try again in a minute.");

bool deferred_init(struct deferred *answer, struct command_context *context, bool aloud)
{
    struct host *host = context->host;
    const struct chat_event *event = context->event;
    if (host->commands->questions >= QUESTIONS_MAX) {
        context_tell(context, deferred_unread);
        return false;
    }
    *answer = (struct deferred){
        .host = host,
        .network = context->network,
        .to = context->answer_network,
        .language = context->language,
        .preferences = context->preferences,
        .channel = context->channel != NULL ? strdup(context->channel) : NULL,
        .user = strdup(context->answer_user),
        .aloud = aloud && context->channel != NULL && !context_answers_in_private(context),
        .answers = event->answers};
    if (answer->user == NULL || (answer->channel == NULL && context->channel != NULL)) {
        free(answer->channel);
        free(answer->user);
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return false;
    }
    if (answer->aloud && context->table != NULL)
        answer->language = context_place(context)->language;
    else if (answer->aloud && event->user.locale != NULL) /* all read it */
        answer->language = setting_channel_language(context->network, context->channel);
    host->commands->questions++;
    network_hold(answer->network);
    network_hold(answer->to);
    return true;
}

void deferred_finish(struct deferred *answer)
{
    answer->host->commands->questions--;
    network_release(answer->network);
    network_release(answer->to);
    free(answer->channel);
    free(answer->user);
}

struct message *deferred_message(const struct deferred *answer)
{
    struct message *message =
        message_create(answer->channel, answer->aloud ? NULL : answer->user, URGENCY_INFO);
    if (!answer->aloud)
        preferences_dress(message, &answer->preferences, false);
    return message;
}

void deferred_say(const struct deferred *answer, struct message *message)
{
    if (message == NULL || answer->to->stopped) {
        message_destroy(message);
        return;
    }
    message->answers = answer->answers;
    message->stays = true;
    speak_durable(answer->to, message);
}

void deferred_tell(const struct deferred *answer, const char *pattern)
{
    struct message *message = deferred_message(answer);
    if (message == NULL)
        return;
    PHRASE(message, tr(answer->language, pattern), arg_text("p", network_prefix(answer->network)));
    deferred_say(answer, message);
}
