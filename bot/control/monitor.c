#include "monitor.h"

#include <ctype.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "base/buf.h"
#include "bot/control/control.h"
#include "bot/control/metrics.h"
#include "bot/control/server.h"
#include "bot/host.h"
#include "bot/host/ready.h"

enum { PORT_MAX = 65535, HEAD_MAX = 256, READY_MAX = 4096 };

struct monitor {
    struct control_setup setup;
    struct server *server;
};

/* -- reading an address -- */

static bool read_port(const char *text, unsigned *port)
{
    char *end = NULL;
    unsigned long number = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
    *port = (unsigned)number;
    return number >= 1 && number <= PORT_MAX && *end == '\0';
}

static bool read_host(struct monitor_address *address)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (strcmp(address->host, "localhost") == 0)
        snprintf(address->host, sizeof(address->host), "127.0.0.1");
    if (uv_ip4_addr(address->host, 0, &four) == 0) {
        address->loopback = ntohl(four.sin_addr.s_addr) >> 24 == 127;
        return true;
    }
    address->loopback = strcmp(address->host, "::1") == 0;
    return uv_ip6_addr(address->host, 0, &six) == 0;
}

bool monitor_read_address(const char *text, struct monitor_address *address)
{
    static const char unix_socket[] = "unix:";
    size_t sign = sizeof(unix_socket) - 1;
    *address = (struct monitor_address){.loopback = true};
    if (strncmp(text, unix_socket, sign) == 0) {
        int length = snprintf(address->path, sizeof(address->path), "%s", text + sign);
        return text[sign] == '/' && length < CONTROL_PATH_MAX;
    }
    const char *colon = strrchr(text, ':');
    bool bracket = *text == '[' && colon != NULL && colon > text && colon[-1] == ']';
    size_t length = colon == NULL ? 0 : (size_t)(colon - text) - (bracket ? 2 : 0);
    if (length == 0 || length >= sizeof(address->host))
        return false;
    memcpy(address->host, text + bracket, length);
    return (bracket || strchr(address->host, ':') == NULL) &&
           read_port(colon + 1, &address->port) && read_host(address);
}

/* -- answers -- */

/* Returns a page with its HTTP head, which the caller frees. NULL if memory is out. Takes ownership
 * of `body`. */
static char *page(const char *status, const char *type, char *body, bool head_alone)
{
    size_t room = HEAD_MAX + (body != NULL ? strlen(body) : 0);
    char *text = body != NULL ? malloc(room) : NULL;
    if (text != NULL) {
        snprintf(text, room,
                 "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                 "Cache-Control: no-store\r\nConnection: close\r\n\r\n%s",
                 status, type, strlen(body), head_alone ? "" : body);
    }
    free(body);
    return text;
}

static const char plain[] = "text/plain; charset=utf-8";

/* An answer at all shows that the loop runs. A restart would cure nothing else that may be wrong,
 * so nothing else is asked here. */
static char *health(bool head)
{
    return page("200 OK", plain, strdup("ok\n"), head);
}

static void add_reason(void *arg, const char *text)
{
    buf_printf(arg, "%s\n", text);
}

static char *readiness(const struct monitor *monitor, bool head)
{
    char text[READY_MAX];
    struct buf reasons;
    buf_init(&reasons, text, sizeof(text));
    bool ready = ready_look(monitor->setup.host, add_reason, &reasons);
    return page(ready ? "200 OK" : "503 Service Unavailable", plain,
                strdup(ready ? "ready\n" : text), head);
}

static char *measurements(const struct monitor *monitor, bool head)
{
    return page("200 OK", "text/plain; version=0.0.4; charset=utf-8",
                metrics_print(&monitor->setup), head);
}

/* Returns whether the request is for that path; what follows a '?' is ignored. */
static bool asks_for(const char *target, const char *path)
{
    size_t length = strlen(path);
    return strncmp(target, path, length) == 0 && strchr(" ?", target[length]) != NULL;
}

static char *reply(const struct monitor *monitor, const char *request)
{
    bool head = strncmp(request, "HEAD ", 5) == 0;
    const char *target = request + (head ? 5 : 4);
    const char *version = strstr(request, " HTTP/1.");
    if (version == NULL || version > strpbrk(request, "\r\n"))
        return page("400 Bad Request", plain, strdup("this is not an HTTP/1 request\n"), false);
    if (!head && strncmp(request, "GET ", 4) != 0)
        return page("405 Method Not Allowed", plain, strdup("GET and HEAD alone\n"), false);
    if (asks_for(target, "/healthz"))
        return health(head);
    if (asks_for(target, "/readyz"))
        return readiness(monitor, head);
    if (asks_for(target, "/metrics"))
        return measurements(monitor, head);
    return page("404 Not Found", plain, strdup("not found: try /healthz, /readyz or /metrics\n"),
                head);
}

static void take_request(void *arg, struct server_client *client, char *request)
{
    static const char no_memory[] =
        "HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    char *text = reply(arg, request);
    server_answer(client, text != NULL ? text : strdup(no_memory));
}

/* Returns the length of a request. It has no body, so it ends with an empty line. */
static size_t head_length(const char *text)
{
    const char *end = strstr(text, "\r\n\r\n");
    return end != NULL ? (size_t)(end - text) + 4 : 0;
}

/* -- opening and closing -- */

struct monitor *monitor_create(const struct control_setup *setup,
                               const struct monitor_address *address, struct fault *why)
{
    struct monitor *monitor = calloc(1, sizeof(*monitor));
    if (monitor == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    monitor->setup = *setup;
    const struct server_setup server = {
        .loop = setup->host->loop,
        .arg = monitor,
        .length = head_length,
        .take = take_request,
        .too_long = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
                    "Content-Length: 0\r\n\r\n",
        .too_many = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
                    "Content-Length: 0\r\n\r\n"};
    monitor->server = *address->path != '\0'
                          ? server_at_path(&server, address->path, 0660, why)
                          : server_at_port(&server, address->host, address->port, why);
    if (monitor->server != NULL)
        return monitor;
    free(monitor);
    return NULL;
}

void monitor_destroy(struct monitor *monitor)
{
    if (monitor == NULL)
        return;
    server_destroy(monitor->server);
    free(monitor);
}
