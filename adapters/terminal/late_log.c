#include "late_log.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char kept[LATE_LOG_BYTES];
static size_t length;
static unsigned dropped;

static void keep(void *arg, enum log_level level, const char *line)
{
    size_t size = strlen(line);
    (void)arg;
    (void)level;
    pthread_mutex_lock(&lock);
    if (length + size + 1 < sizeof(kept)) {
        memcpy(kept + length, line, size);
        kept[length + size] = '\n';
        length += size + 1;
    } else {
        dropped++;
    }
    pthread_mutex_unlock(&lock);
}

void late_log_begin(void)
{
    log_set_sink(keep, NULL);
}

void late_log_end(void)
{
    log_set_sink(NULL, NULL);
    pthread_mutex_lock(&lock);
    fwrite(kept, 1, length, stderr);
    if (dropped > 0)
        fprintf(stderr, "%u more records of the log were dropped\n", dropped);
    length = dropped = 0;
    pthread_mutex_unlock(&lock);
}
