/* The adapter on InspIRCd beside a second server: one that splits off, one that limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "services.h"

/* A server of the network is lost: who was there is away, not gone for good. */
static void a_netsplit_leaves_people_away(void **state)
{
    (void)state;
    server_need();
    assert_true(
        ircd_start(&services_other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .hub = &server}));
    struct irc_client *near = server_person("witness");
    struct irc_client *far = irc_client_login(services_other.port, false, "faraway");
    assert_non_null(far);
    server_enter("witness", server_keys(true, NULL));
    irc_client_send(far, "JOIN #cards");
    irc_loop_event("JOIN #cards *faraway*");
    ircd_pause(&services_other, true);
    irc_loop_event("GONE - faraway* netsplit");
    irc_client_close(far);
    assert_true(ircd_again(&services_other));
    far = irc_client_login(services_other.port, false, "faraway");
    irc_client_send(far, "JOIN #cards");
    irc_loop_event("JOIN #cards *faraway*");
    irc_client_send(far, "QUIT :see you");
    assert_null(strstr(irc_loop_event("GONE - faraway[[]-] *see you*"), "netsplit"));
    irc_loop_finish();
    server_leave(near);
    irc_client_close(far);
    ircd_stop(&services_other);
}

static void say_forty(void)
{
    char text[400];
    for (unsigned i = 0; i < 40; i++) {
        memset(text, 'x', sizeof(text) - 1);
        text[sizeof(text) - 1] = '\0';
        text[snprintf(text, sizeof(text), "<%02u>", i)] = ' ';
        irc_loop_say("#cards", NULL, text);
    }
}

/* Forty long lines at once, on a server with the limits that it is shipped with: who does not wait
 * is thrown out, and we are not. */
static void forty_lines_at_once_are_not_too_many(void **state)
{
    (void)state;
    server_need();
    assert_true(
        ircd_start(&services_other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .limits = true}));
    char port[16];
    snprintf(port, sizeof(port), "%u", services_other.port);
    const char *keys[] = {"host",     "127.0.0.1", "port",       port, "tls", "off",
                          "channels", "#cards",    "flood_rate", "0",  NULL};
    irc_loop_init(keys);
    irc_loop_event("ENTERED #cards *");
    say_forty();
    irc_loop_event("DISCONNECTED *");
    irc_loop_finish();

    struct irc_client *client = irc_client_login(services_other.port, false, "witness");
    irc_client_send(client, "JOIN #cards");
    keys[8] = NULL;
    irc_loop_init(keys);
    irc_loop_event("ENTERED #cards *");
    irc_loop_event("JOIN #cards @witness*");
    say_forty();
    for (unsigned next = 0; next < 5; next++) {
        const char *line = irc_loop_hear(client, ":talon!* PRIVMSG #cards :<*");
        assert_int_equal(strtoul(strchr(line, '<') + 1, NULL, 10), next);
    }
    assert_int_equal(rig.next, rig.count); /* neither gone nor come again */
    irc_loop_finish();
    server_leave(client);
    ircd_stop(&services_other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_netsplit_leaves_people_away),
        cmocka_unit_test(forty_lines_at_once_are_not_too_many),
    };
    return cmocka_run_group_tests(tests, services_start, services_stop);
}
