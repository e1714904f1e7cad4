/* libcurl on the loop (adapters/curl/multi.h), against a server of the same loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/curl/multi.h"

enum { MOST = 4 };

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/* Says `answer` to whatever it reads, unless it is mute. */
static struct {
    struct watch watch;
    int fd;
    unsigned port;
    bool mute;
    struct guest {
        struct watch watch;
        int fd;
    } guests[MOST];
    unsigned count, asked;
} server;

static struct loop *loop;
static struct multi multi;
static CURL *easy[MOST];
static struct watch ours; /* on a connection that was let go */
static bool finishes;     /* with the first end */
static unsigned ended, closed, heard;
static CURLcode codes[MOST];

static void on_guest(struct watch *watch, int events)
{
    struct guest *guest = (struct guest *)watch;
    char bytes[1024];
    assert_int_equal(events, LOOP_READ);
    ssize_t length = recv(guest->fd, bytes, sizeof(bytes), 0);
    if (length <= 0) {
        watch_set(watch, 0);
        return;
    }
    server.asked++;
    if (server.mute)
        loop_stop(loop);
    else
        assert_int_equal(send(guest->fd, answer, sizeof(answer) - 1, 0), sizeof(answer) - 1);
}

static void on_server(struct watch *watch, int events)
{
    (void)events;
    (void)watch;
    assert_true(server.count < MOST);
    struct guest *guest = &server.guests[server.count++];
    guest->fd = accept(server.fd, NULL, NULL);
    assert_true(guest->fd >= 0);
    assert_true(watch_init(loop, &guest->watch, guest->fd, on_guest));
    watch_set(&guest->watch, LOOP_READ);
}

static void on_closed(struct multi *it)
{
    assert_ptr_equal(it, &multi);
    closed++;
    loop_stop(loop);
}

static void on_done(struct multi *it, CURL *which, CURLcode code)
{
    assert_ptr_equal(it, &multi);
    for (unsigned i = 0; i < MOST; i++) {
        if (easy[i] == which) {
            codes[i] = code;
            ended++;
        }
    }
    if (finishes) {
        for (unsigned i = 0; i < MOST; i++)
            curl_multi_remove_handle(multi.curl, easy[i]);
        multi_finish(&multi, on_closed);
    } else {
        loop_stop(loop);
    }
}

static void listen_on_loopback(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    server.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(server.fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(server.fd, MOST), 0);
    assert_int_equal(getsockname(server.fd, (struct sockaddr *)&address, &size), 0);
    server.port = ntohs(address.sin_port);
    assert_true(watch_init(loop, &server.watch, server.fd, on_server));
    watch_set(&server.watch, LOOP_READ);
}

static int begin(void **state)
{
    (void)state;
    memset(&server, 0, sizeof(server));
    ended = closed = heard = 0;
    finishes = false;
    loop = loop_create();
    assert_non_null(loop);
    listen_on_loopback();
    assert_true(multi_init(&multi, loop, on_done));
    return 0;
}

/* All that is left of it on the loop would let loop_destroy() fail. */
static int end(void **state)
{
    (void)state;
    if (!finishes) {
        for (unsigned i = 0; i < MOST; i++)
            curl_multi_remove_handle(multi.curl, easy[i]);
        multi_finish(&multi, on_closed);
        loop_run(loop);
    }
    assert_int_equal(closed, 1);
    for (unsigned i = 0; i < MOST; i++) {
        curl_easy_cleanup(easy[i]);
        easy[i] = NULL;
    }
    for (unsigned i = 0; i < server.count; i++) {
        watch_finish(&server.guests[i].watch, NULL);
        close(server.guests[i].fd);
    }
    watch_finish(&server.watch, NULL);
    close(server.fd);
    loop_destroy(loop);
    return 0;
}

static void ask(unsigned count)
{
    char url[64];
    snprintf(url, sizeof(url), "http://127.0.0.1:%u/", server.port);
    for (unsigned i = 0; i < count; i++) {
        easy[i] = curl_easy_init();
        assert_non_null(easy[i]);
        curl_easy_setopt(easy[i], CURLOPT_URL, url);
        curl_easy_setopt(easy[i], CURLOPT_PROXY, "");
        curl_easy_setopt(easy[i], CURLOPT_NOSIGNAL, 1L);
        assert_int_equal(curl_multi_add_handle(multi.curl, easy[i]), CURLM_OK);
    }
}

static void many_at_once(void **state)
{
    (void)state;
    ask(MOST);
    assert_int_equal(ended, 0); /* never from inside a call */
    while (ended < MOST)
        loop_run(loop);
    for (unsigned i = 0; i < MOST; i++) {
        long status = 0;
        curl_easy_getinfo(easy[i], CURLINFO_RESPONSE_CODE, &status);
        assert_int_equal(codes[i], CURLE_OK);
        assert_int_equal(status, 200);
    }
    assert_int_equal(server.asked, MOST);
}

static void nobody_listens(void **state)
{
    (void)state;
    watch_set(&server.watch, 0);
    shutdown(server.fd, SHUT_RDWR);
    ask(1);
    loop_run(loop);
    assert_int_equal(ended, 1);
    assert_int_equal(codes[0], CURLE_COULDNT_CONNECT);
}

/* curl's own timer, and no descriptor, ends what nobody answers. */
static void nobody_answers(void **state)
{
    (void)state;
    server.mute = true;
    ask(1);
    curl_easy_setopt(easy[0], CURLOPT_TIMEOUT_MS, 50L);
    while (ended == 0)
        loop_run(loop);
    assert_int_equal(codes[0], CURLE_OPERATION_TIMEDOUT);
}

static void on_ours(struct watch *watch, int events)
{
    char bytes[sizeof(answer)];
    size_t length = 0;
    (void)watch;
    assert_int_equal(events, LOOP_READ);
    assert_int_equal(curl_easy_recv(easy[0], bytes, sizeof(bytes), &length), CURLE_OK);
    heard += (unsigned)length;
    loop_stop(loop);
}

static void let_go(void **state)
{
    (void)state;
    ask(1);
    curl_easy_setopt(easy[0], CURLOPT_CONNECT_ONLY, 1L);
    loop_run(loop);
    assert_int_equal(ended, 1);
    assert_int_equal(codes[0], CURLE_OK);
    curl_socket_t fd = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy[0], CURLINFO_ACTIVESOCKET, &fd);
    multi_release(&multi);
    multi_release(&multi);
    assert_true(watch_init(loop, &ours, fd, on_ours));
    watch_set(&ours, LOOP_READ);
    size_t sent = 0;
    assert_int_equal(curl_easy_send(easy[0], "?", 1, &sent), CURLE_OK);
    while (heard < sizeof(answer) - 1)
        loop_run(loop);
    assert_int_equal(ended, 1);
    watch_finish(&ours, NULL);
}

/* Two wait for their answers, and hear no more of them. */
static void ends_under_way(void **state)
{
    (void)state;
    server.mute = true;
    ask(2);
    while (server.asked < 2)
        loop_run(loop);
    assert_int_equal(ended, 0);
}

static void ends_with_the_first(void **state)
{
    (void)state;
    ask(MOST);
    finishes = true;
    while (closed == 0)
        loop_run(loop);
    assert_int_equal(ended, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(many_at_once, begin, end),
        cmocka_unit_test_setup_teardown(nobody_listens, begin, end),
        cmocka_unit_test_setup_teardown(nobody_answers, begin, end),
        cmocka_unit_test_setup_teardown(let_go, begin, end),
        cmocka_unit_test_setup_teardown(ends_under_way, begin, end),
        cmocka_unit_test_setup_teardown(ends_with_the_first, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
