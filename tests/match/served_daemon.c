#include "served_daemon.h"

struct ircd server;
struct daemon talon;

bool served_daemon_open(const struct ircd_options *options)
{
    return !ircd_has(options->kind) || ircd_start(&server, options);
}

int served_daemon_inspircd(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD};
    return served_daemon_open(&options) ? 0 : -1;
}

int served_daemon_close(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

int served_daemon_end(void **state)
{
    (void)state;
    if (server.pid != 0)
        daemon_finish(&talon);
    return 0;
}
