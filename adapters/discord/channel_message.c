#include "channel_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel_message_delete.h"
#include "channel_message_send.h"

enum { LINES_BEFORE = 3 /* that were shown already, for those who look up late */ };

static uint64_t now(const struct panels *panels)
{
    return loop_now(panels->setup.loop);
}

/* Nobody has said that it would be heard by now. */
static void probe(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    uint64_t due = setup->spared(setup->arg, panel->address);
    panel->probe = due > 0 ? due : UINT64_MAX;
    panel->try_due |= due == 0;
}

static void try_or_show(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    if (panel->try_due) { /* who is asked may say something at once */
        panel->try_due = panel->dirty = false;
        panel->trying = true;
        setup->try(setup->arg, panel->address);
    } else {
        panel_show(panel);
    }
}

static void on_timer(struct timer *timer)
{
    struct panels *panels = (struct panels *)timer;
    struct panel *panel = NULL;
    struct panel *next = NULL;
    HASH_ITER(hh, panels->all, panel, next)
    {
        if (panel_probes(panel) && panel->probe <= now(panels)) {
            probe(panel);
        }
        if (panel_wants(panel) && panel->again.at <= now(panels)) {
            try_or_show(panel);
        }
    }
    panels_remove_again(panels);
    panels_wake(panels);
}

static void mark(struct panel *panel)
{
    panel->dirty = true;
    if (panel->again.at <= now(panel->panels)) {
        timer_set(&panel->panels->home.timer, 0);
    }
}

static struct panel *find(const struct panels *panels, const char *address)
{
    struct panel *panel = NULL;
    HASH_FIND_STR(panels->all, address, panel);
    return panel;
}

/* An id (or nonce) of before the restart; false: there is none. */
static bool recall(struct panel *panel, const char *what, char out[SHARD_ID])
{
    const struct panels_setup *setup = &panel->panels->setup;
    const char *kept = setup->kept(setup->arg, what, panel->address);
    if (!kept || !*kept || strlen(kept) >= SHARD_ID) {
        return false;
    }
    snprintf(out, SHARD_ID, "%s", kept);
    return true;
}

unsigned panels_count(const struct panels *panels)
{
    return HASH_COUNT(panels->all);
}

/* The talk known longest in which nothing waits goes where there are too many. */
static bool make_room(struct panels *panels)
{
    struct panel *panel = panels->all;
    if (HASH_COUNT(panels->all) < PANELS_MOST) {
        return true;
    }
    while (panel && (*panel->address != '@' || panel->job || panel_wants(panel) ||
                     panel->message[0] || panel->board || panel->lines.count > 0)) {
        panel = panel->hh.next;
    }
    if (panel) {
        panel_drop(panel);
    }
    return panel != NULL;
}

static struct panel *open_panel(struct panels *panels, const char *address)
{
    struct panel *panel = find(panels, address);
    if (panel || strlen(address) >= PANEL_ADDRESS) {
        return panel;
    }
    panel = make_room(panels) ? calloc(1, sizeof *panel) : NULL;
    if (!panel) {
        return NULL;
    }
    panel->panels = panels;
    snprintf(panel->address, sizeof panel->address, "%s", address);
    panel->muted = panels->setup.muted(panels->setup.arg, address);
    if (*address != '@') {
        snprintf(panel->channel, sizeof panel->channel, "%s", address);
    }
    recall(panel, "board", panel->message);
    panel->threaded = recall(panel, "thread", panel->channel);
    panel->left = recall(panel, "sent", panel->sent);
    HASH_ADD_STR(panels->all, address, panel);
    return panel;
}

/* -- life -- */

struct panels *panels_create(const struct panels_setup *setup)
{
    struct panels *panels = calloc(1, sizeof *panels);
    if (!panels) {
        return NULL;
    }
    panels->setup = *setup;
    panels->nonce = (uint64_t)clock_now() << 8;
    timer_init(setup->loop, &panels->home.timer, on_timer);
    panels_remove_begin(panels);
    return panels;
}

void panels_destroy(struct panels *panels, void (*closed)(void *arg), void *arg)
{
    struct panel *panel = NULL;
    struct panel *next = NULL;
    if (!panels) {
        return;
    }
    HASH_ITER(hh, panels->all, panel, next)
    {
        panel_drop(panel);
    }
    panels_remove_finish(panels);
    timer_home_free(&panels->home, closed, arg);
}

/* -- what is said -- */

bool panels_take(const struct message *message)
{
    return !message->user || message->purpose == PURPOSE_BOARD ||
           (!message->channel && message->purpose == PURPOSE_LINE &&
            message->urgency == URGENCY_TABLE);
}

/* A newer board that calls the same rings for what the one before could not yet. */
static void note_ring(struct panel *panel, const struct message *board)
{
    const char *calls = board->calls ? board->calls : "";
    if (board->rings || strcmp(panel->rings, calls) != 0) {
        snprintf(panel->rings, sizeof panel->rings, "%s", board->rings ? calls : "");
    }
    panel->below |= board->below || board->rings;
}

void panels_say(struct panels *panels, const char *address, struct message *message)
{
    struct panel *panel = open_panel(panels, address);
    if (!panel) {
        message_destroy(message);
        return;
    }
    panel->gone = false;
    if (panel->muted && !panel->trying && message->purpose != PURPOSE_BOARD) {
        message_destroy(message);
        return;
    }
    if (message->purpose == PURPOSE_BOARD) {
        if (!panel->board || panel->board->stamp != message->stamp) {
            panel->page = 0;
        }
        note_ring(panel, message);
        message_destroy(panel->board);
        panel->board = message;
    } else {
        panel->below |= message->below || (message->calls && message->rings);
        if (panel->unsent == 0) {
            body_drop(&panel->lines, LINES_BEFORE);
        }
        if (panel->unsent < BODY_LINES) {
            panel->unsent++;
        } else { /* the oldest goes, which is one of those under way, if any */
            panel->going -= panel->going > 0;
        }
        body_put(&panel->lines, message);
    }
    mark(panel);
}

void panels_answer(struct panels *panels, const char *address, struct message *message)
{
    panels_say(panels, address, message);
    struct panel *panel = find(panels, address);
    if (panel) {
        panel->below = true;
    }
}

/* At once, but for who takes it away again and again: then later each time. */
static void restore(struct panel *panel)
{
    enum { PEACE_MS = 300000 };
    uint64_t at = now(panel->panels);
    bool again = panel->restored.at > 0 && at < panel->restored.at + PEACE_MS;
    if (again) {
        again_later(&panel->restored, at);
        panel->again.at = panel->restored.at;
    } else {
        panel->restored = (struct again){.at = at};
    }
    panel->dirty = true;
    panels_wake(panel->panels);
}

void panels_deleted(struct panels *panels, const char *channel, const char *message)
{
    struct panel *panel = find(panels, panels_channel_of(panels, channel));
    if (!panel || strcmp(panel->message, message) != 0) {
        return;
    }
    panel->message[0] = '\0';
    if (panel->edits && panel->job && rest_cancel(panels->setup.rest, panel->job)) {
        panel->job = 0;
    }
    if (panel->board) {
        restore(panel);
    }
}

void panels_whisper(struct panels *panels, struct message *message)
{
    char address[PANEL_ADDRESS];
    snprintf(address, sizeof address, "@%s", message->user);
    message->purpose = message->purpose == PURPOSE_HAND ? PURPOSE_BOARD : message->purpose;
    panels_say(panels, address, message);
}

void panels_meet(struct panels *panels, const char *user, const char *channel)
{
    char address[PANEL_ADDRESS];
    snprintf(address, sizeof address, "@%s", user);
    struct panel *panel = open_panel(panels, address);
    if (panel && strlen(channel) < sizeof panel->channel && !panel->channel[0]) {
        snprintf(panel->channel, sizeof panel->channel, "%s", channel);
    }
}

const char *panels_channel_of(const struct panels *panels, const char *thread)
{
    for (const struct panel *panel = panels->all; panel; panel = panel->hh.next) {
        if (panel->threaded && strcmp(panel->channel, thread) == 0) {
            return panel->address;
        }
    }
    return thread;
}

bool panels_is_thread(const struct panels *panels, const char *address, const char *thread)
{
    const struct panel *panel = find(panels, address);
    const char *kept = panels->setup.kept(panels->setup.arg, "thread", address);
    if (panel) {
        return panel->threaded && strcmp(panel->channel, thread) == 0;
    }
    return kept && strcmp(kept, thread) == 0;
}

void panels_turn(struct panels *panels, const char *address, unsigned page)
{
    struct panel *panel = find(panels, address);
    if (panel && panel->board) {
        panel->page = page;
        mark(panel);
    }
}

void panels_mute(struct panels *panels, const char *address, bool muted, uint64_t probe)
{
    struct panel *panel = find(panels, address);
    if (!panel) {
        return;
    }
    panel->probe = probe;
    if (panel->muted == muted) {
        panels_wake(panels);
        return;
    }
    panel->muted = muted;
    panel->try_due = panel->trying = false;
    panel->again.at = 0;
    if (muted && panel->job && rest_cancel(panels->setup.rest, panel->job)) {
        panel->job = 0;
        panel->dirty = true;
    }
    panels_wake(panels);
}

bool panels_try(struct panels *panels, const char *address)
{
    struct panel *panel = find(panels, address);
    if (!panel || !panel->muted || !panel->board) {
        return false;
    }
    panel->try_due = true;
    panels_wake(panels);
    return true;
}

void panels_forget(struct panels *panels, const char *address)
{
    struct panel *panel = find(panels, address);
    if (!panel) {
        return;
    }
    panel_give_up(panel);
    if (panel->job && rest_cancel(panels->setup.rest, panel->job)) {
        panel->job = 0;
    }
    panel->gone = panel->job != 0;
    if (!panel->gone) {
        panel_drop(panel);
    }
}
