#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/array.h"

enum { FULL = 1 << 17 };

/* -- bytes -- */

bool net_init(struct net *net, const char *name)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    *net = (struct net){.name = name, .fd = -1, .offers = "multi-prefix"};
    net->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (net->listening < 0 ||
        bind(net->listening, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(net->listening, 1) != 0 ||
        getsockname(net->listening, (struct sockaddr *)&address, &size) != 0)
        return false;
    net->port = ntohs(address.sin_port);
    return true;
}

void net_drop(struct net *net, bool rough)
{
    const struct linger reset = {.l_onoff = 1};
    if (net->fd < 0)
        return;
    if (rough)
        setsockopt(net->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
    close(net->fd);
    net->fd = -1;
    net->waiting = net->got = 0;
    net->bot_in = net->bot_ranks = net->mute = 0;
    net->welcomed = net->deaf = net->dumb = false;
    net->known = net->marked;
    net->changes = 0;
    net->caps[0] = '\0';
    if (net->lost != NULL)
        net->lost(net->arg, net);
}

void net_finish(struct net *net)
{
    net->lost = NULL;
    net_drop(net, false);
    if (net->listening >= 0)
        close(net->listening);
    free(net->out);
    net->out = NULL;
}

void net_bytes(struct net *net, const char *bytes, size_t count)
{
    if (net->fd < 0)
        return;
    if (net->waiting + count > net->room) {
        net->room = 2 * net->room + count;
        net->out = realloc(net->out, net->room);
        if (net->out == NULL)
            abort();
    }
    memcpy(net->out + net->waiting, bytes, count);
    net->waiting += count;
}

void net_put(struct net *net, const char *format, ...)
{
    char line[NET_TEXT];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof(line) - 2, format, list);
    va_end(list);
    if (length > (int)sizeof(line) - 3)
        length = sizeof(line) - 3;
    if (net->log != NULL)
        fprintf(net->log, "%s > %s\n", net->name, line);
    memcpy(line + length, "\r\n", 2);
    net_bytes(net, line, (size_t)length + 2);
}

bool net_full(const struct net *net)
{
    return net->waiting > FULL;
}

/* -- who is who -- */

unsigned net_person(struct net *net, const char *nick, const char *host, const char *account)
{
    struct person *person = &net->person[net->people];
    snprintf(person->nick, sizeof(person->nick), "%s", nick);
    snprintf(person->host, sizeof(person->host), "%s", host);
    snprintf(person->account, sizeof(person->account), "%s", account);
    person->here = true;
    return net->people++;
}

unsigned net_channel(struct net *net, const char *name)
{
    snprintf(net->channel[net->channels], sizeof(net->channel[0]), "%s", name);
    return net->channels++;
}

unsigned net_who(const struct net *net, const char *nick)
{
    unsigned who = 0;
    while (who < net->people &&
           (!net->person[who].here || strcasecmp(net->person[who].nick, nick) != 0))
        who++;
    return who < net->people ? who : (unsigned)PEOPLE;
}

uint64_t net_bearers(const struct net *net, const char *nick)
{
    unsigned now = net_who(net, nick);
    uint64_t bits = now < PEOPLE ? UINT64_C(1) << now : 0;
    for (unsigned i = 0; i < net->changes; i++) {
        if (strcasecmp(net->change[i].nick, nick) == 0)
            bits |= UINT64_C(1) << net->change[i].who;
    }
    return bits;
}

/* What the bot knew may be older than this by as much as is not answered. */
static void gave_up(struct net *net, unsigned who)
{
    if (net->fd < 0)
        return;
    if (net->changes == CHANGES) /* it has not read for long: who is told now is not judged */
        net->changes = 0;
    struct change *change = &net->change[net->changes++];
    memcpy(change->nick, net->person[who].nick, sizeof(change->nick));
    change->who = who;
    change->mark = net->marked + 1;
}

/* One for all that changed since the last. */
static void mark(struct net *net)
{
    if (net->fd >= 0 && net->changes > 0 && net->change[net->changes - 1].mark > net->marked)
        net_put(net, "PING :mark.%u", ++net->marked);
}

static void learned(struct net *net, uint32_t mark)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < net->changes; i++) {
        if (net->change[i].mark > mark)
            net->change[kept++] = net->change[i];
    }
    net->changes = kept;
    net->known = mark;
}

/* -- what people do -- */

static bool has(const struct net *net, const char *capability)
{
    return strstr(net->caps, capability) != NULL;
}

static const char *mask_of(const struct net *net, unsigned who)
{
    static char mask[256];
    const struct person *person = &net->person[who];
    snprintf(mask, sizeof(mask), "%s!u%u@%s", person->nick, who, person->host);
    return mask;
}

static bool is_seen(const struct net *net, unsigned who)
{
    return (net->person[who].channels & net->bot_in) != 0;
}

void net_say(struct net *net, unsigned who, const char *target, const char *text)
{
    const struct person *person = &net->person[who];
    if (!person->here)
        return;
    if (has(net, "account-tag") && person->account[0] != '\0') {
        net_put(net, "@account=%s :%s PRIVMSG %s :%s", person->account, mask_of(net, who), target,
                text);
    } else
        net_put(net, ":%s PRIVMSG %s :%s", mask_of(net, who), target, text);
}

void net_join(struct net *net, unsigned who, unsigned channel)
{
    struct person *person = &net->person[who];
    if (!person->here || (person->channels >> channel & 1) != 0)
        return;
    person->channels |= 1U << channel;
    if ((net->bot_in >> channel & 1) == 0)
        return;
    if (has(net, "extended-join")) {
        net_put(net, ":%s JOIN %s %s :somebody", mask_of(net, who), net->channel[channel],
                person->account[0] != '\0' ? person->account : "*");
    } else
        net_put(net, ":%s JOIN %s", mask_of(net, who), net->channel[channel]);
}

void net_part(struct net *net, unsigned who, unsigned channel)
{
    struct person *person = &net->person[who];
    if (!person->here || (person->channels >> channel & 1) == 0)
        return;
    if ((net->bot_in >> channel & 1) != 0)
        net_put(net, ":%s PART %s :bye", mask_of(net, who), net->channel[channel]);
    person->channels &= ~(1U << channel);
}

bool net_rename(struct net *net, unsigned who, const char *nick)
{
    struct person *person = &net->person[who];
    unsigned other = net_who(net, nick);
    if (!person->here || (other < PEOPLE && other != who) || strcasecmp(nick, net->bot) == 0)
        return false;
    char mask[256];
    snprintf(mask, sizeof(mask), "%s", mask_of(net, who));
    if (is_seen(net, who))
        net_put(net, ":%s NICK :%s", mask, nick);
    gave_up(net, who);
    snprintf(person->nick, sizeof(person->nick), "%s", nick);
    return true;
}

void net_quit(struct net *net, unsigned who, const char *words)
{
    struct person *person = &net->person[who];
    if (!person->here)
        return;
    if (is_seen(net, who))
        net_put(net, ":%s QUIT :%s", mask_of(net, who), words);
    gave_up(net, who);
    person->here = false;
    person->channels = 0;
}

void net_come(struct net *net, unsigned who, const char *host)
{
    struct person *person = &net->person[who];
    if (person->here || net_who(net, person->nick) < PEOPLE)
        return;
    snprintf(person->host, sizeof(person->host), "%s", host);
    person->here = true;
}

void net_account(struct net *net, unsigned who, const char *account)
{
    struct person *person = &net->person[who];
    snprintf(person->account, sizeof(person->account), "%s", account);
    if (person->here && is_seen(net, who) && has(net, "account-notify"))
        net_put(net, ":%s ACCOUNT %s", mask_of(net, who), *account != '\0' ? account : "*");
}

void net_rank(struct net *net, unsigned channel, bool given)
{
    uint32_t bit = 1U << channel;
    if ((net->bot_in & bit) == 0)
        return;
    net->bot_ranks = given ? net->bot_ranks | bit : net->bot_ranks & ~bit;
    net_put(net, ":ChanServ!s@services. MODE %s %co %s", net->channel[channel], given ? '+' : '-',
            net->bot);
}

void net_mute(struct net *net, unsigned channel, bool mute)
{
    uint32_t bit = 1U << channel;
    net->mute = mute ? net->mute | bit : net->mute & ~bit;
    if ((net->bot_in & bit) != 0)
        net_put(net, ":ChanServ!s@services. MODE %s %cm", net->channel[channel], mute ? '+' : '-');
}

void net_kick(struct net *net, unsigned channel)
{
    uint32_t bit = 1U << channel;
    if ((net->bot_in & bit) == 0)
        return;
    net->bot_in &= ~bit;
    net_put(net, ":ChanServ!s@services. KICK %s %s :out", net->channel[channel], net->bot);
}

/* -- what the bot says -- */

static unsigned channel_of(const struct net *net, const char *name)
{
    unsigned channel = 0;
    while (channel < net->channels && strcasecmp(net->channel[channel], name) != 0)
        channel++;
    return channel;
}

/* What became of a line: an error, or its echo. */
static void outcome(struct net *net, const char *label, const char *numeric, const char *about,
                    const char *line)
{
    const char *space = *label != '\0' ? " " : "";
    if (numeric != NULL)
        net_put(net, "%s%s:srv %s %s %s :cannot be", label, space, numeric, net->bot, about);
    else if (has(net, "echo-message"))
        net_put(net, "%s%s:%s!talon@bot.example %s", label, space, net->bot, line);
    else if (*label != '\0')
        net_put(net, "%s :srv ACK", label);
}

/* PRIVMSG and NOTICE; with a C in front through a channel where the bot has a rank. */
static void take_words(struct net *net, const char *label, char *line)
{
    char target[128] = "", through[128] = "", echo[NET_TEXT];
    bool by_rank = line[0] == 'C';
    snprintf(echo, sizeof(echo), "%s", line);
    char *text = strstr(line, " :");
    if (text == NULL)
        return;
    *text = '\0';
    text += 2;
    sscanf(line, "%*s %127s %127s", target, through);
    unsigned channel = channel_of(net, target);
    net->lines++;
    if (channel < net->channels) {
        uint32_t bit = 1U << channel;
        bool heard =
            (net->bot_in & bit) != 0 && ((net->mute & bit) == 0 || (net->bot_ranks & bit) != 0);
        outcome(net, label, heard ? NULL : "404", target, echo);
        if (heard)
            net->said(net->arg, net, target, 0, text);
        return;
    }
    unsigned who = net_who(net, target);
    unsigned place = by_rank ? channel_of(net, through) : 0;
    bool may = !by_rank || (place < net->channels && (net->bot_ranks >> place & 1) != 0 &&
                            who < PEOPLE && (net->person[who].channels >> place & 1) != 0);
    const char *numeric = !may ? "489" : who == PEOPLE ? "401" : NULL;
    outcome(net, label, numeric, may ? target : through, echo);
    if (numeric == NULL)
        net->said(net->arg, net, target, net_bearers(net, target), text);
}

static void take_join(struct net *net, char *list)
{
    char *rest = NULL;
    for (char *name = strtok_r(list, ", ", &rest); name != NULL;
         name = strtok_r(NULL, ", ", &rest)) {
        unsigned channel = channel_of(net, name);
        if (channel == net->channels) {
            net_put(net, ":srv 403 %s %s :no such channel", net->bot, name);
            continue;
        }
        net->bot_in |= 1U << channel;
        net->bot_ranks &= ~(1U << channel);
        net_put(net, ":%s!talon@bot.example JOIN %s%s", net->bot, name,
                has(net, "extended-join") ? " * :A host" : "");
        net_put(net, ":srv 353 %s = %s :%s", net->bot, name, net->bot);
        for (unsigned who = 0; who < net->people; who++) {
            if (net->person[who].here && (net->person[who].channels >> channel & 1) != 0) {
                net_put(net, ":srv 353 %s = %s :%s", net->bot, name,
                        has(net, "userhost-in-names") ? mask_of(net, who) : net->person[who].nick);
            }
        }
        net_put(net, ":srv 366 %s %s :end", net->bot, name);
    }
}

static void take_who(struct net *net, const char *name)
{
    char channel[64] = "";
    sscanf(name, "%63s", channel);
    unsigned at = channel_of(net, channel);
    for (unsigned who = 0; who < net->people && at < net->channels; who++) {
        const struct person *person = &net->person[who];
        if (person->here && (person->channels >> at & 1) != 0) {
            net_put(net, ":srv 354 %s 7 %s u%u %s %s %s", net->bot, channel, who, person->host,
                    person->nick, person->account[0] != '\0' ? person->account : "0");
        }
    }
    net_put(net, ":srv 315 %s %s :end", net->bot, channel);
}

static void take_cap(struct net *net, const char *rest)
{
    if (strncmp(rest, "LS", 2) == 0) {
        net_put(net, ":srv CAP * LS :%s", net->offers);
    } else if (strncmp(rest, "REQ :", 5) == 0) {
        size_t used = strlen(net->caps);
        snprintf(net->caps + used, sizeof(net->caps) - used, " %s", rest + 5);
        net_put(net, ":srv CAP * ACK :%s", rest + 5);
    } else if (strncmp(rest, "END", 3) == 0 && !net->welcomed) {
        net->welcomed = true;
        net_put(net, ":srv 001 %s :welcome", net->bot);
        net_put(net,
                ":srv 005 %s CASEMAPPING=ascii CHANTYPES=# NICKLEN=30 WHOX CPRIVMSG CNOTICE "
                "PREFIX=(ov)@+ CHANMODES=b,k,l,imnst TARGMAX=JOIN: :are supported",
                net->bot);
        net_put(net, ":srv 376 %s :end", net->bot);
    }
}

static void take(struct net *net, char *line)
{
    static const char *const words[] = {"PRIVMSG ", "NOTICE ", "CPRIVMSG ", "CNOTICE "};
    char label[64] = "";
    unsigned number = 0;
    if (net->log != NULL)
        fprintf(net->log, "%s < %s\n", net->name, line);
    if (*line == '@') {
        size_t length = strcspn(line, " ");
        snprintf(label, sizeof(label), "%.*s", (int)length, line);
        line += length + (line[length] == ' ');
    }
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        if (strncmp(line, words[i], strlen(words[i])) == 0) {
            take_words(net, label, line);
            return;
        }
    }
    if (sscanf(line, "PONG :mark.%u", &number) == 1 || sscanf(line, "PONG mark.%u", &number) == 1)
        learned(net, number);
    else if (net->dumb)
        return;
    else if (strncmp(line, "CAP ", 4) == 0)
        take_cap(net, line + 4);
    else if (strncmp(line, "NICK ", 5) == 0)
        snprintf(net->bot, sizeof(net->bot), "%s", line + 5 + (line[5] == ':'));
    else if (strncmp(line, "PING ", 5) == 0)
        net_put(net, ":srv PONG srv %s", line + 5);
    else if (strncmp(line, "JOIN ", 5) == 0)
        take_join(net, line + 5 + (line[5] == ':'));
    else if (strncmp(line, "WHO ", 4) == 0)
        take_who(net, line + 4);
    else if (strncmp(line, "MODE #", 6) == 0)
        net_put(net, ":srv 324 %s %s +nt", net->bot, line + 5);
}

/* -- the connection -- */

int net_fd(const struct net *net)
{
    return net->fd >= 0 ? net->fd : net->listening;
}

short net_events(const struct net *net)
{
    return (short)((net->fd >= 0 && net->deaf ? 0 : POLLIN) | (net->waiting > 0 ? POLLOUT : 0));
}

bool net_ready(const struct net *net)
{
    return net->welcomed && net->bot_in == (1U << net->channels) - 1;
}

static void transmit(struct net *net)
{
    ssize_t sent = send(net->fd, net->out, net->waiting, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
        net->waiting -= (size_t)sent;
        memmove(net->out, net->out + sent, net->waiting);
    } else if (errno != EAGAIN) {
        net_drop(net, false);
    }
}

static void receive(struct net *net)
{
    ssize_t got = recv(net->fd, net->in + net->got, sizeof(net->in) - 1 - net->got, MSG_DONTWAIT);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN)
            net_drop(net, false);
        return;
    }
    net->got += (size_t)got;
    net->in[net->got] = '\0';
    char *line = net->in;
    for (char *end = strstr(line, "\r\n"); end != NULL && net->fd >= 0;
         end = strstr(line, "\r\n")) {
        *end = '\0';
        take(net, line);
        line = end + 2;
    }
    if (net->fd < 0) /* dropped by what a line led to */
        return;
    net->got -= (size_t)(line - net->in);
    memmove(net->in, line, net->got);
}

void net_serve(struct net *net)
{
    const int on = 1;
    if (net->fd < 0) {
        net->fd = accept(net->listening, NULL, NULL);
        if (net->fd < 0)
            return;
        setsockopt(net->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        net->connections++;
        snprintf(net->bot, sizeof(net->bot), "talon");
    }
    mark(net);
    if (net->waiting > 0)
        transmit(net);
    if (net->fd >= 0 && !net->deaf)
        receive(net);
}
