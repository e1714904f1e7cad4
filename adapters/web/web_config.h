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
    WEB_ORIGIN = 300, /* bytes, all with their NUL */
    WEB_HOME = 128,
    WEB_SOCKET = 108,
    WEB_PATH = 4096
};

extern const struct setting_key web_config_keys[];
/* What that section is, for people. */
extern const char web_config_about[];

struct web_config {
    const char *listen;              /* as it stands there; the settings' own */
    char socket[WEB_SOCKET];         /* path of the UNIX socket; "": the next holds */
    struct sockaddr_storage address; /* to listen at */
    bool tls;                        /* by ourselves */
    char cert[WEB_PATH], key[WEB_PATH];
    bool assumed;            /* how people reach us is not said */
    char origin[WEB_ORIGIN]; /* how people reach us: "https://talon.example" */
    char home[WEB_HOME];     /* and what addresses there begin with: "/talon", or "" */
    unsigned proxy_count;
    struct address_range proxies[WEB_PROXIES];
};

/* Whether that is how a browser names where our own pages are (the header Origin). */
bool web_config_is_ours(const struct web_config *config, const char *origin);
/* What the cookie of a session is called. Where pages come by https, browsers take one of that name
 * from nobody who has no https. */
const char *web_config_cookie(const struct web_config *config);
/* Tells every fault. */
void web_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg);
/* False with one clear line in `why`: the first of them. */
bool web_config_read(struct web_config *config, const struct settings *settings, struct fault *why);

#endif
