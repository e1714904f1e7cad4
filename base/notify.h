/* notify.h: what a service tells systemd (sd_notify(3)), without its library.
 *
 * The protocol is one datagram of VARIABLE=VALUE lines to the socket that $NOTIFY_SOCKET names.
 * Where that is not set, nobody waits for news: then nothing is sent, and that is no error. */
#ifndef TALON_BASE_NOTIFY_H
#define TALON_BASE_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#define NOTIFY_READY    "READY=1"    /* started, or reloaded: work is done */
#define NOTIFY_STOPPING "STOPPING=1" /* on its way out */
#define NOTIFY_WATCHDOG "WATCHDOG=1" /* alive; only from a loop that works */

/* Sends one state, or several parted by line ends. Waits a second at most. False when systemd waits
 * for news and did not get them: errno says why. */
bool notify_send(const char *state);

/* RELOADING=1, with the time that systemd tells one reload from another by (MONOTONIC_USEC=):
 * NOTIFY_READY must follow. */
bool notify_reloading(void);

/* A long start calls this whenever it has done a piece of its work, however small. Asks systemd for
 * another minute (EXTEND_TIMEOUT_USEC), but only every few seconds. */
void notify_extend(void);

/* STATUS=: one line for `systemctl status`. Control codes in it become blanks, what is longer than
 * 200 bytes is left out. */
bool notify_status(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Milliseconds between two NOTIFY_WATCHDOG, half of what systemd grants; 0: it does not watch this
 * process. */
uint64_t notify_watchdog(void);

#endif
