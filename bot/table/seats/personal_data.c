#include "personal_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "bot/table/seats/forget.h"
#include "bot/table/setup.h"
#include "engine/notation.h"

/* -- rounds -- */

static uint32_t seats_of(const struct store_identity *who, const char *text)
{
    char identity[SETUP_IDENTITY];
    struct setup setup;
    struct setup_kept kept;
    uint32_t seats = 0;
    setup_identity(who->network, who->account, who->verified, identity);
    if (strstr(text, identity) == NULL || setup_read_kept(text, &setup, &kept) != NULL)
        return 0;
    for (unsigned i = 0; i < setup.players && setup.version > 1; i++) {
        if (strcmp(kept.identity[i], identity) == 0)
            seats |= UINT32_C(1) << i;
    }
    return seats;
}

static bool name_seen_of(const char *text, unsigned seat, char *out, size_t size)
{
    struct setup setup;
    struct setup_kept kept;
    if (setup_read_kept(text, &setup, &kept) != NULL || setup.version == 1 || seat >= setup.players)
        return false;
    snprintf(out, size, "%s", setup.seats[seat].name);
    return true;
}

static unsigned actor_of(const char *action)
{
    return seat_parse(action, strcspn(action, " "));
}

/* -- settings -- */

/* Writes the lines of a code of !link that are about them, from "V" or "n" on. The other lines may
 * be about somebody else. */
static void own_side(const struct store_identity *who, const char *value, char *out, size_t size)
{
    enum { SIDE_LINES = 7 };
    char side[STORE_ACCOUNT_MAX + STORE_NAME_MAX + 8];
    snprintf(side, sizeof(side), "\n%c\n%s\n%s\n", who->verified ? 'V' : 'n', who->network,
             who->account);
    const char *at = strstr(value, side) + 1;
    size_t length = 0;
    for (unsigned i = 0; i < SIDE_LINES && at[length] != '\0'; i++)
        length += strcspn(at + length, "\n") + (at[length + strcspn(at + length, "\n")] != '\0');
    snprintf(out, size, "%.*s", (int)length, at);
}

static bool is_ban_of(const struct store_identity *who, const struct store_setting *setting)
{
    char key[STORE_ACCOUNT_MAX + STORE_NAME_MAX + 16];
    snprintf(key, sizeof(key), "person %s %s", who->network, who->account);
    return strcmp(setting->scope, "ban") == 0 && who->verified && strcmp(setting->key, key) == 0;
}

/* Writes what of a setting is theirs. If !forget would delete the whole setting, or it is a ban of
 * them, that is all of it; in a list or a link only their entry. Returns false if nothing is. */
static bool of_setting(const struct store_identity *who, const struct store_setting *setting,
                       char *out, size_t size)
{
    enum store_forgets forgets = forget_texts.setting(who, setting, out, size);
    bool shared = strcmp(setting->key, "notify") == 0 && forgets == STORE_FORGOT &&
                  strncmp(setting->scope, "channel:", strlen("channel:")) == 0;
    if (forgets != STORE_FORGOT && !is_ban_of(who, setting))
        return false;
    if (strcmp(setting->scope, "link") == 0)
        own_side(who, setting->value, out, size);
    else if (shared)
        snprintf(out, size, "%s%s", who->verified ? "V" : "n", who->account);
    else
        snprintf(out, size, "%s", setting->value);
    return true;
}

/* -- tables -- */

static bool is_text(const cJSON *item, const char *key, const char *value)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, key));
    return text != NULL && strcmp(text, value) == 0;
}

/* An item that names no network is on the table's own. */
static bool is_theirs(const struct store_identity *who, const char *network, const cJSON *item)
{
    bool verified = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "verified"));
    if (cJSON_HasObjectItem(item, "network") ? !is_text(item, "network", who->network)
                                             : strcmp(network, who->network) != 0)
        return false;
    return (verified == who->verified && is_text(item, "account", who->account)) ||
           (who->verified && is_text(item, "logged_in", who->account));
}

/* Writes their seats and cuts from a table's state. Returns false if there are none. */
static bool of_table(const struct store_identity *who, const char *network, const char *state,
                     char *out, size_t size)
{
    static const char *const lists[] = {"seats", "cuts"};
    const cJSON *item = NULL;
    cJSON *json = cJSON_Parse(state);
    cJSON *theirs = cJSON_CreateArray();
    for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, lists[i]))
        {
            if (is_theirs(who, network, item))
                cJSON_AddItemToArray(theirs, cJSON_Duplicate(item, true));
        }
    }
    bool any = cJSON_GetArraySize(theirs) > 0 &&
               cJSON_PrintPreallocated(theirs, out, (int)size, false) != 0;
    cJSON_Delete(theirs);
    cJSON_Delete(json);
    return any;
}

const struct store_person_texts personal_data_texts = {
    .seats = seats_of,
    .seen = name_seen_of,
    .actor = actor_of,
    .setting = of_setting,
    .table = of_table,
};
