#include "wire.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>

enum {
    CONNECT_MOST = 30000, /* ms */
    READ_SIZE = 16384,
    READS_A_TURN = 16 /* then others have their turn */
};

/* A descriptor of ours or of curl's that is watched. */
struct socket_watch {
    struct watch watch; /* first: the watch is cast back */
    struct wire *wire;
    struct socket_watch *next;
    curl_socket_t fd;
};

struct wire {
    struct timer timer; /* first; curl's until the connection stands, then ours */
    struct wire_setup setup;
    CURLM *multi;
    CURL *easy;
    struct socket_watch *watches; /* curl's */
    struct socket_watch *watch;   /* ours, once the connection stands */
    unsigned handles;             /* of the loop, that are not closed yet */
    bool closing;
    bool broken;   /* `why` is to be told */
    bool pinned;   /* by this: */
    bool pin_seen; /* and it was shown */
    unsigned char pin[WIRE_PIN];
    void (*gone)(void *arg);
    size_t out_length, out_sent;
    char out[WIRE_CHUNK];
    char why[CURL_ERROR_SIZE];
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool wire_pin(const char *text, unsigned char pin[WIRE_PIN])
{
    size_t digits = 0;
    for (; *text; text++) {
        if (*text == ':') {
            continue;
        }
        int value = hex_digit(*text);
        if (value < 0 || digits == 2 * (size_t)WIRE_PIN) {
            return false;
        }
        unsigned char *byte = &pin[digits / 2];
        *byte = (unsigned char)(digits % 2 ? *byte | value : value << 4);
        digits++;
    }
    return digits == 2 * (size_t)WIRE_PIN;
}

bool wire_host(const char *host)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
    size_t length = strlen(host);
    return length > 0 && length < 254 && strspn(host, good) == length;
}

/* -- the end -- */

static void handle_closed(struct wire *wire)
{
    if (--wire->handles > 0) {
        return;
    }
    void (*gone)(void *) = wire->gone;
    void *arg = wire->setup.arg;
    free(wire);
    if (gone) {
        gone(arg);
    }
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed((struct wire *)timer);
}

static void on_watch_closed(struct watch *watch)
{
    struct socket_watch *socket = (struct socket_watch *)watch;
    struct wire *wire = socket->wire;
    free(socket);
    handle_closed(wire);
}

static struct socket_watch *watch_open(struct wire *wire, curl_socket_t fd,
                                       void (*fire)(struct watch *watch, int events))
{
    struct socket_watch *socket = calloc(1, sizeof *socket);
    if (!socket || !watch_init(wire->setup.loop, &socket->watch, fd, fire)) {
        free(socket);
        return NULL;
    }
    socket->wire = wire;
    socket->fd = fd;
    wire->handles++;
    return socket;
}

static void watch_drop(struct wire *wire, struct socket_watch *socket)
{
    struct socket_watch **slot = &wire->watches;
    while (*slot && *slot != socket) {
        slot = &(*slot)->next;
    }
    if (*slot) {
        *slot = socket->next;
    }
    watch_finish(&socket->watch, on_watch_closed);
}

void wire_close(struct wire *wire, void (*gone)(void *arg))
{
    if (!wire || wire->closing) {
        return;
    }
    wire->closing = true;
    wire->gone = gone;
    if (wire->watch) {
        watch_finish(&wire->watch->watch, on_watch_closed);
    }
    curl_multi_remove_handle(wire->multi, wire->easy);
    curl_easy_cleanup(wire->easy);
    curl_multi_cleanup(wire->multi);
    while (wire->watches) {
        watch_drop(wire, wire->watches);
    }
    timer_finish(&wire->timer, on_timer_closed);
}

/* The connection is over; told in a turn of its own. */
static void fail(struct wire *wire, const char *why)
{
    if (!wire->broken) {
        wire->broken = true;
        if (why != wire->why) {
            snprintf(wire->why, sizeof wire->why, "%s", why);
        }
        if (wire->watch) {
            watch_set(&wire->watch->watch, 0);
        }
        timer_set(&wire->timer, 0);
    }
}

static const char *reason(struct wire *wire, CURLcode code)
{
    return *wire->why ? wire->why : curl_easy_strerror(code);
}

/* -- moving bytes -- */

static void flush(struct wire *wire)
{
    while (wire->out_sent < wire->out_length && !wire->broken) {
        size_t sent = 0;
        CURLcode code = curl_easy_send(wire->easy, wire->out + wire->out_sent,
                                       wire->out_length - wire->out_sent, &sent);
        if (code == CURLE_AGAIN) {
            watch_set(&wire->watch->watch, LOOP_READ | LOOP_WRITE);
            return;
        }
        if (code != CURLE_OK) {
            fail(wire, reason(wire, code));
            return;
        }
        wire->out_sent += sent;
    }
    wire->out_sent = wire->out_length = 0;
}

static void read_some(struct wire *wire)
{
    char bytes[READ_SIZE];
    for (int i = 0; i < READS_A_TURN; i++) {
        size_t length = 0;
        CURLcode code = curl_easy_recv(wire->easy, bytes, sizeof bytes, &length);
        if (code == CURLE_AGAIN) {
            return;
        }
        if (code != CURLE_OK || length == 0) {
            fail(wire, code == CURLE_OK ? "the server closed the connection" : reason(wire, code));
            return;
        }
        wire->setup.received(wire->setup.arg, bytes, length);
        if (wire->closing || wire->broken) {
            return;
        }
    }
    timer_set(&wire->timer, 0); /* what TLS holds already wakes no descriptor */
}

static void on_stream(struct watch *watch, int events)
{
    struct wire *wire = ((struct socket_watch *)watch)->wire;
    if (wire->closing || wire->broken) {
        return;
    }
    if (wire->out_length > 0 && (events & LOOP_WRITE)) {
        flush(wire);
        if (!wire->broken && wire->out_length == 0) {
            watch_set(watch, LOOP_READ);
            wire->setup.writable(wire->setup.arg);
        }
    }
    if ((events & LOOP_READ) && !wire->closing && !wire->broken) {
        read_some(wire);
    }
}

size_t wire_room(const struct wire *wire)
{
    bool ready = wire->watch && !wire->closing && !wire->broken;
    return ready && wire->out_length == 0 ? WIRE_CHUNK : 0;
}

void wire_send(struct wire *wire, const char *bytes, size_t length)
{
    assert(length <= wire_room(wire));
    memcpy(wire->out, bytes, length);
    wire->out_length = length;
    wire->out_sent = 0;
    flush(wire);
}

/* -- connecting: curl's descriptors and timer on the loop -- */

static void connected(struct wire *wire)
{
    if (wire->pinned && !wire->pin_seen) {
        fail(wire, "SSL certificate problem: it is not the pinned one");
        return;
    }
    curl_socket_t fd = CURL_SOCKET_BAD;
    curl_easy_getinfo(wire->easy, CURLINFO_ACTIVESOCKET, &fd);
    /* Two watches on one descriptor cannot be: curl's goes first. */
    for (struct socket_watch *socket = wire->watches, *next; socket; socket = next) {
        next = socket->next;
        if (socket->fd == fd) {
            curl_multi_assign(wire->multi, fd, NULL);
            watch_drop(wire, socket);
        }
    }
    timer_stop(&wire->timer);
    wire->watch = fd == CURL_SOCKET_BAD ? NULL : watch_open(wire, fd, on_stream);
    if (!wire->watch) {
        fail(wire, "the connection cannot be watched");
        return;
    }
    watch_set(&wire->watch->watch, LOOP_READ);
    wire->setup.opened(wire->setup.arg);
    if (!wire->closing && !wire->broken) {
        read_some(wire);
    }
}

static void check_done(struct wire *wire)
{
    int left;
    CURLMsg *message;
    while (!wire->closing && (message = curl_multi_info_read(wire->multi, &left))) {
        if (message->msg != CURLMSG_DONE || wire->watch) {
            continue;
        }
        CURLcode code = message->data.result;
        if (code != CURLE_OK) {
            fail(wire, reason(wire, code));
            return;
        }
        connected(wire);
    }
}

static void act(struct wire *wire, curl_socket_t fd, int events)
{
    int running;
    curl_multi_socket_action(wire->multi, fd, events, &running);
    check_done(wire);
}

static void on_curl_socket(struct watch *watch, int events)
{
    struct socket_watch *socket = (struct socket_watch *)watch;
    struct wire *wire = socket->wire;
    if (!wire->closing && !wire->broken) {
        act(wire, socket->fd,
            (events & LOOP_READ ? CURL_CSELECT_IN : 0) |
                (events & LOOP_WRITE ? CURL_CSELECT_OUT : 0));
    }
}

static void on_timer(struct timer *timer)
{
    struct wire *wire = (struct wire *)timer;
    if (wire->closing) {
        return;
    }
    if (wire->broken) {
        wire->setup.closed(wire->setup.arg, wire->why);
    } else if (wire->watch) {
        read_some(wire);
    } else {
        act(wire, CURL_SOCKET_TIMEOUT, 0);
    }
}

static int socket_changed(CURL *easy, curl_socket_t fd, int what, void *arg, void *known)
{
    (void)easy;
    struct wire *wire = arg;
    struct socket_watch *socket = known;
    if (what == CURL_POLL_REMOVE) {
        if (socket) {
            curl_multi_assign(wire->multi, fd, NULL);
            watch_drop(wire, socket);
        }
        return 0;
    }
    if (wire->watch) {
        return 0; /* the stream is ours now */
    }
    if (!socket) {
        socket = watch_open(wire, fd, on_curl_socket);
        if (!socket) {
            return -1;
        }
        socket->next = wire->watches;
        wire->watches = socket;
        curl_multi_assign(wire->multi, fd, socket);
    }
    watch_set(&socket->watch,
              (what & CURL_POLL_IN ? LOOP_READ : 0) | (what & CURL_POLL_OUT ? LOOP_WRITE : 0));
    return 0;
}

static int timer_changed(CURLM *multi, long milliseconds, void *arg)
{
    (void)multi;
    struct wire *wire = arg;
    if (wire->closing || wire->broken || wire->watch) {
        return 0;
    }
    if (milliseconds < 0) {
        timer_stop(&wire->timer);
    } else {
        timer_set(&wire->timer, (uint64_t)milliseconds);
    }
    return 0;
}

/* -- the certificate -- */

/* Only notes whether it is the pinned one: the handshake ends in order, and connected() hangs up
 * before anything is said. */
static int verify_pin(X509_STORE_CTX *store, void *arg)
{
    struct wire *wire = arg;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    X509 *certificate = X509_STORE_CTX_get0_cert(store);
    wire->pin_seen = certificate && X509_digest(certificate, EVP_sha256(), digest, &length) &&
                     length == WIRE_PIN && CRYPTO_memcmp(digest, wire->pin, WIRE_PIN) == 0;
    X509_STORE_CTX_set_error(store, X509_V_OK);
    return 1;
}

static CURLcode set_pin(CURL *easy, void *context, void *arg)
{
    (void)easy;
    /* curl's own checks are off with a pin; without this the certificate would not be looked at. */
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(context, verify_pin, arg);
    return CURLE_OK;
}

static bool set_tls(struct wire *wire, const struct wire_setup *setup)
{
    CURL *easy = wire->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    code |= curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    code |= curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    if (setup->pin) {
        wire->pinned = true;
        memcpy(wire->pin, setup->pin, WIRE_PIN);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, set_pin);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, wire);
    } else if (setup->ca) {
        code |= curl_easy_setopt(easy, CURLOPT_CAINFO, setup->ca);
        code |= curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    if (setup->certificate) {
        const char *key = setup->key ? setup->key : setup->certificate;
        code |= curl_easy_setopt(easy, CURLOPT_SSLCERT, setup->certificate);
        code |= curl_easy_setopt(easy, CURLOPT_SSLKEY, key);
    }
    return code == CURLE_OK;
}

static bool set_options(struct wire *wire, const struct wire_setup *setup)
{
    char url[300];
    bool address = strchr(setup->host, ':');
    snprintf(url, sizeof url, "%s://%s%s%s:%u/", setup->tls ? "https" : "http", address ? "[" : "",
             setup->host, address ? "]" : "", setup->port);
    CURL *easy = wire->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, url);
    code |= curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* not what the environment says */
    code |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    code |= curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    code |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); /* never wait for a resolver */
    code |= curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MOST);
    code |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, wire->why);
    return code == CURLE_OK && (!setup->tls || set_tls(wire, setup));
}

/* Once a process. TLS writes to a dead socket raise SIGPIPE, which curl leaves alone with NOSIGNAL.
 */
static bool global_init(void)
{
    static bool done;
    if (!done) {
        struct sigaction action;
        if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            signal(SIGPIPE, SIG_IGN);
        }
        done = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    }
    return done;
}

struct wire *wire_open(const struct wire_setup *setup)
{
    if (!wire_host(setup->host) || !global_init()) {
        return NULL;
    }
    struct wire *wire = calloc(1, sizeof *wire);
    if (!wire) {
        return NULL;
    }
    wire->setup = *setup;
    wire->setup.host = wire->setup.ca = wire->setup.certificate = wire->setup.key = NULL;
    wire->setup.pin = NULL;
    wire->multi = curl_multi_init();
    wire->easy = curl_easy_init();
    if (!wire->multi || !wire->easy || !set_options(wire, setup)) {
        goto fail_curl;
    }
    curl_multi_setopt(wire->multi, CURLMOPT_SOCKETFUNCTION, socket_changed);
    curl_multi_setopt(wire->multi, CURLMOPT_SOCKETDATA, wire);
    curl_multi_setopt(wire->multi, CURLMOPT_TIMERFUNCTION, timer_changed);
    curl_multi_setopt(wire->multi, CURLMOPT_TIMERDATA, wire);
    timer_init(setup->loop, &wire->timer, on_timer);
    wire->handles = 1;
    if (curl_multi_add_handle(wire->multi, wire->easy) != CURLM_OK) {
        fail(wire, "out of memory");
    }
    return wire;

fail_curl:
    curl_easy_cleanup(wire->easy);
    if (wire->multi) {
        curl_multi_cleanup(wire->multi);
    }
    free(wire);
    return NULL;
}
