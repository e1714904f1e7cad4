/* The keys of [web] (adapters/web/web_config.h): what they come to, and every fault at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "adapters/web/web_config.h"
#include "base/array.h"
#include "tests/real/tls_files.h"

static struct settings settings;
static char faults[4096];
static struct web_config config;

static void begin(void)
{
    assert_true(settings_init(&settings, web_config_keys));
}

static void set(const char *key, const char *value)
{
    int index = settings_find(&settings, key);
    assert_true(index >= 0);
    assert_null(settings_put(&settings, index, value));
}

static void note(void *arg, int key, const char *text)
{
    size_t length = strlen(faults);
    (void)arg;
    assert_int_equal(strncmp(text, web_config_keys[key].name, strlen(web_config_keys[key].name)),
                     0);
    snprintf(faults + length, sizeof(faults) - length, "%s\n", text);
}

/* All that is wrong, a line each; "": nothing, and then `config` is read. */
static const char *judge(void)
{
    struct fault why = {0};
    faults[0] = '\0';
    web_config_check(&settings, note, NULL);
    assert_int_equal(web_config_read(&config, &settings, &why), *faults == '\0');
    if (*faults != '\0')
        assert_int_equal(strncmp(why.text, faults, strlen(why.text)), 0);
    settings_finish(&settings);
    return faults;
}

static void without_keys_it_is_for_this_machine(void **state)
{
    struct sockaddr_in four;
    (void)state;
    begin();
    assert_string_equal(judge(), "");
    memcpy(&four, &config.address, sizeof(four));
    assert_int_equal(four.sin_family, AF_INET);
    assert_int_equal(ntohl(four.sin_addr.s_addr), INADDR_LOOPBACK);
    assert_int_equal(ntohs(four.sin_port), 8080);
    assert_string_equal(config.socket, "");
    assert_string_equal(config.origin, "http://127.0.0.1:8080");
    assert_string_equal(config.home, "");
    assert_false(config.tls);
    assert_int_equal(config.proxy_count, 3);
}

static void addresses_of_people(void **state)
{
    static const char *const rows[][3] = {
        {"https://talon.example", "https://talon.example", ""},
        {"https://Talon.Example/", "https://talon.example", ""},
        {"http://example.org:8000/cards/talon/", "http://example.org:8000", "/cards/talon"},
        {"https://[2001:db8::1]:8443/t", "https://[2001:db8::1]:8443", "/t"},
    };
    static const char *const bad[] = {"talon.example",  "ftp://x",      "https://",
                                      "https:///x",     "https://x/?q", "https://x/a b",
                                      "https://x/../y", "https://x//y", "https://u@x",
                                      "https://x/\"",   "https://x#y",  "javascript:x"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        begin();
        set("url", rows[i][0]);
        assert_string_equal(judge(), "");
        assert_string_equal(config.origin, rows[i][1]);
        assert_string_equal(config.home, rows[i][2]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        begin();
        set("url", bad[i]);
        if (strncmp(judge(), "url: must be an address", 23) != 0)
            fail_msg("%s: \"%s\"", bad[i], faults);
    }
}

static void where_it_listens(void **state)
{
    static const char *const good[] = {"127.0.0.1:0", "[::1]:8080", "localhost:65535",
                                       "127.1.2.3:80"};
    static const char *const bad[] = {"127.0.0.1", "8080",       "[::1]",     "::1:8080",
                                      "x:8080",    "127.0.0.1:", "1.1.1.1:x", "1.1.1.1:65536",
                                      "unix:",     "unix:x",     ":8080",     "[::1:80"};
    struct sockaddr_in6 six;
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
        begin();
        set("listen", good[i]);
        assert_string_equal(judge(), "");
    }
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        begin();
        set("listen", bad[i]);
        if (strncmp(judge(), "listen: ", 8) != 0)
            fail_msg("%s: \"%s\"", bad[i], faults);
    }
    begin();
    set("listen", "unix:/run/talon/web");
    set("url", "https://x");
    assert_string_equal(judge(), "");
    assert_string_equal(config.socket, "/run/talon/web");
    begin();
    set("listen", "[::]:8080");
    set("url", "https://x");
    assert_string_equal(judge(), "");
    memcpy(&six, &config.address, sizeof(six));
    assert_int_equal(six.sin6_family, AF_INET6);
    assert_int_equal(ntohs(six.sin6_port), 8080);
}

/* Nobody listens to the world by accident, or where nobody knows how it is reached. */
static void others_are_told_how_to_come(void **state)
{
    static const char *const far[] = {"0.0.0.0:8080", "[::]:8080", "192.0.2.1:80", "unix:/x"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(far); i++) {
        begin();
        set("listen", far[i]);
        assert_int_equal(strncmp(judge(), "url: must be the address that people type", 41), 0);
    }
}

static void all_faults_are_told_at_once(void **state)
{
    (void)state;
    begin();
    set("listen", "nowhere");
    set("url", "nothing");
    set("tls_cert", "/nonexistent/cert.pem");
    set("proxies", "10.0.0.0/8 everybody");
    judge();
    assert_non_null(strstr(faults, "listen: "));
    assert_non_null(strstr(faults, "url: "));
    assert_non_null(strstr(faults, "tls_cert: needs tls_key"));
    assert_non_null(strstr(faults, "proxies: "));
}

static void certificates_are_proven(void **state)
{
    char folder[] = "/tmp/talon-web-XXXXXX";
    char fingerprint[TLS_FINGERPRINT];
    char client[TLS_FINGERPRINT];
    char cert[64];
    char key[64];
    char other[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(tls_files_make(folder, fingerprint, client));
    snprintf(cert, sizeof(cert), "%s/server.crt", folder);
    snprintf(key, sizeof(key), "%s/server.key", folder);
    snprintf(other, sizeof(other), "%s/client.key", folder);
    begin();
    set("tls_cert", cert);
    set("tls_key", key);
    assert_string_equal(judge(), "");
    assert_true(config.tls);
    assert_string_equal(config.origin, "https://127.0.0.1:8080");
    begin();
    set("tls_cert", cert);
    set("tls_key", other);
    assert_string_equal(judge(), "tls_key: must be the key of tls_cert\n");
    begin();
    set("tls_cert", key);
    set("tls_key", key);
    assert_string_equal(judge(), "tls_cert: must hold a certificate in PEM\n");
    begin();
    set("tls_cert", "/nonexistent/cert.pem");
    set("tls_key", key);
    assert_int_equal(strncmp(judge(), "tls_cert: ", 10), 0);
    begin();
    set("tls_key", key);
    assert_string_equal(judge(), "tls_key: needs tls_cert\n");
    tls_files_remove(folder);
}

static void proxies_are_counted(void **state)
{
    char many[1024] = "";
    (void)state;
    for (unsigned i = 0; i <= WEB_PROXIES; i++)
        snprintf(many + strlen(many), sizeof(many) - strlen(many), "10.0.0.%u ", i);
    begin();
    set("proxies", many);
    assert_string_equal(judge(), "proxies: must be at most 32\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_keys_it_is_for_this_machine),
        cmocka_unit_test(addresses_of_people),
        cmocka_unit_test(where_it_listens),
        cmocka_unit_test(others_are_told_how_to_come),
        cmocka_unit_test(all_faults_are_told_at_once),
        cmocka_unit_test(certificates_are_proven),
        cmocka_unit_test(proxies_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
