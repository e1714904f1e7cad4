#include "part_leave.h"

#include <stdlib.h>
#include <string.h>

#include "bot/host/daemon_state.h"
#include "bot/host/tables_away.h"
#include "bot/show/table_message.h"
#include "storage/lease.h"

enum { STEP = 50, PATIENCE = 2000 /* milliseconds for messages that wait in the adapter */ };

struct part_leave {
    struct timer timer;    /* first member, so that a cast finds this struct. The timer only begins
                            * a turn of the loop */
    struct part_gift gift; /* its texts are behind this struct */
    bool asked;            /* the adapter was told */
    uint64_t batch;        /* once this batch is durable, everything decided before is durable,
                            * too */
    uint64_t due;          /* loop_now() at which we stop waiting */
    char texts[];
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

bool part_leave(struct network *network, const struct part_gift *gift)
{
    struct host *host = network->host;
    size_t lease = strlen(gift->lease) + 1;
    size_t heir = strlen(gift->heir) + 1;
    struct part_leave *leave = calloc(1, sizeof(*leave) + lease + heir);
    if (leave == NULL)
        return false;
    table_messages_flush(host->show); /* send due messages while the tables are there */
    tables_away_of_part(network, gift->part);
    network->stages[gift->part] = PART_LEAVES;
    timer_init(host->loop, &leave->timer, on_timer);
    timer_set(&leave->timer, STEP);
    leave->gift = *gift;
    leave->gift.lease = memcpy(leave->texts, gift->lease, lease);
    leave->gift.heir = memcpy(leave->texts + lease, gift->heir, heir);
    leave->batch = store_batch(host->store);
    leave->due = loop_now(host->loop) + host->daemon->patience;
    network->leave = leave;
    return true;
}

void part_leave_look(struct network *network)
{
    struct host *host = network->host;
    struct part_leave *leave = network->leave;
    bool told = false;
    if (leave == NULL || network->stage == NETWORK_LEAVES || network->stopped || network->asked)
        return;
    if (!leave->asked) {
        if (store_durable(host->store) < leave->batch && loop_now(host->loop) < leave->due)
            return;
        leave->asked = true;
        leave->due = loop_now(host->loop) + PATIENCE;
    }
    const struct part_gift *gift = &leave->gift;
    bool hurry = loop_now(host->loop) >= leave->due;
    if (!network->adapter->impl->give(network->adapter, gift->part, hurry, &told))
        return;
    network->stages[gift->part] = PART_ELSEWHERE;
    network->moved[gift->part] = 0;
    log_info(&host->log, "left %s%s", gift->lease, told ? "" : " before every message was sent");
    store_lease_hand(host->store, gift->lease, told, gift->heir, gift->by_hand);
    network->leave = NULL;
    gift->left(host, gift->lease);
    timer_finish(&leave->timer, free_leave);
}
