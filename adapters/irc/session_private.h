/* session_private.h: what the parts of a session share: session.c (lines, time, what goes
 * out), say.c (messages as lines), flow.c (how fast they go), register.c (nick, what the server
 * says of itself), frame.c (batches, times), caps.c (capabilities), login.c (SASL), traffic.c
 * (channels and people), stranger.c (people elsewhere), certificate.c (WHOIS), modes.c (what
 * channels let through).
 *
 * What a connection keeps, all of it bounded (tests/irc/test_bounds.c):
 *
 *   what             filled by                      bound             at the bound
 *   lines to say     tables, answers                pace.h            refused; tables told anew
 *   PONGs            PING without reading           PONGS             the oldest go
 *   urgent lines     CAP, NICK, AUTHENTICATE        pace.h            the connection ends
 *   lines under way  what we say                    window.h          the next waits
 *   who is where     JOIN, NAMES, WHO               roster.h          more stay unknown
 *   logins           CAP NEW, DEL                   8 in ten minutes  none is begun
 *   strangers        whispers from elsewhere        STRANGERS         the oldest is forgotten of
 * the STRANGERS_EACH    place that has the most their hands      our whispers before MONITOR
 * STRANGER_HANDS    the oldest goes held words       WHOIS for a certificate        HELD they go on
 * without labels           our whispers                   LABELS            the oldest is forgotten
 *   recent lines     ours, to be said otherwise     RECENT_LINES      the oldest is forgotten
 *   batches          BATCH                          BATCHES           the oldest is forgotten
 *   capabilities     CAP LS over many lines         bits              unknown ones are not kept
 *   guests           INVITE                         guests_most       not followed; of one place a
 *                                                                     quarter of them
 *   one line in      anything                       PROTO_INPUT       it is dropped
 */
#ifndef TALON_ADAPTERS_IRC_SESSION_PRIVATE_H
#define TALON_ADAPTERS_IRC_SESSION_PRIVATE_H

#include "isupport.h"
#include "pace.h"
#include "roster.h"
#include "sasl.h"
#include "servers.h"
#include "session.h"

enum stage {
    STAGE_OFFLINE,
    STAGE_REGISTERING, /* until 001 */
    STAGE_WELCOMED,    /* until the end of the MOTD */
    STAGE_READY,
    STAGE_QUITTING
};

enum channel_state {
    CHANNEL_IDLE,    /* we stay out, until the next connection or an invitation */
    CHANNEL_WANTED,  /* to be joined when `due` */
    CHANNEL_JOINING, /* asked; asked again when `due` */
    CHANNEL_JOINED   /* since `due` */
};

/* Capabilities that help; the table is in caps.c. */
enum capability {
    CAP_MULTI_PREFIX = 1 << 0,
    CAP_ACCOUNT_TAG = 1 << 1,
    CAP_ACCOUNT_NOTIFY = 1 << 2,
    CAP_EXTENDED_JOIN = 1 << 3,
    CAP_MESSAGE_TAGS = 1 << 4,
    CAP_CHGHOST = 1 << 5,
    CAP_HOSTS_IN_NAMES = 1 << 6,
    CAP_SASL = 1 << 7,
    CAP_SERVER_TIME = 1 << 8,
    CAP_BATCH = 1 << 9,
    CAP_LABELS = 1 << 10,
    CAP_ECHO = 1 << 11,
    CAP_NOTIFY = 1 << 12,
    CAP_INVITE_NOTIFY = 1 << 13,
    CAP_STANDARD_REPLIES = 1 << 14,
    CAP_SETNAME = 1 << 15,
    CAP_AWAY_NOTIFY = 1 << 16
};

enum {
    RECENT_LINES = 8,
    BATCHES = 8,
    BATCH_NAME = 32,
    LABELS = 32,
    HELD = 8,
    STRANGERS = 64,
    STRANGERS_EACH = 8, /* from one place (cloak.h) */
    STRANGER_FROM = 160,
    STRANGER_HANDS = 8,
    PONGS = 16
};

/* Lines that belong together, and may be no news. */
enum batch_kind { BATCH_OTHER, BATCH_SPLIT, BATCH_HISTORY };

struct batch {
    char name[BATCH_NAME]; /* "": free */
    enum batch_kind kind;
};

/* Whom a whisper went to that carried a label. */
struct label {
    uint32_t number;       /* 0: none */
    uint64_t user;         /* user.number; 0: somebody whom we do not see */
    char nick[PROTO_NICK]; /* theirs now; "": they are gone, and nobody need hear of it */
};

/* What somebody said of whom the certificate is asked for; owned. */
struct held {
    uint32_t number; /* user.asked */
    uint64_t due;    /* ms; when it goes on whatever is known */
    char *channel;   /* NULL: in private */
    char *nick, *text;
};

/* What MONITOR tells of a nick. */
enum stranger_watch {
    WATCH_NOT,
    WATCH_ASKED,
    WATCH_HERE, /* it is who talked to us */
    WATCH_AWAY  /* nobody has it, or somebody else */
};

/* Somebody who talked to us and is in no channel of ours. */
struct stranger {
    char nick[PROTO_NICK];    /* "": free */
    char from[STRANGER_FROM]; /* "user@host"; "": too long */
    uint32_t talked;          /* the latest has the highest */
    enum stranger_watch watch;
    unsigned hand_count;
    char *hands[STRANGER_HANDS]; /* lines that wait for WATCH_HERE; owned */
};

/* A line that went out and is said again in another way if it is refused so: without the colours
 * that a channel does not take, or as a plain whisper where we have no rank any more. */
struct recent {
    uint64_t sent;
    uint32_t through;    /* id of the channel that it went through + 1; 0: none */
    uint64_t user;       /* user.number of whom it went to through that */
    char to[PROTO_NICK]; /* their nick now */
    char line[PROTO_LINE_MOST + 1];
};

enum login_state { LOGIN_IDLE, LOGIN_RUNNING, LOGIN_DONE, LOGIN_FAILED };

struct login {
    struct sasl *sasl; /* NULL: nothing to log in with */
    enum login_state state;
    enum sasl_mechanism mechanism; /* that runs */
    bool sasl_there;               /* whatever mechanisms it has */
    unsigned offered, tried;       /* bits of mechanisms */
    bool asked;                    /* the server has taken the mechanism up */
    bool listed;                   /* 908 named those there are */
    unsigned count;                /* of logins that were begun until then: */
    uint64_t counted_until;        /* ms */
    uint64_t due;                  /* ms; when we wait no longer */
};

struct session {
    struct session_setup setup;
    bool tls;
    struct login login;
    enum stage stage;
    bool connected; /* CHAT_CONNECTED was raised */
    /* As of the last CHAT_CONNECTED. At first ASCII, which takes no two channels of any network for
     * one that are two. */
    enum proto_casemap map;
    enum session_end end;
    unsigned upgrade; /* port for TLS, with SESSION_UPGRADE */
    char why[256];
    const char *goodbye;  /* to be said when nothing waits any more; NULL: we stay */
    uint64_t goodbye_due; /* ms; or then */
    char leaving[64];     /* why we said goodbye by ourselves; "": we did not */
    struct pace pace;
    const struct server_kind *server; /* its software; NULL: not known */
    unsigned lost;                    /* messages that found no room, since there was some */
    struct roster roster;
    struct isupport isupport;
    unsigned guest_count;
    uint64_t invite_due; /* ms; when we follow another invitation */

    unsigned caps;        /* enum capability: agreed on */
    unsigned caps_listed; /* offered in the lines of CAP LS so far */
    unsigned caps_asked;  /* REQs without an answer */
    bool caps_ended;

    char nick[PROTO_NICK];
    unsigned nick_tries;
    size_t nick_limit;   /* bytes; of alternatives */
    uint64_t regain_due; /* ms; when to ask for the wanted nick again; UINT64_MAX: not wanted */
    uint64_t regain_wait;
    size_t user_host; /* bytes of "!user@host" as others see us; 0: unknown */

    uint64_t stage_due; /* ms; when the stage has lasted too long; UINT64_MAX: never */
    uint64_t pass_due;  /* ms; when we introduce ourselves, password first; UINT64_MAX: we have */
    uint64_t heard;     /* ms; of the last line */
    bool asked;         /* PING sent since */
    uint64_t ping_due;
    bool join_waits; /* a JOIN is queued */
    uint64_t join_due;
    uint64_t try_due; /* ms; when a channel that refuses us is tried, or the host to be told of one
                       */
    uint32_t try_last;
    uint64_t ctcp_due;
    char unseen[PROTO_NICK]; /* to whom a hand was refused, to be told; "": nobody */

    struct batch batches[BATCHES];
    unsigned batch_next;
    bool split;     /* the line at hand is of a netsplit */
    int64_t newest; /* s; of the times that lines carried */
    bool clocked;   /* and it is our server's own */

    uint32_t label_last;
    struct label labels[LABELS];

    uint32_t asked_last;
    unsigned held_count; /* the longest waiting first */
    struct held held[HELD];
    char whois[PROTO_NICK]; /* whom the server tells of now, and is whom we asked for; "": nobody */

    uint32_t stranger_words; /* that strangers said */
    struct stranger strangers[STRANGERS];

    unsigned pong_next;
    bool watching;      /* MONITOR tells when the wanted nick is free */
    bool who_waits;     /* a WHO is queued */
    uint32_t who_count; /* channels that are to be asked for */

    unsigned recent_next;
    struct recent recent[RECENT_LINES];
};

/* A row of what a command of the server does. Rows are sorted by command. */
struct session_handler {
    const char *command;
    unsigned params; /* at least; lines with fewer are dropped */
    void (*handle)(struct session *session, const struct proto_line *line, uint64_t now);
};

/* The rows of one file. */
struct session_part {
    const struct session_handler *handlers;
    size_t count;
};

extern const struct session_part flow_part, register_part, caps_part, login_part, guest_part,
    traffic_part, talk_part, certificate_part, stranger_part, modes_part;

/* Queues one line. Where an urgent one finds no room the connection is over. */
bool session_put(struct session *session, enum pace_class class, const struct pace_way *way,
                 const char *command, const char *const *middles, const char *text);
#define SESSION_PUT(session, class, command, text, ...)                                            \
    session_put(session, class, NULL, command, (const char *const[]){__VA_ARGS__, NULL}, text)

/* Keeps a line that went out. */
struct recent *session_remember(struct session *session, const char *line, size_t length,
                                uint64_t now);
/* Nothing of what was meant for who had that nick may reach whoever has it next. */
void session_revoke(struct session *session, const char *nick);
/* The nick as the network compares it: so pace.h knows whom lines wait for. */
const char *session_key(const struct session *session, const char *nick, char key[PROTO_NICK]);
/* A whisper as it is said to another nick; 0: it is none. As pace_rename() wants it. */
size_t session_readdress(void *nick, const char *line, char *out, size_t size);
void session_fail(struct session *session, enum session_end end, const char *why);
/* Says goodbye; the connection ends as refused when the server hangs up, or soon. */
void session_leave(struct session *session, const char *why, uint64_t now);
void session_raise(struct session *session, const struct chat_event *event);
static inline bool session_same(const struct session *session, const char *a, const char *b)
{
    return proto_same(session->isupport.map, a, b);
}

static inline bool session_is_me(const struct session *session, const char *nick)
{
    return session_same(session, nick, session->nick);
}

static inline bool session_inside(const struct member_channel *channel)
{
    return channel && channel->state == CHANNEL_JOINED;
}

/* flow.c */
/* The careful pace, or the configured one. */
void flow_begin(struct session *session);
/* A capability that the server offers. */
void flow_token(struct session *session, const char *token, size_t length);
/* From now on the pace that the server's software calls for. */
void flow_ready(struct session *session);
/* A line that was paced goes out. */
void flow_sent(struct session *session, const char *line, size_t length, uint64_t now);
/* What we said to `target` came back to us. */
void flow_echo(struct session *session, const char *target);
/* A message was dropped because too much waits. */
void flow_lost(struct session *session, const struct message *message);
void flow_tick(struct session *session, uint64_t now);
uint64_t flow_due(const struct session *session);

/* register.c */
void register_begin(struct session *session, uint64_t now);
void register_tick(struct session *session, uint64_t now);
void register_ready(struct session *session);
/* All capabilities are told: a password that waited for one of them to want TLS goes now. */
void register_listed(struct session *session);
/* Somebody gave up the name `nick`: perhaps it is the one we want. */
/* Whether the server watches that nick since we want it ourselves. */
bool register_watches(const struct session *session, const char *nick);
void register_freed(struct session *session, const char *nick, uint64_t now);

/* frame.c */
void frame_begin(struct session *session);
/* False: the line is an old one, told again. */
bool frame_take(struct session *session, const struct proto_line *line);

/* caps.c */
void caps_begin(struct session *session);
/* Ends the asking if nothing is open any more. */
void caps_end(struct session *session, uint64_t now);

/* login.c */
void login_reset(struct session *session);
/* Whether there is something to log in with, and it is not done. */
bool login_wanted(const struct session *session);
/* Takes the list of mechanisms; an empty one says nothing of them. */
void login_offered(struct session *session, const char *list, size_t length);
/* SASL is agreed on. */
void login_begin(struct session *session, uint64_t now);
bool login_runs(const struct session *session);
/* Leaves, and is true, where we must be logged in and are not. */
bool login_must_leave(struct session *session, uint64_t now);
/* We are welcome: what has no SASL has NickServ, perhaps. */
void login_welcomed(struct session *session, uint64_t now);
void login_tick(struct session *session, uint64_t now);

/* traffic.c */
void traffic_queue_joins(struct session *session, uint64_t now);
/* Any numeric from 400 on: perhaps a JOIN was refused. */
void traffic_refused(struct session *session, const struct proto_line *line, uint64_t now);
void traffic_renamed(struct session *session, const struct proto_line *line);
/* `user` (NULL: unknown) as the host sees them, in a channel or (NULL) without. */
struct chat_user traffic_user(const struct session *session, const struct user *user,
                              const char *nick, const struct member_channel *channel);
void traffic_raise(struct session *session, enum chat_event_kind kind, const struct user *user,
                   const char *nick, const struct member_channel *channel, const char *text);
/* Takes an account over; a change revokes what waits for its old owner. */
void traffic_account(struct session *session, struct user *user, const char *account);
/* Takes a host over; found out late, it tells who somebody is. */
void traffic_host(struct session *session, struct user *user, const char *name, const char *host,
                  const struct member_channel *channel);

/* Asks who is in the next channel that has to be asked for. */
void traffic_queue_who(struct session *session);
/* We are to be there from `due` on. */
void traffic_want_again(struct session *session, struct member_channel *channel, uint64_t due);
/* We are no guest of the channel any more, if we were. */
void guest_forget(struct session *session, struct member_channel *channel);
/* It does not let us in: if we are its guest we try again, some times. */
void guest_refused(struct session *session, struct member_channel *channel, uint64_t now);
/* A channel does not let us in. */
void traffic_locked_out(struct session *session, struct member_channel *channel, const char *why,
                        uint64_t now);

/* certificate.c */
/* Forgets what waits. */
void certificate_reset(struct session *session);
void certificate_tick(struct session *session, uint64_t now);
uint64_t certificate_due(const struct session *session);

/* modes.c */
/* We come into a channel: nothing is known of it. */
void modes_enter(struct member_channel *channel);
/* A channel refused what we said (`colours`: for its colours): what was coloured is said again
 * without; if that was not it the channel is mute, and the table there waits until it hears us. */
void modes_refused(struct session *session, struct member_channel *channel, bool colours,
                   uint64_t now);
/* Whether a line may go to a mute channel, to see whether it is heard; else the host is told. */
bool modes_may_try(struct session *session, struct member_channel *channel);
/* That line is queued. */
void modes_tried(struct session *session, struct member_channel *channel);
/* Others see us otherwise than before (nick, host, account): a ban may not be of us any more. */
void modes_again(struct session *session, uint64_t now);
void modes_tick(struct session *session, uint64_t now);

/* stranger.c */
/* Somebody whom we see nowhere talks to us. */
void stranger_talks(struct session *session, const struct proto_line *line);
/* Somebody whom we did not see is in a channel of ours: who had the nick until now, where the
 * server watches that for us, else perhaps another. Without a host (""): that is not told. */
void stranger_joins(struct session *session, const char *nick, const char *user, const char *host);
/* Whom we did not see under that nick has it no more. */
void stranger_ends(struct session *session, const char *nick);
/* Whether hands may go there: whoever has the nick is watched, or will be. */
bool stranger_reach(struct session *session, const char *nick);
/* Takes a line for a nick of which we do not know yet whether it is theirs; false: it may go. */
bool stranger_waits(struct session *session, const char *nick, const char *line);
void stranger_reset(struct session *session);

/* talk.c */
/* Puts a label before a whisper that goes out, if there is room; returns the new length. */
size_t talk_label(struct session *session, char *line, size_t length, size_t size);
/* A user has a new nick: what is remembered of lines to them follows. */
void talk_renamed(struct session *session, const struct user *user);
/* Whether the line was the refusal of a labelled whisper, and is done with. */
bool talk_refused(struct session *session, const struct proto_line *line);
/* Why whispers are refused here. */
extern const char session_unseen[];
/* Makes of a whisper to somebody in a channel where we have a rank one that no limit on how many
 * people are addressed counts; returns the new length. */
size_t talk_through(struct session *session, char *line, size_t length, size_t size, uint64_t now);
/* The channel does not let whispers through any more. */
void talk_not_through(struct session *session, const struct member_channel *channel, uint64_t now);
/* Tells of one. */
void talk_unseen(struct session *session);

#endif
