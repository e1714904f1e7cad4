/* try_network.h: connects to a network of the configuration once and leaves again, to prove that
 * the configuration is right. It uses the same adapter as the daemon, but no database. */
#ifndef TALON_BOT_CLI_CONFIG_TRY_NETWORK_H
#define TALON_BOT_CLI_CONFIG_TRY_NETWORK_H

#include <stdbool.h>

struct config_network;

struct trial {
    const struct config_network *network;
    unsigned channels; /* number of channels that the bot must enter */
    /* Gets each warning and error that the adapter logs. No line holds a secret. */
    void (*tell)(void *arg, const char *line);
    void *arg;

    /* The result. */
    bool connected;
    unsigned entered;  /* channels */
    char name[256];    /* the bot's name there; "": the network does not tell it */
    char install[256]; /* adapter_impl.install_address(); "" if there is none */
};

/* Connects, enters the channels and leaves. It waits for at most 30 seconds, or for 6 seconds after
 * the adapter has complained. Returns false if it did not connect. */
bool trial_run(struct trial *trial);

#endif
