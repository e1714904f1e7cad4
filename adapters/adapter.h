/* adapter.h: the contract between the host and a network. This header is the manual for writing an
 * adapter.
 *
 * An adapter is one folder here with one `const struct adapter_impl`, named in the array of
 * registry.c. It keeps the connection to one network. It turns what the network reports into
 * `struct chat_event`s, and the host's messages (base/message.h) into what the network wants. It
 * knows nothing of the game and sees no other adapter. It includes only base and its network's
 * library.
 *
 * The adapter reports events with adapter_raise(). The host answers with send(), never by a return
 * value. Everything runs on the loop's thread. An adapter never raises an event from inside one of
 * its callbacks below: it raises what a callback causes in a later turn of the loop.
 *
 * All strings are UTF-8. The strings and users of an event belong to the adapter and are valid
 * until adapter_raise() returns. The host copies what it keeps.
 *
 * An implementation has `struct adapter` as its first member, fills it with adapter_init(), and
 * asserts `impl` when it casts a `struct adapter *` to its own type. */
#ifndef TALON_ADAPTERS_ADAPTER_H
#define TALON_ADAPTERS_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/log.h"
#include "base/loop.h"
#include "base/message.h"
#include "base/settings.h"

struct adapter;
struct page_server;
struct page_source;

/* The largest size of an id, name, account, host or channel, in bytes, NUL included. An adapter
 * raises no event with a longer one. */
enum { CHAT_ID_MAX = 256 };

/* A user as the network shows them now. */
struct chat_user {
    const char *id;   /* where whispers to them go: the nick on IRC, the user id on Discord. Never
                         NULL. Without `stable_ids` it may change (CHAT_RENAME), and may be another
                         person's later (after CHAT_GONE) */
    const char *name; /* the name to show, as the network has it; the host cleans it */
    const char
        *account;     /* the account under which the network knows them (services account, user id):
                         proof of who they are. NULL: they have none, or the network has not said */
    const char *host; /* where they connect from, as the network shows it ("user@host" on IRC).
                         NULL: not known yet */
    bool host_vouched; /* the network gives the part of `host` behind the '@' to one account only (a
                          cloak): the host may recognise a user without `account` by it */
    const char
        *certificate; /* fingerprint of their TLS client certificate, in hexadecimal digits. "":
                         they have none. NULL: the adapter has not asked (identify() below) */
    const char *connection; /* tells this connection from others of the same `host`: on IRC the time
                               of sign-on. It stays the same while the connection lasts, also under
                               another id. "": the network does not say. NULL: the adapter has not
                               asked (identify() and look_up() below) */
    bool unseen;  /* they are in no channel with us, and the network would not report it if this id
                     became somebody else's: the host sends them no secrets */
    bool relayed; /* another bot passes on what they say, and the network knows of no such user: no
                     whisper reaches them, and they get no seat */
    bool is_operator;   /* they may administer the channel of the event (channel operator on
                           IRC, Manage Channels on Discord) */
    const char *locale; /* the language of their client ("fr", "en-GB"). NULL: not known */
};

/* Each kind is followed by the members of `struct chat_event` that it uses. */
enum chat_event_kind {
    /* We are connected. A CHAT_ENTERED follows for each channel. */
    CHAT_CONNECTED,
    /* We are no longer connected. The clocks of a channel's table stand still until its next
     * CHAT_ENTERED. */
    CHAT_DISCONNECTED,
    /* channel, tried. We are in the channel, and people there read what we say. The host then says
     * what the table's state is, unless `tried`. */
    CHAT_ENTERED,
    /* channel. We are no longer in the channel (kicked, parted, banned). */
    CHAT_REMOVED,
    /* channel. Too many messages were waiting, and the adapter threw away some to this channel or
     * about its table. There is room again: the host says how the table stands. */
    CHAT_DROPPED,
    /* stamp. The adapter dropped messages whose ticket is `stamp`, because their content is out of
     * date (adapter_setup.is_stale). The host says again how things stand. */
    CHAT_STALE,
    /* channel, missing_permissions. The network refuses what we say in this channel, but not our
     * whispers. This lasts until CHAT_ENTERED. The adapter raises it again when the host sends
     * something to the channel meanwhile. */
    CHAT_MUTED,
    /* channel. The network may accept messages to this muted channel again: the host sends one line
     * that says how the table stands. If the network accepts that line the adapter raises
     * CHAT_ENTERED with `tried`. */
    CHAT_TRY,
    /* channel, text, too_long, user, command, written, muted, missing_permissions, stamp, late,
     * answers. The user wrote the text, used a button or gave a slash command. `channel` is NULL in
     * private. */
    CHAT_MESSAGE,
    /* channel, text, user, answers. The user is typing this slash command, and their client asks
     * how the last word may be completed. The host answers with a message of PURPOSE_CHOICES, which
     * may have no choices. */
    CHAT_SUGGEST,
    /* channel, user. The user came into the channel, or was there when we entered it. The adapter
     * raises it again for the same user when their host becomes known. With `channel` NULL: after a
     * CHAT_GONE they are on the network again, and whispers reach them. */
    CHAT_JOIN,
    /* channel, user. The user left the channel, and may still be on the network. */
    CHAT_LEAVE,
    /* old_id, user. The user whose id was `old_id` has user.id now. */
    CHAT_RENAME,
    /* user. Their account became known, changed, or (account NULL) they are no longer logged in. */
    CHAT_IDENTITY,
    /* user. The answer to look_up(): user.connection is not NULL. The adapter also raises it when
     * the host of a user in one of our channels changes. */
    CHAT_KNOWN,
    /* user, netsplit. They left the network, or the last channel that they shared with us. From now
     * on the network would not report it if somebody else took user.id. */
    CHAT_GONE,
    /* text, user. The network could not deliver a whisper to the user. `text` is the network's
     * reason, or NULL. */
    CHAT_FAILED,
    /* channel, text, user. The bot carried out what a user asked for, but the network took no
     * answer to it, so the user's client may show a failure. The host tells that user that it was
     * done (`channel` NULL: it was in private). With user.id NULL the host tells the channel
     * instead; `text` lists the names of the users. */
    CHAT_UNANSWERED,
    /* channel. For a while the network could bring us nothing. Button presses in the channel during
     * that time are lost. The host says so where somebody may have pressed. */
    CHAT_GAP,
    /* text, told. The adapter has ended, after stop() or by itself. `text` is the reason, or NULL.
     * It raises nothing more, and the host may destroy() it. */
    CHAT_STOPPED
};

struct chat_event {
    enum chat_event_kind kind;
    const char *channel; /* as the network writes it; fold() makes spellings of one channel equal */
    const char *text;
    const char *old_id;
    struct chat_user user;
    bool netsplit; /* the network split and they left with it: they may come back together with
                      others */
    bool tried;    /* the network accepted the host's last line after CHAT_TRY: the host need not
                      repeat it */
    bool told; /* the network has received all messages given to send(), as far as the adapter can
                  know: the next process on this network need not repeat them */
    bool too_long; /* the text was longer than the adapter takes, and `text` is "": the host carries
                      nothing out and tells the author */
    bool command;  /* the text is a command for us although it has no prefix (a button, a slash
                      command, a line that began with our name) */
    bool written;  /* the user typed an ordinary message, and used no button or slash command: the
                      network cannot show an answer to them only */
    uint64_t stamp; /* message.stamp of the message whose button was used; 0: no button */
    bool late; /* the press reached us so late that the user's client has shown a failure: the host
                  obeys only if nothing has changed since `stamp` */
    /* The permissions that we lack in the channel, under the names that the network's client shows,
     * each a text of the catalogues, with ", " between them. If only some content needs a
     * permission, its text names that content first ("pictures (Attach Files)"). NULL: we know of
     * no missing permission. */
    const char *missing_permissions;
    bool muted;       /* the network refuses what we say in the channel (CHAT_MUTED) */
    uint32_t answers; /* a number that the host copies into message.answers of each answer to this
                         event: the network shows those answers where the user waits for them. 0:
                         the user does not wait */
};

/* How a secret message, such as a hand, reaches one user. */
enum whisper {
    WHISPER_LOCAL,           /* it is printed: there is only one user */
    WHISPER_PRIVATE_MESSAGE, /* in a private talk outside of the channel */
    WHISPER_EPHEMERAL /* in the channel, visible to that user only, when they use a button or a
                         command */
};

/* What a network can do. The host reads these facts and does not ask which network it is. They do
 * not change. */
struct adapter_caps {
    enum whisper whisper;
    unsigned line_limit; /* bytes of text that always fit into one line of the network; 0: no limit
                            that matters */
    bool multiline;      /* one message may have many lines. Without this each line is a message of
                            its own, and the host says things more briefly */
    bool bare_words;     /* everything that people type is for us: commands need no prefix */
    bool local;          /* one user at a terminal, and nobody else */
    bool boards; /* messages can be replaced: the adapter keeps one message of PURPOSE_BOARD in each
                    channel and one of PURPOSE_HAND for each of its users, and replaces them by
                    newer ones. Without this the host says each change in a line */
    bool controls;       /* boards, hands and panels have buttons and menus (struct control); needs
                            `boards`. Without this the host names commands to be typed */
    bool forms;          /* a person who presses something can be shown a form (PURPOSE_FORM) */
    bool slash_commands; /* clients offer the commands (adapter_setup.commands): the host writes
                            them with "/" */
    bool stable_ids;     /* the id of a user is their account and never becomes another's: whispers
                            always reach them, even before the adapter has seen them */
    bool first_name_rings; /* clients ring for the user whose name begins a line ("bob: ..."): the
                              host puts the name of the player to move there, and not at the end.
                              The adapter makes sure that names of STYLE_NAME ring for nobody */
    bool goes_on; /* the next process on this network resumes from what the adapter has stored and
                     gets the events since then: so an adapter that ends raises none */
};

/* How much a network that limits the bot lets it say, in lines a minute (adapter_impl.load). */
struct adapter_load {
    unsigned lines_max;     /* that tables may take; 0: no limit is known */
    unsigned lines;         /* that they took, over the last minutes */
    unsigned helpers;       /* further connections that the configuration wants for whispers */
    unsigned helpers_there; /* and how many of them whisper now */
};

/* -- slash commands: how the host describes its commands to a network that offers them -- */

enum chat_option_kind {
    CHAT_TEXT,   /* at most CHAT_TEXT_MAX characters */
    CHAT_NUMBER, /* from `least` to `most` */
    CHAT_CHOICE, /* one of `choices` */
    CHAT_FLAG,   /* on: its text in the command is `says`; off: it adds no text */
    CHAT_PERSON  /* a user whom the client offers in a list; its text is "<@ID>" with their id */
};

struct chat_choice {
    const char *says; /* its text in the command */
    const char *name; /* as it is shown; NULL: `says`, in every language */
};

/* The largest number of options in a command, of choices in an option, and of characters in a
 * text. */
enum { CHAT_OPTIONS = 4, CHAT_CHOICES = 25, CHAT_TEXT_MAX = 100 };

/* Names and helps here and below are texts of the catalogues, in English: adapter_setup.languages
 * has them in the others.
 *
 * One argument. The text of the CHAT_MESSAGE is `says` of the command, then the texts of the
 * options that the user gave, in order, with blanks between them. */
struct chat_option {
    const char *name, *help;
    enum chat_option_kind kind;
    bool needed;
    bool suggest; /* CHAT_TEXT: the client asks with CHAT_SUGGEST how it may be completed */
    int least, most;
    const char *says;
    unsigned choice_count;
    struct chat_choice choices[CHAT_CHOICES];
};

/* A word before the names of several commands: "uno" in "/uno join". */
struct chat_group {
    const char *name, *help;         /* as in chat_command */
    const struct chat_group *parent; /* which has none itself; NULL: this is the first word */
};

struct chat_command {
    const struct chat_group *group; /* NULL: its name is the first word */
    const char *name;               /* lower case, without blanks */
    const char *help;
    const char *says;  /* its text, as somebody would type it: "join" */
    bool of_person;    /* it stands in the menu of a user, and its only argument is that user, as
                          with CHAT_PERSON. It has no group, no help and no options, and its name
                          may have blanks */
    bool channel_only; /* it is of no use in private */
    unsigned option_count;
    const struct chat_option *options;
};

/* The languages of the host besides English, for a network that shows commands in the language of
 * each user. */
struct chat_languages {
    /* Returns the codes that Discord's clients have for the n-th language, parted by blanks
     * ("es-ES es-419"); NULL behind the last. */
    const char *(*clients)(unsigned n);
    /* Returns a text of the catalogues in the n-th language. */
    const char *(*text)(unsigned n, const char *text);
};

/* -- what the host gives to an adapter, and what an adapter gives to the host -- */

/* The argument of create(). All that it points to outlives the adapter. adapter_init() copies the
 * struct itself. */
struct adapter_setup {
    const char *name; /* of the network: NAME in [irc NAME]; the name of the implementation if the
                         section has none */
    const struct settings *settings; /* values of impl->keys */
    struct loop *loop;
    const struct log *log; /* parent of the adapter's own log */
    void *host;            /* first argument of the functions below */
    /* Use adapter_raise(). */
    void (*raise)(void *host, struct adapter *adapter, const struct chat_event *event);
    /* Stores a short text under a key of this adapter's own, or removes it (`value` NULL). The host
     * copies key and text. A call while the host handles an event goes into the same transaction as
     * the changes of the event. */
    void (*keep)(void *host, struct adapter *adapter, const char *key, const char *value);
    /* The text stored under that key, valid until keep() replaces it. NULL: none. */
    const char *(*kept)(void *host, struct adapter *adapter, const char *key);
    /* Whether the host waits for the disk and may still send answers to earlier events. An adapter
     * whose input has ended waits until this is false before it stops. */
    bool (*busy)(void *host);
    /* Whether the channel has a table. NULL: no channel has. */
    bool (*plays)(void *host, const struct adapter *adapter, const char *channel);
    /* Whether the adapter may send anything now. False: messages wait, and the adapter asks again a
     * little later; it still answers the network itself (PONG). NULL: always. */
    bool (*may_speak)(void *host);
    /* Whether messages with that ticket (message.ticket, not 0) are out of date. An adapter that
     * queues messages asks before it sends one, drops it if it is stale, and raises CHAT_STALE
     * later. NULL: never. */
    bool (*is_stale)(void *host, uint32_t ticket);
    /* Whether the host still handles the events of this adapter. False once it gives the network
     * up, and with caps.goes_on once the daemon ends: then the next process on the network handles
     * them. NULL: always. */
    bool (*hears)(void *host, const struct adapter *adapter);
    /* For a divided network: whether the host still handles the events of that part. False once it
     * gives the part up (impl->give). NULL: always. */
    bool (*hears_part)(void *host, const struct adapter *adapter, unsigned part);
    /* If several processes have parts of the network: asks for this process's turn in a sequence
     * that all of them share. Each `name` (copied) is a sequence of its own, with one turn every
     * `pause` milliseconds. impl->turn() answers later. False: no other process shares the
     * sequence, or memory is out; then no answer comes. NULL: no other process has a part. */
    bool (*ask_turn)(void *host, struct adapter *adapter, const char *name, uint64_t pause);
    /* Whether another process may be waiting to take this network over. */
    bool shared;
    /* The number of parts of the network (impl->parts). start() connects none of them; each take()
     * connects one. 0: the network is whole, and start() connects all of it. */
    unsigned parts;
    /* For a whole network whose settings leave the division open: proposes to divide it into that
     * many parts. True: all processes divide it so from now on, and this adapter ends soon. False,
     * or NULL: no other process shares the network. */
    bool (*divide)(void *host, struct adapter *adapter, unsigned parts);
    /* Returns a text of the adapter's own (marked N_ for the catalogues) in the language of the
     * channel. NULL: such texts stay in English. */
    const char *(*words)(void *host, const struct adapter *adapter, const char *channel,
                         const char *text);
    /* The host's side of pages.h, for an adapter that serves pages. */
    const struct page_source *pages;
    const struct chat_command
        *commands; /* the host's commands, for a network that has slash commands */
    unsigned command_count;
    const struct chat_languages *languages; /* of their texts; NULL: only English */
};

struct adapter_impl {
    const char *name;               /* of its sections in the configuration: "irc" */
    const struct setting_key *keys; /* keys of such a section; ends with a zeroed row */
    const char *about; /* describes a section of this adapter, for the example configuration and the
                          manual page. NULL: both leave the adapter out */
    bool unnamed;      /* its section has no name ("[web]"), and there is one at most */
    struct adapter_caps caps;

    /* Optional. Calls `fault` for everything that is wrong with the settings: what create() would
     * refuse, and faults in the files that they name. create() stops at the first fault. Connects
     * nothing and keeps nothing. Missing: the host checks only the types of the keys. */
    void (*check)(const struct settings *settings, settings_fault_fn *fault, void *arg);

    /* Mandatory. Makes an adapter, and connects nothing. On failure it returns NULL and writes one
     * line for the administrator into `why`. The host owns the adapter and calls destroy(). */
    struct adapter *(*create)(const struct adapter_setup *setup, struct fault *why);

    /* Mandatory. Called once. Begins to connect and returns at once; the adapter raises the result
     * in later turns. When the connection is lost the adapter reconnects by itself. */
    void (*start)(struct adapter *adapter);

    /* Optional. The host has read the configuration again and is about to replace the values of
     * `live` keys in setup.settings by those of `settings`. The adapter applies them and raises
     * nothing. The texts of `settings` live as long as those of setup.settings do; the old texts of
     * these keys are not valid after this call. Called between create() and stop(). Missing: the
     * adapter has no `live` keys, or copies none of their values. */
    void (*reload)(struct adapter *adapter, const struct settings *settings);

    /* Optional. The host has read the configuration again: files that the settings name, such as
     * certificates, may be new. Called at each reload without mistakes, also if no key changed,
     * between create() and stop(). */
    void (*reread)(struct adapter *adapter);

    /* Optional, these four together, for a network that can be divided (Discord into shards). If
     * several processes share a store, each part belongs to one process, which gets no events of
     * other parts. Without a shared store the host does not divide the network. Missing: the
     * network is whole.
     *
     * Returns the number of parts that the settings ask for. 1: the network is whole. 0: the
     * settings leave the number open (divide()). `*wrong` is NULL, or says why these settings do
     * not suit several processes. */
    unsigned (*parts)(const struct settings *settings, const char **wrong);
    /* Returns the part, less than setup.parts, of a channel or private talk. `tenant`: the result
     * of tenant(); NULL: it is not known. */
    unsigned (*part_of)(const struct adapter *adapter, const char *channel, const char *tenant);
    /* From now on this process has that part: the adapter connects it. Called between start() and
     * stop(), once for each part. */
    void (*take)(struct adapter *adapter, unsigned part);
    /* This process gives that part up: the adapter disconnects it and sends what waits there. The
     * host has passed on all messages for it, and calls this again in later turns of the loop until
     * it returns true: then the adapter has forgotten the part, and take() may give it back. With
     * `hurry` it drops messages that still wait. `*told`: it sent all of them. Called between
     * start() and stop(). */
    bool (*give)(struct adapter *adapter, unsigned part, bool hurry, bool *told);

    /* Answers ask_turn() for `name`; mandatory if the adapter calls that. `wait` 0: it is this
     * process's turn in the sequence. Otherwise the adapter must call ask_turn() again after `wait`
     * milliseconds. */
    void (*turn)(struct adapter *adapter, const char *name, uint64_t wait);

    /* Mandatory. Sends a message to its channel, or whispers it to its user. Takes ownership, and
     * calls message_destroy() after sending. Called any time between start() and stop(). While the
     * network is away the adapter may throw messages away: after CHAT_ENTERED the host says how the
     * table stands. */
    void (*send)(struct adapter *adapter, struct message *message);

    /* Optional, for an adapter that stands for the network of another process
     * (bot/host/fleet/distant.h). Takes a message over, and adds it to the open batch of the store.
     * So the message is durable together with the change that it tells, and does not wait for it.
     * Missing: the host waits until the change is durable, and calls send(). */
    void (*post)(struct adapter *adapter, struct message *message);

    /* Mandatory. Says goodbye to the network (`words`, a QUIT message on IRC) and disconnects.
     * Waiting messages get one second to be sent. The adapter raises CHAT_STOPPED in a later turn,
     * within two seconds whatever the network does. */
    void (*stop)(struct adapter *adapter, const char *words);

    /* Mandatory. Frees the adapter. Called after CHAT_STOPPED, or without start(). Accepts NULL. */
    void (*destroy)(struct adapter *adapter);

    /* Optional. Writes an id, name or channel into `out` (`size` bytes) in the one form in which
     * the network compares them (casemapping on IRC). False: it does not fit. The form may change
     * at CHAT_CONNECTED, when the network has named its rules. Missing: names are equal if their
     * bytes are. */
    bool (*fold)(const struct adapter *adapter, const char *text, char *out, size_t size);

    /* Optional. The bot's name on the network now: a line that begins with it is for us. Valid
     * until this turn of the loop ends. NULL, or missing: no line is addressed to the bot by
     * name. */
    const char *(*own_name)(const struct adapter *adapter);

    /* Optional. Writes the address of the page on which administrators of a place admit the bot
     * ("https://..."). "": not known yet; it is known after CHAT_CONNECTED. Missing: the network
     * needs no such page. */
    void (*install_address)(const struct adapter *adapter, char *out, size_t size);

    /* Optional. Called while the host handles the CHAT_MESSAGE `event`. True: the adapter asks the
     * network for the author's certificate and connection. When it knows them it raises the same
     * message again, unless the author has left or changed nick meanwhile. False: it knows both, or
     * cannot ask now. Missing: the network has neither. */
    bool (*identify)(struct adapter *adapter, const struct chat_event *event);

    /* Optional. Asks the network about the connection of the user with that id: CHAT_KNOWN follows
     * in a later turn, unless they leave first. The adapter asks about one user after another, at a
     * rate that the network allows; `first` puts this one next. False: they are in no channel with
     * us, or we are not connected. Missing: the network does not tell connections apart. */
    bool (*look_up)(struct adapter *adapter, const char *id, bool first);

    /* Optional. Finds the user who has that id now. The strings are valid until this turn of the
     * loop ends. False: nobody in our channels has that id. Missing: the network cannot say. */
    bool (*user)(const struct adapter *adapter, const char *id, struct chat_user *user);

    /* Optional. Calls `each` for every user known to be in the channel now, except ourselves. A
     * user is valid during that call, which neither raises nor sends anything. Missing: the network
     * does not tell who is in a channel. */
    void (*members)(const struct adapter *adapter, const char *channel,
                    void (*each)(void *arg, const struct chat_user *user), void *arg);

    /* Optional. Whether we are in that channel now and people there read what we say: the adapter
     * raised CHAT_ENTERED, and nothing that ends it. The channel need not have a table yet.
     * Missing: never. */
    bool (*is_in)(const struct adapter *adapter, const char *channel);

    /* Optional. The id of the owner of the channel (a server of Discord), valid until this turn of
     * the loop ends. NULL: not known. Missing: channels have no owners. */
    const char *(*tenant)(const struct adapter *adapter, const char *channel);

    /* Optional. The name that people use for a channel ("#cards") where `channel` is a bare id; the
     * host cleans it. Valid until this turn of the loop ends. NULL: not known. "": not everybody
     * may see the channel, so the host shows its name nowhere else. Missing: `channel` is the
     * name. */
    const char *(*channel_name)(const struct adapter *adapter, const char *channel);

    /* Optional. The adapter's side of pages.h. Missing: it serves no pages. */
    const struct page_server *pages;

    /* Optional, for a network that limits how much we may send. Returns how many milliseconds
     * sending is behind: how long a new message to a channel's table would wait, or how long the
     * oldest waiting message has waited, if that is longer. With `alone` it answers for a table in
     * a private talk, whose messages go after those to channels. Missing: messages never wait. */
    uint64_t (*behind)(const struct adapter *adapter, bool alone);

    /* Optional, for such a network, too. Fills in how much it lets us say, and how much we say.
     * Missing: no limit matters. */
    void (*load)(const struct adapter *adapter, struct adapter_load *load);
};

struct adapter {
    const struct adapter_impl *impl;
    struct adapter_setup setup;
    struct log log; /* its parent is setup.log; the implementation owns its name, "irc/libera" */
};

/* Reports an event to the host, which handles it before this returns and may call send()
 * meanwhile. */
static inline void adapter_raise(struct adapter *adapter, const struct chat_event *event)
{
    adapter->setup.raise(adapter->setup.host, adapter, event);
}

/* Fills the base, and asserts that the implementation has all mandatory members. create() calls it
 * first with a new adapter. */
void adapter_init(struct adapter *adapter, const struct adapter_impl *impl,
                  const struct adapter_setup *setup);

/* For adapters of a terminal: true if a typed line only asks to leave the program ("quit",
 * "!quitter"). */
bool adapter_says_quit(const char *line);

/* The implementation of that name. NULL: this build has none. */
const struct adapter_impl *adapter_find(const char *name);
/* The n-th implementation, counted from 0. NULL: there are fewer. */
const struct adapter_impl *adapter_at(unsigned n);

#endif
