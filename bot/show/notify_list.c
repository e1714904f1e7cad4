#include "notify_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "bot/people/setting_store.h"
#include "bot/show/render/lines.h"
#include "bot/show/show_state.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { NAMES_A_LINE = 10, ENTRY_MAX = PERSON_ID_MAX + 2, LIST_MAX = NOTIFY_MAX * ENTRY_MAX };

static const char list_key[] = "notify";
static const char time_key[] = "notified";

/* Writes the user's entry in the list: "Vaccount" or "nnick", folded. Returns false if it does not
 * fit, or if it could be mistaken for somebody else. */
static bool entry_of(const struct network *network, const struct chat_user *user,
                     char entry[ENTRY_MAX])
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    if (!people_key(network, user, key, &verified) || strchr(key, ' ') != NULL)
        return false;
    snprintf(entry, ENTRY_MAX, "%c%s", verified ? 'V' : 'n', key);
    return true;
}

/* Returns where the entry stands in the list; NULL if it is not there. */
static const char *find_entry(const char *list, const char *entry)
{
    size_t length = strlen(entry);
    while (list != NULL && *list != '\0') {
        size_t span = strcspn(list, " ");
        if (span == length && strncmp(list, entry, length) == 0)
            return list;
        list += span + strspn(list + span, " ");
    }
    return NULL;
}

static unsigned count_of(const char *list)
{
    unsigned count = *list != '\0';
    for (; *list != '\0'; list++)
        count += *list == ' ';
    return count;
}

enum notify_result notify_set(struct network *network, const char *channel,
                              const struct chat_user *user, bool on)
{
    char entry[ENTRY_MAX];
    char text[LIST_MAX];
    struct buf buf;
    const char *kept = setting_channel(network, channel, list_key);
    const char *list = kept != NULL ? kept : "";
    if (network->adapter->impl->members == NULL || !entry_of(network, user, entry))
        return NOTIFY_NOBODY;
    const char *at = find_entry(list, entry);
    if ((at != NULL) == on)
        return NOTIFY_AS_IT_WAS;
    if (on && count_of(list) >= NOTIFY_MAX)
        return NOTIFY_FULL;
    buf_init(&buf, text, sizeof(text));
    bool fits = true;
    if (on) {
        fits = buf_printf(&buf, "%s%s%s", list, *list != '\0' ? " " : "", entry);
    } else {
        const char *rest = at + strcspn(at, " ");
        int before = at > list ? (int)(at - list) - 1 : 0;
        rest += before == 0 && *rest == ' ';
        fits = buf_printf(&buf, "%.*s%s", before, list, rest);
    }
    if (!fits)
        return NOTIFY_FULL;
    return setting_set_channel(network, channel, list_key, *text != '\0' ? text : NULL)
               ? NOTIFY_DONE
               : NOTIFY_FULL;
}

/* -- calling -- */

struct calling {
    struct table *table;
    const char *list;
    unsigned called, on_line;
    struct message *names; /* the names in the line under construction; NULL: none */
};

static void say_call(struct calling *calling)
{
    struct table *table = calling->table;
    struct message *line = place_line(&table->home, URGENCY_INFO);
    if (line != NULL && calling->names != NULL) {
        PHRASE(line,
               tr(table->home.language, N_("{names}: a table is open, {p}join takes a seat.")),
               arg_piece(line, "names", calling->names),
               arg_text("p", network_prefix(table->home.network)));
        place_say(&table->home, line);
    } else {
        message_destroy(line);
    }
    message_destroy(calling->names);
    calling->names = NULL;
    calling->on_line = 0;
}

static void look_at_user(void *arg, const struct chat_user *user)
{
    struct calling *calling = arg;
    char entry[ENTRY_MAX];
    char name[PERSON_NAME_MAX];
    const struct person *opener = calling->table->opener;
    if (calling->called == NOTIFY_MAX || !entry_of(calling->table->home.network, user, entry) ||
        find_entry(calling->list, entry) == NULL ||
        (opener != NULL && strcmp(opener->key, entry + 1) == 0 &&
         opener->verified == (*entry == 'V')))
        return;
    if (calling->names == NULL)
        calling->names = message_create(NULL, NULL, URGENCY_INFO);
    if (calling->names == NULL)
        return;
    people_clean_name(user->name, name);
    /* Clients that ring for the first name also ring for each name in "bob,carol: ...". */
    bool tight = calling->table->home.network->adapter->impl->caps.first_name_rings;
    if (calling->on_line > 0)
        message_text(calling->names, tight ? "," : ", ");
    PHRASE(calling->names, "{player}", arg_mention("player", name));
    calling->called++;
    if (++calling->on_line == NAMES_A_LINE)
        say_call(calling);
}

static bool is_too_soon(const struct table *table, const char *last)
{
    int64_t then = last != NULL ? strtoll(last, NULL, 10) : 0;
    int64_t now = clock_now();
    return then > 0 && then <= now &&
           now - then < (int64_t)show_of(table->host)->lent.options->notify_pause;
}

void notify_opened(struct table *table)
{
    struct network *network = table->home.network;
    const struct adapter *adapter = network->adapter;
    char now[24];
    struct calling calling = {.table = table,
                              .list = setting_channel(network, table->home.channel, list_key)};
    if (calling.list == NULL || table_is_private(table) || adapter->impl->members == NULL ||
        is_too_soon(table, setting_channel(network, table->home.channel, time_key)))
        return;
    adapter->impl->members(adapter, table->home.channel, look_at_user, &calling);
    if (calling.on_line > 0)
        say_call(&calling);
    if (calling.called == 0)
        return;
    snprintf(now, sizeof(now), "%" PRId64, clock_now());
    setting_set_channel(network, table->home.channel, time_key, now);
}
