#include "channel_message_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

enum {
    AGAIN_MIN = 2000, /* ms */
    AGAIN_MAX = 60000
};

void again_later(struct again *again, uint64_t now)
{
    again->wait = again->wait ? again->wait * 2 : AGAIN_MIN;
    again->wait = again->wait < AGAIN_MAX ? again->wait : AGAIN_MAX;
    again->at = now + again->wait;
}

/* Returns the time at which the next waiting deletion is due; UINT64_MAX: none waits. */
static uint64_t deletion_due(const struct channel_messages *messages)
{
    uint64_t due = UINT64_MAX;
    const struct deletion *deletion = NULL;
    DL_FOREACH(messages->deletions, deletion)
    {
        if (!deletion->going && deletion->again.at < due)
            due = deletion->again.at;
    }
    return due;
}

/* Sets the timer to the end of this turn of the loop, or to the time at which a failed request is
 * due again. Channels with a request under way need no timer: its answer makes us send. */
void channel_messages_wake(struct channel_messages *messages)
{
    uint64_t now = loop_now(messages->setup.loop);
    uint64_t soonest = deletion_due(messages);
    for (struct channel_message *post = messages->all; post != NULL; post = post->hh.next) {
        if (channel_message_wants(post) && !post->job && post->again.at < soonest)
            soonest = post->again.at;
        if (channel_message_probes(post) && post->probe < soonest)
            soonest = post->probe;
    }
    if (soonest == UINT64_MAX)
        timer_stop(&messages->home.timer);
    else
        timer_set(&messages->home.timer, soonest > now ? soonest - now : 0);
}

void channel_message_drop(struct channel_message *post)
{
    HASH_DEL(post->messages->all, post);
    message_lines_drop(&post->lines, 0);
    message_destroy(post->board);
    cJSON_Delete(post->unsure);
    rest_file_destroy(post->unsure_file);
    free(post);
}

/* Keeps a direct message channel whose id we know, because we would have to ask Discord for the id
 * again. */
void channel_message_drop_idle(struct channel_message *post)
{
    bool talk = *post->address == '@' && post->channel[0] != '\0';
    if (!talk && !post->job && !channel_message_wants(post) && post->message[0] == '\0' &&
        post->board == NULL && post->lines.count == 0)
        channel_message_drop(post);
}

const char *channel_message_id_of(const struct rest_reply *reply)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reply->body, "id"));
    return id != NULL && strlen(id) < SNOWFLAKE_MAX ? id : "";
}

void channel_message_keep(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    setup->keep(setup->arg, "board", post->address,
                post->message[0] != '\0' ? post->message : NULL);
}

/* The nonce is stored, because the next process may have to find out whether Discord took the
 * message. */
void channel_message_keep_sent(struct channel_message *post, const char *nonce)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    if (strcmp(post->sent, nonce) != 0) {
        snprintf(post->sent, sizeof(post->sent), "%s", nonce);
        setup->keep(setup->arg, "sent", post->address, *nonce != '\0' ? nonce : NULL);
    }
}

void channel_message_forget_unsure(struct channel_message *post)
{
    cJSON_Delete(post->unsure);
    rest_file_destroy(post->unsure_file);
    post->unsure = NULL;
    post->unsure_file = NULL;
}

void channel_message_try_later(struct channel_message *post)
{
    again_later(&post->again, loop_now(post->messages->setup.loop));
    post->dirty |= post->unsure == NULL;
}

void channel_message_drop_lines(struct channel_message *post)
{
    post->unsent = post->going = 0;
    message_lines_drop(&post->lines, 0);
}

void channel_message_give_up(struct channel_message *post)
{
    post->dirty = post->muted = post->try_due = post->trying = false;
    channel_message_drop_lines(post);
    message_destroy(post->board);
    post->board = NULL;
    post->message[0] = '\0';
    channel_message_forget_unsure(post);
    channel_message_keep_sent(post, "");
    channel_message_keep(post);
}
