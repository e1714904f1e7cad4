/* Keys of [irc NAME] that do not go together, and files that may not be used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/irc/options.h"
#include "base/array.h"

static char folder[] = "/tmp/talon-options-XXXXXX";
static char password[64], open_file[64], certificate[64];

static void write_file(char *path, size_t size, const char *name, const char *text, mode_t mode)
{
    snprintf(path, size, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static int make_files(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    write_file(password, sizeof(password), "password", "sesame\n", 0600);
    write_file(open_file, sizeof(open_file), "open", "sesame\n", 0644);
    write_file(certificate, sizeof(certificate), "certificate", "not looked into here\n", 0600);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    const char *const paths[] = {password, open_file, certificate};
    for (unsigned i = 0; i < 3; i++)
        unlink(paths[i]);
    return rmdir(folder);
}

/* Keys and values by turns, NULL at the end; "" when they are taken. */
static const char *reading(const char *const *values, struct options *options)
{
    static struct fault why;
    struct settings settings;
    assert_true(settings_init(&settings, options_keys));
    assert_null(settings_put(&settings, KEY_HOST, "irc.test"));
    for (; *values; values += 2) {
        int key = settings_find(&settings, values[0]);
        assert_true(key >= 0);
        assert_null(settings_put(&settings, key, values[1]));
    }
    why.text[0] = '\0';
    bool taken = options_read(options, &settings, &why);
    if (taken == (*why.text != 0))
        fail_msg("%d but '%s'", taken, why.text);
    settings_finish(&settings);
    return why.text;
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *values[7];
        const char *why;
    } rows[] = {
        {{"host", "two words"}, "host: "},
        {{"tls_fingerprint", "12"}, "tls_fingerprint: "},
        {{"nick", "#talon"}, "nick: "},
        {{"user", "a b"}, "user: "},
        {{"state_dir", "/nowhere"}, "state_dir: "},
        {{"sasl_mechanism", "PLAIN"}, "sasl_mechanism: needs"},
        {{"sasl_mechanism", "external"}, "sasl_mechanism: EXTERNAL needs"},
        {{"nickserv", "NickServ"}, "nickserv: "},
        {{"nickserv", "NickServ@local"}, "nickserv: "},
        {{"nickserv", "Nick Serv@services.test"}, "nickserv: "},
        {{"nickserv", "#c@services.test"}, "nickserv: "},
        {{"sasl_password_file", password}, "sasl_password_file: needs sasl_user"},
        {{"sasl_user", "me"}, "sasl_user: needs"},
        {{"sasl_required", "on"}, "sasl_required: "},
        {{"tls_ca", "/nowhere/ca"}, "tls_ca: no such file"},
        {{"sasl_user", "me", "sasl_password_file", open_file}, "others may use"},
        {{"password_file", open_file}, "others may use"},
        {{"tls_client_key", password}, "tls_client_key: needs"},
        {{"tls_client_cert", "/nowhere/cert"}, "tls_client_cert: no such file"},
        {{"tls_client_cert", open_file}, "tls_client_cert: contains its key"},
        {{"tls_client_cert", certificate, "tls_client_key", open_file}, "others may use"},
    };
    static struct options options;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *why = reading(rows[i].values, &options);
        if (!strstr(why, rows[i].why))
            fail_msg("%s %s: '%s'", rows[i].values[0], rows[i].values[1], why);
    }
}

static void good_options_are_taken(void **state)
{
    (void)state;
    static struct options options;
    assert_string_equal(reading((const char *[]){NULL}, &options), "");
    assert_int_equal(options.mechanism, SASL_MECHANISMS);
    assert_string_equal(options.sasl_password, "");
    assert_string_equal(options.state_dir, "");
    assert_int_equal(setenv("STATE_DIRECTORY", "/var/lib/one:/var/lib/two", 1), 0);
    assert_string_equal(reading((const char *[]){NULL}, &options), "");
    assert_string_equal(options.state_dir, "/var/lib/one");
    assert_string_equal(reading((const char *[]){"state_dir", folder, NULL}, &options), "");
    assert_string_equal(options.state_dir, folder);
    assert_int_equal(unsetenv("STATE_DIRECTORY"), 0);

    /* a pin without TLS: the server may ask for TLS by itself */
    assert_string_equal(
        reading((const char *[]){"tls", "off", "tls_fingerprint",
                                 "000102030405060708090a0b0c0d0e0f"
                                 "101112131415161718191a1b1c1d1eff",
                                 "nickserv", "NickServ@services.test", "sasl_mechanism", "plain",
                                 "sasl_user", "me", "sasl_password_file", password, NULL},
                &options),
        "");
    assert_int_equal(options.mechanism, SASL_PLAIN);
    assert_string_equal(options.sasl_password, "sesame");
    assert_int_equal(options.pin[1], 1);
    assert_int_equal(options.pin[31], 255);

    assert_string_equal(reading((const char *[]){"tls_client_cert", open_file, "tls_client_key",
                                                 certificate, "sasl_mechanism", "EXTERNAL", NULL},
                                &options),
                        "");
    assert_int_equal(options.mechanism, SASL_EXTERNAL);
    assert_string_equal(options.client_key, certificate);
    assert_string_equal(
        reading((const char *[]){"tls_client_cert", certificate, "sasl_required", "on", NULL},
                &options),
        "");
    assert_string_equal(options.client_key, "");
}

/* Without numbers the pace is the server's; one of the two leaves the other at its usual. */
static void flood_numbers_replace_the_pace(void **state)
{
    (void)state;
    static const struct {
        const char *values[5];
        bool is_auto;
        unsigned burst, rate;
    } rows[] = {
        {{NULL}, true, 5, 30},
        {{"flood_rate", "auto", "flood_burst", "auto"}, true, 5, 30},
        {{"flood_rate", "60"}, false, 5, 60},
        {{"flood_burst", "9"}, false, 9, 30},
        {{"flood_burst", "9", "flood_rate", "0"}, false, 9, 0},
        {{"flood_burst", "0"}, false, 0, 0},
    };
    static struct options options;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_string_equal(reading(rows[i].values, &options), "");
        assert_int_equal(options.flood_auto, rows[i].is_auto);
        assert_int_equal(options.flood_burst, rows[i].burst);
        assert_int_equal(options.flood_rate, rows[i].rate);
    }
    struct settings settings;
    assert_true(settings_init(&settings, options_keys));
    assert_string_equal(settings_put(&settings, KEY_FLOOD_RATE, "fast"),
                        "must be 0 to 60000 lines a minute, or auto");
    assert_string_equal(settings_put(&settings, KEY_SASL_MECHANISM, "SCRAM-SHA-1"),
                        "must be EXTERNAL, SCRAM-SHA-256 or PLAIN");
    settings_finish(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_options_are_refused),
                                       cmocka_unit_test(good_options_are_taken),
                                       cmocka_unit_test(flood_numbers_replace_the_pace)};
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
