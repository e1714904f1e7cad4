#include "pg_relay.h"

#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "pg_server.h"

/* What only the transaction of a batch says (pg_ledger.c): other connections COMMIT, too. */
#define WRITES "UPDATE writer"

static struct {
    char folder[64], path[96];
    int listener;
    pthread_t thread;
    pthread_mutex_t mutex;
    enum relay_act act;
    unsigned times;
} relay = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* One direction. */
struct lane {
    int from, to;
    bool begun; /* the client's first message has no type */
    char *bytes;
    size_t size, room;
};

struct pair {
    struct lane client, server;
    bool writes;
    enum relay_act act; /* to the COMMIT that is under way */
};

static enum relay_act next_act(bool commits)
{
    enum relay_act act = RELAY_PASSES;
    pthread_mutex_lock(&relay.mutex);
    if (relay.times > 0 && (relay.act != RELAY_CUTS_ERROR) == commits) {
        act = relay.act;
        relay.times--;
    }
    pthread_mutex_unlock(&relay.mutex);
    return act;
}

static bool put(int to, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t sent = send(to, bytes + at, size - at, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += (size_t)sent;
    }
    return true;
}

/* A message with other contents than it had. */
static bool put_as(int to, char type, const char *body, size_t size)
{
    char header[5] = {type};
    uint32_t length = htonl((uint32_t)size + 4);
    memcpy(header + 1, &length, 4);
    return put(to, header, 5) && put(to, body, size);
}

/* Of the client: a name, a statement, types of its parameters. */
static bool pass_parse(struct pair *pair, const char *message, size_t size)
{
    const char *name = message + 5, *text = name + strlen(name) + 1;
    static const char rolled_back[] = "\0ROLLBACK\0\0";
    pair->writes = pair->writes || strstr(text, WRITES) != NULL;
    if (pair->writes && strcmp(text, "COMMIT") == 0) {
        pair->act = next_act(true);
        if (pair->act == RELAY_CUTS)
            return false;
        if (pair->act == RELAY_REFUSES || pair->act == RELAY_DOUBTS)
            return put_as(pair->client.to, 'P', rolled_back, sizeof(rolled_back));
    }
    return put(pair->client.to, message, size);
}

/* Of the server: what it has done. */
static bool pass_complete(struct pair *pair, const char *message, size_t size)
{
    static const char refused[] = "SERROR\0VERROR\0C40001\0Mrestart transaction\0";
    static const char unknown[] = "SERROR\0VERROR\0C40003\0Mresult is ambiguous\0";
    enum relay_act act = pair->act;
    if (act == RELAY_PASSES ||
        (strcmp(message + 5, "COMMIT") != 0 && strcmp(message + 5, "ROLLBACK") != 0))
        return put(pair->server.to, message, size);
    pair->act = RELAY_PASSES;
    if (act == RELAY_CUTS_BEHIND)
        return false;
    return act == RELAY_REFUSES ? put_as(pair->server.to, 'E', refused, sizeof(refused))
                                : put_as(pair->server.to, 'E', unknown, sizeof(unknown));
}

static bool pass(struct pair *pair, struct lane *lane, const char *message, size_t size)
{
    char type = lane->begun ? *message : '\0';
    lane->begun = true;
    if (lane == &pair->client && type == 'P')
        return pass_parse(pair, message, size);
    if (lane == &pair->server && type == 'C')
        return pass_complete(pair, message, size);
    bool cuts =
        lane == &pair->server && type == 'E' && pair->writes && next_act(false) == RELAY_CUTS_ERROR;
    return put(lane->to, message, size) && !cuts;
}

/* The size of the first message; 0: it is not all there. */
static size_t whole(const struct lane *lane)
{
    size_t type = lane->begun ? 1 : 0;
    uint32_t length;
    if (lane->size < type + 4)
        return 0;
    memcpy(&length, lane->bytes + type, 4);
    size_t size = type + ntohl(length);
    return size <= lane->size ? size : 0;
}

/* False: it is over. */
static bool serve_lane(struct pair *pair, struct lane *lane)
{
    if (lane->room - lane->size < 65536) {
        lane->room = lane->room * 2 + 65536;
        lane->bytes = realloc(lane->bytes, lane->room);
        assert(lane->bytes != NULL);
    }
    ssize_t got = recv(lane->from, lane->bytes + lane->size, lane->room - lane->size, 0);
    if (got <= 0)
        return false;
    lane->size += (size_t)got;
    size_t at = 0, size;
    while ((size = whole(&(struct lane){
                .begun = lane->begun, .bytes = lane->bytes + at, .size = lane->size - at})) > 0) {
        if (!pass(pair, lane, lane->bytes + at, size))
            return false;
        at += size;
    }
    lane->size -= at;
    memmove(lane->bytes, lane->bytes + at, lane->size);
    return true;
}

static void *serve(void *arg)
{
    int client = (int)(intptr_t)arg, server = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/.s.PGSQL.5432", pg_server_folder());
    struct pair pair = {.client = {.from = client, .to = server},
                        .server = {.from = server, .to = client, .begun = true}};
    if (connect(server, (struct sockaddr *)&address, sizeof(address)) == 0) {
        struct pollfd both[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
        bool on = true;
        while (on && poll(both, 2, -1) > 0) {
            on = (both[0].revents == 0 || serve_lane(&pair, &pair.client)) &&
                 (both[1].revents == 0 || serve_lane(&pair, &pair.server));
        }
    }
    close(server);
    close(client);
    free(pair.client.bytes);
    free(pair.server.bytes);
    return NULL;
}

static void *take_in(void *arg)
{
    int client;
    (void)arg;
    while ((client = accept(relay.listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)client) == 0)
            pthread_detach(thread);
    }
    return NULL;
}

void relay_start(const char *server, char *address, size_t size)
{
    struct sockaddr_un own = {.sun_family = AF_UNIX};
    strcpy(relay.folder, "/tmp/talon-relay-XXXXXX");
    if (mkdtemp(relay.folder) == NULL)
        abort();
    snprintf(relay.path, sizeof(relay.path), "%s/.s.PGSQL.5432", relay.folder);
    strcpy(own.sun_path, relay.path);
    relay.listener = socket(AF_UNIX, SOCK_STREAM, 0);
    relay.times = 0;
    if (bind(relay.listener, (struct sockaddr *)&own, sizeof(own)) != 0 ||
        listen(relay.listener, 8) != 0 || pthread_create(&relay.thread, NULL, take_in, NULL) != 0)
        abort();
    snprintf(address, size, "host=%s %s", relay.folder, strstr(server, "dbname"));
}

void relay_act(enum relay_act act, unsigned times)
{
    pthread_mutex_lock(&relay.mutex);
    relay.act = act;
    relay.times = times;
    pthread_mutex_unlock(&relay.mutex);
}

void relay_stop(void)
{
    shutdown(relay.listener, SHUT_RDWR);
    pthread_join(relay.thread, NULL);
    close(relay.listener);
    unlink(relay.path);
    rmdir(relay.folder);
}
