/* The gateway over real connections: the way there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "gateway_loop.h"
#include "tests/real/tls_files.h"

static char said[2000]; /* to the log, one line each */

static void hear(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    size_t length = strlen(said);
    snprintf(said + length, sizeof(said) - length, "%s\n", line);
}

static void await_said(const char *text)
{
    uint64_t end = uv_hrtime() / 1000000 + 30000;
    while (!strstr(said, text)) {
        if (uv_hrtime() / 1000000 >= end)
            fail_msg("'%s' is not said, but: %s", text, said);
        gateway_loop_turn();
    }
}

static int listen_to_log(void **state)
{
    (void)state;
    said[0] = '\0';
    log_set_sink(hear, NULL);
    return 0;
}

static int leave_log(void **state)
{
    (void)state;
    log_set_sink(NULL, NULL);
    log_set_level(LOG_INFO);
    return 0;
}

/* Nobody is there; then somebody is. */
static void test_nobody(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    int port = rig.gate.port;
    gate_shut(&rig.gate);
    rig.hung = true;
    rig.gate.port = port;
    gateway_loop_start("ws://localhost", NULL);
    await_said("the connection to the gateway was lost again_in=");
    gate_open(&rig.gate, port, NULL);
    rig.hung = false;
    gateway_loop_let_in(0, "abc");
    assert_null(strstr(said, "very-secret"));
    gateway_loop_finish();
}

static void test_no_upgrade(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.gate.refuse = 502;
    gateway_loop_start("ws://localhost", NULL);
    await_said(": HS: ws upgrade response not 101");
    gateway_loop_let_in(0, "abc");
    assert_int_equal(rig.gate.refused, 1);
    gateway_loop_finish();
}

static void test_no_name(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    gateway_loop_start("ws://no-such-name.invalid", NULL);
    await_said("the connection to the gateway was lost again_in=");
    gateway_loop_finish();
}

static void test_no_address(void **state)
{
    (void)state;
    static const char *const addresses[] = {"ws://localhost:0",  "ws://localhost:65536",
                                            "ws://localhost:1x", "ws://[::1",
                                            "ws://[]:1",         "ws://[::1]x"};
    for (unsigned i = 0; i < ARRAY_SIZE(addresses); i++) {
        said[0] = '\0';
        gateway_loop_init(0, NULL);
        rig.gateway = gateway_create(&rig.setup);
        gateway_told(rig.gateway, addresses[i], &(struct session_start_limit){1000, 1000, 0, 1});
        gateway_start(rig.gateway);
        await_said("ms: this is not an address");
        gateway_loop_finish();
    }
}

/* Where we are sent to go on, too. */
static void test_ipv6_in_brackets(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    gate_shut(&rig.gate);
    bool there = gate_open_six(&rig.gate);
    if (there) {
        gateway_loop_start("ws://[::1]", NULL);
        gateway_loop_let_in(0, "abc");
        gate_drop(&rig.gate, 0);
        gateway_loop_come(1);
        assert_non_null(strstr(rig.gate.visits[1].path, "/again"));
    } else {
        gate_open(&rig.gate, 0, NULL);
    }
    gateway_loop_finish();
    if (!there)
        skip();
}

/* Whoever does not know the address asks, again after an answer that does not help, and not
 * while one is to come. */
static void test_ask(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.setup.shards = rig.setup.count = 2;
    rig.gateway = gateway_create(&rig.setup);
    gateway_start(rig.gateway);
    gateway_loop_event("ask");
    for (unsigned i = 0; i < 20; i++)
        gateway_loop_turn();
    gateway_told(rig.gateway, NULL, NULL);
    await_said("cannot get the address of the gateway again_in=");
    gateway_loop_event("ask");
    gateway_told(rig.gateway, "http://localhost/", &(struct session_start_limit){1000, 1000, 0, 1});
    gateway_loop_event("ask");
    assert_int_equal(rig.count, 3);
    snprintf(rig.address, sizeof(rig.address), "ws://localhost:%d", rig.gate.port);
    gateway_told(rig.gateway, rig.address, &(struct session_start_limit){1000, 1000, 0, 2});
    gateway_loop_let_in(0, "abc");
    gateway_loop_let_in(1, "def");
    gateway_loop_finish();
}

/* Nothing is wrong with a stop or an end while an answer is to come. */
static void test_ask_and_end(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.destroy_at = "ask";
    rig.gateway = gateway_create(&rig.setup);
    gateway_start(rig.gateway);
    gateway_loop_event("ask");
    gateway_loop_finish();
}

/* -- TLS; the files are those of one run -- */

static char folder[] = "/tmp/talon-gate-XXXXXX";
static char ca[sizeof(folder) + 16];

static int make_files(void **state)
{
    (void)state;
    char print[TLS_FINGERPRINT];
    char client_print[TLS_FINGERPRINT];
    if (!mkdtemp(folder))
        return -1;
    snprintf(ca, sizeof(ca), "%s/ca.crt", folder);
    return tls_files_make(folder, print, client_print) ? 0 : -1;
}

static int remove_files(void **state)
{
    (void)state;
    return tls_files_remove(folder) ? 0 : -1;
}

static void test_tls(void **state)
{
    (void)state;
    gateway_loop_init(0, folder);
    rig.setup.plain = false;
    rig.setup.ca = ca;
    gateway_loop_start("wss://localhost", NULL);
    gateway_loop_let_in(0, "abc");
    char *text = malloc(300100);
    assert_non_null(text);
    int head = snprintf(text, 100, "{\"op\":0,\"t\":\"LONG\",\"s\":2,\"d\":\"");
    memset(text + head, 'x', 300000);
    strcpy(text + head + 300000, "\"}");
    gate_say(&rig.gate, 0, text, 7000);
    *(strchr(text, '2')) = '3';
    gate_say(&rig.gate, 0, text, 1 << 20);
    free(text);
    gateway_loop_event("LONG *");
    gateway_loop_event("LONG *");
    gate_drop(&rig.gate, 0);
    gateway_loop_event("gone 0");
    gateway_loop_come(1);
    gateway_loop_finish();
}

static void not_trusted(const char *with, const char *host, const char *why)
{
    gateway_loop_init(0, folder);
    rig.setup.ca = with;
    log_set_level(LOG_DEBUG);
    gateway_loop_start(host, NULL);
    await_said(" again_in=");
    assert_non_null(strstr(said, why));
    assert_int_equal(rig.gate.count, 0);
    gateway_loop_finish();
}

/* The certificate is of localhost; the address has another name for it. */
static void test_wrong_host(void **state)
{
    (void)state;
    not_trusted(ca, "wss://127.1", "hostname mismatch");
}

static void test_unknown_ca(void **state)
{
    (void)state;
    not_trusted(NULL, "wss://localhost", "unable to get local issuer certificate");
}

/* An address without TLS is not even tried. */
static void test_plain_refused(void **state)
{
    (void)state;
    gateway_loop_init(0, NULL);
    rig.setup.plain = false;
    gateway_loop_start("ws://localhost", NULL);
    await_said("cannot get the address of the gateway");
    gateway_loop_event("ask");
    assert_int_equal(rig.gate.count, 0);
    gateway_loop_finish();
}

#define WAY(test) cmocka_unit_test_setup_teardown(test, listen_to_log, leave_log)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WAY(test_nobody),           WAY(test_no_upgrade),
        WAY(test_no_name),          WAY(test_no_address),
        WAY(test_ipv6_in_brackets), WAY(test_ask),
        WAY(test_ask_and_end),      WAY(test_tls),
        WAY(test_wrong_host),       WAY(test_unknown_ca),
        WAY(test_plain_refused),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
