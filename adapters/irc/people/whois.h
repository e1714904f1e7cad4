/* whois.h: what only WHOIS tells about people: the fingerprints of their TLS certificates (CertFP),
 * and their time of sign-on, by which we recognise their connection.
 *
 * When somebody says something, the host asks about them (whois_identify()). We hold the message
 * until the answer has come. The host also asks about guests who sit at its tables
 * (whois_look_up()). These guests wait in a list (thousands after a restart), and we ask about one
 * at a time.
 *
 * An answer counts for the user who has the nick when it comes. This is safe, because a server
 * sends it in order with JOIN, QUIT, NICK and CHGHOST. After a change of nick or host we ask again.
 * If the host changes while an answer is on its way, the answer counts only if it names the new
 * host.
 *
 * The time of sign-on is whole seconds by the clock of the user's own server. Every server tells it
 * of its own users. For users of another server we ask that server ("WHOIS nick nick") if ours does
 * not tell it. Some servers hide it. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_WHOIS_H
#define TALON_ADAPTERS_IRC_PEOPLE_WHOIS_H

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"

/* If more than WHOIS_HELD_MAX messages wait, the oldest go on without their answer at the next
 * tick. Up to WHOIS_HELD_ROOM messages may wait until that tick. */
enum { WHOIS_HELD_MAX = 32, WHOIS_HELD_ROOM = 256 };

/* A held message; the strings are owned. */
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
    char asking[PROTO_NICK]; /* nick of the user in the list whom we are asking about; "": none */
    uint64_t ask_due;        /* ms; when we give up that WHOIS, or may ask about the next user */
    char told[PROTO_NICK];   /* nick whom the lines of an answer tell of now, from 311 to 318; "" */
};

/* Asks about the author of a CHAT_MESSAGE, and raises the message again when the answer has come,
 * or has not come in time. Returns false if it will not be raised again; as
 * adapter_impl.identify. */
bool whois_identify(struct session *session, const struct chat_event *event);
/* As adapter_impl.look_up and adapter_impl.user. */
bool whois_look_up(struct session *session, const char *nick, bool first);
bool whois_user(const struct session *session, const char *nick, struct chat_user *user);
/* The connection has ended: forgets held messages and everybody to ask about. */
void whois_reset(struct session *session);
/* True if a 401 answers a WHOIS to another server, and ends that WHOIS. That server may know less
 * than ours, so the nick does not count as gone. */
bool whois_missed(struct session *session, const struct proto_line *line);
/* True if a 716 is a line of a WHOIS answer: ircd-hybrid says there that the user has mode +g or
 * +G. The same numeric refuses a whisper to them. */
bool whois_tells(const struct session *session, const struct proto_line *line);
/* A line "WHOIS ..." goes out. */
void whois_sent(struct session *session, const char *line, size_t length);
void whois_tick(struct session *session);
/* Returns when (ms) whois_tick() has something to do. */
uint64_t whois_due(const struct session *session);

line_handler whois_on_account, whois_on_busy, whois_on_certificate, whois_on_end, whois_on_server;
line_handler whois_on_no_server, whois_on_signon, whois_on_user;

#endif
