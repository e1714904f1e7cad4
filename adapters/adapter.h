/* adapter.h: how a network meets the host. This header is the manual for writing an adapter.
 *
 * An adapter is one folder here with one `const struct adapter_impl`, named in the array of
 * registry.c. It owns a connection to one network: it turns what the network says into
 * `struct chat_event`s and messages into what the network wants. It knows no game, sees no other
 * adapter, and includes bot/base and its network's library only.
 *
 * The road has one direction. An adapter raises events through adapter_raise(), from the loop,
 * never from inside one of its own callbacks below: what send() causes is raised in a later turn.
 * The host answers by calling send(), never by return value.
 *
 * Base struct first: an implementation embeds `struct adapter` as its first member, sets `impl`,
 * and asserts it when it casts down. */
#ifndef TALON_ADAPTERS_ADAPTER_H
#define TALON_ADAPTERS_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/base/message.h"
#include "bot/base/settings.h"

struct adapter;

/* Bytes of the longest id, name, account, host or channel, NUL included: an adapter raises none that
 * is longer. */
enum { CHAT_ID_MAX = 256 };

/* A user as the network shows them at this moment. Strings are valid during the event only. */
struct chat_user {
    const char *id;      /* address for whispers now: the nick on IRC, the user id on Discord */
    const char *name;    /* to show; not cleaned: the host cleans it */
    const char *account; /* identity that the network vouches for (services account, user id); NULL:
                            none known */
    const char *host; /* whence they come, as the network shows it ("user@host" on IRC); NULL: not
                         known now */
    bool vouched;     /* the network gives that host, all behind an '@', to one person alone (the
                         cloak of an account): who has no account is known again by it, and by no
                         other */
    const char *certificate; /* fingerprint of the TLS certificate they show, as the network tells
                                it; "": none; NULL: not asked for (identify() below) */
    bool unseen;             /* we share no channel with them, and nothing tells us when the id
                                becomes another's: no secret is for it */
    bool is_operator;        /* may rule this channel (channel operator, Manage Channels) */
    const char *locale;      /* the language of their client ("fr", "en-GB"); NULL: not known */
};

enum chat_event_kind {
    CHAT_CONNECTED,    /* the network is there; channels follow by CHAT_ENTERED */
    CHAT_DISCONNECTED, /* the network is gone; every clock stops until CHAT_ENTERED */
    CHAT_ENTERED,      /* we are in `channel` and may speak */
    CHAT_REMOVED,      /* we are no longer in `channel` (kicked, parted, banned) */
    CHAT_DROPPED,      /* too much waited to be said, and lines to `channel`, or about it, are lost;
                          there is room again: how its table stands is to be told anew */
    CHAT_MUTED,        /* nothing of what we say in `channel` is heard there, until CHAT_ENTERED;
                          whispers are. Again when something was said there all the same */
    CHAT_TRY,          /* what we say in a mute `channel` may be heard again: the table there says
                          in one line how it stands; CHAT_ENTERED follows once that was heard */
    CHAT_MESSAGE,      /* `user` wrote `text` in `channel`; private: channel NULL */
    CHAT_SUGGEST,      /* `user` is typing the command `text` and wants to see what the last word
                          may become: PURPOSE_CHOICES, as soon as the journal has what
                          they tell; an empty list, too */
    CHAT_JOIN,         /* `user` came into `channel`, or was found there when we entered; again when
                          their host becomes known. Channel NULL: after CHAT_GONE they are on the
                          network again, and whispers reach them */
    CHAT_LEAVE,        /* `user` left `channel` and may still be on the network */
    CHAT_RENAME,       /* user.id is the new id; `old_id` was it */
    CHAT_IDENTITY,     /* the account of `user` is known now, changed, or (account NULL) lost */
    CHAT_GONE,         /* nothing tells us any more who holds user.id: they left the network
                          (`netsplit` when it tore) or the last channel that we share */
    CHAT_FAILED,       /* a whisper to `user` could not be delivered; `text` says why */
    CHAT_STOPPED       /* the adapter has ended: after stop(), or for good by itself; `text`: why */
};

/* Texts by enum chat_language. */
enum chat_language { CHAT_ENGLISH, CHAT_FRENCH, CHAT_LANGUAGES };

struct chat_event {
    enum chat_event_kind kind;
    const char *channel;
    const char *text;
    const char *old_id;
    struct chat_user user;
    bool netsplit;
    bool tried;     /* CHAT_ENTERED: what was said on CHAT_TRY was heard */
    bool command;   /* CHAT_MESSAGE: a command without prefix, meant for us (a button, a slash
                       command) */
    bool written;   /* CHAT_MESSAGE: in words, where controls and slash commands are at hand: no
                       answer can be shown to its user alone */
    uint64_t stamp; /* of the message whose control was used; 0: of none */
    bool late;      /* used a while ago, and its user was told that it failed: of use only if
                       what `stamp` is of stands unchanged */
    const char *lacks[CHAT_LANGUAGES]; /* CHAT_MUTED, CHAT_MESSAGE: permissions that we lack in
                                          `channel`, as the network's client names them to who may
                                          give them; where something is done without them, that,
                                          too. NULL: none is known */
    bool silent;      /* CHAT_MESSAGE: nothing of what we say in `channel` is heard there */
    uint32_t answers; /* messages that answer this carry it (message.h), until the handler of the
                         event returns; 0: nobody waits */
};

/* How a hand reaches its player alone. */
enum whisper { WHISPER_LOCAL, WHISPER_PRIVATE_MESSAGE, WHISPER_EPHEMERAL };

/* Facts that the host reads instead of asking which network it talks to. */
struct adapter_caps {
    enum whisper whisper;
    unsigned line_limit; /* bytes of text that surely fit one line of the network; 0: no limit */
    bool bare_words;     /* commands need no prefix: everything typed is meant for us */
    bool local;          /* one person at a terminal: nobody else is there */
    bool controls;       /* shows controls, and keeps one board a channel and one hand a player
                            (message.h): the host keeps both up to date */
    bool stable_ids; /* a user's account is their id for good: a whisper to it always reaches them,
                        and may go to somebody who has not been met yet */
};

/* A command as networks with slash commands offer it. Texts by enum chat_language. */

enum chat_option_kind {
    CHAT_TEXT,
    CHAT_NUMBER, /* from `least` to `most` */
    CHAT_CHOICE, /* one of `choices` */
    CHAT_FLAG,   /* on: the word `says`; off: nothing */
    CHAT_PERSON  /* somebody whom the network lets one pick: "<@ID>", with their chat_user.id */
};

struct chat_choice {
    const char *says;
    const char *name[CHAT_LANGUAGES];
};

enum { CHAT_OPTIONS = 4, CHAT_CHOICES = 25 };

/* One argument. The text of the command is its name and what its options say, in order, parted by
 * blanks. */
struct chat_option {
    const char *name[CHAT_LANGUAGES];
    const char *help[CHAT_LANGUAGES];
    enum chat_option_kind kind;
    bool needed;
    bool suggest; /* CHAT_TEXT: CHAT_SUGGEST knows what it may be */
    int least, most;
    const char *says;
    unsigned choice_count;
    struct chat_choice choices[CHAT_CHOICES];
};

struct chat_command {
    const char *name[CHAT_LANGUAGES]; /* the first is what it says; lower case, no blanks */
    const char *help[CHAT_LANGUAGES];
    bool channel_only; /* of no use in a private talk */
    unsigned option_count;
    const struct chat_option *options;
};

/* What an adapter is made of; all strings outlive it. */
struct adapter_setup {
    const char *name;                /* network name, from [irc NAME] */
    const struct settings *settings; /* values for impl->keys; outlive the adapter */
    struct loop *loop;
    const struct log *log; /* parent for the adapter's own */
    void (*raise)(void *host, struct adapter *adapter, const struct chat_event *event);
    /* Keeps a few words of the adapter's own in the store (NULL: none any more), in the same
     * transaction as what the event that is being raised does; and finds them again, NULL: none. */
    void (*keep)(void *host, struct adapter *adapter, const char *key, const char *value);
    const char *(*kept)(void *host, struct adapter *adapter, const char *key);
    /* Whether answers to what was raised may still come by themselves: something waits for the
     * disk, or for what is read from it. */
    bool (*busy)(void *host);
    void *host;
    const struct chat_command *commands; /* to be offered; outlive the adapter */
    unsigned command_count;
};

struct adapter_impl {
    const char *name;               /* section name in the configuration: "irc" */
    const struct setting_key *keys; /* its configuration keys */
    struct adapter_caps caps;

    /* Optional. Tells every fault of the settings, create()'s own and those that only reading the
     * files they name shows, where create() stops at the first. Makes and connects nothing.
     * Missing: what the types of the keys refuse is all. */
    void (*check)(const struct settings *settings, settings_fault_fn *fault, void *arg);

    /* Mandatory. Makes an adapter, connects nothing. NULL with one clear line in `why`. */
    struct adapter *(*create)(const struct adapter_setup *setup, char *why, size_t why_size);

    /* Mandatory. Begins to connect; returns at once. Called once, from the loop's thread. Results
     * come as events, in later turns. Reconnecting is the adapter's own business. */
    void (*start)(struct adapter *adapter);

    /* Mandatory. Says `message` in its channel or whispers it to its user. Takes the message over
     * and destroys it when it is done with it. Any time between start and stop; while the network
     * is away, whispers are dropped and channel lines too: the host announces the state anew on
     * CHAT_ENTERED. Must not raise. */
    void (*send)(struct adapter *adapter, struct message *message);

    /* Mandatory. Ends politely with a few words (QUIT message), then raises CHAT_STOPPED in a later
     * turn, within two seconds whatever the network does: half of them are for what was said and
     * still waits. */
    void (*stop)(struct adapter *adapter, const char *words);

    /* Mandatory. After CHAT_STOPPED, or before start(). Accepts NULL. */
    void (*destroy)(struct adapter *adapter);

    /* Optional. Folds an id, name or channel as the network compares them (IRC casemapping) into
     * `out`; returns false when it does not fit. It may be another one from CHAT_CONNECTED on: only
     * then the network has told how it compares. Missing: compared as they are. */
    bool (*fold)(const struct adapter *adapter, const char *text, char *out, size_t size);

    /* Optional. What people there call us now, who may begin a line with it; NULL: not known, or
     * nothing is said so. Valid until the loop goes on. */
    const char *(*own_name)(const struct adapter *adapter);

    /* Optional. Finds out the certificate of the author of `event`, a CHAT_MESSAGE that is being
     * raised: true, then the same message is raised once more with what is known by then, unless
     * its author has left, or changed their nick. False: it cannot be asked for now. Missing: the
     * network knows of none. */
    bool (*identify)(struct adapter *adapter, const struct chat_event *event);

    /* Optional. Tells everybody who is known to be in `channel` now, one by one, but not us; users
     * are valid during `each` alone, which raises and sends nothing. Missing: the network does not
     * tell who is where. */
    void (*members)(const struct adapter *adapter, const char *channel,
                    void (*each)(void *arg, const struct chat_user *user), void *arg);

    /* Optional. How long, in milliseconds, what is said now to a table in a channel waits before it
     * goes, or (`alone`) to one in a private talk, which comes after those; or what waits already
     * has, where that is longer: the network lets us say only so much. Missing: never. */
    uint64_t (*behind)(const struct adapter *adapter, bool alone);
};

struct adapter {
    const struct adapter_impl *impl;
    struct adapter_setup setup;
    struct log log; /* parent setup.log, name "irc/libera" (owned by the implementation) */
};

static inline void adapter_raise(struct adapter *adapter, const struct chat_event *event)
{
    adapter->setup.raise(adapter->setup.host, adapter, event);
}

/* Asserts that an implementation is complete, fills the base. Called first by every create(). */
void adapter_init(struct adapter *adapter, const struct adapter_impl *impl,
                  const struct adapter_setup *setup);

/* The adapter implementation of that name, NULL if this build has none. */
const struct adapter_impl *adapter_find(const char *name);
/* The n-th from 0, NULL behind the last. */
const struct adapter_impl *adapter_at(unsigned n);

#endif
