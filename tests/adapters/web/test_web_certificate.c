/* A renewed certificate of [web] is noticed by itself (certificate.h), and one that is missing at
 * the start is waited for. test_web_daemon.c has a real daemon and real clients. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/pages.h"
#include "adapters/web/certificate.h"
#include "adapters/web/web.h"
#include "tests/real/tls_files.h"

static struct loop *loop;
static struct log root = {NULL, "web"};
static char folder[64], next[64], cert[128], key[128];
static char first[TLS_FINGERPRINT], second[TLS_FINGERPRINT];
static SSL_CTX *server;
static struct certificate *certificate;
static unsigned lines;
static char said[512];

static void on_log(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level == LOG_DEBUG)
        return;
    lines++;
    snprintf(said, sizeof(said), "%s", line);
}

static void make_files(char place[64], char fingerprint[TLS_FINGERPRINT])
{
    char other[TLS_FINGERPRINT];
    snprintf(place, 64, "/tmp/talon-certificate-XXXXXX");
    assert_non_null(mkdtemp(place));
    assert_true(tls_files_make(place, fingerprint, other));
}

static int begin(void **state)
{
    const char *wrong = NULL;
    (void)state;
    make_files(folder, first);
    make_files(next, second);
    snprintf(cert, sizeof(cert), "%s/server.crt", folder);
    snprintf(key, sizeof(key), "%s/server.key", folder);
    loop = loop_create();
    assert_non_null(loop);
    lines = 0;
    log_set_sink(on_log, NULL);
    server = certificate_read(cert, key, &wrong);
    assert_non_null(server);
    certificate = certificate_create(&(struct certificate_setup){loop, &root, cert, key});
    assert_non_null(certificate);
    certificate_serve(certificate, server);
    return 0;
}

static int end(void **state)
{
    char command[160];
    (void)state;
    certificate_destroy(certificate);
    loop_destroy(loop);
    log_set_sink(NULL, NULL);
    SSL_CTX_free(server);
    snprintf(command, sizeof(command), "rm -rf '%s' '%s'", folder, next);
    return system(command);
}

static void look(void)
{
    certificate_look(certificate);
    while (certificate_busy(certificate))
        uv_run(loop_uv(loop), UV_RUN_ONCE);
}

/* The timer of the certificate, its first member, runs out, and the loop runs until a line is
 * logged. */
static void pass_minute(void)
{
    unsigned before = lines;
    timer_set((struct timer *)certificate, 0);
    while (lines == before)
        uv_run(loop_uv(loop), UV_RUN_ONCE);
}

static void expect_served(const char *fingerprint)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    char text[TLS_FINGERPRINT];
    assert_int_equal(X509_digest(SSL_CTX_get0_certificate(server), EVP_sha256(), digest, &length),
                     1);
    for (unsigned i = 0; i < 32; i++)
        snprintf(text + (size_t)i * 2, 3, "%02x", digest[i]);
    assert_string_equal(text, fingerprint);
    assert_int_equal(SSL_CTX_check_private_key(server), 1);
}

static void replace_file(const char *name)
{
    char from[128], to[128];
    snprintf(from, sizeof(from), "%s/%s", next, name);
    snprintf(to, sizeof(to), "%s/%s", folder, name);
    assert_int_equal(rename(from, to), 0);
}

static void a_renewed_pair_is_used(void **state)
{
    (void)state;
    replace_file("server.key");
    replace_file("server.crt");
    pass_minute();
    expect_served(second);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(said, "the certificate was renewed"));
}

/* The old one stays, one line says why, and a better one is used later. */
static void a_pair_that_does_not_fit_is_told_once(void **state)
{
    (void)state;
    replace_file("server.crt");
    pass_minute();
    expect_served(first);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(said, "the old one stays: tls_key: must be the key of tls_cert"));
    look();
    look();
    assert_int_equal(lines, 1);
    replace_file("server.key");
    pass_minute();
    expect_served(second);
    assert_int_equal(lines, 2);
}

/* A renewal replaces one file after the other: a look between the two is no fault. */
static void a_look_amid_a_renewal_says_nothing(void **state)
{
    (void)state;
    replace_file("server.crt");
    look();
    assert_int_equal(lines, 0);
    replace_file("server.key");
    pass_minute();
    expect_served(second);
    assert_int_equal(lines, 1);
}

static void files_that_are_gone_change_nothing(void **state)
{
    (void)state;
    assert_int_equal(unlink(cert), 0);
    pass_minute();
    expect_served(first);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(said, "the old one stays: tls_cert: "));
}

/* -- a server that cannot begin -- */

static bool connected, stopped;

static void on_raise(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    (void)arg, (void)adapter;
    connected = connected || event->kind == CHAT_CONNECTED;
    stopped = stopped || event->kind == CHAT_STOPPED;
}

static void put(struct settings *settings, const char *name, const char *value)
{
    assert_null(settings_put(settings, settings_find(settings, name), value));
}

/* The certificate goes away after it was checked. Waits until that is in the log. */
static struct adapter *start_without_certificate(struct settings *settings)
{
    struct fault why = {0};
    const struct adapter_setup setup = {
        .name = "web", .settings = settings, .loop = loop, .log = &root, .raise = on_raise};
    connected = stopped = false;
    assert_true(settings_init(settings, web_adapter.keys));
    put(settings, "listen", "127.0.0.1:0");
    put(settings, "url", "https://talon.example");
    put(settings, "tls_cert", cert);
    put(settings, "tls_key", key);
    struct adapter *adapter = web_adapter.create(&setup, &why);
    assert_non_null(adapter);
    assert_int_equal(unlink(cert), 0);
    web_adapter.start(adapter);
    while (lines == 0 && !stopped)
        uv_run(loop_uv(loop), UV_RUN_ONCE);
    assert_non_null(strstr(said, "cannot listen listen=127.0.0.1:0: tls_cert or tls_key"));
    return adapter;
}

static void stop_web(struct adapter *adapter, struct settings *settings)
{
    web_adapter.stop(adapter, "bye");
    while (!stopped)
        uv_run(loop_uv(loop), UV_RUN_ONCE);
    web_adapter.destroy(adapter);
    settings_finish(settings);
}

static void a_server_that_cannot_begin_tries_again(void **state)
{
    struct settings settings;
    struct adapter *adapter = start_without_certificate(&settings);
    (void)state;
    replace_file("server.key");
    replace_file("server.crt");
    while (!connected && !stopped)
        uv_run(loop_uv(loop), UV_RUN_ONCE);
    assert_false(stopped);
    assert_true(web_port(adapter) > 0);
    assert_int_equal(lines, 2);
    assert_non_null(strstr(said, "listening listen="));
    stop_web(adapter, &settings);
}

/* What the host tells the pages meanwhile is for nobody. */
static void a_server_that_cannot_begin_ends_in_order(void **state)
{
    static const struct page page = {.status = 200, .type = "application/json"};
    struct settings settings;
    struct adapter *adapter = start_without_certificate(&settings);
    (void)state;
    web_adapter.pages->live(adapter, 1, &page);
    web_adapter.pages->seat(adapter, "somebody", &page, true);
    web_adapter.reread(adapter);
    assert_int_equal(web_adapter.pages->onlookers(adapter), 0);
    stop_web(adapter, &settings);
    assert_false(connected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_renewed_pair_is_used, begin, end),
        cmocka_unit_test_setup_teardown(a_pair_that_does_not_fit_is_told_once, begin, end),
        cmocka_unit_test_setup_teardown(a_look_amid_a_renewal_says_nothing, begin, end),
        cmocka_unit_test_setup_teardown(files_that_are_gone_change_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_server_that_cannot_begin_tries_again, begin, end),
        cmocka_unit_test_setup_teardown(a_server_that_cannot_begin_ends_in_order, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
