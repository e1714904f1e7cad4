#include "channel_message_thread.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/guilds/permissions.h"
#include "base/text.h"

/* The table leaves its thread: later messages go to the channel itself, or to a new thread. */
void channel_message_thread_leave(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    if (post->threaded) {
        post->threaded = false;
        snprintf(post->channel, sizeof(post->channel), "%.*s", SNOWFLAKE_MAX - 1, post->address);
        setup->keep(setup->arg, "thread", post->address, NULL);
    }
}

void channel_message_thread_lost(struct channel_message *post)
{
    post->thread_lost = post->threaded && post->job != 0;
    if (post->threaded && !post->job) {
        channel_message_thread_leave(post);
        post->message[0] = '\0';
        post->dirty = post->board != NULL;
    }
}

/* Archives the thread of a closed table, so that clients no longer list it. Nobody waits for the
 * answer. */
static void archive_thread(const struct channel_message *post)
{
    char path[REST_PATH];
    cJSON *body = cJSON_CreateObject();
    if (body == NULL || cJSON_AddTrueToObject(body, "archived") == NULL) {
        cJSON_Delete(body);
        return;
    }
    snprintf(path, sizeof(path), "/channels/%s", post->channel);
    const struct rest_request request = {.method = "PATCH",
                                         .path = path,
                                         .route = "PATCH /channels/{}",
                                         .major = post->channel,
                                         .address = post->address,
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = body};
    rest_send(post->messages->setup.rest, &request);
}

void channel_message_thread_close(struct channel_message *post)
{
    if (post->threaded)
        archive_thread(post);
    channel_message_thread_leave(post);
}

/* If no message in the channel can get a link to the thread, sends a message that is only the link.
 * Without words it needs no language. */
static void say_link(const struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    char path[REST_PATH];
    char text[2 * SNOWFLAKE_MAX];
    bool mute = (setup->lacks(setup->arg, post->address) & 1U << PERMISSION_SEND_MESSAGES) != 0;
    cJSON *body = mute ? NULL : cJSON_CreateObject();
    cJSON *allowed = body != NULL ? cJSON_AddObjectToObject(body, "allowed_mentions") : NULL;
    snprintf(text, sizeof(text), "\xe2\x86\x92 <#%s>", post->channel);
    if (allowed == NULL || cJSON_AddArrayToObject(allowed, "parse") == NULL ||
        cJSON_AddStringToObject(body, "content", text) == NULL) {
        cJSON_Delete(body);
        return;
    }
    snprintf(path, sizeof(path), "/channels/%s/messages", post->address);
    const struct rest_request request = {.method = "POST",
                                         .path = path,
                                         .route = "POST /channels/{}/messages",
                                         .major = post->address,
                                         .address = post->address,
                                         .class = LIMITS_TABLE,
                                         .deadline = UINT64_MAX,
                                         .body = body};
    rest_send(setup->rest, &request);
}

static void on_thread(void *arg, const struct rest_reply *reply)
{
    struct channel_message *post = arg;
    struct channel_messages *messages = post->messages;
    const struct channel_messages_setup *setup = &messages->setup;
    post->job = 0;
    post->opens = false;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    if (post->gone) {
        channel_message_drop(post);
        return;
    }
    post->dirty = true;
    if (reply->end == REST_ANSWERED && reply->status < 300 &&
        *channel_message_id_of(reply) != '\0') {
        post->threaded = true;
        snprintf(post->channel, sizeof(post->channel), "%s", channel_message_id_of(reply));
        setup->keep(setup->arg, "thread", post->address, post->channel);
        if (!setup->threaded(setup->arg, post->address, post->channel))
            say_link(post);
    } else {
        log_warn(LOG_OF(setup->log, post->address), "cannot create a thread status=%u code=%u",
                 reply->status, (unsigned)reply->code);
        post->unthreadable = true;
    }
    channel_messages_wake(messages);
}

/* A board begins a table. */
bool channel_message_thread_wanted(const struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    unsigned barred = 1U << PERMISSION_CREATE_THREADS | 1U << PERMISSION_SEND_IN_THREADS;
    return setup->threads && !(setup->lacks(setup->arg, post->address) & barred) &&
           post->board != NULL && post->board->control_count > 0 && !post->threaded &&
           !post->unthreadable && *post->address != '@' && post->message[0] == '\0';
}

void channel_message_thread_open(struct channel_message *post)
{
    enum { PUBLIC_THREAD = 11, ARCHIVED_AFTER = 1440 /* minutes */, THREAD_NAME = 100 };
    char path[REST_PATH];
    char name[THREAD_NAME + 1];
    const char *title =
        post->board->title != NULL && *post->board->title != '\0' ? post->board->title : "Talon";
    snprintf(name, sizeof(name), "%.*s", (int)text_cut(title, strlen(title), THREAD_NAME), title);
    cJSON *body = cJSON_CreateObject();
    if (body == NULL || cJSON_AddStringToObject(body, "name", name) == NULL ||
        cJSON_AddNumberToObject(body, "type", PUBLIC_THREAD) == NULL ||
        cJSON_AddNumberToObject(body, "auto_archive_duration", ARCHIVED_AFTER) == NULL) {
        cJSON_Delete(body);
        channel_message_try_later(post);
        return;
    }
    snprintf(path, sizeof(path), "/channels/%s/threads", post->address);
    const struct rest_request request = {.method = "POST",
                                         .path = path,
                                         .route = "POST /channels/{}/threads",
                                         .major = post->address,
                                         .address = post->address,
                                         .class = LIMITS_TABLE,
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_thread,
                                         .arg = post};
    post->job = rest_send(post->messages->setup.rest, &request);
    post->opens = post->job != 0;
    if (!post->job)
        channel_message_try_later(post);
}
