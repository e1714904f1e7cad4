/* ircd.h: a real ngircd for a test.
 *
 * On free loopback ports, one plain and one TLS, with all its files in a folder of its own below
 * $TMPDIR (/tmp). The program is $TALON_NGIRCD, or ngircd in PATH or /usr/sbin. As root it
 * continues as nobody. It ends with the test, however that ends. */
#ifndef TALON_TESTS_REAL_IRCD_H
#define TALON_TESTS_REAL_IRCD_H

#include <stdbool.h>
#include <sys/types.h>

#include "tls_files.h"

struct ircd {
    pid_t pid; /* 0: not running */
    unsigned port, tls_port;
    char folder[64];
    char ca[96];                       /* file of the CA to trust */
    char fingerprint[TLS_FINGERPRINT]; /* SHA-256 of the certificate */
};

struct ircd_options {
    unsigned ping_seconds; /* of silence before the server asks; 0: 120 */
    unsigned nick_length;  /* 0: 20 */
    const char *password;  /* of the server; NULL: none */
    bool limits;           /* throttles fast clients as a public server does */
};

/* Whether there is an ngircd to start; else tests skip, and print why. */
bool ircd_available(void);
/* Starts it, returns when both ports answer. False with a line on stderr. `options` may be NULL. */
bool ircd_start(struct ircd *ircd, const struct ircd_options *options);
/* Ends the process (SIGKILL if `rough`) and keeps files and ports for ircd_again(). */
void ircd_pause(struct ircd *ircd, bool rough);
bool ircd_again(struct ircd *ircd);
/* Ends it and removes its files. */
void ircd_stop(struct ircd *ircd);

#endif
