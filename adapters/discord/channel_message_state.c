#include "channel_message_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

enum {
    AGAIN_LEAST = 2000, /* ms */
    AGAIN_MOST = 60000
};

void again_later(struct again *again, uint64_t now)
{
    again->wait = again->wait ? again->wait * 2 : AGAIN_LEAST;
    again->wait = again->wait < AGAIN_MOST ? again->wait : AGAIN_MOST;
    again->at = now + again->wait;
}

/* When the next message that is to go is tried; UINT64_MAX: none is. */
static uint64_t removal_due(const struct panels *panels)
{
    uint64_t due = UINT64_MAX;
    const struct removal *removal = NULL;
    DL_FOREACH(panels->removals, removal)
    {
        if (!removal->going && removal->again.at < due) {
            due = removal->again.at;
        }
    }
    return due;
}

/* At the end of the turn, or when something that failed is tried again. What is under way wakes us
 * when it has ended. */
void panels_wake(struct panels *panels)
{
    uint64_t now = loop_now(panels->setup.loop);
    uint64_t soonest = removal_due(panels);
    for (struct panel *panel = panels->all; panel; panel = panel->hh.next) {
        if (panel_wants(panel) && !panel->job && panel->again.at < soonest) {
            soonest = panel->again.at;
        }
        if (panel_probes(panel) && panel->probe < soonest) {
            soonest = panel->probe;
        }
    }
    if (soonest == UINT64_MAX) {
        timer_stop(&panels->home.timer);
    } else {
        timer_set(&panels->home.timer, soonest > now ? soonest - now : 0);
    }
}

void panel_drop(struct panel *panel)
{
    HASH_DEL(panel->panels->all, panel);
    body_drop(&panel->lines, 0);
    message_destroy(panel->board);
    cJSON_Delete(panel->unsure);
    rest_file_destroy(panel->unsure_file);
    free(panel);
}

/* Nothing to say, nothing that stands, nothing under way; nor a talk, which need not be looked for
 * again. */
void panel_drop_idle(struct panel *panel)
{
    bool talk = *panel->address == '@' && panel->channel[0];
    if (!talk && !panel->job && !panel_wants(panel) && !panel->message[0] && !panel->board &&
        panel->lines.count == 0) {
        panel_drop(panel);
    }
}

const char *panel_id_of(const struct rest_reply *reply)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reply->body, "id"));
    return id && strlen(id) < SHARD_ID ? id : "";
}

void panel_keep(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    setup->keep(setup->arg, "board", panel->address, panel->message[0] ? panel->message : NULL);
}

/* For a process that may have to find it. */
void panel_keep_sent(struct panel *panel, const char *nonce)
{
    const struct panels_setup *setup = &panel->panels->setup;
    if (strcmp(panel->sent, nonce) != 0) {
        snprintf(panel->sent, sizeof panel->sent, "%s", nonce);
        setup->keep(setup->arg, "sent", panel->address, *nonce ? nonce : NULL);
    }
}

void panel_forget_unsure(struct panel *panel)
{
    cJSON_Delete(panel->unsure);
    rest_file_destroy(panel->unsure_file);
    panel->unsure = NULL;
    panel->unsure_file = NULL;
}

void panel_try_later(struct panel *panel)
{
    again_later(&panel->again, loop_now(panel->panels->setup.loop));
    panel->dirty |= !panel->unsure;
}

void panel_drop_lines(struct panel *panel)
{
    panel->unsent = panel->going = 0;
    body_drop(&panel->lines, 0);
}

void panel_give_up(struct panel *panel)
{
    panel->dirty = panel->muted = panel->try_due = panel->trying = false;
    panel_drop_lines(panel);
    message_destroy(panel->board);
    panel->board = NULL;
    panel->message[0] = '\0';
    panel_forget_unsure(panel);
    panel_keep_sent(panel, "");
    panel_keep(panel);
}
