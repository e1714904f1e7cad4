/* The adapter logs in to services: of Atheme, or of Anope if an argument is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "services.h"

static void test_plain(void **state)
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

static void test_wrong_password(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_wrong), "0");
}

static void test_external(void **state)
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
static void test_scram(void **state)
{
    (void)state;
    server_need();
    services_login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", services_secret,
                            "sasl_mechanism", "SCRAM-SHA-256"),
                   "0");
}

static void test_required(void **state)
{
    (void)state;
    server_need();
    rig_refused(server_keys(true, RIG_KEYS("sasl_user", "talon", "sasl_password_file",
                                           services_wrong, "sasl_required", "on")),
                "not logged in");
}

int main(int count, char **arguments)
{
    (void)arguments;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),    cmocka_unit_test(test_wrong_password),
        cmocka_unit_test(test_external), cmocka_unit_test(test_scram),
        cmocka_unit_test(test_required),
    };
    services_anope = count > 1;
    return cmocka_run_group_tests(tests, services_start, services_stop);
}
