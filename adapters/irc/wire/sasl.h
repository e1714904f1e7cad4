/* sasl.h: the exchange of a SASL login, without a socket, by libgsasl. It reads and writes the
 * arguments of AUTHENTICATE: base64 in chunks of 400 bytes. Another chunk always follows a full
 * one; it may be the empty one, "+". With SCRAM the server also proves that it knows the
 * password. */
#ifndef TALON_ADAPTERS_IRC_WIRE_SASL_H
#define TALON_ADAPTERS_IRC_WIRE_SASL_H

#include <stdbool.h>
#include <stddef.h>

/* The best one first. */
enum sasl_mechanism { SASL_EXTERNAL, SASL_SCRAM_SHA_256, SASL_PLAIN, SASL_MECHANISMS };

enum {
    SASL_CHUNK = 400,
    SASL_MAX = 4000,              /* bytes of base64 that we take from a server at once */
    SASL_ITERATIONS_MAX = 1000000 /* iterations of SCRAM; more would delay every table */
};

const char *sasl_name(enum sasl_mechanism mechanism);
/* Finds a mechanism by its name in upper or lower case; SASL_MECHANISMS: it is not one of ours. */
enum sasl_mechanism sasl_find(const char *name, size_t length);
/* Returns our mechanisms in a list with commas, as bits (1 << mechanism). */
unsigned sasl_list(const char *list, size_t length);

struct sasl;

/* Both strings must outlive the result. For EXTERNAL they may be NULL: the certificate tells who we
 * are. NULL: memory is out. */
struct sasl *sasl_create(const char *user, const char *password);
void sasl_destroy(struct sasl *sasl);

/* Begins an exchange with this mechanism. Returns false if that is not possible. */
bool sasl_begin(struct sasl *sasl, enum sasl_mechanism mechanism);
/* Ends the exchange, if there is one. */
void sasl_end(struct sasl *sasl);

enum sasl_result {
    SASL_AGAIN,  /* the server is still sending its part */
    SASL_ANSWER, /* sasl_take() has our answer */
    SASL_ABORT   /* the server's part is invalid, or it could not prove who it is */
};

/* Takes one argument of the server's AUTHENTICATE. */
enum sasl_result sasl_hear(struct sasl *sasl, const char *chunk);
/* Writes the next argument to send. Returns false if there is none. */
bool sasl_take(struct sasl *sasl, char out[SASL_CHUNK + 1]);
/* True if the exchange is complete. In a mechanism where the server proves itself, too, it has done
 * so. */
bool sasl_complete(const struct sasl *sasl);

#endif
