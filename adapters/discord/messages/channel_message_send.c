#include "channel_message_send.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/guilds/permissions.h"
#include "channel_message_delete.h"
#include "channel_message_thread.h"
#include "picture_file.h"

enum {
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_MESSAGE = 10008,
    CODE_CANNOT_SEND_DM = 50007,
    CODE_MISSING_PERMISSIONS = 50013,
    CODE_THREAD_ARCHIVED = 50083
};

/* -- answers -- */

static void take_success(struct channel_message *post, const struct rest_reply *reply)
{
    char old[SNOWFLAKE_MAX];
    post->again.wait = 0;
    post->unsent -= post->going < post->unsent ? post->going : post->unsent;
    message_lines_seen(&post->lines, post->unsent);
    snprintf(old, sizeof(old), "%s", post->message);
    if (!post->edits) {
        bool stays = post->board == NULL; /* lines alone */
        snprintf(post->message, sizeof(post->message), "%s",
                 stays ? "" : channel_message_id_of(reply));
        if (old[0] != '\0' && strcmp(old, post->message) != 0)
            channel_message_delete(post->messages, post->channel, old);
        if (!post->left)
            channel_message_keep_sent(post, "");
        if (strcmp(post->going_rings, post->rings) == 0)
            post->rings[0] = '\0';
    }
    if (post->ends) {
        post->message[0] = '\0';
        if (!post->dirty) {
            message_destroy(post->board);
            post->board = NULL;
            channel_message_thread_close(post);
        }
    }
    if (post->board == NULL)
        message_lines_drop(&post->lines, post->unsent);
    if (strcmp(old, post->message) != 0)
        channel_message_keep(post);
}

/* Keeps a new message as unsure: Discord may have taken it, or not. */
static void keep_unsure(struct channel_message *post, const struct rest_reply *reply)
{
    if (post->unsure == NULL)
        post->unsure = cJSON_Duplicate(reply->sent, true);
    if (post->unsure != NULL && reply->file != NULL) {
        post->unsure_file = *reply->file;
        *reply->file = NULL;
    }
}

/* Returns in words why we can never write there again; NULL: the answer gives no lasting reason. */
static const char *closed_words(const struct rest_reply *reply)
{
    switch (reply->code) {
    case CODE_UNKNOWN_CHANNEL:
        return "the channel is gone";
    case CODE_CANNOT_SEND_DM:
        return "direct messages are closed";
    default:
        return reply->status == 403 ? "a permission is missing" : NULL;
    }
}

/* Decides what to do after a failed request. Returns the reason if we can never write there again,
 * else NULL. Sets `*mutes` if permissions are missing. */
static const char *take_failure(struct channel_message *post, const struct rest_reply *reply,
                                bool *mutes)
{
    if (rest_passes(reply)) {
        channel_message_try_later(post);
        return NULL;
    }
    channel_message_forget_unsure(post);
    channel_message_keep_sent(post, "");
    if (reply->code == CODE_MISSING_PERMISSIONS &&
        post->drawn) { /* the permission may be missing only for the picture */
        post->plain = post->dirty = true;
        /* If a new message was refused, the next try must be a new message, too. An edit of the old
         * board would succeed, and we would not learn that we may write no message here. */
        post->below |= !post->edits;
        return NULL;
    }
    bool archived =
        reply->code == CODE_THREAD_ARCHIVED; /* an edit fails there; a new message reopens the
                                                thread, unless it is locked */
    if (post->edits && (reply->code == CODE_UNKNOWN_MESSAGE || archived)) {
        post->message[0] = '\0';
        post->dirty = true;
        return NULL;
    }
    bool forbidden = reply->status == 403;
    if (post->threaded && (reply->code == CODE_UNKNOWN_CHANNEL || archived || forbidden)) {
        if (post->message[0] != '\0' &&
            reply->code != CODE_UNKNOWN_CHANNEL) /* its buttons are dead */
            channel_message_delete(post->messages, post->channel, post->message);
        channel_message_thread_leave(
            post); /* the table gets another thread, unless we may not write in threads */
        post->unthreadable = forbidden;
        post->message[0] = '\0';
        post->dirty = true;
        return NULL;
    }
    if (forbidden && *post->address != '@') {
        *mutes = true;
        return NULL;
    }
    if (forbidden && post->visited) {
        post->dirty = true;
        return NULL;
    }
    log_warn(LOG_OF(post->messages->setup.log, post->address), "cannot write status=%u code=%u",
             reply->status, (unsigned)reply->code);
    channel_message_give_up(post);
    return closed_words(reply);
}

/* Mutes a channel that refused a message. Keeps the board, to be sent when we are heard again;
 * drops lines. */
static void mute_post(struct channel_message *post, const struct rest_reply *reply)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    post->muted = post->dirty = true;
    post->trying = false;
    channel_message_drop_lines(post);
    again_later(&post->again, loop_now(setup->loop));
    setup->refused(setup->arg, post->address, permissions_refused(reply->code, false));
}

/* Call it last when you handle an answer: a callback in it may free the post. */
static void settle_post(struct channel_message *post, const char *why)
{
    struct channel_messages *messages = post->messages;
    char address[CHANNEL_ADDRESS];
    snprintf(address, sizeof(address), "%s", post->address);
    if (post->thread_lost)
        channel_message_thread_lost(post);
    channel_message_drop_idle(post);
    channel_messages_wake(messages);
    if (why != NULL)
        messages->setup.lost(messages->setup.arg, address, why);
}

static void on_reply(void *arg, const struct rest_reply *reply)
{
    struct channel_message *post = arg;
    post->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    if (post->gone) {
        channel_message_drop(post);
        return;
    }
    const char *why = NULL;
    const struct channel_messages_setup *setup = &post->messages->setup;
    bool mutes = false;
    if (reply->end == REST_ANSWERED && reply->status < 300) {
        bool tried = post->trying;
        post->muted = post->muted && !tried;
        post->trying = false;
        channel_message_forget_unsure(post);
        take_success(post, reply);
        if (tried)
            setup->heard(setup->arg, post->address);
    } else {
        if (!post->edits && (reply->sent != NULL || post->unsure != NULL) && rest_passes(reply))
            keep_unsure(post, reply);
        why = take_failure(post, reply, &mutes);
    }
    if (mutes)
        mute_post(post, reply);
    settle_post(post, why);
}

static void on_dm_channel(void *arg, const struct rest_reply *reply)
{
    struct channel_message *post = arg;
    post->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED)
        return;
    post->edits = false;
    if (post->gone) {
        channel_message_drop(post);
        return;
    }
    const char *why = NULL;
    if (reply->end == REST_ANSWERED && reply->status < 300 &&
        *channel_message_id_of(reply) != '\0') {
        snprintf(post->channel, sizeof(post->channel), "%s", channel_message_id_of(reply));
    } else {
        bool mutes = false; /* direct messages are never muted */
        why = take_failure(post, reply, &mutes);
    }
    settle_post(post, why);
}

/* -- requests -- */

static void find_dm_channel(struct channel_message *post)
{
    cJSON *body = cJSON_CreateObject();
    if (body == NULL || cJSON_AddStringToObject(body, "recipient_id", post->address + 1) == NULL) {
        cJSON_Delete(body);
        channel_message_try_later(post);
        return;
    }
    const struct rest_request request = {.method = "POST",
                                         .path = "/users/@me/channels",
                                         .route = "POST /users/@me/channels",
                                         .address = post->address,
                                         .class = LIMITS_HAND,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_dm_channel,
                                         .arg = post};
    post->visited = false;
    post->job = rest_send(post->messages->setup.rest, &request);
    if (!post->job)
        channel_message_try_later(post);
}

/* Adds a nonce. If Discord has a message with this nonce already, it makes no second one and
 * returns the first. */
static cJSON *with_nonce(cJSON *body, const char *nonce)
{
    if (body != NULL && (cJSON_AddStringToObject(body, "nonce", nonce) == NULL ||
                         cJSON_AddTrueToObject(body, "enforce_nonce") == NULL)) {
        cJSON_Delete(body);
        return NULL;
    }
    return body;
}

static const char *nonce_text(const struct channel_messages *messages,
                              char out[CHANNEL_MESSAGE_NONCE])
{
    snprintf(out, CHANNEL_MESSAGE_NONCE, "t%llx", (unsigned long long)messages->nonce);
    return out;
}

static bool can_edit(const struct channel_message *post)
{
    bool stays = post->way == BOARD_AS_SET ? post->messages->setup.edits : post->way == BOARD_STAYS;
    return post->board != NULL && post->message[0] != '\0' && !post->trying &&
           (stays || !post->below);
}

/* Makes the body of a message or an edit. With a board, lines that were shown already are in it
 * again; without one, only new lines. */
static cJSON *make_body(struct channel_message *post, bool edits)
{
    struct message_lines lines = post->lines;
    if (post->board == NULL) { /* each line is said once */
        unsigned shown = lines.count - post->unsent;
        memmove(lines.at, lines.at + shown, post->unsent * sizeof(lines.at[0]));
        lines.count = post->unsent;
    }
    if (post->board != NULL)
        post->board->rings = post->rings[0] != '\0';
    cJSON *body = message_body_make(&lines, post->board, post->page,
                                    edits ? MESSAGE_BODY_QUIET : MESSAGE_BODY_PINGS,
                                    post->messages->setup.looks);
    if (edits)
        return message_body_turn(body);
    if (body == NULL)
        return NULL;
    char nonce[CHANNEL_MESSAGE_NONCE];
    post->messages->nonce++;
    return with_nonce(body, nonce_text(post->messages, nonce));
}

/* Returns the picture of the board; NULL: none. Makes none where we lack the permission for files:
 * Discord would refuse the whole message. */
static struct rest_file *make_picture(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    bool barred = (setup->lacks(setup->arg, post->address) & 1U << PERMISSION_ATTACH_FILES) != 0;
    bool wanted = setup->pictures && post->board != NULL && !barred && !post->plain;
    struct rest_file *picture = wanted ? picture_file_of(post->board) : NULL;
    post->drawn = picture != NULL;
    return picture;
}

static void note_going(struct channel_message *post)
{
    char nonce[CHANNEL_MESSAGE_NONCE];
    if (!post->edits && post->board != NULL)
        channel_message_keep_sent(post, nonce_text(post->messages, nonce));
    post->dirty = false;
    post->going = post->unsent;
    post->ends = post->board != NULL && post->board->control_count == 0;
    if (!post->edits) {
        post->below = false;
        snprintf(post->going_rings, sizeof(post->going_rings), "%s", post->rings);
    }
}

/* Adds what is new to the request under way, if rest.h has not sent that request yet. */
static void send_with(struct channel_message *post)
{
    if (post->channel[0] == '\0' || post->opens || post->unsure != NULL ||
        !rest_is_waiting(post->messages->setup.rest, post->job))
        return;
    if (post->edits && !can_edit(post)) { /* somebody is to be called */
        post->job = rest_cancel(post->messages->setup.rest, post->job) ? 0 : post->job;
        if (!post->job)
            channel_message_send(post);
        return;
    }
    cJSON *body = make_body(post, post->edits);
    if (body != NULL &&
        rest_replace(post->messages->setup.rest, post->job, body, make_picture(post)))
        note_going(post);
}

static void post_or_patch(struct channel_message *post, cJSON *body, struct rest_file *picture)
{
    char path[REST_PATH];
    snprintf(path, sizeof(path), "/channels/%s/messages%s%s", post->channel, post->edits ? "/" : "",
             post->edits ? post->message : "");
    const struct rest_request request = {.method = post->edits ? "PATCH" : "POST",
                                         .path = path,
                                         .route = post->edits ? "PATCH /channels/{}/messages/{}"
                                                              : "POST /channels/{}/messages",
                                         .major = post->channel,
                                         .address = post->address,
                                         .class = LIMITS_TABLE,
                                         .repeat = true, /* if we send a new message again, its
                                                          * nonce keeps Discord from making two */
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .file = picture,
                                         .done = on_reply,
                                         .arg = post};
    post->visited = false;
    post->job = rest_send(post->messages->setup.rest, &request);
    if (!post->job)
        channel_message_try_later(post);
}

/* Repeats the unsure message with its old words and picture. Later changes wait until it is
 * answered. */
static void show_unsure(struct channel_message *post)
{
    cJSON *body = cJSON_Duplicate(post->unsure, true);
    if (body != NULL) {
        struct rest_file *picture = post->unsure_file;
        post->unsure_file = NULL;
        post_or_patch(post, body, picture);
    } else {
        channel_message_try_later(post);
    }
}

/* The previous process ended before it learned whether Discord took its last board. Treats that
 * board as our own message without an answer. */
static void claim_left(struct channel_message *post)
{
    static const struct message_lines none;
    post->left = post->edits = false;
    post->unsure = with_nonce(message_body_make(&none, post->board, post->page, MESSAGE_BODY_QUIET,
                                                post->messages->setup.looks),
                              post->sent);
    post->unsure_file = make_picture(post);
}

/* Returns true if refusals.h forbids us to send there now. Lines are dropped. `spared` has muted a
 * channel; a direct message channel loses its board, too. */
static bool is_spared(struct channel_message *post)
{
    const struct channel_messages_setup *setup = &post->messages->setup;
    char address[CHANNEL_ADDRESS];
    if (post->trying || post->job || setup->spared(setup->arg, post->address) == 0)
        return false;
    if (*post->address != '@') {
        channel_message_drop_lines(post);
        return true;
    }
    snprintf(address, sizeof(address), "%s", post->address);
    channel_message_give_up(post);
    setup->lost(setup->arg, address, "direct messages are closed");
    return true;
}

void channel_message_send(struct channel_message *post)
{
    if ((post->muted && !post->trying) || is_spared(post))
        return;
    if (post->job) {
        send_with(post);
        return;
    }
    if (post->left && post->board != NULL && post->channel[0] != '\0')
        claim_left(post);
    if (post->unsure != NULL) {
        show_unsure(post);
        return;
    }
    if (post->channel[0] == '\0') {
        find_dm_channel(post);
        return;
    }
    if (channel_message_thread_wanted(post)) {
        channel_message_thread_open(post);
        return;
    }
    post->edits = can_edit(post);
    cJSON *body = make_body(post, post->edits);
    if (body == NULL) {
        post->dirty = false;
        return;
    }
    post_or_patch(post, body, make_picture(post));
    if (post->job)
        note_going(post);
}
