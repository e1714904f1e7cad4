#include <stdlib.h>

#include "bot/control/request.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/share.h"
#include "bot/show/outbox.h"
#include "storage/lease.h"

static const char alone[] = "no fleet: this daemon is the only process that uses its database";

/* The request that waits for the store's answer. */
struct fleet {
    const struct host *host;
    void (*answered)(void *client, const struct answer *answer);
    void *client;
};

/* Makes what an answer needs that comes later. NULL: the request is refused. */
static struct fleet *begin(struct request *request)
{
    struct host *host = request->setup->host;
    struct fleet *fleet = NULL;
    if (!store_shared(host->store)) {
        answer_refuse(&request->answer, "%s", alone);
        return NULL;
    }
    fleet = malloc(sizeof(*fleet));
    if (fleet == NULL)
        request->answer.lost = true;
    else
        *fleet = (struct fleet){host, request->answered, request->client};
    return fleet;
}

static void add_lease(struct answer *answer, cJSON *list, const struct store_lease_row *row)
{
    cJSON *at = answer_row(answer, list);
    bool held = *row->process != '\0';
    answer_text(answer, at, "network", row->name);
    answer_text(answer, at, "process", held ? row->holder : NULL);
    answer_text(answer, at, "id", held ? row->process : NULL);
    answer_bool(answer, at, "ours", row->ours);
    answer_bool(answer, at, "by_hand", row->by_hand);
    answer_number(answer, at, "epoch", (double)row->epoch);
    answer_number(answer, at, "held_ms", held ? (double)row->held : 0);
    answer_number(answer, at, "left_ms", held ? (double)row->left : 0);
    answer_number(answer, at, "renewed_ms", held ? (double)row->renewed : 0);
}

static void add_member(struct answer *answer, cJSON *list, const struct store_member_row *row)
{
    cJSON *at = answer_row(answer, list);
    answer_text(answer, at, "process", row->name);
    answer_text(answer, at, "id", row->process);
    answer_bool(answer, at, "ours", row->ours);
    answer_bool(answer, at, "share", row->shares);
    answer_bool(answer, at, "drained", row->leaves);
    answer_number(answer, at, "has", row->had);
    answer_number(answer, at, "room", row->room);
}

static void leases_came(void *arg, bool ok, const struct store_fleet *rows)
{
    struct fleet *fleet = arg;
    struct answer answer;
    answer_init(&answer);
    if (!ok)
        answer_refuse(&answer, "the database cannot be read right now");
    cJSON *list = answer_list(&answer, answer.result, "leases");
    for (unsigned i = 0; ok && i < rows->lease_count; i++)
        add_lease(&answer, list, &rows->leases[i]);
    list = answer_list(&answer, answer.result, "processes");
    for (unsigned i = 0; ok && i < rows->member_count; i++)
        add_member(&answer, list, &rows->members[i]);
    answer_number(&answer, answer.result, "queue", (double)outbox_count(fleet->host->outbox));
    fleet->answered(fleet->client, &answer);
    answer_finish(&answer);
    free(fleet);
}

bool fleet_look(struct request *request)
{
    struct fleet *fleet = begin(request);
    if (fleet == NULL)
        return true;
    store_ask_leases(fleet->host->store, leases_came, fleet);
    return false;
}

bool fleet_drain(struct request *request)
{
    struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    if (!store_shared(host->store)) {
        answer_refuse(answer, "%s", alone);
        return true;
    }
    request->changes = true;
    answer_number(answer, answer->result, "drained", leases_drain(host));
    return true;
}

static void gift_told(void *arg, const char *to, const struct fault *fault)
{
    struct fleet *fleet = arg;
    struct answer answer;
    answer_init(&answer);
    if (fault != NULL)
        answer_refuse(&answer, "%s", fault->text);
    answer_text(&answer, answer.result, "to", to);
    fleet->answered(fleet->client, &answer);
    answer_finish(&answer);
    free(fleet);
}

bool fleet_give(struct request *request)
{
    struct fleet *fleet = begin(request);
    if (fleet == NULL)
        return true;
    share_give(request->setup->host, request->words[0],
               request->count > 1 ? request->words[1] : NULL, gift_told, fleet);
    return false;
}

bool fleet_undrain(struct request *request)
{
    struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    if (!store_shared(host->store)) {
        answer_refuse(answer, "%s", alone);
        return true;
    }
    request->changes = true;
    answer_number(answer, answer->result, "wanted", leases_undrain(host));
    return true;
}
