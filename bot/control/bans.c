/* The commands by which the operator bans people (bot/people/ban.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/control/request.h"
#include "bot/host/fleet/leases.h"
#include "bot/people/ban.h"
#include "bot/table/seats/banned.h"

/* The subject of a ban: KIND NETWORK/WHOM. */
struct whom {
    enum ban_kind kind;
    char network[64];
    const struct adapter_impl *impl; /* adapter of that network */
    const char *what;
};

/* Returns the adapter of a network that the configuration names, even if another process runs it
 * now; else NULL. */
static const struct adapter_impl *impl_of(struct host *host, const char *name)
{
    const struct network *network = network_named(host->people, name);
    const struct network_setup *setup = leases_setup(host, name);
    return network != NULL ? network->adapter->impl : setup != NULL ? setup->impl : NULL;
}

static bool read_whom(struct request *request, struct whom *whom)
{
    const char *word = request->words[1];
    const char *slash = strchr(word, '/');
    size_t length = slash != NULL ? (size_t)(slash - word) : 0;
    snprintf(whom->network, sizeof(whom->network), "%.*s", (int)length, word);
    whom->impl = impl_of(request->setup->host, whom->network);
    whom->what = slash != NULL ? slash + 1 : "";
    if (!ban_kind_find(request->words[0], &whom->kind)) {
        answer_refuse(&request->answer, "%.40s is not a kind of ban: use person, mask or guild",
                      request->words[0]);
    } else if (whom->impl == NULL) {
        answer_refuse(&request->answer,
                      "%.100s names no network of the configuration: write NETWORK/WHOM", word);
    }
    return *request->answer.refusal.text == '\0';
}

/* -- the commands -- */

static void list_bans(struct request *request)
{
    struct answer *answer = &request->answer;
    cJSON *list = answer_list(answer, answer->result, "bans");
    for (const struct ban *ban = ban_first(request->setup->host->people); ban != NULL;
         ban = ban->next) {
        cJSON *row = answer_row(answer, list);
        answer_text(answer, row, "kind", ban_kind_name(ban->kind));
        answer_text(answer, row, "network", ban->network);
        answer_text(answer, row, "whom", ban->what);
    }
}

static void tell_ban(struct request *request, const char *key, const struct whom *whom)
{
    struct answer *answer = &request->answer;
    answer_text(answer, answer->result, key, whom->what);
    answer_text(answer, answer->result, "kind", ban_kind_name(whom->kind));
    answer_text(answer, answer->result, "network", whom->network);
}

static bool can_keep(struct request *request)
{
    const struct host *host = request->setup->host;
    if (host->trouble || host->stopping)
        answer_refuse(&request->answer, "the database cannot be written right now: try again");
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
    if (request->count == 1) {
        answer_refuse(&request->answer,
                      "write ban KIND NETWORK/WHOM; ban without arguments lists the bans");
        return true;
    }
    if (!can_keep(request) || !read_whom(request, &whom))
        return true;
    const char *why = ban_set(host->people, whom.kind, whom.network, whom.impl, whom.what);
    if (why != NULL) {
        answer_refuse(&request->answer, "%s", why);
        return true;
    }
    banned_clear(host->tables);
    request->changes = true;
    log_info(&host->log, "banned by talon ctl kind=%s network=%s: %s", ban_kind_name(whom.kind),
             whom.network, whom.what);
    tell_ban(request, "banned", &whom);
    return true;
}

bool bans_lift(struct request *request)
{
    struct host *host = request->setup->host;
    struct whom whom;
    if (!can_keep(request) || !read_whom(request, &whom))
        return true;
    request->changes = true;
    if (!ban_lift(host->people, whom.kind, whom.network, whom.what)) {
        answer_refuse(&request->answer, "there is no such ban: talon ctl ban lists all");
        return true;
    }
    log_info(&host->log, "unbanned by talon ctl kind=%s network=%s: %s", ban_kind_name(whom.kind),
             whom.network, whom.what);
    tell_ban(request, "unbanned", &whom);
    return true;
}
