/* log.h: logging through the object that speaks.
 *
 * Every long-lived object has a `struct log` whose parent is the log of its owner. A line begins
 * with the names from the root down to the object. Then comes a sentence, then facts as key=value
 * (values without blanks). If another program gave a reason, its words follow a colon:
 *
 *     [irc/libera #cards] joined
 *     [irc/libera] cannot connect again_in=5s: Connection refused
 *
 * A name at the beginning of the line is not repeated as a fact. Records go to stderr, one line
 * each: with systemd's priority ("<3>" to "<7>") if stderr is the journal, else with a word. The
 * log never holds a token, a password or a hand: log_hide() registers a secret, and every line
 * masks it. A NULL log is silent. Any thread may log: a record is one write(2). */
#ifndef TALON_BASE_LOG_H
#define TALON_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_INFO = 6, LOG_DEBUG = 7 };

struct log {
    const struct log *parent; /* NULL for a root; outlives this */
    const char *name;         /* not owned; NULL or "" adds nothing to the path */
};

/* A log for one record about something that has no log of its own, such as a channel or a route. It
 * is silent if its parent is NULL. */
#define LOG_OF(parent, name) log_below((parent), &(const struct log){(parent), (name)})
static inline const struct log *log_below(const struct log *parent, const struct log *log)
{
    return parent != NULL ? log : NULL;
}

/* Records above `level` are dropped, everywhere. LOG_INFO at start. */
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
/* Reads "error", "warn", "info" or "debug" in any case. False: it is none of these. */
bool log_level_find(const char *word, enum log_level *level);
const char *log_level_name(enum log_level level);
/* Sends records to this function instead of stderr (for tests). NULL: to stderr again. */
void log_set_sink(void (*sink)(void *arg, enum log_level level, const char *line), void *arg);
/* From now on every record shows "***" in place of each `text` (copied; at least 4 bytes). */
void log_hide(const char *text);

void log_error(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_warn(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_info(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_debug(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Logs an error and exits with EX_TEMPFAIL. For a process that another has replaced: it must not
 * say or write anything more. */
void log_replaced(const struct log *log, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
/* Logs an error and aborts. If `log` is NULL, the line carries the name of the root. For errors
 * that only a restart from the stored data can repair. */
void log_fatal(const struct log *log, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#endif
