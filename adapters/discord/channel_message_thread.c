#include "channel_message_thread.h"

#include <stdio.h>
#include <string.h>

#include "bot/base/text.h"
#include "rights.h"

/* What comes goes to the channel itself, or to a new thread. */
void panel_thread_leave(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    if (panel->threaded) {
        panel->threaded = false;
        snprintf(panel->channel, sizeof panel->channel, "%.*s", SHARD_ID - 1, panel->address);
        setup->keep(setup->arg, "thread", panel->address, NULL);
    }
}

/* Its table is closed: nobody need look at it. Nobody waits for the answer. */
static void archive(const struct panel *panel)
{
    char path[REST_PATH];
    cJSON *body = cJSON_CreateObject();
    if (!body || !cJSON_AddTrueToObject(body, "archived")) {
        cJSON_Delete(body);
        return;
    }
    snprintf(path, sizeof path, "/channels/%s", panel->channel);
    const struct rest_request request = {.method = "PATCH",
                                         .path = path,
                                         .route = "PATCH /channels/{}",
                                         .major = panel->channel,
                                         .place = panel->address,
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = body};
    rest_send(panel->panels->setup.rest, &request);
}

void panel_thread_close(struct panel *panel)
{
    if (panel->threaded) {
        archive(panel);
    }
    panel_thread_leave(panel);
}

/* Where nothing that was said can link to it: a line that does, in no language. */
static void say_link(const struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    char path[REST_PATH];
    char text[2 * SHARD_ID];
    bool mute = (setup->lacks(setup->arg, panel->address) & 1U << RIGHT_SEND) != 0;
    cJSON *body = mute ? NULL : cJSON_CreateObject();
    cJSON *allowed = body ? cJSON_AddObjectToObject(body, "allowed_mentions") : NULL;
    snprintf(text, sizeof text, "\xe2\x86\x92 <#%s>", panel->channel);
    if (!allowed || !cJSON_AddArrayToObject(allowed, "parse") ||
        !cJSON_AddStringToObject(body, "content", text)) {
        cJSON_Delete(body);
        return;
    }
    snprintf(path, sizeof path, "/channels/%s/messages", panel->address);
    const struct rest_request request = {.method = "POST",
                                         .path = path,
                                         .route = "POST /channels/{}/messages",
                                         .major = panel->address,
                                         .place = panel->address,
                                         .class = LIMITS_TABLE,
                                         .deadline = UINT64_MAX,
                                         .body = body};
    rest_send(setup->rest, &request);
}

static void on_thread(void *arg, const struct rest_reply *reply)
{
    struct panel *panel = arg;
    struct panels *panels = panel->panels;
    const struct panels_setup *setup = &panels->setup;
    panel->job = 0;
    panel->opens = false;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (panel->gone) {
        panel_drop(panel);
        return;
    }
    panel->dirty = true;
    if (reply->end == REST_ANSWERED && reply->status < 300 && *panel_id_of(reply)) {
        panel->threaded = true;
        snprintf(panel->channel, sizeof panel->channel, "%s", panel_id_of(reply));
        setup->keep(setup->arg, "thread", panel->address, panel->channel);
        if (!setup->threaded(setup->arg, panel->address, panel->channel)) {
            say_link(panel);
        }
    } else {
        log_warn(setup->log, "no thread in %s: HTTP %u, code %u", panel->address, reply->status,
                 (unsigned)reply->code);
        panel->unthreadable = true;
    }
    panels_wake(panels);
}

/* A board begins a table. */
bool panel_thread_wanted(const struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    unsigned barred = 1U << RIGHT_THREADS | 1U << RIGHT_SEND_IN_THREADS;
    return setup->threads && !(setup->lacks(setup->arg, panel->address) & barred) && panel->board &&
           panel->board->control_count > 0 && !panel->threaded && !panel->unthreadable &&
           *panel->address != '@' && !panel->message[0];
}

void panel_thread_open(struct panel *panel)
{
    enum { PUBLIC_THREAD = 11, ARCHIVED_AFTER = 1440 /* minutes */, THREAD_NAME = 100 };
    char path[REST_PATH];
    char name[THREAD_NAME + 1];
    const char *title = panel->board->title && *panel->board->title ? panel->board->title : "Talon";
    snprintf(name, sizeof name, "%.*s", (int)text_cut(title, strlen(title), THREAD_NAME), title);
    cJSON *body = cJSON_CreateObject();
    if (!body || !cJSON_AddStringToObject(body, "name", name) ||
        !cJSON_AddNumberToObject(body, "type", PUBLIC_THREAD) ||
        !cJSON_AddNumberToObject(body, "auto_archive_duration", ARCHIVED_AFTER)) {
        cJSON_Delete(body);
        panel_try_later(panel);
        return;
    }
    snprintf(path, sizeof path, "/channels/%s/threads", panel->address);
    const struct rest_request request = {.method = "POST",
                                         .path = path,
                                         .route = "POST /channels/{}/threads",
                                         .major = panel->address,
                                         .place = panel->address,
                                         .class = LIMITS_TABLE,
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_thread,
                                         .arg = panel};
    panel->job = rest_send(panel->panels->setup.rest, &request);
    panel->opens = panel->job != 0;
    if (!panel->job) {
        panel_try_later(panel);
    }
}
