/* sent.h: lines that went out and may have to be said in another way.
 *
 * Some are refused only so: with the colours that a channel does not take, or by CPRIVMSG through a
 * channel where we have no rank any more. They are kept for some seconds and said again otherwise.
 * Whispers carry a label (labeled-response), so that an error can be told from others. Nothing of
 * what was meant for somebody may reach whoever has their nick next. */
#ifndef TALON_ADAPTERS_IRC_SENT_H
#define TALON_ADAPTERS_IRC_SENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto.h"

struct member_channel;
struct session;
struct user;

enum {
    SENT_RECENT = 8,
    SENT_LABELS = 32,
    SENT_LABEL_ROOM = 24 /* bytes: "@label=4294967295 " */
};

/* A line that went out. */
struct recent {
    uint64_t sent;       /* ms */
    uint32_t through;    /* CPRIVMSG: id of the channel + 1; 0: it went by itself */
    uint64_t user;       /* CPRIVMSG: user.number of whom it went to */
    char to[PROTO_NICK]; /* their nick now */
    char line[PROTO_LINE_MOST + 1];
};

/* Whom a whisper went to that carried a label. */
struct label {
    uint32_t number;       /* 0: none */
    uint64_t user;         /* user.number; 0: somebody whom we do not see */
    char nick[PROTO_NICK]; /* theirs now; "": they are gone, and nobody need hear of it */
};

struct sent {
    unsigned next; /* of `recent` */
    struct recent recent[SENT_RECENT];
    uint32_t label_last;
    struct label labels[SENT_LABELS];
};

/* A line of `length` bytes goes out: remembers it where it may be said again, makes of a whisper to
 * somebody in a channel where we have a rank one (CPRIVMSG) that no limit on targets counts, and
 * puts a label before a whisper. Each where it fits `size`; they return the new length. */
void sent_coloured(struct session *session, const char *line, size_t length);
size_t sent_as_cprivmsg(struct session *session, char *line, size_t length, size_t size);
size_t sent_label(struct session *session, char *line, size_t length, size_t size);

/* The channel does not let whispers through any more: those of the last seconds wait again, as
 * plain ones. */
void sent_cprivmsg_refused(struct session *session, const struct member_channel *channel);
/* The channel refuses colours: what it did not get in the last seconds is said without. Returns how
 * many lines. */
unsigned sent_again_plain(struct session *session, const struct member_channel *channel);

/* An answer to a labelled whisper: `nick` is who it went to, "": nobody need hear of it; no other
 * answer is taken. False: the label is none of ours. */
bool sent_labelled(struct session *session, const char *label, char nick[PROTO_NICK]);

/* A user has a new nick: lines to them follow. */
void sent_renamed(struct session *session, const struct user *user);
/* Nothing of what was meant for who had that nick goes out any more, also of what waits. */
void sent_revoke(struct session *session, const char *nick);
/* A whisper as it is said to another nick; 0: it is none. As pace_rename() wants it. */
size_t sent_readdress(void *nick, const char *line, char *out, size_t size);

#endif
