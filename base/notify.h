/* notify.h: messages to systemd (sd_notify(3)), without its library.
 *
 * A message is one datagram of VARIABLE=VALUE lines to the socket that $NOTIFY_SOCKET names. If
 * that is not set, systemd does not wait for messages: nothing is sent, and that is no error. */
#ifndef TALON_BASE_NOTIFY_H
#define TALON_BASE_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#define NOTIFY_READY    "READY=1"    /* the start, or the reload, is over */
#define NOTIFY_STOPPING "STOPPING=1" /* on its way out */
#define NOTIFY_WATCHDOG "WATCHDOG=1" /* the loop still turns: send this only from the loop */

/* Sends one state, or several separated by line ends. Waits at most 1 s. False, with errno, if
 * systemd waits for the message and did not get it. */
bool notify_send(const char *state);

/* Sends RELOADING=1 with the time that identifies this reload (MONOTONIC_USEC=). NOTIFY_READY
 * must follow. */
bool notify_reloading(void);

/* Call this often during a long start, after each small piece of work. It asks systemd for one
 * more minute (EXTEND_TIMEOUT_USEC), at most once every few seconds. */
void notify_extend(void);

/* Sends STATUS=, the line that `systemctl status` shows. Control codes become blanks. The line
 * is cut at 200 bytes. */
bool notify_status(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How many milliseconds to wait between two NOTIFY_WATCHDOG: half of the time that systemd allows.
 * 0: systemd does not watch this process. */
uint64_t notify_watchdog(void);

#endif
