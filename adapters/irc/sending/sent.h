/* sent.h: lines that we have sent: what may have to be said again, and to whom labels belong.
 *
 * Two kinds of lines are kept for some seconds, to be said again in another way if they are
 * refused: coloured lines, since a channel may refuse colours, and whispers by CPRIVMSG, since we
 * may have lost our rank in the channel through which they go. Whispers carry a label
 * (labeled-response), so that an error tells which whisper it is about. No line that was meant for
 * somebody may reach whoever has their nick next. */
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
    SENT_LABEL_ROOM = 24 /* bytes that a label may take: "@label=4294967295 " */
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
    char nick[PROTO_NICK]; /* their nick now; "": they are gone, and nobody has to be told */
};

struct sent {
    unsigned next; /* of `recent` */
    struct sent_line recent[SENT_LINES_MAX];
    uint32_t label_last;
    struct sent_label labels[SENT_LABELS_MAX];
};

/* These three are called for each line of `length` bytes that goes out. */

/* Keeps the line if it has colours. */
void sent_coloured(struct session *session, const char *line, size_t length);
/* Turns a whisper into a CPRIVMSG or CNOTICE if the receiver is in a channel where we have a rank:
 * a server's limit on the number of targets does not count these. It must fit `size`. Returns the
 * new length. */
size_t sent_as_cprivmsg(struct session *session, char *line, size_t length, size_t size);
/* Puts a label before a whisper if it fits `size`. Returns the new length. */
size_t sent_label(struct session *session, char *line, size_t length, size_t size);

/* The server refuses CPRIVMSG through this channel: those of the last seconds are queued again as
 * plain whispers. */
void sent_cprivmsg_refused(struct session *session, const struct channel *channel);
/* The channel refuses colours: lines of the last seconds are queued again without. Returns how many
 * they are. */
unsigned sent_again_plain(struct session *session, const struct channel *channel);

/* An error with that label has come: `nick` is the receiver's, or "" if nobody has to be told. The
 * label is used up. False: it is none of ours. */
bool sent_labelled(struct session *session, const char *label, char nick[PROTO_NICK]);

/* A user has a new nick: what is kept of lines to them follows. */
void sent_renamed(struct session *session, const struct user *user);
/* The nick may be somebody else's from now on: drops what waits and what is kept of lines to it. */
void sent_revoke(struct session *session, const char *nick);
/* Writes a whisper as it is said to another nick; 0: the line is none. For sendq_rename(). */
size_t sent_readdress(void *nick, const char *line, char *out, size_t size);

#endif
