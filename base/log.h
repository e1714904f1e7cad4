/* log.h: logging through the object that speaks.
 *
 * Every long-lived object holds a `struct log` whose parent is the log of the object it belongs to;
 * a line begins with the path of their names, then comes what happened as a sentence, its facts as
 * key=value (values without blanks), and behind a colon the reason, where others gave words for it:
 *
 *     [irc/libera #cards] joined
 *     [irc/libera] cannot connect again_in=5s: Connection refused
 *
 * What stands in the path is no fact once more. The root writes to stderr, one line a record, with
 * systemd's priority ("<3>" to "<7>") when stderr goes to the journal, else with a word. Tokens,
 * passwords and hands never reach it: log_hide() registers a secret that is masked wherever it
 * would appear. A NULL log is silent. Used from the loop's thread and the writer's (a record is one
 * write(2)). */
#ifndef TALON_BASE_LOG_H
#define TALON_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_INFO = 6, LOG_DEBUG = 7 };

struct log {
    const struct log *parent; /* NULL for a root; outlives this */
    const char *name;         /* not owned; NULL or "" adds nothing to the path */
};

/* The log of something that keeps none, a channel or a route, for one record; as silent as its
 * parent. */
#define LOG_OF(parent, name) log_below((parent), &(const struct log){(parent), (name)})
static inline const struct log *log_below(const struct log *parent, const struct log *log)
{
    return parent != NULL ? log : NULL;
}

/* Records above `level` are dropped, everywhere. LOG_INFO at start. */
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
/* "error", "warn", "info", "debug", in capitals or not; false: it is none of these. */
bool log_level_find(const char *word, enum log_level *level);
const char *log_level_name(enum log_level level);
/* Where records go instead of stderr (tests); NULL: stderr again. */
void log_set_sink(void (*sink)(void *arg, enum log_level level, const char *line), void *arg);
/* From now on every occurrence of `secret` (copied; at least 4 bytes) is written as "***". */
void log_hide(const char *text);

void log_error(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_warn(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_info(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_debug(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An error, and the end of the process with EX_TEMPFAIL: another has its place by now, and nothing
 * may be said or written any more. */
void log_replaced(const struct log *log, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
/* An error, with the root's path where the log is NULL, and the end of the process by abort(): for
 * what it cannot go on from, where a start from what is durable is right again. */
void log_fatal(const struct log *log, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#endif
