/* The web face of a real daemon, while people play on a real server: its pages, and a table that is
 * watched as it changes. No byte of it tells a hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/web/asset.h"
#include "client.h"
#include "tests/leak/leak.h"
#include "tests/match/guest.h"
#include "tests/match/served_daemon.h"
#include "tests/real/process.h"
#include "tests/real/tls_files.h"

enum { SOON = 60000 };

static struct face face; /* the daemon's */
static char origin[64];

static int open_ngircd(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    return served_daemon_open(&options) ? 0 : -1;
}

/* `more`: further lines of its section. */
static void begin(const char *more)
{
    char lines[256];
    assert_true(process_ports(&face.port, 1));
    snprintf(lines, sizeof(lines), "[web]\nlisten = 127.0.0.1:%u\n%s", face.port, more);
    snprintf(origin, sizeof(origin), "Origin: http://127.0.0.1:%u\r\n", face.port);
    assert_true(daemon_init(&talon, &server, false, lines));
    assert_true(daemon_start(&talon));
    for (int waited = 0; !process_answers(face.port); waited += 20) {
        assert_true(waited < SOON);
        process_pause(20);
    }
}

/* What a page says; searched for hands that anybody was told. */
static const struct response *look(struct client *client, const char *path)
{
    char found[LEAK_TEXT];
    client_get(client, path, "");
    const struct response *response = client_response(client, false);
    assert_false(leak_in(response->body, found));
    return response;
}

static void pages_are_served(void **state)
{
    char path[256];
    (void)state;
    if (server.pid == 0)
        skip();
    begin("");
    struct client *client = client_open(face.port);
    const struct response *response = look(client, "/");
    assert_int_equal(response->status, 200);
    assert_string_equal(response_header(response, "Content-Type"), "text/html; charset=utf-8");
    snprintf(path, sizeof(path), "/site/%s/", site_hash);
    assert_non_null(strstr(response->body, path)); /* its files are those that are there */
    assert_int_equal(look(client, "/?lang=fr")->status, 200);
    response = look(client, "/api/1/boards?scope=overall");
    assert_int_equal(response->status, 200);
    assert_string_equal(response_header(response, "Content-Type"), "application/json");
    assert_int_equal(look(client, "/api/1/nothing")->status, 404);
    assert_int_equal(look(client, "/nothing")->status, 404);
    assert_int_equal(look(client, "/rules/classic")->status, 200);
    assert_int_equal(look(client, "/robots.txt")->status, 200);
    response = look(client, "/favicon.ico"); /* every browser asks for it */
    assert_int_equal(response->status, 200);
    assert_string_equal(response_header(response, "Content-Type"), "image/x-icon");
    client_close(client);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* The next document, until one has that text. */
static void await(struct client *onlooker, const char *text)
{
    char found[LEAK_TEXT];
    const char *message = "";
    do {
        message = client_message(onlooker, SOON, false);
        assert_non_null(message);
        if (leak_in(message, found))
            fail_msg("a hand: %s", found);
    } while (strstr(message, text) == NULL);
}

static void tables_are_watched(void **state)
{
    char path[64];
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *alice = guest_enter(&server, "alice", "alice");
    struct irc_client *bob = guest_enter(&server, "bob", "bob");
    begin("");
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    struct client *client = client_open(face.port);
    assert_int_equal(client_upgrade(client, "/live/1", origin), 404); /* nobody let it */
    client_close(client);
    guest_say(alice, "!set channel web watch");
    guest_hear(bob, "* PRIVMSG #cards :*the web shows*"); /* it is on the disk */
    client = client_open(face.port);
    const char *number = strstr(look(client, "/api/1/tables")->body, "\"table\":");
    assert_non_null(number);
    snprintf(path, sizeof(path), "/live/%lu", strtoul(number + strlen("\"table\":"), NULL, 10));
    struct client *onlooker = client_open(face.port);
    assert_int_equal(client_upgrade(onlooker, path, origin), 101);
    await(onlooker, "\"alice\"");
    guest_say(bob, "!join");
    await(onlooker, "\"bob\"");
    guest_say(alice, "!start");
    await(onlooker, "\"cards\":7");
    guest_hear(bob, "* PRIVMSG #cards :*deals 7 cards each*");
    guest_draw(alice, bob);
    await(onlooker, "\"cards\":8");
    guest_say(alice, "!set channel web boards");
    await(onlooker, "\"over\":true");
    assert_true(client_ends(onlooker, SOON));
    client_close(onlooker);
    client_close(client);
    irc_client_close(alice);
    irc_client_close(bob);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* What is told in a channel ends with the page that shows more, where people can reach it. */
static void addresses_are_told(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *alice = guest_enter(&server, "alice", "alice");
    begin(""); /* what only this machine reaches is no link */
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!top");
    assert_null(strstr(irc_client_expect(alice, GUEST_PATIENCE, "* PRIVMSG #cards :*"), "http"));
    assert_int_equal(daemon_stop(&talon), 0);
    begin("url = https://talon.example/cards/\n");
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!top");
    guest_hear(alice, "*https://talon.example/cards/boards/*/%23cards*");
    struct client *client = client_open(face.port);
    const struct response *response = look(client, "/boards");
    assert_non_null(strstr(response->body, "href=\"/cards/rules"));
    assert_null(strstr(response->body, "href=\"/rules"));
    client_close(client);
    irc_client_close(alice);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* Puts a file into the place of another one, as a renewal does. */
static void replace_file(const char *from, const char *to, const char *name)
{
    char one[128], other[128];
    snprintf(one, sizeof(one), "%s/%s", from, name);
    snprintf(other, sizeof(other), "%s/%s", to, name);
    assert_int_equal(rename(one, other), 0);
}

/* After a reload new connections get the renewed certificate, and open ones go on. A pair that does
 * not fit changes nothing. */
static void a_renewed_certificate_needs_no_restart(void **state)
{
    char old_folder[] = "/tmp/talon-web-XXXXXX", new_folder[] = "/tmp/talon-web-XXXXXX";
    char old[TLS_FINGERPRINT], renewed[TLS_FINGERPRINT], other[TLS_FINGERPRINT];
    char shown[TLS_FINGERPRINT], lines[256], ca[64], said[1024];
    (void)state;
    if (server.pid == 0)
        skip();
    assert_non_null(mkdtemp(old_folder));
    assert_non_null(mkdtemp(new_folder));
    assert_true(tls_files_make(old_folder, old, other));
    assert_true(tls_files_make(new_folder, renewed, other));
    snprintf(ca, sizeof(ca), "%s/ca.crt", old_folder);
    snprintf(lines, sizeof(lines), "tls_cert = %s/server.crt\ntls_key = %s/server.key\n",
             old_folder, old_folder);
    begin(lines);
    struct client *open = client_open_tls(face.port, ca);
    assert_int_equal(look(open, "/robots.txt")->status, 200);
    client_fingerprint(face.port, shown);
    assert_string_equal(shown, old);

    replace_file(new_folder, old_folder, "server.crt");
    assert_int_not_equal(daemon_ctl(&talon, "reload", said, sizeof(said)), 0);
    assert_non_null(strstr(said, "tls_key: must be the key of tls_cert"));
    client_fingerprint(face.port, shown);
    assert_string_equal(shown, old);

    assert_int_equal(look(open, "/robots.txt")->status, 200);
    replace_file(new_folder, old_folder, "server.key");
    daemon_reload(&talon);
    for (int waited = 0; strcmp(shown, renewed) != 0; waited += 20) {
        assert_true(waited < SOON);
        process_pause(20);
        client_fingerprint(face.port, shown);
        assert_int_equal(look(open, "/robots.txt")->status, 200);
    }
    assert_int_equal(look(open, "/robots.txt")->status, 200);
    client_close(open);
    assert_int_equal(daemon_stop(&talon), 0);
    tls_files_remove(old_folder);
    snprintf(said, sizeof(said), "rm -rf '%s'", new_folder);
    assert_int_equal(system(said), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pages_are_served, served_daemon_end),
        cmocka_unit_test_teardown(tables_are_watched, served_daemon_end),
        cmocka_unit_test_teardown(addresses_are_told, served_daemon_end),
        cmocka_unit_test_teardown(a_renewed_certificate_needs_no_restart, served_daemon_end),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
