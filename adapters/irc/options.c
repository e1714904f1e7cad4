#include "options.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "adapters/irc/wire/proto.h"
#include "base/array.h"
#include "base/private.h"

enum {
    SASL_USER = 256, /* bytes, NUL included */
    OPTIONS_WHY = 600,
    FLOOD_BURST = 5,
    FLOOD_RATE = 30
};

static bool good_word(const char *word, const char *bad_first)
{
    return *word != '\0' && strlen(word) < PROTO_NICK && strchr(bad_first, *word) == NULL &&
           word[strcspn(word, " ,:!@*?#\t\r\n")] == '\0';
}

/* True if servers may accept the nick. Of the ASCII characters they allow letters, digits and a few
 * signs (RFC 2812). Some servers allow all characters outside ASCII. */
static bool good_nick(const char *nick)
{
    for (const char *at = nick; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x80 && !isalnum((unsigned char)*at) &&
            strchr("-[]\\`_^{|}", *at) == NULL)
            return false;
    }
    return good_word(nick, "-0123456789");
}

/* True if the text is "nick@server", or NULL. */
static bool good_services(const char *address)
{
    const char *at = address != NULL ? strchr(address, '@') : NULL;
    size_t length = at != NULL ? (size_t)(at - address) : 0;
    char nick[PROTO_NICK] = "";
    if (address == NULL || at == NULL || length >= sizeof(nick) || strlen(address) >= PROTO_CHANNEL)
        return address == NULL;
    memcpy(nick, address, length);
    return good_word(nick, "-0123456789&+$") && strchr(at, '.') != NULL && conn_is_host(at + 1);
}

/* Where faults are reported. */
struct judge {
    const struct settings *settings;
    settings_fault_fn *fault;
    void *arg;
};

static void __attribute__((format(printf, 4, 5)))
tell_fault(const struct judge *judge, bool wrong, enum key key, const char *format, ...)
{
    char text[OPTIONS_WHY];
    va_list arguments;
    if (!wrong)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    judge->fault(judge->arg, (int)key, text);
}

static const char *text_of(const struct judge *judge, enum key key)
{
    return settings_text(judge->settings, (int)key);
}

/* True if the host is reserved for examples (RFC 2606). */
static bool is_example(const char *host)
{
    static const char *const names[] = {"example.net", "example.org", "example.com"};
    size_t length = strlen(host);
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        size_t own = strlen(names[i]);
        if (length >= own && strcasecmp(host + length - own, names[i]) == 0 &&
            (length == own || host[length - own - 1] == '.'))
            return true;
    }
    return false;
}

/* True if a port follows the host ("irc.test:6697"), and it is no IPv6 address. */
static bool holds_port(const char *host)
{
    const char *colon = strchr(host, ':');
    return colon != NULL && colon > host && colon[1] != '\0' &&
           colon[1 + strspn(colon + 1, "0123456789+")] == '\0';
}

static void check_host(const struct judge *judge)
{
    const char *host = text_of(judge, KEY_HOST);
    if (host == NULL) {
        judge->fault(judge->arg, KEY_HOST, "host: must be the name or address of a server");
    } else if (holds_port(host)) {
        int length = (int)strcspn(host, ":");
        tell_fault(judge, true, KEY_HOST, "host: contains a port: write host = %.*s and port = %s",
                   length, host, host + length + 1 + strspn(host + length + 1, "+"));
    } else if (is_example(host)) {
        tell_fault(judge, true, KEY_HOST,
                   "host: %s is only an example: write the name of your network's server", host);
    } else {
        tell_fault(judge, !conn_is_host(host), KEY_HOST,
                   "host: must be the name or address of a server");
    }
}

/* Reports a channel whose name has no channel sign. The report leaves out the channel's key. */
static void check_channel(void *arg, const char *word)
{
    int length = (int)strcspn(word, ":");
    tell_fault(arg, strchr("#&+!", *word) == NULL, KEY_CHANNELS,
               "channels: \"%.*s\" does not begin with # or another sign of a channel: #%.*s?",
               length, word, length, word);
}

/* Reports a mask that fits nobody. A mask must match the whole of nick!user@host, so it needs a
 * wildcard, or both '!' and '@'. */
static void check_ignored(void *arg, const char *word)
{
    const char *user = strchr(word, '!');
    bool whole = user != NULL && strchr(user, '@') != NULL;
    tell_fault(arg, strpbrk(word, "*?") == NULL && !whole, KEY_IGNORE,
               "ignore: \"%s\" is not a mask of nick!user@host, and fits nobody: %s%s%s?", word,
               strchr(word, '@') != NULL && user == NULL ? "*!" : "", word,
               strchr(word, '@') != NULL ? ""
               : user != NULL            ? "@*"
                                         : "!*@*");
}

/* Reports TLS on port 6667 and plain text on port 6697, since both ports mean the opposite on every
 * network. */
static void check_port(const struct judge *judge)
{
    enum { PLAIN = 6667, SECURE = 6697 };
    long port = settings_number(judge->settings, KEY_PORT);
    bool tls = settings_switch(judge->settings, KEY_TLS);
    tell_fault(judge, tls && port == PLAIN, KEY_PORT,
               "port: 6667 is for plain text: port = 6697, or tls = off");
    tell_fault(judge, !tls && port == SECURE, KEY_PORT,
               "port: 6697 is for TLS: tls = on, or port = 6667");
}

/* Checks the login. A password without TLS is allowed if the configuration says so, and so is a
 * mechanism that the server may not have. */
static void check_login(const struct judge *judge, enum sasl_mechanism mechanism)
{
    const char *name = text_of(judge, KEY_SASL_MECHANISM);
    const char *user = text_of(judge, KEY_SASL_USER);
    bool password = text_of(judge, KEY_SASL_PASSWORD_FILE) != NULL;
    bool certificate = text_of(judge, KEY_TLS_CLIENT_CERT) != NULL;
    bool external = mechanism == SASL_EXTERNAL;
    tell_fault(judge, user != NULL && (*user == '\0' || strlen(user) >= SASL_USER), KEY_SASL_USER,
               "sasl_user: is empty or too long");
    tell_fault(judge, password && user == NULL, KEY_SASL_PASSWORD_FILE,
               "sasl_password_file: needs sasl_user");
    tell_fault(judge, user != NULL && !password && !certificate, KEY_SASL_USER,
               "sasl_user: needs sasl_password_file or tls_client_cert");
    tell_fault(judge, text_of(judge, KEY_TLS_CLIENT_KEY) != NULL && !certificate,
               KEY_TLS_CLIENT_KEY, "tls_client_key: needs tls_client_cert");
    tell_fault(judge, external && !certificate, KEY_SASL_MECHANISM,
               "sasl_mechanism: EXTERNAL needs tls_client_cert");
    tell_fault(judge, name != NULL && !external && !password, KEY_SASL_MECHANISM,
               "sasl_mechanism: needs sasl_user and sasl_password_file");
    tell_fault(judge, !good_services(text_of(judge, KEY_NICKSERV)), KEY_NICKSERV,
               "nickserv: must be like NickServ@services.example.net");
    tell_fault(judge,
               settings_switch(judge->settings, KEY_SASL_REQUIRED) && !password && !certificate,
               KEY_SASL_REQUIRED,
               "sasl_required: needs sasl_user and sasl_password_file, or tls_client_cert");
}

/* Without a setting the folder is systemd's StateDirectory, if there is one. */
static void find_state_dir(const struct judge *judge, struct options *options)
{
    const char *folder = text_of(judge, KEY_STATE_DIR);
    const char *given = folder != NULL ? folder : getenv("STATE_DIRECTORY");
    struct stat status;
    size_t length = given != NULL ? folder != NULL ? strlen(folder) : strcspn(given, ":") : 0;
    tell_fault(judge, folder != NULL && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)),
               KEY_STATE_DIR, "state_dir: there is no such folder");
    if (length < sizeof(options->state_dir)) {
        snprintf(options->state_dir, sizeof(options->state_dir), "%.*s", (int)length,
                 given != NULL ? given : "");
    }
}

static void read_secret(const struct judge *judge, enum key key, char *out)
{
    struct fault why = {0};
    if (text_of(judge, key) != NULL &&
        !settings_secret(judge->settings, (int)key, out, OPTIONS_SECRET, &why))
        judge->fault(judge->arg, (int)key, why.text);
}

/* Checks a file that is not secret. Returns false if no file is named, or its fault was
 * reported. */
static bool check_file(const struct judge *judge, enum key key)
{
    struct fault why = {0};
    const char *path = text_of(judge, key);
    if (path == NULL || settings_file(path, &why))
        return path != NULL;
    tell_fault(judge, true, key, "%s: %s", judge->settings->keys[key].name, why.text);
    return false;
}

/* Checks the file of a key, which the TLS library reads. A certificate file that also holds the key
 * is just as secret. */
static void check_client_files(const struct judge *judge, struct options *options)
{
    struct fault why = {0};
    struct stat status;
    bool file = check_file(judge, KEY_TLS_CLIENT_CERT);
    if (text_of(judge, KEY_TLS_CLIENT_KEY) != NULL) {
        if (!settings_secret_path(judge->settings, KEY_TLS_CLIENT_KEY, options->client_key,
                                  sizeof(options->client_key), &why))
            judge->fault(judge->arg, KEY_TLS_CLIENT_KEY, why.text);
    } else if (file && stat(text_of(judge, KEY_TLS_CLIENT_CERT), &status) == 0) {
        tell_fault(
            judge, status.st_mode & (S_IRWXG | S_IRWXO), KEY_TLS_CLIENT_CERT,
            "tls_client_cert: contains its key, and others may use the file: put the key into a "
            "file of its own, for tls_client_key");
    }
}

static void read_all(struct options *options, const struct judge *judge)
{
    const char *pin = text_of(judge, KEY_TLS_FINGERPRINT);
    const char *name = text_of(judge, KEY_SASL_MECHANISM);
    *options = (struct options){.mechanism = SASL_MECHANISMS};
    if (name != NULL)
        options->mechanism = sasl_find(name, strlen(name));
    check_host(judge);
    tell_fault(judge, pin != NULL && !conn_fingerprint(pin, options->pin), KEY_TLS_FINGERPRINT,
               "tls_fingerprint: must be 64 hexadecimal digits (SHA-256 of the certificate)");
    tell_fault(
        judge, !good_nick(text_of(judge, KEY_NICK)), KEY_NICK,
        "nick: cannot be a nick: use letters, digits and -[]\\`_^{|}, but begin with no digit or "
        "-");
    tell_fault(judge, !good_word(text_of(judge, KEY_USER), ":"), KEY_USER,
               "user: cannot be a user name");
    check_file(judge, KEY_TLS_CA);
    find_state_dir(judge, options);
    check_login(judge, options->mechanism);
    check_port(judge);
    struct judge copy = *judge;
    settings_each(judge->settings, KEY_CHANNELS, check_channel, &copy);
    settings_each(judge->settings, KEY_IGNORE, check_ignored, &copy);
    read_secret(judge, KEY_PASSWORD_FILE, options->password);
    read_secret(judge, KEY_SASL_PASSWORD_FILE, options->sasl_password);
    check_client_files(judge, options);
}

void options_check(const struct settings *settings, settings_fault_fn *fault, void *arg)
{
    struct options options;
    read_all(&options, &(struct judge){settings, fault, arg});
    private_wipe(&options, sizeof(options));
}

static unsigned number_or(const struct settings *settings, int key, unsigned automatic)
{
    bool is_auto = strcmp(settings_text(settings, key), "auto") == 0;
    return is_auto ? automatic : (unsigned)settings_number(settings, key);
}

/* Reads the limits on sending: burst and rate. If the settings have only one of them, the other
 * gets a value that suits any network. */
static void read_flood(struct options *options, const struct settings *settings)
{
    options->flood_auto = strcmp(settings_text(settings, KEY_FLOOD_BURST), "auto") == 0 &&
                          strcmp(settings_text(settings, KEY_FLOOD_RATE), "auto") == 0;
    options->flood_burst = number_or(settings, KEY_FLOOD_BURST, FLOOD_BURST);
    options->flood_rate =
        options->flood_burst ? number_or(settings, KEY_FLOOD_RATE, FLOOD_RATE) : 0;
}

bool options_read(struct options *options, const struct settings *settings, struct fault *why)
{
    why->text[0] = '\0';
    read_all(options, &(struct judge){settings, settings_keep_first, why});
    read_flood(options, settings);
    return why->text[0] == '\0';
}
