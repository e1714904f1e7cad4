#include "scene.h"

struct ircd server;
struct daemon talon;

bool scene_open(const struct ircd_options *options)
{
    return !ircd_has(options->kind) || ircd_start(&server, options);
}

int scene_inspircd(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD};
    return scene_open(&options) ? 0 : -1;
}

int scene_close(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

int scene_end(void **state)
{
    (void)state;
    if (server.pid != 0)
        daemon_finish(&talon);
    return 0;
}
