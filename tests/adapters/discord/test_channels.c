/* The channels and threads that Discord names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/guilds/channels.h"

static cJSON *parse(const char *text)
{
    cJSON *json = cJSON_Parse(text);
    if (!json)
        fail_msg("the test's own JSON: %s", text);
    return json;
}

static char told[256];

static void on_entered(void *arg, const char *channel)
{
    (void)arg;
    snprintf(told + strlen(told), sizeof(told) - strlen(told), "+%s ", channel);
}

static void on_removed(void *arg, const char *channel)
{
    (void)arg;
    snprintf(told + strlen(told), sizeof(told) - strlen(told), "-%s ", channel);
}

static const struct channels_setup setup = {.entered = on_entered, .removed = on_removed};

static const char *dispatch(struct channels *places, const char *name, const char *data)
{
    cJSON *json = parse(data);
    told[0] = '\0';
    channels_dispatch(places, &setup, name, json);
    cJSON_Delete(json);
    return told;
}

static void test_places(void **state)
{
    (void)state;
    struct channels places = {.all = NULL};
    assert_string_equal(dispatch(&places, "GUILD_CREATE",
                                 "{\"id\":\"1\",\"channels\":[{\"id\":\"11\"},{\"id\":\"12\"}],"
                                 "\"threads\":[{\"id\":\"13\"}]}"),
                        "+11 +12 +13 ");
    assert_string_equal(
        dispatch(&places, "GUILD_CREATE", "{\"id\":\"1\",\"channels\":[{\"id\":\"11\"}]}"), "");
    dispatch(&places, "GUILD_CREATE", "{\"id\":\"2\",\"channels\":[{\"id\":\"21\"}]}");
    assert_string_equal(dispatch(&places, "CHANNEL_DELETE", "{\"id\":\"12\"}"), "-12 ");
    assert_string_equal(dispatch(&places, "CHANNEL_DELETE", "{\"id\":\"12\"}"), "");
    assert_string_equal(dispatch(&places, "THREAD_CREATE", "{\"id\":\"14\",\"guild_id\":\"1\"}"),
                        "+14 ");
    assert_string_equal(dispatch(&places, "GUILD_DELETE", "{\"id\":\"1\"}"), "-11 -13 -14 ");
    assert_string_equal(dispatch(&places, "TYPING_START", "{\"id\":\"21\"}"), "");
    assert_string_equal(dispatch(&places, "GUILD_CREATE", "{\"channels\":[{\"id\":\"3\"}]}"), "");
    told[0] = '\0';
    channels_silence(&places, 0, 0, NULL, NULL);
    channels_tell(&places, &setup, 0, 0);
    assert_true(channels_see(&places, &setup, "21", "2"));
    assert_true(channels_see(&places, &setup, "22", "2"));
    channels_lose(&places, &setup, "22");
    assert_string_equal(told, "+21 +22 -22 ");
    channels_finish(&places);
}

static void expect_name(const struct channels *places, const char *channel, const char *name)
{
    const char *known = channels_name(places, channel);
    assert_true((known == NULL) == (name == NULL));
    if (name != NULL)
        assert_string_equal(known, name);
}

static void test_places_have_names(void **state)
{
    (void)state;
    char data[512];
    char name[CHANNELS_NAME + 100];
    struct channels places = {.all = NULL};
    dispatch(
        &places, "GUILD_CREATE",
        "{\"id\":\"1\",\"channels\":[{\"id\":\"11\",\"name\":\"cards\"},{\"id\":\"12\"}],"
        "\"threads\":[{\"id\":\"13\",\"parent_id\":\"11\",\"name\":\"A round at caf\u00e9\"}]}");
    expect_name(&places, "11", "#cards");
    expect_name(&places, "12", NULL);
    expect_name(&places, "13", "A round at café");
    expect_name(&places, "77", NULL);
    dispatch(&places, "CHANNEL_UPDATE", "{\"id\":\"11\",\"guild_id\":\"1\",\"name\":\"games\"}");
    expect_name(&places, "11", "#games");
    dispatch(&places, "CHANNEL_UPDATE", "{\"id\":\"11\",\"guild_id\":\"1\",\"name\":7}");
    expect_name(&places, "11", "#games");
    dispatch(&places, "THREAD_CREATE",
             "{\"id\":\"14\",\"guild_id\":\"1\",\"parent_id\":\"11\",\"name\":\"new\"}");
    dispatch(&places, "THREAD_UPDATE",
             "{\"id\":\"14\",\"guild_id\":\"1\",\"parent_id\":\"11\",\"name\":\"renamed\"}");
    expect_name(&places, "14", "renamed");
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    snprintf(data, sizeof(data), "{\"id\":\"12\",\"guild_id\":\"1\",\"name\":\"%s\"}", name);
    dispatch(&places, "CHANNEL_UPDATE", data);
    assert_int_equal(strlen(channels_name(&places, "12")), 1 + CHANNELS_NAME);
    dispatch(&places, "CHANNEL_DELETE", "{\"id\":\"11\"}");
    expect_name(&places, "11", NULL);
    channels_finish(&places);
}

/* What not everybody of a server sees is told nobody outside of it, either. */
static void test_private_places_have_none(void **state)
{
    (void)state;
    struct channels places = {.all = NULL};
    dispatch(&places, "GUILD_CREATE",
             "{\"id\":\"1\",\"channels\":["
             "{\"id\":\"11\",\"name\":\"staff\",\"permission_overwrites\":["
             "{\"id\":\"7\",\"type\":1,\"allow\":\"1024\",\"deny\":\"0\"},"
             "{\"id\":\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"3072\"}]},"
             "{\"id\":\"12\",\"name\":\"read-only\",\"permission_overwrites\":["
             "{\"id\":\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"2048\"},"
             "{\"id\":\"8\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"}]}],"
             "\"threads\":[{\"id\":\"13\",\"type\":11,\"parent_id\":\"11\",\"name\":\"plans\"},"
             "{\"id\":\"14\",\"type\":12,\"parent_id\":\"12\",\"name\":\"between us\"},"
             "{\"id\":\"15\",\"type\":11,\"parent_id\":\"12\",\"name\":\"for all\"},"
             "{\"id\":\"16\",\"type\":11,\"name\":\"of nowhere\"}]}");
    expect_name(&places, "11", "");
    expect_name(&places, "12", "#read-only");
    expect_name(&places, "13", "");
    expect_name(&places, "14", "");
    expect_name(&places, "15", "for all");
    expect_name(&places, "16", "");
    dispatch(&places, "CHANNEL_UPDATE",
             "{\"id\":\"12\",\"guild_id\":\"1\",\"name\":\"read-only\",\"permission_overwrites\":["
             "{\"id\":\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"}]}");
    expect_name(&places, "12", "");
    channels_finish(&places);
}

/* A server may let its members see what a role of theirs has, and everybody nothing. */
static void test_a_server_hides_its_places(void **state)
{
    (void)state;
    struct channels places = {.all = NULL};
    dispatch(&places, "GUILD_CREATE",
             "{\"id\":\"1\",\"roles\":[{\"id\":\"8\",\"permissions\":\"3072\"},"
             "{\"id\":\"1\",\"permissions\":\"2048\"}],\"channels\":["
             "{\"id\":\"11\",\"name\":\"staff\"},"
             "{\"id\":\"12\",\"name\":\"welcome\",\"permission_overwrites\":["
             "{\"id\":\"1\",\"type\":0,\"allow\":\"1024\",\"deny\":\"0\"}]}],"
             "\"threads\":[{\"id\":\"13\",\"type\":11,\"parent_id\":\"11\",\"name\":\"plans\"},"
             "{\"id\":\"14\",\"type\":11,\"parent_id\":\"12\",\"name\":\"hello\"}]}");
    expect_name(&places, "11", "");
    expect_name(&places, "12", "#welcome");
    expect_name(&places, "13", "");
    expect_name(&places, "14", "hello");
    dispatch(&places, "GUILD_ROLE_UPDATE",
             "{\"guild_id\":\"1\",\"role\":{\"id\":\"8\",\"permissions\":\"0\"}}");
    expect_name(&places, "11", "");
    dispatch(&places, "GUILD_ROLE_UPDATE",
             "{\"guild_id\":\"1\",\"role\":{\"id\":\"1\",\"permissions\":\"3072\"}}");
    expect_name(&places, "11", "#staff");
    expect_name(&places, "13", "plans");
    dispatch(&places, "GUILD_UPDATE",
             "{\"id\":\"1\",\"roles\":[{\"id\":\"1\",\"permissions\":\"0\"}]}");
    expect_name(&places, "11", "");
    dispatch(&places, "GUILD_ROLE_UPDATE",
             "{\"guild_id\":\"1\",\"role\":{\"id\":\"1\",\"permissions\":\"8\"}}");
    expect_name(&places, "11", "#staff"); /* an administrator sees all */
    channels_finish(&places);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_places_have_names),
        cmocka_unit_test(test_private_places_have_none),
        cmocka_unit_test(test_a_server_hides_its_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
