/* The adapter logs in to services: of Atheme, or of Anope if an argument is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "services.h"

static void plain_logs_in(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_secret,
                            "sasl_required", "on"),
                   "talon");
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_secret,
                            "sasl_mechanism", "PLAIN"),
                   "talon");
}

static void a_wrong_password_stays_out(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_wrong), "0");
}

static void a_certificate_logs_in(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("tls_client_cert", server.client_cert, "tls_client_key",
                            server.client_key, "sasl_required", "on"),
                   "talon");
    services_login(RIG_KEYS("tls_client_cert", server.client_cert, "tls_client_key",
                            server.client_key, "sasl_mechanism", "external", "sasl_user", "talon"),
                   "talon");
}

/* Atheme has no SCRAM: its refusal is heard, and nothing weaker is tried when it is named. */
static void refused_scram_is_not_weakened(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_secret,
                            "sasl_mechanism", "SCRAM-SHA-256"),
                   "0");
}

static void a_required_login_must_succeed(void **state)
{
    (void)state;
    server_need();
    irc_loop_refused(server_keys(true, RIG_KEYS("sasl_user", "talon", "sasl_password_file",
                                                services_wrong, "sasl_required", "on")),
                     "not logged in");
}

/* A connection that is dead keeps our nick, until the services are asked for it. */
static void the_nick_is_had_back_from_a_ghost(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_person("alice");
    struct irc_client *ghost = server_person("talon");
    irc_loop_init(
        server_keys(true, RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_secret,
                                   "nickserv", "NickServ@services.test")));
    irc_loop_event("CONNECTED *");
    irc_loop_hear(alice, ":talon_!* NICK *talon");
    irc_loop_finish();
    irc_client_close(ghost);
    server_leave(alice);
}

int main(int count, char **arguments)
{
    (void)arguments;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_logs_in),
        cmocka_unit_test(a_wrong_password_stays_out),
        cmocka_unit_test(a_certificate_logs_in),
        cmocka_unit_test(refused_scram_is_not_weakened),
        cmocka_unit_test(a_required_login_must_succeed),
        cmocka_unit_test(the_nick_is_had_back_from_a_ghost),
    };
    services_anope = count > 1;
    return cmocka_run_group_tests(tests, services_start, services_stop);
}
