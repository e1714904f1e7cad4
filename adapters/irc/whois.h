/* whois.h: the fingerprints of people's TLS certificates (CertFP), which WHOIS tells.
 *
 * The host asks for one when somebody says something; what they said is held until the answer has
 * come. The answer is about whom we see under that nick when it comes: this is safe, since a server
 * sends it in order with JOIN, QUIT and NICK. After a change of nick or host we ask anew. */
#ifndef TALON_ADAPTERS_IRC_WHOIS_H
#define TALON_ADAPTERS_IRC_WHOIS_H

#include "adapters/adapter.h"
#include "handler.h"

enum { WHOIS_HELD_MAX = 8 };

/* A message whose author's certificate is asked for; the strings are owned. */
struct whois_held {
    uint32_t number; /* user.whois */
    uint64_t due;    /* ms; when the message goes on without the answer */
    char *channel;   /* NULL: in private */
    char *nick, *text;
};

struct whois {
    uint32_t asked_last; /* number of the last WHOIS */
    unsigned held_count; /* the longest waiting first */
    struct whois_held held[WHOIS_HELD_MAX];
    char nick[PROTO_NICK]; /* whom the answer that is coming in is about, if we asked; "": nobody */
};

/* Asks for the certificate of the author of a CHAT_MESSAGE. The message is raised once more when
 * the answer has come, or has not come in time. False: it will not be; as adapter_impl.identify. */
bool whois_identify(struct session *session, const struct chat_event *event);
/* The connection has ended: forgets what is held. */
void whois_reset(struct session *session);
void whois_tick(struct session *session);
/* When (ms) whois_tick() has something to do. */
uint64_t whois_due(const struct session *session);

line_handler whois_on_busy, whois_on_certificate, whois_on_end, whois_on_user;

#endif
