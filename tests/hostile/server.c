/* What a server can do to a client: what it says makes no sense, comes too often, in the wrong
 * order, by halves or not at all. */
#include "world.h"

#include <string.h>

#include "base/array.h"

static const char *somebody(struct world *world, const struct net *net)
{
    return net->person[world_random(world, net->people)].nick;
}

static const char *channel(struct world *world, const struct net *net)
{
    return net->channel[world_random(world, net->channels)];
}

/* Any bytes, with a line's end now and then. */
static void bytes(struct world *world, struct net *net)
{
    char line[512];
    size_t length = world_random(world, sizeof(line));
    for (size_t i = 0; i < length; i++) {
        line[i] = (char)(world_random(world, 20) == 0 ? "\r\n :@!"[world_random(world, 6)]
                                                      : (int)world_random(world, 256));
    }
    net_bytes(net, line, length);
    net_bytes(net, "\r\n", world_random(world, 3));
}

static void odd_lines(struct world *world, struct net *net)
{
    static const char *const lines[] = {
        "",
        " ",
        ":",
        "@",
        ": ",
        "@ :",
        "::::",
        ":x",
        "@a=b",
        "@a=b :x!y@z",
        "PRIVMSG",
        ":a!b@c PRIVMSG",
        ":a!b@c PRIVMSG :",
        ":a!b@c PRIVMSG #cards",
        ":!@ PRIVMSG #cards :x",
        ":a!b@c JOIN",
        ":a!b@c JOIN :",
        ":talon!t@h JOIN #elsewhere",
        ":talon!t@h PART #cards",
        ":talon!t@h NICK :",
        ":talon!t@h NICK :talon talon",
        ":a NICK a",
        ":talon!t@h QUIT :x",
        ":a!b@c KICK #cards",
        ":a!b@c MODE #cards +ooooooooooooo talon",
        ":a!b@c MODE #cards +",
        ":a!b@c MODE #cards +bklov-imn x y z",
        "PING",
        "PING :",
        "PONG",
        "ERROR",
        ":s BATCH +x netsplit a b",
        ":s BATCH -y",
        ":s BATCH +z chathistory #cards",
        "@batch=z :a!b@c PRIVMSG #cards :!uno",
        "@time=never :a!b@c PRIVMSG #cards :!hand",
        "@time=9999-99-99T99:99:99.999Z;account=\\:\\s\\\\ :a!b@c PRIVMSG #cards :!hand",
        "AUTHENTICATE +",
        "AUTHENTICATE",
        ":s 903 * :ok",
        ":s 904 talon :no",
        ":s 908 talon X :x",
        ":a!b@c INVITE talon #new",
        ":a!b@c INVITE talon :",
        ":s FAIL PRIVMSG X talon :x",
        ":s WARN * X :x",
        ":s NOTE JOIN X #cards :x",
        "FAIL",
        ":a!b@c CHGHOST x",
        ":a ACCOUNT",
        ":a!b@c TAGMSG #cards",
        ":a!b@c SETNAME :x",
        ":a!b@c AWAY :x",
        "\x01\x02\x03",
    };
    for (unsigned i = 0; i < 8; i++)
        net_put(net, "%s", lines[world_random(world, ARRAY_SIZE(lines))]);
}

static void long_lines(struct world *world, struct net *net)
{
    static char text[24000];
    size_t length = 500 + world_random(world, sizeof(text) - 501);
    memset(text, 'x', length);
    text[length] = '\0';
    net_bytes(net, world_random(world, 2) ? "@t=" : ":a!", 3);
    net_bytes(net, text, length);
    net_bytes(net, " :a!b@c PRIVMSG #cards :!hand\r\n", 31);
}

/* Any numeric, with too few or odd words. */
static void numerics(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 10; i++) {
        unsigned number = world_random(world, 1000);
        char text[NOISE_TEXT];
        noise_text(world, text);
        switch (world_random(world, 4)) {
        case 0:
            net_put(net, ":s %03u", number);
            break;
        case 1:
            net_put(net, ":s %03u %s :%.300s", number, net->bot, text);
            break;
        case 2:
            net_put(net, ":s %03u %s %s :%.300s", number, net->bot, channel(world, net), text);
            break;
        default:
            net_put(net, ":s %03u %s %s %s :%.300s", number, net->bot, somebody(world, net),
                    channel(world, net), text);
        }
    }
}

static void refusals(struct world *world, struct net *net)
{
    static const char *const numbers[] = {"401", "403", "404", "442", "471", "473", "474", "475",
                                          "477", "482", "486", "489", "492", "531", "716", "439"};
    for (unsigned i = 0; i < 6; i++) {
        net_put(net, ":s %s %s %s :no", numbers[world_random(world, ARRAY_SIZE(numbers))], net->bot,
                world_random(world, 2) ? channel(world, net) : somebody(world, net));
    }
    net_put(net, "@label=%u :s 401 %s x :no", world_random(world, 1000), net->bot);
}

static void isupport(struct world *world, struct net *net)
{
    static const char *const tokens[] = {
        "CASEMAPPING=rfc1459",
        "CASEMAPPING=",
        "CASEMAPPING=ascii",
        "PREFIX=",
        "PREFIX=(ov)@+",
        "PREFIX=(qaohv)~&@%+",
        "PREFIX=(o",
        "CHANTYPES=",
        "CHANTYPES=#&!+",
        "NICKLEN=0",
        "NICKLEN=999999999",
        "LINELEN=10",
        "LINELEN=65535",
        "TARGMAX=JOIN:1,PRIVMSG:",
        "CHANMODES=,,,",
        "CHANMODES=b",
        "MONITOR=0",
        "MONITOR",
        "-MONITOR",
        "WHOX",
        "BOT=B",
        "STATUSMSG=@+",
        "CHANNELLEN=1",
        "SILENCE=x",
        "ELIST",
        "-PREFIX",
        "UTF8ONLY",
    };
    for (unsigned i = 0; i < 4; i++) {
        net_put(net, ":s 005 %s %s %s :are supported", net->bot,
                tokens[world_random(world, ARRAY_SIZE(tokens))],
                tokens[world_random(world, ARRAY_SIZE(tokens))]);
    }
}

static void capabilities(struct world *world, struct net *net)
{
    static const char *const verbs[] = {"NEW", "DEL", "ACK", "NAK", "LS", "LIST"};
    static const char *const names[] = {
        "labeled-response echo-message",
        "account-tag",
        "extended-join -multi-prefix",
        "sasl=PLAIN",
        "sasl",
        "batch",
        "message-tags",
        "chghost setname",
        "cap-notify away-notify",
        "x=y=z",
        "=",
        "-",
        "multi-prefix",
        "server-time invite-notify standard-replies userhost-in-names",
    };
    for (unsigned i = 0; i < 20; i++) {
        net_put(net, ":s CAP %s %s :%s", net->bot, verbs[world_random(world, ARRAY_SIZE(verbs))],
                names[world_random(world, ARRAY_SIZE(names))]);
    }
}

/* So many that their answers fill whatever there is, and nobody reads them. */
static void pings(struct world *world, struct net *net)
{
    net->deaf = true;
    for (unsigned i = 0; i < 4000; i++)
        net_put(net, "PING :%0300u", world_random(world, 1000000));
}

static void listen_again(struct world *world, struct net *net)
{
    (void)world;
    net->deaf = net->dumb = false;
}

static void half_a_line(struct world *world, struct net *net)
{
    static const char *const parts[] = {
        ":mallory1!u1@host PRIVMSG #pit1 :!h", ":s 35", "PIN",       "@account=mall",
        ":s 353 talon = #pit1 :a b c d e f",   "\xc3",  ":s BATCH +"};
    const char *part = parts[world_random(world, ARRAY_SIZE(parts))];
    net_bytes(net, part, strlen(part));
}

static void many_come(struct world *world, struct net *net)
{
    const char *where = channel(world, net);
    for (unsigned i = 0; i < 300; i++) {
        unsigned number = world_random(world, 2000);
        switch (world_random(world, 4)) {
        case 0:
            net_put(net, ":n%u!u@h%u PART %s :x", number, number, where);
            break;
        case 1:
            net_put(net, ":n%u!u@h%u NICK :n%u", number, number, world_random(world, 2000));
            break;
        case 2:
            net_put(net, ":n%u!u@h%u QUIT :a.example b.example", number, number);
            break;
        default:
            net_put(net, ":n%u!u@h%u JOIN %s", number, number, where);
        }
    }
}

static void names(struct world *world, struct net *net)
{
    const char *where = channel(world, net);
    for (unsigned i = 0; i < 40; i++) {
        char nick[NET_NICK];
        noise_nick(world, nick);
        net_put(net, ":s 353 %s = %s :@+%s ~&@%%+%s! n%u!u@h @", net->bot, where, nick, nick, i);
    }
    net_put(net, ":s 366 %s %s :end", net->bot, where);
}

/* The bot itself is somebody else now, or elsewhere. */
static void us(struct world *world, struct net *net)
{
    char nick[NET_NICK];
    noise_nick(world, nick);
    switch (world_random(world, 5)) {
    case 0:
        net_put(net, ":%s!t@h NICK :%s", net->bot, nick);
        snprintf(net->bot, sizeof(net->bot), "%s", nick);
        break;
    case 1:
        net_put(net, ":%s!t@h JOIN #else%u", net->bot, world_random(world, 1000));
        break;
    case 2:
        net_put(net, ":s 001 %s :again", nick);
        break;
    case 3:
        net_put(net, ":s 433 * talon :taken");
        break;
    default:
        net_put(net, ":x!y@z INVITE %s :#inv%u", net->bot, world_random(world, 1000));
    }
}

static void identities(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 20; i++) {
        const char *nick = somebody(world, net);
        char account[NET_NICK];
        noise_nick(world, account);
        if (world_random(world, 2))
            net_put(net, ":%s!u@h ACCOUNT %s", nick, account);
        else
            net_put(net, ":%s!u@h CHGHOST %.10s %s.example", nick, account, account);
    }
}

static void batches(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 30; i++) {
        net_put(net, ":s BATCH +b%u %s a.example b.example", world_random(world, 50),
                world_random(world, 2) ? "netsplit" : "chathistory");
    }
    net_put(net, "@batch=b1 :%s!u@h QUIT :a.example b.example", somebody(world, net));
}

static void drop(struct world *world, struct net *net)
{
    if (world_random(world, 2))
        net_put(net, "ERROR :Closing Link: %s (Killed)", net->bot);
    if (world_random(world, 2))
        half_a_line(world, net);
    net_drop(net, world_random(world, 2));
}

/* Does not answer for a while: whoever comes is left waiting. */
static void silence(struct world *world, struct net *net)
{
    net->dumb = true;
    (void)world;
}

static const struct {
    unsigned weight;
    const char *name;
    void (*run)(struct world *world, struct net *net);
} acts[] = {
    {12, "bytes", bytes},
    {10, "odd lines", odd_lines},
    {4, "long lines", long_lines},
    {8, "numerics", numerics},
    {6, "refusals", refusals},
    {3, "isupport", isupport},
    {5, "capabilities", capabilities},
    {1, "pings", pings},
    {6, "listen again", listen_again},
    {4, "half a line", half_a_line},
    {3, "many come", many_come},
    {3, "names", names},
    {4, "us", us},
    {4, "identities", identities},
    {3, "batches", batches},
    {1, "drop", drop},
    {1, "silence", silence},
};

void server_act(struct world *world, struct net *net)
{
    unsigned all = 0, at = 0;
    if (net->deaf && world_random(world, 3) > 0) {
        pings(world, net);
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(acts); i++)
        all += acts[i].weight;
    for (unsigned drawn = world_random(world, all); drawn >= acts[at].weight; at++)
        drawn -= acts[at].weight;
    world->act = acts[at].name;
    acts[at].run(world, net);
}
