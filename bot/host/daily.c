#include "daily.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/people/host.h"
#include "storage/backups.h"

enum { MINUTE = 60000, AGAIN = 60 * MINUTE, WHY_MAX = 512 };

struct daily {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
    struct store_backups what;
    int64_t done;   /* the last day whose copy is there; 0: it is not known */
    uint64_t again; /* loop_now() before which nothing is tried */
    bool busy;      /* the thread has what follows */
    bool failed;    /* the last one */
    uv_thread_t thread;
    struct post post;
    atomic_bool stop;
    char folder[STORE_BACKUP_NAME_MAX]; /* the option may change meanwhile */
    enum store_error error;
    char made[STORE_BACKUP_NAME_MAX];
    char why[WHY_MAX];
};

/* Makes the copy of the day, if none is there from a process before this one. */
static void copy(struct daily *daily)
{
    daily->made[0] = '\0';
    daily->error = STORE_OK;
    if (!store_backup_is_there(&daily->what))
        daily->error = store_backup_dated(daily->host->database, &daily->what, daily->made,
                                          daily->why, sizeof(daily->why));
}

/* In the thread: the folder may lie on a disk that hangs, and the loop never looks there. */
static void make(void *arg)
{
    struct daily *daily = arg;
    copy(daily);
    loop_post(daily->host->loop, &daily->post);
}

static void fail(struct daily *daily, const char *why)
{
    const struct host *host = daily->host;
    log_error(&host->log, "the daily backup was not made, it is tried again in an hour: %s", why);
    daily->again = loop_now(host->loop) + AGAIN;
    daily->failed = true;
}

/* On the loop. */
static void made(struct post *post)
{
    struct daily *daily = (struct daily *)((char *)post - offsetof(struct daily, post));
    uv_thread_join(&daily->thread);
    daily->busy = false;
    if (daily->error != STORE_OK) {
        fail(daily, daily->why);
        return;
    }
    if (daily->made[0] != '\0')
        log_info(&daily->host->log, "the daily backup is made file=%s", daily->made);
    daily->done = daily->what.day;
    daily->failed = false;
}

static void begin(struct daily *daily)
{
    const struct host_options *options = &daily->host->options;
    static const int64_t day = 24 * 60 * INT64_C(60000);
    const int64_t today = (clock_now() + options->timezone_minutes * INT64_C(60000)) / day;
    if (today == daily->done && strcmp(daily->folder, options->backup) == 0)
        return;
    snprintf(daily->folder, sizeof(daily->folder), "%s", options->backup);
    daily->what = (struct store_backups){
        .folder = daily->folder,
        .keep = options->backup_keep,
        .day = today,
        .stop = &daily->stop,
    };
    daily->busy = uv_thread_create(&daily->thread, make, daily) == 0;
    if (!daily->busy)
        fail(daily, "there is no thread for it");
}

static void fire(struct timer *timer)
{
    struct daily *daily = (struct daily *)timer;
    const struct host *host = daily->host;
    if (host->options.backup != NULL && host->database != NULL && !daily->busy && !host->trouble &&
        !host->stopping && loop_now(host->loop) >= daily->again)
        begin(daily);
    timer_set(timer, MINUTE);
}

bool daily_busy(const struct daily *daily)
{
    return daily->busy;
}

bool daily_fails(const struct daily *daily)
{
    return daily->failed;
}

struct daily *daily_create(struct host *host)
{
    struct daily *daily = calloc(1, sizeof(*daily));
    if (daily == NULL)
        return NULL;
    daily->host = host;
    daily->post.call = made;
    atomic_init(&daily->stop, false);
    timer_init(host->loop, &daily->timer, fire);
    timer_set(&daily->timer, MINUTE);
    return daily;
}

static void freed(struct timer *timer)
{
    free((struct daily *)timer);
}

void daily_destroy(struct daily *daily)
{
    if (daily == NULL)
        return;
    if (daily->busy) {
        atomic_store(&daily->stop, true);
        uv_thread_join(&daily->thread);
        loop_unpost(daily->host->loop, &daily->post);
    }
    timer_finish(&daily->timer, freed);
}
