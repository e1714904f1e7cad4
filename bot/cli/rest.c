#include "bot/cli/rest.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "base/log.h"
#include "base/notify.h"

enum {
    MINUTE = 60,       /* seconds */
    CRASHES_BORNE = 3, /* failed starts before the first rest */
    REST_MIN = 5,      /* seconds, doubled with each further start */
    REST_MAX = 300,
    TEXT_MAX = 512
};

static const struct log root = {NULL, ""};

/* Returns whether the file was changed or installed at `began` (seconds since the epoch) or later.
 * It compares the inode's time, because an installer may keep the file's own time. */
static bool is_newer(const char *path, int64_t began)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_ctim.tv_sec >= began;
}

/* The unit has StartLimitIntervalSec 0, so systemd restarts it for ever: the cause of the crash may
 * go away by itself. But networks dislike clients that come back every few seconds. The first start
 * after a change of the configuration or the program does not wait, because the change may be the
 * cure. */
void rest(const struct store *store, const char *path, const volatile sig_atomic_t *ended)
{
    static const struct timespec pause = {.tv_sec = 1};
    const struct store_crashes *crashes = store_last_crashes(store);
    unsigned starts = crashes->starts;
    unsigned seconds = REST_MIN;
    if (starts < CRASHES_BORNE || getenv("NOTIFY_SOCKET") == NULL)
        return;
    if (is_newer(path, crashes->began) || is_newer("/proc/self/exe", crashes->began)) {
        log_info(&root,
                 "the configuration or the program changed since the failed starts: no wait "
                 "starts=%u within=%dmin",
                 starts, REST_LASTS / MINUTE);
        return;
    }
    for (unsigned i = CRASHES_BORNE; i < starts && seconds < REST_MAX; i++)
        seconds *= 2;
    if (seconds > REST_MAX)
        seconds = REST_MAX;
    char text[TEXT_MAX];
    snprintf(text, sizeof(text),
             "waiting %u s, because the last %u starts failed within %d min; after a change of the "
             "configuration a restart begins at once",
             seconds, starts, REST_LASTS / MINUTE);
    log_error(&root, "%s", text);
    notify_status("%s", text);
    while (seconds-- > 0 && !*ended) {
        nanosleep(&pause, NULL);
        notify_extend();
    }
}
