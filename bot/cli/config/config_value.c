/* The values of keys: the checks that a key's type cannot express. */
#include <ctype.h>
#include <string.h>

#include "base/array.h"
#include "bot/cli/config/config.h"
#include "bot/control/monitor.h"
#include "bot/control/path.h"
#include "bot/pages/join_url.h"
#include "bot/people/admin.h"
#include "bot/text/preset.h"

/* -- times -- */

bool config_time_of_day(const char *text, unsigned *minutes)
{
    static const int digits[] = {0, 1, 3, 4};
    if (strlen(text) != 5 || text[2] != ':')
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(digits); i++) {
        if (!isdigit((unsigned char)text[digits[i]]))
            return false;
    }
    int hour = (text[0] - '0') * 10 + text[1] - '0';
    int minute = (text[3] - '0') * 10 + text[4] - '0';
    *minutes = (unsigned)(hour * 60 + minute);
    return hour < 24 && minute < 60;
}

bool config_timezone(const char *text, int *minutes)
{
    if (strcmp(text, "UTC") == 0) {
        *minutes = 0;
        return true;
    }
    if (*text != '+' && *text != '-')
        return false;
    unsigned at = 0;
    if (!config_time_of_day(text + 1, &at))
        return false;
    int sum = (int)at * (*text == '-' ? -1 : 1);
    if (sum < -12 * 60 || sum > 14 * 60)
        return false;
    *minutes = sum;
    return true;
}

/* -- checks -- */

static const char *check_prefix(const char *value)
{
    size_t length = strlen(value);
    for (size_t i = 0; i < length; i++) {
        if (!isgraph((unsigned char)value[i]) || isalnum((unsigned char)value[i]))
            return "must consist of signs such as ! or .";
    }
    return length >= 1 && length <= 4 ? NULL : "must be one to four signs";
}

static const char *check_timezone(const char *value)
{
    int minutes;
    return config_timezone(value, &minutes) ? NULL : "must be UTC, +HH:MM or -HH:MM";
}

static const char *check_backup_at(const char *value)
{
    unsigned minutes;
    return config_time_of_day(value, &minutes) ? NULL : "must be HH:MM, such as 04:30";
}

static const char *check_control_socket(const char *value)
{
    if (strcmp(value, "off") == 0)
        return NULL;
    if (*value != '/')
        return "must be a path that begins with /, or off";
    return strlen(value) < CONTROL_PATH_MAX ? NULL : "must be of at most 107 bytes";
}

static const char *check_http(const char *value)
{
    struct monitor_address address;
    return monitor_read_address(value, &address) ? NULL
                                                 : "must be HOST:PORT, such as 127.0.0.1:9467, or "
                                                   "unix:/PATH";
}

static const struct {
    const struct setting_key *keys;
    int key;
    const char *(*check)(const char *value);
} checks[] = {
    {talon_keys, CONFIG_PREFIX, check_prefix},
    {talon_keys, CONFIG_PRESETS, preset_check},
    {talon_keys, CONFIG_TIMEZONE, check_timezone},
    {talon_keys, CONFIG_BACKUP_AT, check_backup_at},
    {talon_keys, CONFIG_CONTROL_SOCKET, check_control_socket},
    {talon_keys, CONFIG_HTTP, check_http},
    {network_keys, NETWORK_ADMINS, admin_check},
    {network_keys, NETWORK_JOIN_URL, join_url_check},
};

const char *config_put(struct settings *settings, int key, const char *value)
{
    const char *why = *value == '\0' ? "is empty"
                      : settings_is_quoted(value)
                          ? "has quotes, which would become part of it: remove them"
                          : NULL;
    for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
        if (checks[i].keys == settings->keys && checks[i].key == key && !why)
            why = checks[i].check(value);
    }
    return why ? why : settings_put(settings, key, value);
}
