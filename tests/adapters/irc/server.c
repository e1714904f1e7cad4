#include "server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/irc.h"
#include "base/array.h"

struct ircd server;

void server_need(void)
{
    if (server.pid == 0)
        skip();
}

const char *const *server_keys(bool tls, const char *const *more)
{
    static char port[16];
    static const char *values[40];
    unsigned count = 0;
    snprintf(port, sizeof(port), "%u", tls ? server.tls_port : server.port);
    const char *const usual[] = {
        "host", "127.0.0.1",  "port", port,  "channels",         "#cards, #more", "reconnect_min",
        "1",    "flood_rate", "0",    "tls", tls ? "on" : "off", "tls_ca",        server.ca};
    enum { USUAL = ARRAY_SIZE(usual) };
    while (count < (tls ? USUAL : USUAL - 2)) {
        values[count] = usual[count];
        count++;
    }
    for (; more && *more; more++)
        values[count++] = *more;
    values[count] = NULL;
    return values;
}

struct irc_client *server_person(const char *nick)
{
    struct irc_client *client = irc_client_login(server.port, false, nick);
    assert_non_null(client);
    irc_client_send(client, "JOIN #cards");
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 366 *"));
    return client;
}

void server_enter(const char *nick, const char *const *keys)
{
    char seen[64];
    snprintf(seen, sizeof(seen), "JOIN #cards @%s*", nick);
    irc_loop_init(keys);
    irc_loop_event("ENTERED #cards *");
    irc_loop_event(seen);
}

struct irc_client *server_meet(const char *nick, const char *const *keys)
{
    struct irc_client *client = server_person(nick);
    server_enter(nick, keys);
    return client;
}

void server_mode(struct irc_client *client, const char *target, const char *modes)
{
    char set[64];
    snprintf(set, sizeof(set), "* MODE %s *%s*", target, modes);
    irc_client_send(client, "MODE %s %s", target, modes);
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, set));
}

void server_leave(struct irc_client *client)
{
    irc_client_send(client, "QUIT");
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, "ERROR *"));
    irc_client_close(client);
}

void server_card(const char *text)
{
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message_add(message, STYLE_CARD, TINT_RED, text, strlen(text));
    irc_adapter.send(rig.adapter, message);
}

void server_certificates(void **state)
{
    (void)state;
    server_need();
    char port[16];
    char wrong[TLS_FINGERPRINT];
    snprintf(port, sizeof(port), "%u", server.tls_port);
    memcpy(wrong, server.fingerprint, sizeof(wrong));
    wrong[0] = wrong[0] == '0' ? '1' : '0';
    irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", port, "channels", "#cards",
                           "tls_fingerprint", server.fingerprint));
    irc_loop_event("ENTERED #cards *");
    irc_loop_finish();
    const char *const pins[] = {NULL, wrong, server.client_fingerprint};
    for (unsigned i = 0; i < 3; i++) {
        irc_loop_refused(RIG_KEYS("host", "127.0.0.1", "port", port,
                                  pins[i] ? "tls_fingerprint" : NULL, pins[i]),
                         ": SSL certificate problem");
    }
}
