/* adapter.h: the contract between the host and a network. This header is the manual for writing an
 * adapter.
 *
 * An adapter is one folder here with one `const struct adapter_impl`, named in the array of
 * registry.c. It keeps the connection to one network. It turns what the network reports into
 * `struct chat_event`s, and the host's messages (base/message.h) into what the network wants.
 * It knows nothing of the game, sees no other adapter, and includes base and its network's
 * library only.
 *
 * Events and messages go one way each. The adapter reports with adapter_raise(), and the host
 * answers with send(), never by a return value. Everything runs on the loop's thread. An adapter
 * never raises an event from inside one of its callbacks below: what a callback causes is raised in
 * a later turn of the loop.
 *
 * All strings are UTF-8. Those of an event, and the users in it, belong to the adapter and need to
 * be valid only until adapter_raise() returns; the host copies what it keeps.
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
#include "base/poster.h"
#include "base/settings.h"

struct adapter;

/* Bytes of the longest id, name, account, host or channel, with the NUL at its end. An adapter
 * raises no event with a longer one. */
enum { CHAT_ID_MAX = 256 };

/* A user as the network shows them at this moment. */
struct chat_user {
    const char *id;      /* where a whisper to them goes: the nick on IRC, the user id on Discord.
                            It is never NULL. Without `stable_ids` it may change (CHAT_RENAME), and
                            may be another person's later (after CHAT_GONE) */
    const char *name;    /* the name to show, as the network has it: the host cleans it */
    const char *account; /* the account under which the network knows them (services account, user
                            id): proof of who they are. NULL: they have none, or it is not known */
    const char *host;    /* where they connect from, as the network shows it ("user@host" on IRC).
                            NULL: not known at this moment */
    bool host_vouched;   /* the network gives what stands behind the '@' of `host` to one account
                            alone (a cloak), so that a user without `account` can be recognised by
                            it */
    const char *certificate; /* fingerprint of their TLS client certificate, in hexadecimal digits.
                                "": they have none. NULL: the network was not asked (identify()
                                below) */
    const char *connection;  /* tells this connection from others of the same `host`: on IRC the
                                time of sign-on. It stays the same while the connection lasts, also
                                under another id. "": the network does not tell it. NULL: the
                                network was not asked (identify() and look_up() below) */
    bool unseen;             /* they are in no channel with us, and the network would not report it
                                if this id became somebody else's: secrets are not sent to them */
    bool relayed;       /* another bot passes on what they say, and the network knows of no such
                           user: no whisper ever reaches them, and they get no seat */
    bool is_operator;   /* they may administer the channel of the event (channel operator on
                           IRC, Manage Channels on Discord) */
    const char *locale; /* the language of their client ("fr", "en-GB"). NULL: not known */
};

/* Each kind is followed by the members of `struct chat_event` that it uses. */
enum chat_event_kind {
    /* We are connected. A CHAT_ENTERED follows for each channel. */
    CHAT_CONNECTED,
    /* We are not connected any more. The clocks of a channel's
     * table stand still until its next CHAT_ENTERED. */
    CHAT_DISCONNECTED,
    /* channel, tried. We are in the channel, and what we say there is read. The host says how the
     * table stands, unless `tried`. */
    CHAT_ENTERED,
    /* channel. We are no longer in the channel (kicked, parted, banned). */
    CHAT_REMOVED,
    /* channel. Too many messages were waiting, so that some to this channel, or about its table,
     * were thrown away. There is room again: the host says how the table stands. */
    CHAT_DROPPED,
    /* stamp. Messages whose ticket is `stamp` were not sent: what they tell is not so any more
     * (adapter_setup.is_stale). The host says it anew. */
    CHAT_STALE,
    /* channel, missing_permissions. The network refuses what we say in this channel, but not our
     * whispers. This lasts until CHAT_ENTERED. It is raised again when the host sent something to
     * the channel all the same. */
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
    /* channel, user. The user came into the channel, or was there when we entered it. Raised again
     * for the same user when their host becomes known. With `channel` NULL: after a CHAT_GONE they
     * are on the network again, and whispers reach them. */
    CHAT_JOIN,
    /* channel, user. The user left the channel, and may still be on the network. */
    CHAT_LEAVE,
    /* old_id, user. The user whose id was `old_id` has user.id now. */
    CHAT_RENAME,
    /* user. Their account became known, changed, or (account NULL) they are no longer logged in. */
    CHAT_IDENTITY,
    /* user. The answer to look_up(): user.connection is not NULL. Also raised when the host of
     * somebody changes who is in a channel with us. */
    CHAT_KNOWN,
    /* user, netsplit. They left the network, or the last channel that they shared with us, and the
     * network would not report it if somebody else took user.id from now on. */
    CHAT_GONE,
    /* text, user. The network could not deliver a whisper to the user; `text` is its reason, or
     * NULL. */
    CHAT_FAILED,
    /* channel, text, user. Something was done, and the network took no answer to it: who did it was
     * perhaps told by their client that it failed. The host says so. With user.id NULL to the
     * channel, about those whose names `text` lists; else to that user alone (`channel` NULL: it
     * was in private). */
    CHAT_UNANSWERED,
    /* channel. The network could bring us nothing for a while, and what was pressed in the channel
     * meanwhile is lost. The host says so where somebody may have pressed. */
    CHAT_GAP,
    /* text, told. The adapter has ended, after stop() or by itself; `text` is the reason, or NULL.
     * It raises nothing more, and the host may destroy() it. */
    CHAT_STOPPED
};

/* Index of texts that there are one of for each language. */
enum chat_language { CHAT_ENGLISH, CHAT_FRENCH, CHAT_LANGUAGES };

struct chat_event {
    enum chat_event_kind kind;
    const char *channel; /* as the network writes it; fold() says which are the same */
    const char *text;
    const char *old_id;
    struct chat_user user;
    bool netsplit; /* they left because the network split, so that they may be back together with
                      others */
    bool tried;    /* the host's last line after CHAT_TRY was accepted: it need not be repeated */
    bool told;     /* all that was given to send() has reached the network, as far as that can be
                      known: whoever has the network next need not tell anew how things stand */
    bool too_long; /* the text was longer than the adapter takes, and is "": nothing is carried out,
                      and its author is told */
    bool command;  /* the text is a command for us although it has no prefix (a button, a slash
                      command, a line that began with our name) */
    bool written;  /* the user typed it as an ordinary message, and did not use a button or a slash
                      command: the network cannot show them an answer that others do not see */
    uint64_t stamp; /* message.stamp of the message whose button was used; 0: no button was used */
    bool late;      /* the button was used so long ago that the user was told by their client that
                       it failed: the host obeys only if nothing has changed since `stamp` */
    /* Permissions that we lack in the channel, as the network's client names them to those who can
     * give them, and what is left out where that is all ("pictures (Attach Files)"). NULL: none is
     * known. */
    const char *missing_permissions[CHAT_LANGUAGES];
    bool muted;       /* what we say in the channel is refused (CHAT_MUTED) */
    uint32_t answers; /* a number that the host copies into message.answers of all that it sends as
                         an answer to this event: the network shows those where the user waits for
                         them. 0: the user does not wait */
};

/* How a secret message, such as a hand, reaches one user. */
enum whisper {
    WHISPER_LOCAL,           /* it is printed: there is only one user */
    WHISPER_PRIVATE_MESSAGE, /* in a private talk outside of the channel */
    WHISPER_EPHEMERAL /* in the channel, where that user alone sees it, when they use a button
                         or a command */
};

/* What a network can do. The host reads these facts instead of asking which network it is. They do
 * not change. */
struct adapter_caps {
    enum whisper whisper;
    unsigned line_limit; /* bytes of text that always fit into one line of the network; 0: no limit
                            that matters */
    bool multiline;      /* one message may have many lines. Without this each line is a message of
                            its own, and the host says things more briefly */
    bool bare_words;     /* everything that is typed is for us: commands need no prefix */
    bool local;          /* one user at a terminal, and nobody else */
    bool boards;         /* messages can be replaced: the adapter keeps one message of PURPOSE_BOARD
                            in each channel and one of PURPOSE_HAND for each user of it, and replaces them
                            by the newest. Without this the host says each change in a line */
    bool controls;       /* boards, hands and panels have buttons and menus (struct control); needs
                            `boards`. Without this the host names commands to be typed */
    bool slash_commands; /* commands are typed as the client offers them (adapter_setup.commands):
                            the host writes them with "/" */
    bool stable_ids; /* the id of a user is their account, and never becomes another's: a whisper
                        to it always reaches them, before they have been seen, too */
    bool first_name_rings; /* clients ring for whom a line names first ("bob: ..."): the host names
                              whose turn it is there, and not at the end. The adapter sees to it
                              that the names of STYLE_NAME ring for nobody */
    bool goes_on; /* the next process on this network resumes from what the adapter has stored and
                     gets the events since then: so an adapter that ends raises none */
};

/* -- slash commands: how the host describes its commands to a network that offers them -- */

enum chat_option_kind {
    CHAT_TEXT,   /* at most CHAT_TEXT_MAX characters */
    CHAT_NUMBER, /* from `least` to `most` */
    CHAT_CHOICE, /* one of `choices` */
    CHAT_FLAG,   /* when it is on, its text is `says`; when it is off, it has none */
    CHAT_PERSON  /* a user whom the client lets one pick; its text is "<@ID>" with their id */
};

struct chat_choice {
    const char *says;                 /* its text in the command */
    const char *name[CHAT_LANGUAGES]; /* as it is shown */
};

/* At most, of a command and of an option. */
enum { CHAT_OPTIONS = 4, CHAT_CHOICES = 25, CHAT_TEXT_MAX = 100 };

/* One argument. The text of the CHAT_MESSAGE is the English name of the command followed by the
 * texts of the options that were given, in order, with blanks between them. */
struct chat_option {
    const char *name[CHAT_LANGUAGES];
    const char *help[CHAT_LANGUAGES];
    enum chat_option_kind kind;
    bool needed;
    bool suggest; /* CHAT_TEXT: the client asks with CHAT_SUGGEST how it may be completed */
    int least, most;
    const char *says;
    unsigned choice_count;
    struct chat_choice choices[CHAT_CHOICES];
};

struct chat_command {
    const char *name[CHAT_LANGUAGES]; /* lower case, without blanks */
    const char *help[CHAT_LANGUAGES];
    bool channel_only; /* it is of no use in private */
    unsigned option_count;
    const struct chat_option *options;
};

/* -- documents, for an adapter that serves people who look and do not talk (a web server) -- */

/* Somebody looks for a document. All about HTTP is the adapter's, all about content the host's. */
struct page_request {
    uint32_t number;      /* comes back in page(); not 0 */
    const char *path;     /* decoded UTF-8, begins with "/", without `home`: "/api/1/boards" */
    const char *query;    /* as it stands in the address behind "?", not decoded; "": none */
    const char *language; /* Accept-Language, as it was sent. NULL: it was not */
    const char *home;     /* what addresses on the page begin with: "", or "/talon" */
    const char *origin;   /* what stands before `home` in a whole address: "https://talon.example".
                             "": not known */
    const char
        *assets; /* what addresses of the site's own files begin with: "/talon/site/3f2a91" */
    bool draws;  /* the adapter makes a picture of page.poster: pages may name those of theirs */
    const char *body;    /* what a page of ours sent along, to change something; NULL: it was only
                            asked for */
    const char *session; /* page.session, as their browser kept it; "", or NULL: none. It comes with
                            what is at "/seat" and below, and with nothing else */
    const char *peer;    /* where they come from: the same text for whom limits count as one; NULL:
                            not known */
};

/* A document. */
struct page {
    unsigned
        status; /* as HTTP has them: 200; 301, whose body is the path to go to; 400; 404; 503 */
    const char *type; /* "application/json", "text/html; charset=utf-8" */
    const char *body;
    size_t length;               /* of the body */
    unsigned max_age;            /* seconds that it may be kept without asking again */
    const struct poster *poster; /* the document is a picture of this (page_request.draws), and
                                    there is no body. NULL: it is the body */
    const char
        *session; /* letters and digits that their browser is to keep, to itself and away from
                     scripts, and to send along from now on; "": no more. NULL: as it was */
    unsigned session_age; /* seconds that it is to be kept */
};

/* Bytes of the id of who sits before a page, NUL included. */
enum { SEAT_ID_MAX = 40 };

/* -- what the host gives to an adapter, and what an adapter gives to the host -- */

/* What create() is given. All that it points to outlives the adapter; the struct itself is copied
 * by adapter_init(). */
struct adapter_setup {
    const char *name;                /* of the network: NAME in [irc NAME]; where the section has
                                        none, that of the implementation */
    const struct settings *settings; /* values of impl->keys */
    struct loop *loop;
    const struct log *log; /* parent of the adapter's own log */
    void *host;            /* first argument of the functions below */
    /* Use adapter_raise(). */
    void (*raise)(void *host, struct adapter *adapter, const struct chat_event *event);
    /* Stores a short text under a key of this adapter's own, or removes it (`value` NULL). Key
     * and text are copied. Called while an event is being handled, it is written in the same
     * transaction as what the event changes. */
    void (*keep)(void *host, struct adapter *adapter, const char *key, const char *value);
    /* The text stored under that key, valid until the key is stored anew; NULL: there is none. */
    const char *(*kept)(void *host, struct adapter *adapter, const char *key);
    /* Whether the host may still send answers to events that were raised: it waits for the disk. An
     * adapter whose input has ended waits for that before it stops. */
    bool (*busy)(void *host);
    /* Whether a table is in that channel. NULL: in none. */
    bool (*plays)(void *host, const struct adapter *adapter, const char *channel);
    /* Whether anything may be told at this moment. No: what waits to be sent goes on waiting, and
     * it is asked again a little later; answers to the network itself (PONG) are sent. NULL:
     * always.
     */
    bool (*may_speak)(void *host);
    /* Whether what a message with that ticket (message.ticket, not 0) tells is not so any more. An
     * adapter that lets messages wait asks before it sends; what is stale it drops, and raises
     * CHAT_STALE later. NULL: never. */
    bool (*is_stale)(void *host, uint32_t ticket);
    /* Whether what is raised is heard: not any more of a network that is given up, nor at the end
     * (caps.goes_on). Whoever has it next is to hear that. NULL: always. */
    bool (*hears)(void *host, const struct adapter *adapter);
    /* Asks for a document. All of the request is copied. One page() follows, not from inside this
     * call, unless the adapter is stopped first. False, and none does: too many are being made, or
     * memory is out. */
    bool (*ask)(void *host, struct adapter *adapter, const struct page_request *request);
    /* From now on, or no more, the document of that running table ("/api/1/tables/ID") is given to
     * live() whenever it has changed. False: the table is not shown, or too many adapters watch it.
     */
    bool (*watch)(void *host, struct adapter *adapter, int64_t table, bool on);
    /* A page of who has the session of that request is open: from now on seat() is given what their
     * seat sees, and all that they say is raised as a CHAT_MESSAGE with `command`, and with what is
     * written here as user.id. Each call that returned true has its stand(). False: it is nobody's
     * session (any more), or there are too many. */
    bool (*sit)(void *host, struct adapter *adapter, const struct page_request *request,
                char id[SEAT_ID_MAX]);
    /* One page of theirs is closed. */
    void (*stand)(void *host, struct adapter *adapter, const char *id);
    /* Asks for a turn that all processes take one after another, where several have parts of the
     * network: by one name (copied) one in `pause` milliseconds. impl->turn() answers, later.
     * False, and it does not: nobody else takes any, or memory is out. NULL: nobody does. */
    bool (*ask_turn)(void *host, struct adapter *adapter, const char *name, uint64_t pause);
    /* Whether another process may wait to have the network next. */
    bool shared;
    /* In how many parts the network is divided (impl->parts), of which start() connects none:
     * take() does. 0: it is whole, and start() connects all of it. */
    unsigned parts;
    /* The network is whole, its settings leave that open, and it were better had in so many parts.
     * True: all processes have it in so many from now on, and this adapter is ended soon. False, or
     * NULL: nobody shares it. */
    bool (*divide)(void *host, struct adapter *adapter, unsigned parts);
    const struct chat_command *commands; /* to be offered where the network has slash commands */
    unsigned command_count;
};

struct adapter_impl {
    const char *name;               /* of its sections in the configuration: "irc" */
    const struct setting_key *keys; /* of such a section; ends with a zeroed row */
    const char *about; /* what such a section is, for the example and the manual page. NULL: the
                          adapter is in neither */
    bool unnamed;      /* its section has no name ("[web]") and stands once */
    struct adapter_caps caps;

    /* Optional. Calls `fault` for everything that is wrong with the settings: what create() would
     * refuse, and what is found only by reading the files that they name. create() stops at the
     * first fault. Connects nothing and keeps nothing. Missing: the types of the keys are all that
     * is checked. */
    void (*check)(const struct settings *settings, settings_fault_fn *fault, void *arg);

    /* Mandatory. Makes an adapter, and connects nothing. On failure it returns NULL and writes one
     * line for the administrator into `why`. The host owns the adapter and calls destroy(). */
    struct adapter *(*create)(const struct adapter_setup *setup, struct fault *why);

    /* Mandatory. Called once. Begins to connect and returns at once; what comes of it is raised in
     * later turns. When the connection is lost the adapter connects again by itself. */
    void (*start)(struct adapter *adapter);

    /* Optional. The configuration was read again, and setup.settings are about to be `settings`
     * where a key is `live`. The adapter does what follows from that, and raises nothing. All texts
     * of `settings` outlive this call as those of setup.settings do; of the texts that it has had
     * for these keys none does. Called between create() and stop(). Missing: the adapter keeps
     * nothing of such keys, or has none. */
    void (*reload)(struct adapter *adapter, const struct settings *settings);

    /* Optional, these three together. A network that may be divided: each part is one process's
     * where several share a store, and no other part is heard there (shards of Discord). The host
     * divides it there alone. Missing: the network is whole.
     *
     * In how many parts, by its settings; 1: it is whole; 0: they leave it open (divide()).
     * `*wrong` is NULL, or set to why these settings are not for several processes. */
    unsigned (*parts)(const struct settings *settings, const char **wrong);
    /* In which part a channel or private talk lies, below setup.parts. `tenant`: as tenant() had
     * it, NULL: it is not known. */
    unsigned (*part_of)(const struct adapter *adapter, const char *channel, const char *tenant);
    /* That part is ours from now on: the adapter connects it. Called between start() and stop(),
     * once for each. */
    void (*take)(struct adapter *adapter, unsigned part);

    /* Mandatory for who calls ask_turn(). The turn of that name is ours (`wait` 0), or it is to be
     * asked for again in so many milliseconds. */
    void (*turn)(struct adapter *adapter, const char *name, uint64_t wait);

    /* Mandatory. Sends a message to its channel, or whispers it to its user. Takes the message
     * over, and calls message_destroy() when it has been sent. Called any time between start() and
     * stop(). While the network is away the adapter may throw messages away: after CHAT_ENTERED the
     * host says how the table stands. */
    void (*send)(struct adapter *adapter, struct message *message);

    /* Mandatory. Disconnects in a polite way, with a few words to the network (`words`, a QUIT
     * message on IRC). Messages that wait get one second to be sent; CHAT_STOPPED is raised in a
     * later turn, within two seconds whatever the network does. */
    void (*stop)(struct adapter *adapter, const char *words);

    /* Mandatory. Frees the adapter. Called after CHAT_STOPPED, or without start(). Accepts NULL. */
    void (*destroy)(struct adapter *adapter);

    /* Optional. Writes an id, name or channel into `out` (`size` bytes) in the one form in which
     * the network compares them (casemapping on IRC). False: it does not fit. The form may change
     * at CHAT_CONNECTED, when the network has said how it compares. Missing: they are compared byte
     * by byte. */
    bool (*fold)(const struct adapter *adapter, const char *text, char *out, size_t size);

    /* Optional. The name that people there call us by now: a line that begins with it is for us.
     * Valid until this turn of the loop ends. NULL, or missing: lines are not addressed so. */
    const char *(*own_name)(const struct adapter *adapter);

    /* Optional. Writes the address of the page where who rules a place lets us in ("https://...");
     * "" where it is not known yet: it is after CHAT_CONNECTED. Missing: nobody has to. */
    void (*install_address)(const struct adapter *adapter, char *out, size_t size);

    /* Optional. Called while the CHAT_MESSAGE `event` is raised. True: the adapter asks the network
     * for the certificate and the connection of the author, and raises the same message again when
     * user.certificate and user.connection are known, unless they have left or changed their nick
     * by then. False: both are known, or it cannot ask at this moment. Missing: the network has
     * neither. */
    bool (*identify)(struct adapter *adapter, const struct chat_event *event);

    /* Optional. Asks the network about the connection of the user with that id: CHAT_KNOWN follows
     * in a later turn, unless they leave first. The adapter asks about one user after another, no
     * faster than the network bears; `first`: about this one next. False: they are in no channel
     * with us, or we are not connected. Missing: the network does not tell connections apart. */
    bool (*look_up)(struct adapter *adapter, const char *id, bool first);

    /* Optional. Gives the user who has that id now. The strings are valid until this turn of the
     * loop ends. False: there is nobody of that id in a channel with us. Missing: the network
     * cannot say. */
    bool (*user)(const struct adapter *adapter, const char *id, struct chat_user *user);

    /* Optional. Calls `each` for every user who is known to be in the channel now, but not for us.
     * A user is valid during that call, which neither raises nor sends anything. Missing: the
     * network does not tell who is in a channel. */
    void (*members)(const struct adapter *adapter, const char *channel,
                    void (*each)(void *arg, const struct chat_user *user), void *arg);

    /* Optional. Whether we are in that channel now and what we say there is read: CHAT_ENTERED was
     * raised, and nothing that ends it. A table may come to be there later. Missing: never. */
    bool (*is_in)(const struct adapter *adapter, const char *channel);

    /* Optional. The id of whose channel that is (a server of Discord), valid until this turn of the
     * loop ends; NULL: it is not known. Missing: channels belong to nobody. */
    const char *(*tenant)(const struct adapter *adapter, const char *channel);

    /* Optional. What people call that channel, where `channel` is an id that tells them nothing
     * ("#cards"), as the network has it: the host cleans it. Valid until this turn of the loop
     * ends; NULL: it is not known; "": it is not for everybody, and told nobody elsewhere. Missing:
     * channels are called as they are written. */
    const char *(*channel_name)(const struct adapter *adapter, const char *channel);

    /* Mandatory for who calls ask(). The document that was asked for under that number; lent for
     * the call, which may ask for others. */
    void (*page)(struct adapter *adapter, uint32_t number, const struct page *page);

    /* Mandatory for who calls watch(). The document of that table as it is now; NULL: nobody may
     * watch it any more, and nothing more comes of it. Lent for the call, which may call watch()
     * and ask(). */
    void (*live)(struct adapter *adapter, int64_t table, const struct page *page);

    /* Mandatory for who calls sit(). What the seat with that id sees now, for all pages of it; the
     * newest alone counts. `last`: nothing more comes of it, and who says something there is not
     * heard. Nobody else may be shown it. Lent for the call, which calls nothing. */
    void (*seat)(struct adapter *adapter, const char *id, const struct page *page, bool last);

    /* Optional. By what address people reach what it serves, with no slash at its end
     * ("https://talon.example/cards"); NULL: it is not known. Missing: it serves nobody by one. */
    const char *(*address)(const struct adapter *adapter);

    /* Optional. How far sending is behind, in milliseconds, where the network limits how much we
     * may say: how long a message to a table in a channel would wait if it were sent now, or how
     * long the oldest has waited already, if that is longer. With `alone`: a message to a table in
     * a private talk, which goes after those. Missing: messages never wait. */
    uint64_t (*behind)(const struct adapter *adapter, bool alone);
};

struct adapter {
    const struct adapter_impl *impl;
    struct adapter_setup setup;
    struct log log; /* its parent is setup.log; the implementation owns its name, "irc/libera" */
};

/* Reports an event to the host, which handles it before this returns and may call send() meanwhile.
 */
static inline void adapter_raise(struct adapter *adapter, const struct chat_event *event)
{
    adapter->setup.raise(adapter->setup.host, adapter, event);
}

/* Fills the base, and asserts that the implementation has all that is mandatory. The first thing
 * that create() does with a new adapter. */
void adapter_init(struct adapter *adapter, const struct adapter_impl *impl,
                  const struct adapter_setup *setup);

/* The implementation of that name; NULL: it was not built. */
const struct adapter_impl *adapter_find(const char *name);
/* The n-th implementation, counted from 0; NULL: there are not so many. */
const struct adapter_impl *adapter_at(unsigned n);

#endif
