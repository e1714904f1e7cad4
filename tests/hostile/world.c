#include "world.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/leak/leak.h"
#include "tests/match/guest.h"

/* -- what the bot says -- */

/* Hundreds of lines may come at once, so a line that is awaited is noted here. */
static void tell(struct world *world, const char *target, const char *plain)
{
    const struct net *net = &world->net[CALM];
    char *line = world->told[world->tell++ % TOLD];
    snprintf(line, WITNESS_TEXT, "%.60s: %.600s", target, plain);
    if (world->awaited != NULL && strstr(line, world->awaited) != NULL)
        world->came = true;
    if (strcmp(target, net->channel[QUIET]) == 0 || strcmp(target, net->person[VISITOR].nick) == 0)
        snprintf(world->visited, sizeof(world->visited), "%s", line);
}

static void said_calm(struct world *world, struct net *net, const char *target, uint64_t who,
                      const char *plain)
{
    bool of_them = strcmp(target, "#cards") == 0;
    unsigned bearer = who != 0 ? net_who(net, target) : (unsigned)PEOPLE;
    tell(world, target, plain);
    if (of_them) {
        innocent_see(world, plain);
    } else if (bearer < INNOCENT) {
        innocent_hear(world, bearer, plain);
    } else {
        for (unsigned i = 0; i < INNOCENT; i++)
            world->innocent[i].between++;
    }
    if (bearer >= INNOCENT && bearer < PEOPLE)
        users_hear(world, net, bearer, plain);
}

static void said(void *arg, struct net *net, const char *target, uint64_t who, const char *text)
{
    struct world *world = arg;
    static char plain[NET_IN]; /* a server may allow long lines */
    guest_strip(text, plain, sizeof(plain));
    if (who == 0)
        witness_channel(&world->witness, net->name, target, reading_behind_context(plain));
    else
        witness_whisper(&world->witness, net->name, target, who, plain);
    if (net == &world->net[CALM] && strstr(plain, "Your hand: ") != NULL)
        leak_whispered(plain);
    if (net == &world->net[CALM])
        said_calm(world, net, target, who, plain);
    else if (who != 0 && net_who(net, target) < PEOPLE)
        users_hear(world, net, net_who(net, target), plain);
}

/* -- the daemon -- */

static bool write_config(const struct world *world)
{
    FILE *file = fopen(world->daemon.config, "w");
    if (file == NULL)
        return false;
    fprintf(file,
            "[talon]\ndatabase = %s\nbot_delay = 100\nround_pause = 0\nlog_level = debug\n"
            "vote_time = 5\nquit_grace = 2\ntables_max = 100\nrounds_per_hour = 5000\n",
            world->daemon.database);
    for (unsigned i = 0; i < NETS; i++) {
        const struct net *net = &world->net[i];
        fprintf(file,
                "[irc %s]\nhost = 127.0.0.1\nport = %u\ntls = off\ncolours = off\n"
                "reconnect_min = 1\nreconnect_max = 1\nflood_burst = 20\nflood_rate = 6000\n"
                "channels =",
                net->name, net->port);
        for (unsigned channel = 0; channel < net->channels; channel++)
            fprintf(file, " %s", net->channel[channel]);
        fprintf(file, "\n");
    }
    return fclose(file) == 0;
}

bool world_lives(struct world *world)
{
    int status = 0;
    if (world->daemon.pid > 0 && waitpid(world->daemon.pid, &status, WNOHANG) == 0)
        return true;
    if (world->daemon.pid > 0) {
        fprintf(stderr, "the daemon ended by itself: status %d, signal %d\n",
                WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    world->daemon.pid = 0;
    return false;
}

/* Half of the seeds: what answers to what we say looks like. */
static const char *const offers[] = {
    "multi-prefix account-tag account-notify extended-join message-tags chghost userhost-in-names",
    "multi-prefix account-tag account-notify extended-join message-tags chghost cap-notify batch "
    "echo-message labeled-response server-time",
};

bool world_open(struct world *world, uint64_t seed)
{
    static const char *const names[INNOCENT] = {"alice", "bob", "carol", "dave"};
    static const char *const nets[NETS] = {"calm", "wild"};
    const char *log = getenv("TALON_HOSTILE_LOG");
    FILE *file = log != NULL ? fopen(log, "w") : NULL;
    char host[64];
    *world = (struct world){.random = seed, .preferences = seed + 1, .robbed = INNOCENT, .act = ""};
    if (!witness_init(&world->witness))
        return false;
    for (unsigned i = 0; i < NETS; i++) {
        struct net *net = &world->net[i];
        if (!net_init(net, nets[i]))
            return false;
        net->log = file;
        net->offers = offers[(seed + i) % 2];
        net->said = said;
        net->arg = world;
        net_channel(net, "#cards");
        net_channel(net, "#quiet");
    }
    for (unsigned i = 0; i < INNOCENT; i++) {
        snprintf(host, sizeof(host), "home%u.example", i);
        net_join(&world->net[CALM],
                 net_person(&world->net[CALM], names[i], host, i % 2 == 0 ? names[i] : ""), 0);
    }
    net_person(&world->net[CALM], "erin", "elsewhere.example", "");
    for (unsigned i = 0; i < NETS; i++)
        users_come(world, &world->net[i]);
    const struct ircd nowhere = {.port = 0};
    return daemon_init(&world->daemon, &nowhere, false, "") && write_config(world) &&
           daemon_start(&world->daemon);
}

void world_close(struct world *world)
{
    FILE *log = world->net[0].log;
    daemon_finish(&world->daemon);
    for (unsigned i = 0; i < NETS; i++)
        net_finish(&world->net[i]);
    witness_finish(&world->witness);
    if (log != NULL)
        fclose(log);
}

void world_turn(struct world *world, int milliseconds)
{
    struct pollfd fds[NETS];
    for (unsigned i = 0; i < NETS; i++)
        fds[i] = (struct pollfd){net_fd(&world->net[i]), net_events(&world->net[i]), 0};
    poll(fds, NETS, milliseconds);
    for (unsigned i = 0; i < NETS; i++)
        net_serve(&world->net[i]);
    innocent_tick(world);
}
