#include "irc.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/irc/people/membership.h"
#include "adapters/irc/people/whois.h"
#include "adapters/irc/sending/say.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/conn.h"
#include "adapters/irc/wire/reconnect.h"
#include "adapters/irc/wire/state.h"
#include "base/private.h"
#include "options.h"
#include "session.h"

enum {
    LAST_WORDS = 1000,  /* ms for waiting lines to go out before QUIT */
    GOODBYE_MAX = 1000, /* ms from QUIT until we close, if the server does not */
    STEADY = 20000,     /* ms a connection must last to count as a success */
    SILENT_LOOK = 100,  /* ms until we ask again whether we may speak */
    LINE_LIMIT = 300    /* bytes of text that fit a line, whatever names are in it */
};

struct irc {
    struct adapter base;
    char name[64]; /* of the log */
    struct options options;
    struct session *session;
    struct conn *conn; /* NULL: we are neither connected nor connecting */
    bool open;         /* the connection stands */
    struct reconnect reconnect;
    bool stopping;
    char goodbye[256];
    bool finished;    /* all is being closed */
    bool told;        /* the server has read every line that we had to send */
    unsigned handles; /* how many of the timer and the conns are still open; the adapter ends after
                         them */
    uint64_t opened_at;   /* ms */
    uint64_t goodbye_due; /* ms */
    struct timer timer;   /* when to connect; while connected: the next step of the session */
    struct proto_input input;
};

static struct irc *irc_of(struct adapter *adapter)
{
    assert(adapter->impl == &irc_adapter);
    return (struct irc *)adapter;
}

static struct irc *irc_of_timer(struct timer *timer)
{
    return (struct irc *)((char *)timer - offsetof(struct irc, timer));
}

static uint64_t irc_now(const struct irc *irc)
{
    return loop_now(irc->base.setup.loop);
}

/* -- strict transport security -- */

static const char *host_of(const struct irc *irc)
{
    return settings_text(irc->base.setup.settings, KEY_HOST);
}

static void save_policy(struct irc *irc)
{
    state_save_policy(&irc->base, host_of(irc), &irc->reconnect.policy);
}

static void on_secure(void *arg, uint64_t seconds)
{
    struct irc *irc = arg;
    reconnect_sts(&irc->reconnect, seconds, time(NULL));
    save_policy(irc);
}

static void renew_policy(struct irc *irc)
{
    if (irc->open && irc->reconnect.tls && irc->reconnect.policy.port) {
        reconnect_renew_sts(&irc->reconnect, time(NULL));
        save_policy(irc);
    }
}

/* -- the end -- */

static void handle_gone(void *arg)
{
    struct irc *irc = arg;
    irc->handles--;
    if (irc->finished && irc->handles == 0) {
        adapter_raise(&irc->base, &(struct chat_event){
                                      .kind = CHAT_STOPPED, .text = "stopped", .told = irc->told});
    }
}

static void on_timer_closed(struct timer *timer)
{
    handle_gone(irc_of_timer(timer));
}

static void drop_conn(struct irc *irc)
{
    conn_close(irc->conn, handle_gone);
    irc->conn = NULL;
    irc->open = false;
}

static void finish_irc(struct irc *irc)
{
    if (!irc->finished) {
        irc->finished = true;
        renew_policy(irc);
        drop_conn(irc);
        session_closed(irc->session);
        timer_finish(&irc->timer, on_timer_closed);
    }
}

/* -- connecting -- */

static void connection_lost(struct irc *irc, const char *why, bool refused)
{
    renew_policy(irc);
    const char *what = irc->open ? "connection lost" : "cannot connect";
    bool ready = session_ready(irc->session);
    bool steady = irc->open && ready && irc_now(irc) - irc->opened_at >= STEADY;
    if (ready)
        reconnect_established(&irc->reconnect);
    drop_conn(irc);
    if (irc->stopping) {
        finish_irc(irc);
        return;
    }
    uint32_t chance = 0;
    uv_random(NULL, NULL, &chance, sizeof(chance), 0, NULL);
    uint64_t delay =
        reconnect_delay(&irc->reconnect, irc->base.setup.settings, steady, refused, chance);
    log_warn(&irc->base.log, "%s again_in=%us: %s", what, (unsigned)(delay / 1000), why);
    timer_set(&irc->timer, delay); /* first: session_closed() tells the host, which may call stop(),
                                      and stop() sets another time */
    session_closed(irc->session);
}

/* Closes the connection if the session is over. Returns true if there is no connection any more. */
static bool check_end(struct irc *irc)
{
    const char *why;
    enum session_end end = session_end(irc->session, &why);
    if (end == SESSION_ALIVE || irc->conn == NULL)
        return irc->conn == NULL;
    if (end == SESSION_UPGRADE && !irc->stopping) {
        reconnect_upgrade(&irc->reconnect, session_upgrade(irc->session));
        log_info(&irc->base.log, "%s port=%u", why, irc->reconnect.upgrade);
        drop_conn(irc);
        timer_set(&irc->timer, 0);
        session_closed(irc->session);
        return true;
    }
    connection_lost(irc, why, end == SESSION_REFUSED);
    return true;
}

static bool is_silent(const struct irc *irc)
{
    const struct adapter_setup *setup = &irc->base.setup;
    return setup->may_speak != NULL && !setup->may_speak(setup->host);
}

static void pump_lines(struct irc *irc)
{
    char chunk[CONN_CHUNK];
    session_hold(irc->session, is_silent(irc));
    while (irc->open && conn_room(irc->conn) > 0) {
        size_t used = 0;
        size_t length;
        do {
            length = session_take(irc->session, irc_now(irc), chunk + used, sizeof(chunk) - used);
            used += length;
        } while (length > 0);
        if (used == 0)
            break;
        conn_send(irc->conn, chunk, used);
    }
    if (irc->stopping && !session_ready(irc->session) &&
        irc->goodbye_due > irc_now(irc) + GOODBYE_MAX) /* QUIT has been sent */
        irc->goodbye_due = irc_now(irc) + GOODBYE_MAX;
}

static void arm_timer(struct irc *irc)
{
    if (irc->finished || irc->conn == NULL)
        return; /* connection_lost() or finish_irc() have set the timer */
    uint64_t due = session_due(irc->session);
    if (is_silent(irc) && due > irc_now(irc) + SILENT_LOOK)
        due = irc_now(irc) + SILENT_LOOK;
    if (irc->open && conn_room(irc->conn) == 0 && due <= irc_now(irc))
        due = UINT64_MAX; /* on_writable() comes */
    if (irc->stopping && irc->goodbye_due < due)
        due = irc->goodbye_due;
    if (due == UINT64_MAX)
        timer_stop(&irc->timer);
    else
        timer_set(&irc->timer, due > irc_now(irc) ? due - irc_now(irc) : 0);
}

static bool on_line(void *arg, char *text, size_t length)
{
    struct irc *irc = arg;
    session_line(irc->session, text, length, irc_now(irc));
    return session_end(irc->session, NULL) == SESSION_ALIVE;
}

static void on_received(void *arg, const char *bytes, size_t length)
{
    struct irc *irc = arg;
    proto_input_feed(&irc->input, bytes, length, on_line, irc);
    if (!check_end(irc)) {
        pump_lines(irc);
        arm_timer(irc);
    }
}

static void on_opened(void *arg)
{
    struct irc *irc = arg;
    irc->open = true;
    irc->opened_at = irc_now(irc);
    proto_input_init(&irc->input);
    session_opened(irc->session, irc->reconnect.tls, irc_now(irc));
    pump_lines(irc);
    arm_timer(irc);
}

static void on_writable(void *arg)
{
    struct irc *irc = arg;
    pump_lines(irc);
    arm_timer(irc);
}

/* Handles the end of the connection. If we sent QUIT, the server has read all lines before it. */
static void on_closed(void *arg, const char *why)
{
    struct irc *irc = arg;
    irc->told = session_told(irc->session);
    connection_lost(irc, why, false);
}

static void connect_now(struct irc *irc)
{
    const struct settings *settings = irc->base.setup.settings;
    reconnect_choose(&irc->reconnect, settings, time(NULL));
    struct conn_setup setup = {
        .loop = irc->base.setup.loop,
        .host = host_of(irc),
        .port = irc->reconnect.port,
        .tls = irc->reconnect.tls,
        .pin = settings_text(settings, KEY_TLS_FINGERPRINT) != NULL ? irc->options.pin : NULL,
        .ca = settings_text(settings, KEY_TLS_CA),
        .certificate = settings_text(settings, KEY_TLS_CLIENT_CERT),
        .key = *irc->options.client_key != '\0' ? irc->options.client_key : NULL,
        .opened = on_opened,
        .received = on_received,
        .writable = on_writable,
        .closed = on_closed,
        .arg = irc,
    };
    irc->conn = conn_open(&setup);
    if (irc->conn == NULL) {
        connection_lost(irc, "cannot make a connection", false);
        return;
    }
    irc->handles++;
}

static void on_timer(struct timer *timer)
{
    struct irc *irc = irc_of_timer(timer);
    if (irc->stopping && (!irc->open || irc_now(irc) >= irc->goodbye_due)) {
        finish_irc(irc);
        return;
    }
    /* A process that may have lost the network to another one must not connect: it would be a
     * second client. */
    if (irc->conn == NULL) {
        if (is_silent(irc))
            timer_set(&irc->timer, SILENT_LOOK);
        else
            connect_now(irc);
        return;
    }
    if (irc->open) {
        session_tick(irc->session, irc_now(irc));
        if (check_end(irc))
            return;
        pump_lines(irc);
        arm_timer(irc);
    }
}

/* -- the adapter -- */

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
    if (!session_want(irc->session, word))
        log_warn(&irc->base.log, "this is not a channel: %.*s", (int)strcspn(word, ":"), word);
}

static void on_invites(void *arg)
{
    struct irc *irc = arg;
    state_save_invites(&irc->base, irc->session);
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
    session_destroy(irc->session);
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
    irc->session = create_session(irc);
    if (irc->session == NULL) {
        fault_set(why, "out of memory");
        goto fail;
    }
    settings_each(setup->settings, KEY_CHANNELS, add_channel, irc);
    return &irc->base;

fail:
    irc_destroy(&irc->base);
    return NULL;
}

static void irc_start(struct adapter *adapter)
{
    struct irc *irc = irc_of(adapter);
    state_load_policy(adapter, irc->options.state_dir, host_of(irc), &irc->reconnect.policy);
    state_load_invites(adapter, irc->options.state_dir, irc->session);
    timer_init(adapter->setup.loop, &irc->timer, on_timer);
    irc->handles = 1;
    timer_set(&irc->timer, 0);
}

/* Takes over the settings that may change while connected. */
static void irc_reload(struct adapter *adapter, const struct settings *settings)
{
    struct irc *irc = irc_of(adapter);
    const struct session_setup setup = setup_of(irc, settings);
    session_change(irc->session, &setup, irc_now(irc));
    session_want_none(irc->session);
    settings_each(settings, KEY_CHANNELS, add_channel, irc);
    session_leave_unwanted(irc->session);
    if (!irc->stopping && irc->conn != NULL)
        timer_set(&irc->timer, 0);
}

static void irc_send(struct adapter *adapter, struct message *message)
{
    struct irc *irc = irc_of(adapter);
    if (!irc->stopping && say_message(irc->session, message, irc_now(irc))) {
        timer_set(&irc->timer,
                  0); /* the next turn sends it, with all other messages of this turn */
    } else {
        log_debug(&adapter->log, "a message is dropped to=%s",
                  message->user != NULL ? message->user : message->channel);
    }
    message_destroy(message);
}

static void irc_stop(struct adapter *adapter, const char *words)
{
    struct irc *irc = irc_of(adapter);
    if (irc->stopping)
        return;
    irc->stopping = true;
    snprintf(irc->goodbye, sizeof(irc->goodbye), "%s", words != NULL ? words : "");
    irc->goodbye_due = irc_now(irc) + LAST_WORDS + GOODBYE_MAX;
    session_quit(irc->session, irc->goodbye, irc_now(irc), LAST_WORDS);
    timer_set(&irc->timer, 0);
}

static uint64_t irc_behind(const struct adapter *adapter, bool alone)
{
    return throttle_behind(((const struct irc *)adapter)->session, alone);
}

static bool irc_identify(struct adapter *adapter, const struct chat_event *event)
{
    struct irc *irc = irc_of(adapter);
    bool asked = !irc->stopping && whois_identify(irc->session, event);
    if (asked)
        timer_set(&irc->timer, 0);
    return asked;
}

static bool irc_look_up(struct adapter *adapter, const char *id, bool first)
{
    struct irc *irc = irc_of(adapter);
    bool asked = !irc->stopping && whois_look_up(irc->session, id, first);
    if (asked)
        timer_set(&irc->timer, 0);
    return asked;
}

static bool irc_user(const struct adapter *adapter, const char *id, struct chat_user *user)
{
    return whois_user(((const struct irc *)adapter)->session, id, user);
}

static bool irc_fold(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    return session_fold(((const struct irc *)adapter)->session, text, out, size);
}

static const char *irc_own_name(const struct adapter *adapter)
{
    return session_nick(((const struct irc *)adapter)->session);
}

static bool irc_is_in(const struct adapter *adapter, const char *channel)
{
    return membership_is_in(((const struct irc *)adapter)->session, channel);
}

static void irc_members(const struct adapter *adapter, const char *channel,
                        void (*each)(void *arg, const struct chat_user *user), void *arg)
{
    membership_each(((const struct irc *)adapter)->session, channel, each, arg);
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
};
