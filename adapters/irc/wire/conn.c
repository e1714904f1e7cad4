#include "conn.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/ssl.h>

#include "adapters/curl/multi.h"

enum {
    CONNECT_MAX = 30000, /* ms */
    READ_SIZE = 16384,
    READS_A_TURN = 16 /* how often we read in one turn of the loop, so that other connections get
                       * their turn */
};

struct conn {
    struct multi multi; /* used until the connection is open; the first member, since its address is
                           cast to a conn */
    struct timer timer;
    struct watch watch; /* watches the socket while `open` */
    struct conn_setup setup;
    CURL *easy;
    unsigned handles; /* how many of `multi`, `timer` and `watch` are still open */
    bool open;        /* the connection stands */
    bool closing;
    bool broken;   /* the connection has failed, and the owner must still be told `why` */
    bool pinned;   /* the certificate must have this fingerprint: */
    bool pin_seen; /* the server has shown the pinned certificate */
    unsigned char pin[CONN_FINGERPRINT];
    void (*gone)(void *arg);
    size_t out_length, out_sent;
    char out[CONN_CHUNK];
    char why[CURL_ERROR_SIZE];
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool conn_fingerprint(const char *text, unsigned char pin[CONN_FINGERPRINT])
{
    size_t digits = 0;
    for (; *text != '\0'; text++) {
        if (*text == ':')
            continue;
        int value = hex_digit(*text);
        if (value < 0 || digits == 2 * (size_t)CONN_FINGERPRINT)
            return false;
        unsigned char *byte = &pin[digits / 2];
        *byte = (unsigned char)(digits % 2 ? *byte | value : value << 4);
        digits++;
    }
    return digits == 2 * (size_t)CONN_FINGERPRINT;
}

bool conn_is_host(const char *host)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
    size_t length = strlen(host);
    return length > 0 && length < 254 && strspn(host, good) == length;
}

/* -- the end -- */

static void handle_closed(struct conn *conn)
{
    if (--conn->handles > 0)
        return;
    void (*gone)(void *) = conn->gone;
    void *arg = conn->setup.arg;
    free(conn);
    if (gone != NULL)
        gone(arg);
}

static void on_multi_closed(struct multi *multi)
{
    handle_closed((struct conn *)multi);
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed(timer->uv.data);
}

static void on_watch_closed(struct watch *watch)
{
    handle_closed(watch->uv.data);
}

void conn_close(struct conn *conn, void (*gone)(void *arg))
{
    if (conn == NULL || conn->closing)
        return;
    conn->closing = true;
    conn->gone = gone;
    if (conn->open)
        watch_finish(&conn->watch, on_watch_closed);
    curl_multi_remove_handle(conn->multi.curl, conn->easy);
    curl_easy_cleanup(conn->easy);
    multi_finish(&conn->multi, on_multi_closed);
    timer_finish(&conn->timer, on_timer_closed);
}

/* The connection is over. The owner hears it in a later turn of the loop. */
static void fail_conn(struct conn *conn, const char *why)
{
    if (!conn->broken) {
        conn->broken = true;
        if (why != conn->why)
            snprintf(conn->why, sizeof(conn->why), "%s", why);
        multi_release(&conn->multi);
        if (conn->open)
            watch_set(&conn->watch, 0);
        timer_set(&conn->timer, 0);
    }
}

static const char *failure_reason(struct conn *conn, CURLcode code)
{
    return *conn->why != '\0' ? conn->why : curl_easy_strerror(code);
}

/* -- moving bytes -- */

static void flush_conn(struct conn *conn)
{
    while (conn->out_sent < conn->out_length && !conn->broken) {
        size_t sent = 0;
        CURLcode code = curl_easy_send(conn->easy, conn->out + conn->out_sent,
                                       conn->out_length - conn->out_sent, &sent);
        if (code == CURLE_AGAIN) {
            watch_set(&conn->watch, LOOP_READ | LOOP_WRITE);
            return;
        }
        if (code != CURLE_OK) {
            fail_conn(conn, failure_reason(conn, code));
            return;
        }
        conn->out_sent += sent;
    }
    conn->out_sent = conn->out_length = 0;
}

static void read_some(struct conn *conn)
{
    char bytes[READ_SIZE];
    for (int i = 0; i < READS_A_TURN; i++) {
        size_t length = 0;
        CURLcode code = curl_easy_recv(conn->easy, bytes, sizeof(bytes), &length);
        if (code == CURLE_AGAIN)
            return;
        if (code != CURLE_OK || length == 0) {
            fail_conn(conn, code == CURLE_OK ? "the server closed the connection"
                                             : failure_reason(conn, code));
            return;
        }
        conn->setup.received(conn->setup.arg, bytes, length);
        if (conn->closing || conn->broken)
            return;
    }
    timer_set(&conn->timer, 0); /* TLS may have read bytes already, and the loop does not wake for
                                   those: looks in the next turn */
}

static void on_stream(struct watch *watch, int events)
{
    struct conn *conn = watch->uv.data;
    if (conn->closing || conn->broken)
        return;
    if (conn->out_length > 0 && (events & LOOP_WRITE)) {
        flush_conn(conn);
        if (!conn->broken && conn->out_length == 0) {
            watch_set(watch, LOOP_READ);
            conn->setup.writable(conn->setup.arg);
        }
    }
    if ((events & LOOP_READ) && !conn->closing && !conn->broken)
        read_some(conn);
}

size_t conn_room(const struct conn *conn)
{
    bool ready = conn->open && !conn->closing && !conn->broken;
    return ready && conn->out_length == 0 ? CONN_CHUNK : 0;
}

void conn_send(struct conn *conn, const char *bytes, size_t length)
{
    assert(length <= conn_room(conn));
    memcpy(conn->out, bytes, length);
    conn->out_length = length;
    conn->out_sent = 0;
    flush_conn(conn);
}

/* -- connecting -- */

static void on_connected(struct conn *conn)
{
    if (conn->pinned && !conn->pin_seen) {
        fail_conn(conn, "SSL certificate problem: it is not that of tls_fingerprint");
        return;
    }
    curl_socket_t fd = CURL_SOCKET_BAD;
    curl_easy_getinfo(conn->easy, CURLINFO_ACTIVESOCKET, &fd);
    multi_release(&conn->multi); /* from now on this module watches the socket */
    if (fd == CURL_SOCKET_BAD || !watch_init(conn->setup.loop, &conn->watch, fd, on_stream)) {
        fail_conn(conn, "the connection cannot be watched");
        return;
    }
    conn->watch.uv.data = conn;
    conn->handles++;
    conn->open = true;
    watch_set(&conn->watch, LOOP_READ);
    conn->setup.opened(conn->setup.arg);
    if (!conn->closing && !conn->broken)
        read_some(conn);
}

static void on_end(struct multi *multi, CURL *easy, CURLcode code)
{
    (void)easy;
    struct conn *conn = (struct conn *)multi;
    if (code == CURLE_OK)
        on_connected(conn);
    else
        fail_conn(conn, failure_reason(conn, code));
}

/* Does the work that was put off to a later turn of the loop. */
static void on_timer(struct timer *timer)
{
    struct conn *conn = timer->uv.data;
    if (conn->broken)
        conn->setup.closed(conn->setup.arg, conn->why);
    else
        read_some(conn);
}

/* -- the certificate -- */

/* Notes whether the server's certificate is the pinned one. A wrong one does not end the handshake:
 * on_connected() hangs up after it, before we send anything. */
static int verify_pin(X509_STORE_CTX *store, void *arg)
{
    struct conn *conn = arg;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    X509 *certificate = X509_STORE_CTX_get0_cert(store);
    conn->pin_seen =
        certificate != NULL && X509_digest(certificate, EVP_sha256(), digest, &length) &&
        length == CONN_FINGERPRINT && CRYPTO_memcmp(digest, conn->pin, CONN_FINGERPRINT) == 0;
    X509_STORE_CTX_set_error(store, X509_V_OK);
    return 1;
}

static CURLcode set_pin(CURL *easy, void *context, void *arg)
{
    (void)easy;
    /* With a pin, curl does not check the certificate. This makes OpenSSL call us with it. */
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(context, verify_pin, arg);
    return CURLE_OK;
}

static bool set_tls(struct conn *conn, const struct conn_setup *setup)
{
    CURL *easy = conn->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    code |= curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    code |= curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    if (setup->pin != NULL) {
        conn->pinned = true;
        memcpy(conn->pin, setup->pin, CONN_FINGERPRINT);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, set_pin);
        code |= curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, conn);
    } else if (setup->ca != NULL) {
        code |= curl_easy_setopt(easy, CURLOPT_CAINFO, setup->ca);
        code |= curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    if (setup->certificate != NULL) {
        const char *key = setup->key != NULL ? setup->key : setup->certificate;
        code |= curl_easy_setopt(easy, CURLOPT_SSLCERT, setup->certificate);
        code |= curl_easy_setopt(easy, CURLOPT_SSLKEY, key);
    }
    return code == CURLE_OK;
}

static bool set_options(struct conn *conn, const struct conn_setup *setup)
{
    char url[300];
    bool address = strchr(setup->host, ':') != NULL;
    snprintf(url, sizeof(url), "%s://%s%s%s:%u/", setup->tls ? "https" : "http", address ? "[" : "",
             setup->host, address ? "]" : "", setup->port);
    CURL *easy = conn->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, url);
    code |= curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* ignore proxies of the environment */
    code |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    code |= curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    code |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); /* do not wait for a resolver that
                                                             * hangs */
    code |= curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MAX);
    code |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, conn->why);
    return code == CURLE_OK && (!setup->tls || set_tls(conn, setup));
}

struct conn *conn_open(const struct conn_setup *setup)
{
    if (!conn_is_host(setup->host))
        return NULL;
    struct conn *conn = calloc(1, sizeof(*conn));
    if (conn == NULL || !multi_init(&conn->multi, setup->loop, on_end)) {
        free(conn);
        return NULL;
    }
    conn->setup = *setup;
    conn->setup.host = conn->setup.ca = conn->setup.certificate = conn->setup.key = NULL;
    conn->setup.pin = NULL;
    timer_init(setup->loop, &conn->timer, on_timer);
    conn->timer.uv.data = conn;
    conn->handles = 2;
    conn->easy = curl_easy_init();
    if (conn->easy == NULL || !set_options(conn, setup)) {
        conn_close(conn, NULL);
        return NULL;
    }
    if (curl_multi_add_handle(conn->multi.curl, conn->easy) != CURLM_OK)
        fail_conn(conn, "out of memory");
    return conn;
}
