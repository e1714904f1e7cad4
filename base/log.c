#include "log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "array.h"
#include "buf.h"
#include "text.h"

/* A record shows the first LINE_MAX_IN bytes of its text. We format twice this length, so that a
 * secret at the cut is still found whole, and masked. */
enum { LINE_MAX_IN = 4096, SECRET_MAX = LINE_MAX_IN - 1, NAME_DEPTH = 8 };

struct secret {
    struct secret *next;
    size_t length;
    char text[];
};

static atomic_int log_level = LOG_INFO;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the three below */
static struct secret *secrets; /* longest first: where two overlap, the longer one is masked */
static void (*log_sink)(void *arg, enum log_level level, const char *line);
static void *log_sink_arg;

void log_set_level(enum log_level level)
{
    atomic_store(&log_level, (int)level);
}

enum log_level log_get_level(void)
{
    return (enum log_level)atomic_load(&log_level);
}

static const struct {
    enum log_level level;
    const char *name;
} levels[] = {{LOG_ERROR, "error"}, {LOG_WARN, "warn"}, {LOG_INFO, "info"}, {LOG_DEBUG, "debug"}};

enum { LEVELS = ARRAY_SIZE(levels) };

bool log_level_find(const char *word, enum log_level *level)
{
    for (unsigned i = 0; i < LEVELS; i++) {
        if (strcasecmp(word, levels[i].name) == 0) {
            *level = levels[i].level;
            return true;
        }
    }
    return false;
}

const char *log_level_name(enum log_level level)
{
    for (unsigned i = 0; i < LEVELS; i++) {
        if (levels[i].level == level)
            return levels[i].name;
    }
    return "";
}

void log_set_sink(void (*sink)(void *arg, enum log_level level, const char *line), void *arg)
{
    pthread_mutex_lock(&mutex);
    log_sink = sink;
    log_sink_arg = arg;
    pthread_mutex_unlock(&mutex);
}

void log_hide(const char *text)
{
    size_t length = strlen(text);
    if (length < 4)
        return;
    if (length > SECRET_MAX)
        length = SECRET_MAX;
    struct secret *secret = malloc(sizeof(*secret) + length);
    if (secret == NULL)
        log_fatal(NULL, "out of memory for what is to be hidden here: ending");
    secret->length = length;
    memcpy(secret->text, text, length);

    pthread_mutex_lock(&mutex);
    struct secret **at = &secrets;
    while (*at != NULL && (*at)->length > length)
        at = &(*at)->next;
    struct secret *same = *at;
    while (same != NULL && same->length == length && memcmp(same->text, text, length) != 0)
        same = same->next;
    if (same != NULL && same->length == length) {
        free(secret);
    } else {
        secret->next = *at;
        *at = secret;
    }
    pthread_mutex_unlock(&mutex);
}

static const struct secret *secret_at(const char *text, size_t length)
{
    for (const struct secret *s = secrets; s != NULL; s = s->next) {
        if (s->length <= length && memcmp(s->text, text, s->length) == 0)
            return s;
    }
    return NULL;
}

/* Writes a text as one line, with secrets masked. Whatever does not show as itself (control
 * codes, format characters, line separators, invalid bytes) becomes \xNN. So no text can forge a
 * record or change the order in which it is read. */
static void put_safely(struct buf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        if (i >= LINE_MAX_IN) {
            buf_add(out, "...");
            return;
        }
        const struct secret *secret = secret_at(text + i, length - i);
        size_t size = 1;
        if (secret != NULL) {
            buf_add(out, "***");
            i += secret->length;
            continue;
        }
        bool shows = text_shows(text + i, length - i, &size);
        for (size_t end = i + size; i < end; i++) {
            if (shows)
                buf_add_char(out, text[i]);
            else
                buf_printf(out, "\\x%02x", (unsigned char)text[i]);
        }
    }
}

static void put_path(struct buf *out, const struct log *log)
{
    const char *names[NAME_DEPTH];
    unsigned count = 0;
    for (; log != NULL && count < NAME_DEPTH; log = log->parent) {
        if (log->name != NULL && *log->name != '\0')
            names[count++] = log->name;
    }
    if (count == 0)
        return;
    buf_add_char(out, '[');
    while (count > 0) {
        buf_add(out, names[--count]);
        buf_add(out, count > 0 ? " " : "] ");
    }
}

/* systemd sets JOURNAL_STREAM to "device:inode" of the stream it reads. */
static bool stderr_is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    struct stat st;
    if (stream == NULL || fstat(STDERR_FILENO, &st) != 0)
        return false;
    char here[64];
    snprintf(here, sizeof(here), "%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
    return strcmp(stream, here) == 0;
}

static const char *level_word(enum log_level level)
{
    switch (level) {
    case LOG_ERROR:
        return "error: ";
    case LOG_WARN:
        return "warning: ";
    case LOG_DEBUG:
        return "debug: ";
    case LOG_INFO:
        break;
    }
    return "";
}

__attribute__((format(printf, 3, 0))) static void
put_record(const struct log *log, enum log_level level, const char *format, va_list args)
{
    if (log == NULL || (int)level > atomic_load(&log_level))
        return;
    char text[2 * LINE_MAX_IN];
    struct buf in;
    buf_init(&in, text, sizeof(text));
    put_path(&in, log);
    int length = vsnprintf(in.at, buf_room(&in) + 1, format, args);
    if (length < 0)
        return;

    char memory[4 * LINE_MAX_IN + 64]; /* every byte may become \xNN */
    struct buf out;
    buf_init(&out, memory, sizeof(memory));
    pthread_mutex_lock(&mutex);
    if (log_sink != NULL) {
        put_safely(&out, text, strlen(text));
        log_sink(log_sink_arg, level, out.start);
    } else {
        if (stderr_is_journal())
            buf_printf(&out, "<%d>", (int)level);
        else
            buf_add(&out, level_word(level));
        put_safely(&out, text, strlen(text));
        buf_add_char(&out, '\n');
        ssize_t written = write(STDERR_FILENO, out.start, buf_length(&out));
        (void)written; /* if stderr cannot be written, there is nowhere to report that */
    }
    pthread_mutex_unlock(&mutex);
}

void log_error(const struct log *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_record(log, LOG_ERROR, format, args);
    va_end(args);
}

void log_warn(const struct log *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_record(log, LOG_WARN, format, args);
    va_end(args);
}

void log_info(const struct log *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_record(log, LOG_INFO, format, args);
    va_end(args);
}

void log_debug(const struct log *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_record(log, LOG_DEBUG, format, args);
    va_end(args);
}

void log_replaced(const struct log *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_record(log, LOG_ERROR, format, args);
    va_end(args);
    _exit(EX_TEMPFAIL);
}

void log_fatal(const struct log *log, const char *format, ...)
{
    static const struct log root = {NULL, ""};
    va_list args;
    va_start(args, format);
    put_record(log != NULL ? log : &root, LOG_ERROR, format, args);
    va_end(args);
    abort();
}
