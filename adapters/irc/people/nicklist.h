/* nicklist.h: the channels of a connection and the people whom we see in them, with their ranks,
 * accounts and hosts.
 *
 * It is kept so that the author of a message can be told as channel operator, and so that an
 * account (where the network tells it once, not with each message) is forgotten the moment we can
 * no longer see its owner. A user is one block of memory, a membership four bytes.
 *
 * What servers tell fills it. Bounds: NICKLIST_MEMBERS_MAX in one channel, so that none spends what
 * the others need; over all channels NICKLIST_USERS_MAX, NICKLIST_MEMBERSHIPS_MAX, and
 * NICKLIST_BYTES_MAX of memory, as the allocator counts it. Users beyond them stay unknown, and so
 * have neither rank nor account; names that are longer than any network's are not kept. Room that
 * users leave is given back, also that of the table of names. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_NICKLIST_H
#define TALON_ADAPTERS_IRC_PEOPLE_NICKLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/wire/proto.h"

enum {
    NICKLIST_USERS_MAX = 1 << 18,
    NICKLIST_MEMBERSHIPS_MAX = 1 << 21,
    NICKLIST_CHANNELS_MAX = 1 << 16,
    NICKLIST_MEMBERS_MAX = 1 << 14, /* in one channel */
    NICKLIST_BYTES_MAX = 32 << 20,  /* that all users may take */
    NICKLIST_ACCOUNT = 256, /* bytes, NUL included: longer ones are not kept; the next, too */
    NICKLIST_HOST = 160,
    NICKLIST_CERTIFICATE = 160,
    NICKLIST_SIGNON = 21, /* seconds in decimal digits */
    NICKLIST_KEY = 128
};

/* An entry of a table of names. It is the first member of what it names. */
struct named {
    struct named *next;
    uint32_t hash;
    char *name; /* owned */
};

/* A table that finds entries by name, compared as the network compares names. */
struct names {
    struct named **slots;
    size_t room, count; /* room: 0 or a power of two */
    uint32_t seed;      /* random, so that nobody can choose names that collide */
    enum proto_casemap map;
};

enum channel_state {
    CHANNEL_IDLE,    /* we stay out until the next connection, or until we are invited */
    CHANNEL_WANTED,  /* it is to be joined at `due` */
    CHANNEL_JOINING, /* JOIN was sent, and is sent again at `due` */
    CHANNEL_JOINED   /* we are in it since `due` */
};

/* nicklist.c owns the first fields; the parts of a session (session_state.h) change the others. */
struct channel {
    struct named named;
    uint32_t id;      /* index in nicklist.channels */
    uint32_t members; /* that are known */
    char *key;        /* to be let in; owned; NULL: it needs none */

    /* join.c, membership.c */
    uint8_t state;            /* enum channel_state */
    uint64_t due;             /* ms; when the state's next step is due */
    bool configured, invited; /* who wants us there: our configuration, or an invitation */
    bool kicked;              /* we were kicked and have come back once */
    bool who_wanted;          /* WHO is to be asked (identity.c) */
    bool lost;                /* lines to it found no room (throttle.c) */

    /* invite.c */
    uint8_t refusals; /* of the JOINs that the invitation led to, in a row */
    char *origin;     /* cloak_origin() of who invited us; owned; NULL: not known */
    char *inviter;    /* nick whose right to invite us is not known yet; owned, else NULL */

    /* modes.c */
    uint8_t ranks;          /* ours, bits of isupport.h */
    bool plain;             /* it refuses colours */
    bool muted;             /* it hears nothing of us, for one of the next two reasons */
    bool moderated;         /* +m */
    bool refused;           /* it refuses what we say; only saying something tells when that ends */
    bool unheard;           /* the host speaks there all the same, and is to be told */
    bool modes_asked;       /* we asked for its modes */
    uint8_t excused;        /* refusals that are expected, of lines that were said again */
    uint64_t excused_until; /* ms */
    uint8_t tries;          /* lines that were tried since it refuses them */
    bool may_try;           /* the next line goes, to see whether it is heard */
    uint32_t trying;        /* number of the PING behind that line; 0: none is on its way */
    uint64_t tried_at, try_due; /* ms */
};

struct user {
    struct named named; /* the nick */
    uint64_t number;    /* no other user ever has it; never 0 */
    char *account;      /* owned; NULL: they have none, or it is not known */
    char *host;         /* owned; "user@host"; NULL: not known yet */
    char *certificate;  /* owned; its fingerprint; "": they have none; NULL: not known */
    char *connection;   /* owned; the time of sign-on; "": the server hides it; NULL: not known */
    uint32_t whois;     /* number of the WHOIS that asks for these two; 0: none does */
    bool whois_same;    /* the answer that is coming in is about the host that we see */
    bool whois_far;     /* it says that they are on another server */
    bool whois_there;   /* that server was asked */
    bool asked;         /* WHOIS is to ask about them: they are in the list of nicklist.ask_first */
    bool ask_urgent;    /* before other lines that wait, too */
    struct user *ask_before, *ask_next;
    bool greeted; /* we have sent them a PRIVMSG since we see them */
    uint32_t count, room;
    uint32_t *channels; /* channel.id << 8 | ranks, sorted; owned */
};

struct nicklist {
    struct names channel_names;
    struct names user_names;
    struct channel **channels; /* by id */
    uint32_t channel_count;
    size_t memberships;
    size_t bytes;                      /* of memory that the users take */
    uint64_t numbers;                  /* the last user.number */
    struct user *ask_first, *ask_last; /* whom WHOIS is to ask about; NULL: nobody */
};

/* `seed`: a random number. */
void nicklist_init(struct nicklist *nicklist, uint32_t seed);
void nicklist_finish(struct nicklist *nicklist);
/* Frees all users. */
void nicklist_clear(struct nicklist *nicklist);
/* The network compares names like this from now on. */
void nicklist_casemap(struct nicklist *nicklist, enum proto_casemap map);

/* Finds or adds a channel, which stays until nicklist_finish(). NULL: there are too many, or memory
 * is out. */
struct channel *nicklist_add_channel(struct nicklist *nicklist, const char *name);
/* NULL: it is none of ours. */
struct channel *nicklist_channel(const struct nicklist *nicklist, const char *name);
/* Makes a channel in which nobody is into another one. False: memory is out, and nothing changes.
 */
bool nicklist_rename_channel(struct nicklist *nicklist, struct channel *channel, const char *name);

/* Keeps a copy of the key that lets us in; one that is too long is forgotten. */
void nicklist_set_key(struct channel *channel, const char *key);

/* NULL: we do not see that nick. */
struct user *nicklist_user(const struct nicklist *nicklist, const char *nick);
/* Finds a user in a channel, or adds them. NULL: there are too many, or memory is out. */
struct user *nicklist_join(struct nicklist *nicklist, const char *nick, struct channel *channel);
/* Takes a user out of a channel. True: that was the last one, and the user is freed. */
bool nicklist_part(struct nicklist *nicklist, struct user *user, struct channel *channel);
/* Takes a user out of all channels and frees them. */
void nicklist_quit(struct nicklist *nicklist, struct user *user);
/* Gives a user another nick; their certificate is unknown then. False: memory is out, and the user
 * is freed. */
bool nicklist_rename(struct nicklist *nicklist, struct user *user, const char *nick);
/* Whether that means "no account": NULL, "", "*" or "0". */
bool nicklist_no_account(const char *account);
void nicklist_set_account(struct nicklist *nicklist, struct user *user, const char *account);
/* Sets a user's host to "name@host", unless one of the two is empty. With another host than before,
 * their certificate is unknown, and what the server hid may be asked again. True: no host was known
 * before. */
bool nicklist_set_host(struct nicklist *nicklist, struct user *user, const char *name,
                       const char *host);
/* Sets the fingerprint of a user's certificate; "": they have none. */
void nicklist_set_certificate(struct nicklist *nicklist, struct user *user, const char *print);
/* Sets the time of a user's sign-on; "": the server hides it; NULL: it is not known. */
void nicklist_set_connection(struct nicklist *nicklist, struct user *user, const char *signon);

/* WHOIS is to ask about the user: before everybody else (`first`), or after them. */
void nicklist_ask(struct nicklist *nicklist, struct user *user, bool first);
void nicklist_ask_no_more(struct nicklist *nicklist, struct user *user);

/* The ranks of a user in a channel, in the low eight bits, which may be changed; NULL: they are not
 * there. Valid until the list changes. */
uint32_t *nicklist_ranks(const struct user *user, const struct channel *channel);

/* Takes all users out of a channel. `gone` (or NULL) is called for each whom we see in no channel
 * any more, before they are freed. */
void nicklist_empty_channel(struct nicklist *nicklist, struct channel *channel,
                            void (*gone)(void *arg, struct user *user), void *arg);

#endif
