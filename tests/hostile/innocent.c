#include "world.h"

#include <string.h>

enum { PATIENCE = 60, LOOK = 3 }; /* seconds */

static struct net *net_of(struct world *world)
{
    return &world->net[CALM];
}

static void type(struct world *world, unsigned who, const char *text)
{
    struct innocent *innocent = &world->innocent[who];
    net_say(net_of(world), who, "#cards", text);
    innocent->asks = true;
    innocent->draws = strcmp(text, "dr") == 0;
    innocent->between = 0;
    innocent->typed = measure_now();
}

static void answered(struct world *world, unsigned who)
{
    struct innocent *innocent = &world->innocent[who];
    if (!innocent->asks)
        return;
    innocent->asks = false;
    samples_add(&world->answers->between, (double)innocent->between);
    samples_add(&world->answers->seconds, measure_now() - innocent->typed);
}

/* They answer at once. */
void innocent_hear(struct world *world, unsigned who, const char *plain)
{
    char answer[READING_ANSWER];
    const char *question = reading_question(plain);
    if (world->innocent[who].draws)
        answered(world, who);
    if (question == NULL)
        return;
    world->moved = measure_now();
    world->moves++;
    reading_answer(question, world_draw(&world->preferences, UINT32_MAX), answer);
    type(world, who, answer);
}

void innocent_see(struct world *world, const char *plain)
{
    for (unsigned who = 0; who < INNOCENT; who++) {
        const struct innocent *innocent = &world->innocent[who];
        if (innocent->asks && !innocent->draws &&
            strstr(plain, net_of(world)->person[who].nick) != NULL)
            answered(world, who);
    }
    if (strstr(plain, " plays [") != NULL || strstr(plain, " draws ") != NULL)
        world->moved = measure_now();
    /* How it ended may be told again later, with these words before it. */
    if (strstr(plain, "wins the round") != NULL && strstr(plain, "The last round: ") == NULL)
        world->answers->rounds++;
    if (strstr(plain, "wins the match") != NULL)
        world->over = true;
    if (strstr(plain, "cards each") != NULL)
        world->over = false;
}

static void say(struct world *world, unsigned who, const char *text)
{
    net_say(net_of(world), who, "#cards", text);
}

/* What was asked of them may have gone to nobody while their nick changed. */
void innocent_tick(struct world *world)
{
    if (!world->seated || measure_now() - world->moved < LOOK)
        return;
    world->moved = measure_now();
    world->nudges++;
    if (world->over)
        say(world, world->nudges % INNOCENT, "!start");
    for (unsigned who = 0; !world->over && who < INNOCENT; who++)
        say(world, who, "!hand");
}

static bool wait_for(struct world *world, const char *wanted)
{
    double end = measure_now() + PATIENCE;
    world->awaited = wanted;
    world->came = false;
    while (!world->came && measure_now() <= end && world_lives(world))
        world_turn(world, 20);
    world->awaited = NULL;
    return world->came;
}

static bool say_until(struct world *world, unsigned who, const char *text, const char *wanted)
{
    say(world, who, text);
    return wait_for(world, wanted);
}

bool innocent_visit(struct world *world)
{
    struct net *net = net_of(world);
    char wanted[NET_NICK + 64];
    net_join(net, VISITOR, QUIET);
    net_say(net, VISITOR, net->channel[QUIET], "!uno");
    snprintf(wanted, sizeof(wanted), "%s: %s opens a table", net->channel[QUIET],
             net->person[VISITOR].nick);
    return wait_for(world, wanted);
}

bool innocent_sit(struct world *world)
{
    char wanted[NET_NICK + 16];
    double end = measure_now() + PATIENCE;
    while (!net_ready(net_of(world)) && measure_now() < end && world_lives(world))
        world_turn(world, 20);
    if (!say_until(world, 0, "!uno", "opens a table"))
        return false;
    for (unsigned who = 1; who < INNOCENT; who++) {
        snprintf(wanted, sizeof(wanted), "%s takes a seat", net_of(world)->person[who].nick);
        if (!say_until(world, who, "!join", wanted))
            return false;
    }
    if (!say_until(world, 0, "!set score points_500", "alice sets: ") ||
        !say_until(world, 0, "!start", "cards each"))
        return false;
    world->seated = true;
    world->moved = measure_now();
    return true;
}
