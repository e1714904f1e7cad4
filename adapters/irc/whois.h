/* whois.h: whose certificate is whose (CertFP): asked by WHOIS when the host wants to know it,
 * believed of who is seen under that nick at this moment. What they said waits for the answer. The
 * server answers in the order in which it tells who comes, goes and changes nicks; a nick, a host
 * or somebody who is new is asked for anew. */
#ifndef TALON_ADAPTERS_IRC_WHOIS_H
#define TALON_ADAPTERS_IRC_WHOIS_H

#include "adapters/adapter.h"
#include "handler.h"

enum { WHOIS_HELD = 8 };

/* What somebody said of whom the certificate is asked for; owned. */
struct held {
    uint32_t number; /* user.asked */
    uint64_t due;    /* ms; when it goes on whatever is known */
    char *channel;   /* NULL: in private */
    char *nick, *text;
};

struct whois {
    uint32_t asked_last;
    unsigned held_count; /* the longest waiting first */
    struct held held[WHOIS_HELD];
    char nick[PROTO_NICK]; /* whom the server tells of now, and is whom we asked for; "": nobody */
};

/* Asks for the certificate of who said that (CHAT_MESSAGE): it is raised once more when the answer
 * is there, or none has come. False: it will not be; as adapter_impl.identify. */
bool whois_identify(struct session *session, const struct chat_event *event);
/* No connection any more: forgets what waits. */
void whois_reset(struct session *session);
void whois_tick(struct session *session);
/* ms; when whois_tick() has something to do */
uint64_t whois_due(const struct session *session);

line_handler whois_on_busy, whois_on_certificate, whois_on_end, whois_on_user;

#endif
