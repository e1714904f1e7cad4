/* status.h: the daemon in numbers, and what `systemctl status` says of it.
 *
 * The service's status line is made every few seconds, and when a network connects or is lost. It
 * shows networks, tables, players, queued messages, a daily backup that failed (daily.h), and
 * damage of the database (store_whole()). While play waits it says why (trouble.h). It is sent only
 * when it differs from the last one. `talon ctl status` shows the same line. */
#ifndef TALON_BOT_HOST_STATUS_H
#define TALON_BOT_HOST_STATUS_H

#include <stddef.h>
#include <stdint.h>

struct host;
struct status_line;

struct status {
    unsigned networks, connected;
    unsigned tables, rounds; /* rounds: the tables that run one */
    unsigned players;        /* seats of people */
    unsigned spectators;     /* people who said !watch */
    unsigned pages;          /* web pages that follow a table */
    size_t queue;            /* lines that wait for the journal */
};

/* Looks at every table. */
void status_count(const struct host *host, struct status *status);

enum { STATUS_WORDS_MAX = 200 /* as notify_status() cuts it */ };
/* Writes the line that `systemctl status` and `talon ctl status` show. */
void status_words(const struct host *host, char words[STATUS_WORDS_MAX]);
/* Sets why play waits, for that line; NULL: it does not wait. Sends the line. */
void status_waits(const struct host *host, const char *why);
/* Milliseconds since host_start(). */
uint64_t status_age(const struct host *host);

/* NULL when memory is out. */
struct status_line *status_create(struct host *host);
/* Accepts NULL. */
void status_destroy(struct status_line *line);
/* Begins to report to systemd. */
void status_begin(struct host *host);
/* Sends the status line at once, even if nothing has changed. */
void status_tell(const struct host *host);

/* Sends the status line now if it has changed. Does nothing before status_begin(). */
void status_news(const struct host *host);

#endif
