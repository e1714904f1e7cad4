#include "panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "body.h"
#include "session.h"

enum {
    LINES_BEFORE = 3,   /* that were shown already, for those who look up late */
    AGAIN_LEAST = 2000, /* ms, until what failed is tried again */
    AGAIN_MOST = 60000,
    CODE_CHANNEL_GONE = 10003,
    CODE_MESSAGE_GONE = 10008
};

struct panel {
    UT_hash_handle hh;
    struct panels *panels;
    char address[PANEL_ADDRESS];
    char channel[SHARD_ID]; /* "": not known yet, of a talk */
    char message[SHARD_ID]; /* the one that stands; "": none */
    struct body_lines lines;
    unsigned unsent;       /* of the lines: the newest */
    struct message *board; /* NULL: lines alone. Owned */
    char called[SHARD_ID]; /* whom the message that stands called */
    unsigned page;
    bool dirty;
    /* under way */
    uint64_t job;
    bool edits, ends; /* it edits; its board is the last */
    unsigned going;   /* unsent lines in it */
    uint64_t again_at, again;
    bool gone; /* forgotten while a request was under way */
};

struct panels {
    struct timer timer; /* first: it is cast back */
    struct panels_setup setup;
    struct panel *all;
    uint64_t nonce;
    void (*closed)(void *arg);
    void *arg;
};

static void show(struct panel *panel);

static uint64_t now(const struct panels *panels)
{
    return loop_now(panels->setup.loop);
}

/* At the end of the turn, or when something that failed is tried again. What is under way wakes us
 * when it has ended. */
static void wake(struct panels *panels)
{
    uint64_t soonest = UINT64_MAX;
    for (struct panel *panel = panels->all; panel; panel = panel->hh.next) {
        if (panel->dirty && !panel->job && panel->again_at < soonest) {
            soonest = panel->again_at;
        }
    }
    if (soonest == UINT64_MAX) {
        timer_stop(&panels->timer);
    } else {
        timer_set(&panels->timer, soonest > now(panels) ? soonest - now(panels) : 0);
    }
}

static void on_timer(struct timer *timer)
{
    struct panels *panels = (struct panels *)timer;
    struct panel *panel = NULL;
    struct panel *next = NULL;
    HASH_ITER(hh, panels->all, panel, next)
    {
        if (panel->dirty && panel->again_at <= now(panels)) {
            show(panel);
        }
    }
    wake(panels);
}

static void mark(struct panel *panel)
{
    panel->dirty = true;
    if (panel->again_at <= now(panel->panels)) {
        timer_set(&panel->panels->timer, 0);
    }
}

static void drop(struct panel *panel)
{
    HASH_DEL(panel->panels->all, panel);
    body_drop(&panel->lines, 0);
    message_destroy(panel->board);
    free(panel);
}

/* Nothing to say, nothing that stands, nothing under way. */
static void drop_idle(struct panel *panel)
{
    if (!panel->job && !panel->dirty && !panel->message[0] && !panel->board &&
        panel->lines.count == 0) {
        drop(panel);
    }
}

static struct panel *find(const struct panels *panels, const char *address)
{
    struct panel *panel = NULL;
    HASH_FIND_STR(panels->all, address, panel);
    return panel;
}

static struct panel *open_panel(struct panels *panels, const char *address)
{
    struct panel *panel = find(panels, address);
    if (panel || strlen(address) >= PANEL_ADDRESS) {
        return panel;
    }
    panel = calloc(1, sizeof *panel);
    if (!panel) {
        return NULL;
    }
    panel->panels = panels;
    snprintf(panel->address, sizeof panel->address, "%s", address);
    if (*address != '@') {
        snprintf(panel->channel, sizeof panel->channel, "%s", address);
    }
    const char *kept = panels->setup.kept(panels->setup.arg, address);
    snprintf(panel->message, sizeof panel->message, "%s",
             kept && strlen(kept) < sizeof panel->message ? kept : "");
    HASH_ADD_STR(panels->all, address, panel);
    return panel;
}

/* -- answers -- */

static const char *id_of(const struct rest_reply *reply)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reply->body, "id"));
    return id && strlen(id) < SHARD_ID ? id : "";
}

static void keep(struct panel *panel)
{
    const struct panels_setup *setup = &panel->panels->setup;
    setup->keep(setup->arg, panel->address, panel->message[0] ? panel->message : NULL);
}

static void remove_message(struct panel *panel, const char *message)
{
    char path[REST_PATH];
    snprintf(path, sizeof path, "/channels/%s/messages/%s", panel->channel, message);
    const struct rest_request request = {.method = "DELETE",
                                         .path = path,
                                         .route = "DELETE /channels/{}/messages/{}",
                                         .major = panel->channel,
                                         .class = LIMITS_TABLE,
                                         .repeat = true,
                                         .deadline = UINT64_MAX};
    rest_send(panel->panels->setup.rest, &request);
}

static void take_success(struct panel *panel, const struct rest_reply *reply)
{
    char old[SHARD_ID];
    panel->again = 0;
    panel->unsent -= panel->going < panel->unsent ? panel->going : panel->unsent;
    snprintf(old, sizeof old, "%s", panel->message);
    if (!panel->edits) {
        bool stays = !panel->board; /* lines alone */
        snprintf(panel->message, sizeof panel->message, "%s", stays ? "" : id_of(reply));
        if (old[0]) {
            remove_message(panel, old);
        }
    }
    if (panel->ends) {
        panel->message[0] = '\0';
        if (!panel->dirty) {
            message_destroy(panel->board);
            panel->board = NULL;
        }
    }
    if (!panel->board) {
        body_drop(&panel->lines, panel->unsent);
    }
    if (strcmp(old, panel->message) != 0) {
        keep(panel);
    }
}

static void try_later(struct panel *panel)
{
    panel->again = panel->again ? panel->again * 2 : AGAIN_LEAST;
    panel->again = panel->again < AGAIN_MOST ? panel->again : AGAIN_MOST;
    panel->again_at = now(panel->panels) + panel->again;
    panel->dirty = true;
}

static void give_up(struct panel *panel)
{
    panel->dirty = false;
    panel->unsent = 0;
    body_drop(&panel->lines, 0);
    message_destroy(panel->board);
    panel->board = NULL;
    panel->message[0] = '\0';
    keep(panel);
}

static void take_failure(struct panel *panel, const struct rest_reply *reply)
{
    const struct panels_setup *setup = &panel->panels->setup;
    char why[64];
    if (reply->end != REST_ANSWERED || reply->status >= 500 || reply->status == 429) {
        try_later(panel);
        return;
    }
    if (panel->edits && reply->code == CODE_MESSAGE_GONE) { /* somebody took it away */
        panel->message[0] = '\0';
        panel->dirty = true;
        return;
    }
    snprintf(why, sizeof why, "HTTP %u, code %u", reply->status, (unsigned)reply->code);
    log_warn(setup->log, "cannot write in %s: %s", panel->address, why);
    give_up(panel);
    if (reply->status == 403 || reply->code == CODE_CHANNEL_GONE) {
        setup->lost(setup->arg, panel->address, why);
    }
}

static void on_reply(void *arg, const struct rest_reply *reply)
{
    struct panel *panel = arg;
    struct panels *panels = panel->panels;
    panel->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (panel->gone) {
        drop(panel);
        return;
    }
    if (reply->end == REST_ANSWERED && reply->status < 300) {
        take_success(panel, reply);
    } else {
        take_failure(panel, reply);
    }
    drop_idle(panel);
    wake(panels);
}

static void on_talk(void *arg, const struct rest_reply *reply)
{
    struct panel *panel = arg;
    struct panels *panels = panel->panels;
    panel->job = 0;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    panel->edits = false;
    if (panel->gone) {
        drop(panel);
        return;
    }
    if (reply->end == REST_ANSWERED && reply->status < 300 && *id_of(reply)) {
        snprintf(panel->channel, sizeof panel->channel, "%s", id_of(reply));
    } else {
        take_failure(panel, reply);
    }
    drop_idle(panel);
    wake(panels);
}

/* -- requests -- */

static void find_talk(struct panel *panel)
{
    cJSON *body = cJSON_CreateObject();
    if (!body || !cJSON_AddStringToObject(body, "recipient_id", panel->address + 1)) {
        cJSON_Delete(body);
        try_later(panel);
        return;
    }
    const struct rest_request request = {.method = "POST",
                                         .path = "/users/@me/channels",
                                         .route = "POST /users/@me/channels",
                                         .class = LIMITS_HAND,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_talk,
                                         .arg = panel};
    panel->job = rest_send(panel->panels->setup.rest, &request);
    if (!panel->job) {
        try_later(panel);
    }
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
    cJSON *body = body_make(&lines, panel->board, panel->page, !edits);
    char nonce[32];
    snprintf(nonce, sizeof nonce, "t%llx", (unsigned long long)++panel->panels->nonce);
    if (body && !edits &&
        (!cJSON_AddStringToObject(body, "nonce", nonce) ||
         !cJSON_AddTrueToObject(body, "enforce_nonce"))) {
        cJSON_Delete(body);
        return NULL;
    }
    return body;
}

static bool calls_anew(const struct panel *panel)
{
    const char *called = panel->board && panel->board->calls ? panel->board->calls : "";
    return strcmp(called, panel->called) != 0 && *called;
}

static void note_going(struct panel *panel)
{
    panel->dirty = false;
    panel->going = panel->unsent;
    panel->ends = panel->board && panel->board->control_count == 0;
    snprintf(panel->called, sizeof panel->called, "%s",
             panel->board && panel->board->calls ? panel->board->calls : "");
}

/* What is under way takes it, if it still waits. */
static void send_with(struct panel *panel)
{
    if (!rest_is_waiting(panel->panels->setup.rest, panel->job) || !panel->channel[0]) {
        return;
    }
    cJSON *body = make_body(panel, panel->edits);
    if (body && rest_replace(panel->panels->setup.rest, panel->job, body)) {
        note_going(panel);
    }
}

static void show(struct panel *panel)
{
    char path[REST_PATH];
    if (panel->job) {
        send_with(panel);
        return;
    }
    if (!panel->channel[0]) {
        find_talk(panel);
        return;
    }
    panel->edits = panel->board && panel->message[0] &&
                   (panel->panels->setup.edits || (panel->unsent == 0 && !calls_anew(panel)));
    cJSON *body = make_body(panel, panel->edits);
    if (!body) {
        panel->dirty = false;
        return;
    }
    snprintf(path, sizeof path, "/channels/%s/messages%s%s", panel->channel,
             panel->edits ? "/" : "", panel->edits ? panel->message : "");
    const struct rest_request request = {.method = panel->edits ? "PATCH" : "POST",
                                         .path = path,
                                         .route = panel->edits ? "PATCH /channels/{}/messages/{}"
                                                               : "POST /channels/{}/messages",
                                         .major = panel->channel,
                                         .class = LIMITS_TABLE,
                                         .repeat = true, /* a new one has its nonce */
                                         .deadline = UINT64_MAX,
                                         .body = body,
                                         .done = on_reply,
                                         .arg = panel};
    panel->job = rest_send(panel->panels->setup.rest, &request);
    if (panel->job) {
        note_going(panel);
    } else {
        try_later(panel);
    }
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
    timer_init(setup->loop, &panels->timer, on_timer);
    return panels;
}

static void on_closed(struct timer *timer)
{
    struct panels *panels = (struct panels *)timer;
    void (*closed)(void *arg) = panels->closed;
    void *arg = panels->arg;
    free(panels);
    closed(arg);
}

void panels_destroy(struct panels *panels, void (*closed)(void *arg), void *arg)
{
    struct panel *panel = NULL;
    struct panel *next = NULL;
    HASH_ITER(hh, panels->all, panel, next)
    {
        drop(panel);
    }
    panels->closed = closed;
    panels->arg = arg;
    timer_finish(&panels->timer, on_closed);
}

/* -- what is said -- */

void panels_say(struct panels *panels, const char *address, struct message *message)
{
    struct panel *panel = open_panel(panels, address);
    if (!panel) {
        message_destroy(message);
        return;
    }
    panel->gone = false;
    if (message->purpose == PURPOSE_BOARD) {
        if (!panel->board || panel->board->stamp != message->stamp) {
            panel->page = 0;
        }
        message_destroy(panel->board);
        panel->board = message;
    } else {
        if (panel->unsent == 0) {
            body_drop(&panel->lines, LINES_BEFORE);
        }
        body_put(&panel->lines, message);
        panel->unsent += panel->unsent < BODY_LINES;
    }
    mark(panel);
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

void panels_turn(struct panels *panels, const char *address, unsigned page)
{
    struct panel *panel = find(panels, address);
    if (panel && panel->board) {
        panel->page = page;
        mark(panel);
    }
}

void panels_forget(struct panels *panels, const char *address)
{
    struct panel *panel = find(panels, address);
    if (!panel) {
        return;
    }
    give_up(panel);
    if (panel->job && rest_cancel(panels->setup.rest, panel->job)) {
        panel->job = 0;
    }
    panel->gone = panel->job != 0;
    if (!panel->gone) {
        drop(panel);
    }
}
