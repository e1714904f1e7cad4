#include "channel_message_delete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* -- messages that are to go -- */

enum {
    DELETIONS_TEXT = DELETIONS_MAX * (2 * SNOWFLAKE_MAX + 1) + 1 /* bytes, of "CHANNEL/MESSAGE " */
};

/* Stores the list of deletions at each change, so that the next process has it however this one
 * ends. */
static void keep_deletions(const struct channel_messages *messages)
{
    char text[DELETIONS_TEXT] = "";
    size_t length = 0;
    const struct deletion *deletion = NULL;
    DL_FOREACH(messages->deletions, deletion)
    {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s/%s ",
                                   deletion->channel, deletion->message);
    }
    messages->setup.keep(messages->setup.arg, "old", "boards", length > 0 ? text : NULL);
}

static void put_off(struct deletion *deletion)
{
    deletion->going = false;
    again_later(&deletion->again, loop_now(deletion->messages->setup.loop));
    channel_messages_wake(deletion->messages);
}

static void drop_deletion(struct deletion *deletion)
{
    DL_DELETE(deletion->messages->deletions, deletion);
    deletion->messages->deletion_count--;
    keep_deletions(deletion->messages);
    free(deletion);
}

static void on_reply(void *arg, const struct rest_reply *reply)
{
    struct deletion *deletion = arg;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    if (rest_passes(reply))
        put_off(deletion);
    else /* the message is gone, or we may not delete it */
        drop_deletion(deletion);
}

/* `deletion` NULL: nobody waits for the answer. */
static bool send_delete(struct channel_messages *messages, const char *channel, const char *message,
                        struct deletion *deletion)
{
    char path[REST_PATH];
    snprintf(path, sizeof(path), "/channels/%s/messages/%s", channel, message);
    const struct rest_request request = {.method = "DELETE",
                                         .path = path,
                                         .route = "DELETE /channels/{}/messages/{}",
                                         .major = channel,
                                         .address = channel,
                                         .class = LIMITS_TABLE,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .done = deletion != NULL ? on_reply : NULL,
                                         .arg = deletion};
    return rest_send(messages->setup.rest, &request) != 0;
}

static void try_deletion(struct deletion *deletion)
{
    deletion->going =
        send_delete(deletion->messages, deletion->channel, deletion->message, deletion);
    if (!deletion->going)
        put_off(deletion);
}

void channel_message_delete(struct channel_messages *messages, const char *channel,
                            const char *message)
{
    struct deletion *deletion =
        messages->deletion_count < DELETIONS_MAX ? calloc(1, sizeof(*deletion)) : NULL;
    if (deletion == NULL) {
        send_delete(messages, channel, message, NULL);
        return;
    }
    deletion->messages = messages;
    snprintf(deletion->channel, sizeof(deletion->channel), "%s", channel);
    snprintf(deletion->message, sizeof(deletion->message), "%s", message);
    DL_APPEND(messages->deletions, deletion);
    messages->deletion_count++;
    keep_deletions(messages);
    try_deletion(deletion);
}

void channel_message_delete_again(struct channel_messages *messages)
{
    uint64_t now = loop_now(messages->setup.loop);
    struct deletion *deletion = NULL;
    DL_FOREACH(messages->deletions, deletion)
    {
        if (!deletion->going && deletion->again.at <= now)
            try_deletion(deletion);
    }
}

void channel_messages_delete(struct channel_messages *messages, const char *kept)
{
    char text[DELETIONS_TEXT];
    char channel[SNOWFLAKE_MAX], message[SNOWFLAKE_MAX];
    int length = 0;
    _Static_assert(SNOWFLAKE_MAX == 24, "as the next lines have it");
    snprintf(text, sizeof(text), "%s", kept); /* a copy, because each deletion changes `kept` */
    for (const char *at = text; sscanf(at, "%23[0-9]/%23[0-9] %n", channel, message, &length) == 2;
         at += length)
        channel_message_delete(messages, channel, message);
}

void channel_message_delete_finish(struct channel_messages *messages)
{
    struct deletion *next = NULL;
    for (struct deletion *deletion = messages->deletions; deletion != NULL; deletion = next) {
        next = deletion->next;
        free(deletion);
    }
    messages->deletions = NULL;
}
