/* web_config.h: the keys of [web], checked together once. */
#ifndef TALON_ADAPTERS_WEB_WEB_CONFIG_H
#define TALON_ADAPTERS_WEB_WEB_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "address.h"
#include "base/settings.h"

enum {
    WEB_PROXIES = 32,
    WEB_ORIGIN = 300, /* bytes, NUL included, as in the next three */
    WEB_HOME = 128,
    WEB_SOCKET = 108,
    WEB_PATH = 4096
};

extern const struct setting_key web_config_keys[];
/* Explains the section to people. */
extern const char web_config_about[];

struct web_config {
    const char *listen;              /* the configured value of `listen`; belongs to the settings */
    char socket[WEB_SOCKET];         /* path of the UNIX socket; "": listen at `address` */
    struct sockaddr_storage address; /* to listen at */
    bool tls;                        /* by ourselves */
    char cert[WEB_PATH], key[WEB_PATH];
    bool assumed;            /* the configuration does not say how people reach us */
    char origin[WEB_ORIGIN]; /* how people reach us: "https://talon.example" */
    char home[WEB_HOME];     /* prefix of all our addresses: "/talon", or "" */
    unsigned proxy_count;
    struct address_range proxies[WEB_PROXIES];
};

/* True if the header Origin names our own pages. */
bool web_config_is_ours(const struct web_config *config, const char *origin);
/* The name of the session cookie. With https it begins with "__Secure-", so that browsers refuse it
 * from pages without https. */
const char *web_config_cookie(const struct web_config *config);
/* Reports every fault. */
void web_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg);
/* Reads and checks the settings. Returns false, with the first fault as one clear line in `why`. */
bool web_config_read(struct web_config *config, const struct settings *settings, struct fault *why);

#endif
