/* The configuration file (bot/cli/config/config.h): what it takes, and one clear line for what it
 * refuses.
 */
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
#include "bot/cli/config/config.h"

/* Networks of this test's own, so that every kind of key is there. */
enum { HOST, PORT, TLS, CHANNELS, PASSWORD };
static const struct setting_key chat_keys[] = {
    [HOST] = {.name = "host", .type = SETTING_TEXT, .required = true, .example = "irc.example"},
    [PORT] = {.name = "port", .type = SETTING_NUMBER, .fallback = "6667", .min = 1, .max = 65535},
    [TLS] = {.name = "tls", .type = SETTING_SWITCH, .fallback = "off"},
    [CHANNELS] = {.name = "channels", .type = SETTING_LIST},
    [PASSWORD] = {.name = "password", .type = SETTING_SECRET},
    {0},
};
static const struct setting_key free_keys[] = {{.name = "note", .type = SETTING_TEXT}, {0}};
static const struct adapter_impl chat = {.name = "chat", .keys = chat_keys};
static const struct adapter_impl other = {.name = "other", .keys = free_keys};
static const struct adapter_impl face = {.name = "face", .keys = free_keys, .unnamed = true};
static const struct adapter_impl *const adapters[] = {&chat, &other, &face};

const struct adapter_impl *adapter_at(unsigned n)
{
    return n < 3 ? adapters[n] : NULL;
}

const struct adapter_impl *adapter_find(const char *name)
{
    for (unsigned n = 0; n < 3; n++) {
        if (strcmp(adapters[n]->name, name) == 0)
            return adapters[n];
    }
    return NULL;
}

static char path[] = "/tmp/talon-config-XXXXXX";
static char why[1024];
static struct config_faults faults;

/* `why` gets the first fault. */
static bool load_path(struct config *config, const char *from)
{
    *why = '\0';
    config_faults_finish(&faults);
    bool right = config_load(config, from, &faults);
    assert_int_equal(right, config_is_right(&faults));
    if (!right)
        config_fault_format(&faults, 0, from, why, sizeof(why));
    return right;
}

static bool load_bytes(struct config *config, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return load_path(config, path);
}

static bool load(struct config *config, const char *text)
{
    return load_bytes(config, text, strlen(text));
}

static void refuse(const char *text)
{
    struct config config;
    assert_false(load(&config, text));
    config_finish(&config);
}

static void a_whole_file(void **state)
{
    (void)state;
    struct config config;
    assert_true(load(&config, "\xef\xbb\xbf# the house\r\n"
                              "[talon]\r\n"
                              "  language = fr\r\n"
                              "prefix=.\n"
                              "timezone: +02:00\n"
                              "\n"
                              "; two networks\n"
                              "[ chat  libera ]\n"
                              "host = irc.example.org\n"
                              "port = 6697\n"
                              "tls = yes\n"
                              "   channels = #cards #uno;2\n"
                              "password = /run/secret\n"
                              "admins = ann, bob\n"
                              "admins = certfp:01:23:45:67:89:ab:CD:ef:0123456789ABCDEF\n"
                              "join_url = https://web.example/?channel={channel}\n"
                              "[other o.2-x_y]\n"));
    assert_string_equal(settings_text(&config.talon, CONFIG_LANGUAGE), "fr");
    assert_string_equal(settings_text(&config.talon, CONFIG_PREFIX), ".");
    assert_string_equal(settings_text(&config.talon, CONFIG_TIMEZONE), "+02:00");
    assert_int_equal(config.network_count, 2);
    const struct config_network *network = config.networks[0];
    assert_ptr_equal(network->impl, &chat);
    assert_string_equal(network->name, "libera");
    assert_string_equal(settings_text(&network->settings, HOST), "irc.example.org");
    assert_int_equal(settings_number(&network->settings, PORT), 6697);
    assert_true(settings_switch(&network->settings, TLS));
    assert_string_equal(settings_text(&network->settings, CHANNELS), "#cards #uno;2");
    assert_string_equal(settings_text(&network->ours, NETWORK_ADMINS),
                        "ann, bob certfp:01:23:45:67:89:ab:CD:ef:0123456789ABCDEF");
    assert_string_equal(settings_text(&network->ours, NETWORK_JOIN_URL),
                        "https://web.example/?channel={channel}");
    assert_ptr_equal(config.networks[1]->impl, &other);
    assert_null(settings_text(&config.networks[1]->ours, NETWORK_JOIN_URL));
    assert_null(settings_text(&config.networks[1]->ours, NETWORK_ADMINS)); /* nobody */
    assert_string_equal(config.networks[1]->name, "o.2-x_y");
    config_finish(&config);
}

static void defaults(void **state)
{
    (void)state;
    struct config config;
    assert_true(load(&config, ""));
    static const struct {
        enum config_key key;
        long number;
    } numbers[] = {
        {CONFIG_TURN_REMINDER, 60},
        {CONFIG_TURN_WHISPER, 90},
        {CONFIG_TURN_LIMIT, 120},
        {CONFIG_LOBBY_IDLE, 900},
        {CONFIG_AWAY_CLOSE, 86400},
        {CONFIG_BOT_DELAY, 1000},
        {CONFIG_UNO_GRACE, 0},
        {CONFIG_TABLES_MAX, 10000},
        {CONFIG_TABLES_PER_NETWORK, 10000},
        {CONFIG_TABLES_PER_PERSON, 3},
        {CONFIG_SPLIT_WAIT, 300},
        {CONFIG_LINK_LIFE, 600},
        {CONFIG_SEARCH_NODES, 0},
    };
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
        assert_int_equal(settings_number(&config.talon, (int)numbers[i].key), numbers[i].number);
    assert_string_equal(settings_text(&config.talon, CONFIG_LANGUAGE), "en");
    assert_string_equal(settings_text(&config.talon, CONFIG_PREFIX), "!");
    assert_string_equal(settings_text(&config.talon, CONFIG_TIMEZONE), "UTC");
    assert_string_equal(settings_text(&config.talon, CONFIG_LOG_LEVEL), "info");
    assert_int_equal(config.network_count, 0);
    config_finish(&config);
}

/* A line is short, a list may be long. */
static void a_list_may_stand_several_times(void **state)
{
    struct config config;
    (void)state;
    assert_true(load(&config, "[chat a]\nhost = h\nchannels = #a #b\nchannels = #c\n"));
    assert_string_equal(settings_text(&config.networks[0]->settings, CHANNELS), "#a #b #c");
    config_finish(&config);
}

/* Uncommented, and not filled in. */
static void an_empty_value_is_as_good_as_none(void **state)
{
    struct config config;
    (void)state;
    assert_true(load(&config, "[talon]\nprefix =\n[chat a]\nhost = h\nport =\ntls =\npassword =\n"
                              "channels =\nadmins =\n"));
    assert_string_equal(settings_text(&config.talon, CONFIG_PREFIX), "!");
    const struct settings *settings = &config.networks[0]->settings;
    for (int key = 0; settings->keys[key].name; key++)
        assert_true((settings->values[key] != NULL) == (key == HOST));
    assert_null(settings_text(&config.networks[0]->ours, NETWORK_ADMINS));
    config_finish(&config);
}

static const struct {
    const char *text;
    int line;
    const char *says;
} lines[] = {
    {"[talon]\nlangauge = fr\n", 2,
     "unknown key \"langauge\" in [talon]; did you mean \"language\"?"},
    {"[talon]\nxyzzy = fr\n", 2, "unknown key \"xyzzy\" in [talon]"},
    {"[chat a]\nhost = h\ndatabase = /x/talon.db\n", 3,
     "\"database\" belongs in [talon], not in [chat a]"},
    {"[chat a]\nhost = h\nprot = 1\n", 3,
     "unknown key \"prot\" in [chat a]; did you mean \"port\"?"},
    {"[chat a]\nhost = h\nadmin = ann\n", 3,
     "unknown key \"admin\" in [chat a]; did you mean \"admins\"?"},
    {"[chat a]\nhost = h\nadmins = ann certfp:0123\n", 3,
     "admins = ann certfp:0123: has no 32 to 128 hexadecimal digits behind certfp:"},
    {"[chat a]\nhost = h\nadmins = certfp:0123456789abcdefg0123456789abcdef\n", 3,
     "admins = certfp:0123456789abcdefg0123456789abcdef: has no 32 to 128 hexadecimal digits "
     "behind "
     "certfp:"},
    {"\n[irk libera]\n", 2,
     "unknown section [irk libera]; there are [talon], [chat NAME], [other NAME], [face]"},
    {"[]\n", 1, "unknown section []; there are [talon], [chat NAME], [other NAME], [face]"},
    {"[talon x]\n", 1,
     "unknown section [talon x]; there are [talon], [chat NAME], [other NAME], [face]"},
    {"[talon]\nprefix = !\nprefix = !\n", 3, "\"prefix\" is given twice in [talon]"},
    {"[talon]\n[other a]\n[talon]\n", 3, "[talon] is already in line 1"},
    {"[other a]\n[talon]\n[other a]\n", 3, "the name \"a\" is used by [other a] in line 1"},
    {"[other a]\n[chat a]\nhost = h\n", 2, "the name \"a\" is used by [other a] in line 1"},
    {"[chat a]\nhost = h\nport = 70000\n", 3, "port = 70000: must be 1 to 65535"},
    {"[chat a]\nhost =\n", 2, "host = : is empty"},
    {"[chat a]\nhost = h\ntls = perhaps\n", 3, "tls = perhaps: must be on or off"},
    {"[chat a]\nhost = h\npassword = ./x\n", 3,
     "password: must be the name of a file beside the configuration, or an absolute path"},
    {"# c\n[chat a]\nport = 1\n[talon]\n", 2,
     "[chat a] needs the key \"host\", for example: host = irc.example"},
    {"\n\n[chat a]", 3, "[chat a] needs the key \"host\", for example: host = irc.example"},
    {"[chat]\n", 1,
     "[chat NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to 32)"},
    {"[chat a b]\n", 1,
     "[chat NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to 32)"},
    {"[chat a/b]\n", 1,
     "[chat NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to 32)"},
    {"[chat -a]\n", 1,
     "[chat NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to 32)"},
    {"[chat aaaaaaaaaabbbbbbbbbbccccccccccddd]\n", 1,
     "[chat NAME]: NAME must be one plain word of letters, digits, \"-\", \"_\", \".\" (up to 32)"},
    {"[face a]\n", 1, "[face] has no name and may appear once only"},
    {"[face]\nnote = x\n[face]\n", 3, "[face] is already in line 1"},
    {"[other face]\n[face]\n", 2, "the name \"face\" is used by [other face] in line 1"},
    {"[face]\n[other face]\n", 2, "the name \"face\" is used by [face] in line 1"},
    {"[chat a]\nhost = h\njoin_url = irc.example.org\n", 3,
     "join_url = irc.example.org: must begin with https://, http://, ircs:// or irc://"},
    {"[chat a]\nhost = h\njoin_url = javascript:alert(1)\n", 3,
     "join_url = javascript:alert(1): must begin with https://, http://, ircs:// or irc://"},
    {"[chat a]\nhost = h\njoin_url = ircs:///x\n", 3,
     "join_url = ircs:///x: must name a server behind \"//\""},
    {"[chat a]\nhost = h\njoin_url = ircs://h/#cards\n", 3,
     "join_url = ircs://h/#cards: must have %23 in place of \"#\""},
    {"[chat a]\nhost = h\njoin_url = https://h/{room}\n", 3,
     "join_url = https://h/{room}: may have no \"{\" except in {channel}"},
    {"[chat a]\nhost = h\njoin_url = https://h/a b\n", 3,
     "join_url = https://h/a b: must be an address without blanks and quotes"},
    {"[face]\nadmins = x\n", 2, "unknown key \"admins\" in [face]"},
    {"[face]\nnoet = x\n", 2, "unknown key \"noet\" in [face]; did you mean \"note\"?"},
    {"[other a] x\n", 1, "a section is [NAME] with nothing else on its line"},
    {"[other a\n", 1, "a section is [NAME] with nothing else on its line"},
    {"prefix = !\n", 1, "\"prefix\" comes before the first section"},
    {"[talon]\nprefix\nlangauge = x\n", 2, "neither [SECTION] nor KEY = VALUE"},
    {"[talon]\n = x\n", 2, "there is no key before \"=\""},
    {"[other a]\nnote = one ; two\n", 2,
     "a value cannot contain a space followed by \";\" (put a comment on its own line)"},
    {"[talon]\nlanguage = nl\n", 2, "language = nl: must be en, de, es, fr, it or pt-BR"},
    {"[talon]\nbackup_at = 24:00\n", 2, "backup_at = 24:00: must be HH:MM, such as 04:30"},
    {"[talon]\ntimezone = CET\n", 2, "timezone = CET: must be UTC, +HH:MM or -HH:MM"},
    {"[talon]\nlog_level = loud\n", 2, "log_level = loud: must be error, warn, info or debug"},
    {"[talon]\nprefix = uno\n", 2, "prefix = uno: must consist of signs such as ! or ."},
    {"[talon]\nsearch_nodes = 1000001\n", 2, "search_nodes = 1000001: must be 0 to 1000000 moves"},
    {"[talon]\nbot_delay = -1\n", 2, "bot_delay = -1: must be 0 to 60000 milliseconds"},
    {"[talon]\nxyzzy = 1\n[talon]\n", 2, "unknown key \"xyzzy\" in [talon]"},
};

static void every_fault_is_one_line_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        char expected[400];
        snprintf(expected, sizeof(expected), "%s:%d: %s", path, lines[i].line, lines[i].says);
        refuse(lines[i].text);
        assert_string_equal(why, expected);
        assert_null(strchr(why, '\n'));
    }
}

/* In the order of the lines, whenever each was found; what can be read is there all the same. */
static void all_faults_are_told_at_once(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "3: langauge",  "5: unknown section [irk a]", "8: [chat b] needs the key \"host\"",
        "9: port = 0:", "11: neither [SECTION]",      "12: \"tls\" is given twice",
        "13: the name", "16: password: must be"};
    struct config config;
    assert_false(load(&config,
                      "[talon]\nprefix = .\nlangauge = fr\n\n[irk a]\nhost = h\nprot = 1\n"
                      "[chat b]\nport = 0\ntls = on\nport\ntls = off\n[other b]\nnoet = x\n"
                      "[chat c]\npassword = ./x\nhost = h\n"));
    assert_int_equal(faults.count, ARRAY_SIZE(expected));
    for (unsigned i = 0; i < faults.count; i++) {
        char text[1024], *colon;
        config_fault_format(&faults, i, path, text, sizeof(text));
        colon = strchr(text, ':');
        if (i == 0)
            assert_non_null(strstr(colon, "unknown key \"langauge\""));
        else if (strncmp(colon + 1, expected[i], strlen(expected[i])) != 0)
            fail_msg("%u: '%s', expected '%s'", i, colon + 1, expected[i]);
    }
    assert_string_equal(settings_text(&config.talon, CONFIG_PREFIX), ".");
    assert_int_equal(config.network_count, 2);
    assert_int_equal(config.networks[1]->line, 15);
    assert_int_equal(settings_line(&config.networks[1]->settings, HOST), 17);
    config_finish(&config);
}

/* What stands where the name of a file belongs may be the secret itself. */
static void a_secret_in_the_wrong_place_is_not_told(void **state)
{
    static const char *const files[] = {
        "[chat a]\nhost = h\npassword = ./hunter22\n",
        "[chat a]\nhost = h\npassword = hunter22/x\n",
        "[chat a]\nhost = h\npasword = hunter22\n",
        "[chat a]\nhost = h\npassword = a\npassword = hunter22\n",
        "[chat a]\nhost = h\nhunter22\n",
        "[chat a]\nhost = h\npassword = a ; hunter22\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
        refuse(files[i]);
        for (unsigned n = 0; n < faults.count; n++)
            assert_null(strstr(faults.list[n].text, "hunter22"));
    }
}

static void long_lines_are_refused_and_not_cut(void **state)
{
    (void)state;
    struct config config;
    char text[2000], note[1000];
    /* 198 bytes are the most that inih takes whole. */
    memset(note, 'n', sizeof(note));
    snprintf(text, sizeof(text), "[other a]\nnote = %.*s\n", 198 - 7, note);
    assert_true(load(&config, text));
    assert_int_equal(strlen(settings_text(&config.networks[0]->settings, 0)), 198 - 7);
    config_finish(&config);

    char expected[100];
    snprintf(expected, sizeof(expected), "%s:2: the line is longer than 198 bytes", path);
    snprintf(text, sizeof(text), "[other a]\nnote = %.*s\n", 199 - 7, note);
    refuse(text);
    assert_string_equal(why, expected);
    snprintf(text, sizeof(text), "[other a]\nnote = %.*s", 900, note);
    refuse(text);
    assert_string_equal(why, expected);
    /* A comment may be longer, and the lines behind it keep their numbers. */
    snprintf(text, sizeof(text), "[other a]\n# %.*s\nnoet = x\n", 900, note);
    refuse(text);
    snprintf(expected, sizeof(expected),
             "%s:3: unknown key \"noet\" in [other a]; did you mean \"note\"?", path);
    assert_string_equal(why, expected);
}

static void bytes_that_are_no_text(void **state)
{
    (void)state;
    struct config config;
    static const char bytes[] = "[talon]\npre\0fix = !\n";
    assert_false(load_bytes(&config, bytes, sizeof(bytes) - 1));
    config_finish(&config);
    assert_non_null(strstr(why, ":2: contains a NUL"));
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    struct config config;
    assert_false(load_path(&config, "/nonexistent/talon.conf"));
    config_finish(&config);
    assert_string_equal(why, "/nonexistent/talon.conf: No such file or directory");
    assert_false(load_path(&config, "/tmp"));
    config_finish(&config);
    assert_string_equal(why, "/tmp: Is a directory");
}

static void timezones(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        int minutes;
    } rows[] = {
        {"UTC", true, 0},      {"+02:00", true, 120},  {"-03:30", true, -210},
        {"+14:00", true, 840}, {"-12:00", true, -720}, {"+00:00", true, 0},
        {"+14:01", false, 0},  {"-12:30", false, 0},   {"+02:60", false, 0},
        {"02:00", false, 0},   {"+2:00", false, 0},    {"+0200", false, 0},
        {"+02:0x", false, 0},  {"+02:000", false, 0},  {"", false, 0},
        {"utc", false, 0},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        int minutes = 0;
        assert_int_equal(config_timezone(rows[i].text, &minutes), rows[i].ok);
        assert_int_equal(minutes, rows[i].minutes);
    }
}

static void the_database_follows_the_state_directory(void **state)
{
    (void)state;
    struct config config;
    char database[100];
    unsetenv("STATE_DIRECTORY");
    assert_true(config_init(&config));
    assert_true(config_database(&config, database, sizeof(database)));
    assert_string_equal(database, "/var/lib/talon/talon.db");
    setenv("STATE_DIRECTORY", "/var/lib/private/talon:/other", 1);
    assert_true(config_database(&config, database, sizeof(database)));
    assert_string_equal(database, "/var/lib/private/talon/talon.db");
    assert_false(config_database(&config, database, 10));
    assert_null(settings_put(&config.talon, CONFIG_DATABASE, "/tmp/x.db"));
    assert_true(config_database(&config, database, sizeof(database)));
    assert_string_equal(database, "/tmp/x.db");
    config_finish(&config);
    unsetenv("STATE_DIRECTORY");
}

static int set_up(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int tear_down(void **state)
{
    (void)state;
    config_faults_finish(&faults);
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file),
        cmocka_unit_test(defaults),
        cmocka_unit_test(a_list_may_stand_several_times),
        cmocka_unit_test(an_empty_value_is_as_good_as_none),
        cmocka_unit_test(every_fault_is_one_line_with_its_place),
        cmocka_unit_test(all_faults_are_told_at_once),
        cmocka_unit_test(a_secret_in_the_wrong_place_is_not_told),
        cmocka_unit_test(long_lines_are_refused_and_not_cut),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(timezones),
        cmocka_unit_test(the_database_follows_the_state_directory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
