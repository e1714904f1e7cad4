#include "irc.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/people/membership.h"
#include "adapters/irc/people/whois.h"
#include "adapters/irc/sending/say.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/state.h"
#include "base/private.h"
#include "helper_link.h"
#include "options.h"
#include "session.h"
#include "uplink.h"

enum { LINE_LIMIT = 300 /* bytes of text that fit a line, whatever names are in it */ };

struct irc {
    struct adapter base;
    char name[64]; /* of the log */
    struct options options;
    struct uplink bot;
    struct helper_links helpers;
    bool ended; /* the bot's own connection has ended, after irc_stop() */
};

static struct irc *irc_of(struct adapter *adapter)
{
    assert(adapter->impl == &irc_adapter);
    return (struct irc *)adapter;
}

static const struct session *session_of(const struct adapter *adapter)
{
    return ((const struct irc *)adapter)->bot.session;
}

static uint64_t irc_now(const struct irc *irc)
{
    return loop_now(irc->base.setup.loop);
}

/* -- the adapter -- */

static void on_secure(void *arg, uint64_t seconds)
{
    uplink_secure(&((struct irc *)arg)->bot, seconds);
}

static void on_event(void *arg, const struct chat_event *event)
{
    struct irc *irc = arg;
    adapter_raise(&irc->base, event);
}

static bool on_asked(void *arg, uint32_t ticket)
{
    const struct adapter_setup *setup = &((struct irc *)arg)->base.setup;
    return setup->is_stale != NULL && setup->is_stale(setup->host, ticket);
}

static void add_channel(void *arg, const char *word)
{
    struct irc *irc = arg;
    if (!session_want(irc->bot.session, word))
        log_warn(&irc->base.log, "this is not a channel: %.*s", (int)strcspn(word, ":"), word);
}

static void on_invites(void *arg)
{
    struct irc *irc = arg;
    state_save_invites(&irc->base, irc->bot.session);
}

static struct session_setup setup_of(struct irc *irc, const struct settings *settings)
{
    return (struct session_setup){
        .nick = settings_text(settings, KEY_NICK),
        .user = settings_text(settings, KEY_USER),
        .realname = settings_text(settings, KEY_REALNAME),
        .password = *irc->options.password != '\0' ? irc->options.password : NULL,
        .login = {.user = settings_text(settings, KEY_SASL_USER),
                  .password =
                      *irc->options.sasl_password != '\0' ? irc->options.sasl_password : NULL,
                  .certificate = settings_text(settings, KEY_TLS_CLIENT_CERT) != NULL,
                  .only = irc->options.mechanism,
                  .nickserv = settings_text(settings, KEY_NICKSERV),
                  .required = settings_switch(settings, KEY_SASL_REQUIRED)},
        .ignore = settings_text(settings, KEY_IGNORE),
        .relays = settings_text(settings, KEY_RELAYS),
        .ping_seconds = (unsigned)settings_number(settings, KEY_PING_SECONDS),
        .flood_auto = irc->options.flood_auto,
        .flood_burst = irc->options.flood_burst,
        .flood_rate = irc->options.flood_rate,
        .colours = settings_switch(settings, KEY_COLOURS),
        .notices = settings_switch(settings, KEY_WHISPER_NOTICES),
        .quiet_names = settings_switch(settings, KEY_QUIET_NAMES),
        .log = &irc->base.log,
        .invites_max = (unsigned)settings_number(settings, KEY_INVITES),
        .invites = on_invites,
        .event = on_event,
        .is_stale = on_asked,
        .secure = on_secure,
        .arg = irc,
    };
}

static void look_at_helpers(struct irc *irc)
{
    const struct session_setup setup = setup_of(irc, irc->base.setup.settings);
    helper_links_look(&irc->helpers, &setup);
}

/* Something has happened on the bot's connection. */
static void on_moved(struct uplink *uplink)
{
    struct irc *irc = (struct irc *)((char *)uplink - offsetof(struct irc, bot));
    if (!irc->bot.stopping && helper_links_lacks(&irc->helpers))
        look_at_helpers(irc);
    helper_links_wake(&irc->helpers);
}

static void check_over(struct irc *irc)
{
    if (irc->ended && helper_links_over(&irc->helpers)) {
        adapter_raise(&irc->base, &(struct chat_event){.kind = CHAT_STOPPED,
                                                       .text = "stopped",
                                                       .told = irc->bot.told &&
                                                               helper_links_told(&irc->helpers)});
    }
}

static void on_ended(struct uplink *uplink)
{
    struct irc *irc = (struct irc *)((char *)uplink - offsetof(struct irc, bot));
    irc->ended = true;
    check_over(irc);
}

static void on_helper_ended(struct helper_links *helpers)
{
    struct irc *irc = (struct irc *)((char *)helpers - offsetof(struct irc, helpers));
    if (!irc->bot.stopping)
        look_at_helpers(irc);
    else
        check_over(irc);
}

static struct session *create_session(struct irc *irc)
{
    struct session_setup setup = setup_of(irc, irc->base.setup.settings);
    uv_random(NULL, NULL, &setup.seed, sizeof(setup.seed), 0, NULL);
    return session_create(&setup);
}

static void irc_destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct irc *irc = irc_of(adapter);
    helper_links_destroy(&irc->helpers);
    session_destroy(irc->bot.session);
    private_wipe(&irc->options, sizeof(irc->options));
    free(irc);
}

static struct adapter *irc_create(const struct adapter_setup *setup, struct fault *why)
{
    struct irc *irc = calloc(1, sizeof(*irc));
    if (irc == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&irc->base, &irc_adapter, setup);
    snprintf(irc->name, sizeof(irc->name), "irc/%s", setup->name);
    irc->base.log.name = irc->name;
    if (!options_read(&irc->options, setup->settings, why))
        goto fail;
    irc->bot.session = create_session(irc);
    if (irc->bot.session == NULL) {
        fault_set(why, "out of memory");
        goto fail;
    }
    irc->bot.adapter = &irc->base;
    irc->bot.log = &irc->base.log;
    irc->bot.options = &irc->options;
    irc->bot.moved = on_moved;
    irc->bot.ended = on_ended;
    irc->helpers = (struct helper_links){
        .bot = &irc->bot,
        .log_name = irc->name,
        .wanted = (unsigned)settings_number(setup->settings, KEY_HELPERS),
        .ended = on_helper_ended,
    };
    settings_each(setup->settings, KEY_CHANNELS, add_channel, irc);
    return &irc->base;

fail:
    irc_destroy(&irc->base);
    return NULL;
}

static void irc_start(struct adapter *adapter)
{
    struct irc *irc = irc_of(adapter);
    state_load_policy(adapter, irc->options.state_dir, uplink_host(&irc->bot),
                      &irc->bot.reconnect.policy);
    state_load_invites(adapter, irc->options.state_dir, irc->bot.session);
    uplink_start(&irc->bot, 0);
}

/* Takes over the settings that may change while connected. */
static void irc_reload(struct adapter *adapter, const struct settings *settings)
{
    struct irc *irc = irc_of(adapter);
    const struct session_setup setup = setup_of(irc, settings);
    session_change(irc->bot.session, &setup, irc_now(irc));
    session_want_none(irc->bot.session);
    settings_each(settings, KEY_CHANNELS, add_channel, irc);
    session_leave_unwanted(irc->bot.session);
    irc->helpers.wanted = (unsigned)settings_number(settings, KEY_HELPERS);
    if (irc->bot.stopping)
        return;
    helper_links_change(&irc->helpers, &setup);
    helper_links_look(&irc->helpers, &setup);
    if (irc->bot.conn != NULL)
        uplink_wake(&irc->bot);
}

static void irc_send(struct adapter *adapter, struct message *message)
{
    struct irc *irc = irc_of(adapter);
    if (!irc->bot.stopping && say_message(irc->bot.session, message, irc_now(irc))) {
        /* the next turn sends it, with all other messages of this turn */
        uplink_wake(&irc->bot);
    } else {
        log_debug(&adapter->log, "a message is dropped to=%s",
                  message->user != NULL ? message->user : message->channel);
    }
    message_destroy(message);
}

static void irc_stop(struct adapter *adapter, const char *words)
{
    struct irc *irc = irc_of(adapter);
    if (irc->bot.stopping)
        return;
    helper_links_stop(&irc->helpers, words);
    uplink_stop(&irc->bot, words);
}

static uint64_t irc_behind(const struct adapter *adapter, bool alone)
{
    return throttle_behind(session_of(adapter), alone);
}

static void irc_load(const struct adapter *adapter, struct adapter_load *load)
{
    const struct irc *irc = (const struct irc *)adapter;
    *load = (struct adapter_load){.helpers = irc->helpers.wanted};
    throttle_load(session_of(adapter), load);
}

static bool irc_identify(struct adapter *adapter, const struct chat_event *event)
{
    struct irc *irc = irc_of(adapter);
    bool asked = !irc->bot.stopping && whois_identify(irc->bot.session, event);
    if (asked)
        uplink_wake(&irc->bot);
    return asked;
}

static bool irc_look_up(struct adapter *adapter, const char *id, bool first)
{
    struct irc *irc = irc_of(adapter);
    bool asked = !irc->bot.stopping && whois_look_up(irc->bot.session, id, first);
    if (asked)
        uplink_wake(&irc->bot);
    return asked;
}

static bool irc_user(const struct adapter *adapter, const char *id, struct chat_user *user)
{
    return whois_user(session_of(adapter), id, user);
}

static bool irc_fold(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    return session_fold(session_of(adapter), text, out, size);
}

static const char *irc_own_name(const struct adapter *adapter)
{
    return session_nick(session_of(adapter));
}

static bool irc_is_in(const struct adapter *adapter, const char *channel)
{
    return membership_is_in(session_of(adapter), channel);
}

static void irc_members(const struct adapter *adapter, const char *channel,
                        void (*each)(void *arg, const struct chat_user *user), void *arg)
{
    membership_each(session_of(adapter), channel, each, arg);
}

const struct adapter_impl irc_adapter = {
    .name = "irc",
    .keys = options_keys,
    .about = options_about,
    .caps = {.whisper = WHISPER_PRIVATE_MESSAGE,
             .line_limit = LINE_LIMIT,
             .first_name_rings = true},
    .check = options_check,
    .create = irc_create,
    .start = irc_start,
    .reload = irc_reload,
    .send = irc_send,
    .stop = irc_stop,
    .destroy = irc_destroy,
    .fold = irc_fold,
    .own_name = irc_own_name,
    .identify = irc_identify,
    .look_up = irc_look_up,
    .user = irc_user,
    .members = irc_members,
    .is_in = irc_is_in,
    .behind = irc_behind,
    .load = irc_load,
};
