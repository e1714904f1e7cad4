#include "script_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const struct setting_key script_keys[] = {
    [SCRIPT_CHANNELS] = {.name = "channels", .type = SETTING_LIST, .fallback = "#table"},
    [SCRIPT_SEED] = {.name = "seed", .type = SETTING_NUMBER, .fallback = "1", .max = 2147483647},
    [SCRIPT_HEAR_DROP] = {.name = "hear_drop", .type = SETTING_NUMBER, .fallback = "0", .max = 100},
    [SCRIPT_HEAR_DUPLICATE] = {.name = "hear_duplicate",
                               .type = SETTING_NUMBER,
                               .fallback = "0",
                               .max = 100},
    [SCRIPT_HEAR_REORDER] = {.name = "hear_reorder",
                             .type = SETTING_NUMBER,
                             .fallback = "0",
                             .max = 100},
    [SCRIPT_SAY_DROP] = {.name = "say_drop", .type = SETTING_NUMBER, .fallback = "0", .max = 100},
    [SCRIPT_SAY_DUPLICATE] = {.name = "say_duplicate",
                              .type = SETTING_NUMBER,
                              .fallback = "0",
                              .max = 100},
    [SCRIPT_SAY_REORDER] = {.name = "say_reorder",
                            .type = SETTING_NUMBER,
                            .fallback = "0",
                            .max = 100},
    [SCRIPT_THROTTLE] = {.name = "throttle", .type = SETTING_NUMBER, .fallback = "0", .max = 60000},
    [SCRIPT_DISCONNECT] = {.name = "disconnect",
                           .type = SETTING_NUMBER,
                           .fallback = "0",
                           .max = 100},
    [SCRIPT_RECONNECT] = {.name = "reconnect",
                          .type = SETTING_NUMBER,
                          .fallback = "10",
                          .max = 60000},
    [SCRIPT_LATE_FOLD] = {.name = "late_fold", .type = SETTING_SWITCH, .fallback = "off"},
    [SCRIPT_STYLES] = {.name = "styles", .type = SETTING_SWITCH, .fallback = "off"},
    {0},
};

struct script *script_of(const struct adapter *adapter)
{
    assert(adapter->impl->send == script_adapter.send); /* a test may give it other facts */
    return (struct script *)(uintptr_t)adapter;
}

long script_setting(const struct script *script, enum script_key key)
{
    return settings_number(script->base.setup.settings, (int)key);
}

void script_arm(struct script *script)
{
    if (!script->pumping)
        loop_post(script->base.setup.loop, &script->pump);
    script->pumping = true;
}

/* -- events on their way -- */

static void free_happening(struct happening *happening)
{
    for (size_t i = 0; i < ARRAY_SIZE(happening->strings); i++)
        free(happening->strings[i]);
    free(happening);
}

static struct happening *copy_event(const struct chat_event *event)
{
    struct happening *copy = calloc(1, sizeof(*copy));
    if (copy == NULL)
        return NULL;
    copy->event = *event;
    const char **fields[] = {
        &copy->event.channel,         &copy->event.text,        &copy->event.old_id,
        &copy->event.user.id,         &copy->event.user.name,   &copy->event.user.account,
        &copy->event.user.host,       &copy->event.user.locale, &copy->event.user.certificate,
        &copy->event.user.connection,
    };
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
        if (*fields[i] == NULL)
            continue;
        copy->strings[i] = strdup(*fields[i]);
        *fields[i] = copy->strings[i];
        if (copy->strings[i] == NULL) {
            free_happening(copy);
            return NULL;
        }
    }
    return copy;
}

/* Whether a person caused the event. Only such events may change places. */
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
    if (happening == NULL) {
        log_error(&script->base.log, "out of memory: an event is lost");
        return;
    }
    if (overtake && script->last != NULL && of_people(&script->last->event)) {
        struct happening **at = &script->first;
        while (*at != script->last)
            at = &(*at)->next;
        happening->next = script->last;
        *at = happening;
    } else {
        if (script->last != NULL)
            script->last->next = happening;
        else
            script->first = happening;
        script->last = happening;
    }
    script_arm(script);
}

/* An act of a person, with the faults of the way to the daemon. A disconnected double raises
 * nothing. */
void script_hear(struct script *script, const struct chat_event *event)
{
    if (!script->connected)
        return;
    bool message = event->kind == CHAT_MESSAGE;
    if (message && faults_happen(&script->faults, script_setting(script, SCRIPT_HEAR_DROP)))
        return;
    queue(script, event,
          faults_happen(&script->faults, script_setting(script, SCRIPT_HEAR_REORDER)));
    if (message && faults_happen(&script->faults, script_setting(script, SCRIPT_HEAR_DUPLICATE)))
        queue(script, event, false);
}

struct chat_user script_user(const struct script *script, const char *channel, const char *id)
{
    const struct script_people_member *member = script_people_find(&script->stage, channel, id);
    struct chat_user user = {
        .id = id,
        .name = id,
        .account = member != NULL ? member->account : NULL,
        .host = member != NULL ? member->host : id,
        .host_vouched = (member != NULL ? member->host : id)[0] != '~',
        .unseen = member == NULL && !script->base.impl->caps.stable_ids,
        .is_operator = member != NULL && member->is_operator,
    };
    if (member != NULL && member->looked_up)
        user.connection = member->connection != NULL ? member->connection : "";
    if (script->base.impl->caps.stable_ids)
        user.account = id;
    pressed_name(script, &user);
    return user;
}

void script_failed(struct script *script, const struct message *message)
{
    queue(script,
          &(struct chat_event){.kind = CHAT_FAILED,
                               .channel = message->channel,
                               .text = "no such user",
                               .user = script_user(script, NULL, message->user)},
          false);
}

static void send_message(struct adapter *adapter, struct message *message)
{
    struct script *script = script_of(adapter);
    if (!script->connected || message->failed ||
        (message->user == NULL && message->channel == NULL)) {
        message_destroy(message);
        return;
    }
    said_keep(script, message);
    if (faults_happen(&script->faults, script_setting(script, SCRIPT_DISCONNECT)))
        script_disconnect(adapter, (unsigned)script_setting(script, SCRIPT_RECONNECT));
}

/* -- connecting -- */

static void connect_all(struct script *script)
{
    script_people_look_up(&script->stage, NULL);
    script->connected = script->known = true;
    queue(script, &(struct chat_event){.kind = CHAT_CONNECTED}, false);
    for (size_t i = 0; i < script->stage.channel_count; i++) {
        if (script->stage.channels[i].inside)
            script_entered(&script->base, script->stage.channels[i].name);
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
    said_late(script);
    /* The effects of these events belong to the next turn. */
    struct happening *happening = script->first;
    script->first = script->last = NULL;
    while (happening != NULL) {
        struct happening *next = happening->next;
        adapter_raise(&script->base, &happening->event);
        if (happening->event.kind == CHAT_DISCONNECTED && !script->stopped)
            timer_set(&script->timers[TIMER_RECONNECT], script->away);
        free_happening(happening);
        happening = next;
    }
}

static void enter_at_start(void *arg, const char *channel)
{
    script_people_enter(arg, channel, true);
}

static struct adapter *make(const struct adapter_impl *impl, const struct adapter_setup *setup,
                            struct fault *why)
{
    static void (*const fires[TIMERS])(struct timer *) = {said_next, on_reconnect, on_wake};
    struct script *script = calloc(1, sizeof(*script));
    if (script == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&script->base, impl, setup);
    snprintf(script->log_name, sizeof(script->log_name), "script/%s", setup->name);
    script->base.log.name = script->log_name;
    script->pump.call = on_pump;
    for (int i = 0; i < TIMERS; i++) {
        timer_init(setup->loop, &script->timers[i], fires[i]);
        script->timers[i].uv.data = script;
    }
    faults_init(&script->faults, (uint64_t)script_setting(script, SCRIPT_SEED));
    settings_each(setup->settings, SCRIPT_CHANNELS, enter_at_start, &script->stage);
    return &script->base;
}

static struct adapter *create(const struct adapter_setup *setup, struct fault *why)
{
    return make(&script_adapter, setup, why);
}

static struct adapter *create_with_controls(const struct adapter_setup *setup, struct fault *why)
{
    return make(&script_controls_adapter, setup, why);
}

static void start(struct adapter *adapter)
{
    connect_all(script_of(adapter));
}

static bool is_in(const struct adapter *adapter, const char *channel)
{
    const struct script *script = (const struct script *)adapter;
    return script->connected && script_people_inside(&script->stage, channel);
}

static void stop(struct adapter *adapter, const char *words)
{
    struct script *script = script_of(adapter);
    if (script->stopped)
        return;
    script->stopped = true;
    script->connected = false;
    said_drop_held(script);
    timer_stop(&script->timers[TIMER_RECONNECT]);
    queue(script, &(struct chat_event){.kind = CHAT_STOPPED, .text = words}, false);
}

static bool fold(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    const struct script *script = script_of(adapter);
    bool loose = !script->known && settings_switch(adapter->setup.settings, SCRIPT_LATE_FOLD);
    if (strlen(text) >= size)
        return false;
    for (; *text != '\0'; text++)
        *out++ = (char)(loose && *text == '[' ? '{' : *text);
    *out = '\0';
    return true;
}

static const char *own_name(const struct adapter *adapter)
{
    (void)adapter;
    return "Talon";
}

static void on_closed(struct timer *timer)
{
    struct script *script = timer->uv.data;
    if (++script->closed == TIMERS)
        free(script);
}

static void destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct script *script = script_of(adapter);
    if (script->pumping)
        loop_unpost(adapter->setup.loop, &script->pump);
    while (script->first != NULL) {
        struct happening *happening = script->first;
        script->first = happening->next;
        free_happening(happening);
    }
    said_finish(script);
    pressed_finish(script);
    script_people_finish(&script->stage);
    for (int i = 0; i < TIMERS; i++)
        timer_finish(&script->timers[i], on_closed);
}

/* The network tells it of who is there, and what they said comes again. */
static bool identify(struct adapter *adapter, const struct chat_event *event)
{
    struct script *script = script_of(adapter);
    const struct script_people_member *member =
        script_people_find(&script->stage, event->channel, event->user.id);
    struct chat_event again = *event;
    again.user.certificate =
        member != NULL && member->certificate != NULL ? member->certificate : "";
    again.user.connection = member != NULL && member->connection != NULL ? member->connection : "";
    script_people_look_up(&script->stage, event->user.id);
    queue(script, &again, false);
    return true;
}

static void members(const struct adapter *adapter, const char *channel,
                    void (*each)(void *arg, const struct chat_user *user), void *arg)
{
    const struct script *script = (const struct script *)adapter;
    for (size_t i = 0; i < script->stage.member_count; i++) {
        const struct script_people_member *member = &script->stage.members[i];
        if (strcmp(member->channel, channel) != 0)
            continue;
        const struct chat_user user = script_user(script, channel, member->id);
        each(arg, &user);
    }
}

static uint64_t behind(const struct adapter *adapter, bool alone)
{
    const struct script *script = (const struct script *)adapter;
    return alone ? script->behind + script->behind_alone : script->behind;
}

static void load(const struct adapter *adapter, struct adapter_load *out)
{
    *out = ((const struct script *)adapter)->load;
}

static const char *channel_name(const struct adapter *adapter, const char *channel)
{
    (void)channel;
    return script_of(adapter)->channel_name;
}

static const struct page_server said_pages = {.page = said_page};

const struct adapter_impl script_adapter = {
    .name = "script",
    .keys = script_keys,
    .caps = {.whisper = WHISPER_PRIVATE_MESSAGE},
    .create = create,
    .start = start,
    .send = send_message,
    .stop = stop,
    .is_in = is_in,
    .destroy = destroy,
    .fold = fold,
    .own_name = own_name,
    .identify = identify,
    .look_up = known_look_up,
    .user = known_user,
    .members = members,
    .pages = &said_pages,
    .channel_name = channel_name,
    .behind = behind,
    .load = load,
};

/* Two houses share all channels: one has those named after it, the other all the rest. */
static const char *tenant(const struct adapter *adapter, const char *channel)
{
    (void)adapter;
    return strncmp(channel, "#other", strlen("#other")) == 0 ? "other" : "house";
}

const struct adapter_impl script_controls_adapter = {
    .name = "script_controls",
    .keys = script_keys,
    .caps = {.whisper = WHISPER_EPHEMERAL,
             .multiline = true,
             .boards = true,
             .controls = true,
             .slash_commands = true,
             .stable_ids = true},
    .create = create_with_controls,
    .start = start,
    .send = send_message,
    .stop = stop,
    .is_in = is_in,
    .destroy = destroy,
    .fold = fold,
    .tenant = tenant,
    .pages = &said_pages,
};

/* -- what people and the network do -- */

void script_call_channel(struct adapter *adapter, const char *name)
{
    script_of(adapter)->channel_name = name;
}

void script_join(struct adapter *adapter, const char *channel, const char *id, const char *account,
                 bool is_operator)
{
    struct script *script = script_of(adapter);
    script_people_join(&script->stage, channel, id, account, is_operator);
    if (script_people_inside(&script->stage, channel)) {
        script_hear(script, &(struct chat_event){.kind = CHAT_JOIN,
                                                 .channel = channel,
                                                 .user = script_user(script, channel, id)});
    }
}

void script_join_from(struct adapter *adapter, const char *channel, const char *id,
                      const char *host)
{
    struct script *script = script_of(adapter);
    script_people_join(&script->stage, channel, id, NULL, false);
    script_people_move(&script->stage, id, host);
    if (script_people_inside(&script->stage, channel)) {
        script_hear(script, &(struct chat_event){.kind = CHAT_JOIN,
                                                 .channel = channel,
                                                 .user = script_user(script, channel, id)});
    }
}

void script_leave(struct adapter *adapter, const char *channel, const char *id)
{
    struct script *script = script_of(adapter);
    if (script_people_inside(&script->stage, channel)) {
        script_hear(script, &(struct chat_event){.kind = CHAT_LEAVE,
                                                 .channel = channel,
                                                 .user = script_user(script, channel, id)});
    }
    script_people_leave(&script->stage, channel, id);
}

void script_type(struct adapter *adapter, const char *channel, const char *id, const char *text)
{
    struct script *script = script_of(adapter);
    if (channel == NULL || script_people_inside(&script->stage, channel)) {
        script_hear(script, &(struct chat_event){.kind = CHAT_MESSAGE,
                                                 .channel = channel,
                                                 .text = text,
                                                 .user = script_user(script, channel, id),
                                                 .written = true});
    }
}

void script_rename(struct adapter *adapter, const char *id, const char *new_id)
{
    struct script *script = script_of(adapter);
    script_people_rename(&script->stage, id, new_id);
    script_hear(script, &(struct chat_event){.kind = CHAT_RENAME,
                                             .old_id = id,
                                             .user = script_user(script, NULL, new_id)});
}

void script_identify(struct adapter *adapter, const char *id, const char *account)
{
    struct script *script = script_of(adapter);
    script_people_identify(&script->stage, id, account);
    struct chat_user user = script_user(script, NULL, id);
    user.account = account;
    script_hear(script, &(struct chat_event){.kind = CHAT_IDENTITY, .user = user});
}

void script_certify(struct adapter *adapter, const char *id, const char *print)
{
    script_people_certify(&script_of(adapter)->stage, id, print);
}

void script_gone(struct adapter *adapter, const char *id, bool netsplit)
{
    struct script *script = script_of(adapter);
    script_hear(script, &(struct chat_event){.kind = CHAT_GONE,
                                             .user = script_user(script, NULL, id),
                                             .netsplit = netsplit});
    script_people_leave(&script->stage, NULL, id);
}

void script_deaf(struct adapter *adapter, const char *id, bool deaf)
{
    script_people_deafen(&script_of(adapter)->stage, id, deaf);
}

void script_muted(struct adapter *adapter, const char *channel)
{
    queue(script_of(adapter), &(struct chat_event){.kind = CHAT_MUTED, .channel = channel}, false);
}

void script_try(struct adapter *adapter, const char *channel)
{
    queue(script_of(adapter), &(struct chat_event){.kind = CHAT_TRY, .channel = channel}, false);
}

void script_tried(struct adapter *adapter, const char *channel)
{
    const struct chat_event event = {.kind = CHAT_ENTERED, .channel = channel, .tried = true};
    queue(script_of(adapter), &event, false);
}

void script_load(struct adapter *adapter, const struct adapter_load *what)
{
    script_of(adapter)->load = *what;
}

void script_behind(struct adapter *adapter, uint64_t milliseconds)
{
    script_of(adapter)->behind = milliseconds;
}

void script_behind_alone(struct adapter *adapter, uint64_t milliseconds)
{
    script_of(adapter)->behind_alone = milliseconds;
}

void script_dropped(struct adapter *adapter, const char *channel)
{
    queue(script_of(adapter), &(struct chat_event){.kind = CHAT_DROPPED, .channel = channel},
          false);
}

void script_removed(struct adapter *adapter, const char *channel)
{
    struct script *script = script_of(adapter);
    script_people_enter(&script->stage, channel, false);
    if (script->connected)
        queue(script, &(struct chat_event){.kind = CHAT_REMOVED, .channel = channel}, false);
}

void script_entered(struct adapter *adapter, const char *channel)
{
    struct script *script = script_of(adapter);
    script_people_enter(&script->stage, channel, true);
    if (!script->connected)
        return;
    queue(script, &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel}, false);
    for (size_t i = 0; i < script->stage.member_count; i++) {
        const struct script_people_member *member = &script->stage.members[i];
        if (strcmp(member->channel, channel) == 0) {
            queue(script,
                  &(struct chat_event){.kind = CHAT_JOIN,
                                       .channel = channel,
                                       .user = script_user(script, channel, member->id)},
                  false);
        }
    }
}

void script_disconnect(struct adapter *adapter, unsigned milliseconds)
{
    struct script *script = script_of(adapter);
    if (!script->connected)
        return;
    script->connected = false;
    said_drop_held(script);
    queue(script, &(struct chat_event){.kind = CHAT_DISCONNECTED}, false);
    script->away = milliseconds;
}
