#include "script.h"

#include "adapters/registry.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"
#include "stage.h"

/* clang-format off */
static const struct setting_key script_keys[] = {
    [SCRIPT_CHANNELS]       = {"channels",       SETTING_LIST,   "#table", 0, 0, false},
    [SCRIPT_SEED]           = {"seed",           SETTING_NUMBER, "1",   0, 2147483647, false},
    [SCRIPT_HEAR_DROP]      = {"hear_drop",      SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_HEAR_DUPLICATE] = {"hear_duplicate", SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_HEAR_REORDER]   = {"hear_reorder",   SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_SAY_DROP]       = {"say_drop",       SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_SAY_DUPLICATE]  = {"say_duplicate",  SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_SAY_REORDER]    = {"say_reorder",    SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_THROTTLE]       = {"throttle",       SETTING_NUMBER, "0",   0, 60000, false},
    [SCRIPT_DISCONNECT]     = {"disconnect",     SETTING_NUMBER, "0",   0, 100, false},
    [SCRIPT_RECONNECT]      = {"reconnect",      SETTING_NUMBER, "10",  0, 60000, false},
    [SCRIPT_STYLES]         = {"styles",         SETTING_SWITCH, "off", 0, 0, false},
    {0},
};
/* clang-format on */

/* An event on its way to the host, with strings of its own. */
struct happening {
    struct happening *next;
    struct chat_event event;
    char *strings[6];
};

/* A message that waits for its turn on the slow line. */
struct held {
    struct held *next;
    struct message *message;
};

enum { TIMERS = 3 };

struct script {
    struct adapter base;
    char log_name[64];
    struct faults faults;
    struct stage stage;
    bool connected, stopped;

    struct happening *first, *last;
    struct post pump; /* raises what has happened, in a turn of its own */
    bool pumping;

    struct timer timers[TIMERS];
    unsigned closed; /* of the timers */

    struct held *held;
    char *late; /* a line that the next one overtakes */

    char **lines;
    size_t line_count, line_room;
};

enum { TIMER_THROTTLE, TIMER_RECONNECT, TIMER_WAKE };

static struct script *cast(const struct adapter *adapter)
{
    assert(adapter->impl == &script_adapter);
    return (struct script *)(uintptr_t)adapter;
}

static long setting(const struct script *script, enum script_key key)
{
    return settings_number(script->base.setup.settings, (int)key);
}

static void arm_pump(struct script *script)
{
    if (!script->pumping)
        loop_post(script->base.setup.loop, &script->pump);
    script->pumping = true;
}

/* -- events on their way -- */

static void free_happening(struct happening *happening)
{
    for (size_t i = 0; i < sizeof happening->strings / sizeof *happening->strings; i++)
        free(happening->strings[i]);
    free(happening);
}

static struct happening *copy_event(const struct chat_event *event)
{
    struct happening *copy = calloc(1, sizeof *copy);
    if (!copy)
        return NULL;
    copy->event = *event;
    const char **fields[] = {
        &copy->event.channel, &copy->event.text,      &copy->event.old_id,
        &copy->event.user.id, &copy->event.user.name, &copy->event.user.account,
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!*fields[i])
            continue;
        copy->strings[i] = strdup(*fields[i]);
        *fields[i] = copy->strings[i];
        if (!copy->strings[i]) {
            free_happening(copy);
            return NULL;
        }
    }
    return copy;
}

/* Whether the event comes from a person, and so may change places with another one. */
static bool of_people(const struct chat_event *event)
{
    switch (event->kind) {
    case CHAT_MESSAGE:
    case CHAT_JOIN:
    case CHAT_LEAVE:
    case CHAT_RENAME:
    case CHAT_IDENTITY:
    case CHAT_GONE:
        return true;
    default:
        return false;
    }
}

static void queue(struct script *script, const struct chat_event *event, bool overtake)
{
    struct happening *happening = copy_event(event);
    if (!happening) {
        log_error(&script->base.log, "out of memory: an event is lost");
        return;
    }
    if (overtake && script->last && of_people(&script->last->event)) {
        struct happening **at = &script->first;
        while (*at != script->last)
            at = &(*at)->next;
        happening->next = script->last;
        *at = happening;
    } else {
        if (script->last)
            script->last->next = happening;
        else
            script->first = happening;
        script->last = happening;
    }
    arm_pump(script);
}

/* What a person does, with the faults of the road to us. Nothing is heard while disconnected. */
static void hear(struct script *script, const struct chat_event *event)
{
    if (!script->connected)
        return;
    bool message = event->kind == CHAT_MESSAGE;
    if (message && faults_happen(&script->faults, setting(script, SCRIPT_HEAR_DROP)))
        return;
    queue(script, event, faults_happen(&script->faults, setting(script, SCRIPT_HEAR_REORDER)));
    if (message && faults_happen(&script->faults, setting(script, SCRIPT_HEAR_DUPLICATE)))
        queue(script, event, false);
}

static struct chat_user user_of(const struct script *script, const char *channel, const char *id)
{
    const struct stage_member *member = stage_find(&script->stage, channel, id);
    return (struct chat_user){.id = id,
                              .name = id,
                              .account = member ? member->account : NULL,
                              .operator= member && member->operator, };
}

/* -- lines that arrived -- */

static void keep_line(struct script *script, char *line)
{
    if (!line)
        return;
    if (script->line_count == script->line_room) {
        size_t room = script->line_room ? script->line_room * 2 : 64;
        char **lines = realloc(script->lines, room * sizeof *lines);
        if (!lines) {
            log_error(&script->base.log, "out of memory: a line is lost");
            free(line);
            return;
        }
        script->lines = lines;
        script->line_room = room;
    }
    script->lines[script->line_count++] = line;
}

static void arrive(struct script *script, const char *line)
{
    if (faults_happen(&script->faults, setting(script, SCRIPT_SAY_DROP)))
        return;
    bool twice = faults_happen(&script->faults, setting(script, SCRIPT_SAY_DUPLICATE));
    if (script->late) {
        keep_line(script, strdup(line));
        keep_line(script, script->late);
        script->late = NULL;
    } else if (faults_happen(&script->faults, setting(script, SCRIPT_SAY_REORDER))) {
        script->late = strdup(line);
        arm_pump(script);
    } else {
        keep_line(script, strdup(line));
    }
    if (twice)
        keep_line(script, strdup(line));
}

static void write_span(FILE *out, const struct message *message, const struct span *span)
{
    static const char *const styles[] = {"plain", "strong", "name", "mention", "card"};
    static const char *const tints[] = {"wild",   "red",    "green", "blue",
                                        "yellow", "purple", "orange"};
    const char *text = message->text + span->start;
    if (span->style == STYLE_PLAIN)
        fprintf(out, "%.*s", (int)span->length, text);
    else
        fprintf(out, "{%s|%.*s}",
                span->style == STYLE_CARD ? tints[span->tint] : styles[span->style],
                (int)span->length, text);
}

/* The text, with its styles if they are asked for. Freed by the caller; NULL when memory is out. */
static char *render(const struct script *script, const struct message *message)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (settings_switch(script->base.setup.settings, SCRIPT_STYLES)) {
        for (unsigned i = 0; i < message->span_count; i++)
            write_span(out, message, &message->spans[i]);
    } else {
        fputs(message->text, out);
    }
    fclose(out);
    return text;
}

/* Takes the message over. */
static void deliver(struct script *script, struct message *message)
{
    char *text = render(script, message);
    if (message->user && stage_is_deaf(&script->stage, message->user)) {
        queue(script,
              &(struct chat_event){.kind = CHAT_FAILED,
                                   .channel = message->channel,
                                   .text = "no such user",
                                   .user = user_of(script, NULL, message->user)},
              false);
    } else if (message->user || stage_inside(&script->stage, message->channel)) {
        char *rest;
        for (char *line = text; line; line = rest) {
            rest = strchr(line, '\n');
            if (rest)
                *rest++ = '\0';
            size_t size = strlen(line) + 256;
            char *whole = malloc(size);
            if (whole) {
                snprintf(whole, size, "%s%s: %s", message->user ? "@" : "",
                         message->user ? message->user : message->channel, line);
                arrive(script, whole);
            }
            free(whole);
        }
    }
    free(text);
    message_destroy(message);
}

static void drop_held(struct script *script)
{
    while (script->held) {
        struct held *held = script->held;
        script->held = held->next;
        message_destroy(held->message);
        free(held);
    }
}

static void hold(struct script *script, struct message *message)
{
    struct held *held = calloc(1, sizeof *held);
    if (!held) {
        message_destroy(message);
        return;
    }
    held->message = message;
    struct held **at = &script->held;
    while (*at && (*at)->message->urgency <= message->urgency)
        at = &(*at)->next;
    held->next = *at;
    *at = held;
}

static void on_throttle(struct timer *timer)
{
    struct script *script = timer->uv.data;
    struct held *held = script->held;
    if (!held)
        return;
    script->held = held->next;
    deliver(script, held->message);
    free(held);
    timer_set(timer, (uint64_t)setting(script, SCRIPT_THROTTLE));
}

static void send_message(struct adapter *adapter, struct message *message)
{
    struct script *script = cast(adapter);
    if (!script->connected || message->failed || (!message->user && !message->channel)) {
        message_destroy(message);
        return;
    }
    struct timer *throttle = &script->timers[TIMER_THROTTLE];
    if (timer_active(throttle)) {
        hold(script, message);
    } else {
        deliver(script, message);
        if (setting(script, SCRIPT_THROTTLE) > 0)
            timer_set(throttle, (uint64_t)setting(script, SCRIPT_THROTTLE));
    }
    if (faults_happen(&script->faults, setting(script, SCRIPT_DISCONNECT)))
        script_disconnect(adapter, (unsigned)setting(script, SCRIPT_RECONNECT));
}

/* -- connecting -- */

static void connect_all(struct script *script)
{
    script->connected = true;
    queue(script, &(struct chat_event){.kind = CHAT_CONNECTED}, false);
    for (size_t i = 0; i < script->stage.channel_count; i++) {
        const struct stage_channel *channel = &script->stage.channels[i];
        if (channel->inside)
            script_entered(&script->base, channel->name);
    }
}

static void on_reconnect(struct timer *timer)
{
    connect_all(timer->uv.data);
}

static void on_wake(struct timer *timer)
{
    (void)timer; /* only ends the loop's sleep */
}

static void on_pump(struct post *post)
{
    struct script *script = (struct script *)((char *)post - offsetof(struct script, pump));
    script->pumping = false;
    keep_line(script, script->late);
    script->late = NULL;
    /* What these events cause belongs to the next turn. */
    struct happening *happening = script->first;
    script->first = script->last = NULL;
    while (happening) {
        struct happening *next = happening->next;
        adapter_raise(&script->base, &happening->event);
        free_happening(happening);
        happening = next;
    }
}

static void enter_at_start(void *arg, const char *channel)
{
    stage_enter(arg, channel, true);
}

static struct adapter *create(const struct adapter_setup *setup, char *why, size_t why_size)
{
    static void (*const fires[TIMERS])(struct timer *) = {on_throttle, on_reconnect, on_wake};
    struct script *script = calloc(1, sizeof *script);
    if (!script) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    adapter_init(&script->base, &script_adapter, setup);
    snprintf(script->log_name, sizeof script->log_name, "script/%s", setup->name);
    script->base.log.name = script->log_name;
    script->pump.call = on_pump;
    for (int i = 0; i < TIMERS; i++) {
        timer_init(setup->loop, &script->timers[i], fires[i]);
        script->timers[i].uv.data = script;
    }
    faults_init(&script->faults, (uint64_t)setting(script, SCRIPT_SEED));
    settings_each(setup->settings, SCRIPT_CHANNELS, enter_at_start, &script->stage);
    return &script->base;
}

static void start(struct adapter *adapter)
{
    connect_all(cast(adapter));
}

static void stop(struct adapter *adapter, const char *words)
{
    struct script *script = cast(adapter);
    if (script->stopped)
        return;
    script->stopped = true;
    script->connected = false;
    drop_held(script);
    timer_stop(&script->timers[TIMER_RECONNECT]);
    queue(script, &(struct chat_event){.kind = CHAT_STOPPED, .text = words}, false);
}

static void on_closed(struct timer *timer)
{
    struct script *script = timer->uv.data;
    if (++script->closed == TIMERS)
        free(script);
}

static void destroy(struct adapter *adapter)
{
    if (!adapter)
        return;
    struct script *script = cast(adapter);
    if (script->pumping)
        loop_unpost(adapter->setup.loop, &script->pump);
    while (script->first) {
        struct happening *happening = script->first;
        script->first = happening->next;
        free_happening(happening);
    }
    drop_held(script);
    script_forget(adapter);
    free(script->late);
    free(script->lines);
    stage_finish(&script->stage);
    for (int i = 0; i < TIMERS; i++)
        timer_finish(&script->timers[i], on_closed);
}

const struct adapter_impl script_adapter = {
    .name = "script",
    .keys = script_keys,
    .caps = {.whisper = WHISPER_PRIVATE_MESSAGE, .accounts = true, .colours = true},
    .create = create,
    .start = start,
    .send = send_message,
    .stop = stop,
    .destroy = destroy,
};

/* -- what people and the network do -- */

void script_join(struct adapter *adapter, const char *channel, const char *id, const char *account,
                 bool operator)
{
    struct script *script = cast(adapter);
    stage_join(&script->stage, channel, id, account, operator);
    if (stage_inside(&script->stage, channel))
        hear(script, &(struct chat_event){.kind = CHAT_JOIN,
                                          .channel = channel,
                                          .user = user_of(script, channel, id)});
}

void script_leave(struct adapter *adapter, const char *channel, const char *id)
{
    struct script *script = cast(adapter);
    if (stage_inside(&script->stage, channel))
        hear(script, &(struct chat_event){.kind = CHAT_LEAVE,
                                          .channel = channel,
                                          .user = user_of(script, channel, id)});
    stage_leave(&script->stage, channel, id);
}

void script_type(struct adapter *adapter, const char *channel, const char *id, const char *text)
{
    struct script *script = cast(adapter);
    if (!channel || stage_inside(&script->stage, channel))
        hear(script, &(struct chat_event){.kind = CHAT_MESSAGE,
                                          .channel = channel,
                                          .text = text,
                                          .user = user_of(script, channel, id)});
}

void script_rename(struct adapter *adapter, const char *id, const char *new_id)
{
    struct script *script = cast(adapter);
    stage_rename(&script->stage, id, new_id);
    hear(script, &(struct chat_event){
                     .kind = CHAT_RENAME, .old_id = id, .user = user_of(script, NULL, new_id)});
}

void script_identify(struct adapter *adapter, const char *id, const char *account)
{
    struct script *script = cast(adapter);
    stage_identify(&script->stage, id, account);
    struct chat_user user = user_of(script, NULL, id);
    user.account = account;
    hear(script, &(struct chat_event){.kind = CHAT_IDENTITY, .user = user});
}

void script_gone(struct adapter *adapter, const char *id, bool netsplit)
{
    struct script *script = cast(adapter);
    hear(script, &(struct chat_event){
                     .kind = CHAT_GONE, .user = user_of(script, NULL, id), .netsplit = netsplit});
    stage_leave(&script->stage, NULL, id);
}

void script_deaf(struct adapter *adapter, const char *id, bool deaf)
{
    stage_deafen(&cast(adapter)->stage, id, deaf);
}

void script_removed(struct adapter *adapter, const char *channel)
{
    struct script *script = cast(adapter);
    stage_enter(&script->stage, channel, false);
    if (script->connected)
        queue(script, &(struct chat_event){.kind = CHAT_REMOVED, .channel = channel}, false);
}

void script_entered(struct adapter *adapter, const char *channel)
{
    struct script *script = cast(adapter);
    stage_enter(&script->stage, channel, true);
    if (!script->connected)
        return;
    queue(script, &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel}, false);
    for (size_t i = 0; i < script->stage.member_count; i++) {
        const struct stage_member *member = &script->stage.members[i];
        if (strcmp(member->channel, channel) == 0)
            queue(script,
                  &(struct chat_event){.kind = CHAT_JOIN,
                                       .channel = channel,
                                       .user = user_of(script, channel, member->id)},
                  false);
    }
}

void script_disconnect(struct adapter *adapter, unsigned milliseconds)
{
    struct script *script = cast(adapter);
    if (!script->connected)
        return;
    script->connected = false;
    drop_held(script);
    queue(script, &(struct chat_event){.kind = CHAT_DISCONNECTED}, false);
    timer_set(&script->timers[TIMER_RECONNECT], milliseconds);
}

/* -- what was said -- */

const char *script_line(const struct adapter *adapter, size_t n)
{
    const struct script *script = cast(adapter);
    return n < script->line_count ? script->lines[n] : NULL;
}

size_t script_lines(const struct adapter *adapter)
{
    return cast(adapter)->line_count;
}

void script_forget(struct adapter *adapter)
{
    struct script *script = cast(adapter);
    for (size_t i = 0; i < script->line_count; i++)
        free(script->lines[i]);
    script->line_count = 0;
}

/* One turn of the loop, sleeping until `deadline` at most. False when that is over. */
static bool turn(struct script *script, uint64_t deadline)
{
    struct loop *loop = script->base.setup.loop;
    uv_update_time(loop_uv(loop));
    if (loop_now(loop) >= deadline)
        return false;
    timer_set(&script->timers[TIMER_WAKE], deadline - loop_now(loop));
    uv_run(loop_uv(loop), UV_RUN_ONCE);
    timer_stop(&script->timers[TIMER_WAKE]);
    return true;
}

static uint64_t deadline_of(const struct script *script, unsigned milliseconds)
{
    uv_update_time(loop_uv(script->base.setup.loop));
    return loop_now(script->base.setup.loop) + milliseconds;
}

const char *script_wait(struct adapter *adapter, size_t *from, const char *part,
                        unsigned milliseconds)
{
    struct script *script = cast(adapter);
    uint64_t deadline = deadline_of(script, milliseconds);
    do {
        while (*from < script->line_count) {
            const char *line = script->lines[(*from)++];
            if (strstr(line, part))
                return line;
        }
    } while (turn(script, deadline));
    return NULL;
}

bool script_settle(struct adapter *adapter, unsigned milliseconds)
{
    struct script *script = cast(adapter);
    uint64_t deadline = deadline_of(script, milliseconds);
    for (;;) {
        bool waits = script->first || script->late || script->held;
        if (!waits && (script->connected || script->stopped))
            return true;
        if (!turn(script, deadline))
            return false;
    }
}
