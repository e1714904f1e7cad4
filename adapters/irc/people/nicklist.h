/* nicklist.h: the channels of a connection and the people in them, with their ranks, accounts and
 * hosts, as the server reports them.
 *
 * We need the list for two things. The author of a message may be a channel operator. And we must
 * forget an account the moment we no longer see its owner, since networks may tell it only once. A
 * user is one block of memory, a membership four bytes.
 *
 * Bounds: NICKLIST_MEMBERS_MAX in one channel, so that one channel cannot use up the room of the
 * others; NICKLIST_USERS_MAX, NICKLIST_MEMBERSHIPS_MAX, and NICKLIST_BYTES_MAX of memory (as the
 * allocator counts it) over all channels. Users beyond these have neither rank nor account for us.
 * Names longer than any network's are not kept. Memory of users who leave is freed, also that of
 * the table of names. */
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
    NICKLIST_BYTES_MAX = 32 << 20,  /* bytes that all users together may take */
    NICKLIST_ACCOUNT =
        256, /* bytes, NUL included, as in the next four: longer texts are not kept */
    NICKLIST_HOST = 160,
    NICKLIST_CERTIFICATE = 160,
    NICKLIST_SIGNON = 21, /* seconds in decimal digits */
    NICKLIST_KEY = 128
};

/* An entry of a table of names. The struct that has the name begins with it. */
struct named {
    struct named *next;
    uint32_t hash;
    char *name; /* owned */
};

/* A table that finds entries by name, and compares names as the network does. */
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

/* nicklist.c changes the fields before the first heading. The parts of a session (session_state.h)
 * that a heading names change the fields below it. */
struct channel {
    struct named named;
    uint32_t id;      /* index in nicklist.channels */
    uint32_t members; /* that are known */
    char *key;        /* key of the channel; owned; NULL: it needs none */

    /* join.c, membership.c */
    uint8_t state;            /* enum channel_state */
    uint64_t due;             /* ms; when the state's next step is due */
    bool configured, invited; /* our configuration wants us there; an invitation does */
    bool kicked;              /* we were kicked and have come back once */
    bool who_wanted;          /* we will ask WHO about this channel (identity.c) */
    bool lost;                /* lines to it found no room (throttle.c) */

    /* invite.c */
    uint8_t refusals; /* refusals in a row of JOINs for this invitation */
    char *origin;     /* cloak_origin() of the person who invited us; owned; NULL: unknown */
    char *inviter;    /* nick whose right to invite us is still to be checked; owned, or NULL */

    /* modes.c */
    uint8_t ranks;    /* ours, bits of isupport.h */
    bool plain;       /* it refuses colours */
    bool muted;       /* nobody there reads us, because of `moderated` or `refused` */
    bool moderated;   /* +m */
    bool refused;     /* it refuses our lines; only a try tells when that ends */
    bool unheard;     /* the host sent something to this muted channel, and gets CHAT_MUTED again */
    bool modes_asked; /* we asked for its modes */
    uint8_t excused;  /* refusals that we expect, of lines that we sent again */
    uint64_t excused_until; /* ms */
    uint8_t tries;          /* tries since the channel began to refuse our lines */
    bool may_try;           /* the next line goes out, to learn whether the channel still refuses
                             * us */
    uint32_t trying; /* number of the PING sent behind the tried line; 0: no try is under way */
    uint64_t tried_at, try_due; /* ms */
};

struct user {
    struct named named; /* the nick */
    uint64_t number;    /* no other user ever has it; never 0 */
    char *account;      /* owned; NULL: they have none, or it is not known */
    char *host;         /* owned; "user@host"; NULL: not known yet */
    char *certificate;  /* owned; fingerprint of their certificate; "": they have none; NULL: not
                           known */
    char *connection;   /* owned; the time of sign-on; "": the server hides it; NULL: not known */
    uint32_t whois; /* number of the WHOIS that asks for certificate and connection; 0: none does */
    bool whois_same;  /* the WHOIS answer that is coming in names the same host as `host` */
    bool whois_far;   /* the answer says that the user is on another server */
    bool whois_there; /* that server was asked */
    bool asked;       /* in the list nicklist.ask_first: we will ask WHOIS about them */
    bool ask_urgent;  /* send their WHOIS before other waiting lines, too */
    struct user *ask_before, *ask_next;
    uint8_t helper;  /* number of the helper that whispers to them; 0: none yet (helper.c) */
    uint8_t greeted; /* bits of the helpers (bit 0: the bot) that have sent them a PRIVMSG */
    uint8_t shut;    /* bits of the helpers whose whispers do not reach them */
    uint32_t count, room;
    uint32_t *channels; /* channel.id << 8 | ranks, sorted; owned */
};

struct nicklist {
    struct names channel_names;
    struct names user_names;
    struct channel **channels; /* by id */
    uint32_t channel_count;
    size_t memberships;
    size_t bytes;                      /* bytes of memory that the users take */
    uint64_t numbers;                  /* the last user.number */
    struct user *ask_first, *ask_last; /* whom to ask WHOIS about; NULL: nobody */
};

/* `seed`: a random number. */
void nicklist_init(struct nicklist *nicklist, uint32_t seed);
void nicklist_finish(struct nicklist *nicklist);
/* Frees all users. */
void nicklist_clear(struct nicklist *nicklist);
/* Sets how the network compares names. */
void nicklist_casemap(struct nicklist *nicklist, enum proto_casemap map);

/* Finds or adds a channel, which stays until nicklist_finish(). NULL: there are too many, or memory
 * is out. */
struct channel *nicklist_add_channel(struct nicklist *nicklist, const char *name);
/* Finds a channel; NULL: we do not know it. */
struct channel *nicklist_channel(const struct nicklist *nicklist, const char *name);
/* Makes an empty channel into another one. Returns false if memory is out, and nothing changes. */
bool nicklist_rename_channel(struct nicklist *nicklist, struct channel *channel, const char *name);

/* Keeps a copy of the channel's key. A key that is too long is not kept. */
void nicklist_set_key(struct channel *channel, const char *key);

/* Finds a user; NULL: we do not see this nick. */
struct user *nicklist_user(const struct nicklist *nicklist, const char *nick);
/* Finds a user in a channel, or adds them. NULL: there are too many, or memory is out. */
struct user *nicklist_join(struct nicklist *nicklist, const char *nick, struct channel *channel);
/* Takes a user out of a channel. Returns true if that was their last channel; then the user is
 * freed. */
bool nicklist_part(struct nicklist *nicklist, struct user *user, struct channel *channel);
/* Takes a user out of all channels and frees them. */
void nicklist_quit(struct nicklist *nicklist, struct user *user);
/* Gives a user another nick, and forgets their certificate. Returns false if memory is out; then
 * the user is freed. */
bool nicklist_rename(struct nicklist *nicklist, struct user *user, const char *nick);
/* True if the text means "no account": NULL, "", "*" or "0". */
bool nicklist_no_account(const char *account);
void nicklist_set_account(struct nicklist *nicklist, struct user *user, const char *account);
/* Sets a user's host to "name@host", unless one of the two is empty. If the host changes, this
 * forgets their certificate, and a sign-on time that the server hid: WHOIS may ask for it again.
 * Returns true if no host was known before. */
bool nicklist_set_host(struct nicklist *nicklist, struct user *user, const char *name,
                       const char *host);
/* Sets the fingerprint of a user's certificate; "": they have none. */
void nicklist_set_certificate(struct nicklist *nicklist, struct user *user, const char *print);
/* Sets the time of a user's sign-on; "": the server hides it; NULL: unknown. */
void nicklist_set_connection(struct nicklist *nicklist, struct user *user, const char *signon);

/* Puts the user into the list for WHOIS, at its head (`first`) or its end. */
void nicklist_ask(struct nicklist *nicklist, struct user *user, bool first);
void nicklist_ask_no_more(struct nicklist *nicklist, struct user *user);

/* Returns the ranks of a user in a channel, in the low eight bits, which the caller may change;
 * NULL: the user is not there. Valid until the list changes. */
uint32_t *nicklist_ranks(const struct user *user, const struct channel *channel);

/* Takes all users out of a channel. Calls `gone` (or NULL) for each user whom we no longer see in
 * any channel, before the user is freed. */
void nicklist_empty_channel(struct nicklist *nicklist, struct channel *channel,
                            void (*gone)(void *arg, struct user *user), void *arg);

#endif
