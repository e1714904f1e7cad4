#include "channel_message_delete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* -- messages that are to go -- */

enum { REMOVALS_TEXT = REMOVALS_MOST * (2 * SHARD_ID + 1) + 1 /* bytes, of "CHANNEL/MESSAGE " */ };

/* For a process that comes after this one, however that ends. */
static void keep(const struct panels *panels)
{
    char text[REMOVALS_TEXT] = "";
    size_t length = 0;
    const struct removal *removal = NULL;
    DL_FOREACH(panels->removals, removal)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s/%s ", removal->channel,
                                   removal->message);
    }
    panels->setup.keep(panels->setup.arg, "old", "boards", length > 0 ? text : NULL);
}

static void put_off(struct removal *removal)
{
    removal->going = false;
    again_later(&removal->again, loop_now(removal->panels->setup.loop));
    panels_wake(removal->panels);
}

static void drop(struct removal *removal)
{
    DL_DELETE(removal->panels->removals, removal);
    removal->panels->removal_count--;
    keep(removal->panels);
    free(removal);
}

static void on_reply(void *arg, const struct rest_reply *reply)
{
    struct removal *removal = arg;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (rest_passes(reply)) {
        put_off(removal);
    } else { /* it is gone, or not ours to take away */
        drop(removal);
    }
}

/* `removal` NULL: nobody waits for the answer. */
static bool go(struct panels *panels, const char *channel, const char *message,
               struct removal *removal)
{
    char path[REST_PATH];
    snprintf(path, sizeof path, "/channels/%s/messages/%s", channel, message);
    const struct rest_request request = {.method = "DELETE",
                                         .path = path,
                                         .route = "DELETE /channels/{}/messages/{}",
                                         .major = channel,
                                         .place = channel,
                                         .class = LIMITS_TABLE,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .done = removal ? on_reply : NULL,
                                         .arg = removal};
    return rest_send(panels->setup.rest, &request) != 0;
}

static void try(struct removal *removal)
{
    removal->going = go(removal->panels, removal->channel, removal->message, removal);
    if (!removal->going) {
        put_off(removal);
    }
}

void panels_remove(struct panels *panels, const char *channel, const char *message)
{
    struct removal *removal =
        panels->removal_count < REMOVALS_MOST ? calloc(1, sizeof *removal) : NULL;
    if (!removal) {
        go(panels, channel, message, NULL);
        return;
    }
    removal->panels = panels;
    snprintf(removal->channel, sizeof removal->channel, "%s", channel);
    snprintf(removal->message, sizeof removal->message, "%s", message);
    DL_APPEND(panels->removals, removal);
    panels->removal_count++;
    keep(panels);
    try(removal);
}

void panels_remove_again(struct panels *panels)
{
    uint64_t now = loop_now(panels->setup.loop);
    struct removal *removal = NULL;
    DL_FOREACH(panels->removals, removal)
    {
        if (!removal->going && removal->again.at <= now) {
            try(removal);
        }
    }
}

void panels_remove_begin(struct panels *panels)
{
    const char *kept = panels->setup.kept(panels->setup.arg, "old", "boards");
    char text[REMOVALS_TEXT];
    char channel[SHARD_ID], message[SHARD_ID];
    int length = 0;
    _Static_assert(SHARD_ID == 24, "as the next lines have it");
    snprintf(text, sizeof text, "%s", kept ? kept : ""); /* what is kept changes with each */
    for (const char *at = text; sscanf(at, "%23[0-9]/%23[0-9] %n", channel, message, &length) == 2;
         at += length) {
        panels_remove(panels, channel, message);
    }
}

void panels_remove_finish(struct panels *panels)
{
    struct removal *next = NULL;
    for (struct removal *removal = panels->removals; removal; removal = next) {
        next = removal->next;
        free(removal);
    }
    panels->removals = NULL;
}
