/* The road of a whisper, from the outbox to the line, on a server that renames, loses, refuses and
 * returns people as the input says. Each whisper names in its text for whom it is, and nobody else
 * may ever get it, by the bot itself or by one of its helpers: when a line goes out, its nick must
 * be theirs as far as we have been told. What is no secret may go to a nick of which nothing is
 * known, or to who comes from where they came; a hand may not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/sending/helper.h"
#include "adapters/irc/sending/say.h"
#include "adapters/irc/session.h"
#include "adapters/irc/wire/proto.h"
#include "bot/show/outbox_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    NICKS = 9,
    HOSTS = 3,
    CHANNELS = 2,
    HELPERS = 2,
    USERS = 4000,
    PERSONS = 64,
    LINES_MAX = 4000
};

/* Some are one name, or two, as the network compares. */
static const char *const nicks[NICKS] = {"bob", "BOB",  "eve", "ann", "a[b",
                                         "a{b", "dora", "x",   "y"};
static const char *const channels[CHANNELS] = {"#c", "#d"};

/* Somebody, from when we first hear of them until we cannot know any more who they are. */
struct user {
    unsigned host;
    bool in[CHANNELS];
};

/* Whom the host takes for whom, as bot/people/people.c does. */
struct person {
    unsigned user; /* 0: free */
    char id[PROTO_NICK];
};

static struct run {
    struct session *session;
    struct session *helper[HELPERS]; /* NULL: this life has none */
    unsigned turn;                   /* whose line is taken next */
    struct adapter adapter;
    struct outbox outbox;
    uint64_t now, batch;
    const uint8_t *data, *end;
    enum proto_casemap map;
    unsigned users;
    struct user user[USERS];
    unsigned holder[NICKS]; /* of each nick, as we were told; 0: not known */
    unsigned speaker;       /* whom the line at hand is of */
    struct person person[PERSONS];
    unsigned person_next;
    bool inside[CHANNELS];
} run;

static void check(bool holds)
{
    if (!holds)
        abort();
}

static unsigned next(void)
{
    return run.data < run.end ? *run.data++ : 0;
}

/* -- who is who, as we were told -- */

static bool same(const char *one, const char *other)
{
    return proto_same(run.map, one, other);
}

static unsigned *holder_of(const char *nick)
{
    for (unsigned i = 0; i < NICKS; i++) {
        if (same(nicks[i], nick))
            return &run.holder[i];
    }
    return NULL;
}

static unsigned new_user(unsigned host)
{
    check(run.users + 1 < USERS);
    run.user[++run.users] = (struct user){.host = host};
    return run.users;
}

static bool seen(unsigned user)
{
    return user && (run.user[user].in[0] || run.user[user].in[1]);
}

static void lose(unsigned *holder)
{
    if (*holder)
        run.user[*holder].in[0] = run.user[*holder].in[1] = false;
    *holder = 0;
}

/* Who has that nick now and comes from there: whom we know, or somebody new. */
static unsigned *meet(const char *nick, unsigned host)
{
    unsigned *holder = holder_of(nick);
    if (!*holder || (!seen(*holder) && run.user[*holder].host != host)) {
        lose(holder);
        *holder = new_user(host);
    }
    return holder;
}

/* -- the host -- */

static struct person *person_at(const char *id)
{
    for (unsigned i = 0; i < PERSONS; i++) {
        char one[PROTO_NICK];
        char other[PROTO_NICK];
        if (run.person[i].user && session_fold(run.session, run.person[i].id, one, sizeof(one)) &&
            session_fold(run.session, id, other, sizeof(other)) && strcmp(one, other) == 0)
            return &run.person[i];
    }
    return NULL;
}

static void bind_person(unsigned user, const char *id)
{
    struct person *person = person_at(id);
    for (unsigned i = 0; i < PERSONS && user; i++) {
        if (run.person[i].user == user && &run.person[i] != person)
            run.person[i].user = 0;
    }
    if (!person)
        person = &run.person[run.person_next++ % PERSONS];
    person->user = user;
    snprintf(person->id, sizeof(person->id), "%s", id);
}

static void whisper(const struct person *person, unsigned how)
{
    char text[64];
    const enum urgency urgency = how & 1 ? URGENCY_HAND : how & 2 ? URGENCY_TABLE : URGENCY_INFO;
    struct message *message =
        message_create(how & 4 ? channels[how >> 3 & 1] : NULL, person->id, urgency);
    check(message);
    message->replaces = how & 16;
    message->first = how & 32;
    snprintf(text, sizeof(text), "%s=%u;", urgency == URGENCY_HAND ? "hand" : "word", person->user);
    message_add(message, STYLE_CARD, TINT_RED, "[R 5]", 5);
    message_text(message, text);
    if (!outbox_put(&run.outbox, OUTBOX_OPEN, &run.adapter, message))
        message_destroy(message);
}

static void on_event(void *arg, const struct chat_event *event)
{
    (void)arg;
    struct person *person = event->user.id ? person_at(event->user.id) : NULL;
    switch (event->kind) {
    case CHAT_MESSAGE:
        bind_person(run.speaker, event->user.id);
        whisper(person_at(event->user.id), next());
        break;
    case CHAT_JOIN: /* by a line of theirs, or of the server */
        if (holder_of(event->user.id))
            bind_person(*holder_of(event->user.id), event->user.id);
        break;
    case CHAT_RENAME: {
        struct person *old = person_at(event->old_id);
        outbox_rename(&run.outbox, &run.adapter, event->old_id, event->user.id);
        if (person && person != old)
            person->user = 0;
        if (old)
            snprintf(old->id, sizeof(old->id), "%s", event->user.id);
        break;
    }
    case CHAT_GONE:
        outbox_forget(&run.outbox, &run.adapter, event->user.id);
        if (person)
            person->user = 0;
        break;
    case CHAT_DISCONNECTED:
        outbox_drop(&run.outbox, &run.adapter, NULL);
        memset(run.person, 0, sizeof(run.person));
        break;
    default:
        break;
    }
}

static void send_message(struct adapter *adapter, struct message *message)
{
    (void)adapter;
    say_message(run.session, message, run.now);
    message_destroy(message);
}

static bool fold(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    (void)adapter;
    return session_fold(run.session, text, out, size);
}

static void release(void)
{
    outbox_close(&run.outbox, ++run.batch);
    outbox_release(&run.outbox, run.batch);
}

/* -- the server -- */

static void hear_by(struct session *session, const char *line)
{
    char text[512];
    int length = snprintf(text, sizeof(text), "%s", line);
    session_line(session, text, (size_t)length, run.now);
}

static void hear(const char *line)
{
    hear_by(run.session, line);
}

#define HEAR(...)                                                                                  \
    do {                                                                                           \
        char line_[256];                                                                           \
        snprintf(line_, sizeof(line_), __VA_ARGS__);                                               \
        hear(line_);                                                                               \
    } while (0)

/* All that a line says must be for who has its nick. */
static void judge(const char *nick, const char *text)
{
    const unsigned *holder = holder_of(nick);
    check(holder);
    for (const char *at = text; (at = strchr(at, '='));) {
        bool hand = at - text >= 4 && memcmp(at - 4, "hand", 4) == 0;
        unsigned user = (unsigned)strtoul(++at, NULL, 10);
        bool alike = !*holder || run.user[*holder].host == run.user[user].host;
        check(*holder == user || (!hand && alike));
    }
}

static bool take_of(struct session *session)
{
    char text[PROTO_LINE_MAX + 32];
    struct proto_line line;
    size_t length = session_take(session, run.now, text, sizeof(text) - 1);
    if (length < 3)
        return false;
    text[length - 2] = '\0';
    check(proto_parse(&line, text, length - 2));
    const char *command = line.command + (*line.command == 'C' && line.command[1] != 'A');
    bool said = !strcmp(command, "PRIVMSG") || !strcmp(command, "NOTICE");
    if (said && *line.params[0] != '#')
        judge(line.params[0], line.params[line.count - 1]);
    if (!strcmp(command, "PING")) {
        char pong[64];
        snprintf(pong, sizeof(pong), ":s PONG s :%.20s", line.params[line.count - 1]);
        hear_by(session, pong);
    }
    return true;
}

/* The next line of the bot or of a helper, in turns. */
static bool take(void)
{
    for (unsigned i = 0; i <= HELPERS; i++) {
        unsigned at = run.turn++ % (HELPERS + 1);
        struct session *session = at == 0 ? run.session : run.helper[at - 1];
        if (session != NULL && take_of(session))
            return true;
    }
    return false;
}

static void take_all(void)
{
    while (take())
        continue;
}

static void begin_by(struct session *session, const char *nick, unsigned how)
{
    static const char *const caps = "message-tags labeled-response echo-message batch account-tag";
    char line[256];
    session_opened(session, true, run.now);
    snprintf(line, sizeof(line), ":s CAP * LS :%s", how & 2 ? caps : "");
    hear_by(session, line);
    snprintf(line, sizeof(line), ":s CAP %s ACK :%s", nick, caps);
    if (how & 2)
        hear_by(session, line);
    snprintf(line, sizeof(line), ":s 001 %s :Hi", nick);
    hear_by(session, line);
    snprintf(line, sizeof(line), ":s 005 %s %s %s %s :are", nick,
             how & 1 ? "CASEMAPPING=ascii" : "WHOX", how & 4 ? "CPRIVMSG CNOTICE" : "WHOX",
             how & 8 ? "MONITOR=5" : "WHOX");
    hear_by(session, line);
    snprintf(line, sizeof(line), ":s 376 %s :End", nick);
    hear_by(session, line);
    take_all();
}

static void begin(unsigned how)
{
    run.map = how & 1 ? PROTO_ASCII : PROTO_RFC1459;
    begin_by(run.session, "talon", how);
}

static void begin_helper(unsigned number, unsigned how)
{
    if (run.helper[number] != NULL)
        begin_by(run.helper[number], number == 0 ? "talon-h1" : "talon-h2", how);
}

/* A helper is killed, refused, or written to. */
static void trouble_helper(unsigned how, const char *nick, unsigned host)
{
    char line[256];
    struct session *helper = run.helper[how & 1];
    if (helper == NULL)
        return;
    if ((how & 6) == 0) {
        session_closed(helper);
        if (how & 8)
            begin_helper(how & 1, how >> 4);
    } else if ((how & 6) == 2) {
        snprintf(line, sizeof(line), ":s 716 talon-h%u %s :no", (how & 1) + 1, nick);
        hear_by(helper, line);
    } else if ((how & 6) == 4 && session_ready(helper)) {
        unsigned *holder = meet(nick, host);
        run.speaker = *holder;
        snprintf(line, sizeof(line), ":%s!u@h%u PRIVMSG talon-h%u :hi", nick,
                 run.user[*holder].host, (how & 1) + 1);
        hear_by(helper, line);
    }
}

static void enter(unsigned channel)
{
    run.inside[channel] = true;
    HEAR(":talon!t@h JOIN %s", channels[channel]);
}

static void leave(unsigned channel)
{
    run.inside[channel] = false;
    for (unsigned i = 0; i < NICKS; i++) {
        unsigned *holder = &run.holder[i];
        bool was = *holder && run.user[*holder].in[channel];
        if (was)
            run.user[*holder].in[channel] = false;
        if (was && !seen(*holder))
            *holder = 0;
    }
    HEAR(":s KICK %s talon :out", channels[channel]);
}

static void join(const char *nick, unsigned host, unsigned channel)
{
    if (!run.inside[channel])
        return;
    unsigned *holder = meet(nick, host);
    run.user[*holder].in[channel] = true;
    HEAR(":%s!u@h%u JOIN %s", nick, run.user[*holder].host, channels[channel]);
}

static void part(const char *nick, unsigned channel)
{
    unsigned *holder = holder_of(nick);
    if (!*holder || !run.user[*holder].in[channel])
        return;
    run.user[*holder].in[channel] = false;
    if (!seen(*holder))
        *holder = 0;
    HEAR(":%s!u@h PART %s", nick, channels[channel]);
}

static void quit(const char *nick)
{
    if (!seen(*holder_of(nick)))
        return;
    lose(holder_of(nick));
    HEAR(":%s!u@h QUIT :bye", nick);
}

/* Also of whom we know nothing, to whoever's nick. */
static void rename_user(const char *nick, const char *other)
{
    unsigned *from = holder_of(nick);
    unsigned *to = holder_of(other);
    unsigned user = seen(*from) ? *from : new_user(0);
    if (from != to) {
        if (seen(*from))
            *from = 0;
        else
            lose(from);
        lose(to);
    }
    *to = user;
    HEAR(":%s!u@h NICK %s", nick, other);
}

static void talk(const char *nick, unsigned host, unsigned channel)
{
    unsigned *holder = holder_of(nick);
    const char *where = "talon";
    if (*holder && channel < CHANNELS && run.user[*holder].in[channel]) {
        where = channels[channel];
    }
    holder = meet(nick, host);
    run.speaker = *holder;
    HEAR(":%s!u@h%u PRIVMSG %s :hi", nick, run.user[*holder].host, where);
}

/* What MONITOR tells, asked or not; of one that we see we know more. */
static void watch(const char *nick, unsigned host, bool online)
{
    unsigned *holder = holder_of(nick);
    if (seen(*holder))
        return;
    if (online)
        meet(nick, host);
    else
        lose(holder);
    if (online)
        HEAR(":s 730 talon :%s!u@h%u", nick, host);
    else
        HEAR(":s 731 talon :%s", nick);
}

static void refuse(unsigned how, const char *nick, unsigned label)
{
    static const char *const refusals[] = {"401", "439", "716", "531"};
    static const char *const of_channels[] = {"489", "408", "404", "482"};
    if (how & 8)
        HEAR(":s %s talon %s :no", of_channels[how & 3], channels[how >> 2 & 1]);
    else if (how & 4)
        HEAR("@label=%u :s %s talon %s :no", label, refusals[how & 3], nick);
    else
        HEAR(":s %s talon %s :no", refusals[how & 3], nick);
}

static void again(unsigned how)
{
    session_closed(run.session);
    for (unsigned i = 0; i < NICKS; i++)
        lose(&run.holder[i]);
    run.inside[0] = run.inside[1] = false;
    begin(how);
}

static void change_channel(unsigned channel, unsigned more, unsigned how)
{
    if (!run.inside[channel])
        enter(channel);
    else if (more % 8 == 0)
        leave(channel);
    else if (more == 1)
        again(how);
}

static void pass(unsigned time)
{
    run.now += time;
    session_tick(run.session, run.now);
    for (unsigned i = 0; i < HELPERS && run.helper[i] != NULL; i++)
        session_tick(run.helper[i], run.now);
}

static void step(void)
{
    unsigned op = next();
    unsigned more = next();
    const char *nick = nicks[more % NICKS];
    unsigned host = more / NICKS % HOSTS;
    unsigned channel = more >> 7;
    struct person *person = &run.person[more % PERSONS];
    switch (op % 20) {
    case 0:
    case 1:
        join(nick, host, channel);
        break;
    case 2:
        part(nick, channel);
        break;
    case 3:
        quit(nick);
        break;
    case 4:
    case 5:
    case 6:
        rename_user(nick, nicks[next() % NICKS]);
        break;
    case 7:
        talk(nick, host, channel);
        break;
    case 8:
        talk(nick, host, CHANNELS);
        break;
    case 9:
    case 10:
    case 11:
        for (unsigned i = 0; i < PERSONS && !person->user; i++)
            person = &run.person[(more + i) % PERSONS];
        if (person->user)
            whisper(person, next());
        break;
    case 12:
        release();
        break;
    case 13:
        for (unsigned i = 0; i < more % 4 + 1U; i++)
            take();
        break;
    case 14:
        pass(more * 10U);
        break;
    case 15:
        refuse(op / 20, nick, more);
        break;
    case 16:
        watch(nick, host, op & 32);
        break;
    case 17:
        HEAR(":s MODE %s %cv talon", channels[channel], more & 1 ? '+' : '-');
        break;
    case 19:
        if (op / 20 < 6) {
            trouble_helper(next(), nick, host);
            break;
        }
        change_channel(channel, more, op / 20);
        break;
    case 18:
        HEAR(":%s!u@h ACCOUNT acc%u", nick, more % 3);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct adapter_impl impl = {.name = "fuzz", .send = send_message, .fold = fold};
    memset(&run, 0, sizeof(run));
    run.now = 1000;
    run.data = data;
    run.end = data + (size < LINES_MAX ? size : LINES_MAX);
    run.adapter.impl = &impl;
    unsigned how = next();
    const struct session_setup setup = {.nick = "talon",
                                        .user = "talon",
                                        .realname = "A host",
                                        .login = {.only = SASL_MECHANISMS},
                                        .ping_seconds = 60000,
                                        .flood_burst = 5,
                                        .flood_rate = how & 16 ? 30 : 0,
                                        .colours = true,
                                        .notices = how & 32,
                                        .seed = 7,
                                        .event = on_event};
    run.session = session_create(&setup);
    check(run.session && session_want(run.session, "#c") && session_want(run.session, "#d"));
    begin(how);
    for (unsigned i = 0; i < HELPERS && how & 64; i++) {
        struct session_setup own = setup;
        own.nick = i == 0 ? "talon-h1" : "talon-h2";
        run.helper[i] = session_create(&own);
        check(run.helper[i] && helper_begin(run.session, run.helper[i], i + 1));
        begin_helper(i, how);
    }
    enter(0);
    enter(1);
    take_all();
    while (run.data < run.end)
        step();
    for (unsigned i = 0; i < 100; i++) { /* what waits still goes, or does not */
        release();
        take_all();
        pass(5000);
    }
    outbox_finish(&run.outbox);
    for (unsigned i = 0; i < HELPERS; i++)
        session_destroy(run.helper[i]);
    session_destroy(run.session);
    return 0;
}
