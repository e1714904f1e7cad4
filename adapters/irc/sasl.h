/* sasl.h: what is said in a SASL login, without a socket, by libgsasl.
 *
 * The arguments of AUTHENTICATE come in and go out: base64 in chunks of 400 bytes, where a full
 * chunk is always followed by another, if only by "+", the empty one. SCRAM makes the server prove
 * that it knows the password, too. */
#ifndef TALON_ADAPTERS_IRC_SASL_H
#define TALON_ADAPTERS_IRC_SASL_H

#include <stdbool.h>
#include <stddef.h>

/* In the order of preference. */
enum sasl_mechanism { SASL_EXTERNAL, SASL_SCRAM_SHA_256, SASL_PLAIN, SASL_MECHANISMS };

enum {
    SASL_CHUNK = 400,
    SASL_MOST = 4000,              /* bytes of base64 taken from a server at once */
    SASL_ITERATIONS_MOST = 1000000 /* of SCRAM: more would hold up every table */
};

const char *sasl_name(enum sasl_mechanism mechanism);
/* The mechanism of that name, in whatever case; SASL_MECHANISMS: not one of ours. */
enum sasl_mechanism sasl_find(const char *name, size_t length);
/* The bits (1 << mechanism) of those of ours that a list parted by commas names. */
unsigned sasl_list(const char *list, size_t length);

struct sasl;

/* Both strings outlive it; `password` may be NULL where only EXTERNAL is used, and so may `user`:
 * the certificate alone says then who we are. NULL: memory is out. */
struct sasl *sasl_create(const char *user, const char *password);
void sasl_destroy(struct sasl *sasl);

/* Begins anew with a mechanism. False: it cannot be. */
bool sasl_begin(struct sasl *sasl, enum sasl_mechanism mechanism);
/* Forgets what was said. */
void sasl_end(struct sasl *sasl);

enum sasl_result {
    SASL_AGAIN,  /* the server has more to say first */
    SASL_ANSWER, /* sasl_take() has what to say */
    SASL_ABORT   /* nonsense, or the server could not prove itself */
};

/* Takes one argument of AUTHENTICATE. */
enum sasl_result sasl_hear(struct sasl *sasl, const char *chunk);
/* The next argument to send; false: none. */
bool sasl_take(struct sasl *sasl, char out[SASL_CHUNK + 1]);
/* Whether the mechanism has come to its good end on our side: what the server had to prove, it
 * has. */
bool sasl_complete(const struct sasl *sasl);

#endif
