/* options.h: reads and checks the keys of [irc NAME] together. */
#ifndef TALON_ADAPTERS_IRC_OPTIONS_H
#define TALON_ADAPTERS_IRC_OPTIONS_H

#include "adapters/irc/wire/conn.h"
#include "adapters/irc/wire/sasl.h"
#include "base/settings.h"

enum { OPTIONS_SECRET = 1024, OPTIONS_PATH = 4096 };

/* In the order of the example. */
enum key {
    KEY_HOST,
    KEY_PORT,
    KEY_TLS,
    KEY_TLS_FINGERPRINT,
    KEY_TLS_CA,
    KEY_NICK,
    KEY_USER,
    KEY_REALNAME,
    KEY_PASSWORD_FILE,
    KEY_SASL_USER,
    KEY_SASL_PASSWORD_FILE,
    KEY_SASL_MECHANISM,
    KEY_SASL_REQUIRED,
    KEY_TLS_CLIENT_CERT,
    KEY_TLS_CLIENT_KEY,
    KEY_NICKSERV,
    KEY_CHANNELS,
    KEY_INVITES,
    KEY_IGNORE,
    KEY_RELAYS,
    KEY_COLOURS,
    KEY_WHISPER_NOTICES,
    KEY_QUIET_NAMES,
    KEY_RECONNECT_MIN,
    KEY_RECONNECT_MAX,
    KEY_PING_SECONDS,
    KEY_FLOOD_BURST,
    KEY_FLOOD_RATE,
    KEY_HELPERS,
    KEY_STATE_DIR
};

extern const struct setting_key options_keys[];
/* Explains the section to people. */
extern const char options_about[];

/* The values that the texts of the settings do not hold themselves, such as secrets read from
 * files. The owner wipes them. */
struct options {
    char password[OPTIONS_SECRET]; /* password of the server; "": none */
    unsigned char pin[CONN_FINGERPRINT];
    enum sasl_mechanism mechanism;      /* SASL_MECHANISMS: any */
    char sasl_password[OPTIONS_SECRET]; /* "": none */
    char client_key[OPTIONS_PATH];      /* file of the client's key; "": the key is in the file of
                                         * the certificate */
    char state_dir[OPTIONS_PATH];       /* "": none */
    bool flood_auto;                    /* the settings give neither of the next two */
    unsigned flood_burst, flood_rate;
};

/* Reports every fault: a host with a port in it, a channel without its sign, the example's host,
 * keys that exclude each other, unusable files. */
void options_check(const struct settings *settings, settings_fault_fn *fault, void *arg);
/* Reads the options. Returns false with one clear line about the first fault in `why`. */
bool options_read(struct options *options, const struct settings *settings, struct fault *why);

#endif
