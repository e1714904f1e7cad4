#include "status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/pages.h"
#include "base/notify.h"
#include "bot/host.h"
#include "bot/host/daemon_state.h"
#include "bot/host/daily.h"
#include "bot/show/outbox.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/watch.h"

enum { EVERY = 10000 /* milliseconds */ };

struct status_line {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    uint64_t began;               /* loop_now() */
    char words[STATUS_WORDS_MAX]; /* the last line that was sent */
    char waits[STATUS_WORDS_MAX]; /* why play waits, in words; "": it does not */
};

void status_count(const struct host *host, struct status *status)
{
    struct table *table = NULL;
    struct table *next = NULL;
    const struct network *network = NULL;
    unsigned at = 0;
    *status =
        (struct status){.tables = tables_count(host->tables), .queue = outbox_count(host->outbox)};
    while ((network = network_next(host->people, &at)) != NULL) {
        status->networks++;
        status->connected += network->connected;
        const struct page_server *pages = network->adapter->impl->pages;
        if (pages != NULL && pages->onlookers != NULL)
            status->pages += pages->onlookers(network->adapter);
    }
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        status->rounds += table->round != NULL;
        for (unsigned i = 0; i < table->seat_count; i++)
            status->players += table->seats[i].person != NULL;
        status->spectators += watch_count(table);
    }
}

uint64_t status_age(const struct host *host)
{
    return loop_now(host->loop) - host->daemon->status->began;
}

void status_words(const struct host *host, char words[STATUS_WORDS_MAX])
{
    struct status status;
    const char *waits = host->daemon->status->waits;
    if (host->stopping || *waits != '\0') {
        snprintf(words, STATUS_WORDS_MAX, "%s", host->stopping ? "stopping" : waits);
        return;
    }
    status_count(host, &status);
    snprintf(words, STATUS_WORDS_MAX,
             "running: networks %u of %u, tables %u (%u in a round), players %u, waiting lines "
             "%zu%s%s",
             status.connected, status.networks, status.tables, status.rounds, status.players,
             status.queue, daily_fails(host) ? "; the daily backup fails (see the log)" : "",
             store_whole(host->store) == STORE_HURT ? "; the database is damaged (see the log)"
                                                    : "");
}

void status_tell(const struct host *host)
{
    struct status_line *line = host->daemon->status;
    status_words(host, line->words);
    notify_status("%s", line->words);
}

void status_waits(const struct host *host, const char *why)
{
    struct status_line *line = host->daemon->status;
    if (why != NULL)
        snprintf(line->waits, sizeof(line->waits), "play waits: %s", why);
    else
        line->waits[0] = '\0';
    status_tell(host);
}

void status_news(const struct host *host)
{
    const struct status_line *line = host->daemon->status;
    char words[STATUS_WORDS_MAX];
    if (!timer_active(&line->timer))
        return;
    status_words(host, words);
    if (strcmp(words, line->words) != 0)
        status_tell(host);
}

static void on_timer(struct timer *timer)
{
    timer_set(timer, EVERY);
    status_news(((struct status_line *)timer)->host);
}

struct status_line *status_create(struct host *host)
{
    struct status_line *line = calloc(1, sizeof(*line));
    if (line == NULL)
        return NULL;
    line->host = host;
    line->began = loop_now(host->loop);
    timer_init(host->loop, &line->timer, on_timer);
    return line;
}

void status_begin(struct host *host)
{
    struct status_line *line = host->daemon->status;
    line->began = loop_now(host->loop);
    timer_set(&line->timer, EVERY);
}

static void free_line(struct timer *timer)
{
    free((struct status_line *)timer);
}

void status_destroy(struct status_line *line)
{
    if (line != NULL)
        timer_finish(&line->timer, free_line);
}
