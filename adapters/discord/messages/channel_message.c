#include "channel_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "channel_message_delete.h"
#include "channel_message_send.h"
#include "channel_message_thread.h"

enum {
    LINES_BEFORE = 3 /* old lines shown again with new ones, for people who were away */
};

static uint64_t now_of(const struct channel_messages *messages)
{
    return loop_now(messages->setup.loop);
}

/* Plans a message to a muted channel, to find out whether we may write there again: now, or when
 * refusals.h allows it. */
static void plan_probe(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    uint64_t due = setup->spared(setup->arg, post->address);
    post->probe = due > 0 ? due : UINT64_MAX;
    post->try_due |= due == 0;
}

static void try_or_show(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    if (post->try_due) { /* `try` may call channel_messages_say() at once */
        post->try_due = post->dirty = false;
        post->trying = true;
        setup->try(setup->arg, post->address);
    } else {
        channel_message_send(post);
    }
}

static void on_timer(struct timer *timer)
{
    struct channel_messages *messages = (struct channel_messages *)timer;
    struct channel_message *post = NULL;
    struct channel_message *next = NULL;
    HASH_ITER(hh, messages->all, post, next)
    {
        if (channel_message_probes(post) && post->probe <= now_of(messages))
            plan_probe(post);
        if (channel_message_wants(post) && post->again.at <= now_of(messages))
            try_or_show(post);
    }
    channel_message_delete_again(messages);
    channel_messages_wake(messages);
}

static void mark_dirty(struct channel_message *post)
{
    post->dirty = true;
    if (post->again.at <= now_of(post->messages))
        timer_set(&post->messages->home.timer, 0);
}

static struct channel_message *find_post(const struct channel_messages *messages,
                                         const char *address)
{
    struct channel_message *post = NULL;
    HASH_FIND_STR(messages->all, address, post);
    return post;
}

/* Reads an id (or nonce) that the process before stored; false: there is none. */
static bool recall_id(struct channel_message *post, const char *what, char out[SNOWFLAKE_MAX])
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    const char *kept = setup->kept(setup->arg, what, post->address);
    if (kept == NULL || *kept == '\0' || strlen(kept) >= SNOWFLAKE_MAX)
        return false;
    snprintf(out, SNOWFLAKE_MAX, "%s", kept);
    return true;
}

unsigned channel_messages_count(const struct channel_messages *messages)
{
    return HASH_COUNT(messages->all);
}

/* Makes room: drops the oldest direct message channel in which nothing waits. False: there is none.
 */
static bool make_room(struct channel_messages *messages)
{
    struct channel_message *post = messages->all;
    if (HASH_COUNT(messages->all) < CHANNEL_MESSAGES_MAX)
        return true;
    while (post != NULL &&
           (*post->address != '@' || post->job || channel_message_wants(post) ||
            post->message[0] != '\0' || post->board != NULL || post->lines.count > 0))
        post = post->hh.next;
    if (post != NULL)
        channel_message_drop(post);
    return post != NULL;
}

static struct channel_message *open_panel(struct channel_messages *messages, const char *address)
{
    struct channel_message *post = find_post(messages, address);
    if (post != NULL || strlen(address) >= CHANNEL_ADDRESS)
        return post;
    post = make_room(messages) ? calloc(1, sizeof(*post)) : NULL;
    if (post == NULL)
        return NULL;
    post->messages = messages;
    snprintf(post->address, sizeof(post->address), "%s", address);
    post->muted = messages->setup.muted(messages->setup.arg, address);
    if (*address != '@')
        snprintf(post->channel, sizeof(post->channel), "%s", address);
    recall_id(post, "board", post->message);
    post->threaded = recall_id(post, "thread", post->channel);
    post->left = recall_id(post, "sent", post->sent);
    HASH_ADD_STR(messages->all, address, post);
    if (post->hh.tbl == NULL) {
        free(post);
        return NULL;
    }
    return post;
}

/* -- life -- */

struct channel_messages *channel_messages_create(const struct channel_messages_setup *setup)
{
    struct channel_messages *messages = calloc(1, sizeof(*messages));
    if (messages == NULL)
        return NULL;
    messages->setup = *setup;
    /* the first nonce is random: processes of one bot may start at the same moment, and Discord
     * would take two messages with one nonce for the same message */
    if (uv_random(NULL, NULL, &messages->nonce, sizeof(messages->nonce), 0, NULL) != 0) {
        free(messages);
        return NULL;
    }
    timer_init(setup->loop, &messages->home.timer, on_timer);
    return messages;
}

void channel_messages_destroy(struct channel_messages *messages, void (*closed)(void *arg),
                              void *arg)
{
    struct channel_message *post = NULL;
    struct channel_message *next = NULL;
    if (messages == NULL)
        return;
    HASH_ITER(hh, messages->all, post, next)
    {
        channel_message_drop(post);
    }
    channel_message_delete_finish(messages);
    timer_home_free(&messages->home, closed, arg);
}

/* -- what is said -- */

bool channel_messages_are_whole(const struct channel_messages *messages)
{
    const struct channel_message *post = messages->all;
    while (post != NULL && !post->job && !channel_message_wants(post))
        post = post->hh.next;
    return post == NULL;
}

bool channel_messages_part_is_whole(const struct channel_messages *messages,
                                    bool (*concerns)(void *arg, const char *address), void *arg)
{
    const struct channel_message *post = messages->all;
    while (post != NULL &&
           (!(post->job || channel_message_wants(post)) || !concerns(arg, post->address)))
        post = post->hh.next;
    return post == NULL;
}

void channel_messages_leave(struct channel_messages *messages,
                            bool (*concerns)(void *arg, const char *address),
                            void (*forgotten)(void *arg, const char *address), void *arg)
{
    struct channel_message *post = NULL;
    struct channel_message *next = NULL;
    HASH_ITER(hh, messages->all, post, next)
    {
        if (!concerns(arg, post->address))
            continue;
        forgotten(arg, post->address);
        if (post->job && rest_cancel(messages->setup.rest, post->job))
            post->job = 0;
        post->gone = post->job != 0;
        if (!post->gone)
            channel_message_drop(post);
    }
}

bool channel_messages_take(const struct message *message)
{
    return message->user == NULL || message->purpose == PURPOSE_BOARD ||
           (message->channel == NULL && message->purpose == PURPOSE_LINE &&
            message->urgency == URGENCY_TABLE);
}

/* Notes whom the next message with the board pings. A board that must not ring still does if an
 * unsent board was to ring for the same player. */
static void note_ring(struct channel_message *post, const struct message *board)
{
    const char *calls = board->calls != NULL ? board->calls : "";
    if (board->rings || strcmp(post->rings, calls) != 0)
        snprintf(post->rings, sizeof(post->rings), "%s", board->rings ? calls : "");
    post->below |= board->below || board->rings;
}

void channel_messages_say(struct channel_messages *messages, const char *address,
                          struct message *message)
{
    struct channel_message *post = open_panel(messages, address);
    if (post == NULL) {
        message_destroy(message);
        return;
    }
    post->gone = false;
    if (post->muted && !post->trying && message->purpose != PURPOSE_BOARD) {
        message_destroy(message);
        return;
    }
    if (message->purpose == PURPOSE_BOARD) {
        if (post->board == NULL || post->board->stamp != message->stamp)
            post->page = 0;
        note_ring(post, message);
        message_destroy(post->board);
        post->board = message;
        post->way = message->board;
    } else {
        post->below |= message->below || (message->calls != NULL && message->rings);
        if (post->unsent == 0)
            message_lines_drop(&post->lines, LINES_BEFORE);
        if (post->unsent < MESSAGE_LINES)
            post->unsent++;
        else /* the oldest line is dropped, even if the request under way has it */
            post->going -= post->going > 0;
        message_lines_put(&post->lines, message);
    }
    mark_dirty(post);
}

void channel_messages_answer(struct channel_messages *messages, const char *address,
                             struct message *message)
{
    channel_messages_say(messages, address, message);
    struct channel_message *post = find_post(messages, address);
    if (post != NULL)
        post->below = true;
}

/* Sends a deleted board again: at once the first time, then later each time, because somebody
 * deletes it again and again. */
static void restore_board(struct channel_message *post)
{
    enum { PEACE_MS = 300000 };
    uint64_t at = now_of(post->messages);
    bool again = post->restored.at > 0 && at < post->restored.at + PEACE_MS;
    if (again) {
        again_later(&post->restored, at);
        post->again.at = post->restored.at;
    } else {
        post->restored = (struct again){.at = at};
    }
    post->dirty = true;
    channel_messages_wake(post->messages);
}

void channel_messages_deleted(struct channel_messages *messages, const char *channel,
                              const char *message)
{
    struct channel_message *post =
        find_post(messages, channel_messages_channel_of(messages, channel));
    if (post == NULL || strcmp(post->message, message) != 0)
        return;
    post->message[0] = '\0';
    if (post->edits && post->job && rest_cancel(messages->setup.rest, post->job))
        post->job = 0;
    if (post->board != NULL)
        restore_board(post);
}

void channel_messages_whisper(struct channel_messages *messages, struct message *message)
{
    char address[CHANNEL_ADDRESS];
    snprintf(address, sizeof(address), "@%s", message->user);
    message->purpose = message->purpose == PURPOSE_HAND ? PURPOSE_BOARD : message->purpose;
    channel_messages_say(messages, address, message);
}

void channel_messages_set_dm(struct channel_messages *messages, const char *user,
                             const char *channel)
{
    char address[CHANNEL_ADDRESS];
    snprintf(address, sizeof(address), "@%s", user);
    struct channel_message *post = open_panel(messages, address);
    if (post != NULL && strlen(channel) < sizeof(post->channel) && post->channel[0] == '\0')
        snprintf(post->channel, sizeof(post->channel), "%s", channel);
    if (post != NULL)
        post->visited = true;
}

const char *channel_messages_channel_of(const struct channel_messages *messages, const char *thread)
{
    for (const struct channel_message *post = messages->all; post != NULL; post = post->hh.next) {
        if (post->threaded && strcmp(post->channel, thread) == 0)
            return post->address;
    }
    return thread;
}

bool channel_messages_is_thread(const struct channel_messages *messages, const char *address,
                                const char *thread)
{
    const struct channel_message *post = find_post(messages, address);
    const char *kept = messages->setup.kept(messages->setup.arg, "thread", address);
    if (post != NULL)
        return post->threaded && strcmp(post->channel, thread) == 0;
    return kept != NULL && strcmp(kept, thread) == 0;
}

void channel_messages_thread_closed(struct channel_messages *messages, const char *thread,
                                    bool locked)
{
    struct channel_message *post =
        find_post(messages, channel_messages_channel_of(messages, thread));
    if (post == NULL || !post->threaded || strcmp(post->channel, thread) != 0)
        return;
    post->unthreadable =
        locked; /* a moderator locked it to stop talk, so we open no other thread */
    channel_message_thread_lost(post);
    channel_messages_wake(messages);
}

void channel_messages_turn(struct channel_messages *messages, const char *address, unsigned page)
{
    struct channel_message *post = find_post(messages, address);
    if (post != NULL && post->board != NULL) {
        post->page = page;
        mark_dirty(post);
    }
}

void channel_messages_mute(struct channel_messages *messages, const char *address, bool muted,
                           uint64_t probe)
{
    struct channel_message *post = find_post(messages, address);
    if (post == NULL)
        return;
    post->probe = probe;
    if (post->muted == muted) {
        channel_messages_wake(messages);
        return;
    }
    post->muted = muted;
    post->try_due = post->trying = false;
    post->again.at = 0;
    if (muted && post->job && rest_cancel(messages->setup.rest, post->job)) {
        post->job = 0;
        post->dirty = true;
    }
    channel_messages_wake(messages);
}

bool channel_messages_try(struct channel_messages *messages, const char *address)
{
    struct channel_message *post = find_post(messages, address);
    if (post == NULL || !post->muted || post->board == NULL)
        return false;
    post->try_due = true;
    channel_messages_wake(messages);
    return true;
}

void channel_messages_forget(struct channel_messages *messages, const char *address)
{
    struct channel_message *post = find_post(messages, address);
    if (post == NULL)
        return;
    channel_message_give_up(post);
    if (post->job && rest_cancel(messages->setup.rest, post->job))
        post->job = 0;
    post->gone = post->job != 0;
    if (!post->gone)
        channel_message_drop(post);
}
