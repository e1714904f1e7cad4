/* ircd.h: a real server for a test: ngircd, InspIRCd with Atheme's services, or ircd-hybrid.
 *
 * On free loopback ports, one plain and one TLS, with all its files in a folder of its own below
 * $TMPDIR (/tmp). The programs are $TALON_NGIRCD, $TALON_INSPIRCD, $TALON_ATHEME, $TALON_ANOPE
 * and $TALON_HYBRID, or found below $TALON_SERVERS, in PATH or /usr/sbin. As root they continue as
 * nobody. They end with the test, however that ends. */
#ifndef TALON_TESTS_REAL_IRCD_H
#define TALON_TESTS_REAL_IRCD_H

#include <stdbool.h>
#include <sys/types.h>

#include "tls_files.h"

enum ircd_kind { IRCD_NGIRCD, IRCD_INSPIRCD, IRCD_HYBRID };

struct ircd {
    enum ircd_kind kind;
    pid_t pid;      /* 0: not running */
    pid_t services; /* 0: none */
    bool has_services, has_sasl, has_hub, has_anope;
    unsigned port, tls_port, link_port;
    char folder[64];
    char ca[96];                              /* file of the CA to trust */
    char fingerprint[TLS_FINGERPRINT];        /* SHA-256 of the certificate */
    char client_cert[96], client_key[96];     /* files of a client's */
    char client_fingerprint[TLS_FINGERPRINT]; /* and its SHA-256 */
};

struct ircd_options {
    enum ircd_kind kind;
    bool services;          /* InspIRCd: NickServ and SASL, of Atheme */
    bool anope;             /* rather of Anope */
    bool no_sasl;           /* NickServ alone */
    const struct ircd *hub; /* InspIRCd and ngircd: links itself to this one; NULL: stands alone */
    unsigned sts;           /* InspIRCd: seconds that it tells clients to come by TLS; 0: none */
    unsigned ping_seconds;  /* of silence before the server asks; 0: 120 */
    unsigned nick_length;   /* 0: 20 */
    const char *password;   /* of the server; NULL: none */
    bool limits;            /* throttles fast clients as a public server does */
};

/* Whether there is an ngircd to start; else tests skip, and print why. */
bool ircd_available(void);
/* The same of any kind; of InspIRCd with its services. */
bool ircd_has(enum ircd_kind kind);
/* Of InspIRCd with Anope. */
bool ircd_has_anope(void);
/* The kind that a test program is told to run on by its first argument (a program's name); ngircd
 * without one. Ends the program for any other word. */
enum ircd_kind ircd_kind_of(int count, char **arguments);
/* Starts it, returns when both ports answer, and the services. False with a line on stderr.
 * `options` may be NULL. */
bool ircd_start(struct ircd *ircd, const struct ircd_options *options);
/* Ends the process (SIGKILL if `rough`) and keeps files and ports for ircd_again(). */
void ircd_pause(struct ircd *ircd, bool rough);
bool ircd_again(struct ircd *ircd);
/* Links it to its hub; returns when it is. */
bool ircd_link(const struct ircd *ircd);
/* Ends it and removes its files. */
void ircd_stop(struct ircd *ircd);

#endif
