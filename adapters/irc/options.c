#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "proto.h"

enum { SASL_USER = 256 /* bytes of the longest, with its NUL */ };

const struct setting_key options_keys[] = {
    [KEY_HOST] = {.name = "host", .type = SETTING_TEXT, .required = true},
    [KEY_PORT] = {.name = "port", .type = SETTING_NUMBER, .min = 1, .max = 65535},
    [KEY_TLS] = {.name = "tls", .type = SETTING_SWITCH, .fallback = "on"},
    [KEY_TLS_FINGERPRINT] = {.name = "tls_fingerprint", .type = SETTING_TEXT},
    [KEY_TLS_CA] = {.name = "tls_ca", .type = SETTING_TEXT},
    [KEY_TLS_CLIENT_CERT] = {.name = "tls_client_cert", .type = SETTING_TEXT},
    [KEY_TLS_CLIENT_KEY] = {.name = "tls_client_key", .type = SETTING_SECRET},
    [KEY_NICK] = {.name = "nick", .type = SETTING_TEXT, .fallback = "talon"},
    [KEY_USER] = {.name = "user", .type = SETTING_TEXT, .fallback = "talon"},
    [KEY_REALNAME] = {.name = "realname",
                      .type = SETTING_TEXT,
                      .fallback = "Talon, a host of card games"},
    [KEY_PASSWORD_FILE] = {.name = "password_file", .type = SETTING_SECRET},
    [KEY_SASL_MECHANISM] = {.name = "sasl_mechanism", .type = SETTING_TEXT},
    [KEY_SASL_USER] = {.name = "sasl_user", .type = SETTING_TEXT},
    [KEY_SASL_PASSWORD_FILE] = {.name = "sasl_password_file", .type = SETTING_SECRET},
    [KEY_SASL_REQUIRED] = {.name = "sasl_required", .type = SETTING_SWITCH, .fallback = "off"},
    [KEY_NICKSERV] = {.name = "nickserv", .type = SETTING_TEXT},
    [KEY_CHANNELS] = {.name = "channels", .type = SETTING_LIST},
    [KEY_INVITES] =
        {.name = "invites", .type = SETTING_NUMBER, .fallback = "20", .min = 0, .max = 1000},
    [KEY_IGNORE] = {.name = "ignore", .type = SETTING_LIST},
    [KEY_STATE_DIR] = {.name = "state_dir", .type = SETTING_TEXT},
    [KEY_RECONNECT_MIN] =
        {.name = "reconnect_min", .type = SETTING_NUMBER, .fallback = "5", .min = 1, .max = 3600},
    [KEY_RECONNECT_MAX] = {.name = "reconnect_max",
                           .type = SETTING_NUMBER,
                           .fallback = "300",
                           .min = 1,
                           .max = 86400},
    [KEY_PING_SECONDS] =
        {.name = "ping_seconds", .type = SETTING_NUMBER, .fallback = "90", .min = 1, .max = 3600},
    [KEY_FLOOD_BURST] =
        {.name = "flood_burst", .type = SETTING_NUMBER, .fallback = "5", .min = 0, .max = 10000},
    [KEY_FLOOD_RATE] =
        {.name = "flood_rate", .type = SETTING_NUMBER, .fallback = "30", .min = 0, .max = 60000},
    [KEY_COLOURS] = {.name = "colours", .type = SETTING_SWITCH, .fallback = "on"},
    [KEY_WHISPER_NOTICES] = {.name = "whisper_notices", .type = SETTING_SWITCH, .fallback = "on"},
    [KEY_QUIET_NAMES] = {.name = "quiet_names", .type = SETTING_SWITCH, .fallback = "off"},
    {.name = NULL},
};

static bool good_word(const char *word, const char *bad_first)
{
    return *word && strlen(word) < PROTO_NICK && !strchr(bad_first, *word) &&
           !word[strcspn(word, " ,:!@*?#\t\r\n")];
}

/* A nick at the name of a server; NULL is good, too. */
static bool good_services(const char *address)
{
    const char *at = address ? strchr(address, '@') : NULL;
    size_t length = at ? (size_t)(at - address) : 0;
    char nick[PROTO_NICK] = "";
    if (!address || !at || length >= sizeof nick || strlen(address) >= PROTO_CHANNEL) {
        return !address;
    }
    memcpy(nick, address, length);
    return good_word(nick, "-0123456789&+$") && strchr(at, '.') && wire_host(at + 1);
}

/* A password without TLS is taken where the file says so, as is a mechanism that the server may not
 * have. */
static const char *check_login(struct options *options, const struct settings *settings)
{
    const char *name = settings_text(settings, KEY_SASL_MECHANISM);
    const char *user = settings_text(settings, KEY_SASL_USER);
    bool password = settings_text(settings, KEY_SASL_PASSWORD_FILE);
    bool certificate = settings_text(settings, KEY_TLS_CLIENT_CERT);
    options->mechanism = name ? sasl_find(name, strlen(name)) : SASL_MECHANISMS;
    if (name && options->mechanism == SASL_MECHANISMS) {
        return "sasl_mechanism: not one of EXTERNAL, SCRAM-SHA-256, PLAIN";
    }
    if (user && (!*user || strlen(user) >= SASL_USER)) {
        return "sasl_user: empty, or too long";
    }
    if (password && !user) {
        return "sasl_password_file: needs sasl_user";
    }
    if (user && !password && !certificate) {
        return "sasl_user: needs sasl_password_file or tls_client_cert";
    }
    if (settings_text(settings, KEY_TLS_CLIENT_KEY) && !certificate) {
        return "tls_client_key: needs tls_client_cert";
    }
    if (options->mechanism == SASL_EXTERNAL && !certificate) {
        return "sasl_mechanism: EXTERNAL needs tls_client_cert";
    }
    if (name && options->mechanism != SASL_EXTERNAL && !password) {
        return "sasl_mechanism: needs sasl_user and sasl_password_file";
    }
    if (!good_services(settings_text(settings, KEY_NICKSERV))) {
        return "nickserv: not of the kind NickServ@services.example.net";
    }
    if (settings_switch(settings, KEY_SASL_REQUIRED) && !password && !certificate) {
        return "sasl_required: needs sasl_user and sasl_password_file, or tls_client_cert";
    }
    return NULL;
}

/* Without a key it is the folder that systemd gives (StateDirectory), if any. */
static const char *find_state_dir(struct options *options, const struct settings *settings)
{
    const char *folder = settings_text(settings, KEY_STATE_DIR);
    const char *given = folder ? folder : getenv("STATE_DIRECTORY");
    struct stat status;
    size_t length = given ? folder ? strlen(folder) : strcspn(given, ":") : 0;
    if (folder && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode))) {
        return "state_dir: no such folder";
    }
    if (length < sizeof options->state_dir) {
        snprintf(options->state_dir, sizeof options->state_dir, "%.*s", (int)length,
                 given ? given : "");
    }
    return NULL;
}

static bool is_file(const char *path, struct stat *status)
{
    return stat(path, status) == 0 && S_ISREG(status->st_mode);
}

/* What is wrong with the settings, NULL: nothing. */
static const char *check(struct options *options, const struct settings *settings)
{
    const char *host = settings_text(settings, KEY_HOST);
    const char *pin = settings_text(settings, KEY_TLS_FINGERPRINT);
    if (!host || !wire_host(host)) {
        return "host: no name or address of a server";
    }
    if (pin && !wire_pin(pin, options->pin)) {
        return "tls_fingerprint: not 64 hexadecimal digits (SHA-256 of the certificate)";
    }
    if (!good_word(settings_text(settings, KEY_NICK), "-0123456789&+$")) {
        return "nick: cannot be a nick";
    }
    if (!good_word(settings_text(settings, KEY_USER), ":")) {
        return "user: cannot be a user name";
    }
    const char *ca = settings_text(settings, KEY_TLS_CA);
    struct stat status;
    if (ca && !is_file(ca, &status)) {
        return "tls_ca: no such file";
    }
    const char *wrong = find_state_dir(options, settings);
    return wrong ? wrong : check_login(options, settings);
}

static bool read_secret(const struct settings *settings, int key, char *out, char *why,
                        size_t why_size)
{
    return !settings_text(settings, (int)key) ||
           settings_secret(settings, (int)key, out, OPTIONS_SECRET, why, why_size);
}

/* The key's file is read by the TLS library; a certificate's file that holds its key as well is as
 * secret. */
static bool check_client_files(struct options *options, const struct settings *settings, char *why,
                               size_t why_size)
{
    const char *certificate = settings_text(settings, KEY_TLS_CLIENT_CERT);
    struct stat status;
    if (!certificate) {
        return true;
    }
    if (!is_file(certificate, &status)) {
        snprintf(why, why_size, "tls_client_cert: no such file");
        return false;
    }
    if (settings_text(settings, KEY_TLS_CLIENT_KEY)) {
        return settings_secret_path(settings, KEY_TLS_CLIENT_KEY, options->client_key,
                                    sizeof options->client_key, why, why_size);
    }
    if (status.st_mode & (S_IRWXG | S_IRWXO)) {
        snprintf(
            why, why_size,
            "tls_client_cert: holds its key, and others than its owner may use it (chmod 600)");
        return false;
    }
    return true;
}

bool options_read(struct options *options, const struct settings *settings, char *why,
                  size_t why_size)
{
    *options = (struct options){.mechanism = SASL_MECHANISMS};
    const char *wrong = check(options, settings);
    if (wrong) {
        snprintf(why, why_size, "%s", wrong);
        return false;
    }
    return read_secret(settings, KEY_PASSWORD_FILE, options->password, why, why_size) &&
           read_secret(settings, KEY_SASL_PASSWORD_FILE, options->sasl_password, why, why_size) &&
           check_client_files(options, settings, why, why_size);
}
