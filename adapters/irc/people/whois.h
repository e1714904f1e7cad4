/* whois.h: what only WHOIS tells of people: the fingerprints of their TLS certificates (CertFP),
 * and when they signed on, by which their connection is known again.
 *
 * The host asks when somebody says something (whois_identify()); what they said is held until the
 * answer has come. It also asks about guests who sit at its tables (whois_look_up()): these wait in
 * a list, and one is asked about at a time. After a restart there may be thousands.
 *
 * An answer is taken for the user who has that nick when it comes. This is safe: a server sends it
 * in order with JOIN, QUIT, NICK and CHGHOST. After a change of nick or host we ask again. If the
 * host changes while an answer is on its way, the answer counts only if it names the new host.
 *
 * The time of sign-on is whole seconds by the clock of the user's own server. Every server tells it
 * of its own users; for those of another one we ask that server ("WHOIS nick nick"), if ours does
 * not tell it. Some servers hide it. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_WHOIS_H
#define TALON_ADAPTERS_IRC_PEOPLE_WHOIS_H

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"

/* If more messages wait than WHOIS_HELD_MAX, the oldest go on without their answer at the next
 * tick. The room is for those that come until then. */
enum { WHOIS_HELD_MAX = 32, WHOIS_HELD_ROOM = 256 };

/* A message whose author is asked for; the strings are owned. */
struct whois_held {
    uint32_t number; /* user.whois */
    uint64_t due;    /* ms; when the message goes on without the answer */
    char *channel;   /* NULL: in private */
    char *nick, *text;
};

struct whois {
    uint32_t asked_last; /* number of the last WHOIS */
    unsigned held_count; /* the longest waiting first */
    struct whois_held held[WHOIS_HELD_ROOM];
    char asking[PROTO_NICK]; /* the nick in the WHOIS that waits for its answer; "": none does */
    uint64_t ask_due;        /* ms; when that one is given up, or the next one may be asked about */
};

/* Asks about the author of a CHAT_MESSAGE. The message is raised once more when the answer has
 * come, or has not come in time. False: it will not be; as adapter_impl.identify. */
bool whois_identify(struct session *session, const struct chat_event *event);
/* As adapter_impl.look_up and adapter_impl.user. */
bool whois_look_up(struct session *session, const char *nick, bool first);
bool whois_user(const struct session *session, const char *nick, struct chat_user *user);
/* The connection has ended: forgets what is held, and who is asked about. */
void whois_reset(struct session *session);
/* Whether a 401 answers a WHOIS to another server, which may know less than ours by now: it ends
 * that WHOIS, and the nick is not gone for it. */
bool whois_missed(struct session *session, const struct proto_line *line);
/* A line "WHOIS ..." goes out. */
void whois_sent(struct session *session, const char *line, size_t length);
void whois_tick(struct session *session);
/* When (ms) whois_tick() has something to do. */
uint64_t whois_due(const struct session *session);

line_handler whois_on_account, whois_on_busy, whois_on_certificate, whois_on_end, whois_on_server;
line_handler whois_on_no_server, whois_on_signon, whois_on_user;

#endif
