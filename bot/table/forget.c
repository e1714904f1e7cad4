#include "forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/base/buf.h"
#include "bot/table/place.h"
#include "bot/table/setup.h"

/* -- tables -- */

static bool is_text(const cJSON *item, const char *key, const char *value)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, key));
    return text != NULL && strcmp(text, value) == 0;
}

/* A seat of theirs; a network that is not said is the table's. */
static bool is_seat_of(const cJSON *seat, const struct store_identity *who)
{
    bool same = is_text(seat, "account", who->account) || is_text(seat, "logged_in", who->account);
    return same &&
           (!cJSON_HasObjectItem(seat, "network") || is_text(seat, "network", who->network));
}

static bool table_has(const struct store_identity *who, const char *state)
{
    bool has = false;
    const cJSON *seat = NULL;
    cJSON *json = cJSON_Parse(state);
    cJSON_ArrayForEach(seat, cJSON_GetObjectItemCaseSensitive(json, "seats"))
    {
        has = has || is_seat_of(seat, who);
    }
    cJSON_Delete(json);
    return has;
}

/* "@account KEY", or with a number behind it. */
static bool channel_is(const struct store_identity *who, const char *channel)
{
    char name[STORE_ACCOUNT_MAX + 16];
    int length = snprintf(name, sizeof(name), "%c%s %s", PLACE_PRIVATE_MARK,
                          who->verified ? "account" : "nick", who->account);
    if (length < 0 || strncmp(channel, name, (size_t)length) != 0)
        return false;
    const char *behind = channel + length;
    return *behind == '\0' ||
           (*behind == ' ' && strspn(behind + 1, "0123456789") == strlen(behind + 1));
}

static enum store_forgets forget_setup(const struct store_identity *who, const char *text,
                                       char *out, size_t size)
{
    char identity[SETUP_IDENTITY];
    setup_identity(who->network, who->account, who->verified, identity);
    switch (setup_forget(text, identity, out, size)) {
    case SETUP_NAMES_NOBODY:
        return STORE_NAMES_NOBODY;
    case SETUP_FORGOT:
        return STORE_FORGOT;
    case SETUP_KNOWS_FOR_GOOD:
        break;
    }
    return STORE_KNOWS_FOR_GOOD;
}

/* -- settings -- */

static bool scope_is(const struct store_setting *setting, const char *kind, const char *network)
{
    size_t length = strlen(kind);
    return strncmp(setting->scope, kind, length) == 0 &&
           strcmp(setting->scope + length, network) == 0;
}

static bool is_preference(const struct store_identity *who, const struct store_setting *setting)
{
    char scope[384];
    snprintf(scope, sizeof(scope), "person:%s:%c:%s", who->network, who->verified ? 'V' : 'n',
             who->account);
    return strcmp(setting->scope, scope) == 0;
}

/* A link that waits for its other side: its lines have both. */
static bool is_link_of(const struct store_identity *who, const struct store_setting *setting)
{
    char side[STORE_ACCOUNT_MAX + STORE_NAME_MAX + 8];
    snprintf(side, sizeof(side), "\n%c\n%s\n%s\n", who->verified ? 'V' : 'n', who->network,
             who->account);
    return strcmp(setting->scope, "link") == 0 && strstr(setting->value, side) != NULL;
}

/* Takes one word out of a list parted by blanks. */
static enum store_forgets forget_in_list(const char *list, const char *word, char *out, size_t size)
{
    struct buf buf;
    bool found = false;
    size_t length = strlen(word);
    buf_init(&buf, out, size);
    while (*list != '\0') {
        size_t span = strcspn(list, " ");
        bool is = span == length && strncmp(list, word, length) == 0;
        found = found || is;
        if (!is)
            buf_printf(&buf, "%s%.*s", out[0] != '\0' ? " " : "", (int)span, list);
        list += span + strspn(list + span, " ");
    }
    return found ? STORE_FORGOT : STORE_NAMES_NOBODY;
}

static enum store_forgets forget_setting(const struct store_identity *who,
                                         const struct store_setting *setting, char *out,
                                         size_t size)
{
    char entry[STORE_ACCOUNT_MAX + 4];
    char scope[STORE_NAME_MAX + 16];
    snprintf(scope, sizeof(scope), "channel:%s:", who->network);
    snprintf(entry, sizeof(entry), "%c%s", who->verified ? 'V' : 'n', who->account);
    *out = '\0';
    if (is_preference(who, setting) || is_link_of(who, setting) ||
        (scope_is(setting, "nick:", who->network) && strcmp(setting->key, who->account) == 0))
        return STORE_FORGOT;
    if (strncmp(setting->scope, scope, strlen(scope)) != 0)
        return STORE_NAMES_NOBODY;
    if (channel_is(who, setting->scope + strlen(scope)))
        return STORE_FORGOT;
    return strcmp(setting->key, "notify") == 0 ? forget_in_list(setting->value, entry, out, size)
                                               : STORE_NAMES_NOBODY;
}

const struct store_forget_texts forget_texts = {
    .table = table_has,
    .channel = channel_is,
    .setup = forget_setup,
    .setting = forget_setting,
};
