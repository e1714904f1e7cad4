/* sasl.h: the exchange of a SASL login, without a socket, by libgsasl.
 *
 * Arguments of AUTHENTICATE come in and go out: base64 in chunks of 400 bytes. A full chunk is
 * always followed by another one, which may be the empty one, "+". With SCRAM the server, too,
 * proves that it knows the password. */
#ifndef TALON_ADAPTERS_IRC_WIRE_SASL_H
#define TALON_ADAPTERS_IRC_WIRE_SASL_H

#include <stdbool.h>
#include <stddef.h>

/* The best one first. */
enum sasl_mechanism { SASL_EXTERNAL, SASL_SCRAM_SHA_256, SASL_PLAIN, SASL_MECHANISMS };

enum {
    SASL_CHUNK = 400,
    SASL_MAX = 4000,              /* bytes of base64 taken from a server at once */
    SASL_ITERATIONS_MAX = 1000000 /* of SCRAM; more would hold up every table */
};

const char *sasl_name(enum sasl_mechanism mechanism);
/* The mechanism of that name, in any case; SASL_MECHANISMS: it is none of ours. */
enum sasl_mechanism sasl_find(const char *name, size_t length);
/* The mechanisms of ours in a list separated by commas, as bits (1 << mechanism). */
unsigned sasl_list(const char *list, size_t length);

struct sasl;

/* Both strings outlive it. With EXTERNAL alone `password` may be NULL, and so may `user`: then the
 * certificate tells who we are. NULL: memory is out. */
struct sasl *sasl_create(const char *user, const char *password);
void sasl_destroy(struct sasl *sasl);

/* Begins an exchange with that mechanism. False: it is not possible. */
bool sasl_begin(struct sasl *sasl, enum sasl_mechanism mechanism);
/* Ends the exchange, if there is one. */
void sasl_end(struct sasl *sasl);

enum sasl_result {
    SASL_AGAIN,  /* the server is still sending its part */
    SASL_ANSWER, /* our answer is to be taken by sasl_take() */
    SASL_ABORT   /* the server's part is nonsense, or it could not prove who it is */
};

/* Takes one argument of the server's AUTHENTICATE. */
enum sasl_result sasl_hear(struct sasl *sasl, const char *chunk);
/* Writes the next argument that is to be sent; false: there is none. */
bool sasl_take(struct sasl *sasl, char out[SASL_CHUNK + 1]);
/* Whether the exchange is complete: the server has proved what it had to. */
bool sasl_complete(const struct sasl *sasl);

#endif
