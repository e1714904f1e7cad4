#include "wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/ssl.h>

#include "adapters/curl/multi.h"

enum {
    CONNECT_MOST = 30000, /* ms */
    READ_SIZE = 16384,
    READS_A_TURN = 16 /* then others have their turn */
};

struct wire {
    struct multi multi; /* first: it is cast back; until the connection stands */
    struct timer timer;
    struct watch watch; /* if it is open */
    struct wire_setup setup;
    CURL *easy;
    unsigned handles; /* of these three, that are not closed yet */
    bool open;        /* the connection stands */
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

static void on_multi_closed(struct multi *multi)
{
    handle_closed((struct wire *)multi);
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed(timer->uv.data);
}

static void on_watch_closed(struct watch *watch)
{
    handle_closed(watch->uv.data);
}

void wire_close(struct wire *wire, void (*gone)(void *arg))
{
    if (!wire || wire->closing) {
        return;
    }
    wire->closing = true;
    wire->gone = gone;
    if (wire->open) {
        watch_finish(&wire->watch, on_watch_closed);
    }
    curl_multi_remove_handle(wire->multi.curl, wire->easy);
    curl_easy_cleanup(wire->easy);
    multi_finish(&wire->multi, on_multi_closed);
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
        multi_release(&wire->multi);
        if (wire->open) {
            watch_set(&wire->watch, 0);
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
            watch_set(&wire->watch, LOOP_READ | LOOP_WRITE);
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
    struct wire *wire = watch->uv.data;
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
    bool ready = wire->open && !wire->closing && !wire->broken;
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

/* -- connecting -- */

static void connected(struct wire *wire)
{
    if (wire->pinned && !wire->pin_seen) {
        fail(wire, "SSL certificate problem: it is not the pinned one");
        return;
    }
    curl_socket_t fd = CURL_SOCKET_BAD;
    curl_easy_getinfo(wire->easy, CURLINFO_ACTIVESOCKET, &fd);
    multi_release(&wire->multi); /* the stream is ours now */
    if (fd == CURL_SOCKET_BAD || !watch_init(wire->setup.loop, &wire->watch, fd, on_stream)) {
        fail(wire, "the connection cannot be watched");
        return;
    }
    wire->watch.uv.data = wire;
    wire->handles++;
    wire->open = true;
    watch_set(&wire->watch, LOOP_READ);
    wire->setup.opened(wire->setup.arg);
    if (!wire->closing && !wire->broken) {
        read_some(wire);
    }
}

static void on_end(struct multi *multi, CURL *easy, CURLcode code)
{
    (void)easy;
    struct wire *wire = (struct wire *)multi;
    if (code == CURLE_OK) {
        connected(wire);
    } else {
        fail(wire, reason(wire, code));
    }
}

/* What was put off to a turn of its own. */
static void on_timer(struct timer *timer)
{
    struct wire *wire = timer->uv.data;
    if (wire->broken) {
        wire->setup.closed(wire->setup.arg, wire->why);
    } else {
        read_some(wire);
    }
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

struct wire *wire_open(const struct wire_setup *setup)
{
    if (!wire_host(setup->host)) {
        return NULL;
    }
    struct wire *wire = calloc(1, sizeof *wire);
    if (!wire || !multi_init(&wire->multi, setup->loop, on_end)) {
        free(wire);
        return NULL;
    }
    wire->setup = *setup;
    wire->setup.host = wire->setup.ca = wire->setup.certificate = wire->setup.key = NULL;
    wire->setup.pin = NULL;
    timer_init(setup->loop, &wire->timer, on_timer);
    wire->timer.uv.data = wire;
    wire->handles = 2;
    wire->easy = curl_easy_init();
    if (!wire->easy || !set_options(wire, setup)) {
        wire_close(wire, NULL);
        return NULL;
    }
    if (curl_multi_add_handle(wire->multi.curl, wire->easy) != CURLM_OK) {
        fail(wire, "out of memory");
    }
    return wire;
}
