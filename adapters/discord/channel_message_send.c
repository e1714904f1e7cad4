#include "channel_message_send.h"

#include <stdio.h>
#include <string.h>

#include "channel_message_delete.h"
#include "channel_message_thread.h"
#include "picture.h"
#include "rights.h"

enum {
    CODE_CHANNEL_GONE = 10003,
    CODE_MESSAGE_GONE = 10008,
    CODE_TALK_CLOSED = 50007,
    CODE_NO_PERMISSION = 50013,
    CODE_ARCHIVED = 50083
};

/* -- answers -- */

static void take_success(struct panel *panel, const struct rest_reply *reply)
{
    char old[SHARD_ID];
    panel->again.wait = 0;
    panel->unsent -= panel->going < panel->unsent ? panel->going : panel->unsent;
    body_seen(&panel->lines, panel->unsent);
    snprintf(old, sizeof old, "%s", panel->message);
    if (!panel->edits) {
        bool stays = !panel->board; /* lines alone */
        snprintf(panel->message, sizeof panel->message, "%s", stays ? "" : panel_id_of(reply));
        if (old[0] && strcmp(old, panel->message) != 0) {
            panels_remove(panel->panels, panel->channel, old);
        }
        if (!panel->left) {
            panel_keep_sent(panel, "");
        }
        if (strcmp(panel->going_rings, panel->rings) == 0) {
            panel->rings[0] = '\0';
        }
    }
    if (panel->ends) {
        panel->message[0] = '\0';
        if (!panel->dirty) {
            message_destroy(panel->board);
            panel->board = NULL;
            panel_thread_close(panel);
        }
    }
    if (!panel->board) {
        body_drop(&panel->lines, panel->unsent);
    }
    if (strcmp(old, panel->message) != 0) {
        panel_keep(panel);
    }
}

/* It may stand now, or not. */
static void keep_unsure(struct panel *panel, const struct rest_reply *reply)
{
    if (!panel->unsure) {
        panel->unsure = cJSON_Duplicate(reply->sent, true);
    }
    if (panel->unsure && reply->file) {
        panel->unsure_file = *reply->file;
        *reply->file = NULL;
    }
}

/* Why nothing can be written there, in words; NULL: for no lasting reason. */
static const char *closed_words(const struct rest_reply *reply)
{
    switch (reply->code) {
    case CODE_CHANNEL_GONE:
        return "the channel is gone";
    case CODE_TALK_CLOSED:
        return "direct messages are closed";
    default:
        return reply->status == 403 ? "a permission is missing" : NULL;
    }
}

/* Gives the reason why nothing can be written there any more; NULL: it goes on. */
static const char *take_failure(struct panel *panel, const struct rest_reply *reply, bool *mutes)
{
    if (rest_passes(reply)) {
        panel_try_later(panel);
        return NULL;
    }
    panel_forget_unsure(panel);
    panel_keep_sent(panel, "");
    if (reply->code == CODE_NO_PERMISSION && panel->drawn) { /* it may be the picture's */
        panel->plain = panel->dirty = true;
        return NULL;
    }
    bool archived = reply->code == CODE_ARCHIVED; /* a new message wakes it, if it is not locked */
    if (panel->edits && (reply->code == CODE_MESSAGE_GONE || archived)) {
        panel->message[0] = '\0';
        panel->dirty = true;
        return NULL;
    }
    bool forbidden = reply->status == 403;
    if (panel->threaded && (reply->code == CODE_CHANNEL_GONE || archived || forbidden)) {
        if (panel->message[0] && reply->code != CODE_CHANNEL_GONE) { /* its buttons are dead */
            panels_remove(panel->panels, panel->channel, panel->message);
        }
        panel_thread_leave(panel); /* the table has another, if one could be written in */
        panel->unthreadable = forbidden;
        panel->message[0] = '\0';
        panel->dirty = true;
        return NULL;
    }
    if (forbidden && *panel->address != '@') {
        *mutes = true;
        return NULL;
    }
    log_warn(panel->panels->setup.log, "cannot write in %s: HTTP %u, code %u", panel->address,
             reply->status, (unsigned)reply->code);
    panel_give_up(panel);
    return closed_words(reply);
}

/* The table waits, and what stands for it is kept: its board comes when we are heard again. */
static void mute(struct panel *panel, const struct rest_reply *reply)
{
    const struct panels_setup *setup = &panel->panels->setup;
    panel->muted = panel->dirty = true;
    panel->trying = false;
    panel_drop_lines(panel);
    again_later(&panel->again, loop_now(setup->loop));
    setup->refused(setup->arg, panel->address, rights_refused(reply->code, false));
}

/* The last that is done with a panel in an answer: who is told may forget it. */
static void settle(struct panel *panel, const char *why)
{
    struct panels *panels = panel->panels;
    char address[PANEL_ADDRESS];
    snprintf(address, sizeof address, "%s", panel->address);
    panel_drop_idle(panel);
    panels_wake(panels);
    if (why) {
        panels->setup.lost(panels->setup.arg, address, why);
    }
}

static void on_reply(void *arg, const struct rest_reply *reply)
{
    struct panel *panel = arg;
    panel->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (panel->gone) {
        panel_drop(panel);
        return;
    }
    const char *why = NULL;
    const struct panels_setup *setup = &panel->panels->setup;
    bool mutes = false;
    if (reply->end == REST_ANSWERED && reply->status < 300) {
        bool tried = panel->trying;
        panel->muted = panel->muted && !tried;
        panel->trying = false;
        panel_forget_unsure(panel);
        take_success(panel, reply);
        if (tried) {
            setup->heard(setup->arg, panel->address);
        }
    } else {
        if (!panel->edits && (reply->sent || panel->unsure) && rest_passes(reply)) {
            keep_unsure(panel, reply);
        }
        why = take_failure(panel, reply, &mutes);
    }
    if (mutes) {
        mute(panel, reply);
    }
    settle(panel, why);
}

static void on_talk(void *arg, const struct rest_reply *reply)
{
    struct panel *panel = arg;
    panel->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    panel->edits = false;
    if (panel->gone) {
        panel_drop(panel);
        return;
    }
    const char *why = NULL;
    if (reply->end == REST_ANSWERED && reply->status < 300 && *panel_id_of(reply)) {
        snprintf(panel->channel, sizeof panel->channel, "%s", panel_id_of(reply));
    } else {
        bool mutes = false; /* nobody mutes a talk */
        why = take_failure(panel, reply, &mutes);
    }
    settle(panel, why);
}

/* -- requests -- */

static void find_talk(struct panel *panel)
{
    cJSON *body = cJSON_CreateObject();
    if (!body || !cJSON_AddStringToObject(body, "recipient_id", panel->address + 1)) {
        cJSON_Delete(body);
        panel_try_later(panel);
        return;
    }
    const struct rest_request request = {.method = "POST",
                                         .path = "/users/@me/channels",
                                         .route = "POST /users/@me/channels",
                                         .place = panel->address,
                                         .class = LIMITS_HAND,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_talk,
                                         .arg = panel};
    panel->job = rest_send(panel->panels->setup.rest, &request);
    if (!panel->job) {
        panel_try_later(panel);
    }
}

/* The same nonce, and Discord gives the message that has it. */
static cJSON *with_nonce(cJSON *body, const char *nonce)
{
    if (body && (!cJSON_AddStringToObject(body, "nonce", nonce) ||
                 !cJSON_AddTrueToObject(body, "enforce_nonce"))) {
        cJSON_Delete(body);
        return NULL;
    }
    return body;
}

static const char *nonce_text(const struct panels *panels, char out[PANEL_NONCE])
{
    snprintf(out, PANEL_NONCE, "t%llx", (unsigned long long)panels->nonce);
    return out;
}

static bool can_edit(const struct panel *panel)
{
    return panel->board && panel->message[0] && !panel->trying &&
           (panel->panels->setup.edits || !panel->below);
}

/* With what was not shown yet, and behind that what was. */
static cJSON *make_body(struct panel *panel, bool edits)
{
    struct body_lines lines = panel->lines;
    if (!panel->board) { /* each line is said once */
        unsigned shown = lines.count - panel->unsent;
        memmove(lines.at, lines.at + shown, panel->unsent * sizeof lines.at[0]);
        lines.count = panel->unsent;
    }
    if (panel->board) {
        panel->board->rings = panel->rings[0] != '\0';
    }
    cJSON *body = body_make(&lines, panel->board, panel->page, edits ? BODY_QUIET : BODY_PINGS);
    if (!body || edits) {
        return body;
    }
    char nonce[PANEL_NONCE];
    panel->panels->nonce++;
    return with_nonce(body, nonce_text(panel->panels, nonce));
}

/* Not where files are known to be refused: then a lacking permission takes the text along. */
static struct rest_file *make_picture(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    bool barred = (setup->lacks(setup->arg, panel->address) & 1U << RIGHT_ATTACH) != 0;
    bool wanted = setup->pictures && panel->board && !barred && !panel->plain;
    struct rest_file *picture = wanted ? picture_of(panel->board) : NULL;
    panel->drawn = picture != NULL;
    return picture;
}

static void note_going(struct panel *panel)
{
    char nonce[PANEL_NONCE];
    if (!panel->edits && panel->board) {
        panel_keep_sent(panel, nonce_text(panel->panels, nonce));
    }
    panel->dirty = false;
    panel->going = panel->unsent;
    panel->ends = panel->board && panel->board->control_count == 0;
    if (!panel->edits) {
        panel->below = false;
        snprintf(panel->going_rings, sizeof panel->going_rings, "%s", panel->rings);
    }
}

/* What is under way takes it, if it still waits. */
static void send_with(struct panel *panel)
{
    if (!panel->channel[0] || panel->opens || panel->unsure ||
        !rest_is_waiting(panel->panels->setup.rest, panel->job)) {
        return;
    }
    if (panel->edits && !can_edit(panel)) { /* somebody is to be called */
        panel->job = rest_cancel(panel->panels->setup.rest, panel->job) ? 0 : panel->job;
        if (!panel->job) {
            panel_show(panel);
        }
        return;
    }
    cJSON *body = make_body(panel, panel->edits);
    if (body && rest_replace(panel->panels->setup.rest, panel->job, body, make_picture(panel))) {
        note_going(panel);
    }
}

static void post_or_patch(struct panel *panel, cJSON *body, struct rest_file *picture)
{
    char path[REST_PATH];
    snprintf(path, sizeof path, "/channels/%s/messages%s%s", panel->channel,
             panel->edits ? "/" : "", panel->edits ? panel->message : "");
    const struct rest_request request = {.method = panel->edits ? "PATCH" : "POST",
                                         .path = path,
                                         .route = panel->edits ? "PATCH /channels/{}/messages/{}"
                                                               : "POST /channels/{}/messages",
                                         .major = panel->channel,
                                         .place = panel->address,
                                         .class = LIMITS_TABLE,
                                         .repeat = true, /* a new one has its nonce */
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .file = picture,
                                         .done = on_reply,
                                         .arg = panel};
    panel->job = rest_send(panel->panels->setup.rest, &request);
    if (!panel->job) {
        panel_try_later(panel);
    }
}

/* What changed since waits: this has the words of then, and their picture. */
static void show_unsure(struct panel *panel)
{
    cJSON *body = cJSON_Duplicate(panel->unsure, true);
    if (body) {
        struct rest_file *picture = panel->unsure_file;
        panel->unsure_file = NULL;
        post_or_patch(panel, body, picture);
    } else {
        panel_try_later(panel);
    }
}

/* A board that the process before this one sent at its end may stand, or not: as above. */
static void claim_left(struct panel *panel)
{
    static const struct body_lines none;
    panel->left = panel->edits = false;
    panel->unsure =
        with_nonce(body_make(&none, panel->board, panel->page, BODY_QUIET), panel->sent);
    panel->unsure_file = make_picture(panel);
}

/* Whether nothing is asked of Discord for it now: a channel is muted by who is asked, a talk gets
 * nothing. */
static bool is_spared(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    char address[PANEL_ADDRESS];
    if (panel->trying || panel->job || setup->spared(setup->arg, panel->address) == 0) {
        return false;
    }
    if (*panel->address != '@') {
        panel_drop_lines(panel);
        return true;
    }
    snprintf(address, sizeof address, "%s", panel->address);
    panel_give_up(panel);
    setup->lost(setup->arg, address, "direct messages are closed");
    return true;
}

void panel_show(struct panel *panel)
{
    if ((panel->muted && !panel->trying) || is_spared(panel)) {
        return;
    }
    if (panel->job) {
        send_with(panel);
        return;
    }
    if (panel->left && panel->board && panel->channel[0]) {
        claim_left(panel);
    }
    if (panel->unsure) {
        show_unsure(panel);
        return;
    }
    if (!panel->channel[0]) {
        find_talk(panel);
        return;
    }
    if (panel_thread_wanted(panel)) {
        panel_thread_open(panel);
        return;
    }
    panel->edits = can_edit(panel);
    cJSON *body = make_body(panel, panel->edits);
    if (!body) {
        panel->dirty = false;
        return;
    }
    post_or_patch(panel, body, make_picture(panel));
    if (panel->job) {
        note_going(panel);
    }
}
