#include "daily.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/host.h"
#include "bot/host/daemon_state.h"
#include "storage/check/backups.h"

enum { MINUTE = 60000, AGAIN = 60 * MINUTE, DAY = 24 * 60 * 60 /* seconds */ };

struct daily {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    struct store_backups what;
    int64_t done;   /* the last day whose copy exists; 0: not known */
    uint64_t again; /* loop_now() before which nothing is tried */
    bool busy;      /* the thread runs; the loop reads the results below only when it has ended */
    bool failed;    /* the last one */
    int64_t good;   /* seconds since 1970 when the latest good backup was made; 0: none is known */
    uv_thread_t thread;
    struct post post;
    atomic_bool stop;
    char folder[STORE_BACKUP_NAME_MAX]; /* a copy, because the option may change while the thread
                                           runs */
    enum store_error error;
    int64_t found; /* like `good`, as the files in the folder tell it */
    char made[STORE_BACKUP_NAME_MAX];
    struct fault why;
};

/* -- when -- */

/* Returns the days from 1970 to a date, by the formula that POSIX gives for seconds since 1970. */
static int64_t day_of(const struct tm *date)
{
    struct tm noon = {.tm_year = date->tm_year,
                      .tm_mon = date->tm_mon,
                      .tm_mday = date->tm_mday,
                      .tm_hour = 12,
                      .tm_isdst = -1};
    mktime(&noon); /* mktime() makes the 32nd of a month the 1st of the next */
    int64_t year = noon.tm_year;
    return noon.tm_yday + (year - 70) * 365 + (year - 69) / 4 - (year - 1) / 100 +
           (year + 299) / 400;
}

/* Returns the time at which that minute of that date comes. If the clock is set back so that the
 * minute comes twice, the first time. If the clock jumps over the minute, the first time after the
 * jump. */
static time_t moment_of(const struct tm *date, unsigned minute)
{
    time_t first = 0;
    time_t last = 0;
    bool any = false;
    for (int summer = 0; summer < 2; summer++) {
        struct tm is;
        struct tm at = {.tm_year = date->tm_year,
                        .tm_mon = date->tm_mon,
                        .tm_mday = date->tm_mday,
                        .tm_hour = (int)minute / 60,
                        .tm_min = (int)minute % 60,
                        .tm_isdst = summer};
        time_t moment = mktime(&at);
        localtime_r(&moment, &is);
        bool exact = (unsigned)(is.tm_hour * 60 + is.tm_min) == minute;
        if (exact && (!any || moment < first))
            first = moment;
        any = any || exact;
        last = moment > last ? moment : last;
    }
    return any ? first : last;
}

int64_t daily_day(const struct host_options *options, int64_t now)
{
    struct tm date;
    const time_t seconds = (time_t)(now / 1000);
    if (options->backup_at == 0)
        return (now / 1000 + options->timezone_minutes * INT64_C(60)) / DAY;
    tzset(); /* the time zone of the machine may have been changed */
    localtime_r(&seconds, &date);
    for (date.tm_mday++; moment_of(&date, options->backup_at - 1) > seconds; date.tm_mday--)
        continue; /* begins with tomorrow: if the clock is set back over midnight, tomorrow's copy
                   * may be due already */
    return day_of(&date);
}

/* -- the copy -- */

/* Makes the copy of the day, unless an earlier process has made it. */
static void copy_database(struct daily *daily)
{
    daily->made[0] = '\0';
    daily->error = STORE_OK;
    if (!store_backup_is_there(&daily->what)) {
        daily->error = store_backup_dated(&daily->what, daily->made, &daily->why);
    }
    daily->found = store_backup_latest(&daily->what);
}

/* Runs in the thread. Only the thread looks into the folder, because its disk may hang, and the
 * loop must not. */
static void make_copy(void *arg)
{
    struct daily *daily = arg;
    copy_database(daily);
    loop_post(daily->host->loop, &daily->post);
}

static void note_failure(struct daily *daily, const char *why)
{
    const struct host *host = daily->host;
    log_error(&host->log, "the daily backup failed, next try in an hour: %s", why);
    daily->again = loop_now(host->loop) + AGAIN;
    daily->failed = true;
}

/* On the loop. */
static void note_copy(struct post *post)
{
    struct daily *daily = (struct daily *)((char *)post - offsetof(struct daily, post));
    uv_thread_join(&daily->thread);
    daily->busy = false;
    daily_note_good(daily->host, daily->found);
    if (daily->error != STORE_OK) {
        note_failure(daily, daily->why.text);
        return;
    }
    if (daily->made[0] != '\0' && !daily->host->trouble)
        store_empty_log(daily->host->store); /* the database's log grew while the copy was read */
    if (daily->made[0] != '\0')
        log_info(&daily->host->log, "made the daily backup file=%s", daily->made);
    daily->done = daily->what.day;
    daily->failed = false;
}

static void begin_copy(struct daily *daily)
{
    const struct host_options *options = &daily->host->options;
    const int64_t today = daily_day(options, clock_now());
    if (today == daily->done && strcmp(daily->folder, options->backup) == 0)
        return;
    daily->done = 0; /* if this copy fails, it is tried again */
    snprintf(daily->folder, sizeof(daily->folder), "%s", options->backup);
    daily->what = (struct store_backups){
        .source = &daily->host->daemon->database,
        .folder = daily->folder,
        .keep = options->backup_keep,
        .day = today,
        .stop = &daily->stop,
    };
    daily->busy = uv_thread_create(&daily->thread, make_copy, daily) == 0;
    if (!daily->busy)
        note_failure(daily, "there is no thread for it");
}

static void on_timer(struct timer *timer)
{
    struct daily *daily = (struct daily *)timer;
    const struct host *host = daily->host;
    if (host->options.backup != NULL && host->daemon->database.from != NULL && !daily->busy &&
        !host->trouble && !host->stopping && loop_now(host->loop) >= daily->again)
        begin_copy(daily);
    timer_set(timer, MINUTE);
}

bool daily_busy(const struct host *host)
{
    return host->daemon->daily->busy;
}

bool daily_fails(const struct host *host)
{
    return host->daemon->daily->failed;
}

void daily_retry(const struct host *host)
{
    host->daemon->daily->again = 0;
}

void daily_note_good(const struct host *host, int64_t at)
{
    struct daily *daily = host->daemon->daily;
    if (at > daily->good)
        daily->good = at;
}

int64_t daily_last_good(const struct host *host)
{
    return host->daemon->daily->good;
}

struct daily *daily_create(struct host *host)
{
    struct daily *daily = calloc(1, sizeof(*daily));
    if (daily == NULL)
        return NULL;
    daily->host = host;
    daily->post.call = note_copy;
    atomic_init(&daily->stop, false);
    timer_init(host->loop, &daily->timer, on_timer);
    timer_set(&daily->timer, MINUTE);
    return daily;
}

static void free_daily(struct timer *timer)
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
    timer_finish(&daily->timer, free_daily);
}
