#include "part_leave.h"

#include <stdlib.h>
#include <string.h>

#include "bot/host/daemon_state.h"
#include "bot/host/leases.h"
#include "bot/host/networks.h"
#include "bot/host/tables_away.h"
#include "bot/show/table_message.h"

enum { STEP = 50, PATIENCE = 2000 /* milliseconds for messages that wait in the adapter */ };

struct part_leave {
    struct timer timer; /* first: a cast finds it. It only begins a turn of the loop */
    unsigned part;
    bool by_hand;
    bool asked;     /* the adapter was told */
    uint64_t batch; /* when this one is durable, so is everything decided before */
    uint64_t due;   /* loop_now() at which we stop waiting */
    char heir[];
};

static void on_timer(struct timer *timer)
{
    timer_set(timer, STEP);
}

static void free_leave(struct timer *timer)
{
    free((struct part_leave *)timer);
}

void part_leave_finish(struct network *network)
{
    if (network->leave != NULL)
        timer_finish(&network->leave->timer, free_leave);
    network->leave = NULL;
}

bool part_leave(struct network *network, unsigned part, const char *heir, bool by_hand)
{
    struct host *host = network->host;
    struct part_leave *leave = calloc(1, sizeof(*leave) + strlen(heir) + 1);
    if (leave == NULL)
        return false;
    table_messages_flush(host); /* send due messages while the tables are there */
    tables_away_of_part(network, part);
    network->stages[part] = PART_LEAVES;
    timer_init(host->loop, &leave->timer, on_timer);
    timer_set(&leave->timer, STEP);
    leave->part = part;
    leave->by_hand = by_hand;
    leave->batch = store_batch(host->store);
    leave->due = loop_now(host->loop) + host->daemon->patience;
    memcpy(leave->heir, heir, strlen(heir) + 1);
    network->leave = leave;
    return true;
}

void part_leave_look(struct network *network)
{
    struct host *host = network->host;
    struct part_leave *leave = network->leave;
    char lease[STORE_LEASE_NAME_MAX];
    bool told = false;
    if (leave == NULL || network->stage == NETWORK_LEAVES || network->stopped || network->asked)
        return;
    if (!leave->asked) {
        if (store_durable(host->store) < leave->batch && loop_now(host->loop) < leave->due)
            return;
        leave->asked = true;
        leave->due = loop_now(host->loop) + PATIENCE;
    }
    bool hurry = loop_now(host->loop) >= leave->due;
    if (!network->adapter->impl->give(network->adapter, leave->part, hurry, &told))
        return;
    network->stages[leave->part] = PART_ELSEWHERE;
    network->moved[leave->part] = 0;
    network_lease(network->name, network->parts, leave->part, lease);
    log_info(&host->log, "left %s%s", lease, told ? "" : " before every message was sent");
    store_lease_hand(host->store, lease, told, leave->heir, leave->by_hand);
    part_leave_finish(network);
    leases_part_left(host, lease);
}
