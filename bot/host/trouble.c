#include "trouble.h"

#include <stdio.h>
#include <stdlib.h>

#include "bot/host/daemon_state.h"
#include "bot/host/status.h"
#include "bot/show/outbox.h"
#include "bot/show/render/lines.h"
#include "bot/show/speak.h"
#include "bot/table/clock.h"
#include "bot/table/output_lost.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"

enum {
    OUTBOX_MAX = 5000, /* this many lines may wait before play must wait */
    OUTBOX_MAX_TABLE =
        100, /* added to OUTBOX_MAX for each table, because all tables may be announced at once */
    AGAIN = 300000, /* milliseconds; trouble that returns within that time must last longer before
                       tables are told */
    LONGER = 10,    /* factor by which returning trouble must last longer */
    ANEW = 1000     /* milliseconds until lost messages are tried again */
};

#define NEVER UINT64_MAX

struct trouble {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    uint64_t armed_for; /* loop_now() */
    bool fails, slow;
    bool told;           /* to the tables */
    uint64_t since;      /* loop_now(); of the trouble */
    uint64_t over;       /* loop_now() when the last trouble ended; 0: there was none */
    uint64_t waits_for;  /* the batch whose commit we wait for; 0: none */
    uint64_t waits_from; /* loop_now() */
    unsigned long
        lost_logged; /* lost messages logged so far, with those that could not even be made */
};

/* -- what the tables hear -- */

static const char begins[] = N_("I cannot save moves just now. The table waits, and nothing is "
                                "lost. I will say when it goes on.");
static const char ends[] = N_("I can save moves again: the table goes on.");

/* Sends a line that waits for no commit, because it is about the daemon itself. */
static void tell_place(struct place *place, const char *words)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    message_text(line, tr(place->language, words));
    speak_now_at(place, line);
}

static void tell_tables(struct host *host, const char *words)
{
    struct place *place = NULL;
    struct place *next = NULL;
    HASH_ITER(hh, places_first(host->tables), place, next)
    {
        if (place->reachable && !seats_deserted(place->table))
            tell_place(place, words);
    }
}

/* -- its beginning and end -- */

static uint64_t tell_at(const struct trouble *trouble)
{
    const struct host *host = trouble->host;
    bool again = trouble->over > 0 && trouble->since < trouble->over + AGAIN;
    return trouble->since + host->daemon->trouble_wait * (again ? LONGER : 1);
}

/* Returns the loop_now() at which the timer must look again. */
static uint64_t trouble_due(const struct trouble *trouble)
{
    const struct host *host = trouble->host;
    uint64_t at = NEVER;
    if (host->trouble && !trouble->told)
        at = tell_at(trouble);
    if (trouble->waits_for > 0 && !trouble->slow && !trouble->fails &&
        trouble->waits_from + host->daemon->slow_after < at)
        at = trouble->waits_from + host->daemon->slow_after;
    if (output_lost_waits(host->tables) && loop_now(host->loop) + ANEW < at)
        at = loop_now(host->loop) + ANEW;
    return at;
}

static void arm_timer(struct trouble *trouble)
{
    uint64_t now = loop_now(trouble->host->loop);
    uint64_t at = trouble_due(trouble);
    if (at == NEVER || trouble->host->stopping)
        timer_stop(&trouble->timer);
    else if (!timer_active(&trouble->timer) || at < trouble->armed_for) {
        trouble->armed_for = at; /* if the timer fires before there is anything to do, it is set
                                  * again */
        timer_set(&trouble->timer, at > now ? at - now : 0);
    }
}

static void set_clocks(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        clock_resume(table);
    }
}

static void change_state(struct host *host, const char *why)
{
    struct trouble *trouble = host->daemon->trouble;
    bool now = trouble->fails || trouble->slow || host->daemon->crowded;
    if (now && why != NULL)
        status_waits(host, why);
    if (host->trouble == now)
        return;
    host->trouble = now;
    if (now) {
        trouble->since = trouble->slow ? trouble->waits_from : loop_now(host->loop);
    } else {
        status_waits(host, NULL);
        if (trouble->told && !host->stopping)
            tell_tables(host, ends);
        trouble->told = false;
        trouble->over = loop_now(host->loop);
    }
    set_clocks(host);
    arm_timer(trouble);
}

void trouble_store(struct host *host, const char *what)
{
    struct trouble *trouble = host->daemon->trouble;
    trouble->fails = what != NULL;
    if (what != NULL)
        log_error(&host->log, "the database cannot be written, play waits: %s", what);
    else
        log_info(&host->log, "the database can be written again, play continues");
    if (what == NULL) { /* the time that a write may take begins again */
        trouble->slow = false;
        trouble->waits_from = loop_now(host->loop);
    }
    change_state(host, what);
}

/* Lets play wait if too many messages wait for the store, so that they do not pile up for ever. */
static void look_at_outbox(struct host *host)
{
    size_t most = OUTBOX_MAX + (size_t)OUTBOX_MAX_TABLE * tables_count(host->tables);
    bool crowded = outbox_count(host->outbox) > (host->daemon->crowded ? most / 2 : most);
    if (crowded == host->daemon->crowded)
        return;
    host->daemon->crowded = crowded;
    if (crowded)
        log_warn(&host->log, "the database is slow, play waits");
    else
        log_info(&host->log, "the database has caught up, play continues");
    change_state(host, "the journal is slow");
}

/* Notes trouble if the oldest write has waited too long. */
static void look_at_disk(struct host *host)
{
    struct trouble *trouble = host->daemon->trouble;
    uint64_t durable = store_durable(host->store);
    uint64_t last = store_batch(host->store);
    if (trouble->waits_for > durable)
        return;
    bool waited = trouble->waits_for > 0;
    trouble->waits_for = durable < last ? last : 0;
    trouble->waits_from = loop_now(host->loop);
    if (!waited || !trouble->slow)
        return;
    trouble->slow = false;
    log_info(&host->log, "the disk has caught up, play continues");
    change_state(host, NULL);
}

void trouble_look(struct host *host)
{
    look_at_outbox(host);
    look_at_disk(host);
    arm_timer(host->daemon->trouble);
}

static void say_slow(struct trouble *trouble)
{
    struct host *host = trouble->host;
    uint64_t now = loop_now(host->loop);
    if (trouble->waits_for == 0 || trouble->slow || trouble->fails ||
        now < trouble->waits_from + host->daemon->slow_after)
        return;
    trouble->slow = true;
    log_warn(&host->log, "the disk is slow, play waits waited=%us",
             (unsigned)((now - trouble->waits_from) / 1000));
    change_state(host, "the disk is slow");
}

static void on_timer(struct timer *timer)
{
    struct trouble *trouble = (struct trouble *)timer;
    struct host *host = trouble->host;
    say_slow(trouble);
    if (host->trouble && !trouble->told && loop_now(host->loop) >= tell_at(trouble)) {
        trouble->told = true;
        tell_tables(host, begins);
    }
    arm_timer(trouble);
}

/* -- what was lost -- */

void trouble_tell_anew(struct host *host)
{
    struct trouble *trouble = host->daemon->trouble;
    struct table *table = NULL;
    struct table *next = NULL;
    unsigned long lost = output_lost_count(host->tables) + message_lost();
    if (lost != trouble->lost_logged) {
        log_error(&host->log,
                  "out of memory: lines were lost, and their tables are shown again lost=%lu "
                  "since_start=%lu",
                  lost - trouble->lost_logged, lost);
    }
    trouble->lost_logged = lost;
    if (!output_lost_waits(host->tables))
        return;
    output_lost_begin_telling(host->tables);
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        if (!table->tell_anew)
            continue;
        table->tell_anew = false;
        for (struct place *place = place_first(table); place != NULL; place = place->next) {
            if (place->reachable && !table->damaged)
                table_announce(place, false);
        }
    }
}

/* -- life -- */

struct trouble *trouble_create(struct host *host)
{
    struct trouble *trouble = calloc(1, sizeof(*trouble));
    if (trouble == NULL)
        return NULL;
    trouble->host = host;
    trouble->lost_logged = message_lost();
    timer_init(host->loop, &trouble->timer, on_timer);
    return trouble;
}

static void free_trouble(struct timer *timer)
{
    free((struct trouble *)timer);
}

void trouble_destroy(struct trouble *trouble)
{
    if (trouble != NULL)
        timer_finish(&trouble->timer, free_trouble);
}
