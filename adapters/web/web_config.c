#include "web_config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "certificate.h"

enum web_config_key { KEY_LISTEN, KEY_URL, KEY_TLS_CERT, KEY_TLS_KEY, KEY_PROXIES };

enum { PORT_MAX = 65535 };

const char web_config_about[] =
    "Web pages: leaderboards, players, tables and rounds. There is one such section, without a "
    "name. Without it Talon opens no port for pages. Put nginx or Caddy before it (examples lie "
    "beside this file), or give it a certificate. The operators of a channel choose what its pages "
    "show.";

const struct setting_key web_config_keys[] = {
    [KEY_LISTEN] = {.name = "listen",
                    .type = SETTING_TEXT,
                    .fallback = "127.0.0.1:8080",
                    .help =
                        "Where the pages listen: HOST:PORT with a numeric address, or unix:/PATH. "
                        "Anyone who can enter the folder of that socket can use it. The service "
                        "cannot use ports below 1024 without a change of its unit."},
    [KEY_URL] =
        {.name = "url",
         .type = SETTING_TEXT,
         .absent = "the address of listen",
         .example = "https://talon.example/",
         .help = "The address that people type, with a path if there is one. All addresses of "
                 "pages begin with that path, whether the proxy removes it or not. It is required "
                 "for a UNIX socket, and for an address that other machines can reach."},
    [KEY_TLS_CERT] =
        {.name = "tls_cert",
         .type = SETTING_TEXT,
         .absent = "plain HTTP, for a proxy or this machine",
         .help = "The certificate and its chain (path of a PEM file such as \"fullchain.pem\")."},
    [KEY_TLS_KEY] = {.name = "tls_key", .type = SETTING_SECRET, .help = "The key of tls_cert."},
    [KEY_PROXIES] = {.name = "proxies",
                     .type = SETTING_LIST,
                     .fallback = "unix 127.0.0.0/8 ::1",
                     .help = "Proxies whose X-Forwarded-For is trusted: addresses, networks, and "
                             "\"unix\" for a UNIX socket. The proxy must write this header itself. "
                             "Talon uses it to limit each visitor separately."},
    {.name = NULL},
};

/* -- listen -- */

static bool read_port(const char *text, in_port_t *port)
{
    char *end = NULL;
    unsigned long number = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : PORT_MAX + 1;
    *port = htons((uint16_t)number);
    return number <= PORT_MAX && *end == '\0';
}

static bool read_host(const char *host, in_port_t port, struct sockaddr_storage *out)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = port};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = port};
    memset(out, 0, sizeof(*out));
    if (strcmp(host, "localhost") == 0)
        host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &four.sin_addr) == 1)
        memcpy(out, &four, sizeof(four));
    else if (inet_pton(AF_INET6, host, &six.sin6_addr) == 1)
        memcpy(out, &six, sizeof(six));
    return out->ss_family != AF_UNSPEC;
}

static const char *read_listen(struct web_config *config, const char *text)
{
    static const char wrong[] = "listen: must be HOST:PORT, such as 127.0.0.1:8080, or unix:/PATH";
    const char *colon = strrchr(text, ':');
    char host[ADDRESS_TEXT];
    in_port_t port = 0;
    config->listen = text;
    if (strncmp(text, "unix:", 5) == 0) {
        bool good = text[5] == '/' && strlen(text + 5) < sizeof(config->socket);
        snprintf(config->socket, sizeof(config->socket), "%s", good ? text + 5 : "");
        return good ? NULL
                    : "listen: after unix: must be a path that begins with /, of at most "
                      "107 bytes";
    }
    bool bracket = *text == '[' && colon != NULL && colon > text && colon[-1] == ']';
    size_t length = colon == NULL ? 0 : (size_t)(colon - text) - (bracket ? 2 : 0);
    if (length == 0 || length >= sizeof(host))
        return wrong;
    snprintf(host, sizeof(host), "%.*s", (int)length, text + bracket);
    bool good = (bracket || strchr(host, ':') == NULL) && read_port(colon + 1, &port) &&
                read_host(host, port, &config->address);
    return good ? NULL : wrong;
}

/* True if only this machine reaches the address. */
static bool is_near(const struct web_config *config)
{
    static const struct address_range near[] = {
        {.base = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 127}}, .bits = 104},
        {.base = {.bytes = {[15] = 1}}, .bits = 128}};
    struct address address;
    if (*config->socket != '\0')
        return true;
    address_of(&address, (const struct sockaddr *)&config->address);
    return address_among(&address, near, 2);
}

/* -- url -- */

static bool read_origin(struct web_config *config, const char *text, size_t length)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]";
    bool secure = strncasecmp(text, "https://", 8) == 0;
    size_t scheme = secure ? 8 : 7;
    if (!secure && strncasecmp(text, "http://", 7) != 0)
        return false;
    if (length <= scheme || length >= sizeof(config->origin) ||
        strspn(text + scheme, plain) != length - scheme)
        return false;
    for (size_t i = 0; i < length; i++) /* as browsers write it */
        config->origin[i] = (char)tolower((unsigned char)text[i]);
    config->origin[length] = '\0';
    return true;
}

static bool read_home(struct web_config *config, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/')
        length--;
    if (length >= sizeof(config->home) || strspn(text, plain) != strlen(text) ||
        strstr(text, "//") != NULL || strstr(text, "/.") != NULL)
        return false;
    snprintf(config->home, sizeof(config->home), "%.*s", (int)length, text);
    return true;
}

/* Without `url`, the address is the one at which we listen. */
static const char *read_url(struct web_config *config, const char *text)
{
    config->assumed = text == NULL;
    if (text == NULL) {
        if (*config->socket != '\0' || !is_near(config)) {
            return "url: must be the address that people type, such as https://talon.example, "
                   "because listen is not";
        }
        snprintf(config->origin, sizeof(config->origin), "http%s://%s", config->tls ? "s" : "",
                 config->listen);
        return NULL;
    }
    const char *host = strstr(text, "://");
    const char *path = host != NULL ? strchr(host + 3, '/') : NULL;
    path = path != NULL ? path : text + strlen(text);
    return read_origin(config, text, (size_t)(path - text)) && read_home(config, path)
               ? NULL
               : "url: must be an address such as https://talon.example or "
                 "https://example.org/talon";
}

/* Without `url` people at this machine may type "localhost", so that origin counts as ours, too. */
bool web_config_is_ours(const struct web_config *config, const char *origin)
{
    char here[WEB_ORIGIN];
    const char *port = strrchr(config->origin, ':');
    snprintf(here, sizeof(here), "http%s://localhost%s", config->tls ? "s" : "", port);
    return strcasecmp(origin, config->origin) == 0 ||
           (config->assumed && strcasecmp(origin, here) == 0);
}

/* -- TLS -- */

/* Returns NULL, or what is wrong with certificate and key. */
static const char *judge_pair(const struct web_config *config)
{
    const char *wrong = NULL;
    SSL_CTX_free(certificate_read(config->cert, config->key, &wrong));
    return wrong;
}

static void read_tls(struct web_config *config, const struct settings *settings,
                     settings_fault_fn *fault, void *arg)
{
    struct fault why = {0};
    struct fault said = {0};
    const char *cert = settings_text(settings, KEY_TLS_CERT);
    bool key = settings_text(settings, KEY_TLS_KEY) != NULL;
    config->tls = cert != NULL && key;
    if (cert == NULL && key) {
        fault(arg, KEY_TLS_KEY, "tls_key: needs tls_cert");
    } else if (cert != NULL && !key) {
        fault(arg, KEY_TLS_CERT, "tls_cert: needs tls_key");
    } else if (config->tls) {
        snprintf(config->cert, sizeof(config->cert), "%s", cert);
        if (!settings_file(cert, &why)) {
            fault_set(&said, "tls_cert: %s", why.text);
            fault(arg, KEY_TLS_CERT, said.text);
        } else if (!settings_secret_path(settings, KEY_TLS_KEY, config->key, sizeof(config->key),
                                         &why)) {
            fault(arg, KEY_TLS_KEY, why.text);
        } else {
            const char *wrong = judge_pair(config);
            if (wrong != NULL)
                fault(arg, strncmp(wrong, "tls_key", 7) == 0 ? KEY_TLS_KEY : KEY_TLS_CERT, wrong);
        }
    }
}

/* -- proxies -- */

struct web_config_reading {
    struct web_config *config;
    const char *wrong;
};

static void add_proxy(void *arg, const char *word)
{
    struct web_config_reading *reading = arg;
    struct web_config *config = reading->config;
    if (config->proxy_count == WEB_PROXIES)
        reading->wrong = "proxies: must be at most 32";
    else if (address_read_range(&config->proxies[config->proxy_count], word))
        config->proxy_count++;
    else
        reading->wrong = "proxies: must be addresses, networks such as 10.0.0.0/8, or unix";
}

/* -- all -- */

static void tell_fault(settings_fault_fn *fault, void *arg, enum web_config_key key,
                       const char *wrong)
{
    if (wrong != NULL)
        fault(arg, (int)key, wrong);
}

static void read_all(struct web_config *config, const struct settings *settings,
                     settings_fault_fn *fault, void *arg)
{
    *config = (struct web_config){.tls = false};
    struct web_config_reading reading = {.config = config};
    const char *wrong = read_listen(config, settings_text(settings, KEY_LISTEN));
    tell_fault(fault, arg, KEY_LISTEN, wrong);
    read_tls(config, settings, fault, arg);
    if (wrong == NULL || settings_text(settings, KEY_URL) != NULL)
        tell_fault(fault, arg, KEY_URL, read_url(config, settings_text(settings, KEY_URL)));
    settings_each(settings, KEY_PROXIES, add_proxy, &reading);
    tell_fault(fault, arg, KEY_PROXIES, reading.wrong);
}

void web_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg)
{
    struct web_config config;
    read_all(&config, settings, fault, arg);
}

bool web_config_read(struct web_config *config, const struct settings *settings, struct fault *why)
{
    why->text[0] = '\0';
    read_all(config, settings, settings_keep_first, why);
    return why->text[0] == '\0';
}

const char *web_config_cookie(const struct web_config *config)
{
    return strncmp(config->origin, "https:", 6) == 0 ? "__Secure-talon-seat" : "talon-seat";
}
