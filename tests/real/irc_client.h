/* irc_client.h: a scripted IRC client for tests: sends lines, waits for lines.
 *
 * Plain or TLS (the certificate is not checked: the server is ours). Answers PING by itself while
 * it waits. Every wait has a deadline; nothing here sleeps. Lines come as people see
 * them, without the marks of base/text.h. The hands and codes that it is told are
 * kept for the search of logs (tests/leak/leak.h). */
#ifndef TALON_TESTS_REAL_IRC_CLIENT_H
#define TALON_TESTS_REAL_IRC_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* Milliseconds, for what surely comes: a busy machine may be slow. */
enum { IRC_CLIENT_PATIENCE = 60000 };
enum { IRC_CLIENT_LINE = 16384, IRC_CLIENT_AWAITED = 8 };

struct irc_client;

/* Connects to a port of 127.0.0.1. NULL with a line on stderr. */
struct irc_client *irc_client_open(unsigned port, bool tls);
/* Closes at once, without QUIT. Accepts NULL. */
void irc_client_close(struct irc_client *client);

/* Opens, registers as `nick`, waits for the end of the MOTD. */
struct irc_client *irc_client_login(unsigned port, bool tls, const char *nick);
/* The same in two steps, so that many can come at once: InspIRCd welcomes but once a second. NULL
 * is welcomed nowhere. */
struct irc_client *irc_client_begin(unsigned port, bool tls, const char *nick, const char *user);
bool irc_client_welcomed(struct irc_client *client);
/* Begins by TLS and shows a certificate. */
struct irc_client_files {
    const char *certificate, *key;
};
struct irc_client *irc_client_certified(unsigned port, const struct irc_client_files *files,
                                        const char *nick);

/* Sends one line (CRLF is added). False: the connection is gone. */
bool irc_client_send(struct irc_client *client, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next line, without its end, NUL-ended; valid until the next call. NULL: none within
 * `milliseconds`, or the connection is gone. */
const char *irc_client_line(struct irc_client *client, int milliseconds);
/* Reads until a line matches the pattern (fnmatch, "* PRIVMSG #c :*deals*"); lines before it are
 * dropped. NULL, with a line on stderr that shows what came instead, when none does within
 * `milliseconds`. */
const char *irc_client_expect(struct irc_client *client, int milliseconds, const char *pattern);
/* The same for up to IRC_CLIENT_AWAITED lines that may come in any order; the one that matches
 * pattern[i] first is copied to line[i]. False when one of them does not come. */
bool irc_client_expect_all(struct irc_client *client, int milliseconds, const char *const pattern[],
                           unsigned count, char line[][IRC_CLIENT_LINE]);
/* Whether no line that matches comes before the answer to a PING of ours: everything the server had
 * sent until then is read. */
bool irc_client_never(struct irc_client *client, const char *pattern);
/* Calls `seen` for every line read from now on, before it is matched. NULL: nobody. */
void irc_client_watch(struct irc_client *client, void (*seen)(void *arg, const char *line),
                      void *arg);
/* The descriptor, for poll(); lines may be waiting in memory all the same: see irc_client_line().
 */
int irc_client_fd(const struct irc_client *client);
/* Whether the server has closed the connection. */
bool irc_client_gone(const struct irc_client *client);

#endif
