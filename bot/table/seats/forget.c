#include "forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/people/link.h"
#include "bot/people/nick.h"
#include "bot/people/setting_store.h"
#include "bot/table/round/cut.h"
#include "bot/table/saved/save.h"
#include "bot/table/setup.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"

/* -- tables -- */

static bool is_text(const cJSON *item, const char *key, const char *value)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, key));
    return text != NULL && strcmp(text, value) == 0;
}

/* Whether that item of a table's state names their network. Without it the item is on the table's
 * own network. */
static bool is_on(const cJSON *item, const char *key, const char *network,
                  const struct store_identity *who)
{
    return cJSON_HasObjectItem(item, key) ? is_text(item, key, who->network)
                                          : strcmp(network, who->network) == 0;
}

/* Returns true if the seat or cut in a table's state is theirs. */
static bool is_of(const cJSON *item, const char *network, const struct store_identity *who)
{
    bool same = is_text(item, "account", who->account) || is_text(item, "logged_in", who->account);
    return same && is_on(item, "network", network, who);
}

static bool table_has(const struct store_identity *who, const char *network, const char *state)
{
    static const char *const lists[] = {"seats", "cuts"};
    const cJSON *item = NULL;
    cJSON *json = cJSON_Parse(state);
    bool has = is_text(json, "opener", who->account) && is_on(json, "opener_network", network, who);
    for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, lists[i]))
        {
            has = has || is_of(item, network, who);
        }
    }
    cJSON_Delete(json);
    return has;
}

/* Returns true if that is the name of their private talk: "@account KEY" or "@nick KEY", perhaps
 * with a number behind it. */
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

/* If the text begins with `word`, moves *text behind it and returns true. */
static bool skip_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

static const char *kind_of(const struct store_identity *who)
{
    return who->verified ? "V" : "n";
}

static enum store_forgets forget_if(bool is)
{
    return is ? STORE_FORGOT : STORE_NAMES_NOBODY;
}

/* Returns true if they are the maker or the taker of a code of !link. The setting's value has lines
 * for both. */
static bool is_link_of(const struct store_identity *who, const struct store_setting *setting)
{
    char side[STORE_ACCOUNT_MAX + STORE_NAME_MAX + 8];
    snprintf(side, sizeof(side), "\n%c\n%s\n%s\n", who->verified ? 'V' : 'n', who->network,
             who->account);
    return strstr(setting->value, side) != NULL;
}

/* Copies a list of words, with blanks between them, to `out`, and leaves `word` out. */
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

static enum store_forgets forget_of_channel(const struct store_identity *who, const char *channel,
                                            const struct store_setting *setting, char *out,
                                            size_t size)
{
    char entry[STORE_ACCOUNT_MAX + 4];
    if (channel_is(who, channel))
        return STORE_FORGOT;
    if (strcmp(setting->key, "notify") != 0)
        return STORE_NAMES_NOBODY;
    snprintf(entry, sizeof(entry), "%s%s", kind_of(who), who->account);
    return forget_in_list(setting->value, entry, out, size);
}

/* Finds out if a setting is about them. It compares the first words of the scope first: there may
 * be very many settings, and most are other people's. */
static enum store_forgets forget_setting(const struct store_identity *who,
                                         const struct store_setting *setting, char *out,
                                         size_t size)
{
    const char *at = setting->scope;
    *out = '\0';
    if (skip_word(&at, "person:")) {
        return forget_if(skip_word(&at, who->network) && skip_word(&at, ":") &&
                         skip_word(&at, kind_of(who)) && skip_word(&at, ":") &&
                         strcmp(at, who->account) == 0);
    }
    if (skip_word(&at, "nick:"))
        return forget_if(strcmp(at, who->network) == 0 && strcmp(setting->key, who->account) == 0);
    if (skip_word(&at, "channel:") && skip_word(&at, who->network) && skip_word(&at, ":"))
        return forget_of_channel(who, at, setting, out, size);
    return forget_if(strcmp(setting->scope, "link") == 0 && is_link_of(who, setting));
}

const struct store_forget_texts forget_texts = {
    .table = table_has,
    .channel = channel_is,
    .setup = forget_setup,
    .setting = forget_setting,
};

/* -- in memory -- */

/* Returns true if the person is that identity. For a guest the mark must be equal, too: somebody
 * from another host under the same nick is somebody else. */
static bool is_them(const struct person *person, const struct store_identity *who)
{
    char mark[HASH_HEX];
    if (person == NULL || strcmp(person->network->name, who->network) != 0)
        return false;
    if (who->verified && person->account != NULL && strcmp(person->account, who->account) == 0)
        return true;
    if (person->verified != who->verified || strcmp(person->key, who->account) != 0)
        return false;
    if (who->verified)
        return true;
    nick_mark_of(person, mark);
    return strcmp(mark, who->mark) == 0;
}

static bool sits_at(const struct table *table, const struct store_identity *who)
{
    if (is_them(table->opener, who))
        return true;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (is_them(table->seats[i].person, who))
            return true;
    }
    return false;
}

bool forget_sits(struct tables *tables, const struct store_identity *who)
{
    const struct table *table = NULL;
    const struct table *next = NULL;
    HASH_ITER(hh, tables->by_id, table, next)
    {
        if (sits_at(table, who))
            return true;
    }
    return false;
}

static enum setting_forgets judge_setting(const void *arg, const char *scope, const char *key,
                                          const char *value, char *out)
{
    const struct store_setting setting = {scope, key, value};
    if (forget_setting(arg, &setting, out, SETTING_VALUE_MAX) != STORE_FORGOT)
        return FORGET_NOTHING;
    return *out != '\0' ? FORGET_SOME : FORGET_ALL;
}

void forget_here(struct tables *tables, const struct store_identity *who)
{
    struct table *table = NULL;
    struct table *next = NULL;
    const struct network *network = network_named(tables->lent.people, who->network);
    struct person *person =
        network != NULL ? people_known(tables->lent.people, network, who->account, who->verified)
                        : NULL;
    setting_forget(tables->lent.people, judge_setting, who);
    link_forget(tables->lent.people, who);
    if (person != NULL) /* they have no seat, but are an onlooker, or have just given a command */
        person->preferences = (struct preferences){.language = NULL};
    HASH_ITER(hh, tables->by_id, table, next)
    {
        if (cuts_forget(table, who))
            save_table(table);
    }
}
