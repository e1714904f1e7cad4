#include "world.h"

#include <string.h>

#include "base/array.h"

enum { LINE_BYTES = 400, PIT_COUNT = 12, FRIENDS = 40, HOSTS = 200, SPARED = 12 /* moves */ };

/* -- who and where -- */

static bool calm(const struct world *world, const struct net *net)
{
    return net == &world->net[CALM];
}

static unsigned first_of(const struct world *world, const struct net *net)
{
    return calm(world, net) ? VISITOR + 1 : 0;
}

static unsigned somebody(struct world *world, const struct net *net)
{
    unsigned first = first_of(world, net);
    return first + world_random(world, net->people - first);
}

static unsigned pit(struct world *world, const struct net *net)
{
    return PITS + world_random(world, net->channels - PITS);
}

/* Some share a host, some have accounts. */
void users_come(struct world *world, struct net *net)
{
    char nick[NET_NICK], host[64];
    for (unsigned i = 0; i < PIT_COUNT; i++) {
        snprintf(nick, sizeof(nick), "#pit%u", i);
        net_channel(net, nick);
    }
    for (unsigned i = 0; i < FRIENDS; i++) {
        snprintf(nick, sizeof(nick), "mallory%u", i);
        snprintf(host, sizeof(host), "host%u.example", i / 2);
        unsigned who = net_person(net, nick, host, i % 4 == 0 ? nick : "");
        net_join(net, who, 0);
        net_join(net, who, PITS + i % PIT_COUNT);
        net_join(net, who, pit(world, net));
    }
}

/* What a server lets through: one line, no longer than it may be. */
static void say(struct world *world, struct net *net, unsigned who, const char *target,
                const char *text)
{
    char line[LINE_BYTES + 1];
    size_t length = strlen(text) < LINE_BYTES ? strlen(text) : LINE_BYTES;
    memcpy(line, text, length);
    line[length] = '\0';
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] != '\0')
        net_say(net, who, target, line);
    (void)world;
}

/* A channel where they are; the first one is that of the innocent. */
static unsigned place_of(struct world *world, const struct net *net, unsigned who)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        unsigned channel = world_random(world, net->channels);
        if ((net->person[who].channels >> channel & 1) != 0)
            return channel;
    }
    return 0;
}

static void command(struct world *world, struct net *net, unsigned who, unsigned channel)
{
    char text[NOISE_TEXT];
    noise_command(world, !calm(world, net) || channel != 0, text);
    say(world, net, who, net->channel[channel], text);
}

/* -- what they do -- */

static void commands(struct world *world, struct net *net)
{
    unsigned who = somebody(world, net);
    command(world, net, who, place_of(world, net, who));
}

static void flood(struct world *world, struct net *net)
{
    unsigned who = somebody(world, net), channel = place_of(world, net, who);
    for (unsigned i = 0; i < 30; i++)
        command(world, net, who, channel);
}

static void chorus(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 20; i++)
        command(world, net, somebody(world, net), 0);
}

static void private_words(struct world *world, struct net *net)
{
    char text[NOISE_TEXT];
    unsigned who = somebody(world, net);
    for (unsigned i = 0; i < 5; i++) {
        noise_command(world, true, text);
        say(world, net, who, net->bot, text);
    }
}

static void private_table(struct world *world, struct net *net)
{
    static const char *const steps[] = {"new flex", "!uno",  "bots 9 hard",
                                        "bots 3",   "start", "draw"};
    unsigned who = somebody(world, net);
    for (unsigned i = 0; i < ARRAY_SIZE(steps); i++)
        say(world, net, who, net->bot, steps[i]);
}

static void pit_table(struct world *world, struct net *net)
{
    unsigned channel = pit(world, net), who = somebody(world, net);
    net_join(net, who, channel);
    say(world, net, who, net->channel[channel], "!uno");
    for (unsigned i = 0; i < 4; i++) {
        unsigned other = somebody(world, net);
        net_join(net, other, channel);
        say(world, net, other, net->channel[channel], "!join");
    }
    say(world, net, who, net->channel[channel],
        world_random(world, 2) ? "!bots 4" : "!bots 1 hard");
    say(world, net, who, net->channel[channel], "!start");
}

static void guess(struct world *world, struct net *net)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    char text[sizeof(world->code) + 16], word[9] = "";
    unsigned who = somebody(world, net);
    for (unsigned n = 0; n < 10; n++) {
        for (unsigned i = 0; i < 8; i++)
            word[i] = letters[world_random(world, 32)];
        snprintf(text, sizeof(text), n % 2 == 0 ? "!link ana-%s" : "!seat %s", word);
        say(world, net, who, net->bot, text);
    }
    snprintf(text, sizeof(text), "!link %s", world_random(world, 2) ? world->code : "");
    say(world, net, who, net->bot, text);
}

static void noise(struct world *world, struct net *net)
{
    char text[NOISE_TEXT];
    unsigned who = somebody(world, net);
    noise_text(world, text);
    say(world, net, who,
        world_random(world, 3) ? net->channel[place_of(world, net, who)] : net->bot, text);
}

/* A server has rules for nicks, but not all the same. */
static void rename_one(struct world *world, struct net *net)
{
    char nick[NET_NICK];
    noise_nick(world, nick);
    if (strlen(nick) <= 30 && strchr("#-0123456789", nick[0]) == NULL)
        net_rename(net, somebody(world, net), nick);
}

static void renames(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 12; i++)
        rename_one(world, net);
}

static void come_and_go(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < 10; i++) {
        unsigned who = somebody(world, net), channel = pit(world, net);
        if ((net->person[who].channels >> channel & 1) != 0)
            net_part(net, who, channel);
        else
            net_join(net, who, channel);
    }
}

static void return_all(struct world *world, struct net *net)
{
    char host[64];
    for (unsigned who = first_of(world, net); who < net->people; who++) {
        if (net->person[who].here)
            continue;
        snprintf(host, sizeof(host), "host%u.example", world_random(world, HOSTS));
        net_come(net, who, host);
        net_join(net, who, 0);
        net_join(net, who, pit(world, net));
    }
}

static void quit(struct world *world, struct net *net)
{
    net_quit(net, somebody(world, net), "Killed (services (no))");
}

static void split(struct world *world, struct net *net)
{
    for (unsigned i = 0; i < FRIENDS / 2; i++)
        net_quit(net, somebody(world, net), "hub.example leaf.example");
}

static void accounts(struct world *world, struct net *net)
{
    char account[NET_NICK];
    unsigned who = somebody(world, net);
    snprintf(account, sizeof(account), "mallory%u", world_random(world, FRIENDS));
    net_account(net, who, world_random(world, 3) ? account : "");
}

static void ranks(struct world *world, struct net *net)
{
    net_rank(net, world_random(world, net->channels), world_random(world, 2));
}

static void modes(struct world *world, struct net *net)
{
    net_mute(net, pit(world, net), world_random(world, 3) == 0);
}

static void kick(struct world *world, struct net *net)
{
    if (world_random(world, 8) == 0) /* it stays out for a while */
        net_kick(net, pit(world, net));
}

/* Services take an innocent's nick from them, and somebody has it at once. */
static void rob(struct world *world, struct net *net)
{
    static const char *const theft[] = {"!hand",  "!seat", "!play r5", "dr",    "!swap",
                                        "!leave", "!away", "!link",    "!stop", "!join"};
    char nick[NET_NICK], guest[NET_NICK];
    if (!calm(world, net) || world->moves < world->spared)
        return;
    world->spared = world->moves + SPARED;
    if (world->robbed < INNOCENT) {
        users_relent(world);
        return;
    }
    unsigned robber = somebody(world, net), robbed = world_random(world, INNOCENT);
    if (!net->person[robber].here)
        return;
    snprintf(nick, sizeof(nick), "%s", net->person[robbed].nick);
    snprintf(guest, sizeof(guest), "Guest%u", world_random(world, 100000));
    if (!net_rename(net, robbed, guest) || !net_rename(net, robber, nick))
        return;
    world->robbed = robbed;
    world->robberies++;
    for (unsigned i = 0; i < ARRAY_SIZE(theft); i++) {
        if (strcmp(theft[i], "!join") != 0 && strcmp(theft[i], "!leave") != 0)
            say(world, net, robber, i % 2 == 0 ? "#cards" : net->bot, theft[i]);
    }
}

void users_relent(struct world *world)
{
    static const char *const names[INNOCENT] = {"alice", "bob", "carol", "dave"};
    struct net *net = &world->net[CALM];
    char nick[NET_NICK];
    if (world->robbed == INNOCENT)
        return;
    unsigned holder = net_who(net, names[world->robbed]);
    if (holder < PEOPLE && holder != world->robbed) {
        snprintf(nick, sizeof(nick), "robber%u", world_random(world, 100000));
        net_rename(net, holder, nick);
    }
    net_rename(net, world->robbed, names[world->robbed]);
    world->robbed = INNOCENT;
}

/* -- what they hear -- */

/* Some play on, so that their tables live; a code that is told is kept for others to try. */
void users_hear(struct world *world, struct net *net, unsigned who, const char *plain)
{
    char answer[READING_ANSWER];
    const char *question = reading_question(plain);
    const char *code = strstr(plain, "!link ");
    const char *word = strstr(plain, "word is ");
    if (code != NULL) /* with the name of its maker */
        snprintf(world->code, sizeof(world->code), "%.*s", (int)strcspn(code + 6, " "), code + 6);
    else if (word != NULL)
        snprintf(world->code, sizeof(world->code), "%.8s", word + 8);
    if (question == NULL || world_random(world, 4) == 0)
        return;
    reading_answer(question, world_random(world, UINT32_MAX), answer);
    say(world, net, who, net->bot, answer);
}

/* -- */

static const struct {
    unsigned weight;
    const char *name;
    void (*run)(struct world *world, struct net *net);
} acts[] = {
    {12, "commands", commands},
    {2, "flood", flood},
    {2, "chorus", chorus},
    {4, "private words", private_words},
    {3, "private table", private_table},
    {5, "pit table", pit_table},
    {3, "guess", guess},
    {6, "noise", noise},
    {3, "rename", rename_one},
    {1, "renames", renames},
    {2, "come and go", come_and_go},
    {2, "return", return_all},
    {2, "quit", quit},
    {1, "split", split},
    {2, "accounts", accounts},
    {2, "ranks", ranks},
    {1, "modes", modes},
    {1, "kick", kick},
    {2, "rob", rob},
};

void users_act(struct world *world, struct net *net)
{
    unsigned all = 0, at = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(acts); i++)
        all += acts[i].weight;
    for (unsigned drawn = world_random(world, all); drawn >= acts[at].weight; at++)
        drawn -= acts[at].weight;
    world->act = acts[at].name;
    acts[at].run(world, net);
}
