#include "uplink.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "adapters/irc/wire/conn.h"
#include "adapters/irc/wire/state.h"

enum {
    LAST_WORDS = 1000,  /* ms for waiting lines to go out before QUIT */
    GOODBYE_MAX = 1000, /* ms from QUIT until we close, if the server does not */
    STEADY = 20000,     /* ms a connection must last to count as a success */
    SILENT_LOOK = 100   /* ms until we ask again whether we may speak */
};

static struct uplink *uplink_of_timer(struct timer *timer)
{
    return (struct uplink *)((char *)timer - offsetof(struct uplink, timer));
}

static uint64_t uplink_now(const struct uplink *uplink)
{
    return loop_now(uplink->adapter->setup.loop);
}

/* -- strict transport security -- */

const char *uplink_host(const struct uplink *uplink)
{
    return settings_text(uplink->adapter->setup.settings, KEY_HOST);
}

static void save_policy(struct uplink *uplink)
{
    state_save_policy(uplink->adapter, uplink_host(uplink), &uplink->reconnect.policy);
}

void uplink_secure(struct uplink *uplink, uint64_t seconds)
{
    reconnect_sts(&uplink->reconnect, seconds, time(NULL));
    save_policy(uplink);
}

static void renew_policy(struct uplink *uplink)
{
    if (uplink->open && uplink->reconnect.tls && uplink->reconnect.policy.port) {
        reconnect_renew_sts(&uplink->reconnect, time(NULL));
        save_policy(uplink);
    }
}

/* -- the end -- */

static void handle_gone(void *arg)
{
    struct uplink *uplink = arg;
    uplink->handles--;
    if (uplink->finished && uplink->handles == 0)
        uplink->ended(uplink);
}

static void on_timer_closed(struct timer *timer)
{
    handle_gone(uplink_of_timer(timer));
}

static void drop_conn(struct uplink *uplink)
{
    conn_close(uplink->conn, handle_gone);
    uplink->conn = NULL;
    uplink->open = false;
}

static void finish_uplink(struct uplink *uplink)
{
    if (!uplink->finished) {
        uplink->finished = true;
        renew_policy(uplink);
        drop_conn(uplink);
        session_closed(uplink->session);
        timer_finish(&uplink->timer, on_timer_closed);
    }
}

/* -- connecting -- */

static void connection_lost(struct uplink *uplink, const char *why, bool refused)
{
    renew_policy(uplink);
    const char *what = uplink->open ? "connection lost" : "cannot connect";
    bool ready = session_ready(uplink->session);
    bool steady = uplink->open && ready && uplink_now(uplink) - uplink->opened_at >= STEADY;
    if (ready)
        reconnect_established(&uplink->reconnect);
    drop_conn(uplink);
    if (uplink->stopping) {
        finish_uplink(uplink);
        return;
    }
    uint32_t chance = 0;
    uv_random(NULL, NULL, &chance, sizeof(chance), 0, NULL);
    uint64_t delay = reconnect_delay(&uplink->reconnect, uplink->adapter->setup.settings, steady,
                                     refused, chance);
    log_warn(uplink->log, "%s again_in=%us: %s", what, (unsigned)(delay / 1000), why);
    timer_set(&uplink->timer, delay); /* set it first: session_closed() tells the host, which may
                                       * call stop(), and stop() sets another time */
    session_closed(uplink->session);
    uplink->moved(uplink);
}

/* Closes the connection if the session is over. Returns true if there is no connection any more. */
static bool check_end(struct uplink *uplink)
{
    const char *why;
    enum session_end end = session_end(uplink->session, &why);
    if (end == SESSION_ALIVE || uplink->conn == NULL)
        return uplink->conn == NULL;
    if (end == SESSION_UPGRADE && !uplink->stopping) {
        reconnect_upgrade(&uplink->reconnect, session_upgrade(uplink->session));
        log_info(uplink->log, "%s port=%u", why, uplink->reconnect.upgrade);
        drop_conn(uplink);
        timer_set(&uplink->timer, 0);
        session_closed(uplink->session);
        return true;
    }
    connection_lost(uplink, why, end == SESSION_REFUSED);
    return true;
}

static bool is_silent(const struct uplink *uplink)
{
    const struct adapter_setup *setup = &uplink->adapter->setup;
    return setup->may_speak != NULL && !setup->may_speak(setup->host);
}

static void pump_lines(struct uplink *uplink)
{
    char chunk[CONN_CHUNK];
    session_hold(uplink->session, is_silent(uplink));
    while (uplink->open && conn_room(uplink->conn) > 0) {
        size_t used = 0;
        size_t length;
        do {
            length = session_take(uplink->session, uplink_now(uplink), chunk + used,
                                  sizeof(chunk) - used);
            used += length;
        } while (length > 0);
        if (used == 0)
            break;
        conn_send(uplink->conn, chunk, used);
    }
    if (uplink->stopping && !session_ready(uplink->session) &&
        uplink->goodbye_due > uplink_now(uplink) + GOODBYE_MAX) /* QUIT has been sent */
        uplink->goodbye_due = uplink_now(uplink) + GOODBYE_MAX;
}

static void arm_timer(struct uplink *uplink)
{
    if (uplink->finished || uplink->conn == NULL)
        return; /* connection_lost() or finish_uplink() have set the timer */
    session_hold(uplink->session, is_silent(uplink));
    uint64_t due = session_due(uplink->session);
    if (is_silent(uplink) && due > uplink_now(uplink) + SILENT_LOOK)
        due = uplink_now(uplink) + SILENT_LOOK;
    if (uplink->open && conn_room(uplink->conn) == 0 && due <= uplink_now(uplink))
        due = UINT64_MAX; /* on_writable() comes */
    if (uplink->stopping && uplink->goodbye_due < due)
        due = uplink->goodbye_due;
    if (due == UINT64_MAX)
        timer_stop(&uplink->timer);
    else
        timer_set(&uplink->timer, due > uplink_now(uplink) ? due - uplink_now(uplink) : 0);
}

static void settle(struct uplink *uplink)
{
    pump_lines(uplink);
    arm_timer(uplink);
    uplink->moved(uplink);
}

static bool on_line(void *arg, char *text, size_t length)
{
    struct uplink *uplink = arg;
    session_line(uplink->session, text, length, uplink_now(uplink));
    return session_end(uplink->session, NULL) == SESSION_ALIVE;
}

static void on_received(void *arg, const char *bytes, size_t length)
{
    struct uplink *uplink = arg;
    proto_input_feed(&uplink->input, bytes, length, on_line, uplink);
    if (!check_end(uplink))
        settle(uplink);
}

static void on_opened(void *arg)
{
    struct uplink *uplink = arg;
    uplink->open = true;
    uplink->opened_at = uplink_now(uplink);
    proto_input_init(&uplink->input);
    session_opened(uplink->session, uplink->reconnect.tls, uplink_now(uplink));
    settle(uplink);
}

static void on_writable(void *arg)
{
    settle(arg);
}

/* Handles the end of the connection. If we sent QUIT, the server has read all lines before it. */
static void on_closed(void *arg, const char *why)
{
    struct uplink *uplink = arg;
    uplink->told = session_told(uplink->session);
    connection_lost(uplink, why, false);
}

static void connect_now(struct uplink *uplink)
{
    const struct settings *settings = uplink->adapter->setup.settings;
    reconnect_choose(&uplink->reconnect, settings, time(NULL));
    struct conn_setup setup = {
        .loop = uplink->adapter->setup.loop,
        .host = uplink_host(uplink),
        .port = uplink->reconnect.port,
        .tls = uplink->reconnect.tls,
        .pin = settings_text(settings, KEY_TLS_FINGERPRINT) != NULL ? uplink->options->pin : NULL,
        .ca = settings_text(settings, KEY_TLS_CA),
        .certificate = settings_text(settings, KEY_TLS_CLIENT_CERT),
        .key = *uplink->options->client_key != '\0' ? uplink->options->client_key : NULL,
        .opened = on_opened,
        .received = on_received,
        .writable = on_writable,
        .closed = on_closed,
        .arg = uplink,
    };
    uplink->conn = conn_open(&setup);
    if (uplink->conn == NULL) {
        connection_lost(uplink, "cannot make a connection", false);
        return;
    }
    uplink->handles++;
}

static void on_timer(struct timer *timer)
{
    struct uplink *uplink = uplink_of_timer(timer);
    if (uplink->stopping && (!uplink->open || uplink_now(uplink) >= uplink->goodbye_due)) {
        finish_uplink(uplink);
        return;
    }
    /* A process that may have lost the network to another one must not connect: it would be a
     * second client. */
    if (uplink->conn == NULL) {
        if (is_silent(uplink))
            timer_set(&uplink->timer, SILENT_LOOK);
        else
            connect_now(uplink);
        return;
    }
    if (uplink->open) {
        session_tick(uplink->session, uplink_now(uplink));
        if (!check_end(uplink))
            settle(uplink);
    }
}

/* -- the owner's side -- */

void uplink_start(struct uplink *uplink, uint64_t delay)
{
    timer_init(uplink->adapter->setup.loop, &uplink->timer, on_timer);
    uplink->started = true;
    uplink->handles = 1;
    timer_set(&uplink->timer, delay);
}

void uplink_wake(struct uplink *uplink)
{
    if (uplink->started && !uplink->finished)
        timer_set(&uplink->timer, 0);
}

void uplink_look(struct uplink *uplink)
{
    if (uplink->open)
        arm_timer(uplink);
}

void uplink_stop(struct uplink *uplink, const char *words)
{
    uplink->stopping = true;
    snprintf(uplink->goodbye, sizeof(uplink->goodbye), "%s", words != NULL ? words : "");
    uplink->goodbye_due = uplink_now(uplink) + LAST_WORDS + GOODBYE_MAX;
    session_quit(uplink->session, uplink->goodbye, uplink_now(uplink), LAST_WORDS);
    uplink_wake(uplink);
}
