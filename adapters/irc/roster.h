/* roster.h: who is in our channels, and as what.
 *
 * Kept so that a message's user can be told as channel operator, and an account (where the network
 * says it once, not with each message) is forgotten the moment we can no longer see its owner.
 * Compact: a user is one block, a membership four bytes.
 *
 * What servers tell of who is there fills it. Bounds: ROSTER_MEMBERS of one channel, so that none
 * spends what the others need; of all together ROSTER_USERS, ROSTER_MEMBERSHIPS, and ROSTER_BYTES
 * of memory, as the allocator counts it. Beyond them new ones stay unknown, and so have neither
 * rank nor account; names that are longer than any network's are not kept. What leaves gives its
 * room back, the table of names too. */
#ifndef TALON_ADAPTERS_IRC_ROSTER_H
#define TALON_ADAPTERS_IRC_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto.h"

enum {
    ROSTER_USERS = 1 << 18,
    ROSTER_MEMBERSHIPS = 1 << 21,
    ROSTER_CHANNELS = 1 << 16,
    ROSTER_MEMBERS = 1 << 14, /* of a channel */
    ROSTER_BYTES = 32 << 20,  /* of all users */
    ROSTER_ACCOUNT = 128,     /* bytes of what is kept of each, NUL included */
    ROSTER_HOST = 160,
    ROSTER_CERTIFICATE = 160,
    ROSTER_KEY = 128
};

/* An entry of a table of names, first in its owner. */
struct named {
    struct named *next;
    uint32_t hash;
    char *name; /* owned */
};

/* Names to entries, compared as the network does. */
struct names {
    struct named **slots;
    size_t room, count; /* room: 0 or a power of two */
    uint32_t seed;      /* so that nobody can choose names that collide */
    enum proto_casemap map;
};

enum channel_state {
    CHANNEL_IDLE,    /* we stay out, until the next connection or an invitation */
    CHANNEL_WANTED,  /* to be joined when `due` */
    CHANNEL_JOINING, /* asked; asked again when `due` */
    CHANNEL_JOINED   /* since `due` */
};

struct member_channel {
    struct named named;
    uint32_t id;            /* index in roster.channels */
    uint32_t members;       /* that are known */
    uint8_t state;          /* enum channel_state */
    uint8_t ranks;          /* ours, bits of isupport.h */
    bool plain;             /* refuses colours */
    bool muted;             /* hears nothing of us, for one of the next two reasons */
    bool moderated;         /* +m */
    bool refused;           /* refuses what we say; only what is said tells when that ends */
    bool unheard;           /* the host speaks there all the same, and is to be told */
    bool lost;              /* lines to it found no room */
    bool asked;             /* for its modes */
    uint8_t excused;        /* refusals to come, of colours in lines that were said again */
    uint8_t tries;          /* of lines since it refuses them */
    bool may_try;           /* the next line goes, to see whether it is heard */
    uint32_t trying;        /* number of the PING behind that line; 0: none is on its way */
    bool unasked;           /* WHO is to be asked */
    bool kicked;            /* we were kicked and have come back once */
    bool configured, guest; /* who wants us there: our configuration, or an invitation */
    uint8_t refusals;       /* of a guest, in a row */
    char *key;              /* to be let in; owned; NULL: it needs none */
    char *place;            /* of a guest: from where they asked us; owned; NULL: not known */
    char *inviter; /* of a guest: whose right to ask us is not known yet; owned, else NULL */
    uint64_t due;  /* ms; when the state's next step is due */
    uint64_t excused_until, tried_at, try_due; /* ms */
};

struct user {
    struct named named; /* the nick */
    uint64_t number;    /* theirs alone, whatever their nick is; never 0 */
    char *account;      /* owned; NULL: none known */
    char *host;         /* owned; "user@host"; NULL: not known yet */
    char *certificate;  /* owned; the print of theirs, "": none; NULL: not known */
    uint32_t asked;     /* number of the question for it; 0: not asked */
    bool greeted;       /* got a PRIVMSG from us since we see them */
    uint32_t count, room;
    uint32_t *channels; /* id << 8 | ranks, sorted */
};

struct roster {
    struct names channel_names;
    struct names user_names;
    struct member_channel **channels; /* by id */
    uint32_t channel_count;
    size_t memberships;
    size_t bytes;     /* that the users take */
    uint64_t numbers; /* given to users */
};

void roster_init(struct roster *roster, uint32_t seed);
void roster_finish(struct roster *roster);
/* Forgets all users. */
void roster_clear(struct roster *roster);
/* The casemapping is another one now. */
void roster_remap(struct roster *roster, enum proto_casemap map);

/* Finds or adds a channel; NULL: full, or memory is out. */
struct member_channel *roster_add_channel(struct roster *roster, const char *name);
struct member_channel *roster_channel(const struct roster *roster, const char *name);
/* Makes another channel of one where nobody is; false when memory is out: it is as it was. */
bool roster_rename_channel(struct roster *roster, struct member_channel *channel, const char *name);

/* What lets us in from now on; nothing where that is too long. */
void roster_key(struct member_channel *channel, const char *key);

struct user *roster_user(const struct roster *roster, const char *nick);
/* Puts a user into a channel, or finds them there; NULL: full, or memory is out. */
struct user *roster_join(struct roster *roster, const char *nick, struct member_channel *channel);
/* Takes a user out of a channel; true when we see them in no channel any more: they are freed. */
bool roster_part(struct roster *roster, struct user *user, struct member_channel *channel);
void roster_quit(struct roster *roster, struct user *user);
/* False when memory is out: the user is freed then. What was known of a certificate is not any
 * more.
 */
bool roster_rename(struct roster *roster, struct user *user, const char *nick);
/* Whether that is how networks write "no account": NULL, "", "*" or "0". */
bool roster_no_account(const char *account);
void roster_account(struct roster *roster, struct user *user, const char *account);
/* True when it was not known. An empty part tells nothing. A new one ends what was known of a
 * certificate. */
bool roster_host(struct roster *roster, struct user *user, const char *name, const char *host);
/* The print of theirs; "": none. */
void roster_certificate(struct roster *roster, struct user *user, const char *print);

/* The ranks of a user in a channel; NULL: not there. Valid until the next change. */
uint32_t *roster_member(const struct user *user, const struct member_channel *channel);

/* Takes every user out of `channel` and calls `gone` (or NULL) for each whom we see nowhere now,
 * before they are freed. */
void roster_empty(struct roster *roster, struct member_channel *channel,
                  void (*gone)(void *arg, struct user *user), void *arg);

#endif
