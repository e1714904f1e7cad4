/* Whom the operator bans (bot/people/ban.h), and what becomes of the seats they have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/control/request.h"
#include "bot/people/ban.h"
#include "bot/people/seen.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"

/* Of whom a request speaks: KIND NETWORK/WHOM. */
struct whom {
    enum ban_kind kind;
    struct network *network;
    const char *what;
};

static bool read_whom(struct request *request, struct whom *whom)
{
    struct host *host = request->setup->host;
    const char *word = request->words[1];
    const char *slash = strchr(word, '/');
    char name[64];
    size_t length = slash != NULL ? (size_t)(slash - word) : 0;
    snprintf(name, sizeof(name), "%.*s", (int)length, word);
    whom->network = slash != NULL ? network_named(host, name) : NULL;
    whom->what = slash != NULL ? slash + 1 : "";
    if (!ban_kind_find(request->words[0], &whom->kind))
        answer_refuse(&request->answer, "%.40s is not person, mask or guild", request->words[0]);
    else if (whom->network == NULL)
        answer_refuse(&request->answer,
                      "%.100s names no network of the configuration: give NETWORK/WHOM", word);
    return *request->answer.refusal == '\0';
}

/* -- seats -- */

static bool is_banned(const struct person *person)
{
    const struct chat_user user = {.id = person->id != NULL ? person->id : person->key,
                                   .account = person->verified ? person->key : person->account,
                                   .host = person->host};
    return ban_of_user(person->network, &user);
}

/* One seat of somebody who is banned is given back; false: there is none. */
static bool leave_one(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person == NULL || seat->leaving || !is_banned(seat->person))
            continue;
        seat_leave(table, i);
        return true;
    }
    return false;
}

static bool is_place_of_banned_guild(const struct place *place)
{
    return place->kind == PLACE_CHANNEL && ban_of_tenant(place->network, place->channel);
}

/* Where a table is a guest it alone goes. */
static void leave_banned_guilds(struct table *table)
{
    struct place *next = NULL;
    for (struct place *place = table->home.next; place != NULL; place = next) {
        next = place->next;
        if (is_place_of_banned_guild(place))
            table_remove_place(place);
    }
}

static bool is_of_banned_guild(const struct table *table)
{
    if (table->home.kind == PLACE_PRIVATE && table->opener != NULL && table->opener->verified &&
        seen_in_banned(table->opener->network, table->opener->key))
        return true;
    return is_place_of_banned_guild(&table->home);
}

/* The one of that number, which may have closed itself. */
static struct table *table_of(const struct host *host, int64_t id)
{
    struct table *table = NULL;
    HASH_FIND(hh, host->tables, &id, sizeof(id), table);
    return table;
}

/* Whoever is banned by now sits nowhere any more. */
static void clear_seats(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, host->tables, table, next)
    {
        int64_t id = table->id;
        if (is_of_banned_guild(table)) {
            table_close(table);
            continue;
        }
        leave_banned_guilds(table);
        while ((table = table_of(host, id)) != NULL && leave_one(table))
            ;
    }
}

/* -- the commands -- */

static void list_bans(struct request *request)
{
    struct answer *answer = &request->answer;
    cJSON *list = answer_list(answer, answer->result, "bans");
    for (const struct ban *ban = request->setup->host->bans; ban != NULL; ban = ban->next) {
        cJSON *row = answer_row(answer, list);
        answer_text(answer, row, "kind", ban_kind_name(ban->kind));
        answer_text(answer, row, "network", ban->network);
        answer_text(answer, row, "whom", ban->what);
    }
}

static void tell(struct request *request, const char *key, const struct whom *whom)
{
    struct answer *answer = &request->answer;
    answer_text(answer, answer->result, key, whom->what);
    answer_text(answer, answer->result, "kind", ban_kind_name(whom->kind));
    answer_text(answer, answer->result, "network", whom->network->name);
}

static bool can_keep(struct request *request)
{
    const struct host *host = request->setup->host;
    if (host->trouble || host->stopping)
        answer_refuse(&request->answer, "nothing can be kept just now: try again");
    return !host->trouble && !host->stopping;
}

bool bans_set(struct request *request)
{
    struct host *host = request->setup->host;
    struct whom whom;
    if (request->count == 0) {
        list_bans(request);
        return true;
    }
    if (!can_keep(request) || !read_whom(request, &whom))
        return true;
    const char *why = ban_set(host, whom.kind, whom.network, whom.what);
    if (why != NULL) {
        answer_refuse(&request->answer, "%s", why);
        return true;
    }
    clear_seats(host);
    request->changes = true;
    log_info(&host->log, "banned by talon ctl kind=%s network=%s: %s", ban_kind_name(whom.kind),
             whom.network->name, whom.what);
    tell(request, "banned", &whom);
    return true;
}

bool bans_lift(struct request *request)
{
    struct host *host = request->setup->host;
    struct whom whom;
    if (!can_keep(request) || !read_whom(request, &whom))
        return true;
    request->changes = true;
    if (!ban_lift(host, whom.kind, whom.network, whom.what)) {
        answer_refuse(&request->answer, "there is no ban like that: talon ctl ban lists them");
        return true;
    }
    log_info(&host->log, "banned no more, by talon ctl kind=%s network=%s: %s",
             ban_kind_name(whom.kind), whom.network->name, whom.what);
    tell(request, "unbanned", &whom);
    return true;
}
