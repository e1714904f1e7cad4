/* sent.h: lines that we have sent and may have to send again in another way, and the receivers of
 * labels.
 *
 * Two kinds of lines are kept for some seconds, in case they are refused. A channel may refuse
 * colours, so we keep coloured lines. We may have lost our rank in a channel, so we keep whispers
 * by CPRIVMSG through it. Whispers carry a label (labeled-response), so that an error tells which
 * whisper it is about. A line for one person must never reach the next owner of their nick. */
#ifndef TALON_ADAPTERS_IRC_SENDING_SENT_H
#define TALON_ADAPTERS_IRC_SENDING_SENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/wire/proto.h"

struct channel;
struct session;
struct user;

enum {
    SENT_LINES_MAX = 8,
    SENT_LABELS_MAX = 32,
    SENT_LABEL_ROOM = 24 /* bytes of a label: "@label=4294967295 " */
};

/* A line that may be said again. */
struct sent_line {
    uint64_t sent;       /* ms */
    uint32_t through;    /* CPRIVMSG: id of the channel + 1; 0: the line is a coloured one */
    uint64_t user;       /* CPRIVMSG: user.number of the receiver */
    char to[PROTO_NICK]; /* CPRIVMSG: the receiver's nick now */
    char line[PROTO_LINE_MAX + 1];
};

/* The receiver of a whisper with a label. */
struct sent_label {
    uint32_t number;       /* 0: none */
    uint64_t user;         /* user.number; 0: we see them in no channel */
    char nick[PROTO_NICK]; /* their nick now; "": they are gone, so report nothing */
};

struct sent {
    unsigned next; /* of `recent` */
    struct sent_line recent[SENT_LINES_MAX];
    uint32_t label_last;
    struct sent_label labels[SENT_LABELS_MAX];
};

/* Call these three for each line of `length` bytes that goes out. */

/* Keeps the line if it has colours. */
void sent_coloured(struct session *session, const char *line, size_t length);
/* Turns a whisper into a CPRIVMSG or CNOTICE if we have a rank in a channel with the receiver, and
 * the result fits `size`: servers do not count these commands in their limit on targets. Returns
 * the new length. */
size_t sent_as_cprivmsg(struct session *session, char *line, size_t length, size_t size);
/* Puts a label before a whisper if it fits `size`. Returns the new length. */
size_t sent_label(struct session *session, char *line, size_t length, size_t size);

/* The server refuses CPRIVMSG through this channel. Queues the CPRIVMSGs of the last seconds again,
 * as plain whispers. */
void sent_cprivmsg_refused(struct session *session, const struct channel *channel);
/* The channel refuses colours. Queues the lines of the last seconds again without colours, and
 * returns how many. */
unsigned sent_again_plain(struct session *session, const struct channel *channel);

/* Finds the receiver of the label in an error, and uses up the label: `nick` is "" if nothing need
 * be reported. Returns false if the label is not ours. */
bool sent_labelled(struct session *session, const char *label, char nick[PROTO_NICK]);

/* A user has a new nick: updates what is kept of lines to them. */
void sent_renamed(struct session *session, const struct user *user);
/* Somebody else may get the nick: drops waiting and kept lines to it. */
void sent_revoke(struct session *session, const char *nick);
/* Writes a whisper for another nick; 0: the line is no whisper. For sendq_rename(). */
size_t sent_readdress(void *nick, const char *line, char *out, size_t size);

#endif
