#include "bot/cli/rest.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "base/log.h"
#include "base/notify.h"

enum {
    MINUTE = 60,       /* seconds */
    CRASHES_BORNE = 3, /* starts that did not last, before there is a rest */
    REST_MIN = 5,      /* seconds, doubled each time */
    REST_MAX = 300,
    TEXT_MAX = 512
};

static const struct log root = {NULL, ""};

/* Changed or put in place since then: the inode's time, because who installs a file may keep the
 * file's own. */
static bool is_newer(const char *path, int64_t began)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_ctim.tv_sec >= began;
}

/* A unit that is started again and again goes on for ever (its StartLimitIntervalSec is 0): what
 * ends it may go away by itself. Networks, though, do not like who comes back every few seconds.
 * Somebody who mended something since the last of these starts waits for nothing: that is once for
 * each change. */
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
