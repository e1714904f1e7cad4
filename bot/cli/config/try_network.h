/* try_network.h: comes once to a network of the configuration and goes again, which proves that the
 * configuration is right: by the adapter that the daemon would use, without a database. */
#ifndef TALON_BOT_CLI_CONFIG_TRY_NETWORK_H
#define TALON_BOT_CLI_CONFIG_TRY_NETWORK_H

#include <stdbool.h>

struct config_network;

struct trial {
    const struct config_network *network;
    unsigned channels; /* that we are to come into */
    /* What the adapter logs that is more than news; it holds no secret. */
    void (*tell)(void *arg, const char *line);
    void *arg;

    /* What came of it. */
    bool connected;
    unsigned entered;  /* channels */
    char name[256];    /* as which we are there; "": the network does not tell */
    char install[256]; /* adapter_impl.install_address(); "": none */
};

/* Waits for all of it: half a minute at most, and some seconds once the adapter has complained.
 * False: it came nowhere. */
bool trial_run(struct trial *trial);

#endif
